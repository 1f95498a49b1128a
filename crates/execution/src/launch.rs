//! The input of a kernel's run ([`Launch`], [`Units`]) and its result ([`Finished`]).

use crate::dependence::Dependences;
use lanesmith_ptx::PtxInstruction;
use lanesmith_ptx::tree::Span;

/// Computes the results of the instructions that lanesmith has hardware units for, such as `vadd4`; the interpreter executes all others.
pub trait Units {
    /// Prepares an instruction of the text; called once for each, before the run. The returned number identifies the instruction in
    /// [`Units::execute`].
    fn prepare(&mut self, instruction: &PtxInstruction) -> usize;

    /// The result of the instruction with the number `prepared`. `operands` are its three sources in the order of the text, as whole
    /// registers; missing sources are 0.
    fn execute(&mut self, prepared: usize, operands: [u32; 3], issued: &Issued) -> u32;
}

/// One execution of a unit's instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issued {
    /// This execution's number in the order of all executions by units, from 1 on.
    pub number: u64,
    /// `%ctaid` of the thread.
    pub block: [u32; 3],
    /// `%tid` of the thread.
    pub thread: [u32; 3],
    /// The instruction's position in the text.
    pub place: Span,
    /// The earlier executions by units whose results the operands depend on through registers, not through memory or branches. Empty
    /// unless [`Launch::tracks_dependences`] is set.
    pub depends: Dependences,
}

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The bytes of the parameter or variable, in the order of their addresses: numbers are little-endian.
    Bytes(Vec<u8>),
    /// The initial contents of a new buffer in global memory; the parameter is the buffer's address, of 8 bytes.
    Buffer(Vec<u8>),
}

/// How a kernel is run.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The number of blocks in x, y and z.
    pub grid: [u32; 3],
    /// The number of threads of a block in x, y and z; 1,024 at most.
    pub block: [u32; 3],
    /// An argument for each parameter, by the parameter's name. The name of a variable in constant or global memory with
    /// [`Argument::Bytes`] of the variable's size replaces its initial contents.
    pub arguments: Vec<(String, Argument)>,
    /// The size of dynamic shared memory, in bytes.
    pub dynamic_shared: u32,
    /// The run fails with an error after this number of executed instructions, summed over all threads.
    pub instruction_limit: u64,
    /// Whether [`Issued::depends`] is computed.
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

/// The result of a kernel's run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Names and final contents: of the module's variables in global memory, and of the buffers, which have their parameters' names.
    pub memory: Vec<(String, Vec<u8>)>,
    /// The number of executed instructions, summed over all threads.
    pub instructions: u64,
    /// The number of these that [`Units`] executed.
    pub unit_instructions: u64,
}
