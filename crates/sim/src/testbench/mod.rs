//! The testbench library over [`Engine`](super::Engine): driver, monitor, scoreboard, seeds, back-pressure.

mod bench;
mod channel;
mod clock;
pub mod copies;
mod fault;
pub mod gate;
pub mod mask;
mod scoreboard;

pub use bench::Bench;
pub use channel::{Channel, Driver, Monitor, Offer, Pins, StreamNames};
pub use clock::Clock;
pub use copies::{BenchCopies, FaultyCopy, ScoreboardCopies};
pub use fault::{TestbenchFault, TestbenchFaultKind};
pub use gate::{Gate, Profile};
pub use lanesmith_algebra::Random;
pub use lanesmith_algebra::reduce;
pub use scoreboard::{Scoreboard, Summary, TrafficSettings};
