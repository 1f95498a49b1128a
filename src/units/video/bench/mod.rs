//! Benchmarks of the SIMD video ALU besides those of every pipelined unit: the golden model on instructions of one kind, and a
//! testbench in C++.

mod golden;
mod reference;

pub use reference::Reference;

use super::rtl::{self, VideoConfig};
use crate::bench::{BenchError, Benchmark, BenchmarkSubject, Entry, agree};
use crate::sim::EngineError;
use crate::unit::pipelined::Case;
use golden::{PreparedVectors, VARIANTS};
use std::rc::Rc;

/// The golden model's evaluators. Each must give the same results as its reference.
pub(super) fn evaluators(cases: &[Case], seed: u64) -> Result<Benchmark, BenchError> {
    let vectors = Rc::new(PreparedVectors::new(cases));
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

/// The testbench in C++. Its own results are checked too, before anything is measured.
pub(super) fn reference(config: &VideoConfig, seed: u64) -> Result<Entry, BenchError> {
    let design = rtl::design(config).map_err(|error| BenchError::Failed(error.to_string()))?;
    let subject: Result<BenchmarkSubject, String> = match Reference::new(&design, config, seed) {
        Ok(reference) => match reference.piece() {
            Ok(_) => Ok(reference.subject()),
            Err(wrong) => {
                return Err(BenchError::Failed(format!(
                    "C++ around verilator finds {wrong} wrong results"
                )));
            }
        },
        Err(EngineError::Unavailable(why)) => Err(why),
        Err(EngineError::Failed(why)) => return Err(BenchError::Failed(why)),
    };
    Ok(Entry {
        name: "C++ around verilator",
        subject,
        reference: None,
    })
}
