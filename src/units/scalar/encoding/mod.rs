//! The control word: the encoding of an instruction for the hardware.

use lanesmith_ptx::{
    MULTIPLY_ADD_SIGNS, Operands, SCALES, SECONDARY_OPERATIONS, ScalarFamily, ScalarInstruction, ScalarOperation,
    ScalarTail, SecondaryOperation, WHOLE_REGISTER,
};
use lanesmith_unit::ControlField;

/// All fields, lowest first; together they cover [`CONTROL_BITS`] bits.
pub const FIELDS: [ControlField; 10] = [
    // The operation, an index into `CODES`.
    ControlField::new("op", 0, 4),
    // `.dtype` is `.s32`. `vset` has no `.dtype`, and the field is 0; `vmad` has one, but its result does not depend on it.
    ControlField::new("d_signed", 4, 1),
    // `.atype` is `.s32`, `.btype` is `.s32`; shifts have an unsigned `b`.
    ControlField::new("a_signed", 5, 1),
    ControlField::new("b_signed", 6, 1),
    ControlField::new("saturate", 7, 1),
    // The parts of `a` and `b`: 0 to 3 a byte, 4 and 5 a half-word, 6 the whole register (7 is the same).
    ControlField::new("asel", 8, 3),
    ControlField::new("bsel", 11, 3),
    // The part of `d` that the result goes to, coded as `asel`; of `vmad` the scale: 0 none, 1 `.shr7`, 2 `.shr15` (3 to 7 are the same).
    ControlField::new("dsel", 14, 3),
    // The operation with `c`: 0 none, 1 `.add`, 2 `.min`, 3 `.max`; of `vmad`: 1 `-a` or `-b`, 2 `-c`, 3 `.po`.
    ControlField::new("secondary", 17, 2),
    // Of shifts: 1 `.wrap`, 0 `.clamp`.
    ControlField::new("wrap", 19, 1),
];

/// The width of a control word.
pub const CONTROL_BITS: u32 = 20;

/// The operations, indexed by `op`. No instruction is encoded with the last two codes, 14 and 15; hardware executes them as
/// 12 (`vset.le`) and 13 (`vset.gt`).
pub const CODES: [ScalarOperation; 16] = {
    use ScalarOperation::*;
    [
        Add, Sub, AbsDiff, Min, Max, Shl, Shr, Mad, SetEq, SetNe, SetLt, SetGe, SetLe, SetGt, SetLe, SetGt,
    ]
};

/// The field of this name. Panics if there is none.
pub fn field_of(name: &str) -> &'static ControlField {
    let found = FIELDS.iter().find(|field| field.name == name);
    found.expect("a field of the control word")
}

/// The value of a field in a control word.
pub fn value(control: u64, name: &str) -> u64 {
    field_of(name).of(control)
}

/// The control word of an instruction, which does not contain the guard and the operands.
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

/// The instruction that hardware executes for a control word, on registers `r1` to `r4`. [`encode`] does not make every word: several
/// words with unused codes, or different [`ignored`] bits, give the same instruction.
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
        ScalarFamily::Arithmetic | ScalarFamily::Shift | ScalarFamily::Comparison => {
            let dsel = part("dsel");
            // With a part of `d`, `c` gives the other bits, and there is no secondary operation.
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

/// The mask of the bits of a control word that hardware ignores for its operation: results do not depend on them.
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
            // Other bits differ only where a field has an unused code, which hardware executes as a lower one.
            let canonical = encode(&decode(control));
            let differing = (control ^ canonical) & !ignored;
            let differing_fields = FIELDS
                .iter()
                .filter(|field| differing >> field.lo & ((1 << field.bits) - 1) != 0);
            for field in differing_fields {
                let is_unused_code = match field.name {
                    "asel" | "bsel" => value(control, field.name) == 7,
                    // Part 7, or a scale of `vmad` from 3 on.
                    "dsel" => value(control, field.name) > 2,
                    "op" => value(control, "op") > 13,
                    // The other fields have no unused codes.
                    _ => false,
                };
                assert!(is_unused_code, "{control:#x}: {}", field.name);
            }
            // A sample, to save time; 17 is odd, so that it has all values of every field.
            if control % 17 == 0 {
                // `vmad` has a type of d in its text, which the hardware ignores: the comparison leaves it out.
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
        // An odd step samples all values of every field.
        for control in (0..1 << CONTROL_BITS).step_by(7) {
            let instruction = decode(control);
            let text = instruction.to_string();
            assert_eq!(ScalarInstruction::parse(&text, None), Ok(instruction), "{text}");
        }
    }
}
