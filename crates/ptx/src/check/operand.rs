//! Operands against the patterns of a form.

use super::offer::{
    ADDRESS, ANY, DOUBLE, INTEGER, SINGLE, SPECIAL, SURFACES, describe, fits, is_address, is_in, is_packed_integer,
    merge,
};
use super::{Checker, diagnostic, matrix};
use crate::data_type::{DataType, TypeClass};
use crate::opcodes::{Bound, OperandType, Pattern, Shape};
use crate::special::SPECIAL_REGISTERS;
use crate::tree::{Address, Constant, Instruction, Name, Operand, OperandKind, Span, Symbol};
use lanesmith_text::diagnostic::Diagnostic;
use std::borrow::Cow;

/// What is wrong with an operand, and where.
pub(super) struct Wrong(pub(super) Span, pub(super) Cow<'static, str>);

pub(super) type Checked<T = ()> = Result<T, Wrong>;

pub(super) fn wrong<T>(span: Span, what: impl Into<Cow<'static, str>>) -> Checked<T> {
    Err(Wrong(span, what.into()))
}

/// An error about an operand, with its number from 0 on.
pub(super) type Numbered = (usize, Diagnostic);

impl<'m, 'a> Checker<'m, 'a> {
    /// Checks the operands against a form.
    pub(super) fn operands(&mut self, instruction: &'m Instruction<'a>, bound: &Bound) -> Result<(), Numbered> {
        if self.control(instruction, bound)? {
            return Ok(());
        }
        let mut patterns = bound.form.operands.iter();
        let mut patterns = patterns
            .by_ref()
            .filter(|pattern| !pattern.is_policy || bound.has_policy);
        let is_needed = |pattern: &Pattern| pattern.is_policy || !pattern.is_optional;
        let opcode = instruction.opcode.text;
        // An optional operand that does not fit may be absent; its error counts if the next one does not fit either.
        let mut skipped: Option<Numbered> = None;
        for (at, operand) in instruction.operands.iter().enumerate() {
            loop {
                let Some(pattern) = patterns.next() else {
                    let message = format!("`{opcode}` has no operand {}", at + 1);
                    let error = diagnostic(operand.span, message, format!("`{}`", bound.form.syntax));
                    return Err(skipped.unwrap_or((at, error)));
                };
                let Err(Wrong(span, what)) = self.operand(operand, pattern, bound) else {
                    break;
                };
                let message = format!("operand {} is {what}", at + 1);
                let error = skipped.unwrap_or((at, diagnostic(span, message, expected(pattern, bound))));
                if is_needed(pattern) {
                    return Err(error);
                }
                skipped = Some(error);
            }
        }
        if let Some(pattern) = patterns.find(|pattern| is_needed(pattern)) {
            let (at, end) = (instruction.operands.len(), instruction.span.end);
            let message = format!("`{opcode}` lacks operand {}", at + 1);
            let error = diagnostic(Span { start: end, end }, message, expected(pattern, bound));
            return Err(skipped.unwrap_or((at, error)));
        }
        self.sizes(instruction, bound)?;
        matrix::fragments(instruction)
    }

    /// Vectors have at most 128 bits, from `sm_100` on 256 in global memory; addresses have 64 bits.
    fn sizes(&self, instruction: &Instruction, bound: &Bound) -> Result<(), Numbered> {
        let bits = bound.vector_bits();
        let has_wide = self.target.architecture >= 100 && self.target.version >= 88;
        let is_whole = bound.vector.is_some_and(|vector| bits == 128 * vector);
        let most = match bound.spaces[..] {
            [] | ["global"] if has_wide && !is_whole => 256,
            _ => 128,
        };
        let (message, expected) = match bound.form.opcode() {
            "cvta" if bits == 32 && self.has_long_addresses => {
                ("an address of 32 bits".to_owned(), "`.u64`".to_owned())
            }
            "atom" | "red" if bound.has_policy && bound.spaces.iter().any(|space| space.starts_with("shared")) => {
                ("a cache policy for shared memory".to_owned(), "`.global`".to_owned())
            }
            "ld" | "st" | "ldu" if bits > most => (format!("a vector of {bits} bits"), format!("at most {most} bits")),
            _ => return Ok(()),
        };
        Err((0, diagnostic(instruction.span, message, expected)))
    }

    fn operand(&mut self, operand: &Operand, pattern: &Pattern, bound: &Bound) -> Checked {
        match (&operand.kind, pattern.pair) {
            (OperandKind::Pair(pair), Some(_)) => {
                self.single(&pair[0], pattern, bound, true)?;
                match &pair[1].kind {
                    OperandKind::Sink => Ok(()),
                    OperandKind::Name(name) if self.is_predicate(name) => Ok(()),
                    _ => wrong(pair[1].span, "a pair whose second part is not a predicate"),
                }
            }
            (_, Some(true)) => wrong(operand.span, "not a pair"),
            _ => self.single(operand, pattern, bound, false),
        }
    }

    pub(super) fn is_predicate(&self, name: &Name) -> bool {
        match name.symbol {
            Symbol::Register(index, _) => self.register(index).0.class == TypeClass::Predicate,
            symbol => symbol == Symbol::Unresolved,
        }
    }

    fn single(&mut self, operand: &Operand, pattern: &Pattern, bound: &Bound, in_pair: bool) -> Checked {
        let (span, kind) = (operand.span, bound.kind(pattern));
        match (&operand.kind, pattern.shape) {
            (OperandKind::Address(address), Shape::Address | Shape::LongAddress) => {
                self.address(address, pattern, span, bound)
            }
            // `[a].unified`.
            (OperandKind::Part(inner, _), Shape::Address) => self.single(inner, pattern, bound, in_pair),
            (OperandKind::Element(names), Shape::Address | Shape::LongAddress) => {
                let [array, index] = &**names;
                let class = match index.symbol {
                    Symbol::Register(register, _) => self.register(register).0.class,
                    _ => TypeClass::Bits,
                };
                if matches!(class, TypeClass::Float | TypeClass::Predicate) {
                    return wrong(index.word.span(), "an index that is not an integer");
                }
                let (place, kind) = (array.word.span(), OperandKind::Name(*array));
                let base = Some(Operand { span: place, kind });
                self.address(
                    &Address {
                        base,
                        ..Address::default()
                    },
                    pattern,
                    span,
                    bound,
                )
            }
            (_, Shape::Address | Shape::LongAddress) => wrong(span, "not an address"),
            (OperandKind::Sink, shape) if pattern.takes_sink || in_pair || shape == Shape::Sink => Ok(()),
            (_, Shape::Sink) => wrong(span, "not `_`"),
            (OperandKind::Vector(elements), Shape::Vector | Shape::Elements) => {
                self.elements(elements, span, pattern, kind, None)
            }
            (OperandKind::Vector(elements), _) if pattern.may_be_vector => {
                // NVIDIA's assembler takes vectors of any length where surfaces are accessed without `.v2` or `.v4`.
                let is_free = bound.vector.is_none() && SURFACES.contains(&bound.form.opcode());
                let count = (!is_free).then_some(bound.vector.unwrap_or(1));
                self.elements(elements, span, pattern, kind, count)
            }
            (OperandKind::Not(name), _) if pattern.negates && self.is_predicate(name) => Ok(()),
            (_, shape) => {
                let (offer, count) = self.offer(operand, pattern, &bound.spaces)?;
                self.constant(operand, pattern, kind)?;
                let vector = bound.vector.filter(|_| pattern.may_be_vector).unwrap_or(1);
                // NVIDIA's assembler moves vectors between registers of any type.
                let is_moved = bound.form.opcode() == "mov" && count > 1;
                let is_fit = match (kind, shape) {
                    (_, Shape::Vector | Shape::Elements) if count == 1 => return wrong(span, "not a vector"),
                    (None, Shape::Vector | Shape::Elements) => true,
                    // A vector as a whole has the bits of its elements together.
                    (Some(kind), Shape::Vector) => offer.bits * count == kind.bits,
                    (_, shape) if shape != Shape::Elements && count != vector => {
                        return wrong(span, format!("of {count} elements, not {vector}"));
                    }
                    (Some(kind), _) if offer == ADDRESS && kind.bits == 32 && self.is_long(operand) => false,
                    (Some(kind), _) => fits(offer, kind, pattern) || (is_moved && offer.bits == kind.bits),
                    (None, _) => pattern.kind == OperandType::Any || is_address(offer),
                };
                if is_fit { Ok(()) } else { wrong(span, describe(offer)) }
            }
        }
    }

    /// The elements of a vector, which has `count` ones.
    fn elements(
        &self,
        elements: &[Operand],
        span: Span,
        pattern: &Pattern,
        kind: Option<DataType>,
        count: Option<u32>,
    ) -> Checked {
        let length = elements.len() as u32;
        if count.is_some_and(|count| count != length) || !length.is_power_of_two() {
            return wrong(span, format!("a vector of {length} elements"));
        }
        let merged = self.merged(elements, &pattern.of_elements(pattern.element_shape()))?;
        match (merged, kind) {
            (None, _) => wrong(span, "a vector without registers"),
            (Some(offer), Some(kind)) if pattern.shape == Shape::Vector => {
                let is_constant = !offer.name.starts_with('.') && offer.bits == 0;
                match is_constant || offer.bits == kind.bits / length {
                    true => Ok(()),
                    false => wrong(span, format!("a vector of {length} elements of another size")),
                }
            }
            (Some(offer), Some(kind)) if !fits(offer, kind, pattern) => wrong(span, describe(offer)),
            _ => Ok(()),
        }
    }

    /// What the elements of a vector offer together.
    pub(super) fn merged(&self, elements: &[Operand], element: &Pattern) -> Checked<Option<DataType>> {
        let mut merged: Option<DataType> = None;
        for operand in elements {
            if matches!(operand.kind, OperandKind::Sink) && element.shape == Shape::Register {
                continue;
            }
            let (offer, count) = self.offer(operand, element, &[])?;
            // NVIDIA's assembler takes predicates in vectors.
            if offer.class == TypeClass::Predicate {
                continue;
            }
            merged = merged.map_or(Some(offer), |old| merge(old, offer));
            if merged.is_none() || count != 1 {
                return wrong(operand.span, format!("{} beside others", describe(offer)));
            }
        }
        Ok(merged)
    }

    /// What a register, constant or address offers, and its number of elements.
    pub(super) fn offer(&self, operand: &Operand, pattern: &Pattern, spaces: &[&str]) -> Checked<(DataType, u32)> {
        let span = operand.span;
        let is_source = pattern.shape == Shape::Source;
        let takes_constant = is_source || pattern.shape == Shape::Constant || pattern.negates;
        let is_there = |space: &str| spaces.is_empty() || is_in(space, spaces);
        match &operand.kind {
            OperandKind::Constant(constant) if takes_constant => Ok(match constant {
                Constant::Integer(..) => (INTEGER, 1),
                Constant::Single(_) => (SINGLE, 1),
                Constant::Double(_) => (DOUBLE, 1),
            }),
            OperandKind::Name(name) if name.word.text == "WARP_SZ" && takes_constant => Ok((INTEGER, 1)),
            _ if pattern.shape == Shape::Constant => wrong(span, "not a constant"),
            OperandKind::Name(name) => match (name.symbol, self.space(name)) {
                (Symbol::Register(index, _), _) => Ok(self.register(index)),
                (Symbol::Special(index), _) => self.special(index, span, pattern, false),
                (Symbol::Unresolved, _) if name.word.text != "WARP_SZ" => Ok((ANY, 1)),
                (_, Some(space)) if pattern.takes_address && is_there(space) => Ok((ADDRESS, 1)),
                (_, Some(space)) if pattern.takes_address => wrong(span, format!("a variable in {space}")),
                _ => wrong(span, "not a register"),
            },
            OperandKind::Part(inner, part) if pattern.takes_selector => match inner.kind {
                OperandKind::Name(_) | OperandKind::Negative(_) => self.offer(inner, pattern, spaces),
                _ => wrong(part.span(), "a part of something that is not a register"),
            },
            OperandKind::Negative(name) if pattern.takes_sign => {
                let (span, kind) = (name.word.span(), OperandKind::Name(*name));
                self.offer(&Operand { span, kind }, pattern, spaces)
            }
            OperandKind::Negative(_) => wrong(span, "a register with a sign"),
            OperandKind::Part(inner, part) if is_component(part.text) => match &inner.kind {
                OperandKind::Name(Name { symbol, .. }) => match *symbol {
                    Symbol::Register(index, _) if self.register(index).1 > 1 => Ok((self.register(index).0, 1)),
                    Symbol::Special(index) => self.special(index, span, pattern, true),
                    _ => wrong(part.span(), "a component of something that is not a vector"),
                },
                _ => wrong(part.span(), "a component of something that is not a vector"),
            },
            OperandKind::Part(_, part) => wrong(part.span(), "a register with a selector"),
            // NVIDIA's assembler looks at the class of `r+4` only, not at its size.
            OperandKind::Offset(name, _) if is_source => match (name.symbol, self.space(name)) {
                (Symbol::Register(index, _), _) => {
                    let (kind, vector) = self.register(index);
                    Ok((DataType { bits: 0, ..kind }, vector))
                }
                (Symbol::Special(_), _) if pattern.takes_special => Ok((ANY, 1)),
                (_, Some(space)) if space != ".func" && (!pattern.takes_address || is_there(space)) => Ok((ADDRESS, 1)),
                _ => wrong(span, "an address outside brackets"),
            },
            _ if is_source => wrong(span, "not a register or constant"),
            _ => wrong(span, "not a register"),
        }
    }

    /// Special registers fit types of their size; those of 32 bits also types of 16, and conversions take all.
    fn special(&self, index: u16, span: Span, pattern: &Pattern, has_part: bool) -> Checked<(DataType, u32)> {
        let Some(row) = SPECIAL_REGISTERS.get(usize::from(index)) else {
            return Ok((ANY, 1));
        };
        let is_whole = pattern.may_be_vector && !has_part;
        if !pattern.takes_special {
            return wrong(span, "a special register");
        }
        if row.is_vector != has_part && !is_whole {
            return wrong(
                span,
                if has_part {
                    "a component of a scalar"
                } else {
                    "a vector"
                },
            );
        }
        if self.target.architecture < row.architecture || self.target.version < row.version {
            return wrong(span, "a special register that this target does not have");
        }
        let offer = match row.kind.bits {
            _ if row.name == "%gridid" => DataType { bits: 0, ..INTEGER },
            32 if has_part => SPECIAL,
            bits @ 32.. => DataType { bits, ..INTEGER },
            _ => row.kind,
        };
        Ok((offer, if is_whole { 4 } else { 1 }))
    }

    /// The range of an integer constant, with a remark if the instruction takes only a part of its bits.
    fn constant(&mut self, operand: &Operand, pattern: &Pattern, kind: Option<DataType>) -> Checked {
        let value = match operand.kind {
            OperandKind::Constant(Constant::Integer(value, _)) => value,
            OperandKind::Name(Name {
                symbol: Symbol::WarpSize,
                ..
            }) => 32,
            _ => return Ok(()),
        };
        if !pattern.limit.allows(value) {
            return wrong(operand.span, format!("the constant {value}"));
        }
        if let Some(kind) = kind.filter(|kind| kind.class != TypeClass::Predicate) {
            self.lose(operand.span, value, kind.bits);
        }
        Ok(())
    }

    /// Remarks that a constant loses bits, if it does.
    pub(super) fn lose(&mut self, span: Span, value: u64, bits: u32) {
        if bits < 64 && value >> bits != 0 && (value as i64) >> (bits - 1) != -1 {
            let kept = value & ((1 << bits) - 1);
            let message = format!("the constant has more than {bits} bits; the instruction takes {kept:#x}");
            self.lost.push(super::Remark { span, message });
        }
    }

    /// Whether an operand is a variable whose address has 64 bits.
    fn is_long(&self, operand: &Operand) -> bool {
        let is_global = |name: &Name| self.space(name) == Some(".global");
        self.has_long_addresses && matches!(&operand.kind, OperandKind::Name(name) if is_global(name))
    }
}

/// What an operand has to be, for messages.
fn expected(pattern: &Pattern, bound: &Bound) -> String {
    let what = match pattern.shape {
        Shape::Register => "a register",
        Shape::Source if pattern.negates => "a predicate, `!` and a predicate, or a constant",
        Shape::Source => "a register or constant",
        Shape::Constant => "a constant",
        Shape::Address => "an address `[a]`",
        Shape::LongAddress => "an address `[a, {x, y}]`",
        Shape::Vector | Shape::Elements => "a vector `{a, b}`",
        Shape::Sink => "`_`",
        Shape::Label | Shape::Targets | Shape::Function => "a label or function",
    };
    let kind = match bound.kind(pattern) {
        None => String::new(),
        Some(kind) if is_packed_integer(kind) => " of type `.b32`".to_owned(),
        Some(kind) => format!(" for `{}`", kind.name),
    };
    format!("{what}{kind}{}", pattern.limit.describe())
}

fn is_component(part: &str) -> bool {
    matches!(part, ".x" | ".y" | ".z" | ".w" | ".r" | ".g" | ".b" | ".a")
}
