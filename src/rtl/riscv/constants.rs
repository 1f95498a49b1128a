//! The hardware's own numbers. Golden has others of its own; a test compares both with the documentation's tables.

use super::RiscvConfig;
use crate::codes;

codes! {
    /// Bits 6:0 of instruction words (The RISC-V Instruction Set Manual, volume I, table "RISC-V base opcode map").
    mod opcode: u64 {
        CUSTOM_0 = 0b000_1011,
        CUSTOM_1 = 0b010_1011,
        CUSTOM_2 = 0b101_1011,
        CUSTOM_3 = 0b111_1011,
    }
    /// The lowest bits of an instruction's fields.
    mod instruction: usize {
        OPCODE = 0,
        RD = 7,
        FUNCT3 = 12,
        RS1 = 15,
        /// Of R4-type.
        FUNCT2 = 25,
        /// Of R-type.
        FUNCT7 = 25,
    }
    /// The source registers that an instruction reads, a bit for each (CV-X-IF 1.0, `issue_resp.register_read`).
    mod source_registers: u64 {
        NONE = 0b000,
        RS1_RS2 = 0b011,
        RS1_RS2_RS3 = 0b111,
    }
    /// The lowest bits of a function's fields: those of the ALU's control word, and one more.
    mod function: usize {
        OP = 0,
        WIDTH = 3,
        D_SIGNED = 4,
        A_SIGNED = 5,
        B_SIGNED = 6,
        SATURATE = 7,
        ACCUMULATE = 8,
        HELD = 9,
    }
    /// Operation codes that comparisons and dot products share.
    mod operation: u64 {
        /// Equal, at most, less.
        SET = 6,
        /// Not equal, greater, at least.
        SET_COMPLEMENT = 7,
        DP2A = 7,
    }
    /// The codes of accesses.
    mod access: u64 {
        READ_CONFIGURATION = 0,
        READ_C = 1,
        READ_VERSION = 2,
        SWAP_CONFIGURATION = 4,
        SWAP_C = 5,
    }
    /// What bits of an access say.
    mod access_bit: usize {
        /// It is of c, else of the configuration.
        C = 0,
        VERSION = 1,
        WRITE = 2,
    }
}

/// Functions with a third register say by their opcode and operation what the direct function says with these bits: that the result
/// is added to c, and that it is a dot product.
pub(super) const ADDS_TO_C: u64 = 1 << function::ACCUMULATE;
pub(super) const IS_DOT: u64 = 1 << function::D_SIGNED | 1 << function::SATURATE;

/// The version of encoding and state.
const VERSION: u64 = 1;

/// Mask, `asel` and `bsel` without held modifiers, for four bytes: all lanes, the first operand's bytes 0 to 3 and the second
/// one's, whose numbers are 4 to 7; an octal digit a lane.
pub(super) const QUAD_MODIFIERS: u64 = 0o7654 << 16 | 0o3210 << 4 | 0b1111;

/// Likewise for two half-words, whose selectors take two bits a lane: elements 0 and 1, and 2 and 3.
pub(super) const DUAL_MODIFIERS: u64 = 0b11_10 << 16 | 0b01_00 << 4 | 0b11;

const MASK: u64 = 0xf;
const SELECTORS: u64 = 0xfff << 16 | 0xfff << 4;
/// The bit of the configuration with which operations write c.
pub(super) const CHAIN: usize = 28;

/// The bits of the configuration that can be written.
pub(super) fn writable(config: &RiscvConfig) -> u64 {
    let features = &config.features;
    let selectors = if features.selectors { SELECTORS } else { 0 };
    let chain = if features.accumulate || features.dot {
        1 << CHAIN
    } else {
        0
    };
    MASK | selectors | chain
}

/// The configuration after reset.
pub(super) fn reset_configuration(config: &RiscvConfig) -> u64 {
    QUAD_MODIFIERS & writable(config)
}

/// The version word.
pub(super) fn version(config: &RiscvConfig) -> u64 {
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
        | has(18, features.packed)
        | has(19, features.vxsat)
}
