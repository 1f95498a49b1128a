//! Operands against the patterns of a form.

use super::address::is_in;
use super::{Checker, diagnostic};
use crate::data_type::{DataType, TypeClass};
use crate::opcodes::{Bound, Pattern, Shape};
use crate::special::SPECIAL_REGISTERS;
use crate::tree::{Address, Constant, Instruction, Item, Name, Operand, OperandKind, Span, Symbol, Variable};
use lanesmith_text::diagnostic::Diagnostic;
use std::borrow::Cow;

/// What is wrong with an operand, and where.
pub(super) struct Wrong(pub(super) Span, pub(super) Cow<'static, str>);

pub(super) type Checked = Result<(), Wrong>;

pub(super) fn wrong<T>(span: Span, what: impl Into<Cow<'static, str>>) -> Result<T, Wrong> {
    Err(Wrong(span, what.into()))
}

/// What a register or constant offers: the bits of a constant count as any.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Offer {
    pub(super) class: TypeClass,
    pub(super) bits: Option<u32>,
    name: &'static str,
}

impl<'m, 'a> Checker<'m, 'a> {
    /// Checks the operands against a form; the number of an error is that of the operand.
    pub(super) fn operands(
        &mut self,
        instruction: &'m Instruction<'a>,
        bound: &Bound,
    ) -> Result<(), (usize, Diagnostic)> {
        if self.control(instruction, bound)? {
            return Ok(());
        }
        let patterns = &bound.form.operands;
        let (mut next, mut first_error) = (0, None);
        for (at, operand) in instruction.operands.iter().enumerate() {
            loop {
                let Some(pattern) = patterns.get(next) else {
                    if bound.form.has_tail {
                        return Ok(());
                    }
                    let message = format!("`{}` has no operand {}", instruction.opcode.text, at + 1);
                    let expected = format!("`{}`", bound.form.syntax);
                    let error = diagnostic(operand.span, message, expected);
                    return Err(first_error.unwrap_or((at, error)));
                };
                next += 1;
                if pattern.is_policy && !bound.has_policy {
                    continue;
                }
                match self.operand(operand, pattern, bound) {
                    Ok(()) => break,
                    Err(Wrong(span, what)) => {
                        let expected = describe(pattern, bound);
                        let error = (at, diagnostic(span, format!("operand {} is {what}", at + 1), expected));
                        if !pattern.is_optional || pattern.is_policy {
                            return Err(first_error.unwrap_or(error));
                        }
                        first_error.get_or_insert(error);
                    }
                }
            }
        }
        match patterns[next.min(patterns.len())..]
            .iter()
            .find(|pattern| match pattern.is_policy {
                true => bound.has_policy,
                false => !pattern.is_optional,
            }) {
            Some(pattern) => {
                let at = instruction.operands.len();
                let end = instruction.span.end;
                let message = format!("`{}` lacks operand {}", instruction.opcode.text, at + 1);
                let span = Span { start: end, end };
                Err(first_error.unwrap_or((at, diagnostic(span, message, describe(pattern, bound)))))
            }
            None => self
                .sizes(instruction, bound)
                .and_then(|()| super::matrix::fragments(instruction)),
        }
    }

