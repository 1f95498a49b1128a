//! The scalar video instructions: golden's results and those of the pseudo-code, for all operands and modifiers.

use super::control::{ControlWord, register};
use super::faults::{Side, Symbolic, on};
use super::number::{Cmp, Exact, Truth};
use super::of_ptx::claim;
use super::scalar;
use super::scalar::{Part, Scalar, Scale, Secondary, Vmad};
use lanesmith::algebra::{Edge, Graph, Int};
use lanesmith::prove::Obligation;
use lanesmith::ptx::ScalarInstruction;
use lanesmith::units::scalar as scalar_unit;
use lanesmith::units::scalar::golden::{ScalarModifiers, steps};

fn encode_scalar(text: &str) -> u64 {
    let instruction = ScalarInstruction::parse(text, None).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    scalar_unit::encoding::encode(&instruction)
}

fn golden_scalar(word: &ControlWord, [a, b, c]: [&Int<Edge>; 3]) -> Int<Edge> {
    let control = word.number(scalar_unit::encoding::CONTROL_BITS);
    on(Side::Golden, || {
        scalar_unit::golden::execute::<Symbolic>(&control, [a, b, c])
    })
}

/// A selector as it is written.
fn suffix(part: Part) -> String {
    match part {
        Part::Whole => String::new(),
        Part::B(n) => format!(".b{n}"),
        Part::H(n) => format!(".h{n}"),
    }
}

/// The selector of an operand: texts with each.
fn parts(text: impl Fn(&str) -> String) -> Vec<(Part, String)> {
    Part::ALL.into_iter().map(|part| (part, text(&suffix(part)))).collect()
}

/// A claim for each operation and secondary operation.
pub fn scalars() -> Vec<Obligation> {
    let operations = [
        ("vadd", Scalar::Vadd),
        ("vsub", Scalar::Vsub),
        ("vabsdiff", Scalar::Vabsdiff),
        ("vmin", Scalar::Vmin),
        ("vmax", Scalar::Vmax),
        ("vshl", Scalar::Vshl),
        ("vshr", Scalar::Vshr),
    ];
    let comparisons = Cmp::ALL.map(|cmp| ("vset", Scalar::Vset(cmp)));
    let secondary = [Secondary::None, Secondary::Add, Secondary::Min, Secondary::Max];
    let merges = Part::ALL[1..].iter().map(|part| Secondary::Merge(*part));
    let secondary: Vec<Secondary> = secondary.into_iter().chain(merges).collect();
    let operations = operations.into_iter().chain(comparisons);
    let all = operations.flat_map(|(name, op)| secondary.iter().map(move |secondary| (name, op, *secondary)));
    all.map(|(name, op, secondary)| scalar_claim(name, op, secondary))
        .collect()
}

pub fn scalar_claim(name: &str, op: Scalar, secondary: Secondary) -> Obligation {
    let graph = Graph::new();
    let comparison = match op {
        Scalar::Vset(cmp) => format!(".{cmp:?}").to_lowercase(),
        _ => String::new(),
    };
    let (last, dsel, c) = match secondary {
        Secondary::None => ("", String::new(), ""),
        Secondary::Add => (".add", String::new(), ", r4"),
        Secondary::Min => (".min", String::new(), ", r4"),
        Secondary::Max => (".max", String::new(), ", r4"),
        Secondary::Merge(part) => ("", suffix(part), ", r4"),
    };
    let is_shift = matches!(op, Scalar::Vshl | Scalar::Vshr);
    let is_set = matches!(op, Scalar::Vset(_));
    let text = |types: &str, sat: &str, mode: &str, asel: &str, bsel: &str| {
        let mode = if is_shift { mode } else { "" };
        format!("{name}{types}{comparison}{sat}{mode}{last} r1{dsel}, r2{asel}, r3{bsel}{c}")
    };
    let types = |d: &str, a: &str, b: &str| {
        if is_set {
            format!("{a}{b}")
        } else {
            format!("{d}{a}{b}")
        }
    };
    let unsigned = types(".u32", ".u32", ".u32");
    let of_types = |types: &str| text(types, "", ".clamp", "", "");
    let base = of_types(&unsigned);
    let mut word = ControlWord::new(&graph, &encode_scalar, &base);
    let dtype_signed = match is_set {
        true => Truth::of(false),
        false => word.bit(&base, &of_types(&types(".s32", ".u32", ".u32"))),
    };
    let atype_signed = word.bit(&base, &of_types(&types(".u32", ".s32", ".u32")));
    let btype_signed = match is_shift {
        true => Truth::of(false),
        false => word.bit(&base, &of_types(&types(".u32", ".u32", ".s32"))),
    };
    let asel = word.choice(&parts(|sel| text(&unsigned, "", ".clamp", sel, "")));
    let bsel = word.choice(&parts(|sel| text(&unsigned, "", ".clamp", "", sel)));
    let sat = match is_set {
        true => Truth::of(false),
        false => word.bit(&base, &text(&unsigned, ".sat", ".clamp", "", "")),
    };
    let wrap = match is_shift {
        true => word.bit(&base, &text(&unsigned, "", ".wrap", "", "")),
        false => Truth::of(false),
    };
    let modifiers = scalar::Modifiers {
        dtype_signed,
        atype_signed,
        btype_signed,
        asel,
        bsel,
        sat,
        wrap,
        secondary,
    };
    let [a, b, c] = [(); 3].map(|()| register(&graph));
    let golden = golden_scalar(&word, [&a, &b, &c]);
    let expected = on(Side::Specification, || {
        scalar::result(op, &modifiers, &Exact(a), &Exact(b), &Exact(c))
    });
    let name = format!("{name}{comparison}{last}{dsel}");
    claim(name, &graph, &word.assumption, &golden, &expected)
}

