//! The imports of a module's source: rust-hdl's prelude, leaves for state, [`hdl_module`] and [`hdl_gen`].

// The code of the macros names this package so.
#[doc(hidden)]
pub use crate as __lanesmith;
pub use crate::ResetStyle;
pub use crate::rtl::leaf::{DFFWithInit, Memory, Register, Stage};
pub use crate::rtl::{Top, signed_bit_cast};
pub use crate::top;
pub use crate::{LogicState, LogicStruct, comment, hdl_gen, hdl_module};
pub use rust_hdl_core::prelude::*;
pub use rust_hdl_widgets::prelude::*;
