//! Operands of the text as slots of a frame.

use crate::decode::Decoder;
use crate::memory::Space;
use crate::program::{Address, End, Op, Slot};
use crate::special::{WARP, is_clock, special};
use lanesmith_ptx::tree::{Constant, Item, Name, Operand, OperandKind, Span, Symbol};
use lanesmith_text::diagnostic::Diagnostic;
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert};

/// The bits of a constant. Where a single is wanted, a double is rounded to the nearest one.
pub(crate) fn constant_bits(constant: Constant, wants_single: bool) -> u64 {
    match constant {
        Constant::Integer(value, _) => value,
        Constant::Single(bits) => bits.into(),
        Constant::Double(bits) if wants_single => {
            let single: Single = Double::from_bits(bits.into()).convert(&mut false).value;
            single.to_bits() as u64
        }
        Constant::Double(bits) => bits,
    }
}

/// The error that an instruction has an operand, or lacks one, so that it cannot be executed.
pub(crate) fn misplaced(span: Span) -> Diagnostic {
    Diagnostic::new(
        span.range(),
        "an operand here cannot be executed",
        "the operands of the manual",
    )
}

impl Decoder<'_, '_> {
    /// The slots, with their bits, that an operand in registers has.
    pub(crate) fn results(&self, operand: &Operand, slots: &mut Vec<(Slot, u32)>) -> Result<(), Diagnostic> {
        let misplaced = || misplaced(operand.span);
        match &operand.kind {
            OperandKind::Vector(list) => return list.iter().try_for_each(|one| self.results(one, slots)),
            OperandKind::Pair(pair) => return pair.iter().try_for_each(|one| self.results(one, slots)),
            OperandKind::Sink => slots.push((self.sink, 64)),
            OperandKind::Name(name) => {
                let (first, bits, elements) = self.register(*name).ok_or_else(misplaced)?;
                slots.extend((first..first + elements).map(|slot| (slot, bits)));
            }
            OperandKind::Part(base, part) => {
                let mut all = Vec::new();
                self.results(base, &mut all)?;
                // A part of a register itself, such as `.h1`, is the unit's.
                let components = [[".x", ".r"], [".y", ".g"], [".z", ".b"], [".w", ".a"]];
                let index = components
                    .iter()
                    .position(|names| names.contains(&part.text))
                    .unwrap_or(0);
                slots.push(*all.get(index).ok_or_else(misplaced)?);
            }
            _ => return Err(misplaced()),
        }
        Ok(())
    }

    /// First slot, bits and elements of a register.
    fn register(&self, name: Name) -> Option<(Slot, u32, u32)> {
        match name.symbol {
            Symbol::Register(_, number) => self.layout.frames[self.index].registers.get(number as usize).copied(),
            _ => None,
        }
    }

    /// The slot of a predicate.
    pub(crate) fn predicate(&self, name: Name) -> Result<Slot, Diagnostic> {
        self.register(name)
            .map(|register| register.0)
            .ok_or_else(|| misplaced(name.word.span()))
    }

    /// The slots of the values of an operand.
    pub(crate) fn sources(&mut self, operand: &Operand, slots: &mut Vec<Slot>) -> Result<(), Diagnostic> {
        let value = match &operand.kind {
            OperandKind::Vector(list) => return list.iter().try_for_each(|one| self.sources(one, slots)),
            OperandKind::Constant(constant) => self.constant(constant_bits(*constant, self.wants_single)),
            OperandKind::Not(name) => {
                let (from, to) = (self.predicate(*name)?, self.temporary());
                self.push(Op::Not(to, from), operand.span);
                to
            }
            OperandKind::Name(name) | OperandKind::Negative(name) => match name.symbol {
                Symbol::WarpSize => self.constant(WARP.into()),
                Symbol::Special(_) => self.special(name.word.text, operand.span)?,
                Symbol::Register(..) => {
                    let (first, _, elements) = self.register(*name).ok_or_else(|| misplaced(operand.span))?;
                    slots.extend(first..first + elements);
                    return Ok(());
                }
                _ => self.pointer(*name, 0, operand.span)?,
            },
            OperandKind::Offset(name, offset) => self.pointer(*name, *offset, operand.span)?,
            OperandKind::Part(base, part) => match &base.kind {
                OperandKind::Constant(_) => return self.sources(base, slots),
                OperandKind::Name(name) if matches!(name.symbol, Symbol::Special(_)) => {
                    self.special(&format!("{}{}", name.word.text, part.text), operand.span)?
                }
                _ => {
                    let mut all = Vec::new();
                    self.results(operand, &mut all)?;
                    all[0].0
                }
            },
            _ => return Err(misplaced(operand.span)),
        };
        slots.push(value);
        Ok(())
    }

