//! What can be chosen about the register-ISA datapath.

use crate::error::ConfigError;

/// How the register file is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RegisterFileForm {
    /// Reads within the cycle: distributed RAM, or flip-flops where there is none.
    Asynchronous,
    /// Reads registered in the memory: block RAM.
    Synchronous,
}

/// A configuration of the register-ISA datapath.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DatapathConfig {
    /// FP32 and FP16X2 addition, subtraction, multiplication, negation and comparison; without it they raise the
    /// invalid-instruction exception.
    pub float: bool,
    /// Integer multiplication; without it it raises the invalid-instruction exception.
    pub multiplier: bool,
    /// One 16 x 16 multiplier, which computes the four products of a multiplication one after the other; else four of them.
    pub serial_multiplier: bool,
    /// Stages before retirement: 2 (operands, execute) or 3 (an instruction register in front).
    pub depth: u32,
    /// The form of the register file. A synchronous one needs depth 3: its addresses leave a cycle early.
    pub register_file: RegisterFileForm,
}

impl DatapathConfig {
    /// The fewest stages before retirement.
    pub const MIN_DEPTH: u32 = 2;
    /// The most.
    pub const MAX_DEPTH: u32 = 3;

    /// Everything on, three stages, asynchronous reads.
    pub fn full() -> Self {
        DatapathConfig {
            float: true,
            multiplier: true,
            serial_multiplier: false,
            depth: Self::MAX_DEPTH,
            register_file: RegisterFileForm::Asynchronous,
        }
    }

    /// Checks the ranges.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if !(Self::MIN_DEPTH..=Self::MAX_DEPTH).contains(&self.depth) {
            return Err(ConfigError(format!("pipeline depth {} is not 2 or 3", self.depth)));
        }
        if self.register_file == RegisterFileForm::Synchronous && self.depth != 3 {
            return Err(ConfigError(
                "a register file with synchronous reads needs pipeline depth 3".to_string(),
            ));
        }
        if self.serial_multiplier && !self.float && !self.multiplier {
            return Err(ConfigError(
                "a serial multiplier needs integer multiplication or floating-point arithmetic".to_string(),
            ));
        }
        Ok(())
    }
}
