//! Units behind a valid/ready handshake with tag, whose instructions do not depend on each other: a control word and three
//! registers of 32 bits go in, one comes out. What such a unit says by [`Pipelined`] is all that the framework asks.

mod bench;
mod mutate;
mod scoreboard;
mod stimulus;
mod unit;
pub mod vectors;

use super::{OperandValues, Refusal, Selection};
use crate::algebra::{Algebra, Bitwise, Concrete, Edge, Graph, Int, Program, pack_each, unpack};
use crate::netlist::Design;
use crate::prove::unroll::Unrolling;
use crate::prove::{Handshake, Obligation};
use crate::rtl::Top;
use crate::sim::cover::BinSet;
use crate::sim::testbench::Random;
use crate::text::diagnostic::Diagnostic;
use crate::unit::ConfigError;
use crate::vectors::{Kind, Table};

/// Ports of the two streams without their prefixes `in_` and `out_`.
const INPUTS: [&str; 5] = ["control", "a", "b", "c", "tag"];
const OUTPUTS: [&str; 2] = ["d", "tag"];

/// An instruction with its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The control word.
    pub control: u64,
    /// The registers `a`, `b`, `c`.
    pub operands: [u32; 3],
    /// The result that somebody else vouches for; golden's where absent.
    pub expected: Option<u32>,
}

/// An instruction as its text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The control word.
    pub control: u64,
    /// The operands `a`, `b`, `c` that are numbers in the text.
    pub written: [Option<u32>; 3],
    /// The operands `a`, `b`, `c` as they are written.
    pub sources: [String; 3],
}

/// What a unit says.
pub trait Pipelined: Copy + Send + Sync + 'static {
    /// Bits of the control word.
    const CONTROL: u32;
    /// The sources of golden, as prefixes of paths below `src/`.
    const GOLDEN: &'static [&'static str];
    /// The kind of its vector files: an instruction's text, `a`, `b`, `c`, `d`.
    const KIND: &'static Kind;

    /// The row and the values that it is.
    fn selection(&self) -> Selection;
    /// Cycles from operands to result.
    fn latency(&self) -> u32;
    /// The hardware as a block of rust-hdl. Errors: a configuration out of range.
    fn block(&self) -> Result<Box<dyn Top>, ConfigError>;
    /// The hardware as a netlist. Errors: a configuration out of range, hardware that the lowering refuses.
    fn netlist(&self) -> Result<Design, String>;

    /// `d` for a control word and the registers `a`, `b` and `c`, all unsigned numbers: golden.
    fn execute<A: Algebra>(control: &A::Int, registers: [&A::Int; 3]) -> A::Int;

    /// An instruction from its text.
    fn read(text: &str) -> Result<Read, Diagnostic>;
    /// The text of a control word.
    fn write(control: u64) -> String;
    /// How the result comes about, in several lines.
    fn explain(case: &Case) -> String;
    /// The vectors that come with this crate.
    fn bundled() -> Table;

    /// A random case.
    fn draw(random: &mut Random) -> Case;
    /// A case that hits this bin of the first cross.
    fn aim(bin: usize, random: &mut Random) -> Case;
    /// Notes what a right result hits, for each of the row's crosses.
    fn note(case: &Case, hits: &mut [BinSet]);

    /// Golden's result.
    fn evaluate(case: &Case) -> u32 {
        let [a, b, c] = case.operands.map(i64::from);
        Self::execute::<Concrete>(&(case.control as i64), [&a, &b, &c]) as u32
    }

    /// Golden's results, many at a time.
    fn evaluate_all(cases: &[Case]) -> Vec<u32> {
        let graph = Graph::new();
        let (_, d) = golden::<Self>(&graph);
        let program = Program::new(&graph, &d);
        let mut slots = Program::room::<WORDS>(0);
        let pass = |pass: &[Case]| {
            let d = program.run::<WORDS>(&mut slots, |inputs| {
                let (control, registers) = inputs.split_at_mut(Self::CONTROL as usize);
                pack_each(pass, |case| case.control, control);
                for (i, planes) in registers.chunks_exact_mut(32).enumerate() {
                    pack_each(pass, |case| case.operands[i].into(), planes);
                }
            });
            unpack(&d, pass.len())
        };
        cases.chunks(64 * WORDS).flat_map(pass).map(|d| d as u32).collect()
    }
}

/// How the result of an instruction's text comes about.
pub fn explain<P: Pipelined>(text: &str, given: &OperandValues) -> Result<String, Refusal> {
    let read = P::read(text).map_err(|diagnostic| Refusal::from((text, &diagnostic)))?;
    let texts = read.sources.each_ref().map(String::as_str);
    Ok(P::explain(&Case {
        control: read.control,
        operands: given.resolve(texts, read.written)?,
        expected: None,
    }))
}

/// 64-bit words of a bit-plane.
const WORDS: usize = 32;

/// The inputs' bits, the control word's before those of `a`, `b` and `c`, and those of golden's result.
fn golden<P: Pipelined>(graph: &Graph) -> ([Vec<Edge>; 4], Vec<Edge>) {
    let words = [P::CONTROL, 32, 32, 32].map(|bits| graph.inputs(bits));
    let [control, a, b, c] = words.clone().map(Int::unsigned);
    let d = P::execute::<Bitwise<Edge>>(&control, [&a, &b, &c]);
    (words, d.low(32))
}

/// Golden's result of any instruction comes out of the hardware after its latency, from any state.
fn transfer<P: Pipelined>(handshake: &Handshake) -> Obligation {
    let graph = Graph::new();
    let (words, d) = golden::<P>(&graph);
    let mut obligation = Obligation::new("", &graph);
    let names = ["control", "a", "b", "c"];
    for (name, word) in names.iter().zip(&words) {
        obligation.name_word(name, word);
    }
    let first = names.map(|name| format!("in_{name}")).into_iter().zip(words).collect();
    let mut run = Unrolling::new(handshake.machine, &graph);
    let last = handshake.last(&mut run, first);
    obligation.equal(&d, &last["out_d"]);
    run.name(&mut obligation);
    obligation
}
