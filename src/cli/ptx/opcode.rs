//! The page about an opcode.

use crate::cli::Failure;
use lanesmith::ptx::{OPCODES, opcode_rows};
use lanesmith::text::near::did_you_mean;

/// The page about an opcode without modifiers. Errors: there is no such opcode.
pub(super) fn page(name: &str) -> Result<String, Failure> {
    let stem = name.split('.').next().unwrap_or_default();
    let rows = opcode_rows(stem);
    if rows.is_empty() {
        let names = OPCODES.iter().map(|row| row.name);
        let expected = did_you_mean(stem, names, "an opcode of PTX such as `add`");
        return Err(Failure::new(format_args!("--opcode {name}: expected {expected}")));
    }
    let pages = rows.iter().map(|row| {
        let forms = row.forms.iter().map(|form| format!("  {}", form.syntax));
        let forms = forms.collect::<Vec<_>>().join("\n");
        format!(
            "{}: {}\nPTX ISA, section \"{}\"\n\n{forms}",
            row.name, row.summary, row.section
        )
    });
    Ok(pages.collect::<Vec<_>>().join("\n\n"))
}
