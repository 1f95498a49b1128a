//! Verilog text as a state machine, by yosys.
//!
//! A proof about any state at power-up needs every register and memory bit of the text, each with its own function. So yosys must not
//! use don't-cares here: registers have the attribute `keep`, passes that optimise registers and memories are left out, and an
//! undefined value (a read beyond the last word of a memory) is a free value, the same in every clock. The bits are counted before
//! and after.

use super::accepted;
use super::aiger::Aiger;
use super::machine::TextMachine;
use super::process::{ExternalError, finish};
use super::state_bits::StateBits;
use super::structure::{Expected, Structure, of_text, registers};
use crate::files::Scratch;
use std::collections::BTreeSet;
use std::path::Path;

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

/// Marks registers, so that no pass removes or merges them, but for those that `proc` makes of addresses and words on their way
/// to a memory: they belong to no register of the text, and nothing reads them.
const KEEP: &str = "setattr -set keep 1 t:$*ff* t:$*latch*; select -set passing w:$memwr$* %ci1:+[Q]; \
                    setattr -unset keep @passing";

/// Undefined values become inputs; then constants are removed and equal logic is shared. No pass changes registers.
const TIDY: &str = "setundef -undriven -anyseq; opt_expr -keepdc; opt_merge; opt_clean";

/// A text as yosys read it.
pub struct ReadBack {
    /// The text as a state machine.
    pub machine: TextMachine,
    /// The violations of its clocks and drivers.
    pub structure: Structure,
    /// The register and memory bits of the text, all of which the machine has.
    pub state: StateBits,
}

/// Reads Verilog files back as a state machine: registers become latches, memories and enables become logic. The machine
/// has no clocks; the structure lists the errors in those of the text.
///
/// Error: text that is not accepted, ports other than expected, or registers that got lost.
pub fn read_back(files: &[&Path], top: &str, expected: &Expected) -> Result<ReadBack, ExternalError> {
    let failed = |error: String| ExternalError::Failed(error);
    let directory = Scratch::new().map_err(|error| failed(error.to_string()))?;
    let source = |i: usize| format!("source_{i}.v");
    for (i, file) in files.iter().enumerate() {
        let text = std::fs::read(file).map_err(|error| failed(format!("cannot read {}: {error}", file.display())))?;
        let name = file.display().to_string();
        let plain = std::str::from_utf8(&text).map_err(|_| failed(format!("{name} is not UTF-8 text")))?;
        if let Some(error) = accepted::first_error(&name, plain) {
            return Err(failed(error));
        }
        std::fs::write(directory.path().join(source(i)), text).map_err(|error| failed(format!("{name}: {error}")))?;
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
        "{read} hierarchy -purge_lib -check -top {top}; proc -norom; {KEEP}; flatten; write_json text.json; \
         opt_clean; write_json design.json; \
         memory_collect; memory_map; setattr -set keep 1 t:$*ff*; {TIDY}; techmap -map +/techmap.v -map rows.v; {TIDY}; \
         async2sync; dffunmap; simplemap; {TIDY}; scc -expect 0; aigmap; opt_clean; write_aiger -symbols design.aig"
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
            Some(cell) => failed(format!(
                "the text defines the device's cell {cell}; remove the definition"
            )),
            None => failed(named(&text).trim_end().to_string()),
        },
        missing => missing,
    };
    finish(directory.path(), "yosys", &["-q", "-p", &script]).map_err(quoted)?;
    let written = |name: &str| {
        let bytes = std::fs::read(directory.path().join(name));
        bytes.map_err(|error| failed(format!("yosys wrote no {name}: {error}")))
    };
    let json = |name: &str| Ok(named(&String::from_utf8_lossy(&written(name)?)));
    let structure = of_text(&json("design.json")?, top, expected).map_err(failed)?;
    let text = registers(&json("text.json")?, top).map_err(failed)?;
    let aiger = Aiger::read(&written("design.aig")?).map_err(failed)?;
    let state = text.bits;
    // Latches and such, which have no latch in the graph, refute a claim about the structure.
    if structure == Structure::default() && state.total() != aiger.latches.len() as u64 {
        let lost = text.lost(&aiger.latch_names);
        return Err(failed(format!(
            "the text has {state}, of which yosys kept {}{lost}",
            aiger.latches.len()
        )));
    }
    Ok(ReadBack {
        machine: TextMachine::new(aiger, expected),
        structure,
        state,
    })
}

/// The cell of a device that the text defines itself, from yosys's error message about a module that is defined twice, or that
/// conflicts with a deferred one.
fn defined<'a>(told: &str, expected: &'a Expected) -> Option<&'a str> {
    let twice = |name: &str| told.contains(&format!("Re-definition of module `\\{name}'"));
    let beside = |name: &str| told.contains("selection is not empty") && told.lines().any(|line| line == name);
    let mut cells = expected.cells.iter().map(|(_, name)| name.as_str());
    cells.find(|name| twice(name) || beside(name))
}
