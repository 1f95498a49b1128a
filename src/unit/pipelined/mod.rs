//! Units whose independent instructions go through a valid/ready handshake with a tag: a control word and three registers of
//! 32 bits go in, one comes out. A unit implements [`Pipelined`]; the framework's traits follow from that.

mod bench;
mod case;
mod copies;
mod counterexample;
mod coverage;
mod entry;
mod golden;
mod lane;
mod mutate;
mod run;
mod scoreboard;
mod stimulus;
mod unit;
pub mod vectors;
mod view;
mod work;

pub use case::{Case, CaseColumns, IgnoredBits, Judged, Noise, PASS};
pub use copies::{COPIES, RandomCopies, copy_seed};
pub use coverage::{CoverageWalk, Drawn, Noted};
pub(crate) use entry::handshake_rules;
pub use lane::{ExecutionLane, lane};
pub use run::{PipelinedJob, PipelinedRun, run};
pub use scoreboard::{CaseSource, Independent, Next, Pending, PipelinedScoreboard, WrongResult};
pub use stimulus::{PipelinedStimulus, steady};
pub(crate) use unit::provable;
pub use view::NamedField;
pub use work::{Worker, explain};

use super::{ConfigError, OptionValues, Selection};
use crate::algebra::{Algebra, Concrete};
use crate::bench::{BenchError, Benchmark, Entry};
use crate::files;
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, HandshakeProtocol, Provable};
use crate::rtl::Top;
use crate::sim::Engine;
use crate::sim::cover::BinSet;
use crate::sim::testbench::{Bench, StreamNames, TrafficSettings};
use crate::sim::wave::{Helper, View};
use crate::text::diagnostic::Diagnostic;
use crate::vectors::{Table, VectorFileKind};
use std::fmt;
use std::sync::Arc;

/// The streams of the ports.
const INPUT: StreamNames = ("in_", &["control", "a", "b", "c", "tag"]);
const OUTPUT: StreamNames = ("out_", &["d", "tag"]);
/// Cycles of reset before a run.
pub const RESET: u32 = 2;

/// An instruction as its text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedInstruction {
    /// The control word.
    pub control: u64,
    /// The operands `a`, `b`, `c` that are numbers in the text.
    pub numbers: [Option<u32>; 3],
    /// The operands `a`, `b`, `c` as they are written.
    pub sources: [String; 3],
    /// The text, where the control word does not say all of it.
    pub text: Option<Arc<String>>,
}

