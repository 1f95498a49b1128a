//! The names that a block declares, with ranges such as `%r<8>`, which declares `%r0` to `%r7`.

use crate::tree::Symbol;
use std::collections::HashMap;

/// The names of a block.
#[derive(Default)]
pub(crate) struct Scope<'a> {
    names: HashMap<&'a str, Symbol>,
    /// Ranges of registers or variables by their prefixes, with their sizes.
    ranges: HashMap<&'a str, (Symbol, u32)>,
    /// The least number of the names with this prefix that are declared one by one.
    least: HashMap<&'a str, u32>,
}

/// The prefix and the number of a name such as `%r12`, as ranges declare them.
pub(crate) fn numbered(name: &str) -> Option<(&str, u32)> {
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &name[prefix.len()..];
    let is_plain = digits == "0" || !digits.starts_with('0');
    Some((prefix, digits.parse().ok().filter(|_| is_plain)?))
}

impl<'a> Scope<'a> {
    /// What a name names; `numbered` is its prefix and number.
    pub(crate) fn find(&self, name: &str, numbered: Option<(&str, u32)>) -> Option<Symbol> {
        let range = numbered.and_then(|(prefix, number)| {
            let (symbol, count) = self.ranges.get(prefix)?;
            (number < *count).then_some((*symbol, number))
        });
        match range {
            Some((Symbol::Register(declaration, first), number)) => Some(Symbol::Register(declaration, first + number)),
            Some((other, _)) => Some(other),
            None => self.names.get(name).copied(),
        }
    }

    /// Declares a name or a range; false if one of its names is declared already. As NVIDIA's assembler has it, a label may have the
    /// name of a register of a range.
    pub(crate) fn declare(&mut self, name: &'a str, range: Option<u32>, symbol: Symbol) -> bool {
        if let Some(count) = range {
            let is_free = self.least.get(name).is_none_or(|least| *least >= count);
            return self.ranges.insert(name, (symbol, count)).is_none() && is_free;
        }
        let mut is_free = true;
        if let Some((prefix, number)) = numbered(name)
            && !matches!(symbol, Symbol::Label(_))
        {
            let least = self.least.entry(prefix).or_insert(number);
            *least = number.min(*least);
            is_free = self.ranges.get(prefix).is_none_or(|(_, count)| number >= *count);
        }
        self.names.insert(name, symbol).is_none() && is_free
    }

    /// The names that are declared one by one.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.names.keys().copied()
    }

    /// The names of a range, in words.
    pub(crate) fn range(&self, prefix: &str) -> Option<String> {
        let (_, count) = self.ranges.get(prefix)?;
        Some(format!("`{prefix}0` to `{prefix}{}`", count.saturating_sub(1)))
    }
}
