//! Kernels as users write them: nothing of them may be lost on the way to the netlist.

mod arrays;
mod named;
mod other_macro;
mod refused;

mod types;
mod values;

use crate::block::block;
use lanesmith::hdl;
use lanesmith::netlist::Design;
use lanesmith::rtl::Top;

/// The netlist of a block that does in many clocks what the block does in rust-hdl's own simulation.
fn checked(block: impl Top + 'static) -> Design {
    hdl::check(block, 3000, crate::settings::first_seed()).unwrap_or_else(|error| panic!("{error}"))
}
