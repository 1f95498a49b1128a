//! The registers of a unit at CV-X-IF, which claims speak of.

use crate::netlist::StateHandle;

/// The state bits of the registers of a unit at CV-X-IF, without the executor's; `None` for a register that a configuration lacks.
#[derive(Clone)]
pub struct OffloadedRegisters {
    /// An instruction is held.
    pub held: Vec<usize>,
    /// The held instruction is committed.
    pub committed: Vec<usize>,
    /// A commit transaction came before its instruction.
    pub early: Vec<usize>,
    /// That transaction kills.
    pub early_kill: Vec<usize>,
    /// The instruction number of that transaction.
    pub early_id: Vec<usize>,
    /// The function of the held instruction.
    pub function_id: Vec<usize>,
    /// The number of the held instruction.
    pub id: Vec<usize>,
    /// The destination register.
    pub rd: Vec<usize>,
    /// Of the source operands; only the third one may be missing.
    pub operands: [Option<Vec<usize>>; 3],
    /// The instruction has a third source register.
    pub third: Option<Vec<usize>>,
    /// The instruction is a scalar one.
    pub scalar: Option<Vec<usize>>,
    /// The major opcode.
    pub major: Option<Vec<usize>>,
    /// The immediate of an access to a control and status register.
    pub immediate: Option<Vec<usize>>,
    /// The hart.
    pub hartid: Option<Vec<usize>>,
    /// Operands that have come, on an interface for registers of its own.
    pub loaded: Option<Vec<usize>>,
}

/// Finds the state bits of a register. Error: the hardware lacks it.
pub type FindRegister<'a> = &'a dyn Fn(StateHandle) -> Result<Vec<usize>, String>;