    /// Vectors have at most 128 bits, from `sm_100` on 256 in global memory; addresses have 64 bits.
    fn sizes(&self, instruction: &Instruction, bound: &Bound) -> Result<(), (usize, Diagnostic)> {
        let is_short = bound.form.opcode() == "cvta" && bound.vector_bits() == 32;
        if is_short && self.has_long_addresses {
            let error = diagnostic(
                instruction.span,
                "an address of 32 bits, where addresses have 64",
                "`.u64`",
            );
            return Err((0, error));
        }
        let is_access = matches!(instruction.opcode.text, "ld" | "st" | "ldu");
        let is_wide =
            self.target.architecture >= 100 && self.target.version >= 88 && matches!(bound.spaces[..], [] | ["global"]);
        let most = if is_wide { 256 } else { 128 };
        match is_access && bound.vector_bits() > most {
            true => {
                let message = format!("a vector of {} bits", bound.vector_bits());
                Err((
                    0,
                    diagnostic(instruction.span, message, format!("a vector of at most {most} bits")),
                ))
            }
            false => Ok(()),
        }
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

    fn is_predicate(&self, name: &Name) -> bool {
        match name.symbol {
            Symbol::Register(index, _) => {
                let class = self.register(index).map(|(kind, _)| kind.class);
                class.is_none_or(|class| class == TypeClass::Predicate)
            }
            Symbol::Unresolved => true,
            _ => false,
        }
    }

    fn single(&mut self, operand: &Operand, pattern: &Pattern, bound: &Bound, in_pair: bool) -> Checked {
        let span = operand.span;
        let kind = bound.kind(pattern);
        match (&operand.kind, pattern.shape) {
            (OperandKind::Address(address), Shape::Address | Shape::LongAddress) => {
                self.address(address, pattern, span, bound)
            }
            (OperandKind::Element(array, index), Shape::Address | Shape::LongAddress) => {
                if let Symbol::Register(register, _) = index.symbol
                    && let Some((kind, _)) = self.register(register)
                    && matches!(kind.class, TypeClass::Float | TypeClass::Predicate)
                {
                    return wrong(index.word.span(), format!("an index of type `{}`", kind.name));
                }
                let (place, kind) = (array.word.span(), OperandKind::Name(*array));
                let address = Address {
                    base: Some(Operand { span: place, kind }),
                    ..Address::default()
                };
                self.address(&address, pattern, span, bound)
            }
            (OperandKind::Part(inner, _), Shape::Address | Shape::LongAddress) => {
                self.single(inner, pattern, bound, in_pair)
            }
            (_, Shape::Address | Shape::LongAddress) => wrong(span, "not an address"),
            (OperandKind::Sink, shape) if pattern.takes_sink || in_pair || shape == Shape::Sink => Ok(()),
            (_, Shape::Sink) => wrong(span, "not `_`"),
            (OperandKind::Vector(elements), Shape::Vector | Shape::Elements) => {
                self.elements(elements, span, pattern, kind, None)
            }
            (OperandKind::Vector(elements), _) if pattern.may_be_vector => {
                // NVIDIA's assembler takes vectors of any length where surfaces are accessed without `.v2` or `.v4`.
                let is_free = bound.vector.is_none() && super::address::SURFACES.contains(&bound.form.opcode());
                let count = (!is_free).then_some(bound.vector.unwrap_or(1));
                self.elements(elements, span, pattern, kind, count)
            }
            (OperandKind::Not(name), _) if pattern.negates && self.is_predicate(name) => Ok(()),
            _ => {
                let vector = bound.vector.filter(|_| pattern.may_be_vector).unwrap_or(1);
                let (offer, count) = self.offer(operand, pattern, bound)?;
                if offer == Offer::ADDRESS && self.is_short(operand, kind) {
                    return wrong(span, "an address of 64 bits");
                }
                match kind {
                    None if matches!(pattern.shape, Shape::Vector | Shape::Elements) && count > 1 => Ok(()),
                    // NVIDIA's assembler moves vectors between registers of any type.
                    Some(kind)
                        if bound.form.opcode() == "mov"
                            && count > 1
                            && count == vector
                            && offer.bits == Some(kind.bits) =>
                    {
                        Ok(())
                    }
                    Some(kind) if pattern.shape == Shape::Elements && count > 1 && fits(offer, kind, pattern) => Ok(()),
                    // A vector as a whole has the bits of its elements together.
                    Some(kind) if pattern.shape == Shape::Vector && count > 1 => {
                        match offer.bits.map(|bits| bits * count) == Some(kind.bits) {
                            true => Ok(()),
                            false => wrong(span, "a vector of another size"),
                        }
                    }
                    _ if matches!(pattern.shape, Shape::Vector | Shape::Elements) => wrong(span, "not a vector"),
                    _ if count != vector => wrong(span, format!("of {count} elements, not {vector}")),
                    None if pattern.kind == crate::opcodes::OperandType::Any => Ok(()),
                    None if offer.is_address() => Ok(()),
                    Some(kind) if fits(offer, kind, pattern) => Ok(()),
                    _ => wrong(span, offer.describe()),
                }
            }
        }
    }

    /// The elements of a vector: those with a class agree, and `.b` types fit all.
    fn elements(
        &mut self,
        elements: &[Operand],
        span: Span,
        pattern: &Pattern,
        kind: Option<DataType>,
        count: Option<u32>,
    ) -> Checked {
        let length = elements.len() as u32;
        if count.is_some_and(|count| count != length) || (length > 1 && !length.is_power_of_two()) {
            return wrong(span, format!("a vector of {length} elements"));
        }
        let element = pattern.of_elements(pattern.element_shape());
        let merged = self.merged(elements, &element)?;
        match (merged, kind) {
            (None, _) => wrong(span, "a vector without registers"),
            (Some(offer), Some(kind)) if pattern.shape == Shape::Vector => {
                let bits = kind.bits / length;
                match offer.bits.is_none_or(|own| own == bits) {
                    true => Ok(()),
                    false => wrong(span, format!("a vector of {length} elements of another size")),
                }
            }
            (Some(offer), Some(kind)) if !fits(offer, kind, pattern) => wrong(span, offer.describe()),
            _ => Ok(()),
        }
    }

    /// What the elements of a vector offer together.
    pub(super) fn merged(&self, elements: &[Operand], element: &Pattern) -> Result<Option<Offer>, Wrong> {
        let mut merged: Option<Offer> = None;
        for operand in elements {
            if matches!(operand.kind, OperandKind::Sink) && element.shape == Shape::Register {
                continue;
            }
            let (offer, parts) = self.offer_of(operand, element, &[])?;
            if parts != 1 {
                return wrong(operand.span, "a vector in a vector");
            }
            // NVIDIA's assembler takes predicates in vectors.
            if offer.class == TypeClass::Predicate {
                continue;
            }
            let both = merged.map_or(Some(offer), |old| old.merge(offer));
            let Some(both) = both else {
                return wrong(operand.span, format!("{} beside others", offer.describe()));
            };
            merged = Some(both);
        }
        Ok(merged)
    }

    fn offer(&mut self, operand: &Operand, pattern: &Pattern, bound: &Bound) -> Result<(Offer, u32), Wrong> {
        let offer = self.offer_of(operand, pattern, &bound.spaces)?;
        if let OperandKind::Constant(Constant::Integer(value, _)) = operand.kind {
            self.constant(operand.span, value, pattern, bound)?;
        }
        if let OperandKind::Name(Name {
            symbol: Symbol::WarpSize,
            ..
        }) = operand.kind
        {
            self.constant(operand.span, 32, pattern, bound)?;
        }
        Ok(offer)
    }

    /// What a register, constant or address offers, and its number of elements.
    pub(super) fn offer_of(
        &self,
        operand: &Operand,
        pattern: &Pattern,
        spaces: &[&str],
    ) -> Result<(Offer, u32), Wrong> {
        let span = operand.span;
        let is_source = pattern.shape == Shape::Source;
        let takes_constant = is_source || pattern.shape == Shape::Constant || pattern.negates;
        let takes_register = pattern.shape != Shape::Constant;
        match &operand.kind {
            OperandKind::Name(name) => match name.symbol {
                Symbol::Register(index, _) if takes_register => {
                    let Some((kind, vector)) = self.register(index) else {
                        return Ok((Offer::ANY, 1));
                    };
                    Ok((Offer::of(kind), vector))
                }
                Symbol::WarpSize if takes_constant => Ok((Offer::INTEGER, 1)),
                Symbol::Special(index) if pattern.takes_special => special(index, span, pattern, false),
                Symbol::Special(_) => wrong(span, "a special register"),
                Symbol::Variable(_) | Symbol::Parameter(_) | Symbol::Result(_) | Symbol::Item(_)
                    if pattern.takes_address =>
                {
                    match self.space(name) {
                        Some(space) if !spaces.is_empty() && !is_in(space, spaces) => {
                            wrong(span, format!("a variable in {space}"))
                        }
                        _ => Ok((Offer::ADDRESS, 1)),
                    }
                }
                Symbol::Unresolved => Ok((Offer::ANY, 1)),
                _ if !takes_register => wrong(span, "not a constant"),
                _ => wrong(span, "not a register"),
            },
            _ if !takes_register && !matches!(operand.kind, OperandKind::Constant(_)) => wrong(span, "not a constant"),
            OperandKind::Part(inner, part) => match &inner.kind {
                OperandKind::Name(name) if is_component(part.text) => match name.symbol {
                    Symbol::Register(index, _) => match self.register(index) {
                        Some((kind, vector)) if vector > 1 => Ok((Offer::of(kind), 1)),
                        _ => wrong(part.span(), "a component of a register that is not a vector"),
                    },
                    Symbol::Special(index) if pattern.takes_special => special(index, span, pattern, true),
                    _ => wrong(span, "a component of something that is not a vector"),
                },
                _ => wrong(part.span(), "a register with a selector"),
            },
            // NVIDIA's assembler looks at the class of `r+4` only, not at its size.
            OperandKind::Offset(name, _) if is_source => match (name.symbol, self.space(name)) {
                (Symbol::Register(index, _), _) => match self.register(index) {
                    Some((kind, 1)) => Ok((
                        Offer {
                            bits: None,
                            ..Offer::of(kind)
                        },
                        1,
                    )),
                    _ => wrong(span, "a vector with an offset"),
                },
                (Symbol::Special(_), _) if pattern.takes_special => Ok((Offer::ANY, 1)),
                (_, Some(space))
                    if space != ".func" && (spaces.is_empty() || !pattern.takes_address || is_in(space, spaces)) =>
                {
                    Ok((Offer::ADDRESS, 1))
                }
                _ => wrong(span, "an address outside brackets"),
            },
            OperandKind::Offset(..) => wrong(span, "an address outside brackets"),
            OperandKind::Constant(constant) if takes_constant => {
                let (is_decimal, bits) = match constant {
                    Constant::Integer(..) => return Ok((Offer::INTEGER, 1)),
                    Constant::Single(_) => (false, 32),
                    Constant::Double(_) => (true, 64),
                };
                let name = if is_decimal { "0d" } else { "0f" };
                let offer = Offer {
                    class: TypeClass::Float,
                    bits: Some(bits),
                    name,
                };
                Ok((offer, 1))
            }
            OperandKind::Constant(_) => wrong(span, "a constant"),
            OperandKind::Not(_) => wrong(span, "a negated operand"),
            OperandKind::Negative(_) => wrong(span, "a register with a sign"),
            OperandKind::Vector(_) => wrong(span, "a vector"),
            OperandKind::Address(_) | OperandKind::Element(..) => wrong(span, "an address"),
            OperandKind::Pair(_) => wrong(span, "a pair"),
            OperandKind::List(_) => wrong(span, "a list"),
            OperandKind::Sink => wrong(span, "`_`, whose value nobody knows or needs"),
        }
    }

    /// The range of an integer constant, with a remark if the instruction takes only a part of its bits.
    fn constant(&mut self, span: Span, value: u64, pattern: &Pattern, bound: &Bound) -> Checked {
        if !pattern.values.is_empty() && !pattern.values.contains(&value) {
            return wrong(span, format!("{value}, not one of {:?}", pattern.values));
        }
        if let Some(limit) = pattern.bound.filter(|limit| value >= *limit) {
            return wrong(span, format!("{value}, which is not below {limit}"));
        }
        if let Some(divisor) = pattern.divisor.filter(|divisor| value % divisor != 0) {
            return wrong(span, format!("{value}, which is not a multiple of {divisor}"));
        }
        if let Some(kind) = bound.kind(pattern).filter(|kind| kind.class != TypeClass::Predicate) {
            self.lose(span, value, kind.bits);
        }
        Ok(())
    }

    /// Remarks that a constant loses bits, if it does.
    pub(super) fn lose(&mut self, span: Span, value: u64, bits: u32) {
        let fits = bits >= 64 || value >> bits == 0 || (value as i64) >> (bits - 1) == -1;
        if !fits {
            let kept = value & ((1 << bits) - 1);
            let message = format!("the constant has more than {bits} bits; the instruction takes {kept:#x}");
            self.lost.push(super::Remark { span, message });
        }
    }

    /// Whether a type of 32 bits cannot hold the address of a variable.
    fn is_short(&self, operand: &Operand, kind: Option<DataType>) -> bool {
        let OperandKind::Name(name) = &operand.kind else {
            return false;
        };
        let has_long = matches!(self.space(name), Some(".global"));
        self.has_long_addresses && has_long && kind.is_some_and(|kind| kind.bits == 32)
    }

    /// The type and the number of elements of a declared register.
    pub(super) fn register(&self, index: u32) -> Option<(DataType, u32)> {
        let register = self.function?.registers.get(index as usize)?;
        Some((register.kind, register.vector))
    }

    /// The variable that a name names.
    pub(super) fn variable(&self, name: &Name) -> Option<&'m Variable<'a>> {
        let function = self.function?;
        match name.symbol {
            Symbol::Variable(index) => function.variables.get(index as usize),
            Symbol::Parameter(index) => function.parameters.get(index as usize),
            Symbol::Result(index) => function.results.get(index as usize),
            Symbol::Item(index) => match self.module.items.get(index as usize)? {
                Item::Variable(variable) => Some(variable),
                _ => None,
            },
            _ => None,
        }
    }

    /// The state space of a variable, or `.func` of a function.
    pub(super) fn space(&self, name: &Name) -> Option<&'m str> {
        if let Symbol::Item(index) = name.symbol
            && let Some(Item::Function(_)) = self.module.items.get(index as usize)
        {
            return Some(".func");
        }
        self.variable(name).map(|variable| variable.space.text)
    }
}

