//! From the tokens of an instruction to [`Instruction`]. Accepts the same texts as NVIDIA's assembler, and also `.b1024`.

use super::cursor::{Cursor, PtxToken};
use super::lexer::PtxTokenKind;
use super::modifiers::{VideoModifiers, modifiers};
use super::operand::{Role, WORD, after_last_operand, both_negated, register};
use super::packed::{is_packed, packed};
use super::registers::Scope;
use super::source::sources;
use super::{Guard, Instruction, OPERATIONS, Operands, OperationRow, Width, foreign_kind};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::nearest;
use std::ops::Range;

/// Takes `name:` if it comes next.
pub(super) fn take_label(cursor: &mut Cursor) -> bool {
    let label = cursor.peek().kind == PtxTokenKind::Word && cursor.peek_second().kind == PtxTokenKind::Symbol(':');
    if label {
        cursor.take();
        cursor.take();
    }
    label
}

/// The operation and width of a mnemonic; the first of several operations that a modifier distinguishes.
pub(super) fn mnemonic(text: &str) -> Option<(&'static OperationRow, Width)> {
    let widths = |row: &'static OperationRow| row.operation.widths().iter().map(move |width| (row, *width));
    OPERATIONS
        .iter()
        .flat_map(widths)
        .find(|(row, width)| text == stem(row, *width))
}

/// The mnemonic with its width, without modifiers.
fn stem(row: &OperationRow, width: Width) -> String {
    let name = row.operation.name(width);
    name.strip_suffix(row.modifier).unwrap_or(&name).to_owned()
}

/// Parses from the guard to the last operand. `scopes` finds the registers that are declared.
pub(super) fn instruction(cursor: &mut Cursor, scopes: Scope) -> Result<Instruction, Diagnostic> {
    let guard = guard(cursor, scopes)?;
    let whole = whole_mnemonic(cursor);
    if is_packed(&cursor.source[whole]) {
        return packed(cursor, guard, scopes);
    }
    let (row, width) = operation(cursor)?;
    let VideoModifiers {
        operation,
        types: [d_signed, a_signed, b_signed],
        mode,
    } = modifiers(cursor, row)?;
    let (mut asel, mut bsel) = Instruction::default_selectors(width);
    let mut mask = Instruction::full_mask(width);
    let name = stem(row, width);
    let negated = both_negated(cursor);
    if !row.family.has_lanes() {
        let operands = sources(cursor, &name, negated, scopes)?;
        return Ok(Instruction {
            guard,
            operation,
            width,
            d_signed,
            a_signed,
            b_signed,
            mode,
            mask,
            asel,
            bsel,
            operands,
        });
    }
    let operand = |cursor: &mut Cursor, role| register(cursor, role, role.is_signed(negated), scopes, &WORD);

    let d = operand(cursor, Role::D)?;
    if let Some(token) = cursor.take_if(PtxTokenKind::Dotted) {
        mask = parse_mask(cursor, &token, width, &name)?;
    }
    let a = operand(cursor, Role::A)?;
    if let Some(token) = cursor.take_if(PtxTokenKind::Dotted) {
        asel = parse_selector(cursor, &token, width, Role::A, &name)?;
    }
    let b = operand(cursor, Role::B)?;
    if let Some(token) = cursor.take_if(PtxTokenKind::Dotted) {
        bsel = parse_selector(cursor, &token, width, Role::B, &name)?;
    }
    let c = operand(cursor, Role::C)?;
    after_last_operand(cursor)?;
    Ok(Instruction {
        guard,
        operation,
        width,
        d_signed,
        a_signed,
        b_signed,
        mode,
        mask,
        asel,
        bsel,
        operands: Operands { d, a, b, c },
    })
}

