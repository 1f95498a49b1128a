//! What names name.

use super::Checker;
use super::offer::ANY;
use crate::data_type::DataType;
use crate::tree::{Item, Name, Symbol, Variable};

impl<'m, 'a> Checker<'m, 'a> {
    /// The type and the number of elements of a declared register.
    pub(super) fn register(&self, index: u32) -> (DataType, u32) {
        let register = self
            .function
            .and_then(|function| function.registers.get(index as usize));
        register.map_or((ANY, 1), |register| (register.kind, register.vector))
    }

    /// The item of the module that a name names.
    pub(super) fn item(&self, name: &Name) -> Option<&'m Item<'a>> {
        match name.symbol {
            Symbol::Item(index) => self.module.items.get(index as usize),
            _ => None,
        }
    }

    /// The variable that a name names.
    pub(super) fn variable(&self, name: &Name) -> Option<&'m Variable<'a>> {
        let function = self.function?;
        match name.symbol {
            Symbol::Variable(index) => function.variables.get(index as usize),
            Symbol::Parameter(index) => function.parameters.get(index as usize),
            Symbol::Result(index) => function.results.get(index as usize),
            _ => match self.item(name)? {
                Item::Variable(variable) => Some(variable),
                _ => None,
            },
        }
    }

    /// The state space of a variable, or `.func` of a function.
    pub(super) fn space(&self, name: &Name) -> Option<&'m str> {
        match self.item(name) {
            Some(Item::Function(_)) => Some(".func"),
            _ => self.variable(name).map(|variable| variable.space.text),
        }
    }
}
