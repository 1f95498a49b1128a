//! Instructions whose numbers are not worked out yet: their length, and their words when the numbers are known.

use super::expression::Expression;
use super::symbols::ExpressionFault;
use crate::units::brew::isa::assembler_only::{AssemblerOnlyInstruction, Fields, NumberEncoding};
use crate::units::brew::isa::instruction::{BrewInstruction, decode};
use crate::units::brew::isa::number::{Number, Problem};
use crate::units::brew::isa::syntax::{NumberField, NumberMeaning, Part, TableRow, has_tiny};

/// An instruction whose numbers are not worked out yet.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub row: TableRow,
    /// FIELD_D, FIELD_B, FIELD_A.
    pub registers: [u8; 3],
    /// FIELD_E of types and swizzles, whose texts have no number.
    pub extension: u32,
    /// The numbers: each part of the spelling with its expression.
    pub numbers: Vec<(Part, Expression)>,
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

    /// The field's bits for `number`, or for `-number` if `negated`. Then both must fit, except in a long field, where they wrap.
    fn place_signed(self, number: Number, negated: bool) -> Result<u32, Problem> {
        let plain = self.place(number)?;
        match (negated, self) {
            (false, _) => Ok(plain),
            (true, NumberField::Long) => Ok(match number {
                Number::Float(_) => plain ^ 1 << 31,
                Number::Integer(_) => plain.wrapping_neg(),
            }),
            (true, _) => self.place(number.negated()),
        }
    }
}

impl Draft {
    /// The number of its words.
    pub fn length(&self) -> usize {
        match self.row {
            TableRow::Decoded(row, _) => row.pattern.split(' ').count(),
            TableRow::AssemblerOnly(row) => row.length(),
        }
    }

    /// Whether its number has 32 bits.
    fn is_long(&self) -> bool {
        match self.row {
            TableRow::Decoded(row, _) => NumberField::of(row) == NumberField::Long,
            TableRow::AssemblerOnly(row) => row.code == NumberEncoding::Long,
        }
    }

    /// The words at an address; `number` works out expressions.
    pub fn words(
        &self,
        address: i64,
        mut number: impl FnMut(&Expression) -> Result<Number, ExpressionFault>,
    ) -> Result<Vec<u16>, ExpressionFault> {
        let [d, b, a] = self.registers;
        let e = self.extension;
        let mut own = match self.row {
            // A spelling for a single word fixes all fields.
            TableRow::Decoded(_, Some(word)) => decode(&[word]).and_then(|decoded| decoded.instruction),
            TableRow::Decoded(row, None) => Some(BrewInstruction { row, d, b, a, e }),
            TableRow::AssemblerOnly(_) => None,
        };
        let [d, b, a] = [d, b, a].map(u32::from);
        let mut fields = Fields {
            d,
            b,
            a,
            ..Fields::default()
        };
        for (part, expression) in &self.numbers {
            let value = number(expression)?;
            let value = if self.is_long() {
                expression.wrapped(value)
            } else {
                value
            };
            let meaning = match part {
                Part::Value(value) => value.meaning,
                _ => NumberMeaning::Same,
            };
            let bits = match (&mut own, self.row) {
                (Some(instruction), _) => {
                    let bits = NumberField::of(instruction.row).place_signed(value, meaning == NumberMeaning::Negated);
                    bits.map(|bits| match has_tiny(instruction.row) {
                        true => instruction.a = bits as u8,
                        false => instruction.e = bits,
                    })
                }
                (None, TableRow::AssemblerOnly(row)) => match (part, value) {
                    (Part::Bit, Number::Integer(value)) => {
                        NumberEncoding::Bit.encode(value).map(|bits| fields.bit = bits)
                    }
                    (_, Number::Integer(value)) => {
                        let value = match meaning {
                            NumberMeaning::Same => value,
                            NumberMeaning::Negated => value.saturating_neg(),
                            NumberMeaning::Target => value.saturating_sub(address),
                        };
                        row.code.encode(value).map(|bits| fields.value = bits)
                    }
                    (_, Number::Float(_)) => {
                        Err(Problem::new("a floating-point number does not fit here", "an integer"))
                    }
                },
                (None, TableRow::Decoded(..)) => Ok(()),
            };
            bits.map_err(|problem| (expression.span.clone(), explained(expression, value, meaning, problem)))?;
        }
        Ok(match (own, self.row) {
            (Some(instruction), _) => instruction.encode(),
            (None, TableRow::AssemblerOnly(row)) => AssemblerOnlyInstruction { row, fields }.encode(),
            (None, TableRow::Decoded(..)) => Vec::new(),
        })
    }
}

/// A problem with a number. The message names the number if the text does not show it.
pub(super) fn explained(expression: &Expression, number: Number, meaning: NumberMeaning, problem: Problem) -> Problem {
    match (number, meaning) {
        (Number::Integer(value), NumberMeaning::Target) => Problem {
            message: format!("this is address {value}: {}", problem.message),
            expected: format!("an address {} bytes from this instruction", problem.expected),
        },
        (Number::Integer(value), _) if !expression.is_plain => Problem {
            message: format!("this is {value}: {}", problem.message),
            ..problem
        },
        _ => problem,
    }
}
