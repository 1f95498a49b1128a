//! The errors of a user's module.

mod not_reached;

pub(super) use not_reached::BranchPlace;
pub use not_reached::{NotReached, Open};

use super::sequential::trace::{self, Trace};
use lanesmith_netlist::{CheckError, LowerError};
use lanesmith_sim::EngineError;
use std::fmt;

/// Errors of netlists, simulations and proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A kernel cannot be lowered to a netlist: block, signal, expression and reason.
    Lower(LowerError),
    /// The netlist has a combinational loop, or clocks that are not all one input port: module, net and reason.
    Netlist(CheckError),
    /// rust-hdl's simulation reaches no stable state in this clock, counted from 0.
    Oscillates {
        /// The clock.
        clock: usize,
    },
    /// rust-hdl's simulation and the netlist differ.
    Disagrees {
        /// The output port, or the path of a register in the block, as in `top.state.q`.
        port: String,
        /// The clock, counted from 0.
        clock: usize,
        /// The value in rust-hdl's simulation.
        kernel: u64,
        /// The value in the netlist's simulation.
        netlist: u64,
        /// The inputs of all clocks from power-up.
        trace: Trace,
    },
    /// A kernel panics in rust-hdl's simulation, as at an index out of range.
    Panics {
        /// The clock, counted from 0.
        clock: usize,
        /// The panic's message.
        message: String,
        /// Where it is, `file:line:column`: in the kernel, or in rust-hdl.
        place: Option<String>,
        /// The inputs of all clocks from power-up.
        trace: Trace,
    },
    /// Some branches of kernels were not compared, and may be taken.
    NotReached(NotReached),
    /// Waves cannot be written: path and reason.
    Waves(String),
    /// A copy cannot be replayed alone: the reason.
    Replay(String),
    /// A port that a design does not have, ports that differ between two designs, or a value too wide for its port.
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
    /// An engine cannot run the design.
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
                trace,
            } => {
                write!(f, "{port} in clock {clock}: {kernel:#x} in rust-hdl's simulation, ")?;
                write!(f, "{netlist:#x} in the netlist, with these inputs from power-up:")?;
                trace::write(f, trace)
            }
            Error::Panics {
                clock,
                message,
                place,
                trace,
            } => {
                write!(f, "a kernel panics in clock {clock}: {message}")?;
                if let Some(place) = place {
                    write!(f, " ({place})")?;
                }
                if trace.is_empty() {
                    return Ok(());
                }
                f.write_str("; inputs from power-up:")?;
                trace::write(f, trace)
            }
            Error::NotReached(branches) => branches.fmt(f),
            Error::Waves(why) | Error::Replay(why) | Error::Ports(why) => f.write_str(why),
            Error::TooWide { port, width, value } => {
                write!(f, "{value:#x} does not fit into {port}, which has {width} bits")
            }
            Error::Engine(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

macro_rules! wraps {
    ($($error:ident as $variant:ident),+) => {
        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Error::$variant(error)
            }
        })+
    };
}
wraps!(LowerError as Lower, CheckError as Netlist, EngineError as Engine);
