//! Units whose independent instructions go through a valid/ready handshake with a tag: a control word and three registers of
//! 32 bits go in, one comes out. A unit declares its hardware with the macro `unit!`, and implements [`PipelinedGolden`] and
//! [`Pipelined`]; the framework's traits follow from that.

mod bench;
mod case;
mod copies;
mod counterexample;
mod coverage;
mod golden;
mod hardware;
mod lane;
mod mutate;
mod run;
mod scoreboard;
mod stimulus;
mod style;
mod text;
mod unit;
pub mod vectors;
mod view;
mod work;

pub use case::{Case, IgnoredBits, Judged, Noise, PASS};
pub use copies::{COPIES, RandomCopies, copy_seed};
pub use coverage::{CoverageWalk, Noted};
pub use golden::{PipelinedGolden, evaluate_all};
pub use golden::{claims, protocol, transfer};
pub use hardware::PipelinedHardware;
pub use lane::{ExecutionLane, lane};
pub use run::run;
pub use scoreboard::{CaseSource, Independent, Next, Pending, PipelinedScoreboard, WrongResult};
pub use stimulus::{CaseColumns, CaseStream, Drawn, PipelinedStimulus, steady};
pub use style::{CaseStyle, entry};
pub use text::{ParsedInstruction, explain, instruction, text, words};
pub use view::{ENABLE, HANDSHAKE, NamedField, PortNames, WaveSignals, helper_values, helpers, view};

use super::{ControlField, Selection};
use crate::vectors::{Table, VectorFileKind};
use lanesmith_sim::Engine;
use lanesmith_sim::cover::CrossHits;
use lanesmith_sim::testbench::{Bench, StreamNames, TrafficSettings};
use lanesmith_text::InstructionText;

/// The streams of the ports.
const INPUT: StreamNames = ("in_", &["control", "a", "b", "c", "tag"]);
const OUTPUT: StreamNames = ("out_", &["d", "tag"]);
/// Cycles of reset before a run.
pub const RESET: u32 = 2;

/// A pipelined unit: its instructions, its stimulus and its coverage. Items with a default are optional.
pub trait Pipelined: PipelinedGolden + PipelinedHardware {
    /// Its instructions.
    type Instruction: InstructionText;
    /// The bins of its crosses that were hit, in the order of the crosses.
    type Hits: CrossHits;
    /// The fields of its control words.
    const FIELDS: &'static [ControlField];
    /// The kind of its vector files: an instruction's text, `a`, `b`, `c`, `d`.
    const KIND: &'static VectorFileKind;
    /// The signals that the testbench adds to waves; as a rule the instruction, whose control word then is short.
    const SIGNALS: WaveSignals = WaveSignals {
        fields: view::mnemonic::<Self>,
        steps: &[],
        values: |_| vec![],
    };

    /// The control word of an instruction, which does not contain the operands.
    fn encode(instruction: &Self::Instruction) -> u64;
    /// The instruction that hardware executes for a control word, on the usual registers. Error: why there is none.
    fn decode(control: u64) -> Result<Self::Instruction, String>;
    /// How the result comes about, in several lines.
    fn explain(case: &Case) -> String;
    /// The vectors that come with this crate.
    fn own_vectors(&self) -> Table;

    /// The random cases of `seed`.
    fn random(&self, seed: u64) -> Box<dyn CaseStream>;
    /// Cases without end that walk the bins of its crosses; as a rule random ones.
    fn walk(&self, seed: u64) -> Box<dyn Iterator<Item = Case>> {
        Box::new(self.random(seed))
    }
    /// Records the bins that a correct result hits.
    fn note(case: &Case, hits: &mut Self::Hits);

    /// The changes of the configuration's options with which its hardware executes an instruction; none if it executes it already.
    fn remedies(&self, _: &Self::Instruction) -> Vec<&'static str> {
        vec![]
    }
    /// The bits of a control word that hardware of this configuration ignores, if it ignores any.
    fn ignored_bits(&self) -> Option<IgnoredBits> {
        None
    }
    /// The difference between a case's right result and the hardware's.
    fn difference(case: &Case, got: u32) -> String {
        format!("expected {:#010x}, got {got:#010x}", case.result::<Self>())
    }
}

/// The entry in the table of units, and the values of its options.
fn selected<P: PipelinedHardware>(unit: &P) -> Selection {
    Selection::new(P::ENTRY, unit.values())
}

/// Whether hardware of this configuration executes a case, whose control word may be any.
fn executes<P: Pipelined>(unit: &P, case: &Case) -> bool {
    instruction::<P>(case).is_ok_and(|instruction| unit.remedies(&instruction).is_empty())
}

/// Cycles from operands to result.
pub fn latency(unit: &impl PipelinedHardware) -> u32 {
    selected(unit).latency().expect("every pipelined unit has a latency")
}

/// Driver and monitor on the ports.
pub fn bench(engine: Box<dyn Engine>, settings: TrafficSettings) -> Bench {
    Bench::new(engine, INPUT, OUTPUT, settings)
}