/// Takes the guard, if there is one.
pub(super) fn guard(cursor: &mut Cursor, scopes: Scope) -> Result<Option<Guard>, Diagnostic> {
    if cursor.take_if(PtxTokenKind::Symbol('@')).is_none() {
        return Ok(None);
    }
    let expected = "a predicate register, or `!` and one";
    let negated = cursor.take_if(PtxTokenKind::Symbol('!')).is_some();
    let is_name = cursor.peek().kind == PtxTokenKind::Word && mnemonic(cursor.text(cursor.peek())).is_none();
    let Some(token) = is_name.then(|| cursor.take()) else {
        let message = format!("{} in the guard is not a predicate register", cursor.found());
        return Err(Diagnostic::new(cursor.place(), message, expected));
    };
    let predicate = cursor.text(&token).to_string();
    if let Some(find) = scopes {
        match find(&predicate) {
            Some(kind) if kind.is_predicate() => {}
            Some(kind) => {
                let message = format!("`{predicate}` in the guard is a register of type {kind}");
                return Err(Diagnostic::new(token.span, message, expected));
            }
            None => {
                let message = format!("`{predicate}` in the guard is not declared");
                return Err(Diagnostic::new(token.span, message, expected));
            }
        }
    }
    Ok(Some(Guard { predicate, negated }))
}

fn operation(cursor: &mut Cursor) -> Result<(&'static OperationRow, Width), Diagnostic> {
    let word = cursor.peek();
    if word.kind == PtxTokenKind::Word
        && let Some(found) = mnemonic(cursor.text(word))
    {
        let name = cursor.take();
        let (row, width) = found;
        return match row.family.has_lanes() || row.modifier.is_empty() {
            true => Ok(found),
            false => half(cursor, row, &name).map(|row| (row, width)),
        };
    }
    let stems = |has_lanes: bool| {
        let rows = OPERATIONS.iter().filter(|row| row.family.has_lanes() == has_lanes);
        let mut stems: Vec<&str> = rows.map(|row| row.mnemonic).collect();
        stems.dedup();
        stems.join(", ")
    };
    let all = format!(
        "one of {}, with 2 or 4 at the end, one of {}, or a packed instruction such as add.u8x4",
        stems(true),
        stems(false)
    );
    let text = cursor.text(word);
    let expected = match near(text) {
        Some(near) if word.kind == PtxTokenKind::Word => format!("`{near}`, or {all}"),
        _ => all,
    };
    let (place, found) = (cursor.place(), cursor.found());
    let whole = whole_mnemonic(cursor);
    Err(match foreign_kind(&cursor.source[whole.clone()]) {
        Some(kind) => {
            let name = &cursor.source[whole.clone()];
            let message = format!("`{name}` is a {kind}, not a SIMD video instruction");
            Diagnostic::new(whole, message, expected)
        }
        None => Diagnostic::new(place, format!("{found} is not a SIMD video instruction"), expected),
    })
}

/// The place of a mnemonic with its modifiers, if it comes next.
pub(super) fn whole_mnemonic(cursor: &mut Cursor) -> Range<usize> {
    let (start, mark) = (cursor.peek().span.clone(), cursor.mark());
    if cursor.take_if(PtxTokenKind::Word).is_none() {
        return start.start..start.start;
    }
    while cursor.take_if(PtxTokenKind::Dotted).is_some() {}
    let whole = start.start..cursor.gap().end;
    cursor.reset(mark);
    whole
}

/// The instruction that `text` was probably meant to be.
fn near(text: &str) -> Option<String> {
    let names = |row: &'static OperationRow| row.operation.widths().iter().map(|width| stem(row, *width));
    let names: Vec<String> = OPERATIONS.iter().flat_map(names).collect();
    nearest(text, names.iter().map(String::as_str)).map(str::to_owned)
}

