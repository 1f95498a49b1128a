//! The outcome of a check.

use std::collections::BTreeMap;
use std::fmt;

/// A row that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowMismatch {
    /// The row's index in its table.
    pub row: usize,
    /// Description of the mismatch.
    pub text: String,
}

/// Counts of a check, descriptions of the first mismatches, and reasons for skipping.
#[derive(Clone, Debug, Default)]
pub struct VectorReport {
    passed: usize,
    failed: usize,
    mismatches: Vec<RowMismatch>,
    skipped: BTreeMap<String, usize>,
    shown: usize,
}

impl VectorReport {
    /// An empty report that keeps the first `shown` mismatches.
    pub fn new(shown: usize) -> Self {
        VectorReport {
            shown,
            ..VectorReport::default()
        }
    }

    /// Counts a row that passed.
    pub fn pass(&mut self) {
        self.passed += 1;
    }

    /// Counts a row that failed; calls `explain` for the first ones only.
    pub fn fail(&mut self, row: usize, explain: impl FnOnce() -> String) {
        self.failed += 1;
        if self.mismatches.len() < self.shown {
            self.mismatches.push(RowMismatch { row, text: explain() });
        }
    }

    /// Counts `rows` that were not checked.
    pub fn skip(&mut self, rows: usize, why: impl Into<String>) {
        *self.skipped.entry(why.into()).or_default() += rows;
    }

    /// The first mismatches.
    pub fn mismatches(&self) -> &[RowMismatch] {
        &self.mismatches
    }

    /// The reasons for skipping, each with the number of its rows.
    pub fn skipped(&self) -> impl Iterator<Item = (&str, usize)> {
        self.skipped.iter().map(|(why, rows)| (why.as_str(), *rows))
    }

    /// Rows that passed.
    pub fn passed(&self) -> usize {
        self.passed
    }

    /// Rows that failed.
    pub fn failed(&self) -> usize {
        self.failed
    }

    /// Adds another report's counts and reasons to this one.
    pub fn absorb(&mut self, other: VectorReport) {
        self.passed += other.passed;
        self.failed += other.failed;
        for (why, rows) in other.skipped {
            self.skip(rows, why);
        }
    }
}

impl fmt::Display for VectorReport {
    /// `N passed, M failed`, and `, K skipped` if rows were skipped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        match self.skipped.values().sum::<usize>() {
            0 => Ok(()),
            rows => write!(f, ", {rows} skipped"),
        }
    }
}
