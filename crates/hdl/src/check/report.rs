//! The report of a check: compared and open branches.

use crate::error::{BranchPlace, Open};
use lanesmith_netlist::{Branch, Design};
use std::fmt;

/// The report about a block whose simulation and netlist agreed.
#[derive(Clone, Debug)]
pub struct CheckReport {
    /// The netlist, as [`lower`](crate::lower()) gives it.
    pub design: Design,
    /// The clocks in which rust-hdl's simulation and the netlist were compared.
    pub clocks: usize,
    /// Every branch of every kernel whose condition is not constant: outcomes of `if`s, arms of `match`es.
    pub branches: Vec<(Branch, Reached)>,
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

impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clocks = self.clocks;
        writeln!(f, "rust-hdl's simulation and the netlist agree in {clocks} clocks")?;
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
                Reached::Unreachable => write!(f, "\n  unreachable: {}", BranchPlace(branch))?,
                Reached::Open(open) => write!(f, "\n  open: {}: {open}", BranchPlace(branch))?,
                Reached::ByRandomInputs | Reached::BySolver => {}
            }
        }
        Ok(())
    }
}
