//! The hardware of the units, described with rust-hdl. It knows nothing of golden and of encodings: its codes are its own, and the
//! proofs find those that differ.
#![warn(missing_docs)]

// The code of the macros names the netlist's package so.
extern crate lanesmith_netlist as __lanesmith;

pub mod axi_stream;
mod codes;
pub mod device;
mod error;
mod handshake;

pub mod board;
pub mod brew;
pub mod permute;
pub mod riscv;
pub mod scalar;
pub mod video;

pub use error::{ConfigError, DesignError};
pub use lanesmith_netlist::rtl::*;

pub(crate) use codes::codes;
pub(crate) use handshake::handshake;
pub(crate) use lanesmith_netlist::{self as netlist, LogicState, LogicStruct, hdl_gen, hdl_module};

/// The digests of the units' sources.
pub const SOURCES: [(&str, &str); 5] = [
    ("rtl/brew", lanesmith_macros::source_digest!("brew")),
    ("rtl/permute", lanesmith_macros::source_digest!("permute")),
    ("rtl/riscv", lanesmith_macros::source_digest!("riscv")),
    ("rtl/scalar", lanesmith_macros::source_digest!("scalar")),
    ("rtl/video", lanesmith_macros::source_digest!("video")),
];