/// `.lo` or `.hi` directly behind `dp2a`: it is part of the name.
fn half(cursor: &mut Cursor, row: &'static OperationRow, name: &PtxToken) -> Result<&'static OperationRow, Diagnostic> {
    let rows = || OPERATIONS.iter().filter(|other| other.mnemonic == row.mnemonic);
    let next = cursor.peek();
    let text = cursor.text(next);
    match rows().find(|row| row.modifier == text && next.span.start == name.span.end) {
        Some(row) => {
            cursor.take();
            Ok(row)
        }
        None => {
            let message = format!("`{}` without its half", row.mnemonic);
            let all: Vec<String> = rows()
                .map(|row| format!("`{}{}`", row.mnemonic, row.modifier))
                .collect();
            let expected = format!("{}, in one word", all.join(" or "));
            Err(Diagnostic::new(name.span.clone(), message, expected))
        }
    }
}

/// The digits after `.b` or `.h`, with the place of the first, or the error in the letter.
fn digits<'a>(
    cursor: &Cursor<'a>,
    token: &PtxToken,
    width: Width,
    part: &str,
    expected: &str,
) -> Result<(&'a [u8], usize), Diagnostic> {
    let text = cursor.text(token);
    if !text[1..].starts_with(width.letter()) {
        let letter = token.span.start + 1..token.span.start + 2;
        let message = format!("{part} `{text}` does not begin with `.{}`", width.letter());
        return Err(Diagnostic::new(letter, message, expected));
    }
    Ok((&text.as_bytes()[2..], token.span.start + 2))
}

fn parse_mask(cursor: &Cursor, token: &PtxToken, width: Width, name: &str) -> Result<u8, Diagnostic> {
    let masks: Vec<String> = (1..=Instruction::full_mask(width))
        .map(|mask| Instruction::mask_text(width, mask))
        .collect();
    let expected = format!("one of {}", masks.join(" "));
    let part = format!("mask of operand d of {name}:");
    let (digits, start) = digits(cursor, token, width, &part, &expected)?;
    let mut mask = 0;
    let mut limit = width.lanes() as u8;
    for (digit, at) in digits.iter().zip(start..) {
        let lane = digit.wrapping_sub(b'0');
        if lane >= limit {
            let why = if u32::from(lane) < width.lanes() {
                "lanes must descend"
            } else {
                "no such lane"
            };
            let message = format!("{part} `{}` in `{}`: {why}", char::from(*digit), cursor.text(token));
            return Err(Diagnostic::new(at..at + 1, message, expected));
        }
        limit = lane;
        mask |= 1 << lane;
    }
    if mask == 0 {
        let message = format!("{part} `{}` names no lane", cursor.text(token));
        return Err(Diagnostic::new(token.span.clone(), message, expected));
    }
    Ok(mask)
}

fn parse_selector(
    cursor: &Cursor,
    token: &PtxToken,
    width: Width,
    role: Role,
    name: &str,
) -> Result<[u8; 4], Diagnostic> {
    let lanes = width.lanes() as usize;
    let elements = 2 * width.lanes() as u8;
    let expected = format!("`.{}` and {lanes} digits 0 to {}", width.letter(), elements - 1);
    let operand = if role == Role::A { "a" } else { "b" };
    let part = format!("selector of operand {operand} of {name}:");
    let (digits, start) = digits(cursor, token, width, &part, &expected)?;
    let text = cursor.text(token);
    for (digit, at) in digits.iter().zip(start..) {
        if digit.wrapping_sub(b'0') >= elements {
            let message = format!("{part} `{}` in `{text}` is not an element", char::from(*digit));
            return Err(Diagnostic::new(at..at + 1, message, expected));
        }
    }
    if digits.len() != lanes {
        let message = format!("{part} `{text}` has {} digits", digits.len());
        return Err(Diagnostic::new(token.span.clone(), message, expected));
    }
    let mut selector = [0; 4];
    // The leftmost digit feeds the highest lane.
    for (lane, digit) in selector.iter_mut().zip(digits.iter().rev()) {
        *lane = digit - b'0';
    }
    Ok(selector)
}
