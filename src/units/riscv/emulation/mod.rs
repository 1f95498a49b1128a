//! C code that is generated from the golden model. [`c_header`] has a model of the unit; [`emulation`] has a handler of illegal
//! instructions that executes the packed instructions that a unit lacks.

mod c_source;
mod header;
mod model;

use super::encoding::Features;
use super::golden::execute_row;
use super::isa::{DRAFT, PACKED, PackedRow, VXSAT_ACCESSES, VxsatAccess, VxsatWrite};
use crate::riscv::encoding::FeatureSet;
use c_source::{CExpression, CSource, statements};
use std::fmt::Write;

pub use header::c_header;

const TEMPLATE: &str = include_str!("emulation.c");

/// C for a unit with the register `vxsat`: the macro sets bit 0 of the register, or of a variable if the file is compiled for another
/// processor than RISC-V.
const UNIT_VXSAT: &str = "\
#ifdef __riscv
/* csrsi vxsat, 1 */
#define LANESMITH_P_SATURATED() __asm__ volatile(\".4byte 0x0090e073\")
#else
uint32_t lanesmith_p_vxsat;
#define LANESMITH_P_SATURATED() (void)(lanesmith_p_vxsat = 1)
#endif
";

/// C for a unit without `vxsat`: a variable takes the place of the register, and the macro sets its bit 0.
const SOFT_VXSAT: &str = "\
/* The control and status register, which instructions that the unit executes leave alone. */
uint32_t lanesmith_p_vxsat;
#define LANESMITH_P_SATURATED() (void)(lanesmith_p_vxsat = 1)
";

/// The C file for a unit with these features, from a template; `command` is the command that generates it. Error: the unit
/// executes all packed instructions and accesses to `vxsat`.
pub fn emulation(features: &Features, command: &str) -> Result<String, String> {
    let is_missing = |row: &&PackedRow| !features.packed || features.lacks(row).is_some();
    let missing_rows: Vec<&PackedRow> = PACKED.iter().filter(is_missing).collect();
    let has_vxsat = features.packed && features.vxsat;
    let missing_accesses: &[VxsatAccess] = if has_vxsat { &[] } else { &VXSAT_ACCESSES };
    if missing_rows.is_empty() && missing_accesses.is_empty() {
        return Err("the unit executes every packed instruction, so there is nothing to emulate".into());
    }
    let (mut functions, mut table) = (String::new(), String::new());
    let mut list: Vec<String> = vec![];
    for row in missing_rows {
        functions += &packed_function(row);
        let _ = writeln!(
            table,
            "    {{{:#010x}u, {:#010x}u, {}}},",
            row.mask,
            row.word,
            c_name(row.name)
        );
        list.push(row.name.to_owned());
    }
    for row in missing_accesses {
        functions += &access_function(row);
        let _ = writeln!(
            table,
            "    {{{:#010x}u, {:#010x}u, {}}},",
            VxsatAccess::MASK,
            row.word,
            access_name(row)
        );
        list.push(format!("{} of vxsat", row.name));
    }
    // Not x0, which is constant, and not x2, the stack pointer, which the template saves and restores itself.
    let registers = (1..32).filter(|register| *register != 2);
    let move_registers = |mnemonic: &str| -> String {
        let lines = registers
            .clone()
            .map(|register| format!("        \"    {mnemonic} x{register}, {}(sp)\\n\"\n", 4 * register));
        lines.collect()
    };
    // The template has each name as `@NAME@`.
    let texts = [
        ("DRAFT", DRAFT.to_owned()),
        ("TOOL", lanesmith_text::tool().to_string()),
        ("COMMAND", command.to_owned()),
        ("LICENCE", env!("CARGO_PKG_LICENSE").to_owned()),
        ("LIST", wrapped(&list)),
        ("VXSAT", if has_vxsat { UNIT_VXSAT } else { SOFT_VXSAT }.to_owned()),
        ("FUNCTIONS", functions),
        ("ROWS", table),
        ("SAVE", move_registers("sw")),
        ("RESTORE", move_registers("lw")),
    ];
    let filled = texts.into_iter().fold(TEMPLATE.to_owned(), |filled, (name, text)| {
        filled.replace(&format!("@{name}@"), &text)
    });
    Ok(filled)
}

/// A list of names, wrapped for a comment in C. 110 characters leave room for ` * `, the comma and `*/` within 120 columns.
fn wrapped(names: &[String]) -> String {
    let mut lines = vec![String::new()];
    for (i, name) in names.iter().enumerate() {
        let end = if i + 1 < names.len() { "," } else { "." };
        let last = lines.last_mut().expect("at least one line");
        match last.len() + name.len() {
            0..110 if last.is_empty() => *last = format!("{name}{end}"),
            0..110 => *last += &format!(" {name}{end}"),
            _ => lines.push(format!("{name}{end}")),
        }
    }
    lines.join("\n * ")
}

/// The name of a packed instruction's function in C.
fn c_name(mnemonic: &str) -> String {
    mnemonic.replace('.', "_")
}

/// The C function of a packed instruction.
fn packed_function(row: &PackedRow) -> String {
    format!(
        "LANESMITH_P_ROW({}) /* {} */\n{}\n",
        c_name(row.name),
        row.name,
        body(row)
    )
}

/// The body of a packed instruction's C function: the golden model on the function's parameters, which are the instruction `word` and
/// the registers rs1 (`a`), rs2 (`b`) and rd (`c`).
fn body(row: &PackedRow) -> String {
    let [word, a, b, c] = ["word", "a", "b", "c"].map(CExpression::variable);
    let result = execute_row::<CSource>(row, &word, [&a, &b, &c]);
    let (lines, values) = statements(&[&result.d, &result.saturated]);
    let [d, saturated] = &values[..] else {
        unreachable!("a C expression for each value");
    };
    let mut text = String::from("{\n");
    for line in lines {
        let _ = writeln!(text, "    {line}");
    }
    // With the constant 0, the instruction never saturates.
    if result.saturated.constant() != Some(0) {
        let _ = writeln!(text, "    if ({saturated})\n        LANESMITH_P_SATURATED();");
    }
    let _ = writeln!(text, "    return {d};\n}}");
    text
}

/// The name of the C function of an access to `vxsat`.
fn access_name(row: &VxsatAccess) -> String {
    format!("{}_vxsat", row.name)
}

/// The C function of an access to `vxsat`, a variable of one used bit. An immediate operand is in bits 19:15 of the word, so its bit 0 is
/// bit 15.
fn access_function(row: &VxsatAccess) -> String {
    let operand = if row.immediate { "word >> 15 & 1u" } else { "a & 1u" };
    let written = match row.write {
        VxsatWrite::Write => operand.to_owned(),
        VxsatWrite::Set => format!("old | ({operand})"),
        VxsatWrite::Clear => format!("old & ~({operand})"),
    };
    format!(
        "LANESMITH_P_ROW({}) /* {} rd, vxsat */\n{{\n    uint32_t old = lanesmith_p_vxsat;\n    lanesmith_p_vxsat = {written};\n    \
         return old;\n}}\n\n",
        access_name(row),
        row.name
    )
}
