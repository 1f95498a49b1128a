//! Verilog text as a state machine, by yosys.
//!
//! A proof about any state at power-up needs every register and memory bit of the text, each with its own function. So yosys must not
//! use don't-cares here: registers have the attribute `keep`, passes that optimise registers and memories are left out, and an
//! undefined value (a read beyond the last word of a memory) is a free value, the same in every clock. The machine is compared with
//! the netlist that lanesmith's own [`reader`] makes of the text, register by register.

use super::agreement::agree;
use super::aiger::Aiger;
use super::machine::{NetlistMachine, TextMachine};
use super::process::{ExternalError, finish};
use super::reader;
use super::structure::{Expected, Structure, of_netlist};
use lanesmith_netlist::Flat;
use lanesmith_text::files::Scratch;
use lanesmith_text::sources::SourceText;
use std::collections::BTreeSet;

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

/// An asynchronous reset acts on the value that is read; the state behind it is a register without reset.
const RESETS: &str = "\
(* techmap_celltype = \"$adff\" *)
module _10_reset (CLK, ARST, D, Q);
  parameter WIDTH = 1, CLK_POLARITY = 1, ARST_POLARITY = 1, ARST_VALUE = 0;
  input CLK, ARST;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  wire asserted = ARST == ARST_POLARITY;
  wire [WIDTH-1:0] state;
  \\$dff #(.WIDTH (WIDTH), .CLK_POLARITY (CLK_POLARITY)) hold (.CLK (CLK), .D (asserted ? ARST_VALUE : D), .Q (state));
  assign Q = asserted ? ARST_VALUE : state;
endmodule
";
/// What yosys puts behind the name of a register with an asynchronous reset to name its state.
const STATE: &str = "$adff.state";

/// Marks registers, so that no pass removes or merges them, but for those that `proc` makes of addresses and words on their way
/// to a memory: they belong to no register of the text, and nothing reads them.
const KEEP: &str = "setattr -set keep 1 t:$*ff* t:$*latch*; select -set passing w:$memwr$* %ci1:+[Q]; \
                    setattr -unset keep @passing";

/// Undefined values become inputs; then constants are removed and equal logic is shared. No pass changes registers.
const TIDY: &str = "setundef -undriven -anyseq; opt_expr -keepdc; opt_merge; opt_clean";

/// A text as two programs read it alike.
pub struct ReadBack {
    /// The text as lanesmith reads it.
    pub flat: Flat,
    /// The same as yosys reads it.
    pub machine: TextMachine,
    /// The violations of its clocks and drivers.
    pub structure: Structure,
}

/// Reads Verilog twice, as a netlist and, by yosys, as a state machine: registers become latches, memories and enables become
/// logic. The machine has no clocks; the structure lists the errors in those of the text.
///
/// Error: text that is not in the language, ports other than expected, a combinational loop, or a difference between the readings.
pub fn read_back(sources: &[SourceText], top: &str, expected: &Expected) -> Result<ReadBack, ExternalError> {
    let failed = ExternalError::Failed;
    let mut design = reader::read(sources, top, &expected.cells).map_err(|refused| failed(refused.to_string()))?;
    expected.rename(&mut design);
    let flat = Flat::new(&design).map_err(|error| failed(error.to_string()))?;
    expected.has_ports(&flat).map_err(failed)?;
    let machine = by_yosys(sources, top, expected)?;
    agree(&NetlistMachine(&flat), &machine)
        .map_err(|why| failed(format!("lanesmith and yosys read the text differently: {why}")))?;
    Ok(ReadBack {
        structure: of_netlist(&flat, expected),
        flat,
        machine,
    })
}

fn by_yosys(sources: &[SourceText], top: &str, expected: &Expected) -> Result<TextMachine, ExternalError> {
    let failed = ExternalError::Failed;
    let directory = Scratch::new().map_err(|error| failed(error.to_string()))?;
    let write = |name: &str, text: &str| {
        std::fs::write(directory.path().join(name), text).map_err(|error| failed(error.to_string()))
    };
    let name = |i: usize| format!("source_{i}.v");
    for (i, source) in sources.iter().enumerate() {
        write(&name(i), &source.text)?;
    }
    write("rows.v", ROWS)?;
    write("resets.v", RESETS)?;
    // yosys knows the cells of a device by itself.
    let cells = expected.cells.iter().filter_map(|module| module.cell.as_ref());
    let families: BTreeSet<&String> = cells.map(|cell| &cell.family).collect();
    let known = families
        .iter()
        .map(|family| format!("read_verilog -defer +/{family}/cells_sim.v; "));
    let text = (0..sources.len()).map(|i| format!("read_verilog {}; ", name(i)));
    let read: String = known.chain(text).collect();
    let script = format!(
        "{read} hierarchy -purge_lib -check -top {top}; proc -norom; {KEEP}; flatten; opt_clean; \
         rename -wire t:$adff; techmap -map resets.v t:$adff; setattr -set keep 1 t:$*ff*; \
         memory_collect; memory_map; setattr -set keep 1 t:$*ff*; {TIDY}; techmap -map +/techmap.v -map rows.v; {TIDY}; \
         dffunmap; simplemap; {TIDY}; aigmap; opt_clean; write_aiger -symbols design.aig"
    );
    // Users know the files by their own names.
    let named = |error: ExternalError| match error {
        ExternalError::Failed(text) => {
            let files = sources.iter().enumerate();
            let text = files.fold(text, |text, (i, source)| text.replace(&name(i), &source.name));
            failed(text.trim_end().to_string())
        }
        missing => missing,
    };
    finish(directory.path(), "yosys", &["-q", "-p", &script]).map_err(named)?;
    let bytes = std::fs::read(directory.path().join("design.aig"));
    let bytes = bytes.map_err(|error| failed(format!("yosys wrote no graph: {error}")))?;
    let mut aiger = Aiger::read(&bytes).map_err(failed)?;
    for names in &mut aiger.latch_names {
        *names = names.replace(STATE, "");
    }
    Ok(TextMachine::new(aiger, expected))
}
