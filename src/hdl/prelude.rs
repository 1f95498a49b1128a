//! What a module's source needs: all of rust-hdl's prelude, leaves for state, [`top!`] and [`comment!`].

pub use crate::netlist::ResetStyle;
pub use crate::rtl::Top;
pub use crate::rtl::leaf::{Memory, Register, Stage};
pub use crate::sim::Engine;
pub use crate::top;
pub use crate::{comment, hdl_gen};
pub use lanesmith_macros::{LogicState, LogicStruct};
pub use rust_hdl;
pub use rust_hdl::prelude::*;
