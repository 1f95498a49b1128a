//! Faults of the byte permute: with both of its registers, and without a pipeline.

use super::Library;
use super::pipeline::{Names, anywhere, staged};
use lanesmith::units::permute::Permute;
use lanesmith::units::permute::rtl::PermuteConfig;

const NAMES: Names = Names {
    valid: "handshake.valid_0_q",
    advance: "handshake_advance",
};

pub fn libraries() -> Vec<Library> {
    vec![
        Library::new(Permute(PermuteConfig { latency: 2 }), staged(NAMES)),
        Library::new(Permute(PermuteConfig { latency: 0 }), anywhere()),
    ]
}
