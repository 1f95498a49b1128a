//! The contract between units and framework.

mod companion;
mod control_word;
mod counterexample;
mod emission;
mod error;
mod extra;
pub mod folder;
mod formal;
mod hardware;
mod image;
mod language;
mod languages;
mod mutation;
mod options;
mod packaging;
pub mod pipelined;
pub(crate) mod pipelined_testbench;
mod programs;
mod proof_cache;
mod selection;
#[expect(clippy::module_inception, reason = "the trait `Unit` is what the folder is about")]
mod unit;
mod verilog_testbench;
mod work;

pub use companion::{Companion, CompanionText, InstructionCount, ProgramInspection};
pub use control_word::{ControlWord, ControlWordCodec, ControlWordField};
pub(crate) use counterexample::{CASE, create_folder, repeat_command, shell_word};
pub use counterexample::{Counterexample, FailingWork};
pub use emission::{Emission, Prefix};
pub use error::{ConfigError, DesignError};
pub use extra::Extra;
pub use formal::FormalRules;
pub(crate) use formal::HANDSHAKE;
pub use hardware::Hardware;
pub(crate) use hardware::flat;
pub use language::{Language, OperandStyle, OperandValues};
pub use languages::ControlTable;
pub use mutation::{Mutation, MutationPlan, ProofResult, Score};
pub(crate) use mutation::{PROOFS, Proved};
pub use options::{ConfigOption, OptionForm, OptionValues};
pub use packaging::{Attachment, Packaging};
pub use programs::{
    AssemblySource, ImageError, ImageFormat, IncludeReader, InitialState, Observer, Program, ProgramResult, Programs,
};
pub use proof_cache::ProofCache;
pub(crate) use selection::LATENCY;
pub use selection::{ModuleInfo, Selection, UnitEntry};
pub use unit::{Debuggable, Measurable, Mutable, Simulatable, Task, TaskOutcome, Unit};
pub use verilog_testbench::{Goals, VerilogTestbench, testbench_name};
pub use work::{Refusal, RunOptions, RunReport, Work};
