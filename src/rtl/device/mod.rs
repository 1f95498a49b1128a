//! Cells of devices, as blocks: what a configuration for one device is made of where synthesis finds nothing as small.
//!
//! Each is a kernel, its meaning, marked as the vendor's module of that name. So simulators and proofs know it like any
//! other block, and the emitted text instantiates it. Portable configurations have none.

mod carry;
mod ecp5;
mod ice40;
mod table;

pub use carry::{CarryChain, Ccu2c};
pub use ecp5::{L6Mux21, Lut4, Pfumx, WideMux};
pub use ice40::SbLut4;
pub use table::{TableBit, TableByte};

use table::contents;

/// What hardware is made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Device {
    /// Any device: no cells.
    #[default]
    Portable,
    /// Lattice ECP5.
    Ecp5,
    /// Lattice iCE40.
    Ice40,
}

impl Device {
    /// Whether hardware for it has cells.
    pub fn has_cells(self) -> bool {
        self != Device::Portable
    }
}
