//! An instruction as text: the first spelling of its row that fits.

use super::instruction::Instruction;
use super::syntax::{Part, Room, TEMPLATES, Template, bulk};
use super::table::Operation;
use super::types::{MASK, TYPES};
use std::fmt;

/// The assembler's spelling. Bits without a meaning have no place in it: see [`Instruction::is_exact`].
impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spell(|part| self.part(part)))
    }
}

impl Instruction {
    /// Whether the text assembles to the same words: not where the ignored bits of a swizzle are set.
    pub fn is_exact(&self) -> bool {
        self.row.operation != Operation::Swizzle || self.e < 0x100
    }

    fn spell(&self, part: impl Fn(Part) -> String) -> String {
        let fits = |template: &&Template| std::ptr::eq(template.row, self.row) && self.fits(template);
        let template = TEMPLATES
            .iter()
            .find(fits)
            .expect("the last spelling of every row fits");
        let parts = template.parts.iter();
        parts.map(|(gap, one)| gap.to_string() + &part(*one)).collect()
    }

    fn fits(&self, template: &Template) -> bool {
        let only = template.spelling.only.is_none_or(|word| self.encode() == [word]);
        let has = |part| template.parts.iter().any(|(_, other)| *other == part);
        only && (!has(Part::Both) || self.a == self.b) && (!has(Part::Registers) || self.is_list())
    }

    /// Whether a list of registers says everything: two or more of them, and nothing for the register that is not there.
    fn is_list(&self) -> bool {
        let (_, count) = bulk(self.row);
        self.list().len() >= 2 && (count == 8 || self.e >> 28 == u32::from(MASK))
    }

    /// The registers whose types are set in one go, with the types.
    fn list(&self) -> Vec<(u8, u8)> {
        let (first, count) = bulk(self.row);
        (0..count)
            .map(|i| (first + i, (self.e >> (4 * i) & 15) as u8))
            .filter(|(_, code)| *code != MASK)
            .collect()
    }

    fn part(&self, part: Part) -> String {
        match part {
            Part::D => format!("$r{}", self.d),
            Part::A | Part::Both => format!("$r{}", self.a),
            Part::B => format!("$r{}", self.b),
            Part::Value { negated: false } => match Room::of(self.row) {
                Room::Tiny => self.tiny().to_string(),
                Room::Short => (self.e as i16).to_string(),
                Room::Long if (-999..=999).contains(&(self.e as i32)) => (self.e as i32).to_string(),
                Room::Long => format!("{:#x}", self.e),
            },
            Part::Value { negated: true } => String::new(),
            Part::Type => TYPES[usize::from(self.a)].spelling(),
            Part::Digits => (0..4).rev().map(|i| (self.e >> (2 * i) & 3).to_string()).collect(),
            Part::Registers => join(self.list().iter().map(|(register, _)| format!("$r{register}"))),
            Part::Types => join(self.list().iter().map(|(_, code)| TYPES[usize::from(*code)].spelling())),
            Part::Register(number) => format!("$r{number}"),
            Part::Number(number) => number.to_string(),
            Part::Text(text) => text.to_owned(),
        }
    }

    /// FIELD_A as a one's complement number.
    pub fn tiny(&self) -> i64 {
        i64::from(self.a) - if self.a < 8 { 0 } else { 15 }
    }
}

fn join(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}
