//! A package in SystemVerilog with the control word.

use super::ControlTable;
use crate::verilog::EmittedFile;
use std::fmt::Write;

/// `TOP_pkg.sv`; `head` are its first lines.
pub(in crate::unit) fn systemverilog(top: &str, control: &ControlTable, head: &str) -> EmittedFile {
    let range = |bits: u32| match bits {
        1 => String::new(),
        bits => format!("[{}:0] ", bits - 1),
    };
    let fields = control.fields.iter().rev();
    let fields = fields.map(|(name, _, bits)| format!("    logic {}{name};\n", range(*bits)));
    let mut text = format!(
        "{head}\npackage {top}_pkg;\n  // The control word.\n  typedef struct packed {{\n{}  }} control_t;\n\n  // Words, combined with \
         |.\n  // verilator lint_off UNUSEDPARAM\n",
        fields.collect::<String>()
    );
    let bits = control.bits;
    for (name, value, comment) in &control.words {
        let range = range(bits);
        let _ = writeln!(
            text,
            "  // {comment}\n  localparam logic {range}{name} = {bits}'h{value:x};"
        );
    }
    EmittedFile {
        name: format!("{top}_pkg.sv"),
        text: text + "  // verilator lint_on UNUSEDPARAM\nendpackage\n",
    }
}
