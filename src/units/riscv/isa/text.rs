//! Assembler text of packed instructions.

use super::row::{PackedConstant, PackedMeaning, PackedRow, SecondElements, ShiftAmount};
use super::table::PACKED;
use lanesmith_ptx::Width;
use lanesmith_text::diagnostic::Diagnostic;
use std::ops::Range;

/// The names of the integer registers x0 to x31 (RISC-V ELF psABI, "Integer Register Convention").
const REGISTERS: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "s2",
    "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

/// An operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AssemblyOperand {
    /// A register; the value is the lowest bit of its number in the word.
    Register(u32),
    /// The immediate of a constant or a shift.
    Immediate,
}

const RD: AssemblyOperand = AssemblyOperand::Register(7);
const RS1: AssemblyOperand = AssemblyOperand::Register(15);
const RS2: AssemblyOperand = AssemblyOperand::Register(20);

fn operands(row: &PackedRow) -> &'static [AssemblyOperand] {
    match row.meaning {
        PackedMeaning::Constant(_) => &[RD, AssemblyOperand::Immediate],
        PackedMeaning::Shift {
            amount: ShiftAmount::Immediate,
            ..
        } => &[RD, RS1, AssemblyOperand::Immediate],
        PackedMeaning::Elements {
            second: SecondElements::Zero,
            ..
        } => &[RD, RS1],
        _ => &[RD, RS1, RS2],
    }
}

/// The smallest and the largest immediate of an instruction.
fn range(row: &PackedRow) -> (i64, i64) {
    match (row.meaning, row.width) {
        (PackedMeaning::Constant(PackedConstant::Byte), _) => (-0x80, 0xff),
        (PackedMeaning::Constant(_), _) => (-0x200, 0x3ff),
        (_, Width::Quad) => (0, 7),
        (_, Width::Dual) => (0, 15),
    }
}

/// The bits of an immediate in the word.
fn immediate_bits(row: &PackedRow, value: i64) -> u32 {
    let value = value as u32;
    match row.meaning {
        PackedMeaning::Constant(PackedConstant::Byte) => (value & 0xff) << 16,
        PackedMeaning::Constant(PackedConstant::Half) => (value & 0x1ff) << 16 | (value >> 9 & 1) << 15,
        PackedMeaning::Constant(PackedConstant::UpperHalf) => (value & 1) << 24 | (value >> 1 & 0x1ff) << 15,
        _ => value << 20,
    }
}

/// The immediate in a word.
fn immediate(row: &PackedRow, word: u32) -> i64 {
    let bits = |lo: u32, count: u32| word >> lo & ((1 << count) - 1);
    match (row.meaning, row.width) {
        (PackedMeaning::Constant(PackedConstant::Byte), _) => i64::from(bits(16, 8)),
        (PackedMeaning::Constant(PackedConstant::Half), _) => i64::from(bits(16, 9)) - i64::from(bits(15, 1)) * 0x200,
        (PackedMeaning::Constant(PackedConstant::UpperHalf), _) => i64::from(bits(15, 9) << 1 | bits(24, 1)),
        (_, Width::Quad) => bits(20, 3).into(),
        (_, Width::Dual) => bits(20, 4).into(),
    }
}

fn register(name: &str) -> Option<u32> {
    let by_number = || {
        let number: u32 = name.strip_prefix('x')?.parse().ok()?;
        (number < 32 && name == format!("x{number}")).then_some(number)
    };
    let by_name = || REGISTERS.iter().position(|other| *other == name).map(|i| i as u32);
    by_name().or_else(by_number).or((name == "fp").then_some(8))
}

fn number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(digits) if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) => i64::from_str_radix(digits, 16).ok(),
        None if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
        _ => None,
    };
    value.map(|value: i64| sign * value)
}

/// The word of an instruction: its mnemonic, then registers by name or number and immediates, separated by commas.
pub fn assemble(text: &str) -> Result<u32, Diagnostic> {
    let start = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    let (name, rest) = trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, ""));
    let error = |place: Range<usize>, message: String, expected: &str| Err(Diagnostic::new(place, message, expected));
    let Some(row) = PACKED.iter().find(|row| row.name == name) else {
        return error(
            start..start + name.len(),
            format!("`{name}` is no packed instruction"),
            "the mnemonic of one, for example `padd.b`",
        );
    };
    let expected = operands(row);
    let mut at = start + trimmed.len() - rest.len();
    let found: Vec<(usize, &str)> = match rest.trim() {
        "" => vec![],
        _ => (rest.split(','))
            .map(|part| {
                let place = at + part.len() - part.trim_start().len();
                at += part.len() + 1;
                (place, part.trim())
            })
            .collect(),
    };
    if found.len() != expected.len() {
        return error(
            start..start + trimmed.len(),
            format!("`{name}` with {} operands", found.len()),
            &format!("{} operands", expected.len()),
        );
    }
    let mut word = row.word;
    for ((place, part), operand) in found.into_iter().zip(expected) {
        let place = place..place + part.len();
        match operand {
            AssemblyOperand::Register(lo) => match register(part) {
                Some(number) => word |= number << lo,
                None => return error(place, format!("`{part}` is no register"), "x0 to x31 or a name as a0"),
            },
            AssemblyOperand::Immediate => {
                let (low, high) = range(row);
                match number(part).filter(|value| (low..=high).contains(value)) {
                    Some(value) => word |= immediate_bits(row, value),
                    None => {
                        let expected = format!("a number from {low} to {high}");
                        return error(place, format!("`{part}` does not fit"), &expected);
                    }
                }
            }
        }
    }
    Ok(word)
}

/// The text of an instruction word; `None` if the table has no row for it.
pub fn disassemble(word: u32) -> Option<String> {
    let row = super::packed_row(word)?;
    let text = |operand: &AssemblyOperand| match operand {
        AssemblyOperand::Register(lo) => REGISTERS[(word >> lo & 31) as usize].to_owned(),
        AssemblyOperand::Immediate => immediate(row, word).to_string(),
    };
    let operands: Vec<String> = operands(row).iter().map(text).collect();
    Some(format!("{} {}", row.name, operands.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instruction_survives_being_text() {
        for row in PACKED {
            for noise in [0, !0, 0x5555_5555, 0x0f33_8c80] {
                let word = row.word | noise & !row.mask;
                let text = disassemble(word).expect("it is in the table");
                let back = assemble(&text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
                // Unused fields are not in the text, so they may be lost.
                assert_eq!(disassemble(back).as_deref(), Some(&text[..]));
                assert_eq!(back & row.mask, row.word);
                if operands(&row).len() == 3 || matches!(row.meaning, PackedMeaning::Constant(_)) {
                    assert_eq!(back, word, "{text}");
                }
            }
        }
    }

    #[test]
    fn wrong_text_is_refused_at_its_place() {
        for (text, place) in [
            ("padd.x a0, a1, a2", 0..6),
            ("padd.b a0, q1, a2", 11..13),
            ("padd.b a0, a1", 0..13),
            ("pslli.b a0, a1, 8", 16..17),
            ("pli.h a0, -513", 10..14),
            ("padd.b a0,, a2", 10..10),
        ] {
            assert_eq!(assemble(text).map_err(|error| error.span), Err(place), "{text}");
        }
    }
}
