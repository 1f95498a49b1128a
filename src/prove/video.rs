//! What is claimed of the SIMD video ALU.
//!
//! **Transfer**, one claim per operation, width and mode, for all operands, selectors, masks and types and from any
//! state: what goes in with an instruction comes out `latency` clocks later as golden's result.
//!
//! **Handshake**, for all states and inputs out of reset, by one-step claims that add up by induction:
//!
//! 1. `in_ready = out_ready or not out_valid`: the unit advances unless a finished result waits.
//! 2. While it does not advance, no state bit changes; and its outputs depend on the state alone. So outputs are stable
//!    while stalled, and a stalled clock is as if it had not been.
//! 3. The next state of an advancing unit does not depend on why it advances. So every run, stalled clocks left out,
//!    is a run in which `out_ready` always held.
//! 4. In such a run `out_valid`, the tag and the result leave exactly `latency` clocks after `in_valid`, the tag and the
//!    instruction entered (the transfer claim, with arbitrary neighbours in the pipeline). So nothing is lost,
//!    duplicated or reordered.
//! 5. From any state, one clock in reset makes the next `latency` results of an idle unit invalid.

use super::machine::{Machine, Words};
use super::obligation::Obligation;
use super::unroll::Unrolling;
use crate::algebra::{Algebra, Bit, Bitwise, Edge, Graph, Int};
use crate::golden::video::{Modifiers, execute};
use crate::isa::ptx::{Control, FIELDS, Instruction, OPERATIONS, WIDTHS};
use crate::rtl::video::Config;

/// What the claims leave out, for certificates.
pub const OUTSIDE: &[&str] = &[
    "control words that no instruction has: operation codes 6 and 7, saturate with accumulate, a mask without lanes",
    "outputs of a clock in which reset is asserted",
];

type Symbolic = Bitwise<Edge>;

/// The inputs of one instruction as free bits, and golden's answer.
pub struct Claim {
    /// The graph that everything lives in.
    pub graph: Graph,
    /// The control word's bits, lowest first.
    pub control: Vec<Edge>,
    /// The operand registers `a`, `b`, `c`.
    pub operands: [Vec<Edge>; 3],
    /// The control word is one that the front end encodes: an operation of the table, not `.sat` with
    /// `.add`, at least one lane.
    pub legal: Edge,
    /// Golden's `d`, 32 bits.
    pub d: Vec<Edge>,
}

impl Claim {
    /// Golden for every instruction at once, as far as `config` has what it needs.
    ///
    /// `fixed` gives control fields known values: one case of a proof by cases.
    pub fn new(config: &Config, fixed: &[(&str, u64)]) -> Self {
        let graph = Graph::new();
        let mut control = graph.inputs(Control::BITS);
        for (name, value) in fixed {
            let field = FIELDS.iter().find(|field| field.name == *name).expect("a field");
            for i in 0..field.bits {
                control[(field.lo + i) as usize] = Edge::Constant(value >> i & 1 != 0);
            }
        }
        let operands: [Vec<Edge>; 3] = std::array::from_fn(|_| graph.inputs(32));
        let mut m = Modifiers::<Symbolic>::decode(&Int::unsigned(control.iter().cloned()));
        if !config.dual {
            m.width = Symbolic::int(0);
        }
        if !config.accumulate {
            m.accumulate = Symbolic::known(false);
        }
        let words = operands.clone().map(Int::unsigned);
        let run = |m: &Modifiers<Symbolic>| execute(m, &words[0], &words[1], &words[2]);
        let d = if config.selectors {
            run(&m)
        } else {
            Symbolic::select(
                &Symbolic::bit(&m.width, 0),
                &run(&default_selectors(&m, 1)),
                &run(&default_selectors(&m, 0)),
            )
        };
        let table = Symbolic::less(&m.operation, &Symbolic::int(OPERATIONS.len() as i64));
        let both = Symbolic::both(&m.saturate, &m.accumulate);
        let lanes = Symbolic::case(&m.width, &WIDTHS, |width| Symbolic::field(&m.mask, 0, width.lanes()));
        let none = Symbolic::equal(&lanes, &Symbolic::int(0));
        let legal = Symbolic::both(&table, &Symbolic::not(&Symbolic::either(&both, &none))).bit();
        Claim {
            d: d.low(32),
            legal,
            graph,
            control,
            operands,
        }
    }
}

