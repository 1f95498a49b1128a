//! The memory map of random programs, the first 64 KiB of a machine's memory, and the registers with a fixed use in programs.

/// Execution begins here.
pub const RESET: u32 = 0;
/// PicoRV32's entry address for interrupts.
pub const PICORV32_INTERRUPT: u32 = 0x10;
/// The handler of interrupts and traps.
pub const HANDLER: u32 = 0x100;
/// The code that a halted core executes.
pub const DEBUG: u32 = 0x300;
/// The code before a program.
pub const PROLOGUE: u32 = 0x400;
/// Where handlers save registers, within reach of an offset to x0.
pub const SAVED: i32 = 0x700;
/// Where debug code saves registers.
pub const SAVED_IN_DEBUG: i32 = 0x740;
/// The number of traps, and a checksum over them.
pub const TRAPPED: [i32; 2] = [0x7e0, 0x7e4];
/// The program.
pub const CODE: u32 = 0x800;
/// The highest possible end of the program.
pub const CODE_END: u32 = 0x8000;
/// The data.
pub const DATA: u32 = 0x8000;
/// The size of the data in bytes.
pub const DATA_BYTES: u32 = 0xe00;
/// After the data, the program stores its final state: the registers, the unit's configuration and `c`, [`TRAPPED`], then `vxsat`
/// if the unit has it.
pub const LEFT: u32 = DATA + DATA_BYTES;
/// The number of words from `DATA` on that are compared at the end, without `vxsat`.
pub const DUMPED_WORDS: u32 = DATA_BYTES / 4 + 32 + 4;
/// The ports: 256 bytes at which each access counts.
pub const PORTS: u32 = 0xf000_0100;
/// A store here ends the program; the status is the number of words that are compared.
pub const FINISH: u32 = 0xf000_0000;

/// Has the return address.
pub const LINK: u32 = 1;
/// Holds [`DATA_BASE`].
pub const DATA_REGISTER: u32 = 26;
/// Holds [`PORTS`].
pub const PORT_REGISTER: u32 = 27;
/// The counters of loops; the outer loop uses the first one.
pub const COUNTERS: [u32; 2] = [28, 29];
/// The base address of loads and stores; data and final state are within reach of an offset.
pub const DATA_BASE: u32 = DATA + 0x800;
