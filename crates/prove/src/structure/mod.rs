//! The structural claims about a design, on which claims over one clock rest: when its registers load, and that its nets have values.
//! Graphs for provers have no clocks, so these claims are checked in the design itself.

mod netlist;

pub(super) use netlist::of_netlist;

use lanesmith_netlist::{Design, Flat, Module, Net, NetKind, ResetStyle};

/// Name of the claim that every register and every write of a memory is clocked by the port `clock` and its rising edge,
/// that nothing else reads the clock, and that no register changes without an edge except by the expected reset.
pub const CLOCKING: &str = "every register loads at the rising edge of clock";
/// Name of the claim that no net is undriven, driven twice, or given an unknown value.
pub const DRIVING: &str = "every net has one driver and a value";

/// A port: name, whether it is an input, width.
type Port = (String, bool, u32);

fn port(net: &Net) -> Port {
    (net.name.clone(), net.kind == NetKind::Input, net.width)
}

/// The structure that is claimed of a design.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The port that clocks everything.
    pub clock: &'static str,
    /// The port that resets without a clock edge, if one does, and whether it does so at 0.
    pub asynchronous: Option<(&'static str, bool)>,
    /// The ports.
    pub ports: Vec<Port>,
    /// The cells of devices that it may instantiate.
    pub cells: Vec<Module>,
}

impl Expected {
    /// The claims about `design` with this reset.
    pub fn new(style: ResetStyle, design: &Design) -> Self {
        let (reset, _) = style.port(true);
        let ports = design.top_module().ports();
        Expected {
            clock: "clock",
            asynchronous: style.asynchronous.then_some((reset, style.active_low)),
            ports: ports.map(|(_, net)| port(net)).collect(),
            cells: design.cells().map(|(cell, _)| cell.clone()).collect(),
        }
    }

    /// Error: the ports of a design are others.
    pub(super) fn has_ports(&self, flat: &Flat) -> Result<(), String> {
        let found: Vec<Port> = flat.ports().map(|(_, net)| port(net)).collect();
        let describe = |(name, input, width): &Port| {
            let direction = if *input { "input" } else { "output" };
            format!("{direction} {name} of {width} bits")
        };
        if let Some(missing) = self.ports.iter().find(|port| !found.contains(port)) {
            return Err(format!("the claims need the port {}", describe(missing)));
        }
        match found.iter().find(|port| !self.ports.contains(port)) {
            Some(other) => Err(format!("the claims do not know the port {}", describe(other))),
            None => Ok(()),
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
