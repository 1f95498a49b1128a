//! The golden model, translated to C: the model of the unit in the C header, functions for packed instructions, and a handler of illegal
//! instructions for the packed instructions that a unit lacks.

mod c_source;
mod header;
mod model;

use super::encoding::Features;
use super::golden::execute_row;
use super::isa::{DRAFT, PACKED, PackedRow, VXSAT_ACCESSES, VxsatAccess, VxsatWrite};
use crate::units::riscv::encoding::FeatureSet;
use c_source::{CExpression, CSource, statements};
use std::fmt::Write;

pub use header::c_header;

const TEMPLATE: &str = include_str!("emulation.c");

/// The macro for a unit with `vxsat`. On other computers than RISC-V `vxsat` is a variable.
const OF_UNIT: &str = "\
#ifdef __riscv
/* csrsi vxsat, 1 */
#define LANESMITH_P_SATURATED() __asm__ volatile(\".4byte 0x0090e073\")
#else
uint32_t lanesmith_p_vxsat;
#define LANESMITH_P_SATURATED() (void)(lanesmith_p_vxsat = 1)
#endif
";

/// The macro for a unit without `vxsat`.
const OF_SOFTWARE: &str = "\
/* The control and status register, which instructions that the unit executes leave alone. */
uint32_t lanesmith_p_vxsat;
#define LANESMITH_P_SATURATED() (void)(lanesmith_p_vxsat = 1)
";

/// The C file for a unit with these features; `command` is the command that generates it. Error: the unit executes all instructions.
pub fn emulation(features: &Features, command: &str) -> Result<String, String> {
    let has = |row: &PackedRow| features.packed && features.lacks(row).is_none();
    let rows: Vec<&PackedRow> = PACKED.iter().filter(|row| !has(row)).collect();
    let has_vxsat = features.packed && features.vxsat;
    let accesses: &[VxsatAccess] = if has_vxsat { &[] } else { &VXSAT_ACCESSES };
    if rows.is_empty() && accesses.is_empty() {
        return Err("the unit executes every packed instruction, so there is nothing to emulate".into());
    }
    let (mut functions, mut table) = (String::new(), String::new());
    let mut list: Vec<String> = vec![];
    for row in rows {
        functions += &function(row);
        let _ = writeln!(
            table,
            "    {{{:#010x}u, {:#010x}u, {}}},",
            row.mask,
            row.word,
            c_name(row.name)
        );
        list.push(row.name.to_owned());
    }
    for row in accesses {
        functions += &access(row);
        let _ = writeln!(
            table,
            "    {{{:#010x}u, {:#010x}u, {}}},",
            VxsatAccess::MASK,
            row.word,
            access_name(row)
        );
        list.push(format!("{} of vxsat", row.name));
    }
    let moved = (1..32).filter(|register| *register != 2);
    let move_all = |name: &str| -> String {
        let lines = moved
            .clone()
            .map(|register| format!("        \"    {name} x{register}, {}(sp)\\n\"\n", 4 * register));
        lines.collect()
    };
    let texts = [
        ("DRAFT", DRAFT.to_owned()),
        ("TOOL", crate::tool().to_string()),
        ("COMMAND", command.to_owned()),
        ("LICENCE", env!("CARGO_PKG_LICENSE").to_owned()),
        ("LIST", wrapped(&list)),
        ("VXSAT", if has_vxsat { OF_UNIT } else { OF_SOFTWARE }.to_owned()),
        ("FUNCTIONS", functions),
        ("ROWS", table),
        ("SAVE", move_all("sw")),
        ("RESTORE", move_all("lw")),
    ];
    let filled = texts.into_iter().fold(TEMPLATE.to_owned(), |filled, (name, text)| {
        filled.replace(&format!("@{name}@"), &text)
    });
    Ok(filled)
}

/// A list of names, wrapped for a comment in C.
fn wrapped(names: &[String]) -> String {
    let mut lines = vec![String::new()];
    for (i, name) in names.iter().enumerate() {
        let end = if i + 1 < names.len() { "," } else { "." };
        let last = lines.last_mut().expect("a line");
        match last.len() + name.len() {
            0..110 if last.is_empty() => *last = format!("{name}{end}"),
            0..110 => *last += &format!(" {name}{end}"),
            _ => lines.push(format!("{name}{end}")),
        }
    }
    lines.join("\n * ")
}

fn c_name(mnemonic: &str) -> String {
    mnemonic.replace('.', "_")
}

/// An instruction as a function in C.
fn function(row: &PackedRow) -> String {
    format!(
        "LANESMITH_P_ROW({}) /* {} */\n{}\n",
        c_name(row.name),
        row.name,
        body(row)
    )
}

/// The body of an instruction's function in C: the golden model on the variables `word`, `a`, `b` and `c`.
fn body(row: &PackedRow) -> String {
    let [word, a, b, c] = ["word", "a", "b", "c"].map(CExpression::variable);
    let result = execute_row::<CSource>(row, &word, [&a, &b, &c]);
    let (lines, values) = statements(&[&result.d, &result.saturated]);
    let [d, saturated] = &values[..] else {
        unreachable!("a text for each value");
    };
    let mut text = String::from("{\n");
    for line in lines {
        let _ = writeln!(text, "    {line}");
    }
    if result.saturated.constant() != Some(0) {
        let _ = writeln!(text, "    if ({saturated})\n        LANESMITH_P_SATURATED();");
    }
    let _ = writeln!(text, "    return {d};\n}}");
    text
}

fn access_name(row: &VxsatAccess) -> String {
    format!("{}_vxsat", row.name)
}

/// An access to the variable `vxsat`.
fn access(row: &VxsatAccess) -> String {
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
