//! The modules through lanesmith's macro.

use super::super::harness;
use lanesmith::hdl::prelude;

#[path = "text.rs"]
pub mod text;
#[path = "values.rs"]
pub mod values;
