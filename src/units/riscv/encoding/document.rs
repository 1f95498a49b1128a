//! The tables of instruction words and state in the documentation, in Markdown.

use super::{
    ACCESSES, FIELDS, FUNCTION_BITS, Features, Function, HELD, Opcode, SCALAR_FIELDS, SCALAR_RESET, StateAccess,
    StateField, VERSION, VERSION_FLAGS, VERSION_OPCODE, version_bit,
};
use crate::ptx::{OPERATIONS, Operation, ScalarOperation};
use crate::units::scalar::encoding::{CODES as SCALAR_CODES, FIELDS as SCALAR_CONTROL};
use crate::units::video::encoding::FIELDS as CONTROL;

/// The opcodes: name, bits 6:0 of a word, and number in the version word.
pub fn opcode_table() -> String {
    let row = |opcode: &Opcode| {
        let (name, bits, number) = (opcode.name(), opcode.bits(), opcode.number());
        format!("| `{name}` | {bits:#04x} | {number} |\n")
    };
    let rows: String = Opcode::ALL.iter().map(row).collect();
    "| opcode | bits 6:0 | number in the [version word](#state) |\n| --- | --- | --- |\n".to_owned() + &rows
}

/// The fields of the version word.
pub fn version_table() -> String {
    let flags = (0..).zip(VERSION_FLAGS);
    let flags = flags.map(|(place, (name, meaning))| {
        let bit = version_bit(place);
        (bit, format!("| {bit} | `LANESMITH_HAS_{name}` | {meaning} |\n"))
    });
    let (low, high): (Vec<_>, Vec<_>) = flags.partition(|(bit, _)| *bit < VERSION_OPCODE);
    let rows = |rows: Vec<(u32, String)>| rows.into_iter().map(|(_, row)| row).collect::<String>();
    format!(
        "| bits | in C | what it says |\n| --- | --- | --- |\n| 7:0 | | the version of the encoding and of the state: {VERSION} |\n{}\
         | {}:{VERSION_OPCODE} | | the number of the opcode, 0 for `custom-0` |\n{}",
        rows(low),
        VERSION_OPCODE + 1,
        rows(high)
    )
}

/// The fields of an operation's function: bits in the function and in the instruction word.
pub fn function_table() -> String {
    function_rows(parts())
}

/// The numbers of bits from `low` to `high`.
fn range(low: u32, high: u32) -> String {
    match low == high {
        true => low.to_string(),
        false => format!("{high}:{low}"),
    }
}

/// A row for each field of a function: name, lowest bit, bits.
fn function_rows<'f>(fields: impl Iterator<Item = (&'f str, u32, u32)>) -> String {
    let word = |bit: u32| if bit < 3 { bit + 12 } else { bit + 22 };
    let row = |(name, lo, bits): (&str, u32, u32)| {
        let high = lo + bits - 1;
        format!("| {} | {} | `{name}` |\n", range(lo, high), range(word(lo), word(high)))
    };
    "| bits of the function | bits of the instruction word | field |\n| --- | --- | --- |\n".to_owned()
        + &fields.map(row).collect::<String>()
}

/// The fields of an operation's function: name, lowest bit, bits.
fn parts() -> impl Iterator<Item = (&'static str, u32, u32)> {
    let own = CONTROL.iter().filter(|field| field.lo < HELD);
    own.map(|field| (field.name, field.lo, field.bits))
        .chain([("held", HELD, 1)])
}

