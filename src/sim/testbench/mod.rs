//! The testbench library over [`Engine`](super::Engine): driver, monitor, scoreboard, seeds, back-pressure.

mod bench;
mod channel;
mod clock;
mod fault;
mod gate;
mod random;

pub use bench::{Bench, Scoreboard, Settings, StreamNames, Summary};
pub use channel::{Channel, Driver, Monitor, Offer};
pub use clock::Clock;
pub use fault::{Fault, FaultKind};
pub use gate::{Gate, Profile};
pub use random::Random;
