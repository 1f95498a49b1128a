//! The table of plain instructions: mnemonic, types, operands, meaning (PTX ISA, sections "Integer Arithmetic Instructions", "Logic
//! and Shift Instructions", "Comparison and Selection Instructions", "Data Movement and Conversion Instructions").

use crate::value_type::Type;
use std::fmt;

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OperandClass {
    /// Of the instruction's type, in a register of the same width.
    Own,
    /// Of the instruction's type, in a register of the same or greater width.
    Wide,
    /// Of 32 bits, unsigned.
    Word,
    /// A predicate.
    Predicate,
}
use OperandClass::{Own, Predicate, Wide, Word};

/// A row of the table.
pub(super) struct PlainRow {
    /// The mnemonic with the modifiers before its type.
    pub(super) name: &'static str,
    /// Its types.
    pub(super) types: &'static [&'static str],
    /// Its destination, then its sources.
    pub(super) operands: &'static [OperandClass],
    /// The result of exact sources, of which the low bits of the type count.
    pub(super) meaning: fn(Type, [i64; 3]) -> i64,
}

impl fmt::Debug for PlainRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

const fn row(
    name: &'static str,
    types: &'static [&'static str],
    operands: &'static [OperandClass],
    meaning: fn(Type, [i64; 3]) -> i64,
) -> PlainRow {
    PlainRow {
        name,
        types,
        operands,
        meaning,
    }
}

const ALL: &[&str] = &[".u16", ".s16", ".b16", ".u32", ".s32", ".b32"];
const MOVED: &[&str] = &[".u16", ".s16", ".b16", ".u32", ".s32", ".b32", ".pred"];
const BITS: &[&str] = &[".b16", ".b32"];
const LOGIC: &[&str] = &[".b16", ".b32", ".pred"];
const NUMBERS: &[&str] = &[".u16", ".s16", ".u32", ".s32"];
const UNSIGNED: &[&str] = &[".u16", ".u32"];
const SIGNED: &[&str] = &[".s16", ".s32"];
const WORDS: &[&str] = &[".u32", ".s32"];
/// Of conversions and loads.
const MEMORY: &[&str] = &[".u8", ".s8", ".b8", ".u16", ".s16", ".b16", ".u32", ".s32", ".b32"];
const CONVERTED: &[&str] = &[".u8", ".s8", ".u16", ".s16", ".u32", ".s32"];

const TWO: &[OperandClass] = &[Own, Own, Own];
const COMPARED: &[OperandClass] = &[Predicate, Own, Own];

/// The loads of parameters.
pub(super) const LOAD: &str = "ld.param";
/// The conversions, which have two types.
pub(super) const CONVERSION: &str = "cvt";
/// The beginning of the comparisons' names.
pub(super) const COMPARISON: &str = "setp.";

pub(super) const TABLE: &[PlainRow] = &[
    row("mov", MOVED, &[Own, Own], |_, [a, ..]| a),
    row(LOAD, MEMORY, &[Wide, Wide], |_, [a, ..]| a),
    row("and", LOGIC, TWO, |_, [a, b, _]| a & b),
    row("or", LOGIC, TWO, |_, [a, b, _]| a | b),
    row("xor", LOGIC, TWO, |_, [a, b, _]| a ^ b),
    row("not", LOGIC, &[Own, Own], |_, [a, ..]| !a),
    // Amounts above the width count as the width.
    row("shl", BITS, &[Own, Own, Word], |kind, [a, b, _]| {
        a << b.min(kind.bits.into())
    }),
    row("shr", ALL, &[Own, Own, Word], |kind, [a, b, _]| {
        a >> b.min(kind.bits.into())
    }),
    row("add", NUMBERS, TWO, |_, [a, b, _]| a + b),
    row("sub", NUMBERS, TWO, |_, [a, b, _]| a - b),
    row("mul.lo", NUMBERS, TWO, |_, [a, b, _]| a.wrapping_mul(b)),
    row("mad.lo", NUMBERS, &[Own, Own, Own, Own], |_, [a, b, c]| {
        a.wrapping_mul(b).wrapping_add(c)
    }),
    row("min", NUMBERS, TWO, |_, [a, b, _]| a.min(b)),
    row("max", NUMBERS, TWO, |_, [a, b, _]| a.max(b)),
    row("neg", SIGNED, &[Own, Own], |_, [a, ..]| -a),
    row("abs", SIGNED, &[Own, Own], |_, [a, ..]| a.abs()),
    row("bfe", WORDS, &[Own, Own, Word, Word], |kind, [a, b, c]| {
        field(kind, a, b & 0xff, c & 0xff)
    }),
    row(
        "selp",
        ALL,
        &[Own, Own, Own, Predicate],
        |_, [a, b, c]| if c != 0 { a } else { b },
    ),
    row("setp.eq", ALL, COMPARED, |_, [a, b, _]| (a == b).into()),
    row("setp.ne", ALL, COMPARED, |_, [a, b, _]| (a != b).into()),
    row("setp.lt", NUMBERS, COMPARED, |_, [a, b, _]| (a < b).into()),
    row("setp.le", NUMBERS, COMPARED, |_, [a, b, _]| (a <= b).into()),
    row("setp.gt", NUMBERS, COMPARED, |_, [a, b, _]| (a > b).into()),
    row("setp.ge", NUMBERS, COMPARED, |_, [a, b, _]| (a >= b).into()),
    row("setp.lo", UNSIGNED, COMPARED, |_, [a, b, _]| (a < b).into()),
    row("setp.ls", UNSIGNED, COMPARED, |_, [a, b, _]| (a <= b).into()),
    row("setp.hi", UNSIGNED, COMPARED, |_, [a, b, _]| (a > b).into()),
    row("setp.hs", UNSIGNED, COMPARED, |_, [a, b, _]| (a >= b).into()),
    row(CONVERSION, CONVERTED, &[Wide, Wide], |_, [a, ..]| a),
    row("cvt.sat", CONVERTED, &[Wide, Wide], |kind, [a, ..]| kind.clamp(a)),
];

/// The field of `length` bits of `a` from bit `first` on. The bits above `a` are its sign.
fn field(kind: Type, a: i64, first: i64, length: i64) -> i64 {
    let upper = a >> first.min(63);
    match length {
        0 => 0,
        1..32 if kind.signed => (upper << (64 - length)) >> (64 - length),
        1..32 => upper & ((1 << length) - 1),
        _ => upper,
    }
}

/// How `setp` combines a comparison with a predicate.
pub(super) type Combine = fn(bool, bool) -> bool;

pub(super) const COMBINATIONS: [(&str, Combine); 3] = [
    (".and", |compared, other| compared && other),
    (".or", |compared, other| compared || other),
    (".xor", |compared, other| compared != other),
];
