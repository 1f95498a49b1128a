//! Everything that reads what people write, on input that nobody would write. `CONTRIBUTING.md` says how to run it
//! longer.
//!
//! Each target takes well-formed input made from the tables, and the files of `testbench/corpus/TARGET/` with random
//! edits. Its property holds for every input: no panic, errors at a place of the input, and a meaning that survives
//! being printed.

mod binary;
mod brew;
mod corpus;
mod found;
mod long;
mod ptx;
mod vectors;

use crate::settings::first_seed;
use lanesmith::text::diagnostic::Diagnostic;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::fmt::Debug;

/// Checks `property` on `cases` inputs, or `PROPTEST_CASES`, and shrinks one that breaks it.
fn fuzz<T: Debug>(cases: u32, inputs: impl Strategy<Value = T>, property: impl Fn(T)) {
    let given = Config::default();
    let seed = match given.rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => first_seed(),
    };
    let config = Config {
        cases: if std::env::var_os("PROPTEST_CASES").is_some() {
            given.cases
        } else {
            cases
        },
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        // Slow input makes for slow shrinking.
        max_shrink_time: 20_000,
        ..given
    };
    println!("LANESMITH_SEED={seed}, {} cases", config.cases);
    let outcome = TestRunner::new(config).run(&inputs, |input| {
        property(input);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("LANESMITH_SEED={seed}: {failure}"));
}

/// An error is about a place of its text, and can be drawn.
fn check_diagnostic(diagnostic: &Diagnostic, source: &str) {
    assert!(source.get(diagnostic.span.clone()).is_some(), "{diagnostic:?}");
    assert!(
        !diagnostic.message.is_empty() && !diagnostic.expected.is_empty(),
        "{diagnostic:?}"
    );
    let (line, column) = diagnostic.position(source);
    assert!(
        line <= source.matches('\n').count() + 1 && column >= 1,
        "{diagnostic:?}"
    );
    let drawn = diagnostic.render("fuzz", source, false);
    assert!(drawn.starts_with("error: ") && drawn.contains("fuzz:"), "{drawn}");
}
