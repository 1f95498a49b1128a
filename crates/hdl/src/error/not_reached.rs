//! Branches of kernels that a check did not compare.

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
        }
        let late = branches.iter().any(|(_, open)| *open == Open::Time);
        let options = match (late, branches.iter().all(|(_, open)| *open == Open::Time)) {
            (_, true) => "a larger search_time",
            (true, _) => "larger values of clocks or search_clocks, a larger search_time",
            (false, _) => "larger values of clocks or search_clocks",
        };
        write!(f, "\nThis may help: {options} in the CheckOptions of check_report")
    }
}
