//! The SIMD video ALU's hardware against golden, without Verilog. `other_words.rs` compares every combination of the options that
//! leave out or add instructions, and `handshake.rs` the ALU with its valid/ready handshake.

use lanesmith::rtl::device::Device;
use lanesmith::sim::EngineKind;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::unit::pipelined::{CaseStyle, Independent};
use lanesmith::unit::{Job, Simulatable};
use lanesmith::units::video::VideoCore;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::units::video::testbench::RandomCases;

#[test]
fn the_core_computes_what_golden_does_at_every_latency_and_on_every_device() {
    let portable = (0..=VideoConfig::MAX_LATENCY).map(|latency| (latency, Device::Portable));
    for (latency, device) in portable.chain([(3, Device::Ecp5), (3, Device::Ice40)]) {
        let config = VideoConfig {
            device,
            ..VideoConfig::all(latency)
        };
        let unit = VideoCore(config);
        let traffic = TrafficSettings {
            gaps: Profile::Always,
            stalls: Profile::Rare,
            seed: 7,
        };
        for (kind, count) in [(EngineKind::RustHdl, 300), (EngineKind::Native, 5000)] {
            let engine = unit.engine(kind, false).expect("the core");
            let mut cases = Independent(RandomCases::new(config, 7).take(count));
            let verdict = unit.drive(engine, &Job::new(traffic), &mut cases).expect("no waves");
            assert!(verdict.fault.is_none(), "{kind}, {config:?}: {:?}", verdict.fault);
        }
    }
}
