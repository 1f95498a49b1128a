//! Instructions whose number is not computed yet: their length, and their words when it is.

use super::expression::Expression;
use super::symbols::Symbols;
use crate::brew::isa::instruction::BrewInstruction;
use crate::brew::isa::number::{Number, Problem};
use crate::brew::isa::syntax::{NumberField, has_tiny};
use lanesmith_text::diagnostic::Diagnostic;

/// An instruction whose number is not computed yet.
#[derive(Clone, Debug)]
pub(super) struct Draft<'a> {
    pub instruction: BrewInstruction,
    /// The number, and whether the words have it negated.
    pub number: Option<(Expression<'a>, bool)>,
}

impl NumberField {
    /// The field's bits for `number`.
    fn place(self, number: Number) -> Result<u32, Problem> {
        let range = self.range();
        let (low, high) = (range.start(), range.end());
        match (self, number) {
            (NumberField::Long, Number::Float(value)) => Ok(value.to_bits()),
            (_, Number::Float(_)) => {
                let message = "a floating-point number needs the long form";
                Err(Problem::new(message, format!("an integer, {low} to {high}")))
            }
            (_, Number::Integer(value)) if !range.contains(&value) => {
                let message = match self {
                    NumberField::Tiny => "the number does not fit the tiny form",
                    NumberField::Short => "the number does not fit the short form's 16 bits",
                    NumberField::Long => "the number does not fit 32 bits",
                };
                Err(Problem::new(message, format!("{low} to {high}")))
            }
            (NumberField::Tiny, Number::Integer(value)) => Ok((if value < 0 { value + 15 } else { value }) as u32),
            (NumberField::Short, Number::Integer(value)) => Ok(u32::from(value as u16)),
            (NumberField::Long, Number::Integer(value)) => Ok(value as u32),
        }
    }

    /// The field's bits for `-number`. Both numbers must fit, except in a long field, where they wrap.
    fn place_negated(self, number: Number) -> Result<u32, Problem> {
        let plain = self.place(number)?;
        match (self, number) {
            (NumberField::Long, Number::Float(_)) => Ok(plain ^ 1 << 31),
            (NumberField::Long, Number::Integer(_)) => Ok(plain.wrapping_neg()),
            _ => self.place(number.negated()),
        }
    }
}

impl Draft<'_> {
    /// The number of its words.
    pub fn length(&self) -> usize {
        self.instruction.row.pattern.split(' ').count()
    }

    /// Its words.
    pub fn words(&self, symbols: &Symbols) -> Result<Vec<u16>, Diagnostic> {
        let mut instruction = self.instruction;
        if let Some((expression, is_negated)) = &self.number {
            let field = NumberField::of(instruction.row);
            let number = match expression.value(symbols)? {
                // A computed value wraps, so that the complement of a mask fits.
                Number::Integer(value @ -0xffff_ffff..0) if field == NumberField::Long && !expression.is_plain => {
                    Number::Integer(value & 0xffff_ffff)
                }
                number => number,
            };
            let bits = match is_negated {
                true => field.place_negated(number),
                false => field.place(number),
            };
            let bits = bits.map_err(|problem| expression.error(number, problem))?;
            match has_tiny(instruction.row) {
                true => instruction.a = bits as u8,
                false => instruction.e = bits,
            }
        }
        Ok(instruction.encode())
    }
}
