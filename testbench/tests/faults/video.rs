//! Faults of the SIMD video ALU: at latency 3, and without a pipeline.

use super::pipeline::{Names, anywhere, staged};
use super::{Library, fault};
use lanesmith::units::video::Video;
use lanesmith::units::video::rtl::VideoConfig;

const NAMES: Names = Names {
    valid: "handshake.valid_0_q",
    advance: "handshake_advance",
};

pub fn libraries() -> Vec<Library> {
    let mut pipeline = staged(NAMES);
    pipeline.push(fault("a word that no instruction has gives a result", |c| {
        let unused = c.holds("in_control", 0, 3, 7);
        let late = c.delayed(unused, 3, false);
        c.flip("out_d", late, 1);
    }));
    vec![
        Library::new(Video::alu(VideoConfig::full(3)), pipeline),
        Library::new(Video::alu(VideoConfig::full(0)), anywhere()),
    ]
}
