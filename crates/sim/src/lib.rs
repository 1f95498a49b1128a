//! Cycle-accurate simulation: one engine interface, several engines, and the testbench library on top.

#[cfg(feature = "native")]
mod choice;
pub mod cover;
mod engine;
#[cfg(feature = "native")]
pub mod native;
pub mod rust_hdl;
mod sliced;
pub mod testbench;
#[cfg(feature = "native")]
pub mod verilator;
pub mod wave;

#[cfg(feature = "native")]
pub use choice::EngineKind;
pub use engine::index;
pub use engine::{Engine, EngineError, InstanceScope, Port, PortDirection, Variable};
pub use sliced::Sliced;
