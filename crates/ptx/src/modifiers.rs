//! The modifiers between an instruction's name and its operands.

use super::cursor::Cursor;
use super::lexer::PtxTokenKind;
use super::{Family, Mode, OPERATIONS, Operation, OperationRow};
use lanesmith_text::diagnostic::Diagnostic;

/// The modifiers between mnemonic and operands.
pub(super) struct VideoModifiers {
    pub(super) operation: Operation,
    /// Of d, a, b: whether it is signed; of d unsigned where there is no such type.
    pub(super) types: [bool; 3],
    pub(super) mode: Mode,
}

/// A description of the modifiers of a family.
struct Expected {
    /// The types, in order.
    types: &'static [&'static str],
    /// How many there are.
    count: &'static str,
    /// All others, with their places.
    others: [&'static str; 2],
}

impl Expected {
    fn of(family: Family) -> Self {
        match family {
            Family::Arithmetic => Expected {
                types: &[
                    ".dtype (the first type)",
                    ".atype (the second type)",
                    ".btype (the third type)",
                ],
                count: "exactly three types: of d, of a, of b",
                others: ["`.sat` or `.add`", "before, between or after the types"],
            },
            Family::Comparison => Expected {
                types: &[".atype (the first type)", ".btype (the second type)"],
                count: "exactly two types: of a, of b",
                others: ["a comparison, `.add`", "before, between or after the types"],
            },
            Family::Dot => Expected {
                types: &[".atype (the first type)", ".btype (the second type)"],
                count: "exactly two types: of a, of b",
                others: ["no other modifier", "behind the name"],
            },
        }
    }
}

/// The types in order, with the other modifiers anywhere among them.
pub(super) fn modifiers(cursor: &mut Cursor, row: &'static OperationRow) -> Result<VideoModifiers, Diagnostic> {
    let expected = Expected::of(row.family);
    // Operations that a modifier distinguishes.
    let siblings = || {
        let others = OPERATIONS.iter().filter(|other| other.mnemonic == row.mnemonic);
        others.filter(|other| other.family == Family::Comparison)
    };
    let mut operation = (row.family != Family::Comparison).then_some(row.operation);
    let mut types = Vec::new();
    let mut mode = Mode::Merge;
    while let Some(token) = cursor.take_if(PtxTokenKind::Dotted) {
        let refuse = |message: String, expected: &str| Err(Diagnostic::new(token.span.clone(), message, expected));
        let text = cursor.text(&token);
        let named = siblings().find(|sibling| sibling.modifier == text);
        let other = row.family.modes().iter().find(|mode| mode.suffix() == text);
        match (text, other.copied()) {
            (".u32" | ".s32", _) if types.len() == expected.types.len() => {
                let ordinal = ["third", "fourth"][types.len() - 2];
                return refuse(format!("a {ordinal} type"), expected.count);
            }
            (".u32" | ".s32", _) => types.push(text == ".s32"),
            (_, Some(Mode::Saturate)) if mode != Mode::Accumulate => mode = Mode::Saturate,
            (_, Some(Mode::Accumulate)) if mode == Mode::Merge => mode = Mode::Accumulate,
            (_, Some(Mode::Accumulate)) if mode == Mode::Accumulate => {
                return refuse("`.add` stands twice".into(), "one `.add`");
            }
            (_, Some(_)) => {
                return refuse(
                    "`.sat` and `.add` exclude each other".into(),
                    "either `.sat` or `.add`, not both",
                );
            }
            _ if named.is_some() && operation.is_some() => {
                return refuse(format!("`{text}` is a second comparison"), "one comparison");
            }
            _ if named.is_some() => operation = named.map(|row| row.operation),
            _ => {
                return match expected.types.get(types.len()) {
                    Some(part) => refuse(
                        format!("`{text}` is neither {part} nor another modifier"),
                        &format!("`.u32` or `.s32` as type; {}", expected.others.join(" ")),
                    ),
                    None => refuse(
                        format!("`{text}` is not a modifier here"),
                        &format!(
                            "{}, or the operands; mask and selectors follow their registers",
                            expected.others[0]
                        ),
                    ),
                };
            }
        }
    }
    if cursor.peek().kind == PtxTokenKind::Symbol('.') {
        let message = "a dot without a modifier";
        let expected = "the modifier directly after its dot, without white space";
        return Err(Diagnostic::new(cursor.place(), message, expected));
    }
    if let Some(missing) = expected.types.get(types.len()) {
        let message = format!("{missing} is missing");
        return Err(Diagnostic::new(cursor.gap(), message, "`.u32` or `.s32`"));
    }
    let Some(operation) = operation else {
        let all: Vec<String> = siblings().map(|row| format!("`{}`", row.modifier)).collect();
        let expected = format!("one of {}", all.join(" "));
        return Err(Diagnostic::new(cursor.gap(), "a comparison is missing", expected));
    };
    // The type of d is false if the instruction has none.
    types.resize(3, false);
    types.rotate_right(3 - expected.types.len());
    Ok(VideoModifiers {
        operation,
        types: [types[0], types[1], types[2]],
        mode,
    })
}
