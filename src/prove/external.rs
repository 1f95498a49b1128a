//! The second way: yosys reads the emitted text, ABC decides. Shares with the first way only the claims themselves.

use super::aiger::{self, Aiger};
use super::certificate::Conclusion;
use super::machine::TextMachine;
use super::obligation::Obligation;
use super::process::run;
use super::solver::Stop;
use super::structure::{Expected, Structure, of_text};
use super::sweep::Limits;
use super::witness::Witness;
use crate::algebra::{Bit, Edge};
use crate::files::Scratch;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalError {
    /// A tool is missing: the proof is skipped. Holds the words to print.
    Unavailable(String),
    /// A tool failed or said what was not expected.
    Failed(String),
}

/// The versions of yosys and ABC, for certificates.
pub fn versions() -> Result<Vec<String>, ExternalError> {
    let ask = |tool, arguments| finish(Path::new("."), tool, arguments);
    let yosys = ask("yosys", &["-V"])?;
    let abc = ask("yosys-abc", &["-q", "version"])?;
    let line = |text: &str| {
        text.lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or("")
            .trim()
            .to_string()
    };
    Ok(vec![line(&yosys), line(&abc)])
}

/// For reading a text back, which takes seconds.
const READING: Duration = Duration::from_secs(600);

/// Runs a tool that should end soon.
fn finish(directory: &Path, tool: &str, arguments: &[&str]) -> Result<String, ExternalError> {
    let printed = run(directory, tool, arguments, READING, &Stop::default())?;
    printed.ok_or_else(|| ExternalError::Failed(format!("{tool} did not end within {} s", READING.as_secs())))
}

/// Carries from digit to digit, and products row by row. Proofs find equal nodes where arithmetic is built alike, and
/// golden's is built so; yosys by itself takes prefix and compressor trees.
const ROWS: &str = "\
(* techmap_celltype = \"$lcu\" *)
module _10_ripple (P, G, CI, CO);
  parameter WIDTH = 2;
  input [WIDTH-1:0] P, G;
  input CI;
  output [WIDTH-1:0] CO;
  wire [WIDTH:0] carry;
  assign carry = {G | (P & carry[WIDTH-1:0]), CI};
  assign CO = carry[WIDTH:1];
endmodule

