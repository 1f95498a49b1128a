//! The scalar video instructions: golden's results and those of the pseudo-code, for all operands and modifiers.

use super::control::{ControlWord, register};
use super::faults::{Side, Symbolic, on};
use super::number::{Cmp, Exact, Truth};
use super::of_ptx::{self, claim};
use super::scalar::{self, Part, Secondary, Vmad};
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
fn parts(text: impl Fn(String) -> String) -> Vec<(Part, String)> {
    Part::ALL.into_iter().map(|part| (part, text(suffix(part)))).collect()
}

/// A claim for each operation and secondary operation.
pub fn scalars() -> Vec<Obligation> {
    let operations = ["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr"].map(str::to_owned);
    let comparisons = Cmp::NAMES.map(|(name, _)| format!("vset{name}"));
    let secondary = [Secondary::None, Secondary::Add, Secondary::Min, Secondary::Max];
    let merges = Part::ALL[1..].iter().map(|part| Secondary::Merge(*part));
    let secondary: Vec<Secondary> = secondary.into_iter().chain(merges).collect();
    let operations = operations.iter().chain(&comparisons);
    let all = operations.flat_map(|op| secondary.iter().map(move |secondary| scalar_claim(op, *secondary)));
    all.collect()
}

/// What a text of a scalar video instruction has besides its operation and the use of `c`: whether types are signed, `.sat`, the mode
/// of a shift or the scale of `vmad`, and the selectors.
#[derive(Clone, Default)]
struct ScalarText {
    types: [bool; 3],
    sat: &'static str,
    mode: &'static str,
    asel: String,
    bsel: String,
}

impl ScalarText {
    /// This text with a change.
    fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut text = self.clone();
        change(&mut text);
        text
    }
}

pub fn scalar_claim(op: &str, secondary: Secondary) -> Obligation {
    let graph = Graph::new();
    let (stem, comparison) = op.split_at(op.find('.').unwrap_or(op.len()));
    let (last, dsel, c) = match secondary {
        Secondary::None => ("", String::new(), ""),
        Secondary::Add => (".add", String::new(), ", r4"),
        Secondary::Min => (".min", String::new(), ", r4"),
        Secondary::Max => (".max", String::new(), ", r4"),
        Secondary::Merge(part) => ("", suffix(part), ", r4"),
    };
    let (is_shift, is_set) = (matches!(op, "vshl" | "vshr"), stem == "vset");
    let text = |ScalarText {
                    types,
                    sat,
                    mode,
                    asel,
                    bsel,
                }: ScalarText| {
        let types = of_ptx::types(&types[usize::from(is_set)..]);
        format!("{stem}{types}{comparison}{sat}{mode}{last} r1{dsel}, r2{asel}, r3{bsel}{c}")
    };
    let base = ScalarText {
        mode: if is_shift { ".clamp" } else { "" },
        ..ScalarText::default()
    };
    let mut word = ControlWord::new(&graph, &encode_scalar, &text(base.clone()));
    // What an instruction does not have is false.
    let mut bit_if = |has_it: bool, changed: ScalarText| match has_it {
        true => word.set_by(&text(changed)),
        false => Truth::of(false),
    };
    let dtype_signed = bit_if(!is_set, base.with(|text| text.types[0] = true));
    let atype_signed = bit_if(true, base.with(|text| text.types[1] = true));
    let btype_signed = bit_if(!is_shift, base.with(|text| text.types[2] = true));
    let sat = bit_if(!is_set, base.with(|text| text.sat = ".sat"));
    let wrap = bit_if(is_shift, base.with(|text| text.mode = ".wrap"));
    let asel = word.choice(&parts(|sel| text(base.with(|text| text.asel = sel))));
    let bsel = word.choice(&parts(|sel| text(base.with(|text| text.bsel = sel))));
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
    let name = format!("{op}{last}{dsel}");
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
    let text = |ScalarText {
                    types,
                    sat,
                    mode,
                    asel,
                    bsel,
                }: ScalarText| {
        let types = of_ptx::types(&types);
        format!("vmad{types}{po}{sat}{mode} r1, {na}r2{asel}, {nb}r3{bsel}, {nc}r4")
    };
    let base = ScalarText::default();
    let mut word = ControlWord::new(&graph, &encode_scalar, &text(base.clone()));
    let atype_signed = word.set_by(&text(base.with(|text| text.types[1] = true)));
    let btype_signed = word.set_by(&text(base.with(|text| text.types[2] = true)));
    let sat = word.set_by(&text(base.with(|text| text.sat = ".sat")));
    let asel = word.choice(&parts(|sel| text(base.with(|text| text.asel = sel))));
    let bsel = word.choice(&parts(|sel| text(base.with(|text| text.bsel = sel))));
    let scales = [(0, ""), (7, ".shr7"), (15, ".shr15")];
    let scale = word.choice(&scales.map(|(bits, scale)| (bits, text(base.with(|text| text.mode = scale)))));
    // The type of `d` has no effect.
    let _ = word.set_by(&text(base.with(|text| text.types[0] = true)));
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
