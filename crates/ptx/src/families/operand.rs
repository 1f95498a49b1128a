//! Operands of instructions that units execute: registers, with a selector or a sign in some families, and numbers.

use super::Reader;
use crate::Operands;
use crate::data_type::{DataType, TypeClass};
use crate::tree::{Constant, Operand, OperandKind, Span, Symbol, Word};
use lanesmith_text::diagnostic::Diagnostic;

/// The operands of a family.
pub(super) struct Rules {
    /// How many there are at least.
    pub(super) least: usize,
    /// How many there are at most: the first of d, a, b, c.
    pub(super) most: usize,
    pub(super) class: Class,
    /// Whether sources may be numbers.
    pub(super) numbers: bool,
    /// Whether d, a and b may have a selector.
    pub(super) selectors: bool,
    pub(super) signs: Signs,
}

/// The rules of most families.
pub(super) const RULES: Rules = Rules {
    least: 4,
    most: 4,
    class: Class::Word,
    numbers: false,
    selectors: false,
    signs: Signs::Both,
};

/// The registers that an operand may be in.
#[derive(Clone, Copy)]
pub(super) enum Class {
    /// Integers of 32 bits.
    Word,
    /// `.b32`.
    Bits,
}

/// The minus signs before registers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Signs {
    None,
    /// Of a and b both, or of neither; NVIDIA's assembler gives such an instruction the code of the one without signs.
    Both,
    /// Of any source.
    Each,
}

/// An operand.
#[derive(Clone, Default)]
pub(super) struct Found<'a> {
    /// The register, or the number in decimal.
    pub(super) text: String,
    pub(super) selector: Option<Word<'a>>,
    pub(super) is_negative: bool,
}

/// The operands in words.
pub(super) const ROLES: [&str; 4] = [
    "operand d (the destination)",
    "operand a (the first source)",
    "operand b (the second source)",
    "operand c (the third source)",
];

impl Class {
    fn fits(self, kind: DataType) -> bool {
        kind.bits == 32
            && match self {
                Class::Word => matches!(kind.class, TypeClass::Unsigned | TypeClass::Signed | TypeClass::Bits),
                Class::Bits => kind.class == TypeClass::Bits,
            }
    }

    fn describe(self) -> &'static str {
        match self {
            Class::Word => "a register declared as `.u32`, `.s32` or `.b32`",
            Class::Bits => "a register declared as `.b32`",
        }
    }
}

/// An error about a part of the text.
pub(super) fn wrong<T>(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Result<T, Diagnostic> {
    Err(Diagnostic::new(span.range(), message, expected))
}

impl<'a> Reader<'_, 'a> {
    /// All operands.
    pub(super) fn operands(&self, rules: &Rules) -> Result<Vec<Found<'a>>, Diagnostic> {
        let operands = &self.parsed.operands;
        let all = operands.iter().take(rules.most).enumerate();
        let found = all.map(|(at, operand)| self.operand(at, operand, rules));
        let found = found.collect::<Result<Vec<_>, _>>()?;
        let name = self.parsed.mnemonic();
        if found.len() < rules.least {
            let end = self.parsed.span.end;
            let message = format!("{} of {name} is missing", ROLES[found.len()]);
            return wrong(
                Span { start: end, end },
                message,
                format!("`,` and {}", rules.class.describe()),
            );
        }
        match operands.get(rules.most) {
            None => Ok(found),
            Some(extra) => {
                let names = ["d", "a", "b", "c"][..rules.most].join(", ");
                wrong(
                    extra.span,
                    format!("an operand too many for {name}"),
                    format!("{names} and no more"),
                )
            }
        }
    }

    fn operand(&self, at: usize, operand: &Operand<'a>, rules: &Rules) -> Result<Found<'a>, Diagnostic> {
        let (role, class) = (ROLES[at], rules.class.describe());
        let takes_number = rules.numbers && at > 0;
        let number = if takes_number { ", or an integer" } else { "" };
        let (kind, selector) = match &operand.kind {
            OperandKind::Part(inner, part) => (&inner.kind, Some(*part)),
            kind => (kind, None),
        };
        let is_negative = matches!(kind, OperandKind::Negative(_));
        let name = match kind {
            OperandKind::Name(name) if takes_number && name.word.text == "WARP_SZ" => None,
            OperandKind::Name(name) | OperandKind::Negative(name) => Some(name),
            _ => None,
        };
        if is_negative && !self.takes_sign(at, rules.signs) {
            let sign = Span {
                end: operand.span.start + 1,
                ..operand.span
            };
            return wrong(
                sign,
                format!("{role} has a sign"),
                format!("{class}{number}; no sign unless a and b both have one"),
            );
        }
        if let (Some(part), false) = (selector, rules.selectors && at < 3 && name.is_some()) {
            let message = format!(
                "{role} of {} takes no selector: `{}`",
                self.parsed.opcode.text, part.text
            );
            return wrong(part.span(), message, "the operand alone");
        }
        let text = match (name.map(|name| name.symbol), kind) {
            (Some(Symbol::Unresolved), _) => name.map(|name| name.word.text.to_owned()),
            (Some(Symbol::Register(index, _)), _) => {
                let register = &self.registers[index as usize];
                if register.vector != 1 || !rules.class.fits(register.kind) {
                    let vector = if register.vector == 1 {
                        String::new()
                    } else {
                        format!(".v{} ", register.vector)
                    };
                    let text = &self.source[operand.span.range()];
                    let message = format!("{role}: register `{text}` is of type {vector}{}", register.kind.name);
                    return wrong(operand.span, message, format!("{class}{number}"));
                }
                name.map(|name| name.word.text.to_owned())
            }
            // A constant has 64 bits, of which the instruction takes the low 32.
            (None, OperandKind::Constant(Constant::Integer(value, _))) if takes_number => {
                Some((*value as u32).to_string())
            }
            (None, OperandKind::Name(_)) => Some("32".to_owned()),
            _ => None,
        };
        match text {
            Some(text) => Ok(Found {
                text,
                selector,
                is_negative,
            }),
            None => {
                let message = format!(
                    "{role} is not a register{number}: `{}`",
                    &self.source[operand.span.range()]
                );
                wrong(operand.span, message, format!("{class}{number}"))
            }
        }
    }

    fn takes_sign(&self, at: usize, signs: Signs) -> bool {
        let has_sign = |at: usize| match self.parsed.operands.get(at).map(|operand| &operand.kind) {
            Some(OperandKind::Part(inner, _)) => matches!(inner.kind, OperandKind::Negative(_)),
            kind => matches!(kind, Some(OperandKind::Negative(_))),
        };
        match signs {
            Signs::None => false,
            Signs::Both => matches!(at, 1 | 2) && has_sign(1) && has_sign(2),
            Signs::Each => at > 0,
        }
    }
}

/// The texts of d, a, b and c; of those that are missing the one before.
pub(super) fn texts(found: &[Found]) -> Operands {
    let text = |at: usize| {
        found
            .get(at)
            .or(found.last())
            .map_or(String::new(), |found| found.text.clone())
    };
    Operands {
        d: text(0),
        a: text(1),
        b: text(2),
        c: text(3),
    }
}
