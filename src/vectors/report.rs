//! The outcome of a check.

use std::collections::BTreeMap;
use std::fmt;

/// A row that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The row's index in its table.
    pub row: usize,
    /// What is wrong, in words.
    pub text: String,
}

/// Counts, the first mismatches in words, and what was skipped and why.
#[derive(Clone, Debug, Default)]
pub struct Report {
    passed: usize,
    failed: usize,
    mismatches: Vec<Mismatch>,
    skipped: BTreeMap<String, usize>,
    shown: usize,
}

impl Report {
    /// An empty report that keeps the first `shown` mismatches.
    pub fn new(shown: usize) -> Self {
        Report {
            shown,
            ..Report::default()
        }
    }

    /// Counts a row that is as it should be.
    pub fn pass(&mut self) {
        self.passed += 1;
    }

    /// Counts a row that is not; `explain` is asked only for the first ones.
    pub fn fail(&mut self, row: usize, explain: impl FnOnce() -> String) {
        self.failed += 1;
        if self.mismatches.len() < self.shown {
            self.mismatches.push(Mismatch { row, text: explain() });
        }
    }

    /// Counts `rows` that were not checked.
    pub fn skip(&mut self, rows: usize, why: impl Into<String>) {
        *self.skipped.entry(why.into()).or_default() += rows;
    }

    /// The first mismatches.
    pub fn mismatches(&self) -> &[Mismatch] {
        &self.mismatches
    }

    /// The reasons for skipping, each with the number of its rows.
    pub fn skipped(&self) -> impl Iterator<Item = (&str, usize)> {
        self.skipped.iter().map(|(why, rows)| (why.as_str(), *rows))
    }

    /// Rows that were as they should be.
    pub fn passed(&self) -> usize {
        self.passed
    }

    /// Rows that were not.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// Adds another report's counts and reasons to this one.
    pub fn absorb(&mut self, other: Report) {
        self.passed += other.passed;
        self.failed += other.failed;
        for (why, rows) in other.skipped {
            self.skip(rows, why);
        }
    }
}

impl fmt::Display for Report {
    /// `N passed, M failed`, and `, K skipped` where something was skipped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        match self.skipped.values().sum::<usize>() {
            0 => Ok(()),
            rows => write!(f, ", {rows} skipped"),
        }
    }
}
