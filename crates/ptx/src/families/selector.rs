//! Masks and selectors: which lanes, elements or parts of registers take part.

use super::operand::wrong;
use crate::tree::{Span, Word};
use crate::{Instruction, REGISTER_PARTS, WHOLE_REGISTER, Width};
use lanesmith_text::diagnostic::Diagnostic;

/// The operands in words.
const NAMES: [&str; 3] = ["mask of operand d", "selector of operand a", "selector of operand b"];

/// The digits after `.b` or `.h`; `mistake` says what is wrong with one of them.
fn digits(
    word: Word,
    width: Width,
    name: &str,
    expected: &str,
    mut mistake: impl FnMut(u8) -> Option<&'static str>,
) -> Result<Vec<u8>, Diagnostic> {
    let place = |at: u32| Span {
        start: word.start + at,
        end: word.start + at + 1,
    };
    let text = word.text;
    if !text[1..].starts_with(width.letter()) {
        let message = format!("{name}: `{text}` does not begin with `.{}`", width.letter());
        return wrong(place(1), message, expected);
    }
    let digit = |(byte, at): (u8, u32)| {
        let digit = byte.wrapping_sub(b'0');
        match mistake(digit) {
            None => Ok(digit),
            Some(why) => {
                let message = format!("{name}: `{}` in `{text}`: {why}", char::from(byte));
                wrong(place(at), message, expected)
            }
        }
    };
    text.bytes().zip(0..).skip(2).map(digit).collect()
}

/// The lanes of a mask such as `.b31`.
pub(super) fn mask(word: Word, width: Width) -> Result<u8, Diagnostic> {
    let masks = 1..=Instruction::full_mask(width);
    let masks: Vec<String> = masks.map(|mask| Instruction::mask_text(width, mask)).collect();
    let expected = format!("one of {}", masks.join(" "));
    let mut limit = width.lanes() as u8;
    let lanes = digits(word, width, NAMES[0], &expected, |lane| match lane {
        _ if lane < std::mem::replace(&mut limit, lane) => None,
        _ if u32::from(lane) < width.lanes() => Some("lanes must descend"),
        _ => Some("no such lane"),
    })?;
    if lanes.is_empty() {
        let message = format!("{}: `{}` names no lane", NAMES[0], word.text);
        return wrong(word.span(), message, expected);
    }
    Ok(lanes.iter().fold(0, |mask, lane| mask | 1 << lane))
}

/// The elements of a selector such as `.b7412` of operand `at`, lane 0 first.
pub(super) fn selector(word: Word, width: Width, at: usize) -> Result<[u8; 4], Diagnostic> {
    let (lanes, elements) = (width.lanes() as usize, 2 * width.lanes() as u8);
    let expected = format!("`.{}` and {lanes} digits 0 to {}", width.letter(), elements - 1);
    let is_wrong = |digit| (digit >= elements).then_some("no such element");
    let digits = digits(word, width, NAMES[at], &expected, is_wrong)?;
    if digits.len() != lanes {
        let message = format!("{}: `{}` has {} digits", NAMES[at], word.text, digits.len());
        return wrong(word.span(), message, expected);
    }
    // The leftmost digit feeds the highest lane.
    let mut digits = digits.into_iter().rev();
    Ok([(); 4].map(|()| digits.next().unwrap_or(0)))
}

/// The part of a register that a selector names; without one, the whole register.
pub(super) fn part(word: Option<Word>) -> Result<usize, Diagnostic> {
    let Some(word) = word else {
        return Ok(WHOLE_REGISTER);
    };
    let names = REGISTER_PARTS[..WHOLE_REGISTER].iter().map(|part| part.selector);
    match names.clone().position(|name| name == word.text) {
        Some(part) => Ok(part),
        None => {
            let message = format!("`{}` is not a part of a register", word.text);
            let names: Vec<_> = names.collect();
            wrong(word.span(), message, format!("one of {}", names.join(" ")))
        }
    }
}
