//! SIMD video instructions, dot products, packed instructions and the byte permute: golden's results and those of the pseudo-code, for all operands and modifiers.

use super::control::{ControlWord, number, register};
use super::faults::{Side, Symbolic, on};
use super::number::{Cmp, Exact, Truth};
use super::packed::{Limit, Packed};
use super::permute::Mode;
use super::simd::Vop;
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
    let operations = [
        ("vadd", Vop::Vadd),
        ("vsub", Vop::Vsub),
        ("vavrg", Vop::Vavrg),
        ("vabsdiff", Vop::Vabsdiff),
        ("vmin", Vop::Vmin),
        ("vmax", Vop::Vmax),
    ];
    let comparisons = Cmp::ALL.map(|cmp| ("vset", Vop::Vset(cmp)));
    let mut claims = vec![];
    for (name, op) in operations.into_iter().chain(comparisons) {
        for lanes in [4, 2] {
            for mode in ["", ".sat", ".add"] {
                let is_set = matches!(op, Vop::Vset(_));
                if !(is_set && mode == ".sat") {
                    claims.push(simd_claim(name, op, lanes, mode));
                }
            }
        }
    }
    claims
}

pub fn simd_claim(name: &str, op: Vop, lanes: u32, mode: &str) -> Obligation {
    let graph = Graph::new();
    let comparison = match op {
        Vop::Vset(cmp) => format!(".{cmp:?}").to_lowercase(),
        _ => String::new(),
    };
    let letter = if lanes == 4 { 'b' } else { 'h' };
    // Digits of `d`'s mask, lowest lane first, and of the selectors.
    let text = |types: [bool; 3], mask: &[bool], asel: &[u32], bsel: &[u32]| {
        let types = match op {
            Vop::Vset(_) => &types[1..],
            _ => &types[..],
        };
        let types: String = types.iter().map(|s| if *s { ".s32" } else { ".u32" }).collect();
        let mask: String = (0..lanes)
            .rev()
            .filter(|i| mask[*i as usize])
            .map(|i| i.to_string())
            .collect();
        let digits = |sel: &[u32]| -> String { sel.iter().rev().map(u32::to_string).collect() };
        let (asel, bsel) = (digits(asel), digits(bsel));
        format!("{name}{lanes}{types}{comparison}{mode} r1.{letter}{mask}, r2.{letter}{asel}, r3.{letter}{bsel}, r4")
    };
    let count = lanes as usize;
    let (no_types, all, zeros) = ([false; 3], vec![true; count], vec![0; count]);
    let base = text(no_types, &all, &zeros, &zeros);
    let mut word = ControlWord::new(&graph, &encode_video, &base);
    let mut signed = |place: usize| {
        let mut types = no_types;
        types[place] = true;
        word.bit(&base, &text(types, &all, &zeros, &zeros))
    };
    let dtype_signed = match op {
        Vop::Vset(_) => Truth::of(false),
        _ => signed(0),
    };
    let (atype_signed, btype_signed) = (signed(1), signed(2));
    let mask = (0..count).map(|i| {
        let mut others = all.clone();
        others[i] = false;
        word.bit(&text(no_types, &others, &zeros, &zeros), &base)
    });
    let mask = mask.collect();
    let mut selector = |of_a: bool| -> Vec<Exact<Symbolic>> {
        let digit = |i: usize| {
            let bits: Vec<_> = (0..lanes.ilog2() + 1)
                .map(|k| {
                    let mut digits = zeros.clone();
                    digits[i] = 1 << k;
                    let (asel, bsel) = if of_a { (&digits, &zeros) } else { (&zeros, &digits) };
                    word.bit(&base, &text(no_types, &all, asel, bsel))
                })
                .collect();
            Exact(number(&bits))
        };
        (0..count).map(digit).collect()
    };
    let (asel, bsel) = (selector(true), selector(false));
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
    let name = format!("{name}{lanes}{comparison}{mode}");
    claim(name, &graph, &word.assumption, &golden, &expected)
}

/// `dp4a`, `dp2a.lo`, `dp2a.hi`.
pub fn dots() -> Vec<Obligation> {
    let operations = [
        ("dp4a", dot::Dot::Dp4a),
        ("dp2a.lo", dot::Dot::Dp2aLo),
        ("dp2a.hi", dot::Dot::Dp2aHi),
    ];
    operations.map(|(name, op)| dot_claim(name, op)).into()
}

