//! Kernels as users write them: nothing of them may be lost on the way to the netlist. What random kernels (`kernels`) and the modules of
//! `own_modules` contain is not repeated here.

mod cells;
mod hierarchy;
mod named;
mod refused;
mod values;

use crate::block::block;
use lanesmith::hdl;
use lanesmith::netlist::Design;
use lanesmith::rtl::Top;

/// The netlist of a block that does in many clocks what the block does in rust-hdl's own simulation.
fn checked<T: Top + 'static>(make: impl FnMut() -> T) -> Design {
    hdl::check(make, 3000, crate::settings::first_seed()).unwrap_or_else(|error| panic!("{error}"))
}

/// The names of a module's ports.
fn ports<'a>(design: &'a Design, module: &str) -> Vec<&'a str> {
    let module = design.modules.iter().find(|candidate| candidate.name == module);
    let ports = module.expect("the module").ports();
    ports.map(|(_, net)| net.name.as_str()).collect()
}
