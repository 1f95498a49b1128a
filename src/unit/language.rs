//! Texts of single instructions, for `explain` and `encode`.

use super::{ControlWordCodec, Refusal};

/// Texts of single instructions.
#[derive(Clone, Copy)]
pub struct Language {
    /// The name of the language.
    pub name: &'static str,
    /// Whether a text is of this language; the first language that accepts a text is used.
    pub claims: fn(&str) -> bool,
    /// The kind of operands of its instructions.
    pub takes: OperandStyle,
    /// An explanation of an instruction's result, in several lines. Operands that are not given are 0, or the values in the text.
    pub explain: fn(&str, &OperandValues) -> Result<String, Refusal>,
    /// The codec of its control words, if instructions have one.
    pub words: Option<ControlWordCodec>,
}

/// The kind of operands of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperandStyle {
    /// Three operands, `a`, `b` and `c`.
    Operands,
    /// Registers by name.
    Registers,
}

/// The operands that an instruction reads.
#[derive(Clone, Copy, Debug)]
pub struct OperandValues<'a> {
    /// The operands `a`, `b` and `c`.
    pub operands: [Option<u32>; 3],
    /// Registers, as [`Programs::check_setting`](super::Programs::check_setting) has them.
    pub set: &'a [String],
}

/// The options that give operands.
const OPERANDS: [&str; 3] = ["--a", "--b", "--c"];

impl OperandValues<'_> {
    /// The operands of an instruction whose operands are `texts`, of which `written` are numbers. A register has the same value in all
    /// operands; operands that are not given are 0. Errors: a value that contradicts the text, or another value of the same register.
    pub fn resolve(&self, texts: [&str; 3], written: [Option<u32>; 3]) -> Result<[u32; 3], Refusal> {
        let mut values = [0; 3];
        for i in 0..3 {
            let (option, text) = (OPERANDS[i], texts[i]);
            if let (Some(number), Some(given)) = (written[i], self.operands[i])
                && number != given
            {
                let why = format!("{option} {given:#x}: this operand is the number {text} in the text");
                return Err(Refusal::new(why));
            }
            let same = (0..3).filter(|other| written[i].is_none() && texts[*other] == texts[i]);
            let mut same = same.filter_map(|other| Some((OPERANDS[other], self.operands[other]?)));
            let first = same.next();
            let different = same.find(|(_, value)| first.is_some_and(|first| first.1 != *value));
            if let (Some((one, value)), Some((another, other))) = (first, different) {
                let both = format!("{one} {value:#x} and {another} {other:#x}");
                return Err(Refusal::new(format_args!(
                    "{both} give two values to one register, {text}"
                )));
            }
            values[i] = written[i].or(first.map(|(_, value)| value)).unwrap_or_default();
        }
        Ok(values)
    }
}
