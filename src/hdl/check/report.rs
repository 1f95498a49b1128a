//! The report of a check: compared and open branches.

use super::states::RegisterStates;
use crate::hdl::sequential::trace::{self, Trace};
use crate::netlist::{Branch, Design};
use std::fmt;

/// The report about a block whose simulation and netlist agreed.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The netlist, as [`lower`](crate::hdl::lower()) gives it.
    pub design: Design,
    /// The clocks in which rust-hdl's simulation and the netlist were compared.
    pub clocks: usize,
    /// Every branch of every kernel whose condition is not constant: outcomes of `if`s, arms of `match`es.
    pub branches: Vec<(Branch, Reached)>,
    /// The states of registers that hold enumerations.
    pub states: Vec<RegisterStates>,
}

/// Whether a branch was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Random inputs took it.
    ByRandomInputs,
    /// Inputs that the solver found took it.
    BySolver,
    /// It is proved that no inputs take it, from power-up on.
    Unreachable,
    /// It was not taken, and may be.
    Open(Open),
}

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

impl CheckReport {
    /// The branches that were neither compared nor proved unreachable.
    pub fn open(&self) -> Vec<(Branch, Open)> {
        let open = self.branches.iter().filter_map(|(branch, reached)| match reached {
            Reached::Open(open) => Some((branch.clone(), open.clone())),
            _ => None,
        });
        open.collect()
    }

    fn count(&self, reached: &Reached) -> usize {
        self.branches.iter().filter(|(_, other)| other == reached).count()
    }
}

/// Where a branch is, in words.
struct Place<'a>(&'a Branch);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Branch { block, what, place, .. } = self.0;
        write!(f, "{block}: {what}")?;
        match place {
            Some(place) => write!(f, " ({}:{}:{})", place.file, place.line, place.column),
            None => Ok(()),
        }
    }
}

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "rust-hdl's simulation and the netlist agree in {} clocks",
            self.clocks
        )?;
        write!(
            f,
            "{} branches: {} taken by random inputs, {} by inputs that the solver found, {} unreachable, {} open",
            self.branches.len(),
            self.count(&Reached::ByRandomInputs),
            self.count(&Reached::BySolver),
            self.count(&Reached::Unreachable),
            self.open().len()
        )?;
        for (branch, reached) in &self.branches {
            match reached {
                Reached::Unreachable => write!(f, "\n  unreachable: {}", Place(branch))?,
                Reached::Open(open) => write!(f, "\n  open: {}: {open}", Place(branch))?,
                Reached::ByRandomInputs | Reached::BySolver => {}
            }
        }
        for register in self.states.iter().filter(|register| !register.missing.is_empty()) {
            write!(f, "\n  {} was never {}", register.register, register.missing.join(", "))?;
        }
        Ok(())
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
            write!(f, "\n  {}: {open}", Place(branch))?;
            if let Open::FromPowerUp(inputs) = open {
                trace::write(f, inputs)?;
            }
        }
        let late = |(_, open): &(Branch, Open)| matches!(open, Open::Time);
        let deep = |(_, open): &(Branch, Open)| matches!(open, Open::NotWithin { .. });
        let begins = |(_, open): &(Branch, Open)| matches!(open, Open::FromPowerUp(_));
        f.write_str("\nCheckOptions of check_report may help: ")?;
        let mut ways = vec![];
        if branches.iter().any(deep) {
            ways.push("more clocks of random inputs or search_clocks");
        }
        if branches.iter().any(late) {
            ways.push("more search_time");
        }
        if branches.iter().any(|(_, open)| matches!(open, Open::SeveralClocks)) {
            ways.push("more clocks of random inputs");
        }
        if branches.iter().any(begins) {
            ways.push("check_runs, which begins again from power-up with a new block");
        }
        f.write_str(&ways.join("; "))
    }
}
