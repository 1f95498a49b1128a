//! What programs may contain that run on a core with a unit beside it.

use crate::units::riscv::encoding::Features;

/// Who takes interrupts and traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traps {
    /// Nobody: a trap ends the program.
    None,
    /// Machine mode, by `mtvec`.
    Machine,
    /// PicoRV32's own interrupts, with or without registers of their own for the handler.
    Picorv32 {
        /// The parameter `ENABLE_IRQ_QREGS`.
        has_registers: bool,
    },
}

/// What becomes of a load or store at an address that is not a multiple of its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misaligned {
    /// Programs have none.
    Absent,
    /// A trap.
    Trap,
    /// It is done in two parts.
    Split,
}

/// A core with a unit, as programs see it.
#[derive(Clone, Copy, Debug)]
pub struct ProgramTarget {
    /// What the unit has.
    pub features: Features,
    /// A function that is none of the unit's leaves 0 in `rd`; else it is an illegal instruction.
    pub foreign_is_zero: bool,
    /// Who takes interrupts and traps.
    pub traps: Traps,
    /// Programs have instructions that trap.
    pub has_traps: bool,
    /// Loads and stores that are not aligned.
    pub misaligned: Misaligned,
    /// There are compressed instructions.
    pub compressed: bool,
    /// There are multiplications.
    pub multiplies: bool,
    /// There are divisions.
    pub divides: bool,
    /// `ebreak` is a trap.
    pub has_ebreak: bool,
    /// The port to the unit is off until bit 31 of the control register 0xbc0 is set.
    pub needs_enable: bool,
    /// A debugger may halt the core and have it execute at [`super::DEBUG`].
    pub has_debug_code: bool,
}

impl ProgramTarget {
    /// An interrupt overwrites this register.
    pub fn is_overwritten(&self, register: u32) -> bool {
        self.traps == (Traps::Picorv32 { has_registers: false }) && (3..5).contains(&register)
    }

    /// There are control and status registers, and `fence.i`.
    pub fn has_machine_mode(&self) -> bool {
        self.needs_enable || self.traps == Traps::Machine
    }
}
