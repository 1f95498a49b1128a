//! The register-ISA datapath on an engine, in lock-step with the golden machine.

mod attempt;
mod copies;
mod core;
mod lockstep;
mod mismatch;
mod program;
mod view;

use super::rtl::{self, DatapathConfig};
use crate::sim::{Engine, EngineError, EngineKind};

pub use attempt::{RunStatistics, step};
pub use copies::LockstepCopies;
pub use core::{DatapathHarness, ObservedRetirement};
pub use lockstep::Lockstep;
pub use mismatch::LockstepMismatch;
pub use program::{BrewProgram, float_program, random_program, random_program_of};

/// The datapath on an engine, see [`EngineKind::open`].
pub(in crate::units::brew) fn open(
    config: &DatapathConfig,
    kind: EngineKind,
    traced: bool,
) -> Result<Box<dyn Engine>, EngineError> {
    let block = config.validate().map(|()| rtl::datapath(config));
    kind.open(block, rtl::design(config), traced)
}
