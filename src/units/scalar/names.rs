//! The names of an instruction's parts in waves, as its text has them.

use super::encoding::{decode, field_of};
use lanesmith_ptx::{
    MultiplyAddSign, REGISTER_PARTS, SCALES, SECONDARY_OPERATIONS, SHIFT_MODES, ScalarFamily, ScalarInstruction,
    ScalarTail, WHOLE_REGISTER,
};
use lanesmith_unit::pipelined::NamedField;

/// The parts, the operation first.
pub fn named_fields() -> Vec<NamedField> {
    let field = |name, fields: &[&str], text| {
        let bits = fields.iter().fold(0, |bits, field| bits | field_of(field).mask());
        NamedField { name, bits, text }
    };
    vec![
        field("instruction", &["op", "wrap"], |control| operation(&decode(control))),
        field("types", &["op", "d_signed", "a_signed", "b_signed"], |control| {
            types(&decode(control))
        }),
        field("mode", &["op", "saturate", "dsel", "secondary"], |control| {
            mode(&decode(control))
        }),
        field("asel", &["asel"], |control| part(decode(control).asel)),
        field("bsel", &["bsel"], |control| part(decode(control).bsel)),
        field("dsel", &["op", "dsel"], |control| part(destination(&decode(control)))),
    ]
}

fn operation(instruction: &ScalarInstruction) -> String {
    let row = instruction.operation.row();
    let shift = match instruction.tail {
        ScalarTail::Secondary { wrap, .. } if row.family == ScalarFamily::Shift => SHIFT_MODES[usize::from(wrap)],
        _ => "",
    };
    format!("{}{}{shift}", row.mnemonic, row.comparison)
}

/// The types of d, a and b; a comparison has none of d.
fn types(instruction: &ScalarInstruction) -> String {
    let types = instruction.types().map(|signed| if signed { "s" } else { "u" });
    let types: Vec<&str> = types.collect();
    format!("{:->5}", types.join(" ")).replace("--", "- ")
}

/// `.sat`, and the use of `c`.
fn mode(instruction: &ScalarInstruction) -> String {
    let saturate = if instruction.saturate { ".sat" } else { "" };
    let mode = match instruction.tail {
        ScalarTail::Secondary { operation, .. } => match destination(instruction) {
            WHOLE_REGISTER => format!("{saturate}{}", SECONDARY_OPERATIONS[operation as usize].1),
            _ => format!("{saturate} merge"),
        },
        ScalarTail::MultiplyAdd { sign, scale } => {
            let [before, behind] = match sign {
                MultiplyAddSign::Plain => ["", ""],
                MultiplyAddSign::NegatedProduct => ["", " -a*b"],
                MultiplyAddSign::NegatedAddend => ["", " -c"],
                MultiplyAddSign::PlusOne => [".po", ""],
            };
            format!("{before}{saturate}{}{behind}", SCALES[scale].0)
        }
    };
    match mode.trim_start() {
        "" => "-".to_owned(),
        mode => mode.to_owned(),
    }
}

/// The part of `d` that gets the result.
fn destination(instruction: &ScalarInstruction) -> usize {
    match instruction.tail {
        ScalarTail::Secondary { dsel, .. } => dsel,
        ScalarTail::MultiplyAdd { .. } => WHOLE_REGISTER,
    }
}

fn part(part: usize) -> String {
    match part {
        WHOLE_REGISTER => "all".to_owned(),
        part => REGISTER_PARTS[part].selector.to_owned(),
    }
}
