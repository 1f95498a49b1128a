//! rust-hdl's own widgets: which of them have a netlist, and that it does what rust-hdl's simulation does.
//!
//! The table in `docs/netlist.md` is made here.

mod basic;
pub mod clocked;
mod emitted;
mod i2c;
mod kernels;
mod refused;
mod sdram;
mod spi;
mod table;
mod wrapper;

use lanesmith::netlist::{Design, Flat, lower};
use lanesmith::rtl::Top;
use rust_hdl::prelude::Block;

/// A widget, by the name that the table has for it.
pub struct Accepted {
    pub name: &'static str,
    /// In a block with plain ports.
    pub make: fn() -> Box<dyn Top>,
}

/// A widget without a netlist.
struct Refused {
    name: &'static str,
    make: fn() -> Box<dyn Block>,
}

fn accepted() -> impl Iterator<Item = &'static Accepted> {
    let groups = [basic::ACCEPTED, spi::ACCEPTED, i2c::ACCEPTED, sdram::ACCEPTED];
    groups.into_iter().flatten()
}

/// The netlist, if an engine can run it, or why not.
fn netlist(block: &dyn Block) -> Result<(Design, Flat), String> {
    let design = lower(block).map_err(|error| error.to_string())?;
    let flat = Flat::with_clocks(&design).map_err(|error| error.to_string())?;
    Ok((design, flat))
}
