//! SIMD video instructions, dot products, packed instructions and the byte permute: golden's results and those of the pseudo-code, for all operands and modifiers.

use super::control::{ControlWord, number, register};
use super::faults::{Side, Symbolic, on};
use super::number::{Cmp, Exact, Truth};
use super::{dot, packed, permute, simd};
use crate::nvidia::forms::packed_mnemonics;
use lanesmith::algebra::{Algebra, Edge, Graph, Int};
use lanesmith::prove::Obligation;
use lanesmith::ptx::{PermuteInstruction, parse};
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::{Modifiers, execute};

/// A claim that golden's `d` is that of the pseudo-code.
pub fn claim(
    name: String,
    graph: &Graph,
    assumption: &Edge,
    golden: &Int<Edge>,
    expected: &Exact<Symbolic>,
) -> Obligation {
    let mut claim = Obligation::new(name, graph);
    claim.equal(&golden.low(32), &expected.0.low(32));
    claim.assumption = assumption.clone();
    claim
}

fn encode_video(text: &str) -> u64 {
    let instruction = parse(text, None).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    Control::encode(&instruction).0
}

fn golden_video(control: &Int<Edge>, [a, b, c]: [&Int<Edge>; 3]) -> Int<Edge> {
    on(Side::Golden, || {
        execute(&Modifiers::<Symbolic>::decode(control), a, b, c)
    })
}

/// `vop2`, `vop4`, `vset2`, `vset4`: a claim for each operation, width and mode.
pub fn simd() -> Vec<Obligation> {
    let operations = ["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"].map(str::to_owned);
    let comparisons = Cmp::NAMES.map(|(name, _)| format!("vset{name}"));
    let mut claims = vec![];
    for op in operations.iter().chain(&comparisons) {
        for lanes in [4, 2] {
            for mode in ["", ".sat", ".add"] {
                if !(op.starts_with("vset") && mode == ".sat") {
                    claims.push(simd_claim(op, lanes, mode));
                }
            }
        }
    }
    claims
}

/// What a text of a SIMD video instruction has besides its operation and mode: whether types are signed, the lanes of `d`, and the
/// digits of the selectors, lane 0 first.
#[derive(Clone)]
struct SimdText {
    types: [bool; 3],
    mask: Vec<bool>,
    asel: Vec<u32>,
    bsel: Vec<u32>,
}

pub fn simd_claim(op: &str, lanes: u32, mode: &str) -> Obligation {
    let graph = Graph::new();
    let (stem, comparison) = op.split_at(op.find('.').unwrap_or(op.len()));
    let is_set = stem == "vset";
    let letter = if lanes == 4 { 'b' } else { 'h' };
    let text = |written: &SimdText| {
        let types: String = types(&written.types[usize::from(is_set)..]);
        let mask: String = (0..written.mask.len())
            .rev()
            .filter(|i| written.mask[*i])
            .map(|i| i.to_string())
            .collect();
        let digits = |sel: &[u32]| -> String { sel.iter().rev().map(u32::to_string).collect() };
        let (asel, bsel) = (digits(&written.asel), digits(&written.bsel));
        format!("{stem}{lanes}{types}{comparison}{mode} r1.{letter}{mask}, r2.{letter}{asel}, r3.{letter}{bsel}, r4")
    };
    let count = lanes as usize;
    let base = SimdText {
        types: [false; 3],
        mask: vec![true; count],
        asel: vec![0; count],
        bsel: vec![0; count],
    };
    let with = |change: &dyn Fn(&mut SimdText)| {
        let mut written = base.clone();
        change(&mut written);
        text(&written)
    };
    let mut word = ControlWord::new(&graph, &encode_video, &text(&base));
    let dtype_signed = if is_set {
        Truth::of(false)
    } else {
        word.set_by(&with(&|written| written.types[0] = true))
    };
    let atype_signed = word.set_by(&with(&|written| written.types[1] = true));
    let btype_signed = word.set_by(&with(&|written| written.types[2] = true));
    let mask = (0..count).map(|i| word.cleared_by(&with(&|written| written.mask[i] = false)));
    let mask = mask.collect();
    let mut digit = |set: &dyn Fn(&mut SimdText, u32)| {
        let bits = (0..lanes.ilog2() + 1).map(|k| word.set_by(&with(&|written| set(written, 1 << k))));
        Exact(number(&bits.collect::<Vec<_>>()))
    };
    let asel = (0..count).map(|i| digit(&|written, value| written.asel[i] = value));
    let asel = asel.collect();
    let bsel = (0..count).map(|i| digit(&|written, value| written.bsel[i] = value));
    let bsel = bsel.collect();
    let modifiers = simd::Modifiers {
        lanes,
        sat: mode == ".sat",
        add: mode == ".add",
        dtype_signed,
        atype_signed,
        btype_signed,
        mask,
        asel,
        bsel,
    };
    let [a, b, c] = [(); 3].map(|()| register(&graph));
    let golden = golden_video(&word.number(Control::BITS), [&a, &b, &c]);
    let expected = on(Side::Specification, || {
        simd::result(op, &modifiers, &Exact(a), &Exact(b), &Exact(c))
    });
    let name = format!("{stem}{lanes}{comparison}{mode}");
    claim(name, &graph, &word.assumption, &golden, &expected)
}

