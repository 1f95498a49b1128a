//! Verdicts about random small designs, against all states that the two can reach.

use super::assert_refutes;
use crate::emission::random::expression;
use crate::emission::single;
use crate::settings::first_seed;
use lanesmith::algebra::{Bit, Slice};
use lanesmith::hdl::{self, Effort, Equality};
use lanesmith::netlist::eval::{DesignState, settle, tick};
use lanesmith::netlist::fault::{apply, faults};
use lanesmith::netlist::{
    BinaryOp, ExprId, ExprKind, Flat, Module, NetId, NetKind, NetlistRegister, Reset, ResetStyle, UnaryOp,
};
use lanesmith::sim::testbench::Random;
use std::collections::{BTreeMap, HashSet};

/// A design of at most 5 input bits, and two or three registers.
pub(super) fn design(rng: &mut Random) -> Module {
    let mut m = Module::new("small", "");
    let clock = m.net("clock", 1, NetKind::Input, "");
    let reset = m.net("reset", 1, NetKind::Input, "");
    let mut leaves: Vec<NetId> = (0..2)
        .map(|i| m.net(format!("in{i}"), 1 + rng.below(2), NetKind::Input, ""))
        .collect();
    let outputs: Vec<NetId> = (0..2)
        .map(|i| m.net(format!("out{i}"), 1 + rng.below(2), NetKind::Output, ""))
        .collect();
    let states: Vec<NetId> = (0..2 + rng.below(2))
        .map(|i| m.net(format!("state{i}"), 1 + rng.below(2), NetKind::Wire, ""))
        .collect();
    leaves.extend(&states);
    for q in states {
        let width = m.net_ref(q).width;
        let d = expression(rng, &mut m, &leaves, width, 3);
        let enable = rng.one_in(3).then(|| expression(rng, &mut m, &leaves, 1, 2));
        let reset = rng.flag().then(|| Reset {
            net: reset,
            style: ResetStyle {
                asynchronous: rng.one_in(3),
                active_low: false,
            },
            value: rng.bits() & ((1 << width) - 1),
        });
        m.registers.push(NetlistRegister {
            clock,
            q,
            d,
            enable,
            reset,
        });
    }
    for target in outputs {
        let width = m.net_ref(target).width;
        let value = expression(rng, &mut m, &leaves, width, 2);
        m.assigns.push((target, value));
    }
    m
}

/// The same function from other expressions, with registers of other names in another order.
pub(super) fn rewritten(source: &Module, rng: &mut Random) -> Module {
    let mut m = Module::new("small", "");
    m.nets = source.nets.clone();
    for (i, net) in m
        .nets
        .iter_mut()
        .enumerate()
        .filter(|(_, net)| net.kind == NetKind::Wire)
    {
        net.name = format!("n{}", 100 - i);
    }
    let mut image: Vec<ExprId> = vec![];
    for expr in source.exprs() {
        let at = |id: &ExprId| image[id.0 as usize];
        let id = match &expr.kind {
            ExprKind::Binary(BinaryOp::And, x, y) => {
                let (x, y) = (m.unary(UnaryOp::Not, at(x)), m.unary(UnaryOp::Not, at(y)));
                let or = m.binary(BinaryOp::Or, y, x);
                m.unary(UnaryOp::Not, or)
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Mul | BinaryOp::Xor), x, y) => m.binary(*op, at(y), at(x)),
            ExprKind::Mux(select, x, y) => {
                let select = m.unary(UnaryOp::Not, at(select));
                m.mux(select, at(y), at(x))
            }
            ExprKind::Unary(op, x) => m.unary(*op, at(x)),
            ExprKind::Binary(op, x, y) => m.binary(*op, at(x), at(y)),
            ExprKind::Slice(x, lo) => m.slice(at(x), *lo, expr.width),
            ExprKind::Concat(parts) => {
                let parts: Vec<ExprId> = parts.iter().map(at).collect();
                m.concat(&parts)
            }
            kind @ (ExprKind::Const(_) | ExprKind::Named(..) | ExprKind::Net(_)) => m.expr(expr.width, kind.clone()),
        };
        image.push(id);
    }
    let at = |id: ExprId| image[id.0 as usize];
    m.assigns = source.assigns.iter().map(|(net, value)| (*net, at(*value))).collect();
    for register in &source.registers {
        let mut register = register.clone();
        (register.d, register.enable) = (at(register.d), register.enable.map(at));
        let place = rng.below(m.registers.len() as u32 + 1) as usize;
        m.registers.insert(place, register);
    }
    m
}

