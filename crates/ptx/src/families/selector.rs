//! Masks and selectors: which lanes, elements or parts of registers take part.

use super::operand::{ROLES, wrong};
use crate::tree::{Span, Word};
use crate::{Instruction, REGISTER_PARTS, WHOLE_REGISTER, Width};
use lanesmith_text::diagnostic::Diagnostic;

/// The digits after `.b` or `.h` with their places, or the error in the letter.
fn digits<'a>(
    word: Word<'a>,
    width: Width,
    part: &str,
    expected: &str,
) -> Result<impl DoubleEndedIterator<Item = (u8, Span)> + ExactSizeIterator + 'a, Diagnostic> {
    let place = move |at: u32| Span {
        start: word.start + at,
        end: word.start + at + 1,
    };
    if !word.text[1..].starts_with(width.letter()) {
        let message = format!("{part} `{}` does not begin with `.{}`", word.text, width.letter());
        return wrong(place(1), message, expected);
    }
    let digits = word.text.as_bytes()[2..].iter().enumerate();
    Ok(digits.map(move |(at, digit)| (digit.wrapping_sub(b'0'), place(2 + at as u32))))
}

/// The lanes of a mask such as `.b31`.
pub(super) fn mask(word: Word, width: Width, name: &str) -> Result<u8, Diagnostic> {
    let masks = 1..=Instruction::full_mask(width);
    let masks: Vec<String> = masks.map(|mask| Instruction::mask_text(width, mask)).collect();
    let expected = format!("one of {}", masks.join(" "));
    let part = format!("mask of operand d of {name}:");
    let (mut mask, mut limit) = (0, width.lanes() as u8);
    for (lane, place) in digits(word, width, &part, &expected)? {
        if lane >= limit {
            let is_lane = u32::from(lane) < width.lanes();
            let why = if is_lane { "lanes must descend" } else { "no such lane" };
            let digit = &word.text[(place.start - word.start) as usize..][..1];
            return wrong(place, format!("{part} `{digit}` in `{}`: {why}", word.text), expected);
        }
        limit = lane;
        mask |= 1 << lane;
    }
    match mask {
        0 => wrong(word.span(), format!("{part} `{}` names no lane", word.text), expected),
        mask => Ok(mask),
    }
}

/// The elements of a selector such as `.b7412` of operand `at`, lane 0 first.
pub(super) fn selector(word: Word, width: Width, at: usize, name: &str) -> Result<[u8; 4], Diagnostic> {
    let lanes = width.lanes() as usize;
    let elements = 2 * width.lanes() as u8;
    let expected = format!("`.{}` and {lanes} digits 0 to {}", width.letter(), elements - 1);
    let part = format!("selector of {} of {name}:", ROLES[at]);
    let digits = digits(word, width, &part, &expected)?;
    let count = digits.len();
    let mut selector = [0; 4];
    // The leftmost digit feeds the highest lane.
    for (at, (element, place)) in digits.rev().enumerate() {
        if element >= elements {
            let digit = &word.text[(place.start - word.start) as usize..][..1];
            return wrong(
                place,
                format!("{part} `{digit}` in `{}` is not an element", word.text),
                expected,
            );
        }
        if let Some(lane) = selector.get_mut(at) {
            *lane = element;
        }
    }
    match count == lanes {
        true => Ok(selector),
        false => wrong(
            word.span(),
            format!("{part} `{}` has {count} digits", word.text),
            expected,
        ),
    }
}

/// The part of a register that a selector of operand `at` names; without one, the whole register.
pub(super) fn part(word: Option<Word>, at: usize) -> Result<usize, Diagnostic> {
    let Some(word) = word else {
        return Ok(WHOLE_REGISTER);
    };
    let names = || REGISTER_PARTS[..WHOLE_REGISTER].iter().map(|part| part.selector);
    match names().position(|name| name == word.text) {
        Some(part) => Ok(part),
        None => {
            let message = format!("selector of {}: `{}` is not a part of a register", ROLES[at], word.text);
            wrong(
                word.span(),
                message,
                format!("one of {}", names().collect::<Vec<_>>().join(" ")),
            )
        }
    }
}
