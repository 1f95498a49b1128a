//! Operands of the text as slots of a frame.

use crate::decode::Decoder;
use crate::layout::FrameLayout;
use crate::memory::Space;
use crate::program::{Address, Op, Slot};
use crate::special::{is_clock, special};
use lanesmith_ptx::tree::{Constant, Item, Name, Operand, OperandKind, Symbol};
use lanesmith_text::diagnostic::Diagnostic;
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, FloatConvert};

/// The bits of a constant. Where a single is wanted, a double is rounded to the nearest one.
pub(crate) fn constant_bits(constant: Constant, wants_single: bool) -> u64 {
    match constant {
        Constant::Integer(value, _) => value,
        Constant::Single(bits) => u64::from(bits),
        Constant::Double(bits) if wants_single => {
            let single: Single = Double::from_bits(u128::from(bits)).convert(&mut false).value;
            single.to_bits() as u64
        }
        Constant::Double(bits) => bits,
    }
}

/// An operand that the instruction cannot have.
pub(crate) fn misplaced(operand: &Operand) -> Diagnostic {
    Diagnostic::new(
        operand.span.range(),
        "this operand cannot be executed here",
        "a register or constant",
    )
}

fn component(part: &str) -> Option<u32> {
    match part {
        ".x" | ".r" => Some(0),
        ".y" | ".g" => Some(1),
        ".z" | ".b" => Some(2),
        ".w" | ".a" => Some(3),
        _ => None,
    }
}

impl Decoder<'_, '_> {
    fn frame(&self) -> &FrameLayout {
        &self.layout.frames[self.index]
    }

    /// First slot, bits and elements of a register.
    pub(crate) fn register(&self, operand: &Operand) -> Result<(Slot, u32, u32), Diagnostic> {
        let found = match &operand.kind {
            OperandKind::Sink => Some((self.sink, 64, 1)),
            OperandKind::Name(name) => self.named_register(*name),
            OperandKind::Part(base, part) => match (self.register(base)?, component(part.text)) {
                ((first, bits, elements), Some(index)) if index < elements => Some((first + index, bits, 1)),
                (whole, None) => Some(whole),
                _ => None,
            },
            _ => None,
        };
        found.ok_or_else(|| misplaced(operand))
    }

    fn named_register(&self, name: Name) -> Option<(Slot, u32, u32)> {
        match name.symbol {
            Symbol::Register(_, number) => self.frame().registers.get(number as usize).copied(),
            _ => None,
        }
    }

    /// The slot of a predicate.
    pub(crate) fn predicate(&self, name: Name) -> Result<Slot, Diagnostic> {
        let found = self.named_register(name).map(|register| register.0);
        found.ok_or_else(|| {
            Diagnostic::new(
                name.word.span().range(),
                "this is not a predicate",
                "a predicate register",
            )
        })
    }

    /// The slots, with their bits, that an instruction writes by an operand.
    pub(crate) fn results(&self, operand: &Operand, slots: &mut Vec<(Slot, u32)>) -> Result<(), Diagnostic> {
        match &operand.kind {
            OperandKind::Vector(list) => list.iter().try_for_each(|one| self.results(one, slots)),
            OperandKind::Pair(pair) => pair.iter().try_for_each(|one| self.results(one, slots)),
            _ => {
                let (first, bits, elements) = self.register(operand)?;
                slots.extend((first..first + elements).map(|slot| (slot, bits)));
                Ok(())
            }
        }
    }

    /// The only slot that an instruction writes by an operand, with its bits.
    pub(crate) fn result(&self, operand: &Operand) -> Result<(Slot, u32), Diagnostic> {
        let mut slots = Vec::new();
        self.results(operand, &mut slots)?;
        match slots[..] {
            [slot] => Ok(slot),
            _ => Err(misplaced(operand)),
        }
    }

    /// The slots of the values of an operand, with the bits of each.
    pub(crate) fn sources(&mut self, operand: &Operand, slots: &mut Vec<(Slot, u32)>) -> Result<(), Diagnostic> {
        match &operand.kind {
            OperandKind::Vector(list) => list.iter().try_for_each(|one| self.sources(one, slots)),
            OperandKind::Pair(pair) => pair.iter().try_for_each(|one| self.sources(one, slots)),
            OperandKind::Name(Name {
                symbol: Symbol::Register(..),
                ..
            }) => {
                let start = slots.len();
                self.results(operand, slots)?;
                self.expect(slots[start..].iter().map(|slot| slot.0).collect(), operand.span);
                Ok(())
            }
            _ => {
                slots.push((self.source(operand)?, 64));
                Ok(())
            }
        }
    }

