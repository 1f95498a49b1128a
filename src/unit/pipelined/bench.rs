//! The benchmarks of a unit: both evaluators of the golden model, the engines alone, and the testbench on them.

use super::case::{Case, Judged, PASS};
use super::copies::{COPIES, RandomCopies};
use super::scoreboard::{Independent, PipelinedScoreboard};
use super::{CaseStream, INPUT, OUTPUT, Pipelined, bench, evaluate_all, latency};
use crate::bench::{BenchError, Benchmark, BenchmarkSubject, Entry, agree, on_engines};
use crate::{Measurable, Simulatable, Unit, flat, traffic};
use lanesmith_netlist::Flat;
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{Bench, FaultyCopy, Profile};
use std::hint::black_box;
use std::rc::Rc;

const _: () = assert!(COPIES == 256, "the name of what is measured");

/// Cases of golden's benchmark, and cycles of the engines' stimulus.
const CASES: usize = 4096;
/// Cycles in which the outputs of the engines are compared before anything is measured.
const COMPARED: usize = 1000;
/// Cycles of an engine, and instructions of a testbench, per piece of work.
const CYCLES: u64 = 256;
const INSTRUCTIONS: usize = 1024;

impl<P: Pipelined> Measurable for P {
    /// Golden's evaluators, all engines at full throughput, and random instructions through the testbench.
    fn benchmarks(&self, seed: u64) -> Result<Vec<Benchmark>, BenchError> {
        let cases: Vec<Case> = self.random(seed).take(CASES).collect();
        Ok(vec![
            golden(self, &cases, seed)?,
            engines(self, &cases)?,
            checked(self, seed)?,
        ])
    }
}

/// Computes the results of cases.
type Evaluate = Box<dyn Fn(&[Case]) -> Vec<u32>>;

/// Golden one at a time and many at a time.
fn golden<P: Pipelined>(unit: &P, cases: &[Case], seed: u64) -> Result<Benchmark, BenchError> {
    let (unit, cases): (P, Rc<[Case]>) = (*unit, cases.into());
    let one_by_one = |cases: &[Case]| cases.iter().map(P::evaluate).collect::<Vec<_>>();
    agree("sliced", &evaluate_all(&unit, &cases), "concrete", &one_by_one(&cases))?;
    let entry = |name, piece: usize, evaluate: Evaluate| {
        let (cases, mut next) = (cases.clone(), 0);
        let measured = move || {
            let chunk = next * piece..(next + 1) * piece;
            next = (next + 1) % (cases.len() / piece);
            black_box(evaluate(black_box(&cases[chunk])));
            piece as u64
        };
        Entry {
            name,
            subject: Ok(BenchmarkSubject::new(measured)),
            reference: Some(0),
        }
    };
    Ok(Benchmark {
        name: "golden",
        title: format!("Golden model, seed {seed}"),
        unit: "vectors/s",
        reference: "to concrete",
        subjects: vec![
            entry("concrete", 256, Box::new(one_by_one)),
            entry("sliced", PASS, Box::new(move |cases| evaluate_all(&unit, cases))),
        ],
    })
}

/// An engine in the middle of a stimulus: in every cycle an instruction that the unit takes, and a result that is taken from it.
struct BenchedUnit {
    engine: Box<dyn Engine>,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    stimulus: Rc<[[u64; 5]]>,
    place: usize,
}

impl BenchedUnit {
    /// Resets the engine.
    fn new(mut engine: Box<dyn Engine>, unit: &impl Pipelined, stimulus: Rc<[[u64; 5]]>) -> Self {
        let set = |engine: &mut Box<dyn Engine>, name: &str, value| engine.set(engine.port(name), value);
        set(&mut engine, "out_ready", 1);
        let (port, active) = match unit.reset().active_low {
            true => ("reset_n", 0),
            false => ("reset", 1),
        };
        for level in [active, 1 - active] {
            set(&mut engine, port, level);
            engine.settle();
            engine.tick();
        }
        set(&mut engine, "in_valid", 1);
        let find = |(prefix, names): (&str, &[&str])| {
            let ports = names.iter().map(|name| engine.port(&format!("{prefix}{name}")));
            ports.collect()
        };
        BenchedUnit {
            inputs: find(INPUT),
            outputs: find(OUTPUT),
            stimulus,
            place: 0,
            engine,
        }
    }

