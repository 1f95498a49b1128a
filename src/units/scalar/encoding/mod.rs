//! The control word: the encoding of an instruction for the hardware.

use crate::ptx::{
    MULTIPLY_ADD_SIGNS, Operands, SCALES, SECONDARY_OPERATIONS, ScalarFamily, ScalarInstruction, ScalarOperation,
    ScalarTail, SecondaryOperation, WHOLE_REGISTER,
};
use crate::unit::ControlField;

/// All fields, lowest first; together they cover [`CONTROL_BITS`] bits.
pub const FIELDS: [ControlField; 10] = [
    // The operation.
    ControlField::new("op", 0, 4),
    // `.dtype` is `.s32`; of `vset` 0; of `vmad` without effect.
    ControlField::new("d_signed", 4, 1),
    ControlField::new("a_signed", 5, 1),
    ControlField::new("b_signed", 6, 1),
    ControlField::new("saturate", 7, 1),
    // The part of `a`: 0 to 3 a byte, 4 and 5 a half-word, 6 all.
    ControlField::new("asel", 8, 3),
    ControlField::new("bsel", 11, 3),
    // The part of `d` that the result goes to; of `vmad` the scale: 0 none, 1 `.shr7`, 2 `.shr15`.
    ControlField::new("dsel", 14, 3),
    // 0 none, 1 `.add`, 2 `.min`, 3 `.max`; of `vmad`: 1 `-a` or `-b`, 2 `-c`, 3 `.po`.
    ControlField::new("secondary", 17, 2),
    // `.wrap`; else shifts have `.clamp`.
    ControlField::new("wrap", 19, 1),
];

/// The width of a control word.
pub const CONTROL_BITS: u32 = 20;

/// The operations by their codes, the values of `op`; the last two codes belong to no instruction's text.
pub const CODES: [ScalarOperation; 16] = {
    use ScalarOperation::*;
    [
        Add, Sub, AbsDiff, Min, Max, Shl, Shr, Mad, SetEq, SetNe, SetLt, SetGe, SetLe, SetGt, SetLe, SetGt,
    ]
};

/// The field of this name, which must be one.
pub fn field_of(name: &str) -> &'static ControlField {
    let found = FIELDS.iter().find(|field| field.name == name);
    found.expect("a field of the control word")
}

/// The value of a field in a control word.
pub fn value(control: u64, name: &str) -> u64 {
    field_of(name).of(control)
}

/// The control word of an instruction; guard and operands have no place in it.
pub fn encode(instruction: &ScalarInstruction) -> u64 {
    let (dsel, secondary, wrap) = match instruction.tail {
        ScalarTail::Secondary { dsel, operation, wrap } => (dsel, operation as usize, wrap),
        ScalarTail::MultiplyAdd { sign, scale } => (scale, sign as usize, false),
    };
    let code = CODES.iter().position(|operation| *operation == instruction.operation);
    let values = [
        code.expect("every operation has a code"),
        instruction.d_signed.into(),
        instruction.a_signed.into(),
        instruction.b_signed.into(),
        instruction.saturate.into(),
        instruction.asel,
        instruction.bsel,
        dsel,
        secondary,
        wrap.into(),
    ];
    let word = FIELDS.iter().zip(values);
    word.fold(0, |word, (field, value)| word | (value as u64) << field.lo)
}

/// The instruction of a control word, on registers `r1` to `r4`. A word that belongs to no text has that of the instruction
/// that hardware executes for it.
pub fn decode(control: u64) -> ScalarInstruction {
    let get = |name: &str| value(control, name) as usize;
    let flag = |name: &str| get(name) != 0;
    let part = |name: &str| get(name).min(WHOLE_REGISTER);
    let operation = CODES[get("op")];
    let family = operation.family();
    let tail = match family {
        ScalarFamily::MultiplyAdd => ScalarTail::MultiplyAdd {
            sign: MULTIPLY_ADD_SIGNS[get("secondary")],
            scale: get("dsel").min(SCALES.len() - 1),
        },
        _ => {
            let dsel = part("dsel");
            let operation = if dsel == WHOLE_REGISTER {
                SECONDARY_OPERATIONS[get("secondary")].0
            } else {
                SecondaryOperation::None
            };
            let wrap = family == ScalarFamily::Shift && flag("wrap");
            ScalarTail::Secondary { dsel, operation, wrap }
        }
    };
    let has_type = family != ScalarFamily::Comparison;
    ScalarInstruction {
        guard: None,
        operation,
        d_signed: has_type && flag("d_signed"),
        a_signed: flag("a_signed"),
        b_signed: flag("b_signed") && family != ScalarFamily::Shift,
        saturate: has_type && flag("saturate"),
        asel: part("asel"),
        bsel: part("bsel"),
        tail,
        operands: Operands::default(),
        has_c: true,
    }
}

/// The bits of a control word whose values change nothing.
pub fn ignored(control: u64) -> u64 {
    let bits = |name: &str| field_of(name).mask();
    let family = CODES[value(control, "op") as usize].family();
    let is_merge = value(control, "dsel") < WHOLE_REGISTER as u64;
    let of_family = match family {
        ScalarFamily::Arithmetic => bits("wrap"),
        ScalarFamily::Shift => bits("b_signed"),
        ScalarFamily::MultiplyAdd => bits("d_signed") | bits("wrap"),
        ScalarFamily::Comparison => bits("d_signed") | bits("saturate") | bits("wrap"),
    };
    if is_merge && family != ScalarFamily::MultiplyAdd {
        of_family | bits("secondary")
    } else {
        of_family
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_word_is_that_of_its_text_but_for_ignored_bits() {
        for control in 0..1 << CONTROL_BITS {
            let ignored = ignored(control);
            // The highest codes of a part, of a scale and of the comparisons stand for others.
            let canonical = encode(&decode(control));
            let differing = (control ^ canonical) & !ignored;
            let again = FIELDS
                .iter()
                .filter(|field| differing >> field.lo & ((1 << field.bits) - 1) != 0);
            for field in again {
                let is_last = match field.name {
                    "asel" | "bsel" => value(control, field.name) == 7,
                    "dsel" => value(control, field.name) > 2,
                    "op" => value(control, "op") > 13,
                    _ => false,
                };
                assert!(is_last, "{control:#x}: {}", field.name);
            }
            if control % 17 == 0 {
                // The type of d is written in the text of vmad as well, where it says nothing.
                let text = |control| ScalarInstruction {
                    d_signed: ignored >> field_of("d_signed").lo & 1 == 0 && decode(control).d_signed,
                    ..decode(control)
                };
                for bit in (0..CONTROL_BITS).filter(|bit| ignored >> bit & 1 != 0) {
                    assert_eq!(text(control ^ 1 << bit), text(control), "{control:#x}, bit {bit}");
                }
            }
        }
    }

    #[test]
    fn texts_are_read_as_they_are_written() {
        for control in (0..1 << CONTROL_BITS).step_by(7) {
            let instruction = decode(control);
            let text = instruction.to_string();
            assert_eq!(ScalarInstruction::parse(&text, None), Ok(instruction), "{text}");
        }
    }
}
