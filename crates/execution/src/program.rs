//! A kernel as the interpreter runs it: operations on numbered slots of a frame.

use crate::memory::{Access, Memory, Space};
use crate::semantics::{AtomicOperation, Many, Pure, WarpOperation};
use crate::special::Special;
use lanesmith_ptx::tree::Span;
use lanesmith_ptx::{DataType, PtxInstruction};

/// The index of a slot in the frame of a function: a register, a constant, or a special register, with 64 bits.
pub(crate) type Slot = u32;

/// An address: a slot and an offset in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address {
    pub(crate) base: Slot,
    pub(crate) offset: i64,
}

impl Address {
    /// Its value in a frame.
    #[inline(always)]
    pub(crate) fn value(self, frame: &[u64]) -> u64 {
        frame[self.base as usize].wrapping_add_signed(self.offset)
    }
}

/// One operation.
pub(crate) enum Op {
    /// A result of up to three sources.
    Pure(Pure, Slot, [Slot; 3]),
    /// The function, its sources and its results.
    Many(Many, Box<[Slot]>, Box<[Slot]>),
    /// Loads elements into slots with so many bits.
    Load(Address, Access, Box<[(Slot, u32)]>),
    /// Stores elements.
    Store(Address, Access, Box<[Slot]>),
    /// The old value goes to the first slot; two sources.
    Atomic(Address, AtomicOperation, [Slot; 3]),
    /// Jumps if a predicate is equal to 0 or 1.
    BranchIf(Slot, u64, u32),
    Branch(u32),
    /// Jumps to the target with the number in the slot.
    IndexedBranch(Slot, Box<[u32]>),
    Call(Box<CallOp>),
    Return,
    Exit,
    Trap,
    Barrier(Box<BarrierOp>),
    Warp(Box<WarpOp>),
    /// An index into [`Program::units`], the destination and the sources.
    Unit(u32, Slot, [Slot; 3]),
    Nothing,
    /// A guard: jumps over the guarded instruction if a predicate is equal to 0 or 1. Not an instruction of the text, as all below.
    Skip(Slot, u64, u32),
    /// The complement of a predicate.
    Not(Slot, Slot),
    /// The sum of a slot and a number.
    Offset(Slot, Address),
    /// The number of executed instructions.
    Clock(Slot),
}

/// Where an argument or result of a call is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    Slot(Slot),
    /// An offset in the memory of the frame.
    Memory(u32),
}

/// A copy from one place to another between the frames of caller and callee, of so many bytes.
pub(crate) type Transfer = (End, End, u32);

/// An index into [`Program::functions`], the arguments and the results.
pub(crate) struct CallOp(pub(crate) usize, pub(crate) Vec<Transfer>, pub(crate) Vec<Transfer>);

pub(crate) struct BarrierOp {
    /// `.sync`, `.arrive`, `.popc`, `.and` or `.or`.
    pub(crate) kind: &'static str,
    pub(crate) barrier: Slot,
    pub(crate) count: Option<Slot>,
    pub(crate) predicate: Slot,
    pub(crate) result: Slot,
}

/// Sources are up to three values and the mask.
pub(crate) struct WarpOp {
    pub(crate) operation: WarpOperation,
    pub(crate) sources: [Slot; 4],
    pub(crate) results: [Slot; 2],
}

/// A function.
pub(crate) struct Function {
    pub(crate) code: Vec<Op>,
    /// The places of the operations.
    pub(crate) spans: Vec<Span>,
    /// A frame at the start of the function, without special registers.
    pub(crate) template: Vec<u64>,
    pub(crate) specials: Vec<(Slot, Special)>,
    /// The slot of the address of the frame's memory.
    pub(crate) frame: Slot,
    /// Of the frame's memory.
    pub(crate) bytes: u32,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type, of an array that of an element: an argument in decimal for `.f32` is a float.
    pub data_type: Option<DataType>,
    /// Its size in bytes.
    pub bytes: u32,
    /// Where it begins among the parameters.
    pub(crate) offset: u32,
}

/// A variable in constant or global memory.
pub(crate) struct PlacedVariable {
    pub(crate) name: String,
    pub(crate) space: Option<Space>,
    pub(crate) address: u64,
    pub(crate) bytes: usize,
}

/// A kernel with the functions that it calls, ready to run.
pub struct Program {
    pub(crate) functions: Vec<Function>,
    pub(crate) units: Vec<PtxInstruction>,
    pub(crate) parameters: Vec<Parameter>,
    /// Global and constant memory at the start.
    pub(crate) memory: Memory,
    pub(crate) variables: Vec<PlacedVariable>,
    /// Static shared memory in bytes.
    pub(crate) shared: u32,
    /// `.reqntid`, if the kernel has it.
    pub(crate) required_block: Option<[u32; 3]>,
}

impl Program {
    /// The parameters of the kernel, in the order of the text.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }
}
