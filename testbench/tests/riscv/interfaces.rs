//! The unit at every interface: simulated on every engine, and proved.

use super::{all, prove_each, reduced, regress};
use lanesmith::sim::EngineKind;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

/// The interfaces, and the number of the claims about each of them.
const INTERFACES: [(Interface, usize); 6] = [
    (Interface::Pcpi, 6),
    (Interface::Cfu, 8),
    (Interface::Neorv32, 7),
    (Interface::CvXIf, 15),
    (Interface::CvXIf1 { split: false }, 16),
    (Interface::CvXIf1 { split: true }, 16),
];

#[test]
fn instructions_go_right_at_every_interface_under_every_stall_profile() {
    for ((interface, _), latency) in INTERFACES.into_iter().zip(0..) {
        let mut configs = vec![RiscvConfig::all(interface, latency)];
        configs.extend(reduced(interface).into_iter().nth(latency as usize));
        regress(EngineKind::Native, &configs, 5_000);
    }
}

#[test]
fn verilator_agrees_at_cv32e40xs_interface() {
    regress(EngineKind::Verilator, &[RiscvConfig::all(Interface::CvXIf, 2)], 10_000);
}

#[test]
#[ignore = "takes minutes; the default suite has one of them"]
fn verilator_agrees_at_every_interface() {
    for (interface, _) in INTERFACES {
        let configs = [0, 3].map(|latency| RiscvConfig::all(interface, latency));
        regress(EngineKind::Verilator, &configs, 25_000);
    }
}

#[test]
fn rust_hdl_agrees() {
    for interface in [Interface::Pcpi, Interface::CvXIf1 { split: true }] {
        regress(EngineKind::RustHdl, &[RiscvConfig::all(interface, 1)], 200);
    }
}

#[test]
fn every_claim_has_a_witness_and_is_proved() {
    for (interface, own) in INTERFACES {
        prove_each(vec![RiscvConfig::all(interface, 0)], own);
    }
}

#[test]
#[ignore = "takes minutes; the default suite has one configuration of each interface"]
fn every_claim_has_a_witness_and_is_proved_at_every_latency_and_without_each_option() {
    for (interface, own) in INTERFACES {
        prove_each(all(interface), own);
    }
}
