//! The contract between units and framework.

mod choice;
mod counterexample;
mod demonstration;
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
mod packaging;
pub mod pipelined;
pub(crate) mod pipelined_testbench;
mod programs;
mod proof_cache;
mod selection;
#[expect(clippy::module_inception, reason = "the trait `Unit` is what the folder is about")]
mod unit;
mod verilog_testbench;
mod word;
mod work;

pub use choice::{ConfigOption, OptionForm, OptionValues};
pub(crate) use counterexample::{CASE, make, repeat, word};
pub use counterexample::{Counterexample, FailingWork};
pub use demonstration::{
    Counted, CycleCounts, DemoKernel, Demonstration, InstructionSet, KernelRun, Picture, Platform, RunningPlatform,
    Utilisation,
};
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
pub use packaging::{Attachment, Packaging};
pub use programs::{
    AssemblySource, ImageError, ImageFormat, IncludeReader, InitialState, Observer, Program, ProgramResult, Programs,
};
pub use proof_cache::ProofCache;
pub(crate) use selection::LATENCY;
pub use selection::{ModuleInfo, Selection, UnitEntry};
pub use unit::{Debuggable, Measurable, Mutable, Simulatable, Task, TaskOutcome, Unit};
pub use verilog_testbench::{Goals, VerilogTestbench, testbench_name};
pub use word::{
    Companion, CompanionText, ControlWordCodec, ControlWordField, InstructionCount, ProgramInspection, Word,
};
pub use work::{Refusal, RunOptions, RunReport, Work};
