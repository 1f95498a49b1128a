//! Operands of instructions that units execute: registers, with a selector or a sign in some families, and numbers.

use super::Reader;
use crate::Operands;
use crate::TypeClass;
use crate::tree::{Constant, Operand, OperandKind, Register, Span, Symbol, Word};
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
    /// All of 32 bits.
    Any,
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
    fn has(self, class: TypeClass) -> bool {
        match self {
            Class::Word => matches!(class, TypeClass::Unsigned | TypeClass::Signed | TypeClass::Bits),
            Class::Bits => class == TypeClass::Bits,
            Class::Any => true,
        }
    }
}

impl Rules {
    fn expected(&self, at: usize) -> String {
        let register = match self.class {
            Class::Word => "a register declared as `.u32`, `.s32` or `.b32`",
            Class::Bits => "a register declared as `.b32`",
            Class::Any => "a register of 32 bits",
        };
        let number = if self.numbers && at > 0 { ", or an integer" } else { "" };
        format!("{register}{number}")
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
        if found.len() < rules.least {
            let end = Span {
                start: self.parsed.span.end,
                ..self.parsed.span
            };
            let message = format!("{} of {} is missing", ROLES[found.len()], self.parsed.mnemonic());
            return wrong(end, message, format!("`,` and {}", rules.expected(found.len())));
        }
        let Some(extra) = operands.get(rules.most) else {
            return Ok(found);
        };
        let message = format!("an operand too many for {}", self.parsed.mnemonic());
        wrong(
            extra.span,
            message,
            ["", "", "two: d, a", "three: d, a, b", "four: d, a, b, c"][rules.most],
        )
    }

    fn operand(&self, at: usize, operand: &Operand<'a>, rules: &Rules) -> Result<Found<'a>, Diagnostic> {
        let (span, takes_number) = (operand.span, rules.numbers && at > 0);
        let refuse = |span, what: String| wrong(span, format!("{} {what}", ROLES[at]), rules.expected(at));
        let (kind, selector) = match &operand.kind {
            OperandKind::Part(inner, part) => (&inner.kind, Some(*part)),
            kind => (kind, None),
        };
        let name = match kind {
            OperandKind::Name(name) | OperandKind::Negative(name) => Some(name),
            _ => None,
        };
        let is_negative = matches!(kind, OperandKind::Negative(_));
        if is_negative && !self.takes_sign(at, rules.signs) {
            let sign = Span {
                end: span.start + 1,
                ..span
            };
            let message = format!("{} has a sign", ROLES[at]);
            return wrong(sign, message, "no sign unless a and b both have one");
        }
        if let Some(part) = selector.filter(|_| !rules.selectors || at == 3 || name.is_none()) {
            let message = format!("{} takes no selector: `{}`", ROLES[at], part.text);
            return wrong(part.span(), message, "the operand alone");
        }
        let text = match (kind, name.map(|name| name.symbol)) {
            // A constant has 64 bits, of which the instruction takes the low 32.
            (OperandKind::Constant(Constant::Integer(value, _)), _) if takes_number => (*value as u32).to_string(),
            (OperandKind::Name(name), _) if takes_number && selector.is_none() && name.word.text == "WARP_SZ" => {
                "32".to_owned()
            }
            (OperandKind::Name(name) | OperandKind::Negative(name), Some(symbol)) if self.fits(symbol, rules.class) => {
                name.word.text.to_owned()
            }
            (_, Some(Symbol::Register(index, _))) => {
                let Register { kind, vector, .. } = &self.registers[index as usize];
                let what = if *vector > 1 { "vector" } else { "register" };
                return refuse(span, format!("is a {what} of type {}", kind.name));
            }
            _ => return refuse(span, format!("is not a register: `{}`", &self.source[span.range()])),
        };
        Ok(Found {
            text,
            selector,
            is_negative,
        })
    }

    fn fits(&self, symbol: Symbol, class: Class) -> bool {
        match symbol {
            Symbol::Unresolved => true,
            Symbol::Register(index, _) => {
                let Register { kind, vector, .. } = &self.registers[index as usize];
                *vector == 1 && kind.bits == 32 && class.has(kind.class)
            }
            _ => false,
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
