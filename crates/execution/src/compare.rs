//! Comparison and selection (PTX ISA, sections "Comparison and Selection Instructions" and "Half Precision Comparison
//! Instructions").

use crate::cause::Cause;
use crate::float::{Style, with_format};
use crate::modifiers::{Int, Modifiers, element};
use crate::semantics::{Selected, Semantics, pure};
use lanesmith_ptx::{DataType, TypeClass};
use rustc_apfloat::Float;
use std::cmp::Ordering;

const COMPARISONS: [&str; 18] = [
    ".eq", ".ne", ".lt", ".le", ".gt", ".ge", ".lo", ".ls", ".hi", ".hs", ".equ", ".neu", ".ltu", ".leu", ".gtu",
    ".geu", ".num", ".nan",
];

/// Whether two sources compare.
type Comparison = Box<dyn Fn(u64, u64) -> bool + Send + Sync>;

/// The answers of a comparison: if the first value is less, equal, greater, and if there is no order.
fn answers(comparison: &str) -> [bool; 4] {
    let unordered = comparison.len() == 4 && comparison.ends_with('u');
    match comparison.trim_end_matches('u') {
        ".eq" => [false, true, false, unordered],
        // `.ne` of NaN is false as well.
        ".ne" => [true, false, true, unordered],
        ".lt" | ".lo" => [true, false, false, unordered],
        ".le" | ".ls" => [true, true, false, unordered],
        ".gt" | ".hi" => [false, false, true, unordered],
        ".ge" | ".hs" => [false, true, true, unordered],
        ".num" => [true, true, true, false],
        _ => [false, false, false, true],
    }
}

fn comparison(name: &str, data_type: DataType, flushes: bool) -> Result<Comparison, Cause> {
    let [less, equal, greater, unordered] = answers(name);
    let answer = move |order: Option<Ordering>| match order {
        Some(Ordering::Less) => less,
        Some(Ordering::Equal) => equal,
        Some(Ordering::Greater) => greater,
        None => unordered,
    };
    if data_type.class == TypeClass::Float {
        let style = Style::nearest(flushes);
        return Ok(with_format!(data_type.name, F => Box::new(move |a, b| {
            answer(style.read::<F>(a).partial_cmp(&style.read::<F>(b)))
        })));
    }
    let int = Int::of(data_type);
    // Shifted to the top, values of any width compare as 64 bits do; the flip makes signed ones unsigned.
    let shift = 64 - int.bits;
    let is_unsigned = matches!(name, ".lo" | ".ls" | ".hi" | ".hs");
    let flip = if int.signed && !is_unsigned { 1 << 63 } else { 0 };
    Ok(Box::new(move |a, b| {
        answer(Some((a << shift ^ flip).cmp(&(b << shift ^ flip))))
    }))
}

/// The combination of a result with the third source.
fn combination(modifiers: &mut Modifiers) -> Option<fn(bool, bool) -> bool> {
    modifiers.take_of(&[".and", ".or", ".xor"]).map(|name| match name {
        ".and" => (|a, b| a & b) as fn(bool, bool) -> bool,
        ".or" => |a, b| a | b,
        _ => |a, b| a ^ b,
    })
}

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    match opcode {
        "setp" => setp(modifiers),
        "set" => set(modifiers),
        "selp" => {
            let mask = Int::of(modifiers.take_type()?).mask();
            pure(move |a, b, p| mask & if p & 1 == 1 { a } else { b })
        }
        "slct" => slct(modifiers),
        _ => Ok(None),
    }
}

fn setp(modifiers: &mut Modifiers) -> Selected {
    let name = modifiers.take_of(&COMPARISONS).ok_or(Cause::Other)?;
    let combine = combination(modifiers);
    let (data_type, lanes) = element(modifiers.take_type()?);
    let compare = comparison(name, data_type, modifiers.take(".ftz"))?;
    let bits = data_type.bits;
    Ok(Some(Semantics::Many(Box::new(move |sources, results| {
        let [a, b, rest @ ..] = sources else { return };
        let combined = |result: bool| match (combine, rest) {
            (Some(combine), [c]) => u64::from(combine(result, c & 1 == 1)),
            _ => u64::from(result),
        };
        let first = compare(*a, *b);
        // Of two lanes each has its predicate; of one, the second predicate is that of the complement.
        let second = || {
            if lanes == 2 {
                compare(a >> bits, b >> bits)
            } else {
                !first
            }
        };
        for (index, result) in results.iter_mut().enumerate() {
            *result = combined(if index == 0 { first } else { second() });
        }
    }))))
}

fn set(modifiers: &mut Modifiers) -> Selected {
    let name = modifiers.take_of(&COMPARISONS).ok_or(Cause::Other)?;
    let combine = combination(modifiers);
    let (result, _) = element(modifiers.take_type()?);
    let (data_type, lanes) = element(modifiers.take_type()?);
    let compare = comparison(name, data_type, modifiers.take(".ftz"))?;
    let yes = match result.class {
        TypeClass::Float => with_format!(result.name, F => F::from_u128(1).value.to_bits() as u64),
        _ => Int::of(result).mask(),
    };
    let bits = data_type.bits;
    // A result of 32 bits for two lanes has 16 bits for each.
    let yes = if lanes == 2 && result.bits == 32 { 0xffff } else { yes };
    pure(move |a, b, c| {
        let lane = |lane: u32| {
            let shift = lane * bits;
            let answer = compare(a >> shift, b >> shift);
            let answer = combine.map_or(answer, |combine| combine(answer, c & 1 == 1));
            if answer { yes << (shift % 64) } else { 0 }
        };
        (0..lanes).map(lane).sum()
    })
}

fn slct(modifiers: &mut Modifiers) -> Selected {
    let flushes = modifiers.take(".ftz");
    let mask = Int::of(modifiers.take_type()?).mask();
    let compare = comparison(".ge", modifiers.take_type()?, flushes)?;
    pure(move |a, b, c| mask & if compare(c, 0) { a } else { b })
}
