//! The page about an opcode.

use crate::cli::{Failure, failure};
use lanesmith::ptx::{OPCODES, family, opcode_rows};
use lanesmith::text::near::nearest;

/// What the notation of the forms means.
const NOTATION: &str = "\
Modifiers: `.(lo|hi)` is one of several, `{.ftz}` may be left out, `int` and other names without a dot are sets of types.
Operands: `d` is a destination; `a`, `b`, `c` are registers or numbers, `ra` is a register, `#e` a number, `p` and `q` are predicates, `!` allows
a negated one, `[a]` is an address, `{d}` a vector, `d|p` a pair. `:u32` gives a type; `~` allows wider registers, `_` the sink, `%` special
registers, `&` addresses of variables, `*` a vector, `.` a mask or selector, `-` a minus sign; `@80/7.0` is the least
architecture and version of PTX.";

/// The page about an opcode without modifiers. Errors: there is no such opcode.
pub(super) fn page(name: &str) -> Result<String, Failure> {
    let stem = name.split('.').next().unwrap_or_default();
    let rows = opcode_rows(stem);
    if rows.is_empty() {
        let names = OPCODES.iter().map(|row| row.name);
        let hint = nearest(stem, names).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(failure!("--opcode {name}: PTX has no such opcode{hint}"));
    }
    let mut pages: Vec<String> = rows
        .iter()
        .map(|row| {
            let forms = row.forms.iter().map(|form| format!("  {}", form.syntax));
            let sets = row
                .sets()
                .into_iter()
                .map(|(name, members)| format!("  {name}: {members}"));
            let forms = forms.chain(sets).collect::<Vec<_>>().join("\n");
            format!(
                "{}: {}\nPTX ISA, section \"{}\"\n\n{forms}",
                row.name, row.summary, row.section
            )
        })
        .collect();
    pages.push(NOTATION.to_owned());
    if family(stem).is_some() {
        let explain = "A unit executes it; `lanesmith explain \"INSTRUCTION\"` shows what an instruction computes on given operands.";
        pages.push(explain.to_owned());
    }
    Ok(pages.join("\n\n"))
}
