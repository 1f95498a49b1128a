//! What is measured of the SIMD video ALU: golden's evaluators, and the engines on the ALU.

mod checked;
mod engines;
mod golden;
mod reference;

pub use reference::Reference;

use super::rtl::Config;
use super::testbench::{Case, RandomCases};
use super::unit::Video;
use crate::bench::{BenchError, Benchmark, ENGINES, Entry, Subject, agree};
use crate::sim::{Engine, EngineError};
use crate::unit::{Simulatable, Unit, flat};
use checked::{Checked, CheckedCopies};
use engines::Running;
use golden::{Prepared, VARIANTS};
use std::rc::Rc;

/// Vectors of the golden variants and cycles of the stimulus.
const CASES: usize = 4096;
/// Cycles in which the outputs of the engines are compared before anything is measured.
const COMPARED: usize = 1000;

/// Golden's evaluators, each with the results of those it is compared with, and all engines on the ALU at full throughput.
pub(super) fn benchmarks(config: &Config, seed: u64) -> Result<Vec<Benchmark>, BenchError> {
    let cases: Vec<Case> = RandomCases::new(*config, seed).take(CASES).collect();
    Ok(vec![
        evaluators(&cases, seed)?,
        engines(config, &cases)?,
        checked(config, seed)?,
    ])
}

fn evaluators(cases: &[Case], seed: u64) -> Result<Benchmark, BenchError> {
    let vectors = Rc::new(Prepared::new(cases));
    let mut subjects = vec![];
    for variant in &VARIANTS {
        let reference = &VARIANTS[variant.reference()];
        let (results, expected) = (variant.results(&vectors), reference.results(&vectors));
        agree(variant.name, &results, reference.name, &expected)?;
        subjects.push(Entry {
            name: variant.name,
            subject: Ok(variant.subject(vectors.clone())),
            reference: Some(variant.reference()),
        });
    }
    Ok(Benchmark {
        name: "golden",
        title: format!("Golden model, seed {seed}"),
        unit: "vectors/s",
        reference: "to concrete",
        subjects,
    })
}

fn engines(config: &Config, cases: &[Case]) -> Result<Benchmark, BenchError> {
    let stimulus = engines::stimulus(cases);
    let mut reference = None;
    let subjects = on_engines(config, |name, engine| {
        let mut engine = Running::new(engine, stimulus.clone());
        let outputs = engine.outputs(COMPARED);
        match &reference {
            None => reference = Some((name, outputs)),
            Some((other, expected)) => agree(name, &outputs, other, expected)?,
        }
        Ok(engine.subject())
    })?;
    Ok(Benchmark {
        name: "engines",
        title: format!("Engines on the video ALU of latency {}", config.latency),
        unit: "cycles/s",
        reference: "to verilator",
        subjects,
    })
}

/// The testbench with all its parts, on each engine, and one as it is written by hand.
fn checked(config: &Config, seed: u64) -> Result<Benchmark, BenchError> {
    let mut subjects = on_engines(config, |_, engine| {
        let mut checked = Checked::new(engine, *config, seed);
        checked.piece().map_err(BenchError::Failed)?;
        Ok(checked.subject())
    })?;
    let flat = flat(&Video::alu(*config).selection()).map_err(|error| BenchError::Failed(error.to_string()))?;
    let mut copies = CheckedCopies::new(&flat, *config, seed);
    copies.piece().map_err(BenchError::Failed)?;
    subjects.push(Entry {
        name: "256 copies",
        subject: Ok(copies.subject()),
        reference: None,
    });
    subjects.push(Entry {
        name: "C++ around verilator",
        subject: reference(config, seed)?,
        reference: None,
    });
    let last = subjects.len() - 1;
    subjects.iter_mut().for_each(|entry| entry.reference = Some(last));
    Ok(Benchmark {
        name: "checked",
        title: format!("Random instructions through the testbench, latency {}", config.latency),
        unit: "instructions/s",
        reference: "to C++",
        subjects,
    })
}

/// Its own results are checked too, before anything is measured.
fn reference(config: &Config, seed: u64) -> Result<Result<Subject, String>, BenchError> {
    let design = super::rtl::design(config).map_err(|error| BenchError::Failed(error.to_string()))?;
    match Reference::new(&design, config, seed) {
        Ok(reference) => match reference.piece() {
            Ok(_) => Ok(Ok(reference.subject())),
            Err(wrong) => Err(BenchError::Failed(format!(
                "C++ around verilator finds {wrong} wrong results"
            ))),
        },
        Err(EngineError::Unavailable(why)) => Ok(Err(why)),
        Err(EngineError::Failed(why)) => Err(BenchError::Failed(why)),
    }
}

/// A subject on each engine that there is; Verilator's is what they are compared with.
fn on_engines(
    config: &Config,
    mut make: impl FnMut(&'static str, Box<dyn Engine>) -> Result<Subject, BenchError>,
) -> Result<Vec<Entry>, BenchError> {
    let mut entries = vec![];
    for (name, kind, traced) in ENGINES {
        let subject = match Video::alu(*config).engine(kind, traced) {
            Ok(engine) => Ok(make(name, engine)?),
            Err(EngineError::Unavailable(why)) => Err(why),
            Err(EngineError::Failed(why)) => return Err(BenchError::Failed(why)),
        };
        entries.push(Entry {
            name,
            subject,
            reference: Some(ENGINES.len() - 1),
        });
    }
    Ok(entries)
}
