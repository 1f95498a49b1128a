//! Bits (PTX ISA, sections "Logic and Shift Instructions" and, for `bfe`, `popc` and others, "Integer Arithmetic Instructions").

use crate::modifiers::{Int, Modifiers};
use crate::semantics::{Selected, Semantics, pure};

pub(crate) fn select(opcode: &str, modifiers: &mut Modifiers) -> Selected {
    match opcode {
        "and" | "or" | "xor" | "not" | "cnot" | "shl" | "shr" | "shf" | "lop3" | "bfe" | "bfi" | "bfind" | "brev"
        | "popc" | "clz" | "fns" | "szext" | "bmsk" => {}
        _ => return Ok(None),
    }
    let combination = modifiers.take_of(&[".and", ".or"]);
    let int = Int::of(modifiers.take_type()?);
    let mask = int.mask();
    match opcode {
        "and" => pure(move |a, b, _| a & b & mask),
        "or" => pure(move |a, b, _| (a | b) & mask),
        "xor" => pure(move |a, b, _| (a ^ b) & mask),
        "not" => pure(move |a, _, _| !a & mask),
        "cnot" => pure(move |a, _, _| u64::from(a & mask == 0)),
        "shl" => pure(move |a, b, _| shifted_left(a & mask, b as u32) & mask),
        "shr" => pure(move |a, b, _| int.wrap(int.value(a) >> (b as u32).min(int.bits))),
        "shf" => funnel(modifiers),
        "lop3" => Ok(Some(lop3(combination))),
        "bfe" => pure(move |a, b, c| extracted(int, a, b as u8, c as u8)),
        "bfi" => Ok(Some(Semantics::Many(Box::new(move |sources, results| {
            if let ([a, b, position, length], [result]) = (sources, results) {
                let [position, length] = [position, length].map(|byte| u32::from(*byte as u8));
                let field = shifted_left(ones(length), position);
                *result = (b & !field | shifted_left(*a, position) & field) & mask;
            }
        })))),
        "bfind" => {
            let as_shift = modifiers.take(".shiftamt");
            pure(move |a, _, _| {
                let value = int.value(a);
                let positive = int.wrap(if value < 0 { !value } else { value });
                match positive.checked_ilog2() {
                    None => u64::from(u32::MAX),
                    Some(position) if as_shift => u64::from(int.bits - 1 - position),
                    Some(position) => u64::from(position),
                }
            })
        }
        "brev" => pure(move |a, _, _| a.reverse_bits() >> (64 - int.bits)),
        "popc" => pure(move |a, _, _| u64::from((a & mask).count_ones())),
        "clz" => pure(move |a, _, _| u64::from((a & mask).leading_zeros() - (64 - int.bits))),
        "fns" => pure(|a, b, c| u64::from(nth_set(a as u32, b as u32, (c as u32).cast_signed()))),
        "szext" => {
            let clamps = modifiers.take_of(&[".clamp", ".wrap"]) == Some(".clamp");
            pure(move |a, b, _| match amount(b, clamps) {
                0 => 0,
                bits => int.wrap(Int { bits, ..int }.value(a)),
            })
        }
        _ => {
            let clamps = modifiers.take_of(&[".clamp", ".wrap"]) == Some(".clamp");
            pure(move |a, b, _| (ones(amount(b, clamps)) << amount(a, clamps)) & mask)
        }
    }
}

/// So many ones at the bottom.
fn ones(count: u32) -> u64 {
    shifted_left(1, count).wrapping_sub(1)
}

/// Shifts left by any amount.
fn shifted_left(value: u64, amount: u32) -> u64 {
    value.checked_shl(amount).unwrap_or(0)
}

/// An amount limited to 32 bits by its value or by its low five bits.
fn amount(amount: u64, clamps: bool) -> u32 {
    if clamps {
        (amount as u32).min(32)
    } else {
        amount as u32 % 32
    }
}

/// `shf`: 32 of the 64 bits of `b` and `a`.
fn funnel(modifiers: &mut Modifiers) -> Selected {
    let to_left = modifiers.take_of(&[".l", ".r"]) == Some(".l");
    let clamps = modifiers.take_of(&[".clamp", ".wrap"]) == Some(".clamp");
    pure(move |a, b, c| {
        let both = b << 32 | a & 0xffff_ffff;
        let amount = amount(c, clamps);
        let shifted = if to_left { both << amount >> 32 } else { both >> amount };
        shifted & 0xffff_ffff
    })
}

/// `bfe`: a field, extended by its top bit or, beyond the source, by the source's top bit.
fn extracted(int: Int, a: u64, position: u8, length: u8) -> u64 {
    let (position, length) = (u32::from(position), u32::from(length));
    if length == 0 {
        return 0;
    }
    let shifted = int.value(a) >> position.min(int.bits);
    match length < int.bits {
        true => int.wrap(Int { bits: length, ..int }.value(shifted as u64)),
        false => int.wrap(shifted),
    }
}

/// `lop3`: bit `4a + 2b + c` of the table is the result of bits; `.and` and `.or` give a predicate as well.
fn lop3(combination: Option<&str>) -> Semantics {
    let combine = combination.map(|text| text == ".and");
    let function = move |a: u64, b: u64, c: u64, table: u64| {
        let term = |index: u32| {
            let chosen = |source: u64, bit: u32| if index >> bit & 1 == 1 { source } else { !source };
            (table >> index & 1).wrapping_neg() & chosen(a, 2) & chosen(b, 1) & chosen(c, 0)
        };
        (0..8).map(term).fold(0, |all, one| all | one) & 0xffff_ffff
    };
    Semantics::Many(Box::new(move |sources, results| match (sources, results) {
        ([a, b, c, table], [result]) => *result = function(*a, *b, *c, *table),
        ([a, b, c, table, q], [result, predicate]) => {
            *result = function(*a, *b, *c, *table);
            let is_set = u64::from(*result != 0);
            *predicate = if combine == Some(true) { is_set & q } else { is_set | q };
        }
        _ => {}
    }))
}

/// `fns`: the position of the `offset`-th set bit from bit `base` on, upwards or downwards; bit `base` itself if `offset` is 0.
fn nth_set(mask: u32, base: u32, offset: i32) -> u32 {
    let is_set = |position: &u32| mask >> position & 1 == 1;
    let nth = offset.unsigned_abs().saturating_sub(1) as usize;
    let found = match offset {
        _ if base > 31 => None,
        0 => Some(base).filter(is_set),
        1.. => (base..32).filter(is_set).nth(nth),
        _ => (0..=base).rev().filter(is_set).nth(nth),
    };
    found.unwrap_or(u32::MAX)
}
