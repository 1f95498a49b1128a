//! All opcodes of PTX with the forms of their instructions, written as the PTX manual writes syntax (`tables/`, notation in
//! `notation.rs`).

mod matching;
mod notation;

pub(crate) use matching::{Bound, Misfit, bind};
pub use notation::Form;
#[cfg(test)]
pub(crate) use notation::Slot;
pub(crate) use notation::{OperandType, Pattern, Shape, Since};

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

/// An opcode in a section of the manual. An opcode such as `add` stands in several sections.
#[derive(Debug)]
pub struct Opcode {
    /// Without modifiers: `add`.
    pub name: &'static str,
    /// The modifiers that belong to its name: they stand in the order of the forms, others in any order.
    pub fixed: Vec<&'static str>,
    /// The section of the PTX manual that describes it.
    pub section: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Its forms.
    pub forms: Vec<Form>,
}

/// All opcodes in the order of the manual's sections.
pub static OPCODES: LazyLock<Vec<Opcode>> = LazyLock::new(|| {
    let tables = [
        include_str!("tables/integer.txt"),
        include_str!("tables/float.txt"),
        include_str!("tables/compare.txt"),
        include_str!("tables/move.txt"),
        include_str!("tables/async.txt"),
        include_str!("tables/texture.txt"),
        include_str!("tables/control.txt"),
        include_str!("tables/matrix.txt"),
        include_str!("tables/misc.txt"),
    ];
    let rows = tables.iter().flat_map(|table| notation::opcodes(table, &SETS));
    rows.collect()
});

/// The sets of modifiers that forms name, each with its members, such as `int` with `u16 s16 u32 …`.
static SETS: LazyLock<notation::Sets> = LazyLock::new(|| notation::sets(include_str!("tables/sets.txt")));

impl Opcode {
    /// The sets of modifiers that its forms name, without dots, and their members, in alphabetical order.
    pub fn sets(&self) -> BTreeMap<&'static str, &'static str> {
        let forms = self.forms.iter();
        let syntaxes = forms.map(|form| form.syntax.split(' ').next().unwrap_or_default());
        let words = syntaxes.flat_map(|syntax| syntax.split(['.', '{', '}', '(', ')', '|']).skip(1));
        let sets = words.filter_map(|word| SETS.get_key_value(word));
        sets.map(|(name, members)| (*name, *members)).collect()
    }
}

/// The rows of each opcode.
static BY_NAME: LazyLock<HashMap<&'static str, Vec<&'static Opcode>>> = LazyLock::new(|| {
    let mut rows: HashMap<_, Vec<_>> = HashMap::new();
    for opcode in OPCODES.iter() {
        rows.entry(opcode.name).or_default().push(opcode);
    }
    rows
});

/// The rows of an opcode without modifiers; empty if there is no such opcode.
pub fn rows(name: &str) -> &'static [&'static Opcode] {
    BY_NAME.get(name).map_or(&[], Vec::as_slice)
}
