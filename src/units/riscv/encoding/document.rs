//! The tables in Markdown.

use super::{ACCESSES, FIELDS, Features, Function, fields};
use crate::units::video::ptx::{Control, FIELDS as CONTROL};

/// The fields of an instruction word.
pub fn word_table() -> String {
    let rows = fields().map(|(bits, name, meaning)| format!("| {bits} | `{name}` | {meaning} |\n"));
    "| bits | field | what it holds |\n| --- | --- | --- |\n".to_owned() + &rows.concat()
}

/// The bits of an operation's function, beside the instruction word's.
pub fn function_table() -> String {
    let word = |bit: u32| if bit < 3 { bit + 12 } else { bit + 22 };
    let range = |low: u32, high: u32| match low == high {
        true => low.to_string(),
        false => format!("{high}:{low}"),
    };
    let own = CONTROL.iter().filter(|field| field.lo < super::HELD);
    let row = |name: &str, lo: u32, bits: u32| {
        let high = lo + bits - 1;
        format!("| {} | {} | `{name}` |\n", range(lo, high), range(word(lo), word(high)))
    };
    let rows: String = own.map(|field| row(field.name, field.lo, field.bits)).collect();
    format!(
        "| function | word | field |\n| --- | --- | --- |\n{rows}{}",
        row("held", super::HELD, 1)
    )
}

/// The accesses.
pub fn access_table() -> String {
    let row = |row: &super::AccessRow| {
        let function = Function::access(row.access);
        let (name, sentence) = (row.name, row.sentence.trim_end_matches('.'));
        let (funct7, funct3) = (function.0 >> 3, function.0 & 7);
        format!("| `lanesmith_{name}` | {sentence} | `.insn r 0x0b, {funct3}, {funct7:#04x}, rd, rs1, x0` |\n")
    };
    let rows: String = ACCESSES.iter().map(row).collect();
    "| in C | what it does | assembler |\n| --- | --- | --- |\n".to_owned() + &rows
}

/// The fields of the configuration.
pub fn configuration_table() -> String {
    let full = Features {
        selectors: true,
        accumulate: true,
        dual: true,
    };
    let reset = super::reset_configuration(&full);
    let rows = FIELDS.iter().map(|field| {
        let first = reset >> field.lo & ((1 << field.bits) - 1);
        let (lo, high) = (field.lo, field.lo + field.bits - 1);
        let bits = if lo == high {
            lo.to_string()
        } else {
            format!("{high}:{lo}")
        };
        let (name, meaning) = (field.name, field.meaning);
        format!("| {bits} | `{name}` | {first:#x} | {meaning} |\n")
    });
    "| bits | field | after reset | what it says |\n| --- | --- | --- | --- |\n".to_owned() + &rows.collect::<String>()
}

/// An operation for assemblers.
pub fn example(control: Control) -> String {
    let function = Function::direct(control);
    format!(
        ".insn r 0x0b, {}, {:#04x}, rd, rs1, rs2",
        function.0 & 7,
        function.0 >> 3
    )
}
