//! A package in VHDL (2008), and the unit itself.

use super::vhdl_unit::{declared, kind, unit};
use super::{ControlTable, LanguageSubject};
use crate::netlist::{CheckError, Flat};
use crate::verilog::EmittedFile;

/// `TOP_pkg.vhd` and `TOP.vhd`; `head` are their first lines, as comments of Verilog. Error: the design cannot be flattened.
pub(in crate::unit) fn vhdl(subject: &LanguageSubject, head: &str) -> Result<[EmittedFile; 2], CheckError> {
    let (top, head) = (subject.top, head.replace("//", "--"));
    let unit = unit(subject, &Flat::with_clocks(subject.design)?);
    let files = [("_pkg", package(subject)), ("", unit)];
    Ok(files.map(|(part, text)| EmittedFile {
        name: format!("{top}{part}.vhd"),
        text: format!("{head}\nlibrary ieee;\nuse ieee.std_logic_1164.all;\n{text}"),
    }))
}

/// The component, and the control word.
fn package(subject: &LanguageSubject) -> String {
    let top = subject.top;
    let ports = declared(subject.ports);
    let [types, body] = subject.control.as_ref().map_or_else(Default::default, control);
    let body = match body.is_empty() {
        true => body,
        false => format!("\npackage body {top}_pkg is\n{body}end package body;\n"),
    };
    format!(
        "\npackage {top}_pkg is\n{types}  component {top} is\n    port (\n{ports}\n    );\n  end component;\nend \
         package;\n{body}"
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
