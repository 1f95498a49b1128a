//! The imports of a module's source: rust-hdl's prelude, leaves for state, [`hdl_module`] and [`hdl_gen`].

pub use lanesmith_netlist::prelude::*;
pub use lanesmith_sim::Engine;
