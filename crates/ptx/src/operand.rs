//! Operands of instructions, as they are taken from the text.

use super::cursor::Cursor;
use super::lexer::PtxTokenKind;
use super::registers::{RegisterType, Registers, Scope};
use lanesmith_text::diagnostic::Diagnostic;

/// Whether a and b, which come after d, are both registers with a minus sign. NVIDIA's assembler takes such a pair in
/// every video instruction and gives it the code of the one without signs; a single sign it refuses.
pub(super) fn both_negated(cursor: &mut Cursor) -> bool {
    let start = cursor.mark();
    let mut negated = 0;
    for _ in ["a", "b"] {
        while !matches!(cursor.peek().kind, PtxTokenKind::End | PtxTokenKind::Symbol(',' | ';')) {
            cursor.take();
        }
        cursor.take_if(PtxTokenKind::Symbol(','));
        let is_sign =
            cursor.peek().kind == PtxTokenKind::Symbol('-') && cursor.peek_second().kind == PtxTokenKind::Word;
        negated += u32::from(is_sign);
    }
    cursor.reset(start);
    negated == 2
}

/// Which operand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    D,
    A,
    B,
    C,
}

impl Role {
    /// Whether the operand has a minus sign where a and b have one or neither.
    pub(super) fn is_signed(self, both: bool) -> bool {
        both && matches!(self, Role::A | Role::B)
    }

    pub(super) fn describe(self) -> &'static str {
        match self {
            Role::D => "operand d (the destination)",
            Role::A => "operand a (the first source)",
            Role::B => "operand b (the second source)",
            Role::C => "operand c (the third source)",
        }
    }
}

/// The registers that an operand may be in.
pub(super) struct RegisterClass {
    fits: fn(&RegisterType) -> bool,
    expected: &'static str,
}

/// The registers of SIMD video instructions and dot products.
pub(super) const WORD: RegisterClass = RegisterClass {
    fits: RegisterType::is_word,
    expected: "a register declared as `.u32`, `.s32` or `.b32`",
};

/// The registers of packed instructions.
pub(super) const BITS: RegisterClass = RegisterClass {
    fits: RegisterType::is_bits,
    expected: "a register declared as `.b32`",
};

/// Takes the comma before an operand, unless it is the first, its minus sign if it is `negated`, and its register.
pub(super) fn register(
    cursor: &mut Cursor,
    role: Role,
    negated: bool,
    scopes: Scope,
    class: &RegisterClass,
) -> Result<String, Diagnostic> {
    const EXPECTED: &str = "a 32-bit register: no number, no vector, no `_`, no sign unless a and b both have one";
    let part = role.describe();
    let ends = |cursor: &Cursor| matches!(cursor.peek().kind, PtxTokenKind::End | PtxTokenKind::Symbol(';'));
    if role != Role::D && cursor.take_if(PtxTokenKind::Symbol(',')).is_none() {
        if ends(cursor) {
            let message = format!("{part} is missing");
            return Err(Diagnostic::new(cursor.gap(), message, "`,` and a 32-bit register"));
        }
        let (message, expected) = match cursor.peek().kind {
            PtxTokenKind::Dotted => (
                format!("a second selector {}", cursor.found()),
                "one selector, then `,`",
            ),
            PtxTokenKind::Symbol('.') => (
                "a dot without a selector".into(),
                "the selector directly after its dot, without white space",
            ),
            _ => (format!("{} before {part}", cursor.found()), "`,`"),
        };
        return Err(Diagnostic::new(cursor.place(), message, expected));
    }
    if ends(cursor) {
        return Err(Diagnostic::new(cursor.gap(), format!("{part} is missing"), EXPECTED));
    }
    if negated {
        cursor.take();
    }
    let token = match cursor.peek().kind {
        PtxTokenKind::Word if cursor.text(cursor.peek()) != "_" => cursor.take(),
        _ => {
            let message = format!("{part} is not a register: {}", cursor.found());
            return Err(Diagnostic::new(cursor.place(), message, EXPECTED));
        }
    };
    let name = cursor.text(&token);
    if let Some(find) = scopes {
        let expected = class.expected;
        match find(name) {
            Some(kind) if (class.fits)(&kind) => {}
            Some(kind) => {
                let message = format!("{part}: register `{name}` is of type {kind}");
                return Err(Diagnostic::new(token.span, message, expected));
            }
            None => {
                let message = format!("{part}: register `{name}` is not declared");
                return Err(Diagnostic::new(token.span, message, expected));
            }
        }
    }
    Ok(name.to_string())
}

pub(super) fn after_last_operand(cursor: &Cursor) -> Result<(), Diagnostic> {
    let (message, expected) = match cursor.peek().kind {
        PtxTokenKind::Dotted => (
            format!("operand c takes no selector: {}", cursor.found()),
            "the register alone; selectors belong to a and b",
        ),
        PtxTokenKind::Symbol(',') => ("a fifth operand".into(), "four operands: d, a, b, c"),
        PtxTokenKind::End | PtxTokenKind::Symbol(';') => return Ok(()),
        _ => (format!("{} after the last operand", cursor.found()), "`;`"),
    };
    Err(Diagnostic::new(cursor.place(), message, expected))
}

/// The type of a register in scopes, innermost last.
pub(super) fn find(scopes: &[Registers], name: &str) -> Option<RegisterType> {
    scopes.iter().rev().find_map(|scope| scope.find(name)).cloned()
}
