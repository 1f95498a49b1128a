//! The interface between testbenches and all engines.

use lanesmith_netlist::rtl::TopPort;
use lanesmith_netlist::{Net, NetKind};
use std::fmt;

/// Direction of a top-level port, seen from the hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortDirection {
    /// Set by the testbench.
    Input,
    /// Read by the testbench.
    Output,
}

impl PortDirection {
    fn of(is_input: bool) -> Self {
        if is_input {
            PortDirection::Input
        } else {
            PortDirection::Output
        }
    }
}

/// A top-level port of 1 to 64 bits. The clock is not among the ports: [`Engine::tick`] is the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The port's name in the emitted Verilog.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Input or output.
    pub direction: PortDirection,
}

impl From<&Net> for Port {
    /// The port of a net of a top module.
    fn from(net: &Net) -> Self {
        Port {
            name: net.name.clone(),
            width: net.width,
            direction: PortDirection::of(net.kind == NetKind::Input),
        }
    }
}

impl From<&TopPort> for Port {
    fn from(port: &TopPort) -> Self {
        Port {
            name: port.name.clone(),
            width: port.width,
            direction: PortDirection::of(port.is_input),
        }
    }
}

/// The index of the port `name`; panics if there is none, for testbenches that know their design.
pub fn index(ports: &[Port], name: &str) -> usize {
    let position = ports.iter().position(|port| port.name == name);
    position.unwrap_or_else(|| panic!("no port {name}"))
}

/// A net that can be watched, for waves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Net name.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Index for [`Engine::watch`].
    pub index: usize,
}

/// The instance hierarchy, for waves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InstanceScope {
    /// Instance name; the module name for the top.
    pub name: String,
    /// Nets of this instance.
    pub variables: Vec<Variable>,
    /// Inner instances.
    pub children: Vec<InstanceScope>,
}

/// Errors of making or running an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// A tool is missing: the check is skipped, not passed. The message, such as `verilator not found`.
    Unavailable(String),
    /// The engine could not be built or run.
    Failed(String),
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineError::Unavailable(why) => write!(f, "skipped: {why}"),
            EngineError::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for EngineError {}

/// A running instance of a design.
///
/// Within a cycle: set inputs, [`settle`](Engine::settle), read outputs, then [`tick`](Engine::tick). Inputs keep
/// their values until set again. State starts at 0, unless the design or the engine defines another value.
pub trait Engine {
    /// `native`, `rust-hdl` or `verilator`.
    fn name(&self) -> &'static str;
    /// The ports, in the order of the emitted module; their positions are the indices of `set` and `get`.
    fn ports(&self) -> &[Port];
    /// Sets an input port. Bits beyond the port's width are ignored.
    fn set(&mut self, port: usize, value: u64);
    /// Reads a port as of the last `settle`.
    fn get(&self, port: usize) -> u64;
    /// Propagates inputs and state through the combinational logic.
    fn settle(&mut self);
    /// One rising edge of the clock, from settled values; the new state is visible after the next `settle`.
    fn tick(&mut self);
    /// Does the work now that makes a long run faster and that the engine would otherwise do during the run.
    fn prepare_for_long_run(&mut self) {}
    /// The nets that can be watched. Engines that see ports only return one scope.
    fn hierarchy(&self) -> InstanceScope;
    /// Reads a watched net as of the last `settle`.
    fn watch(&self, variable: usize) -> u64;

    /// The index of the port `name`; panics if there is none, for testbenches that know their design.
    fn port(&self, name: &str) -> usize {
        index(self.ports(), name)
    }
}
