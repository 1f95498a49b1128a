//! Operands of the text as slots of a frame. `None` is an operand that the instruction cannot have.

use crate::decode::Decoder;
use crate::layout::{constant_bits, element, size};
use crate::memory::Space;
use crate::program::{Address, End, Op, Slot};
use crate::semantics::Pure;
use crate::special::{is_clock, is_vector, special, special_name};
use lanesmith_ptx::special::WARP_SIZE;
use lanesmith_ptx::tree::{Item, Name, Operand, OperandKind, Symbol, Variable};

/// Where `x3` is among the variables that `x<8>` declares, in bytes.
fn within(variable: &Variable, name: Name) -> u64 {
    let number = name.word.text.strip_prefix(variable.name.text);
    let number = number.and_then(|number| number.parse().ok());
    size(variable) * number.unwrap_or(0_u64)
}

impl Decoder<'_, '_> {
    /// The slots, with their bits, of an operand in registers.
    pub(crate) fn results(&self, operand: &Operand, slots: &mut Vec<(Slot, u32)>) -> Option<()> {
        match &operand.kind {
            OperandKind::Vector(list) => return list.iter().try_for_each(|one| self.results(one, slots)),
            OperandKind::Pair(pair) => return pair.iter().try_for_each(|one| self.results(one, slots)),
            OperandKind::Sink => slots.push((self.sink, 64)),
            OperandKind::Name(name) | OperandKind::Negative(name) => {
                let (first, bits, elements) = self.register(*name)?;
                slots.extend((first..first + elements).map(|slot| (slot, bits)));
            }
            OperandKind::Part(base, part) => {
                let mut all = Vec::new();
                self.results(base, &mut all)?;
                // A part of a register itself, such as `.h1`, is the unit's.
                let components = [[".x", ".r"], [".y", ".g"], [".z", ".b"], [".w", ".a"]];
                let index = components.iter().position(|names| names.contains(&part.text));
                slots.push(*all.get(index.unwrap_or(0))?);
            }
            _ => return None,
        }
        Some(())
    }

    /// First slot, bits and elements of a register.
    fn register(&self, name: Name) -> Option<(Slot, u32, u32)> {
        match name.symbol {
            Symbol::Register(_, number) => self.layout.frames[self.index].registers.get(number as usize).copied(),
            _ => None,
        }
    }

    /// The slot of a predicate.
    pub(crate) fn predicate(&self, name: Name) -> Option<Slot> {
        Some(self.register(name)?.0)
    }

    /// The slots of the values of an operand.
    fn sources(&mut self, operand: &Operand, slots: &mut Vec<Slot>) -> Option<()> {
        let value = match &operand.kind {
            OperandKind::Vector(list) => return list.iter().try_for_each(|one| self.sources(one, slots)),
            OperandKind::Constant(constant) => self.constant(constant_bits(*constant, self.wants_single)),
            OperandKind::Not(name) => {
                let (from, to) = (self.predicate(*name)?, self.temporary());
                self.push(Op::Not(to, from));
                to
            }
            OperandKind::Offset(name, offset) => self.pointer(*name, *offset)?,
            OperandKind::Name(name) if name.symbol == Symbol::WarpSize => self.constant(WARP_SIZE.into()),
            OperandKind::Name(name) if self.variable(*name).is_some() => self.pointer(*name, 0)?,
            OperandKind::Part(base, _) if matches!(base.kind, OperandKind::Constant(_)) => {
                return self.sources(base, slots);
            }
            _ => match special_name(operand) {
                Some(name) if is_vector(&name) => {
                    for part in [".x", ".y", ".z", ".w"] {
                        slots.push(self.special(name.clone() + part)?);
                    }
                    return Some(());
                }
                Some(name) => self.special(name)?,
                None => {
                    let mut all = Vec::new();
                    self.results(operand, &mut all)?;
                    slots.extend(all.iter().map(|slot| slot.0));
                    return Some(());
                }
            },
        };
        slots.push(value);
        Some(())
    }