    /// The slot of the value of an operand.
    pub(crate) fn source(&mut self, operand: &Operand) -> Result<Slot, Diagnostic> {
        match &operand.kind {
            OperandKind::Name(name) => self.value(operand, *name, 0),
            OperandKind::Offset(name, offset) => self.value(operand, *name, *offset),
            OperandKind::Constant(constant) => Ok(self.constant(constant_bits(*constant, self.wants_single))),
            OperandKind::Not(name) => {
                let from = self.predicate(*name)?;
                self.expect(vec![from], operand.span);
                let to = self.temporary();
                self.push(Op::Not(to, from), operand.span);
                Ok(to)
            }
            OperandKind::Negative(name) => self.value(operand, *name, 0),
            OperandKind::Part(base, part) => match &base.kind {
                OperandKind::Name(name) if matches!(name.symbol, Symbol::Special(_)) => {
                    let whole = format!("{}{}", name.word.text, part.text);
                    self.special(&whole).ok_or_else(|| misplaced(operand))
                }
                OperandKind::Constant(_) => self.source(base),
                _ => {
                    let slot = self.register(operand)?.0;
                    self.expect(vec![slot], operand.span);
                    Ok(slot)
                }
            },
            _ => Err(misplaced(operand)),
        }
    }

    /// The slot of a special register, if there is one of that name.
    fn special(&mut self, name: &str) -> Option<Slot> {
        let value = special(name)?;
        if let Some((slot, _)) = self.specials.get(name) {
            return Some(*slot);
        }
        let slot = self.temporary();
        self.specials.insert(name.to_owned(), (slot, value));
        Some(slot)
    }

    fn value(&mut self, operand: &Operand, name: Name, offset: i64) -> Result<Slot, Diagnostic> {
        match name.symbol {
            Symbol::Register(..) => {
                let slot = self.register(operand)?.0;
                self.expect(vec![slot], operand.span);
                Ok(slot)
            }
            Symbol::WarpSize => Ok(self.constant(u64::from(crate::special::WARP))),
            Symbol::Special(_) if is_clock(name.word.text) => {
                let to = self.temporary();
                self.push(Op::Clock(to), operand.span);
                Ok(to)
            }
            Symbol::Special(_) => self.special(name.word.text).ok_or_else(|| {
                let message = format!("the special register `{}` is not supported", name.word.text);
                Diagnostic::new(operand.span.range(), message, "a register that tells a thread's place")
            }),
            _ => {
                let (address, _) = self.variable(operand, name)?;
                let offset = address.offset.wrapping_add(offset);
                match address.base == self.zero {
                    true => Ok(self.constant(offset.cast_unsigned())),
                    false => {
                        let to = self.temporary();
                        self.push(Op::Offset(to, Address { offset, ..address }), operand.span);
                        Ok(to)
                    }
                }
            }
        }
    }

    /// The address of a variable in its space, and the space.
    fn variable(&self, operand: &Operand, name: Name) -> Result<(Address, Space), Diagnostic> {
        let at = |base, offset: u64| Address {
            base,
            offset: offset.cast_signed(),
        };
        let frame = self.frame();
        let found = match name.symbol {
            Symbol::Variable(index) => {
                let variable = self
                    .function
                    .variables
                    .get(index as usize)
                    .zip(frame.variables.get(index as usize));
                variable.map(|(variable, offset)| match variable.space.text {
                    ".shared" => (at(self.zero, u64::from(*offset)), Space::Shared),
                    _ => (at(self.frame, u64::from(*offset)), Space::Local),
                })
            }
            Symbol::Parameter(index) | Symbol::Result(index) => {
                let list = match name.symbol {
                    Symbol::Result(_) => &frame.results,
                    _ => &frame.parameters,
                };
                match list.get(index as usize) {
                    Some((crate::program::End::Memory(offset), _)) if self.function.is_entry => {
                        Some((at(self.zero, u64::from(*offset)), Space::Param))
                    }
                    Some((crate::program::End::Memory(offset), _)) => {
                        Some((at(self.frame, u64::from(*offset)), Space::Local))
                    }
                    _ => None,
                }
            }
            Symbol::Item(index) => {
                let space = match self.module.items.get(index as usize) {
                    Some(Item::Variable(variable)) => Space::read(variable.space.text),
                    _ => None,
                };
                let address = self.layout.items.get(&index);
                address.map(|address| (at(self.zero, *address), space.unwrap_or(Space::Global)))
            }
            _ => None,
        };
        found.ok_or_else(|| misplaced(operand))
    }

    /// The address of an operand in brackets, and the space that it is in.
    pub(crate) fn address(&mut self, operand: &Operand, space: Space) -> Result<(Address, Space), Diagnostic> {
        let OperandKind::Address(address) = &operand.kind else {
            return Err(misplaced(operand));
        };
        let variable = match address.base.as_ref().map(|base| (base, &base.kind)) {
            None => Some((
                Address {
                    base: self.zero,
                    offset: 0,
                },
                space,
            )),
            Some((base, OperandKind::Name(name)))
                if !matches!(name.symbol, Symbol::Register(..) | Symbol::Special(_)) =>
            {
                Some(self.variable(base, *name)?)
            }
            _ => None,
        };
        let (base, found) = match (variable, &address.base) {
            (Some((variable, found)), _) if space == Space::Generic || space == Space::Param => (variable, found),
            (Some((variable, _)), _) => (variable, space),
            (None, Some(base)) => (
                Address {
                    base: self.source(base)?,
                    offset: 0,
                },
                space,
            ),
            (None, None) => return Err(misplaced(operand)),
        };
        // Parameters of functions, and those that a function hands on, are in its frame.
        let space = match found {
            Space::Param if !self.function.is_entry => Space::Local,
            found => found,
        };
        let offset = base.offset.wrapping_add(address.offset);
        Ok((Address { offset, ..base }, space))
    }
}