/// A pipelined unit. The methods of the first part have no defaults; those of the second part are optional.
pub trait Pipelined: Provable + Copy + fmt::Debug + Send + Sync + 'static {
    /// Bits of the control word.
    const CONTROL: u32;
    /// The kind of its vector files: an instruction's text, `a`, `b`, `c`, `d`.
    const KIND: &'static VectorFileKind;
    /// The bins of its crosses that were hit, in the order of the crosses.
    type Hits: Default + Into<Vec<BinSet>>;
    /// Random cases without end.
    type Random: Iterator<Item = Case> + Clone + 'static;

    /// The digests of the sources on which golden model and claims rest.
    fn sources() -> Vec<(&'static str, &'static str)>;
    /// The unit with handshake in the configuration of these options.
    fn of_values(values: &OptionValues) -> Self;
    /// The entry in the table of units, and the values of its choices.
    fn selected(&self) -> Selection;
    /// Cycles from operands to result.
    fn latency(&self) -> u32;
    /// The hardware as a block of rust-hdl. Errors: a configuration out of range.
    fn block(&self) -> Result<Box<dyn Top>, ConfigError>;
    /// The hardware as a netlist. Errors: a configuration out of range, hardware that the lowering refuses.
    fn netlist(&self) -> Result<Design, String>;

    /// Golden: `d` for a control word and the registers `a`, `b` and `c`, all unsigned numbers.
    fn execute<A: Algebra>(control: &A::Int, registers: [&A::Int; 3]) -> A::Int;

    /// An instruction from its text.
    fn read(text: &str) -> Result<ParsedInstruction, Diagnostic>;
    /// The text of a case's instruction.
    fn write(case: &Case) -> String;
    /// How the result comes about, in several lines.
    fn explain(case: &Case) -> String;
    /// The vectors that come with this crate.
    fn own_vectors(&self) -> Table;

    /// The random cases of `seed`.
    fn random(&self, seed: u64) -> Self::Random;
    /// The same for another seed.
    fn reseeded(random: &Self::Random, seed: u64) -> Self::Random;
    /// The streams of these seeds side by side.
    fn random_columns(random: &Self::Random, seeds: &[u64]) -> Box<dyn CaseColumns> {
        let streams = seeds.iter().map(|seed| Self::reseeded(random, *seed));
        Box::new(case::EachStream(streams.collect()))
    }
    /// Cases without end that walk the bins of its crosses.
    fn walk(&self, seed: u64) -> Box<dyn Iterator<Item = Case>>;
    /// Records the bins that a correct result hits, for each of the entry's crosses.
    fn note(case: &Case, hits: &mut Self::Hits);

    /// Golden's result.
    fn evaluate(case: &Case) -> u32 {
        let [a, b, c] = case.operands.map(i64::from);
        Self::execute::<Concrete>(&(case.control as i64), [&a, &b, &c]) as u32
    }
    /// Golden's results, many at a time.
    fn evaluate_all(&self, cases: &[Case]) -> Vec<u32> {
        self.evaluate_each(cases, |case| case.control, |case| case.operands)
    }
    /// The same for items that have a control word and operands.
    fn evaluate_each<T>(
        &self,
        items: &[T],
        control: impl Fn(&T) -> u64,
        operands: impl Fn(&T) -> [u32; 3],
    ) -> Vec<u32> {
        golden::evaluate_each::<Self, T>(items, control, operands)
    }
    /// The operands `a`, `b`, `c` for the values in these columns of a vector file, which are the sources in the text.
    fn operands(_: &ParsedInstruction, columns: [u32; 3]) -> [u32; 3] {
        columns
    }
    /// The columns of a vector file for a case; [`operands`](Self::operands) gives its operands back.
    fn columns(case: &Case) -> [u32; 3] {
        case.operands
    }
    /// Whether hardware of this configuration executes a case, whose control word may be any.
    fn executes(&self, _: &Case) -> bool {
        true
    }
    /// The bits of a control word that hardware of this configuration ignores, if it ignores any.
    fn ignored_bits(&self) -> Option<IgnoredBits> {
        None
    }
    /// The style of its reset.
    fn reset_style(&self) -> ResetStyle {
        ResetStyle::default()
    }
    /// All claims.
    fn all_claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Vec<Deferred<'a>> {
        let handshake = HandshakeProtocol {
            machine,
            latency: self.latency(),
            reset: self.reset_style(),
            control: Self::CONTROL,
        };
        let transfer = Deferred::new("transfer of any instruction", move || {
            golden::transfer::<Self>(&handshake)
        });
        [transfer].into_iter().chain(handshake.claims()).collect()
    }
    /// Notes the traffic of a run without a fault.
    fn note_traffic(_: &TrafficSettings, _: &mut Self::Hits) {}
    /// The difference between a case's right result and the hardware's.
    fn difference(case: &Case, got: u32) -> String {
        format!("expected {:#010x}, got {got:#010x}", case.result::<Self>())
    }
    /// The description of a wrong result, in several lines.
    fn describe_wrong(&self, wrong: &WrongResult) -> String {
        let Pending { case, tag, accepted } = &wrong.pending;
        let (explained, difference) = (Self::explain(case), Self::difference(case, wrong.got));
        format!("accepted in cycle {accepted}, tag {tag}\n{explained}\n{difference}")
    }
    /// Whether it has the handshake; else [`drive`](Self::drive) is its own, and it takes neither programs nor resets in traffic.
    fn has_handshake(&self) -> bool {
        true
    }
    /// Runs all of `source` through `engine`, or as far as the first fault. An error is about writing the waves.
    fn drive(
        &self,
        engine: Box<dyn Engine>,
        job: &PipelinedJob<Self>,
        source: &mut dyn CaseSource,
    ) -> Result<PipelinedRun, files::FileError> {
        run(engine, job, source)
    }
    /// The parts of an instruction that waves show by name, the operation first; for units with signals and a view of their own none.
    fn named_fields() -> Vec<NamedField> {
        vec![]
    }
    /// Names and widths of intermediate results, which waves show beside the result.
    const STEPS: &'static [(&'static str, u32)] = &[];
    /// The values of [`STEPS`](Self::STEPS) for a case.
    fn steps(_: &Case) -> Vec<u64> {
        vec![]
    }
    /// The signals that the testbench adds to waves.
    fn helpers() -> Vec<Helper> {
        view::helpers::<Self>()
    }
    /// Appends the values of [`helpers`](Self::helpers) in this cycle; `answered` is the case whose result is due next.
    fn helper_values(&self, answered: Option<&Case>, engine: &dyn Engine, values: &mut Vec<u64>) {
        view::helper_values::<Self>(answered, engine, values);
    }
    /// The view of waves for the top module and ports of `engine`.
    fn view(&self, engine: &dyn Engine) -> View {
        view::view::<Self>(engine)
    }
    /// The benchmark of the golden model on these cases.
    fn golden_benchmark(&self, cases: &[Case], seed: u64) -> Result<Benchmark, BenchError> {
        bench::golden::<Self>(self, cases, seed)
    }
    /// The reference for ratios of the testbench's benchmark.
    const REFERENCE: &'static str = "to verilator";
    /// A testbench that is not lanesmith's, with which random instructions through ours are compared.
    fn reference(&self, _seed: u64) -> Result<Option<Entry>, BenchError> {
        Ok(None)
    }
}

/// Driver and monitor on the ports.
pub fn bench(engine: Box<dyn Engine>, settings: TrafficSettings) -> Bench {
    Bench::new(engine, INPUT, OUTPUT, settings)
}