pub fn dot_claim(name: &str, op: dot::Dot) -> Obligation {
    let graph = Graph::new();
    let text = |types: &str| format!("{name}{types} r1, r2, r3, r4");
    let base = text(".u32.u32");
    let mut word = ControlWord::new(&graph, &encode_video, &base);
    let atype_signed = word.bit(&base, &text(".s32.u32"));
    let btype_signed = word.bit(&base, &text(".u32.s32"));
    let [a, b, c] = [(); 3].map(|()| register(&graph));
    let golden = golden_video(&word.number(Control::BITS), [&a, &b, &c]);
    let types = (&atype_signed, &btype_signed);
    let expected = on(Side::Specification, || {
        dot::result(op, types, &Exact(a), &Exact(b), &Exact(c))
    });
    claim(name.into(), &graph, &word.assumption, &golden, &expected)
}

/// The packed instructions, one by one.
pub fn packed() -> Vec<Obligation> {
    packed_mnemonics().iter().map(|name| packed_claim(name)).collect()
}

pub fn packed_claim(mnemonic: &str) -> Obligation {
    let words: Vec<&str> = mnemonic.split('.').collect();
    let op = match words[0] {
        "add" => Packed::Add,
        "sub" => Packed::Sub,
        "min" => Packed::Min,
        "max" => Packed::Max,
        "neg" => Packed::Neg,
        other => panic!("no transcription of {other}"),
    };
    let (lanes, signed) = match words[words.len() - 1] {
        "u8x4" => (4, false),
        "s8x4" => (4, true),
        "u16x2" => (2, false),
        "s16x2" => (2, true),
        other => panic!("no type {other}"),
    };
    let limit = match &words[1..words.len() - 1] {
        [] => Limit::None,
        ["sat"] => Limit::Sat,
        ["relu"] => Limit::Relu,
        other => panic!("no modifier {other:?}"),
    };
    let operands = if op == Packed::Neg { "w1, w2" } else { "w1, w2, w3" };
    let text = format!("{mnemonic} {operands}");
    let instruction = parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let graph = Graph::new();
    let [a, b] = [(); 2].map(|()| register(&graph));
    // Where the hardware's operands are: a register of the text, or a number.
    let names = &instruction.operands;
    let values = instruction.sources([0xaaaa_aaaa; 3]);
    let source = |name: String, value: u32| match &name[..] {
        "w2" => a.clone(),
        "w3" => b.clone(),
        _ => Symbolic::int(value.into()),
    };
    let [x, y, z] = [&names.a, &names.b, &names.c].map(ToString::to_string);
    let operands = [source(x, values[0]), source(y, values[1]), source(z, values[2])];
    let control = Symbolic::int(Control::encode(&instruction).0 as i64);
    let golden = golden_video(&control, [&operands[0], &operands[1], &operands[2]]);
    let expected = on(Side::Specification, || {
        packed::result(op, lanes, signed, limit, &Exact(a), &Exact(b))
    });
    let always = Edge::Constant(true);
    claim(mnemonic.into(), &graph, &always, &golden, &expected)
}

/// `prmt`, mode by mode.
pub fn permutes() -> Vec<Obligation> {
    let modes = [
        ("", Mode::Default),
        (".f4e", Mode::F4e),
        (".b4e", Mode::B4e),
        (".rc8", Mode::Rc8),
        (".ecl", Mode::Ecl),
        (".ecr", Mode::Ecr),
        (".rc16", Mode::Rc16),
    ];
    modes.map(|(suffix, mode)| permute_claim(suffix, mode)).into()
}

pub fn permute_claim(suffix: &str, mode: Mode) -> Obligation {
    let graph = Graph::new();
    let text = format!("prmt.b32{suffix} r1, r2, r3, r4");
    let instruction = PermuteInstruction::parse(&text, None).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let [a, b, c] = [(); 3].map(|()| register(&graph));
    let control = Symbolic::int(instruction.mode as i64);
    let golden = on(Side::Golden, || {
        lanesmith::units::permute::golden::execute::<Symbolic>(&control, [&a, &b, &c])
    });
    let expected = on(Side::Specification, || {
        permute::result(mode, &Exact(a), &Exact(b), &Exact(c))
    });
    claim(
        format!("prmt{suffix}"),
        &graph,
        &Edge::Constant(true),
        &golden,
        &expected,
    )
}
