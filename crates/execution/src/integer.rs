//! Integer arithmetic (PTX ISA, sections "Integer Arithmetic Instructions" and "Extended-Precision Integer Arithmetic
//! Instructions").

use crate::cause::Cause;
use crate::modifiers::{Int, Modifiers, element};
use crate::semantics::{Pure, Selected, Semantics, lanes};
use lanesmith_ptx::TypeClass;

/// The part of a product that `mul` and `mad` take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Low,
    High,
    Wide,
}

fn part(modifiers: &mut Modifiers) -> Part {
    match modifiers.take_of(&[".lo", ".hi", ".wide"]) {
        Some(".hi") => Part::High,
        Some(".wide") => Part::Wide,
        _ => Part::Low,
    }
}

/// The part of the product of two values as an integer of unlimited width.
fn product(int: Int, part: Part, a: u64, b: u64) -> i128 {
    // Wraps for the highest bits of unsigned 64-bit products only, which `wrap` of the shifted product does not look at.
    let product = int.value(a).wrapping_mul(int.value(b));
    match part {
        Part::High => product >> int.bits,
        _ => product,
    }
}

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    let Some(data_type) = modifiers.last_type().filter(|last| last.class != TypeClass::Float) else {
        return Ok(None);
    };
    let (one, count) = element(data_type);
    let int = Int::of(one);
    match opcode {
        "add" | "sub" | "mad" | "addc" | "subc" | "madc" if modifiers.has(".cc") || opcode.len() == 4 => {
            modifiers.take_type()?;
            return Ok(Some(extended(opcode, int, modifiers)));
        }
        "add" | "sub" | "mul" | "mad" | "mul24" | "mad24" | "sad" | "div" | "rem" | "abs" | "neg" | "min" | "max" => {}
        _ => return Ok(None),
    }
    modifiers.take_type()?;
    let saturates = modifiers.take(".sat");
    let relu = modifiers.take(".relu");
    let one: Pure = match opcode {
        "add" if saturates => Box::new(move |a, b, _| int.clamp(int.value(a) + int.value(b))),
        "sub" if saturates => Box::new(move |a, b, _| int.clamp(int.value(a) - int.value(b))),
        "add" => Box::new(move |a, b, _| a.wrapping_add(b) & int.mask()),
        "sub" => Box::new(move |a, b, _| a.wrapping_sub(b) & int.mask()),
        "mul" | "mad" => {
            // `mul` adds the 0 that stands for a missing source.
            let part = part(modifiers);
            let bits = if part == Part::Wide { 2 * int.bits } else { int.bits };
            let result = Int { bits, ..int };
            match part {
                _ if bits > 64 => return Err(Cause::Other),
                Part::Low => Box::new(move |a, b, c| a.wrapping_mul(b).wrapping_add(c) & int.mask()),
                _ if saturates => Box::new(move |a, b, c| int.clamp(product(int, part, a, b) + int.value(c))),
                _ => Box::new(move |a, b, c| result.wrap(product(int, part, a, b).wrapping_add(result.value(c)))),
            }
        }
        "mul24" | "mad24" => {
            let narrow = Int { bits: 24, ..int };
            let shift = if part(modifiers) == Part::High { 16 } else { 0 };
            Box::new(move |a, b, c| {
                // The low and high half are 32-bit numbers before anything is added.
                let half = int.wrap((narrow.value(a) * narrow.value(b)) >> shift);
                let sum = int.value(half) + int.value(c);
                if saturates { int.clamp(sum) } else { int.wrap(sum) }
            })
        }
        "sad" => Box::new(move |a, b, c| int.wrap(int.value(c) + (int.value(a) - int.value(b)).abs())),
        // The manual leaves results of a division by 0 open; those of NVIDIA's code are all ones.
        "div" | "rem" => {
            let is_remainder = opcode == "rem";
            Box::new(move |a, b, _| match (int.value(a), int.value(b)) {
                (_, 0) => int.mask(),
                (a, b) if is_remainder => int.wrap(a - divided(a, b) * b),
                (a, b) => int.wrap(divided(a, b)),
            })
        }
        "abs" => Box::new(move |a, _, _| int.wrap(int.value(a).abs())),
        "neg" => Box::new(move |a, _, _| a.wrapping_neg() & int.mask()),
        _ => {
            let is_min = opcode == "min";
            Box::new(move |a, b, _| {
                let (a, b) = (int.value(a), int.value(b));
                let chosen = if is_min { a.min(b) } else { a.max(b) };
                int.wrap(if relu { chosen.max(0) } else { chosen })
            })
        }
    };
    Ok(Some(Semantics::Pure(lanes(count, int.bits, one))))
}

/// The quotient, rounded towards 0.
fn divided(a: i128, b: i128) -> i128 {
    // 64 bits are enough for nearly all, and 128 bits are divided by software.
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => i128::from(a / b),
        _ => a / b,
    }
}

/// Additions, subtractions and multiplications that read or write the carry flag; subtractions borrow by it.
fn extended(opcode: &str, int: Int, modifiers: &mut Modifiers) -> Semantics {
    let (writes, reads) = (modifiers.take(".cc"), opcode.len() == 4);
    let (part, is_sub) = (part(modifiers), opcode.starts_with("sub"));
    let function = move |sources: &[u64], results: &mut [u64]| {
        let (x, y, carry) = match *sources {
            [a, b, c, carry] => (product(int, part, a, b) as u64, c, carry),
            [a, b, carry] => (a, b, carry),
            _ => return,
        };
        let [x, y] = [x, y].map(|source| i128::from(source & int.mask()));
        let carry = i128::from(carry & u64::from(reads));
        let exact = if is_sub { x - y - carry } else { x + y + carry };
        if let [result, flag] = results {
            *result = int.wrap(exact);
            *flag = u64::from(exact != i128::from(*result));
        }
    };
    Semantics::Carry(Box::new(function), writes)
}
