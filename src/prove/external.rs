//! The second way: yosys reads the emitted text, ABC decides. Shares with the first way only the claims themselves.

use super::aiger::{self, Aiger};
use super::certificate::Conclusion;
use super::machine::TextMachine;
use super::obligation::Obligation;
use crate::algebra::{Bit, Edge};
use std::path::Path;
use std::process::Command;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalError {
    /// A tool is missing: the proof is skipped. Holds the words to print.
    Unavailable(String),
    /// A tool failed or said what was not expected.
    Failed(String),
}

/// Runs a tool in `directory` and returns what it printed.
fn run(directory: &Path, tool: &str, arguments: &[&str]) -> Result<String, ExternalError> {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(directory)
        .output()
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => ExternalError::Unavailable(format!("{tool} not found")),
            _ => ExternalError::Failed(format!("{tool}: {error}")),
        })?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(ExternalError::Failed(format!("{tool} failed:\n{text}{errors}")))
}

/// The versions of yosys and ABC, for certificates.
pub fn versions() -> Result<Vec<String>, ExternalError> {
    let here = Path::new(".");
    let yosys = run(here, "yosys", &["-V"])?;
    let abc = run(here, "yosys-abc", &["-q", "version"])?;
    let line = |text: &str| {
        text.lines()
            .find(|line| !line.trim().is_empty())
            .unwrap_or("")
            .trim()
            .to_string()
    };
    Ok(vec![line(&yosys), line(&abc)])
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

/// Reads Verilog files back as a state machine: registers become latches, memories and enables become logic.
pub fn read_back(files: &[&Path], top: &str, clock: &str) -> Result<TextMachine, ExternalError> {
    let directory = tempfile::tempdir().map_err(|error| ExternalError::Failed(error.to_string()))?;
    for (i, file) in files.iter().enumerate() {
        std::fs::copy(file, directory.path().join(format!("{i}.v")))
            .map_err(|error| ExternalError::Failed(format!("{}: {error}", file.display())))?;
    }
    std::fs::write(directory.path().join("rows.v"), ROWS).map_err(|error| ExternalError::Failed(error.to_string()))?;
    let read: String = (0..files.len()).map(|i| format!("read_verilog {i}.v; ")).collect();
    let script = format!(
        "{read} hierarchy -check -top {top}; proc; flatten; memory -nomap; memory_map; opt -full; techmap -map +/techmap.v -map rows.v; opt; \
         async2sync; dffunmap; simplemap; opt_clean; aigmap; opt_clean; write_aiger -symbols design.aig"
    );
    run(directory.path(), "yosys", &["-q", "-p", &script])?;
    let bytes = std::fs::read(directory.path().join("design.aig"))
        .map_err(|error| ExternalError::Failed(format!("yosys wrote no graph: {error}")))?;
    let aiger = Aiger::read(&bytes).map_err(ExternalError::Failed)?;
    Ok(TextMachine::new(aiger, clock))
}

/// Lets ABC decide an obligation.
pub fn decide(obligation: &Obligation, seconds: u64) -> Result<Conclusion, ExternalError> {
    if let Some(general) = obligation.generalised()
        && decide(&general, seconds)? == Conclusion::Proved
    {
        return Ok(Conclusion::Proved);
    }
    let failed = |error: std::io::Error| ExternalError::Failed(error.to_string());
    let directory = tempfile::tempdir().map_err(failed)?;
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
    let script = format!("cec -n -T {seconds} left.aig right.aig");
    let text = run(directory.path(), "yosys-abc", &["-c", &script])?;
    Ok(if text.contains("NOT EQUIVALENT") {
        Conclusion::Refuted
    } else if text.contains("are equivalent") {
        Conclusion::Proved
    } else {
        Conclusion::NotProved
    })
}
