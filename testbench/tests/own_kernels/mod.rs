//! Kernels as users write them: nothing of them may be lost on the way to the netlist.

mod arrays;
mod lost;
mod named;
mod other_macro;
mod refused;

mod types;
mod values;

use lanesmith::hdl;
use lanesmith::netlist::Design;
use lanesmith::rtl::Top;

/// The netlist of a block that does in many clocks what the block does in rust-hdl's own simulation.
fn checked(block: impl Top + 'static) -> Design {
    hdl::check(block, 3000, crate::settings::first_seed()).unwrap_or_else(|error| panic!("{error}"))
}

/// `block!(Name { port: In Type, … } { inner: Type, … })`: a block with these ports and parts, all of them defaults.
macro_rules! block {
    ($name:ident { $($port:ident: $direction:ident $kind:ty),* $(,)? } $({ $($inner:ident: $inner_kind:ty),* $(,)? })?) => {
        #[derive(LogicBlock, Default)]
        pub(crate) struct $name {
            $($port: Signal<$direction, $kind>,)*
            $($($inner: $inner_kind,)*)?
        }
        lanesmith::top!($name { $($port),* });
    };
}
use block;
