//! The contract between units and framework.

mod companion;
mod control_word;
mod counterexample;
mod emission;
mod extra;
pub mod folder;
mod formal;
mod hardware;
mod image;
mod language;
mod mutation;
mod options;
pub mod pipelined;
pub(crate) mod pipelined_testbench;
mod programs;
mod proof_cache;
mod selection;
mod trace;
#[expect(clippy::module_inception, reason = "the trait `Unit` is what the folder is about")]
mod unit;
mod verilog_testbench;
mod work;

pub use companion::{Companion, CompanionText, InstructionCount, ProgramInspection};
pub use control_word::{ControlField, ControlWord, ControlWordCodec, ControlWordField};
pub use counterexample::{CASE, create_folder, repeat_command, shell_word};
pub use counterexample::{Counterexample, FailingWork};
pub use emission::{Emission, Prefix};
pub use extra::{Extra, Wiring};
pub use formal::FormalRules;
pub(crate) use formal::HANDSHAKE;
pub use hardware::Hardware;
pub(crate) use hardware::flat;
pub use lanesmith_rtl::{ConfigError, DesignError};
pub use language::{Language, OperandStyle, OperandValues};
pub(crate) use mutation::Proved;
pub use mutation::{Mutation, MutationPlan, ProofResult, Score};
pub use options::{ConfigOption, OptionForm, OptionValues};
pub(crate) use options::{OptionRow, options};
pub use programs::{ImageError, ImageFormat, Observer, Program, ProgramResult, Programs};
pub use proof_cache::ProofCache;
pub use selection::{ModuleInfo, Selection, UnitEntry};
pub use trace::tells_apart;
pub(crate) use trace::{Run, Trace, drive, load};
pub use unit::{Debuggable, Measurable, Mutable, Simulatable, Task, TaskOutcome, Unit};
pub use verilog_testbench::{Goals, VerilogTestbench, testbench_name};
pub use work::{Refusal, RunOptions, RunReport, Work};
