//! PTX modules executed on the units that have their instructions: by the golden models first, then by hardware.

mod golden;
mod hardware;
mod issue;
mod module;
mod remarks;
mod unset;

pub use golden::{ExecutedInstruction, PtxExecution};
pub use issue::{Feed, Issue};
pub use module::{explain, simulate};
pub use unset::{Unset, Writer};
