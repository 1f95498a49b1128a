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

/// The registers that both revisions of CV-X-IF have, in the unit `$unit`.
macro_rules! shared_registers {
    ($unit:ident, $config:ident, $find:ident) => {{
        let features = &$config.features;
        let found = |is_there: bool, register| is_there.then(|| $find(register)).transpose();
        let has_rs3 = features.third || features.packed && features.third_is_rd;
        OffloadedRegisters {
            held: $find(state!($unit, held))?,
            committed: $find(state!($unit, committed))?,
            early: $find(state!($unit, early))?,
            early_kill: $find(state!($unit, early_kill))?,
            early_id: $find(state!($unit, early_id))?,
            function_id: $find(state!($unit, function_id))?,
            id: $find(state!($unit, id))?,
            rd: $find(state!($unit, rd))?,
            operands: [
                found(true, state!($unit, rs1))?,
                found(true, state!($unit, rs2))?,
                found(has_rs3, state!($unit, rs3))?,
            ],
            third: found(features.third, state!($unit, third))?,
            major: found(features.packed, state!($unit, major))?,
            immediate: found(features.packed, state!($unit, immediate))?,
            hartid: None,
            loaded: None,
        }
    }};
}
pub(super) use shared_registers;
