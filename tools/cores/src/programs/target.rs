//! The properties of a core and its unit that determine the instructions in programs.

use lanesmith::units::riscv::encoding::Features;

/// How a core handles interrupts and traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Traps {
    /// Not at all: a trap ends the program.
    None,
    /// Machine mode, by `mtvec`.
    Machine,
    /// PicoRV32's own interrupts.
    Picorv32 {
        /// The handler has its own registers (the parameter `ENABLE_IRQ_QREGS`).
        has_registers: bool,
    },
}

/// How a core handles a load or store at an address that is not a multiple of its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misaligned {
    /// Programs have none.
    Absent,
    /// A trap.
    Trap,
    /// The core splits the access into two.
    Split,
}

/// A core with a unit, from the point of view of programs.
#[derive(Clone, Copy, Debug)]
pub struct ProgramTarget {
    /// The features of the unit.
    pub features: Features,
    /// A foreign function sets rd to 0; otherwise it is an illegal instruction.
    pub foreign_is_zero: bool,
    /// How the core handles interrupts and traps.
    pub traps: Traps,
    /// Programs may contain instructions that trap.
    pub has_traps: bool,
    /// How the core handles misaligned loads and stores.
    pub misaligned: Misaligned,
    /// The core has compressed instructions.
    pub compressed: bool,
    /// The core has multiplications.
    pub multiplies: bool,
    /// The core has divisions.
    pub divides: bool,
    /// `ebreak` is a trap.
    pub has_ebreak: bool,
    /// The port to the unit is off until bit 31 of the control register 0xbc0 is set.
    pub needs_enable: bool,
    /// A debugger may halt the core and have it execute the code at 0x300.
    pub has_debug_code: bool,
}

impl ProgramTarget {
    /// Whether an interrupt overwrites this register.
    pub fn is_overwritten(&self, register: u32) -> bool {
        self.traps == (Traps::Picorv32 { has_registers: false }) && (3..5).contains(&register)
    }

    /// Whether the core has the control and status registers of machine mode, and `fence.i`.
    pub fn has_machine_mode(&self) -> bool {
        self.needs_enable || self.traps == Traps::Machine
    }
}