/// `vmad`, for each way to write its signs.
pub fn multiply_adds() -> Vec<Obligation> {
    let word = |text: &str| encode_scalar(&format!("vmad.u32.u32.u32 r1, {text}"));
    // Texts that differ in their signs have the same word where the pseudo-code has the same result.
    assert_eq!(word("-r2, r3, r4"), word("r2, -r3, r4"));
    assert_eq!(word("-r2, -r3, r4"), word("r2, r3, r4"));
    let signs = [
        ("", ["", "", ""]),
        (".po", ["", "", ""]),
        ("", ["-", "", ""]),
        ("", ["", "", "-"]),
    ];
    signs
        .into_iter()
        .flat_map(|(po, signs)| vmad_claim(po, signs))
        .collect()
}

pub fn vmad_claim(po: &str, [na, nb, nc]: [&str; 3]) -> [Obligation; 2] {
    let graph = Graph::new();
    let text = |types: &str, sat: &str, scale: &str, asel: &str, bsel: &str| {
        format!("vmad{types}{po}{sat}{scale} r1, {na}r2{asel}, {nb}r3{bsel}, {nc}r4")
    };
    let unsigned = ".u32.u32.u32";
    let base = text(unsigned, "", "", "", "");
    let mut word = ControlWord::new(&graph, &encode_scalar, &base);
    let atype_signed = word.bit(&base, &text(".u32.s32.u32", "", "", "", ""));
    let btype_signed = word.bit(&base, &text(".u32.u32.s32", "", "", "", ""));
    let asel = word.choice(&parts(|sel| text(unsigned, "", "", sel, "")));
    let bsel = word.choice(&parts(|sel| text(unsigned, "", "", "", sel)));
    let sat = word.bit(&base, &text(unsigned, ".sat", "", "", ""));
    let scales = [(Scale::None, ""), (Scale::Shr7, ".shr7"), (Scale::Shr15, ".shr15")];
    let scale = word.choice(&scales.map(|(scale, suffix)| (scale, text(unsigned, "", suffix, "", ""))));
    // The type of `d` has no effect.
    let _ = word.bit(&base, &text(".s32.u32.u32", "", "", "", ""));
    let modifiers = Vmad {
        atype_signed,
        btype_signed,
        asel,
        bsel,
        product_negated: Truth::of((na == "-") != (nb == "-")),
        c_negated: Truth::of(nc == "-"),
        plus_one: Truth::of(po == ".po"),
        scale,
        sat,
    };
    let [a, b, c] = [(); 3].map(|()| register(&graph));
    let control = word.number(scalar_unit::encoding::CONTROL_BITS);
    let golden = on(Side::Golden, || {
        steps(&ScalarModifiers::<Symbolic>::decode(&control), [&a, &b, &c])
    });
    let name = format!("vmad{po} {na}a, {nb}b, {nc}c");
    let mut factors = Obligation::new(format!("factors of {name}"), &graph);
    factors.assumption = word.assumption.clone();
    let expected = on(Side::Specification, || {
        scalar::factors(&modifiers, &Exact(a), &Exact(b))
    });
    for (golden, factor) in [&golden.ta, &golden.tb].into_iter().zip(expected) {
        factors.equal(&golden.low(34), &factor.0.low(34));
    }
    // Golden's factors, which are the pseudo-code's: so both sides have the same products, which may be anything.
    let (product, parts) = by_halves(&Exact(golden.ta.clone()), &Exact(golden.tb.clone()));
    let expected = on(Side::Specification, || scalar::vmad(&modifiers, product, &Exact(c)));
    let mut sum = claim(name, &graph, &word.assumption, &golden.d, &expected);
    parts.iter().for_each(|part| sum.free(&part.0.low(32)));
    [factors, sum]
}

/// The product of numbers of 33 bits from those of their half-words, which are the second result: a negative number is its
/// low 32 bits less 2^32.
fn by_halves(x: &Exact<Symbolic>, y: &Exact<Symbolic>) -> (Exact<Symbolic>, [Exact<Symbolic>; 4]) {
    let [xl, xh, yl, yh] = [x.bits(15, 0), x.bits(31, 16), y.bits(15, 0), y.bits(31, 16)];
    let parts = [&xl * &yl, &xl * &yh, &xh * &yl, &xh * &yh];
    let outer = &parts[0] + (parts[3].clone() << 32);
    let inner = &parts[1] + &parts[2];
    let (x_negative, y_negative) = (x.less(0), y.less(0));
    let excess = x_negative.then(y.bits(31, 0), 0) + y_negative.then(x.bits(31, 0), 0);
    let both = (x_negative & y_negative).then(1, 0) << 32;
    let product = outer + (inner << 16) + ((both - excess) << 32);
    (product, parts)
}

/// That the product by half-words is the product, for each pair of signs.
pub fn products_by_halves() -> Vec<Obligation> {
    let cases = [(false, false), (true, false), (false, true), (true, true)];
    let of = |(x_negative, y_negative): (bool, bool)| {
        let graph = Graph::new();
        let number = |negative: bool| -> Exact<Symbolic> {
            let low = Exact(register(&graph));
            if negative { low - (1 << 32) } else { low }
        };
        let (x, y) = (number(x_negative), number(y_negative));
        let mut claim = Obligation::new(format!("product by half-words, {x_negative} {y_negative}"), &graph);
        let (product, parts) = by_halves(&x, &y);
        claim.equal(&(&x * &y).0.low(68), &product.0.low(68));
        // Of two negative numbers the claim does not hold for any four products.
        if !(x_negative && y_negative) {
            parts.iter().for_each(|part| claim.free(&part.0.low(32)));
        }
        claim
    };
    cases.map(of).into()
}
