//! The structural claims about a design, on which claims over one clock rest: when its registers load, and that its nets have values.
//! Graphs for provers have no clocks, so these claims are checked in the design itself.

mod netlist;
mod registers;
mod text;

pub(super) use netlist::of_netlist;
pub(super) use registers::registers;
pub(super) use text::of_text;

use crate::netlist::{Design, NetKind, ResetStyle};
use std::collections::BTreeSet;

/// Name of the claim that every register and every write of a memory is clocked by the port `clock` and its rising edge,
/// that nothing else reads the clock, and that no register changes without an edge except by the expected reset.
pub const CLOCKING: &str = "every register loads at the rising edge of clock";
/// Name of the claim that no net is undriven, driven twice, or given an unknown value.
pub const DRIVING: &str = "every net has one driver and a value";

/// The structure that is claimed of a design.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The port that clocks everything.
    pub clock: &'static str,
    /// The port that resets without a clock edge, if one does, and whether it does so at 0.
    pub asynchronous: Option<(&'static str, bool)>,
    /// The ports: name, whether it is an input, width.
    pub ports: Vec<(String, bool, u32)>,
    /// The cells of devices that it may instantiate: family, by the name that yosys has for it, and name.
    pub cells: BTreeSet<(String, String)>,
}

impl Expected {
    /// The claims about `design` with this reset.
    pub fn new(style: ResetStyle, design: &Design) -> Self {
        let port = if style.active_low { "reset_n" } else { "reset" };
        let ports = design.top_module().ports();
        Expected {
            clock: "clock",
            asynchronous: style.asynchronous.then_some((port, style.active_low)),
            ports: ports
                .map(|(_, net)| (net.name.clone(), net.kind == NetKind::Input, net.width))
                .collect(),
            cells: design
                .cells()
                .map(|(module, cell)| (cell.family.clone(), module.name.clone()))
                .collect(),
        }
    }
}

/// Descriptions of the violations of a design's structure; empty if the claims hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// Against [`CLOCKING`].
    pub clocking: Vec<String>,
    /// Against [`DRIVING`].
    pub driving: Vec<String>,
}

impl Structure {
    /// The claims, each with its violations.
    pub fn claims(&self) -> [(&'static str, &[String]); 2] {
        [(CLOCKING, &self.clocking), (DRIVING, &self.driving)]
    }
}
