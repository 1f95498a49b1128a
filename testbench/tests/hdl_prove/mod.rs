//! Equality of two designs: what is proved, what is refuted, and what stays open, with reasons.

mod counters;
mod machines;
mod random;
mod state;

use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Equality, Trace};
use lanesmith::netlist::{Design, Flat};

fn lower(block: &dyn Block) -> Design {
    hdl::lower(block).unwrap_or_else(|error| panic!("{error}"))
}

/// The verdict on two designs. Inputs that refute are repeated on both.
fn verdict(left: &Design, right: &Design, effort: &Effort) -> Equality {
    let verdict = hdl::prove(left, right, effort).unwrap_or_else(|error| panic!("{error}"));
    if let Equality::Refuted(trace) = &verdict {
        assert_refutes(left, right, trace);
    }
    verdict
}

fn prove(left: &dyn Block, right: &dyn Block) -> Equality {
    verdict(&lower(left), &lower(right), &Effort::default())
}

fn assert_equal(left: &dyn Block, right: &dyn Block, what: &str) {
    let verdict = prove(left, right);
    assert_eq!(verdict, Equality::Proved, "{what}: {verdict}");
}

/// The number of clocks after which two designs differ.
fn clocks_to_difference(left: &Design, right: &Design) -> usize {
    match verdict(left, right, &Effort::default()) {
        Equality::Refuted(trace) => trace.len(),
        verdict => panic!("{verdict}"),
    }
}

/// What the outputs of a design are in each clock of a run.
fn outputs(design: &Design, trace: &Trace) -> Vec<Vec<u64>> {
    use lanesmith::algebra::{Slice, pack, unpack};
    use lanesmith::netlist::NetKind;
    use lanesmith::netlist::eval::{DesignState, settle, tick};
    let flat = Flat::new(design).expect("a flat design");
    let mut ports: Vec<_> = flat.ports().filter(|(_, net)| net.kind == NetKind::Output).collect();
    ports.sort_by(|(_, x), (_, y)| x.name.cmp(&y.name));
    let mut state = DesignState::<Slice<1>>::power_up(&flat);
    let clock = |inputs: &Vec<(String, u64)>| {
        let input = |id| {
            let net = flat.module.net_ref(id);
            let value = inputs.iter().find(|(name, _)| *name == net.name);
            pack(&[value.map_or(0, |(_, value)| *value)], net.width)
        };
        let values = settle(&flat, input, &state);
        state = tick(&flat, &values, &state);
        ports
            .iter()
            .map(|(id, _)| unpack(&values[id.0 as usize], 1)[0])
            .collect()
    };
    trace.iter().map(clock).collect()
}

/// A run that refutes shows the same outputs in all clocks but the last, and others in that.
fn assert_refutes(left: &Design, right: &Design, trace: &Trace) {
    let (mut shown, mut other) = (outputs(left, trace), outputs(right, trace));
    assert_ne!(
        shown.pop().expect("a clock"),
        other.pop().expect("a clock"),
        "{trace:?}"
    );
    assert_eq!(shown, other, "{trace:?}");
}