/// Types as they are written.
pub fn types(signed: &[bool]) -> String {
    signed
        .iter()
        .map(|signed| if *signed { ".s32" } else { ".u32" })
        .collect()
}

pub fn dots() -> Vec<Obligation> {
    ["dp4a", "dp2a.lo", "dp2a.hi"].map(dot_claim).into()
}

pub fn dot_claim(op: &str) -> Obligation {
    let graph = Graph::new();
    let text = |signed: [bool; 2]| format!("{op}{} r1, r2, r3, r4", types(&signed));
    let mut word = ControlWord::new(&graph, &encode_video, &text([false, false]));
    let atype_signed = word.set_by(&text([true, false]));
    let btype_signed = word.set_by(&text([false, true]));
    let [a, b, c] = [(); 3].map(|()| register(&graph));
    let golden = golden_video(&word.number(Control::BITS), [&a, &b, &c]);
    let types = (&atype_signed, &btype_signed);
    let expected = on(Side::Specification, || {
        dot::result(op, types, &Exact(a), &Exact(b), &Exact(c))
    });
    claim(op.into(), &graph, &word.assumption, &golden, &expected)
}

/// The packed instructions, one by one.
pub fn packed() -> Vec<Obligation> {
    packed_mnemonics().iter().map(|name| packed_claim(name)).collect()
}

pub fn packed_claim(mnemonic: &str) -> Obligation {
    let operands = if mnemonic.starts_with("neg") {
        "w1, w2"
    } else {
        "w1, w2, w3"
    };
    let text = format!("{mnemonic} {operands}");
    let instruction = parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let graph = Graph::new();
    let [a, b] = [(); 2].map(|()| register(&graph));
    // Where the hardware's operands are: a register of the text, or a number.
    let names = [
        &instruction.operands.a,
        &instruction.operands.b,
        &instruction.operands.c,
    ];
    let values = instruction.sources([0xaaaa_aaaa; 3]);
    let [x, y, z] = [0, 1, 2].map(|i| match &names[i].to_string()[..] {
        "w2" => a.clone(),
        "w3" => b.clone(),
        _ => Symbolic::int(values[i].into()),
    });
    let control = Symbolic::int(Control::encode(&instruction).0 as i64);
    let golden = golden_video(&control, [&x, &y, &z]);
    let expected = on(Side::Specification, || packed::result(mnemonic, &Exact(a), &Exact(b)));
    claim(mnemonic.into(), &graph, &Edge::Constant(true), &golden, &expected)
}

/// `prmt`, mode by mode.
pub fn permutes() -> Vec<Obligation> {
    let named = permute::MODES.map(|(name, _)| permute_claim(name));
    [permute_claim("")].into_iter().chain(named).collect()
}

pub fn permute_claim(mode: &str) -> Obligation {
    let graph = Graph::new();
    let text = format!("prmt.b32{mode} r1, r2, r3, r4");
    let instruction = PermuteInstruction::parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let [a, b, c] = [(); 3].map(|()| register(&graph));
    let control = Symbolic::int(instruction.mode as i64);
    let golden = on(Side::Golden, || {
        lanesmith::units::permute::golden::execute::<Symbolic>(&control, [&a, &b, &c])
    });
    let expected = on(Side::Specification, || {
        permute::result(mode, &Exact(a), &Exact(b), &Exact(c))
    });
    let always = Edge::Constant(true);
    claim(format!("prmt{mode}"), &graph, &always, &golden, &expected)
}
