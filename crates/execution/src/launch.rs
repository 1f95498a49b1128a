//! How a kernel is run, and what it leaves.

use crate::dependence::Dependences;
use lanesmith_ptx::PtxInstruction;
use lanesmith_ptx::tree::Span;

/// Executes the instructions of units.
pub trait Units {
    /// Takes an instruction of the text, once before the run. The number that it gives stands for the instruction in
    /// [`Units::execute`].
    fn prepare(&mut self, instruction: &PtxInstruction) -> usize;

    /// The result of an instruction with its three sources as whole registers; a source that the text lacks is 0.
    fn execute(&mut self, prepared: usize, operands: [u32; 3], issued: &Issued) -> u32;
}

/// One execution of a unit's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// Its number in the order of all executions of units, from 1 on.
    pub number: u64,
    /// `%ctaid` of the thread.
    pub block: [u32; 3],
    /// `%tid` of the thread.
    pub thread: [u32; 3],
    /// The place of the instruction in the text.
    pub place: Span,
    /// The earlier executions whose results the operands depend on through registers; empty unless they are tracked. Dependences
    /// through memory and through branches are not among them.
    pub depends: Dependences,
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The bytes of the parameter, the lowest first.
    Bytes(Vec<u8>),
    /// The contents of a buffer in global memory; the parameter is its address.
    Buffer(Vec<u8>),
}

/// How a kernel is run.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The number of blocks in x, y and z.
    pub grid: [u32; 3],
    /// The number of threads of a block in x, y and z; 1,024 at most.
    pub block: [u32; 3],
    /// An argument for each parameter by its name, and new contents of variables in constant and global memory.
    pub arguments: Vec<(String, Argument)>,
    /// Dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// The number of instructions of all threads after which the run is an error.
    pub instruction_limit: u64,
    /// Whether [`Issued::depends`] is filled.
    pub tracks_dependences: bool,
}

impl Default for Launch {
    /// One block of one thread, and at most 10^12 instructions.
    fn default() -> Self {
        Launch {
            grid: [1; 3],
            block: [1; 3],
            arguments: Vec::new(),
            dynamic_shared: 0,
            instruction_limit: 1_000_000_000_000,
            tracks_dependences: false,
        }
    }
}

/// What a kernel leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The contents of the module's variables in global memory, and of the buffers by the names of their parameters.
    pub memory: Vec<(String, Vec<u8>)>,
    /// The number of executed instructions of all threads.
    pub instructions: u64,
    /// The number of instructions that units executed.
    pub unit_instructions: u64,
}