/// Whether outputs differ in any state that both can reach together, in all inputs at once; `None` if there are too many states.
pub(super) fn differ(left: &Flat, right: &Flat) -> Option<bool> {
    let sides = [left, right];
    let mut planes = BTreeMap::new();
    let mut bit = 0;
    for (_, net) in left
        .ports()
        .filter(|(_, net)| net.kind == NetKind::Input && net.name != "clock")
    {
        let plane = |i| Slice([(0..64).fold(0, |word, lane: u64| word | (lane >> (bit + i) & 1) << lane)]);
        planes.insert(&net.name, (0..net.width).map(plane).collect::<Vec<Slice<1>>>());
        bit += net.width;
    }
    assert!(bit <= 6);
    let bits = sides.map(|flat| DesignState::<Slice<1>>::bits(flat) as usize);
    let mut open = vec![vec![false; bits[0] + bits[1]]];
    let mut seen: HashSet<Vec<bool>> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        if seen.len() > 3000 {
            return None;
        }
        let (one, other) = state.split_at(bits[0]);
        let run = |flat: &Flat, bits: &[bool]| {
            let mut bits = bits.iter().map(|bit| Slice::constant(*bit));
            let state = DesignState::from_bits(flat, || bits.next().expect("a bit"));
            let zeros = |id: NetId| vec![Slice([0]); flat.module.net_ref(id).width as usize];
            let input = |id: NetId| {
                let known = planes.get(&flat.module.net_ref(id).name);
                known.cloned().unwrap_or_else(|| zeros(id))
            };
            let values = settle(flat, input, &state);
            let next = tick(flat, &values, &state).to_bits();
            let outputs = flat.ports().filter(|(_, net)| net.kind == NetKind::Output);
            let outputs: Vec<Slice<1>> = outputs.flat_map(|(id, _)| values[id.0 as usize].clone()).collect();
            (outputs, next)
        };
        let ((shown, mut next), (others, more)) = (run(left, one), run(right, other));
        if shown != others {
            return Some(true);
        }
        next.extend(more);
        for lane in 0..1 << bit {
            let after: Vec<bool> = next.iter().map(|bit| bit.0[0] >> lane & 1 != 0).collect();
            if seen.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    Some(false)
}

#[test]
fn verdicts_about_random_designs_are_those_of_all_states_that_they_reach() {
    verdicts(4);
}

#[test]
#[ignore = "280 proofs: minutes"]
fn verdicts_about_many_random_designs_are_those_of_all_states() {
    verdicts(70);
}

fn verdicts(designs: u64) {
    let (mut proved, mut refuted, mut open, mut skipped) = (0, 0, 0, 0);
    for seed in first_seed()..first_seed() + designs {
        let mut rng = Random::new(seed);
        let one = design(&mut rng);
        let other = rewritten(&one, &mut rng);
        let flat = Flat::new(&single(other.clone())).expect("a flat design");
        let list = faults(&flat);
        let mut others = vec![other];
        for _ in 0..3 {
            let fault = list[rng.below(list.len() as u32) as usize];
            others.extend(apply(&flat, fault).map(|mutant| mutant.flat.module));
        }
        let left = single(one);
        for (i, other) in others.into_iter().enumerate() {
            let right = single(other);
            let flats = [&left, &right].map(|design| Flat::new(design).expect("a flat design"));
            let Some(truth) = differ(&flats[0], &flats[1]) else {
                skipped += 1;
                continue;
            };
            let at = format!("LANESMITH_SEED={seed}, design {i}");
            assert!(i > 0 || !truth, "{at}: equal by construction");
            let verdict = hdl::prove(&left, &right, &Effort::default()).unwrap_or_else(|error| panic!("{at}: {error}"));
            match &verdict {
                Equality::Proved => {
                    assert!(!truth, "{at}: a false proof");
                    proved += 1;
                }
                Equality::Refuted(trace) => {
                    assert!(truth, "{at}: {verdict}");
                    assert_refutes(&left, &right, trace);
                    refuted += 1;
                }
                Equality::Unknown(_) => {
                    assert!(i > 0, "{at}: {verdict}");
                    open += 1;
                }
            }
        }
    }
    println!("{proved} proved, {refuted} refuted, {open} open, {skipped} with too many states");
    assert!(
        proved >= 2 * designs && refuted * 3 >= designs,
        "{proved} proved, {refuted} refuted"
    );
    assert!(open * 20 < proved, "{open} open");
}
