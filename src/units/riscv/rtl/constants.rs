//! The hardware's own numbers. Golden has others of its own; a test compares both with the documentation's tables.

use super::Config;

/// Bits 6:0 of an instruction word in custom-0 to custom-3 (The RISC-V Instruction Set Manual, volume I, table "RISC-V base
/// opcode map").
pub(super) const CUSTOM: [u64; 4] = [0b000_1011, 0b010_1011, 0b101_1011, 0b111_1011];

/// The version of encoding and state.
const VERSION: u64 = 1;

/// Mask, `asel` and `bsel` without held modifiers, for four bytes: all lanes, the first operand's bytes 0 to 3 and the second
/// one's, whose numbers are 4 to 7; an octal digit a lane.
pub(super) const QUAD_MODIFIERS: u64 = 0o7654 << 16 | 0o3210 << 4 | 0b1111;

/// Likewise for two half-words, whose selectors take two bits a lane: elements 0 and 1, and 2 and 3.
pub(super) const DUAL_MODIFIERS: u64 = 0b11_10 << 16 | 0b01_00 << 4 | 0b11;

const MASK: u64 = 0xf;
const SELECTORS: u64 = 0xfff << 16 | 0xfff << 4;
const CHAIN: u64 = 1 << 28;

/// The bits of the configuration that can be written.
pub(super) fn writable(config: &Config) -> u64 {
    let features = &config.features;
    let selectors = if features.selectors { SELECTORS } else { 0 };
    let chain = if features.accumulate || features.dot { CHAIN } else { 0 };
    MASK | selectors | chain
}

/// The configuration after reset.
pub(super) fn reset_configuration(config: &Config) -> u64 {
    QUAD_MODIFIERS & writable(config)
}

/// The version word.
pub(super) fn version(config: &Config) -> u64 {
    let features = &config.features;
    let has = |bit: u32, there: bool| u64::from(there) << bit;
    VERSION
        | has(8, features.selectors)
        | has(9, features.accumulate)
        | has(10, features.dual)
        | has(11, features.vset)
        | has(12, features.dot)
        | has(13, features.third)
        | (features.opcode as u64) << 14
}
