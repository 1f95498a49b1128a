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
    /// The form of the register file.
    pub register_file: RegisterFileForm,
}

impl DatapathConfig {
    /// The stages before retirement: instruction register, operands, execute.
    pub const DEPTH: u32 = 3;

    /// Everything on, asynchronous reads.
    pub fn full() -> Self {
        DatapathConfig {
            float: true,
            multiplier: true,
            serial_multiplier: false,
            register_file: RegisterFileForm::Asynchronous,
        }
    }

    /// Checks that options fit each other.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.serial_multiplier && !self.float && !self.multiplier {
            return Err(ConfigError(
                "a serial multiplier needs integer multiplication or floating-point arithmetic".to_string(),
            ));
        }
        Ok(())
    }
}