    /// The slot of a special register.
    fn special(&mut self, name: String) -> Option<Slot> {
        let slot = self.specials.get(&name).map(|known| known.0);
        let slot = slot.unwrap_or_else(|| self.temporary());
        match special(&name) {
            Some(value) => drop(self.specials.insert(name, (slot, value))),
            None if is_clock(&name) => self.push(Op::Clock(slot)),
            None => return None,
        }
        Some(slot)
    }

    /// The slot of the address of a variable.
    fn pointer(&mut self, name: Name, offset: i64) -> Option<Slot> {
        let (mut address, _) = self.variable(name)?;
        address.offset = address.offset.wrapping_add(offset);
        if address.base == self.zero {
            return Some(self.constant(address.offset.cast_unsigned()));
        }
        let to = self.temporary();
        self.push(Op::Offset(to, address));
        Some(to)
    }

    /// The address of a variable in its space, and the space.
    fn variable(&self, name: Name) -> Option<(Address, Space)> {
        let frame = &self.layout.frames[self.index];
        let (base, offset, space) = match name.symbol {
            Symbol::Variable(index) => {
                let variable = self.function.variables.get(index as usize)?;
                let offset = frame.variables.get(index as usize)? + within(variable, name);
                match Space::read(variable.space.text)? {
                    Space::Local | Space::Param => (self.frame, offset, Space::Local),
                    space => (self.zero, offset, space),
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
            Symbol::Item(index) => {
                let address = *self.layout.items.get(&index)?;
                match self.module.items.get(index as usize)? {
                    Item::Variable(of) => (self.zero, address + within(of, name), Space::read(of.space.text)?),
                    _ => (self.zero, address, Space::Global),
                }
            }
            _ => return None,
        };
        let offset = offset.cast_signed();
        Some((Address { base, offset }, space))
    }

    /// The address of an operand in brackets, and the space that it is in.
    pub(crate) fn address(&mut self, operand: Option<&Operand>, space: Space) -> Option<(Address, Space)> {
        let address = match &operand?.kind {
            OperandKind::Address(address) => address,
            OperandKind::Element(names) => return self.element(names[0], names[1]),
            _ => return None,
        };
        let named = match address.base.as_ref().map(|base| &base.kind) {
            Some(OperandKind::Name(name)) => self.variable(*name),
            _ => None,
        };
        let (mut place, found) = match (named, &address.base) {
            (Some((place, found)), _) if space == Space::Generic || space == Space::Param => (place, found),
            (Some((place, _)), _) => (place, space),
            (None, base) => {
                let [base] = self.fixed(base.as_slice())?;
                (Address { base, offset: 0 }, space)
            }
        };
        place.offset = place.offset.wrapping_add(address.offset);
        // Parameters of functions, and those that a function hands on, are in its frame.
        let is_in_frame = found == Space::Param && !self.function.is_entry;
        Some((place, if is_in_frame { Space::Local } else { found }))
    }

    /// The address of the element of an array with an index in a register.
    fn element(&mut self, array: Name, index: Name) -> Option<(Address, Space)> {
        let (place, space) = self.variable(array)?;
        let bytes = match array.symbol {
            Symbol::Variable(index) => element(self.function.variables.get(index as usize)?),
            Symbol::Item(index) => match self.module.items.get(index as usize)? {
                Item::Variable(variable) => element(variable),
                _ => return None,
            },
            _ => return None,
        };
        let (base, index) = (self.temporary(), self.register(index)?.0);
        let sum: Pure = Box::new(move |a, b, _| a.wrapping_add(b.wrapping_mul(bytes.into())));
        self.push(Op::Pure(sum, base, [place.base, index, index]));
        Some((Address { base, ..place }, space))
    }

    /// The slots of all values of operands.
    pub(crate) fn values(&mut self, operands: &[Operand]) -> Option<Vec<Slot>> {
        let mut slots = Vec::new();
        for operand in operands {
            self.sources(operand, &mut slots)?;
        }
        Some(slots)
    }

    /// The slots of up to `N` values; 0 for missing ones.
    pub(crate) fn fixed<const N: usize>(&mut self, operands: &[Operand]) -> Option<[Slot; N]> {
        let mut slots = self.values(operands)?;
        if slots.len() < N {
            slots.resize(N, self.zero);
        }
        slots.try_into().ok()
    }
}
