//! What can go wrong with somebody's module.

use crate::netlist::{CheckError, LowerError};
use crate::sim::EngineError;
use std::fmt;

/// Why there is no netlist, no simulation or no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A kernel has no meaning in a netlist: names block, signal, expression and reason.
    Lower(LowerError),
    /// The netlist has a combinational loop, or clocks that are not all one input port: names module, net and reason.
    Netlist(CheckError),
    /// rust-hdl's simulation reaches no stable state in this clock, counted from 0.
    Oscillates {
        /// The clock.
        clock: usize,
    },
    /// rust-hdl's simulation and the netlist differ.
    Disagrees {
        /// The output port.
        port: String,
        /// The clock, counted from 0.
        clock: usize,
        /// What rust-hdl shows.
        kernel: u64,
        /// What the netlist shows.
        netlist: u64,
    },
    /// The ports of a design are not what is asked for.
    Ports(String),
    /// A value does not fit into a port.
    TooWide {
        /// The port.
        port: String,
        /// Its width in bits.
        width: u32,
        /// The value.
        value: u64,
    },
    /// Waves can't be recorded: names the file and says why.
    Waves(String),
    /// An engine can't run it.
    Engine(EngineError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Lower(error) => error.fmt(f),
            Error::Netlist(error) => error.fmt(f),
            Error::Oscillates { clock } => write!(f, "the logic oscillates in clock {clock}"),
            Error::Disagrees {
                port,
                clock,
                kernel,
                netlist,
            } => {
                write!(f, "{port} in clock {clock}: {kernel:#x} in rust-hdl's simulation, ")?;
                write!(f, "{netlist:#x} in the netlist")
            }
            Error::Ports(why) | Error::Waves(why) => f.write_str(why),
            Error::TooWide { port, width, value } => {
                write!(f, "{value:#x} does not fit into {port}, which has {width} bits")
            }
            Error::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<LowerError> for Error {
    fn from(error: LowerError) -> Self {
        Error::Lower(error)
    }
}

impl From<CheckError> for Error {
    fn from(error: CheckError) -> Self {
        Error::Netlist(error)
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        Error::Engine(error)
    }
}
