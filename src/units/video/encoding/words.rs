//! Control words as people ask for them: of a text, and the instruction of a word.

use super::{Control, FIELDS};
use crate::ptx::{Instruction, parse};
use crate::unit::{ControlWord, ControlWordCodec, Refusal};

/// Of all instructions of the ALU. Guard, registers and numbers have no place in a word.
pub(in crate::units::video) const WORDS: ControlWordCodec = ControlWordCodec {
    bits: Control::BITS,
    encode: |text| {
        let instruction = parse(text, None).map_err(|diagnostic| Refusal::from((text, &diagnostic)))?;
        Ok(word(&instruction))
    },
    decode: |value| Ok(word(&instruction(Control(value))?)),
};

fn word(instruction: &Instruction) -> ControlWord {
    ControlWord::new(instruction, Control::encode(instruction).0, &FIELDS)
}

/// The instruction whose word this is, or why there is none.
fn instruction(control: Control) -> Result<Instruction, String> {
    let instruction = Instruction::try_from(control).map_err(str::to_owned)?;
    let own = Control::encode(&instruction);
    let other = FIELDS
        .iter()
        .filter(|field| control.get(field.name) != own.get(field.name));
    let other: Vec<String> = other
        .map(|field| {
            let (name, width) = (field.name, field.bits as usize);
            let (is, instead) = (control.get(name), own.get(name));
            format!("`{name}` is {is:0width$b}, and {instead:0width$b} in `{instruction}`")
        })
        .collect();
    if other.is_empty() {
        Ok(instruction)
    } else {
        Err(other.join("; "))
    }
}
