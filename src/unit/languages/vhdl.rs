//! Package, wrapper and the unit itself in VHDL (2008).

use super::vhdl_unit::{declared, kind, unit};
use super::{ControlTable, LanguageSubject};
use crate::netlist::{CheckError, Flat};
use crate::verilog::{EmittedFile, ManifestPort};

/// `TOP_pkg.vhd`, `TOP_wrapper.vhd` and `TOP.vhd`; `head` are their first lines, as comments of Verilog. Error: the design cannot be
/// flattened.
pub(in crate::unit) fn vhdl(subject: &LanguageSubject, head: &str) -> Result<[EmittedFile; 3], CheckError> {
    let (top, head) = (subject.top, head.replace("//", "--"));
    let unit = unit(subject, &Flat::with_clocks(subject.design)?);
    let files = [("_pkg", package(subject)), ("_wrapper", wrapper(subject)), ("", unit)];
    Ok(files.map(|(part, text)| EmittedFile {
        name: format!("{top}{part}.vhd"),
        text: format!("{head}\nlibrary ieee;\nuse ieee.std_logic_1164.all;\n{text}"),
    }))
}

fn package(subject: &LanguageSubject) -> String {
    let top = subject.top;
    let record = |direction| {
        let fields = subject.side(direction);
        let fields = fields.map(|port| format!("    {} : {};\n", port.name, kind(port.width)));
        let fields: String = fields.collect();
        format!(
            "  -- The {direction}s without clock and reset.\n  type {direction}s_t is record\n{fields}  end record;\n\n"
        )
    };
    let records = record("input") + &record("output");
    let ports = declared(subject.ports.iter());
    let [types, body] = subject.control.as_ref().map_or_else(Default::default, control);
    let body = match body.is_empty() {
        true => body,
        false => format!("\npackage body {top}_pkg is\n{body}end package body;\n"),
    };
    format!(
        "\npackage {top}_pkg is\n{records}{types}  component {top} is\n    port (\n{ports}\n    );\n  end \
         component;\nend package;\n{body}"
    )
}

/// Record, function and words of the control word: declarations and bodies.
fn control(table: &ControlTable) -> [String; 2] {
    let bits = table.bits;
    let word = kind(bits);
    let fields = table.fields.iter();
    let fields: String = fields
        .map(|(name, _, bits)| format!("    {name} : {};\n", kind(*bits)))
        .collect();
    let words = table.words.iter();
    let words: String = words
        .map(|(name, value, comment)| {
            format!(
                "  -- {comment}\n  constant {name} : {word} := \"{value:0width$b}\";\n",
                width = bits as usize
            )
        })
        .collect();
    let names: Vec<String> = table
        .fields
        .iter()
        .rev()
        .map(|(name, ..)| format!("fields.{name}"))
        .collect();
    let head = "function to_word(fields : control_t) return std_logic_vector";
    [
        format!(
            "  -- The fields of the control word, lowest first.\n  type control_t is record\n{fields}  end record;\n\n  \
             -- The control word with these fields.\n  {head};\n\n  -- Words, combined with or.\n{words}\n"
        ),
        format!(
            "  {head} is\n    constant word : {word} :=\n      {};\n  begin\n    return word;\n  end function;\n",
            names.join(" & ")
        ),
    ]
}

fn wrapper(subject: &LanguageSubject) -> String {
    let top = subject.top;
    let globals = declared(subject.globals());
    let globals = match globals.is_empty() {
        true => globals,
        false => globals + ";\n",
    };
    let actual = |port: &ManifestPort| match subject.side(&port.direction).any(|own| own.name == port.name) {
        true => format!("{}s.{}", port.direction, port.name),
        false => port.name.clone(),
    };
    let ports = subject.ports.iter();
    let connections: Vec<String> = ports
        .map(|port| format!("      {} => {}", port.name, actual(port)))
        .collect();
    format!(
        "use work.{top}_pkg.all;\n\n-- {top} with a record for its inputs and one for its outputs.\nentity {top}_wrapper \
         is\n    port (\n{globals}      inputs : in inputs_t;\n      outputs : out outputs_t\n    );\nend \
         entity;\n\narchitecture rtl of {top}_wrapper is\nbegin\n  verilog : component {top}\n    port map (\n{}\n    );\nend \
         architecture;\n",
        connections.join(",\n")
    )
}