    fn cycle(&mut self) -> [u64; 2] {
        let values = &self.stimulus[self.place];
        self.place = (self.place + 1) % self.stimulus.len();
        for (port, value) in self.inputs.iter().zip(values) {
            self.engine.set(*port, *value);
        }
        self.engine.settle();
        let outputs = [0, 1].map(|i| self.engine.get(self.outputs[i]));
        self.engine.tick();
        outputs
    }
}

fn engines<P: Pipelined>(unit: &P, cases: &[Case]) -> Result<Benchmark, BenchError> {
    let cycle = |(case, tag): (&Case, u64)| {
        let [a, b, c] = case.operands.map(u64::from);
        [case.control, a, b, c, tag & 0xff]
    };
    let stimulus: Rc<[[u64; 5]]> = cases.iter().zip(0..).map(cycle).collect();
    let mut reference = None;
    let subjects = on_engines(
        |kind, traced| unit.engine(kind, traced),
        |name, _, engine| {
            let mut running = BenchedUnit::new(engine, unit, stimulus.clone());
            let outputs: Vec<[u64; 2]> = (0..COMPARED).map(|_| running.cycle()).collect();
            match &reference {
                None => reference = Some((name, outputs)),
                Some((other, expected)) => agree(name, &outputs, other, expected)?,
            }
            Ok(BenchmarkSubject::new(move || {
                for _ in 0..CYCLES {
                    black_box(running.cycle());
                }
                CYCLES
            }))
        },
    )?;
    Ok(Benchmark {
        name: "engines",
        title: format!("Engines on {} of latency {}", unit.top(), latency(unit)),
        unit: "cycles/s",
        reference: "to verilator",
        subjects,
    })
}

/// A testbench with its hardware and its stimulus.
struct Checked<P: Pipelined> {
    unit: P,
    seed: u64,
    bench: Bench,
    cases: Judged<P, Box<dyn CaseStream>>,
}

impl<P: Pipelined> Checked<P> {
    /// Works through a piece. Errors: the fault that was found.
    fn piece(&mut self) -> Result<u64, String> {
        let mut source = Independent(self.cases.by_ref().take(INSTRUCTIONS));
        let mut scoreboard = PipelinedScoreboard::new(self.unit, &mut source, self.seed);
        let reset = self.bench.reset(&mut scoreboard, 1);
        let ran = reset.and_then(|()| self.bench.run(&mut scoreboard, None));
        ran.map(|summary| summary.retired).map_err(|fault| fault.to_string())
    }
}

/// Works through a piece on every copy: as many instructions as are worth drawing the copies' state up. Errors: the fault that was
/// found.
fn piece_of_copies(copies: &mut RandomCopies<impl Pipelined>) -> Result<u64, String> {
    let ran = copies.run(|_| 4 * INSTRUCTIONS as u64, |_| {});
    let ran = ran.map_err(|FaultyCopy(copy)| format!("copy {copy} goes wrong"))?;
    Ok(ran.iter().map(|summary| summary.retired).sum())
}

/// Random instructions, drawn, offered under gaps and stalls, every result compared with golden's: on each engine and on copies. A
/// fault counts as no work done.
fn checked<P: Pipelined>(unit: &P, seed: u64) -> Result<Benchmark, BenchError> {
    let mut subjects = on_engines(
        |kind, traced| unit.engine(kind, traced),
        |_, _, engine| {
            let mut checked = Checked {
                unit: *unit,
                seed,
                bench: bench(engine, traffic(Profile::Rare, seed)),
                cases: Judged::new(*unit, unit.random(seed)),
            };
            checked.piece().map_err(BenchError::Failed)?;
            Ok(BenchmarkSubject::new(move || checked.piece().unwrap_or(0)))
        },
    )?;
    let flat: Flat = flat(&unit.selection()).map_err(|error| BenchError::Failed(error.to_string()))?;
    let mut copies = RandomCopies::new(&flat, *unit, traffic(Profile::Rare, seed));
    piece_of_copies(&mut copies).map_err(BenchError::Failed)?;
    let measured = BenchmarkSubject::new(move || piece_of_copies(&mut copies).unwrap_or(0));
    subjects.push(Entry::beside_engines("256 copies", Ok(measured)));
    Ok(Benchmark {
        name: "checked",
        title: format!("Random instructions through the testbench, latency {}", latency(unit)),
        unit: "instructions/s",
        reference: "to verilator",
        subjects,
    })
}
