//! The packed integer instructions: `add`, `sub`, `min`, `max` and `neg` on the bytes or half-words of registers (PTX ISA
//! 9.2, section "Integer Arithmetic Instructions", types `.u8x4`, `.s8x4`, `.u16x2`, `.s16x2`).
//!
//! Each is a SIMD video instruction on all lanes in their places, so `c` plays no part and any register stands for it:
//! `add.u8x4 d, a, b` is `vadd4.u32.u32.u32 d, a, b, a`. `.sat` clamps to the instruction's own type in both. `.relu` is
//! `.sat` to the unsigned type: it clips negative results to 0, and no signed lane's minimum or maximum is above the range.
//! `neg.s8x4 d, a` is the difference of 0 and `a`; no text of a SIMD video instruction has a number there.

use super::cursor::{Cursor, PtxToken};
use super::lexer::PtxTokenKind;
use super::operand::{BITS, Role, both_negated, register};
use super::registers::Scope;
use super::{Guard, Instruction, Mode, Operands, Operation, Width};
use lanesmith_text::diagnostic::Diagnostic;

/// A type of packed elements.
#[derive(Debug, PartialEq, Eq)]
struct Elements {
    suffix: &'static str,
    width: Width,
    signed: bool,
}

const fn elements(suffix: &'static str, width: Width, signed: bool) -> Elements {
    Elements { suffix, width, signed }
}

const ELEMENTS: [Elements; 4] = [
    elements(".u8x4", Width::Quad, false),
    elements(".s8x4", Width::Quad, true),
    elements(".u16x2", Width::Dual, false),
    elements(".s16x2", Width::Dual, true),
];

/// A row of the table of packed instructions.
struct Packed {
    mnemonic: &'static str,
    operation: Operation,
    /// Its types.
    types: &'static [&'static str],
    /// The modifier that keeps results in a range.
    limit: Limit,
}

/// How results are limited to a range.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Limit {
    None,
    /// `.sat`: to the range of the type.
    Saturate,
    /// `.relu`, of signed types: not below 0.
    Relu,
}

impl Limit {
    fn suffix(self) -> Option<&'static str> {
        match self {
            Limit::None => None,
            Limit::Saturate => Some(".sat"),
            Limit::Relu => Some(".relu"),
        }
    }
}

