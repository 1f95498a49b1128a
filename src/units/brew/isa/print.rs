//! An instruction as text: the first spelling of its row that fits.

use super::instruction::BrewInstruction;
use super::syntax::{NumberField, Part, TEMPLATES, Template, bulk};
use super::table::BrewOperation;
use super::types::{MASK, TYPES};
use std::fmt;

/// The assembler's spelling. Bits without a meaning have no place in it: see [`BrewInstruction::is_exact`].
impl fmt::Display for BrewInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let template = TEMPLATES.iter().find(|template| self.fits(template));
        let template = template.expect("the last spelling of every row fits");
        let mut parts = template.parts.iter();
        parts.try_for_each(|(gap, part)| write!(f, "{gap}{}", self.part(*part)))
    }
}

/// A number of 32 bits: in decimal where it is small, with its sign.
fn long(bits: u32) -> String {
    match bits as i32 {
        small @ -999..=999 => small.to_string(),
        _ => format!("{bits:#x}"),
    }
}

impl BrewInstruction {
    /// Whether the text assembles to the same words: not where the ignored bits of a swizzle are set.
    pub fn is_exact(&self) -> bool {
        self.row.operation != BrewOperation::Swizzle || self.e < 0x100
    }

    fn fits(&self, template: &Template) -> bool {
        let has = |part| template.parts.iter().any(|(_, other)| *other == part);
        std::ptr::eq(template.row, self.row)
            && template.only.is_none_or(|word| self.encode() == [word])
            && (!has(Part::Both) || self.a == self.b)
            && (!has(Part::Registers) || self.is_list())
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
            Part::Value(_) => match NumberField::of(self.row) {
                NumberField::Tiny => self.tiny().to_string(),
                NumberField::Short => (self.e as i16).to_string(),
                NumberField::Long => long(self.e),
            },
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