(* techmap_celltype = \"$mul\" *)
module _10_rows (A, B, Y);
  parameter A_SIGNED = 0, B_SIGNED = 0, A_WIDTH = 1, B_WIDTH = 1, Y_WIDTH = 1;
  input [A_WIDTH-1:0] A;
  input [B_WIDTH-1:0] B;
  output [Y_WIDTH-1:0] Y;
  wire _TECHMAP_FAIL_ = A_SIGNED != 0 || B_SIGNED != 0;
  wire [Y_WIDTH-1:0] wide = A;
  wire [Y_WIDTH*(B_WIDTH+1)-1:0] sums;
  assign sums[0 +: Y_WIDTH] = 0;
  genvar i;
  generate
    for (i = 0; i < B_WIDTH; i = i + 1) begin : row
      assign sums[(i+1)*Y_WIDTH +: Y_WIDTH] = sums[i*Y_WIDTH +: Y_WIDTH] + (B[i] ? wide << i : {Y_WIDTH{1'b0}});
    end
  endgenerate
  assign Y = sums[B_WIDTH*Y_WIDTH +: Y_WIDTH];
endmodule
";

/// Reads Verilog files back as a state machine: registers become latches, memories and enables become logic. The machine
/// has no clocks any more; what the registers and nets of the text are is told beside it.
pub fn read_back(files: &[&Path], top: &str, expected: &Expected) -> Result<(TextMachine, Structure), ExternalError> {
    let failed = |error: String| ExternalError::Failed(error);
    let directory = Scratch::new().map_err(|error| failed(error.to_string()))?;
    let source = |i: usize| format!("source_{i}.v");
    for (i, file) in files.iter().enumerate() {
        std::fs::copy(file, directory.path().join(source(i)))
            .map_err(|error| failed(format!("{}: {error}", file.display())))?;
    }
    std::fs::write(directory.path().join("rows.v"), ROWS).map_err(|error| failed(error.to_string()))?;
    // What the cells of a device mean yosys knows by itself, as long as the text does not say it otherwise.
    let families: BTreeSet<&String> = expected.cells.iter().map(|(family, _)| family).collect();
    let known = families
        .iter()
        .map(|family| format!("read_verilog -defer +/{family}/cells_sim.v; "));
    let text = (0..files.len()).map(|i| format!("read_verilog {}; ", source(i)));
    let foreign = expected
        .cells
        .iter()
        .map(|(_, name)| format!("select -assert-none {name}; "));
    let read: String = known.chain(text).chain(foreign).collect();
    let script = format!(
        "{read} hierarchy -purge_lib -check -top {top}; proc; flatten; \
         design -push-copy; opt_clean; write_json design.json; design -pop; \
         memory -nomap; memory_map; opt -full; techmap -map +/techmap.v -map rows.v; opt; async2sync; dffunmap; \
         simplemap; opt_clean; scc -expect 0; aigmap; opt_clean; write_aiger -symbols design.aig"
    );
    // People know the files by their own names.
    let named = |text: &str| {
        let files = files.iter().enumerate();
        files.fold(text.to_string(), |text, (i, file)| {
            text.replace(&source(i), &file.display().to_string())
        })
    };
    let quoted = |error: ExternalError| match error {
        ExternalError::Failed(text) if text.contains("SCCs but expected 0") => {
            let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            failed(format!(
                "a net depends on itself without a register between, in {}",
                files.join(", ")
            ))
        }
        ExternalError::Failed(text) => match defined(&text, expected) {
            Some(cell) => failed(format!("the text defines {cell} itself, which the device has")),
            None => failed(named(&text).trim_end().to_string()),
        },
        missing => missing,
    };
    finish(directory.path(), "yosys", &["-q", "-p", &script]).map_err(quoted)?;
    let written = |name: &str| {
        let bytes = std::fs::read(directory.path().join(name));
        bytes.map_err(|error| failed(format!("yosys wrote no {name}: {error}")))
    };
    let structure = of_text(
        &named(&String::from_utf8_lossy(&written("design.json")?)),
        top,
        expected,
    )
    .map_err(failed)?;
    let aiger = Aiger::read(&written("design.aig")?).map_err(failed)?;
    Ok((TextMachine::new(aiger, expected.clock), structure))
}

/// The cell that a text defines for itself, as yosys tells of it: a module that is there twice, or beside one put off.
fn defined<'a>(told: &str, expected: &'a Expected) -> Option<&'a str> {
    let twice = |name: &str| told.contains(&format!("Re-definition of module `\\{name}'"));
    let beside = |name: &str| told.contains("selection is not empty") && told.lines().any(|line| line == name);
    let mut cells = expected.cells.iter().map(|(_, name)| name.as_str());
    cells.find(|name| twice(name) || beside(name))
}

/// Beyond its own limit ABC gets this long to end before it is killed.
const GRACE: Duration = Duration::from_secs(5);

/// Lets ABC decide an obligation.
pub fn decide(obligation: &Obligation, limit: Duration, seed: u64, stop: &Stop) -> Result<Conclusion, ExternalError> {
    let start = Instant::now();
    let left = || Limits {
        time: limit.saturating_sub(start.elapsed()),
        ..Limits::default()
    };
    if obligation.pairs.is_empty() {
        return Ok(Conclusion::Vacuous);
    }
    // ABC compares both sides where the assumption holds: nowhere they are equal, and that proves nothing.
    match obligation.witness_unless(left(), seed, stop) {
        Witness::Found(_) => {}
        Witness::Unsatisfiable => return Ok(Conclusion::Vacuous),
        Witness::Unknown => return Ok(Conclusion::NotProved),
    }
    if let Some(general) = obligation.generalised()
        && compare(&general, left().time / 2, stop)? == Conclusion::Proved
    {
        return Ok(Conclusion::Proved);
    }
    compare(obligation, left().time, stop)
}

/// Compares the two sides where the assumption holds.
fn compare(obligation: &Obligation, limit: Duration, stop: &Stop) -> Result<Conclusion, ExternalError> {
    // ABC takes 0 for no limit.
    if limit.is_zero() {
        return Ok(Conclusion::NotProved);
    }
    let failed = |error: std::io::Error| ExternalError::Failed(error.to_string());
    let directory = Scratch::new().map_err(failed)?;
    // Where the assumption fails both sides are 0.
    let masked = |side: fn(&(Edge, Edge)) -> &Edge| -> Vec<Edge> {
        let edges = obligation.pairs.iter();
        edges.map(|pair| side(pair).and(&obligation.assumption)).collect()
    };
    for (name, outputs) in [
        ("left.aig", masked(|pair| &pair.0)),
        ("right.aig", masked(|pair| &pair.1)),
    ] {
        let bytes = aiger::write(&obligation.graph, &outputs);
        std::fs::write(directory.path().join(name), bytes).map_err(failed)?;
    }
    // ABC counts in whole seconds, and in 32 bits.
    let seconds = limit.as_secs_f64().ceil().min(1e6) as u64;
    let script = format!("cec -n -T {seconds} left.aig right.aig");
    let patience = Duration::from_secs(2 * seconds) + GRACE;
    let text = run(directory.path(), "yosys-abc", &["-c", &script], patience, stop)?;
    Ok(text.map_or(Conclusion::NotProved, |text| answer(&text)))
}

/// ABC's words; any others prove nothing.
fn answer(text: &str) -> Conclusion {
    let says = |words: &str| text.lines().any(|line| line.trim_start().starts_with(words));
    if says("Networks are NOT EQUIVALENT") {
        Conclusion::Refuted
    } else if says("Networks are equivalent") {
        Conclusion::Proved
    } else {
        Conclusion::NotProved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Graph;

    #[test]
    fn only_abcs_own_words_prove() {
        let say = |text: &str| answer(text);
        assert_eq!(
            say("ABC command line: \"cec\".\n\nNetworks are equivalent.  Time = 0.1 sec"),
            Conclusion::Proved
        );
        assert_eq!(say("Networks are NOT EQUIVALENT.  Time = 0.1 sec"), Conclusion::Refuted);
        assert_eq!(say("Networks are UNDECIDED.  Time = 1.0 sec"), Conclusion::NotProved);
        assert_eq!(
            say("Miter computation has failed: whether they are equivalent is open"),
            Conclusion::NotProved
        );
        assert_eq!(say(""), Conclusion::NotProved);
    }

    #[test]
    fn without_time_or_without_inputs_that_the_assumption_allows_abc_proves_nothing() {
        let graph = Graph::new();
        let [x, y, z] = std::array::from_fn(|_| graph.input());
        let mut claim = Obligation::new("same", &graph);
        claim.equal(&[x.xor(&y)], &[y.xor(&x)]);
        let decide = |claim: &Obligation, seconds| decide(claim, Duration::from_secs(seconds), 1, &Stop::default());
        if let Err(ExternalError::Unavailable(why)) = versions() {
            return println!("skipped: {why}");
        }
        assert_eq!(decide(&claim, 60), Ok(Conclusion::Proved));
        assert_eq!(decide(&claim, 0), Ok(Conclusion::NotProved));
        claim.assumption = x.xor(&y).and(&y.xor(&z)).and(&z.xor(&x));
        assert_eq!(decide(&claim, 60), Ok(Conclusion::Vacuous));
    }
}