    /// The slot of a special register.
    fn special(&mut self, name: &str, span: Span) -> Result<Slot, Diagnostic> {
        if is_clock(name) {
            let to = self.temporary();
            self.push(Op::Clock(to), span);
            return Ok(to);
        }
        if let Some((slot, _)) = self.specials.get(name) {
            return Ok(*slot);
        }
        let value = special(name).ok_or_else(|| {
            let message = format!("the special register `{name}` is not supported");
            Diagnostic::new(span.range(), message, "a register that tells a thread's place")
        })?;
        let slot = self.temporary();
        self.specials.insert(name.to_owned(), (slot, value));
        Ok(slot)
    }

    /// The slot of the address of a variable.
    fn pointer(&mut self, name: Name, offset: i64, span: Span) -> Result<Slot, Diagnostic> {
        let (mut address, _) = self.variable(name).ok_or_else(|| misplaced(span))?;
        address.offset = address.offset.wrapping_add(offset);
        if address.base == self.zero {
            return Ok(self.constant(address.offset.cast_unsigned()));
        }
        let to = self.temporary();
        self.push(Op::Offset(to, address), span);
        Ok(to)
    }

    /// The address of a variable in its space, and the space.
    fn variable(&self, name: Name) -> Option<(Address, Space)> {
        let frame = &self.layout.frames[self.index];
        let (base, offset, space) = match name.symbol {
            Symbol::Variable(index) => {
                let offset = u64::from(*frame.variables.get(index as usize)?);
                match self.function.variables.get(index as usize)?.space.text {
                    ".shared" => (self.zero, offset, Space::Shared),
                    _ => (self.frame, offset, Space::Local),
                }
            }
            Symbol::Parameter(index) | Symbol::Result(index) => {
                let is_result = matches!(name.symbol, Symbol::Result(_));
                let list = if is_result { &frame.results } else { &frame.parameters };
                match *list.get(index as usize)? {
                    (End::Memory(offset), _) if self.function.is_entry => (self.zero, offset.into(), Space::Param),
                    (End::Memory(offset), _) => (self.frame, offset.into(), Space::Local),
                    _ => return None,
                }
            }
            Symbol::Item(index) => match self.module.items.get(index as usize) {
                Some(Item::Variable(variable)) => (
                    self.zero,
                    *self.layout.items.get(&index)?,
                    Space::read(variable.space.text)?,
                ),
                _ => (self.zero, *self.layout.items.get(&index)?, Space::Global),
            },
            _ => return None,
        };
        let offset = offset.cast_signed();
        Some((Address { base, offset }, space))
    }

    /// The address of an operand in brackets, and the space that it is in.
    pub(crate) fn address(
        &mut self,
        operand: Option<&Operand>,
        span: Span,
        space: Space,
    ) -> Result<(Address, Space), Diagnostic> {
        let Some(OperandKind::Address(address)) = operand.map(|operand| &operand.kind) else {
            return Err(misplaced(span));
        };
        let named = match address.base.as_ref().map(|base| &base.kind) {
            Some(OperandKind::Name(name)) => self.variable(*name),
            _ => None,
        };
        let (mut place, found) = match (named, &address.base) {
            (Some((place, found)), _) if space == Space::Generic || space == Space::Param => (place, found),
            (Some((place, _)), _) => (place, space),
            (None, None) => (
                Address {
                    base: self.zero,
                    offset: 0,
                },
                space,
            ),
            (None, Some(base)) => (
                Address {
                    base: self.only(base)?,
                    offset: 0,
                },
                space,
            ),
        };
        place.offset = place.offset.wrapping_add(address.offset);
        // Parameters of functions, and those that a function hands on, are in its frame.
        let is_in_frame = found == Space::Param && !self.function.is_entry;
        Ok((place, if is_in_frame { Space::Local } else { found }))
    }

    /// The slot of an operand of one value.
    pub(crate) fn only(&mut self, operand: &Operand) -> Result<Slot, Diagnostic> {
        let [slot] = self.fixed(std::slice::from_ref(operand))?;
        Ok(slot)
    }

    /// The slots of all values of operands.
    pub(crate) fn values(&mut self, operands: &[Operand]) -> Result<Vec<Slot>, Diagnostic> {
        let mut slots = Vec::new();
        for operand in operands {
            self.sources(operand, &mut slots)?;
        }
        Ok(slots)
    }

    /// The slots of up to `N` values; 0 for missing ones.
    pub(crate) fn fixed<const N: usize>(&mut self, operands: &[Operand]) -> Result<[Slot; N], Diagnostic> {
        let mut slots = self.values(operands)?;
        if slots.len() > N {
            return Err(misplaced(operands[0].span));
        }
        slots.resize(N, self.zero);
        Ok(std::array::from_fn(|index| slots[index]))
    }
}
