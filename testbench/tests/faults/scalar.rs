//! Faults of the scalar video unit at its longest pipeline.

use super::Library;
use super::pipeline::{Names, staged};
use lanesmith::units::scalar::Scalar;
use lanesmith::units::scalar::rtl::ScalarConfig;

const NAMES: Names = Names {
    valid: "handshake.valid_0_q",
    advance: "handshake_advance",
};

pub fn libraries() -> Vec<Library> {
    let config = ScalarConfig { latency: 4, mad: false };
    vec![Library::new(Scalar(config), staged(NAMES))]
}
