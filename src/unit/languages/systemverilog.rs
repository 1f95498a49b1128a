//! Package and wrapper in SystemVerilog.

use super::LanguageSubject;
use crate::verilog::{EmittedFile, ManifestPort};
use std::fmt::Write;

/// `TOP_pkg.sv` and `TOP_wrapper.sv`; `head` are their first lines.
pub(in crate::unit) fn systemverilog(subject: &LanguageSubject, head: &str) -> [EmittedFile; 2] {
    let top = subject.top;
    [("pkg", package(subject)), ("wrapper", wrapper(subject))].map(|(part, text)| EmittedFile {
        name: format!("{top}_{part}.sv"),
        text: format!("{head}\n{text}"),
    })
}

fn range(bits: u32) -> String {
    match bits {
        1 => String::new(),
        bits => format!("[{}:0] ", bits - 1),
    }
}

fn package(subject: &LanguageSubject) -> String {
    let mut text = format!("package {}_pkg;\n", subject.top);
    for direction in ["input", "output"] {
        let fields = subject
            .side(direction)
            .map(|port| format!("    logic {}{};\n", range(port.width), port.name));
        let _ = write!(
            text,
            "  // The {direction}s without clock and reset.\n  typedef struct packed {{\n{}  }} {direction}s_t;\n\n",
            fields.collect::<String>()
        );
    }
    if let Some(control) = &subject.control {
        let fields = control.fields.iter().rev();
        let fields = fields.map(|(name, _, bits)| format!("    logic {}{name};\n", range(*bits)));
        let _ = write!(
            text,
            "  // The control word.\n  typedef struct packed {{\n{}  }} control_t;\n\n  // Words, combined with |.\n",
            fields.collect::<String>()
        );
        for (name, value, comment) in &control.words {
            let bits = control.bits;
            let _ = writeln!(
                text,
                "  // {comment}\n  localparam logic [{}:0] {name} = {bits}'h{value:x};",
                bits - 1
            );
        }
    }
    text + "endpackage\n"
}

fn wrapper(subject: &LanguageSubject) -> String {
    let top = subject.top;
    let globals: String = subject
        .globals()
        .map(|port| format!("  input logic {},\n", port.name))
        .collect();
    let actual = |port: &ManifestPort| match subject.side(&port.direction).any(|own| own.name == port.name) {
        true => format!("{}s.{}", port.direction, port.name),
        false => port.name.clone(),
    };
    let ports = subject.ports.iter();
    let connections: Vec<String> = ports
        .map(|port| format!("    .{}({})", port.name, actual(port)))
        .collect();
    format!(
        "// {top} with a structure for its inputs and one for its outputs.\nmodule {top}_wrapper (\n{globals}  input \
         {top}_pkg::inputs_t inputs,\n  output {top}_pkg::outputs_t outputs\n);\n  {top} unit \
         (\n{}\n  );\nendmodule\n",
        connections.join(",\n")
    )
}
