//! The same modules through rust-hdl's.

use super::super::harness;

mod prelude {
    pub use lanesmith::hdl::prelude::*;
    pub use rust_hdl::prelude::hdl_gen;
}

#[path = "text.rs"]
pub mod text;
#[path = "values.rs"]
pub mod values;