/// The values of the function's fields for each operation; a cell is empty if the functions of the operation differ in the field.
pub fn operation_table() -> String {
    let functions = (0..1 << FUNCTION_BITS).map(Function);
    let known = functions.filter_map(|function| Some((function.0, function.instruction()?.operation)));
    let known: Vec<(u32, Operation)> = known.collect();
    let cell = |operation: Operation, lo: u32, bits: u32| {
        let own = known.iter().filter(|(_, other)| *other == operation);
        let mut values: Vec<u32> = own.map(|(function, _)| function >> lo & ((1 << bits) - 1)).collect();
        values.dedup();
        match values[..] {
            [value] => format!(" {value} |"),
            _ => " |".to_owned(),
        }
    };
    let row = |operation: Operation| {
        let cells: String = parts().map(|(_, lo, bits)| cell(operation, lo, bits)).collect();
        let row = operation.row();
        format!("| `{}{}` |{cells}\n", row.mnemonic, row.modifier)
    };
    let names: String = parts().map(|(name, ..)| format!(" `{name}` |")).collect();
    let lines = " --- |".repeat(parts().count());
    let rows: String = OPERATIONS.iter().map(|one| row(one.operation)).collect();
    format!("| operation |{names}\n| --- |{lines}\n{rows}")
}

/// The accesses.
pub fn access_table() -> String {
    let row = |row: &super::AccessRow| {
        let function = Function::access(row.access);
        let (name, sentence) = (row.name, row.sentence.trim_end_matches('.'));
        let (funct7, funct3) = (function.0 >> 3 & 0x7f, function.0 & 7);
        let rs1 = if row.access.writes() { "rs1" } else { "x0" };
        let opcode = match row.access.is_scalar() {
            true => Opcode::Custom0.scalar(),
            false => Opcode::Custom0,
        };
        let opcode = opcode.bits();
        format!(
            "| `lanesmith_{name}` | {sentence} | `.insn r {opcode:#04x}, {funct3}, {funct7:#04x}, rd, {rs1}, x0` |\n"
        )
    };
    let rows: String = ACCESSES.iter().map(row).collect();
    "| in C | what it does | assembler |\n| --- | --- | --- |\n".to_owned() + &rows
}

/// The fields of the configuration.
pub fn configuration_table() -> String {
    state_table(&FIELDS, super::reset_configuration(&Features::ALL))
}

/// The fields of the scalar configuration.
pub fn scalar_configuration_table() -> String {
    state_table(&SCALAR_FIELDS, SCALAR_RESET)
}

/// The fields of a scalar instruction's function: bits in the function and in the instruction word.
pub fn scalar_function_table() -> String {
    let fields = SCALAR_CONTROL.iter().take_while(|field| field.name != "asel");
    let own = fields.map(|field| (field.name, field.lo, field.bits));
    let rows = own.chain([("secondary", FUNCTION_BITS - 2, 2)]);
    // `op` is partly in `funct3` and partly in `funct7`.
    let rows = rows.flat_map(|(name, lo, bits)| match name {
        "op" => vec![("op", lo, 3), ("op", lo + 3, bits - 3)],
        _ => vec![(name, lo, bits)],
    });
    function_rows(rows)
}

/// The scalar instructions by their operation codes.
pub fn scalar_operation_table() -> String {
    let rows = (0..).zip(SCALAR_CODES).take(ACCESS_CODES);
    let rows = rows.map(|(code, operation): (u32, ScalarOperation)| {
        let row = operation.row();
        // In Markdown an unescaped bar ends a cell.
        let formula = row.formula.replace('|', "\\|");
        format!("| {code} | `{}{}` | {formula} |\n", row.mnemonic, row.comparison)
    });
    "| `op` | instruction | result |\n| --- | --- | --- |\n".to_owned() + &rows.collect::<String>()
}

/// The number of operation codes of scalar instructions; the codes of the accesses follow.
const ACCESS_CODES: usize = StateAccess::ReadScalarConfiguration as usize;

fn state_table(fields: &[StateField], reset: u32) -> String {
    let rows = fields.iter().map(|field| {
        let first = reset >> field.lo & ((1 << field.bits) - 1);
        let bits = range(field.lo, field.lo + field.bits - 1);
        let (name, meaning) = (field.name, field.meaning);
        format!("| {bits} | `{name}` | {first:#x} | {meaning} |\n")
    });
    "| bits | field | after reset | what it says |\n| --- | --- | --- | --- |\n".to_owned() + &rows.collect::<String>()
}
