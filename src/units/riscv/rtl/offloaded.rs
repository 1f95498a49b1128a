//! The registers of a unit at CV-X-IF, which claims speak of.

use crate::netlist::StateHandle;

/// The state bits of the registers of a unit at CV-X-IF, without the executor's; `None` for a register that a configuration lacks.
#[derive(Clone)]
pub struct OffloadedRegisters {
    pub held: Vec<usize>,
    pub committed: Vec<usize>,
    pub early: Vec<usize>,
    pub early_kill: Vec<usize>,
    pub early_id: Vec<usize>,
    pub function_id: Vec<usize>,
    pub id: Vec<usize>,
    pub rd: Vec<usize>,
    /// Of the source operands; only the third one may be missing.
    pub operands: [Option<Vec<usize>>; 3],
    pub third: Option<Vec<usize>>,
    pub scalar: Option<Vec<usize>>,
    pub major: Option<Vec<usize>>,
    pub immediate: Option<Vec<usize>>,
    pub hartid: Option<Vec<usize>>,
    pub loaded: Option<Vec<usize>>,
}

/// Finds the state bits of a register. Error: the hardware lacks it.
pub type FindRegister<'a> = &'a dyn Fn(StateHandle) -> Result<Vec<usize>, String>;