/// The modifiers for one width with the selectors that the manual makes the default.
fn default_selectors(m: &Modifiers<Symbolic>, width: i64) -> Modifiers<Symbolic> {
    let shape = WIDTHS[width as usize];
    let (asel, bsel) = Instruction::default_selectors(shape);
    let digits = |digits: [u8; 4]| {
        Symbolic::int((0..shape.lanes()).fold(0, |word, i| {
            word | i64::from(digits[i as usize]) << (i * shape.digit_bits())
        }))
    };
    Modifiers {
        width: Symbolic::int(width),
        asel: digits(asel),
        bsel: digits(bsel),
        ..m.clone()
    }
}

/// Golden's claim for every operation, width and mode that `config` has, each with a name like `vadd4.sat`.
fn cases(config: &Config) -> impl Iterator<Item = (String, Claim)> {
    let widths = if config.dual { 2 } else { 1 };
    let modes = if config.accumulate { 3 } else { 2 };
    let config = *config;
    OPERATIONS.iter().flat_map(move |row| {
        (0..widths).flat_map(move |width| {
            (0..modes).map(move |mode| {
                let fixed = [
                    ("op", row.operation as u64),
                    ("width", width as u64),
                    ("saturate", u64::from(mode == 1)),
                    ("accumulate", u64::from(mode == 2)),
                ];
                let suffix = ["", ".sat", ".add"][mode];
                let name = format!("{}{}{suffix}", row.mnemonic, WIDTHS[width].lanes());
                (name, Claim::new(&config, &fixed))
            })
        })
    })
}

/// The transfer claims of the arithmetic core: ports `enable`, `control`, `a`, `b`, `c` and `d`.
pub fn core_obligations<'a>(config: &'a Config, machine: &'a dyn Machine) -> impl Iterator<Item = Obligation> + 'a {
    let transfers = cases(config).map(|(name, claim)| {
        let [a, b, c] = claim.operands.clone();
        let first = Words::from([
            ("control".to_string(), claim.control.clone()),
            ("a".to_string(), a),
            ("b".to_string(), b),
            ("c".to_string(), c),
        ]);
        let steady = [("enable", true)];
        let mut run = Unrolling::new(machine, &claim.graph);
        let last = run.pipeline(config.latency, first, &steady);
        let mut obligation = claim.obligation(format!("transfer {name}"));
        obligation.equal(&claim.d, &last["d"]);
        run.name(&mut obligation);
        obligation
    });
    transfers.chain((config.latency > 0).then(|| {
        let graph = Graph::new();
        let mut run = Unrolling::new(machine, &graph);
        let mut obligation = Obligation::new("stall holds state", &graph);
        let before = run.state.clone();
        run.clock(Words::new(), &[("enable", false)]);
        obligation.equal(&before, &run.state);
        run.name(&mut obligation);
        obligation
    }))
}

/// The transfer and handshake claims of the ALU with its valid/ready shell.
pub fn alu_obligations<'a>(config: &'a Config, machine: &'a dyn Machine) -> impl Iterator<Item = Obligation> + 'a {
    let reset = if config.reset.active_low { "reset_n" } else { "reset" };
    let idle = (reset, config.reset.active_low);
    let transfers = cases(config).map(move |(name, claim)| {
        let [a, b, c] = claim.operands.clone();
        let (valid, tag) = (claim.graph.inputs(1), claim.graph.inputs(8));
        let first = Words::from([
            ("in_control".to_string(), claim.control.clone()),
            ("in_a".to_string(), a),
            ("in_b".to_string(), b),
            ("in_c".to_string(), c),
            ("in_valid".to_string(), valid.clone()),
            ("in_tag".to_string(), tag.clone()),
        ]);
        let mut run = Unrolling::new(machine, &claim.graph);
        let last = run.pipeline(config.latency, first, &[("out_ready", true), idle]);
        let mut obligation = claim.obligation(format!("transfer {name}"));
        obligation.equal(&valid, &last["out_valid"]);
        obligation.equal(&tag, &last["out_tag"]);
        obligation.equal(&claim.d, &last["out_d"]);
        obligation.name_inputs("in_valid", &valid);
        obligation.name_inputs("in_tag", &tag);
        run.name(&mut obligation);
        obligation
    });
    transfers.chain(handshake_obligations(config, machine, idle))
}

