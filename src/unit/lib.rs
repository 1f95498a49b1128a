//! The contract between units and framework.

pub mod bench;
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
pub mod pipelined_testbench;
mod programs;
mod proof_cache;
mod run;
mod selection;
mod trace;
mod unit;
pub mod vectors;
mod verilog_testbench;
mod work;

pub use crate::vectors::Refusal;
pub use companion::{Companion, CompanionText, InstructionCount, ProgramInspection};
pub use control_word::{ControlField, ControlWord, ControlWordCodec, ControlWordField};
pub use counterexample::{CASE, Counterexample, FailingWork, create_folder, recorded, repeat_command, shell_word};
pub use emission::{Emission, Prefix};
pub use extra::{Extra, Wiring};
pub use formal::{FormalRules, HANDSHAKE};
pub use hardware::{Hardware, flat};
pub use lanesmith_rtl::{ConfigError, DesignError};
pub use language::{Language, OperandStyle, OperandValues};
pub use mutation::{Mutation, MutationPlan, ProofResult, Proved, Score};
pub use options::{ConfigOption, OptionForm, OptionRow, OptionValues};
pub use programs::{ImageError, ImageFormat, Observer, Program, ProgramResult, Programs};
pub use proof_cache::ProofCache;
pub use run::{Job, Recording, Verdict, minimised, traffic};
pub use selection::{ModuleInfo, Selection, UnitEntry};
pub use trace::{Run, Trace, drive, load, tells_apart};
pub use unit::{Debuggable, Measurable, Mutable, Simulatable, Task, Unit};
pub use verilog_testbench::{Goals, VerilogTestbench, testbench_name};
pub use work::{RunOptions, RunReport, Work};

/// The digest of the sources of this package, on which the claims of units rest.
pub const SOURCE_DIGEST: &str = lanesmith_macros::source_digest!(".");
