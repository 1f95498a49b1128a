//! What is measured: golden's two forms, and the engines under the testbench.

use super::scoreboard::Results;
use super::stimulus::{Stimulus, bench, random};
use super::{Case, Pipelined};
use crate::bench::{BenchError, Benchmark, ENGINES, Entry, Subject, agree};
use crate::sim::EngineError;
use crate::unit::Simulatable;
use std::hint::black_box;
use std::rc::Rc;

/// Cases that are measured in turn.
const CASES: usize = 4096;

/// Golden one at a time and many at a time; every engine with each result compared.
pub(super) fn benchmarks<P: Pipelined>(unit: &P, seed: u64) -> Result<Vec<Benchmark>, BenchError> {
    let cases: Rc<[Case]> = random::<P>(seed).take(CASES).collect();
    let one_by_one = |cases: &[Case]| cases.iter().map(P::evaluate).collect::<Vec<_>>();
    agree("sliced", &P::evaluate_all(&cases), "concrete", &one_by_one(&cases))?;
    let golden = |name, evaluate: fn(&[Case]) -> Vec<u32>| {
        let cases = cases.clone();
        let piece = move || {
            black_box(evaluate(&cases));
            CASES as u64
        };
        Entry {
            name,
            subject: Ok(Subject::new(piece)),
            reference: Some(0),
        }
    };
    let mut engines = vec![];
    for (name, kind, traced) in ENGINES {
        let subject = match unit.engine(kind, traced) {
            Ok(engine) => {
                let mut bench = bench(engine, Stimulus::<P>::steady(vec![]).settings);
                let cases = cases.clone();
                Ok(Subject::new(move || {
                    let mut scoreboard = Results::<P>::new(&cases, &|_| ());
                    let run = bench
                        .reset(&mut scoreboard, 2)
                        .and_then(|()| bench.run(&mut scoreboard, None));
                    black_box(run).map_or(0, |summary| summary.retired)
                }))
            }
            Err(EngineError::Unavailable(why)) => Err(why),
            Err(EngineError::Failed(why)) => return Err(BenchError::Failed(why)),
        };
        let reference = Some(ENGINES.len() - 1);
        engines.push(Entry {
            name,
            subject,
            reference,
        });
    }
    Ok(vec![
        Benchmark {
            name: "golden",
            title: format!("Golden model, seed {seed}"),
            unit: "vectors/s",
            reference: "to concrete",
            subjects: vec![
                golden("concrete", |cases| cases.iter().map(P::evaluate).collect()),
                golden("sliced", P::evaluate_all),
            ],
        },
        Benchmark {
            name: "engines",
            title: format!(
                "Engines on {}, every result compared",
                Pipelined::selection(unit).name()
            ),
            unit: "instructions/s",
            reference: "to verilator",
            subjects: engines,
        },
    ])
}
