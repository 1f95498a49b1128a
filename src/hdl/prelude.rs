//! The imports of a module's source: rust-hdl's prelude, leaves for state, [`hdl_module`] and [`hdl_gen`].

pub use crate::netlist::ResetStyle;
pub use crate::rtl::leaf::{DFFWithInit, Memory, Register, Stage};
pub use crate::rtl::{Top, signed_bit_cast};
pub use crate::sim::Engine;
pub use crate::top;
pub use crate::{LogicState, LogicStruct, comment, hdl_gen, hdl_module};
pub use rust_hdl;
pub use rust_hdl::prelude::*;
