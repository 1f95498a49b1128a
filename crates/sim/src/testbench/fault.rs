//! Faults that a testbench detects.

use std::fmt;

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TestbenchFaultKind {
    /// The tag is correct and the value is wrong.
    WrongResult,
    /// A result that belongs to another transaction: lost, duplicated or overtaken.
    WrongOrder,
    /// A result without an outstanding transaction.
    Unexpected,
    /// No progress of offered or outstanding work, although the other side is willing.
    Stuck,
    /// A stalled output whose payload changed.
    Unstable,
    /// A stalled output that was no longer valid a cycle later.
    Withdrawn,
    /// An output that was valid during reset.
    ValidInReset,
}

/// A fault: the testbench stops at the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestbenchFault {
    /// The cycle of its detection, counted from the first cycle of reset.
    pub cycle: u64,
    /// The kind.
    pub kind: TestbenchFaultKind,
    /// Description with the values.
    pub detail: String,
}

impl TestbenchFault {
    /// A fault in this cycle.
    pub fn new(cycle: u64, kind: TestbenchFaultKind, detail: String) -> Self {
        TestbenchFault { cycle, kind, detail }
    }
}

impl fmt::Display for TestbenchFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            TestbenchFaultKind::WrongResult => "wrong result",
            TestbenchFaultKind::WrongOrder => "result of another instruction",
            TestbenchFaultKind::Unexpected => "result without an instruction",
            TestbenchFaultKind::Stuck => "no progress",
            TestbenchFaultKind::Unstable => "output changed while it was stalled",
            TestbenchFaultKind::Withdrawn => "output withdrawn while it was stalled",
            TestbenchFaultKind::ValidInReset => "output valid during reset",
        };
        write!(f, "cycle {}: {what}: {}", self.cycle, self.detail)
    }
}

impl std::error::Error for TestbenchFault {}