impl Offer {
    /// Of a name that is not known.
    const ANY: Offer = Offer {
        class: TypeClass::Bits,
        bits: None,
        name: "",
    };
    const INTEGER: Offer = Offer {
        class: TypeClass::Unsigned,
        bits: None,
        name: "constant",
    };
    const ADDRESS: Offer = Offer {
        class: TypeClass::Unsigned,
        bits: None,
        name: "address",
    };

    fn of(kind: DataType) -> Self {
        Offer {
            class: kind.class,
            bits: Some(kind.bits),
            name: kind.name,
        }
    }

    pub(super) fn describe(self) -> Cow<'static, str> {
        match self.name {
            "constant" => "an integer".into(),
            "address" => "the address of a variable".into(),
            "0f" | "0d" => "a floating-point number".into(),
            name => format!("a register of type `{name}`").into(),
        }
    }

    fn is_integer(self) -> bool {
        matches!(self.class, TypeClass::Signed | TypeClass::Unsigned)
    }

    fn is_address(self) -> bool {
        (self.is_integer() || self.class == TypeClass::Bits) && self.bits.is_none_or(|bits| matches!(bits, 32 | 64))
    }

    /// Of two elements of a vector.
    fn merge(self, other: Self) -> Option<Self> {
        let is_constant = |offer: Self| offer.bits.is_none() || offer.name == "0f" || offer.name == "0d";
        if self.bits != other.bits && !is_constant(self) && !is_constant(other) {
            return None;
        }
        let has_bits = |offer: Self| offer.class == TypeClass::Bits;
        match (has_bits(self), has_bits(other)) {
            (true, _) => Some(self),
            (_, true) => Some(other),
            _ if self.is_integer() == other.is_integer() => Some(if is_constant(self) { other } else { self }),
            _ => None,
        }
    }
}

