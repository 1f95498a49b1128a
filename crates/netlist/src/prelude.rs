//! The imports of a module's source: rust-hdl's prelude, leaves for state, [`hdl_module`] and [`hdl_gen`].

// The code of the macros names this package so.
#[doc(hidden)]
pub use crate as __lanesmith;
pub use crate::ResetStyle;
pub use crate::rtl::leaf::{DFF, Memory, Register, Stage};
pub use crate::rtl::{Top, signed_bit_cast};
pub use crate::{LogicState, LogicStruct, hdl_gen, hdl_module};
pub use crate::{dff_setup, top};
pub use rust_hdl_core::prelude::*;
