//! The tables of instruction words and state in the documentation, in Markdown.

use lanesmith::ptx::{OPERATIONS, Operation};
use lanesmith::units::riscv::encoding::{
    ACCESSES, AccessRow, FIELDS, FUNCTION_BITS, Features, Function, HELD, Opcode, VERSION, VERSION_FLAGS,
    VERSION_OPCODE, reset_configuration,
};
use lanesmith::units::video::encoding::FIELDS as CONTROL;

/// The opcodes: name, bits 6:0 of a word, and number in the version word.
pub(super) fn opcode_table() -> String {
    let row = |opcode: &Opcode| {
        let (name, bits, number) = (opcode.name(), opcode.bits(), opcode.number());
        format!("| `{name}` | {bits:#04x} | {number} |\n")
    };
    let rows: String = Opcode::ALL.iter().map(row).collect();
    "| opcode | bits 6:0 | number in the [version word](#state) |\n| --- | --- | --- |\n".to_owned() + &rows
}

/// The fields of the version word.
pub(super) fn version_table() -> String {
    let (low, high): (Vec<_>, Vec<_>) = VERSION_FLAGS.into_iter().partition(|(bit, ..)| *bit < VERSION_OPCODE);
    let rows = |rows: Vec<(u32, &str, &str)>| -> String {
        let row = |(bit, name, meaning)| format!("| {bit} | `LANESMITH_HAS_{name}` | {meaning} |\n");
        rows.into_iter().map(row).collect()
    };
    format!(
        "| bits | in C | what it says |\n| --- | --- | --- |\n| 7:0 | | the version of the encoding and of the state: {VERSION} |\n{}\
         | {}:{VERSION_OPCODE} | | the number of the opcode, 0 for `custom-0` |\n{}",
        rows(low),
        VERSION_OPCODE + 1,
        rows(high)
    )
}

/// The fields of an operation's function: bits in the function and in the instruction word.
pub(super) fn function_table() -> String {
    let word = |bit: u32| if bit < 3 { bit + 12 } else { bit + 22 };
    let row = |(name, lo, bits): (&str, u32, u32)| {
        let high = lo + bits - 1;
        format!("| {} | {} | `{name}` |\n", range(lo, high), range(word(lo), word(high)))
    };
    "| bits of the function | bits of the instruction word | field |\n| --- | --- | --- |\n".to_owned()
        + &parts().map(row).collect::<String>()
}

/// The numbers of bits from `low` to `high`.
fn range(low: u32, high: u32) -> String {
    match low == high {
        true => low.to_string(),
        false => format!("{high}:{low}"),
    }
}

/// The fields of an operation's function: name, lowest bit, bits.
fn parts() -> impl Iterator<Item = (&'static str, u32, u32)> {
    let own = CONTROL.iter().filter(|field| field.lo < HELD);
    own.map(|field| (field.name, field.lo, field.bits))
        .chain([("held", HELD, 1)])
}

/// The values of the function's fields for each operation; a cell is empty if the functions of the operation differ in the field.
pub(super) fn operation_table() -> String {
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
pub(super) fn access_table() -> String {
    let row = |row: &AccessRow| {
        let function = Function::access(row.access);
        let (name, sentence) = (row.name, row.sentence.trim_end_matches('.'));
        let (funct7, funct3) = (function.0 >> 3 & 0x7f, function.0 & 7);
        let rs1 = if row.access.writes() { "rs1" } else { "x0" };
        let opcode = Opcode::Custom0.bits();
        format!(
            "| `lanesmith_{name}` | {sentence} | `.insn r {opcode:#04x}, {funct3}, {funct7:#04x}, rd, {rs1}, x0` |\n"
        )
    };
    let rows: String = ACCESSES.iter().map(row).collect();
    "| in C | what it does | assembler |\n| --- | --- | --- |\n".to_owned() + &rows
}

/// The fields of the configuration.
pub(super) fn configuration_table() -> String {
    let reset = reset_configuration(&Features::ALL);
    let rows = FIELDS.iter().map(|field| {
        let first = reset >> field.lo & ((1 << field.bits) - 1);
        let bits = range(field.lo, field.lo + field.bits - 1);
        let (name, meaning) = (field.name, field.meaning);
        format!("| {bits} | `{name}` | {first:#x} | {meaning} |\n")
    });
    "| bits | field | after reset | what it says |\n| --- | --- | --- | --- |\n".to_owned() + &rows.collect::<String>()
}