/// Whether a register or constant fits a type (PTX ISA, section "Operand Size Exceeding Instruction-Type Size").
pub(super) fn fits(offer: Offer, kind: DataType, pattern: &Pattern) -> bool {
    let size = offer.bits.is_none_or(|bits| {
        if pattern.is_relaxed {
            bits >= kind.bits
        } else {
            bits == kind.bits
        }
    });
    let is_packed_half = offer.name == ".f16x2";
    match (kind.class, offer.class) {
        (TypeClass::Predicate, TypeClass::Predicate) => true,
        (TypeClass::Predicate, _) => offer.name == "constant" || offer == Offer::ANY,
        (_, TypeClass::Predicate) => false,
        (_, TypeClass::Float) if offer.name.starts_with('0') => match kind.class {
            TypeClass::Float => matches!(kind.name, ".f32" | ".f64"),
            TypeClass::Bits => offer.bits == Some(kind.bits),
            _ => false,
        },
        (TypeClass::Bits, _) => size,
        (TypeClass::Float, TypeClass::Bits) => size,
        (TypeClass::Float, _) => offer.name == kind.name,
        (_, TypeClass::Float) => size && is_packed_half && !pattern.is_strict(),
        _ => size,
    }
}

/// Special registers fit types of their size; those of 32 bits also types of 16, and conversions take all.
fn special(index: u16, span: Span, pattern: &Pattern, has_part: bool) -> Result<(Offer, u32), Wrong> {
    let Some(row) = SPECIAL_REGISTERS.get(usize::from(index)) else {
        return Ok((Offer::ANY, 1));
    };
    if row.is_vector != has_part && !(pattern.may_be_vector && !has_part) {
        return wrong(
            span,
            if has_part {
                "a component of a register that is not a vector"
            } else {
                "a vector"
            },
        );
    }
    let vector = if !has_part && pattern.may_be_vector { 4 } else { 1 };
    let kind = row.kind();
    let bits = match kind.bits {
        _ if pattern.is_relaxed || row.name == "%gridid" => None,
        bits => Some(bits),
    };
    let class = if kind.class == TypeClass::Bits {
        TypeClass::Unsigned
    } else {
        kind.class
    };
    let offer = Offer {
        class,
        bits,
        name: row.type_name,
    };
    // Of 32 bits `mov.u16` takes the low half.
    Ok((
        Offer {
            bits: offer.bits.filter(|bits| *bits != 32),
            ..offer
        },
        vector,
    ))
}

/// What an operand has to be, for messages.
fn describe(pattern: &Pattern, bound: &Bound) -> String {
    let kind = bound
        .kind(pattern)
        .map_or(String::new(), |kind| format!(" for `{}`", kind.name));
    let what = match pattern.shape {
        Shape::Register if pattern.takes_sink => "a register, or `_`,",
        Shape::Register => "a register",
        Shape::Source if pattern.negates => "a predicate, `!` and a predicate, or a constant",
        Shape::Source => "a register or constant",
        Shape::Constant => "a constant",
        Shape::Address => "an address `[a]`",
        Shape::LongAddress => "an address `[a, {x, y}]`",
        Shape::Vector | Shape::Elements => "a vector `{a, b}`",
        Shape::Sink => "`_`",
        Shape::Label => "a label",
        Shape::Targets => "the label of a `.branchtargets`",
        Shape::Function => "a function",
    };
    match pattern.bound {
        Some(bound) => format!("{what}{kind}, constants below {bound}"),
        None => format!("{what}{kind}"),
    }
}

fn is_component(part: &str) -> bool {
    matches!(part, ".x" | ".y" | ".z" | ".w" | ".r" | ".g" | ".b" | ".a")
}
