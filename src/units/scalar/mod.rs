//! Scalar video instructions: PTX's `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr`, `vset` and `vmad` on parts of
//! registers, with a secondary operation.

mod claims;
mod coverage;
pub mod encoding;
mod explain;
pub mod golden;
mod names;
mod unit;
pub mod vectors;

pub use lanesmith_rtl::scalar as rtl;
pub use names::named_fields;
pub use unit::{LANGUAGE, PTX_UNIT, RESULTS, SCALAR, Scalar};
