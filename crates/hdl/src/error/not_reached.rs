//! Branches of kernels that a check did not compare.

use crate::sequential::trace::{self, Trace};
use lanesmith_netlist::Branch;
use std::fmt;

/// Why a branch is open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Open {
    /// No inputs take it in this many clocks from power-up, or from the state after the random clocks.
    NotWithin {
        /// The number of clocks.
        clocks: usize,
    },
    /// The solver had no time left.
    Time,
    /// The design has several clocks, of which the solver knows nothing.
    SeveralClocks,
    /// These inputs take it from power-up, and none were found from the state behind the random ones.
    FromPowerUp(Trace),
}

/// Where a branch is, in words.
pub struct BranchPlace<'a>(pub &'a Branch);

impl fmt::Display for BranchPlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Branch { block, what, place, .. } = self.0;
        write!(f, "{block}: {what}")?;
        match place {
            Some(place) => write!(f, " ({}:{}:{})", place.file, place.line, place.column),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Open::NotWithin { clocks } => write!(f, "no inputs take it in {clocks} clocks"),
            Open::Time => f.write_str("the solver had no time left"),
            Open::SeveralClocks => f.write_str("random inputs did not take it, and the solver knows one clock only"),
            Open::FromPowerUp(trace) => {
                write!(
                    f,
                    "taken from power-up in {} clocks, but not behind the random ones",
                    trace.len()
                )
            }
        }
    }
}

/// Branches that a check neither compared nor proved unreachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotReached {
    /// The clocks in which rust-hdl's simulation and the netlist agree.
    pub clocks: usize,
    /// The branches.
    pub branches: Vec<(Branch, Open)>,
}

impl fmt::Display for NotReached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotReached { clocks, branches } = self;
        let count = branches.len();
        let (are, each) = if count == 1 {
            ("branch was", "it")
        } else {
            ("branches were", "each")
        };
        write!(
            f,
            "rust-hdl's simulation and the netlist agree in {clocks} clocks, but {count} {are} not compared, \
             and {each} may be taken:"
        )?;
        for (branch, open) in branches {
            write!(f, "\n  {}: {open}", BranchPlace(branch))?;
            if let Open::FromPowerUp(inputs) = open {
                trace::write(f, inputs)?;
            }
        }
        let any = |is: fn(&Open) -> bool| branches.iter().any(|(_, open)| is(open));
        let deep = any(|open| matches!(open, Open::NotWithin { .. }));
        let late = any(|open| matches!(open, Open::Time));
        let several = any(|open| matches!(open, Open::SeveralClocks));
        let options = [
            deep.then_some("larger values of clocks or search_clocks"),
            late.then_some("a larger search_time"),
            several.then_some("a larger value of clocks"),
        ];
        let options: Vec<&str> = options.into_iter().flatten().collect();
        let mut ways = vec![];
        if !options.is_empty() {
            ways.push(format!("{} in the CheckOptions of check_report", options.join(", ")));
        }
        if any(|open| matches!(open, Open::FromPowerUp(_))) {
            ways.push("check_runs, which begins again from power-up with a new block".to_string());
        }
        f.write_str("\nThis may help: ")?;
        f.write_str(&ways.join("; "))
    }
}
