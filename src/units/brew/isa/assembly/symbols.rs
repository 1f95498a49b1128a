//! The names of a program.

use crate::brew::isa::lexer::BrewToken;
use crate::brew::isa::number::{Number, Problem};
use crate::brew::isa::syntax::is_keyword;
use lanesmith_text::near::did_you_mean;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The names with their values; the value of a `.set` that has not been computed is `None`.
#[derive(Debug, Default)]
pub(super) struct Symbols<'a>(HashMap<&'a str, Option<Number>>);

impl<'a> Symbols<'a> {
    /// Makes a name known.
    pub fn define(&mut self, name: &BrewToken<'a>, value: Option<Number>) -> Result<(), Problem> {
        let text = name.text;
        let refused = |why: &str| Err(Problem::new(format!("`{text}` {why}"), "another name"));
        if text.starts_with('.') {
            return refused("begins with a dot like a directive and cannot be a name");
        }
        if is_keyword(text) {
            return refused("is a word of the language and cannot be a name");
        }
        match self.0.entry(text) {
            Entry::Occupied(_) => refused("is already defined"),
            Entry::Vacant(vacant) => {
                vacant.insert(value);
                Ok(())
            }
        }
    }

    /// Gives a name that is known its value.
    pub fn set(&mut self, name: &'a str, value: Number) {
        self.0.insert(name, Some(value));
    }

    /// The value of a name.
    pub fn value(&self, name: &str) -> Result<Number, Problem> {
        let names = || self.0.keys().copied();
        match self.0.get(name) {
            Some(Some(value)) => Ok(*value),
            Some(None) => Err(Problem::new(
                format!("`{name}` is not known yet"),
                "a label, or a name that `.set` defines above",
            )),
            None => Err(Problem::new(
                format!("`{name}` is not defined"),
                did_you_mean(name, names(), "a label or a name that `.set` defines"),
            )),
        }
    }
}
