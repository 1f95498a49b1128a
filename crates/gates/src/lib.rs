//! Netlists behind synthesis: what yosys makes of a design for an FPGA, as a state machine of bits, and the proof that it equals the
//! design.

mod build;
pub mod cell;
mod ecp5;
pub mod equal;
mod ice40;
mod lexer;
pub mod map;
mod product;
pub mod text;

pub use build::{Gates, Problem};

use cell::Model;
use text::{Instance, Netlist, Parsed};

/// An FPGA whose cells are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// Lattice ECP5.
    Ecp5,
    /// Lattice iCE40.
    Ice40,
}

impl Device {
    /// The device of a netlist: all cells of iCE40 have names that begin with `SB_`.
    pub fn of(netlist: &Netlist) -> Self {
        match netlist.instances.iter().any(|cell| cell.kind.starts_with("SB_")) {
            true => Device::Ice40,
            false => Device::Ecp5,
        }
    }

    /// The model of an instance of a cell.
    pub fn model(self, cell: &Instance) -> Parsed<Model> {
        match self {
            Device::Ecp5 => ecp5::model(cell),
            Device::Ice40 => ice40::model(cell),
        }
    }
}