fn handshake_obligations(config: &Config, machine: &dyn Machine, idle: (&str, bool)) -> Vec<Obligation> {
    if config.latency == 0 {
        let graph = Graph::new();
        let mut run = Unrolling::new(machine, &graph);
        let mut obligation = Obligation::new("the handshake passes through", &graph);
        let (valid, ready) = (graph.inputs(1), graph.inputs(1));
        let inputs = [("in_valid", &valid), ("out_ready", &ready)].map(|(n, w)| (n.to_string(), w.clone()));
        let out = run.clock(Words::from(inputs), &[idle]);
        obligation.equal(&valid, &out["out_valid"]);
        obligation.equal(&ready, &out["in_ready"]);
        run.name(&mut obligation);
        return vec![obligation];
    }
    let ready = |graph: &Graph| ("out_ready".to_string(), graph.inputs(1));
    let mut obligations = vec![];

    let graph = Graph::new();
    let mut run = Unrolling::new(machine, &graph);
    let mut obligation = Obligation::new("in_ready is out_ready or no result waiting", &graph);
    let out_ready = ready(&graph);
    let out = run.clock(Words::from([out_ready.clone()]), &[idle]);
    obligation.equal(&[out_ready.1[0].or(&out["out_valid"][0].not())], &out["in_ready"]);
    run.name(&mut obligation);
    obligations.push(obligation);

    let graph = Graph::new();
    let mut run = Unrolling::new(machine, &graph);
    let mut obligation = Obligation::new("a stalled clock changes no state", &graph);
    let before = run.state.clone();
    let out = run.clock(Words::from([ready(&graph)]), &[idle]);
    obligation.assumption = out["in_ready"][0].not();
    obligation.equal(&before, &run.state);
    run.name(&mut obligation);
    obligations.push(obligation);

    let graph = Graph::new();
    let mut run = Unrolling::new(machine, &graph);
    let mut obligation = Obligation::new("outputs depend on the state alone", &graph);
    let before = run.state.clone();
    let one = run.clock(Words::from([ready(&graph)]), &[idle]);
    run.restart(before);
    let other = run.clock(Words::from([ready(&graph)]), &[idle]);
    for port in ["out_valid", "out_tag", "out_d"] {
        obligation.equal(&one[port], &other[port]);
    }
    run.name(&mut obligation);
    obligations.push(obligation);

    let graph = Graph::new();
    let mut run = Unrolling::new(machine, &graph);
    let mut obligation = Obligation::new("why the unit advances does not matter", &graph);
    let before = run.state.clone();
    let inputs = run.fresh_inputs();
    let out = run.step(&inputs, &[("out_ready", false), idle]);
    let waiting = run.restart(before);
    run.step(&inputs, &[("out_ready", true), idle]);
    obligation.assumption = out["out_valid"][0].not();
    obligation.equal(&waiting, &run.state);
    run.name(&mut obligation);
    obligations.push(obligation);

    let graph = Graph::new();
    let mut run = Unrolling::new(machine, &graph);
    let mut obligation = Obligation::new("reset empties the pipeline", &graph);
    run.clock(Words::new(), &[(idle.0, !idle.1)]);
    for _ in 0..=config.latency {
        let out = run.clock(Words::new(), &[("in_valid", false), idle]);
        obligation.equal(&[Edge::constant(false)], &out["out_valid"]);
    }
    run.name(&mut obligation);
    obligations.push(obligation);
    obligations
}

impl Claim {
    fn obligation(&self, name: String) -> Obligation {
        let mut obligation = Obligation::new(name, &self.graph);
        obligation.assumption = self.legal.clone();
        obligation.name_word("control", &self.control);
        for (name, word) in ["a", "b", "c"].iter().zip(&self.operands) {
            obligation.name_inputs(name, word);
        }
        obligation
    }
}
