//! Where everything is in the 64 KiB of a machine, and the registers that programs keep for themselves.

/// Execution begins here.
pub const RESET: u32 = 0;
/// PicoRV32 goes here for an interrupt.
pub const PICORV32_INTERRUPT: u32 = 0x10;
/// The handler of interrupts and traps.
pub const HANDLER: u32 = 0x100;
/// The code that a halted core executes.
pub const DEBUG: u32 = 0x300;
/// What is before a program.
pub const PROLOGUE: u32 = 0x400;
/// Where handlers save registers; all of it can be reached from x0.
pub const SAVED: i32 = 0x700;
/// Where debug code saves registers.
pub const SAVED_IN_DEBUG: i32 = 0x740;
/// How many traps were taken, and the sum over them.
pub const TRAPPED: [i32; 2] = [0x7e0, 0x7e4];
/// The program.
pub const CODE: u32 = 0x800;
/// Its end, at most.
pub const CODE_END: u32 = 0x8000;
/// The data.
pub const DATA: u32 = 0x8000;
/// Its size.
pub const DATA_BYTES: u32 = 0xe00;
/// Behind the data: the registers, the unit's configuration and `c`, traps and their sum.
pub const LEFT: u32 = DATA + DATA_BYTES;
/// Words from `DATA` on that are read at the end; one more with scalar instructions, whose configuration is the last one.
pub const DUMPED_WORDS: u32 = DATA_BYTES / 4 + 32 + 4;
/// Counted ports, 256 bytes.
pub const PORTS: u32 = 0xf000_0100;
/// A store here ends the program.
pub const FINISH: u32 = 0xf000_0000;

/// Return addresses.
pub const LINK: u32 = 1;
/// Holds [`DATA_BASE`].
pub const DATA_REGISTER: u32 = 26;
/// Holds [`PORTS`].
pub const PORT_REGISTER: u32 = 27;
/// Counters of loops, the outer one first.
pub const COUNTERS: [u32; 2] = [28, 29];
/// From here everything that is left can be reached.
pub const DATA_BASE: u32 = DATA + 0x800;
