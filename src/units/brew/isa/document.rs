//! Documentation of the table, and names for the values of signals.

use super::table::{ExceptionRule, INSTRUCTIONS, InstructionRow, TypeRule};
use super::types::{Arithmetic, TYPES};
use std::collections::BTreeMap;

/// The table of instructions in Markdown, one row for each row of [`INSTRUCTIONS`].
pub fn instruction_table() -> String {
    let head = "| words | assembly | effect | type of `$rD` | invalid |\n| --- | --- | --- | --- | --- |\n";
    head.to_owned() + &INSTRUCTIONS.iter().map(line).collect::<String>()
}

fn line(row: &InstructionRow) -> String {
    let words: Vec<String> = row.pattern.split(' ').map(|word| format!("0x{word}")).collect();
    let spellings: Vec<String> = row.spellings.iter().map(|spelling| code(spelling.text)).collect();
    let exception = match (row.exceptions, row.types) {
        (ExceptionRule::Never, _) => "",
        (ExceptionRule::Reserved, TypeRule::OfB) => "if `$rB` has a reserved type",
        (ExceptionRule::Reserved, _) => "if `$rA` has a reserved type",
        (ExceptionRule::Float, TypeRule::OfB) => "if `$rB` has a reserved or float type",
        (ExceptionRule::Float, _) => "if `$rA` has a reserved or float type",
        (ExceptionRule::AboveTypes, _) => "if `$rA` is above 15",
        (ExceptionRule::Always, _) => "always",
    };
    let kind = match (row.exceptions, row.types) {
        (ExceptionRule::Always, _) => "",
        (_, TypeRule::OfA) => "of `$rA`",
        (_, TypeRule::OfB) => "of `$rB`",
        (_, TypeRule::Kept) => "unchanged",
        (_, TypeRule::Int32) => "INT32",
        (_, TypeRule::FromX) => "set by the instruction",
    };
    let cells = [
        &code(&words.join(" ")),
        &spellings.join("<br>"),
        row.sentence,
        kind,
        exception,
    ];
    format!("| {} |\n", cells.map(str::trim).join(" | "))
}

/// Text as code in a table's cell, where a bar would end the cell.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

/// The table of types in Markdown.
pub fn type_table() -> String {
    let lines = TYPES.iter().filter_map(|row| {
        let (name, lanes, bits) = (row.name?, row.lanes, row.lane_bits());
        let arithmetic = match row.arithmetic {
            Arithmetic::Wrap => "wraps".to_owned(),
            Arithmetic::Unsigned => format!("clips to 0 … {}", (1u64 << bits) - 1),
            Arithmetic::Signed => format!("clips to -{} … {}", 1u64 << (bits - 1), (1u64 << (bits - 1)) - 1),
            Arithmetic::Float => format!("IEEE 754 binary{bits}"),
            Arithmetic::Reserved => return None,
        };
        Some(format!(
            "| {} | `{name}` | {lanes} x {bits} | {arithmetic} |\n",
            row.code
        ))
    });
    "| code | name | lanes | arithmetic |\n| --- | --- | --- | --- |\n".to_owned() + &lines.collect::<String>()
}

/// Type codes and their names, for wave viewers.
pub fn type_names() -> Vec<(u64, String)> {
    let names = TYPES
        .iter()
        .filter_map(|row| Some((u64::from(row.code), row.name?.to_owned())));
    names.collect()
}

/// Operation codes and their names, for wave viewers.
pub fn operation_names() -> Vec<(u64, String)> {
    let names = INSTRUCTIONS
        .iter()
        .map(|row| (row.operation as u64, format!("{:?}", row.operation)));
    names.collect::<BTreeMap<_, _>>().into_iter().collect()
}