const fn row(mnemonic: &'static str, operation: Operation, types: &'static [&'static str], limit: Limit) -> Packed {
    Packed {
        mnemonic,
        operation,
        types,
        limit,
    }
}

const ALL: &[&str] = &[".u8x4", ".s8x4", ".u16x2", ".s16x2"];

const PACKED: [Packed; 5] = [
    row("add", Operation::Add, ALL, Limit::Saturate),
    row("sub", Operation::Sub, &[".u8x4", ".s8x4"], Limit::Saturate),
    row("min", Operation::Min, ALL, Limit::Relu),
    row("max", Operation::Max, ALL, Limit::Relu),
    row(NEG, Operation::Sub, &[".s8x4"], Limit::None),
];

const NEG: &str = "neg";

/// Every packed instruction with all its types and modifiers, such as `min.relu.s8x4`.
pub fn packed_mnemonics() -> Vec<String> {
    let of = |row: &Packed| {
        let plain = row.types.iter().map(|suffix| format!("{}{suffix}", row.mnemonic));
        let limited = ELEMENTS.iter().filter(|elements| row.types.contains(&elements.suffix));
        let limited = limited.filter(|elements| elements.signed || row.limit == Limit::Saturate);
        let limit = row.limit.suffix();
        let limited =
            limited.filter_map(move |elements| Some(format!("{}{}{}", row.mnemonic, limit?, elements.suffix)));
        plain.chain(limited).collect::<Vec<_>>()
    };
    PACKED.iter().flat_map(of).collect()
}

/// Whether a mnemonic with its modifiers is meant to be a packed instruction: it has the name and a packed type.
pub(super) fn is_packed(mnemonic: &str) -> bool {
    // White space is allowed before a modifier's dot.
    let mut words = mnemonic.split('.').map(str::trim_end);
    let stem = words.next().unwrap_or_default();
    PACKED.iter().any(|row| row.mnemonic == stem) && words.any(is_elements)
}

/// Whether a word, without its dot, is a packed type.
pub(super) fn is_elements(word: &str) -> bool {
    ELEMENTS.iter().any(|elements| &elements.suffix[1..] == word)
}

/// Parses from the mnemonic, which [`is_packed`], to the last operand.
pub(super) fn packed(cursor: &mut Cursor, guard: Option<Guard>, scopes: Scope) -> Result<Instruction, Diagnostic> {
    let name = cursor.take();
    let stem = cursor.text(&name);
    let row = PACKED.iter().find(|row| row.mnemonic == stem);
    let row = row.expect("a packed instruction's name");
    let (elements, is_limited) = modifiers(cursor, row)?;
    let Elements { width, signed, suffix } = *elements;
    let is_neg = row.mnemonic == NEG;
    let negated = !is_neg && both_negated(cursor);
    let name = format!("{stem}{suffix}");
    let mut operand = |role| operand(cursor, role, &name, negated, scopes);
    let d = operand(Role::D)?;
    let a = operand(Role::A)?;
    let operands = match is_neg {
        true => Operands {
            d,
            a: "0".to_owned(),
            b: a.clone(),
            c: a,
        },
        false => Operands {
            d,
            b: operand(Role::B)?,
            c: a.clone(),
            a,
        },
    };
    after_last_operand(cursor, &name, if is_neg { "two: d, a" } else { "three: d, a, b" })?;
    let (asel, bsel) = Instruction::default_selectors(width);
    Ok(Instruction {
        guard,
        operation: row.operation,
        width,
        d_signed: signed && !(is_limited && row.limit == Limit::Relu),
        a_signed: signed,
        b_signed: signed,
        mode: if is_limited { Mode::Saturate } else { Mode::Merge },
        mask: Instruction::full_mask(width),
        asel,
        bsel,
        operands,
    })
}

/// The type, and whether results are kept in a range.
fn modifiers(cursor: &mut Cursor, row: &Packed) -> Result<(&'static Elements, bool), Diagnostic> {
    let stem = row.mnemonic;
    let types = || row.types.iter().map(|suffix| format!("`{suffix}`")).collect::<Vec<_>>();
    let mut elements: Option<&'static Elements> = None;
    let mut limited: Option<PtxToken> = None;
    while let Some(token) = cursor.take_if(PtxTokenKind::Dotted) {
        let refuse = |message: String, expected: String| Err(Diagnostic::new(token.span.clone(), message, expected));
        let text = cursor.text(&token);
        let known = ELEMENTS.iter().find(|elements| elements.suffix == text);
        match known {
            Some(_) if elements.is_some() => {
                return refuse(format!("`{text}` is a second type"), "exactly one type".into());
            }
            Some(_) if !row.types.contains(&text) => {
                let message = format!("there is no `{stem}` of the type `{text}`");
                return refuse(message, format!("one of {}", types().join(" ")));
            }
            Some(known) => elements = Some(known),
            None if row.limit.suffix() == Some(text) => limited = Some(token.clone()),
            None => {
                let limit = row.limit.suffix().map(|suffix| format!(", or `{suffix}`"));
                let expected = format!("one of {}{}", types().join(" "), limit.unwrap_or_default());
                return refuse(format!("`{text}` does not belong to a packed `{stem}`"), expected);
            }
        }
    }
    if cursor.peek().kind == PtxTokenKind::Symbol('.') {
        let message = "a dot without a modifier";
        let expected = "the modifier directly after its dot, without white space";
        return Err(Diagnostic::new(cursor.place(), message, expected));
    }
    let elements = elements.expect("a packed instruction has a type");
    if let Some(token) = &limited
        && row.limit == Limit::Relu
        && !elements.signed
    {
        let message = format!("`.relu` with the unsigned type `{}`", elements.suffix);
        return Err(Diagnostic::new(
            token.span.clone(),
            message,
            "`.relu` with `.s8x4` or `.s16x2` only",
        ));
    }
    Ok((elements, limited.is_some()))
}

/// A register alone.
fn operand(cursor: &mut Cursor, role: Role, name: &str, negated: bool, scopes: Scope) -> Result<String, Diagnostic> {
    let operand = register(cursor, role, role.is_signed(negated), scopes, &BITS)?;
    match cursor.peek().kind {
        PtxTokenKind::Dotted => {
            let message = format!("{} of {name} takes no selector: {}", role.describe(), cursor.found());
            Err(Diagnostic::new(cursor.place(), message, "the register alone"))
        }
        _ => Ok(operand),
    }
}

fn after_last_operand(cursor: &Cursor, name: &str, count: &str) -> Result<(), Diagnostic> {
    let (message, expected) = match cursor.peek().kind {
        PtxTokenKind::Symbol(',') => (
            format!("one operand too many for {name}"),
            format!("{count} and no more"),
        ),
        PtxTokenKind::End | PtxTokenKind::Symbol(';') => return Ok(()),
        _ => (format!("{} after the last operand", cursor.found()), "`;`".to_owned()),
    };
    Err(Diagnostic::new(cursor.place(), message, expected))
}

impl Instruction {
    /// Whether it is `neg`, whose only source is `b`.
    pub fn is_negation(&self) -> bool {
        self.operation.family().has_lanes() && Operands::value(&self.operands.a).is_some()
    }

    /// The values of a, b and c, where a vector file has these for the sources in the order of the text.
    pub fn with_columns(&self, columns: [u32; 3]) -> [u32; 3] {
        let [a, _, c] = columns;
        self.sources(if self.is_negation() { [0, a, c] } else { columns })
    }

    /// The columns of a vector file for these values of a, b and c; [`with_columns`](Self::with_columns) is the inverse.
    pub fn columns(&self, values: [u32; 3]) -> [u32; 3] {
        let [_, b, c] = values;
        if self.is_negation() { [b, b, c] } else { values }
    }
}
