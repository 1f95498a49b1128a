//! The scalar video instructions by hand, `testbench/qor/scalar.v`: it computes what the vectors say, at every latency.

use crate::emission::{available, run};
use lanesmith::ptx::ScalarInstruction;
use lanesmith::units::scalar::encoding::encode;
use lanesmith::vectors::Table;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Offers the rows of `rows.hex` in order and compares results and tags; both sides of the handshake stall at random.
const BENCH: &str = "module bench;
  parameter LATENCY = 1, MAD = 0, ROWS = 1;
  reg clock = 0, reset = 1, in_valid = 0, out_ready = 0;
  reg [147:0] rows [0:ROWS-1];
  reg [147:0] row = 0;
  wire in_ready, out_valid;
  wire [31:0] d;
  wire [7:0] tag;
  integer offered = 0, received = 0;
  video_scalar #(LATENCY, MAD) unit (clock, reset, in_valid, in_ready, row[147:128], row[127:96], row[95:64], row[63:32],
    offered[7:0], out_valid, out_ready, d, tag);
  initial begin
    $readmemh(\"rows.hex\", rows);
    repeat (3) @(negedge clock);
    reset = 0;
  end
  always #1 clock = ~clock;
  always @(negedge clock) if (!reset) begin
    out_ready = $random & 3;
    if (!in_valid && offered < ROWS && ($random & 3)) begin
      in_valid = 1;
      row = rows[offered];
    end
  end
  always @(posedge clock) if (!reset) begin
    if (out_valid && out_ready) begin
      if (d !== rows[received][31:0] || tag !== received[7:0])
        $display(\"row %0d: d %h, tag %h\", received, d, tag);
      received = received + 1;
      if (received == ROWS) begin
        $display(\"%0d rows\", received);
        $finish;
      end
    end
    if (in_valid && in_ready) begin
      in_valid <= 0;
      offered <= offered + 1;
    end
  end
endmodule
";

/// The rows of the vector file for the bench, a line each; with or without `vmad`.
fn rows(with_mad: bool) -> Vec<String> {
    let path = Path::new(ROOT).join("src/units/vectors/ptx_scalar.csv");
    let table = Table::read(&path).expect("readable");
    let number = |cell: &str| u32::from_str_radix(cell.trim_start_matches("0x"), 16).expect("a number");
    let rows = (0..table.len()).filter(|row| with_mad || !table.cell(*row, 0).starts_with("vmad"));
    rows.map(|row| {
        let instruction = ScalarInstruction::parse(table.cell(row, 0), None).expect("legal");
        let mut line = format!("{:05x}", encode(&instruction));
        for column in 1..5 {
            write!(line, "{:08x}", number(table.cell(row, column))).expect("a string takes everything");
        }
        line
    })
    .collect()
}

/// What the bench prints about a Verilog text on these rows.
fn printed(text: &str, rows: &[String], latency: u32, mad: u32) -> String {
    let folder = tempdir().expect("a temporary folder");
    for (name, text) in [("scalar.v", text), ("bench.v", BENCH), ("rows.hex", &rows.join("\n"))] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    let parameters = [
        format!("-Pbench.LATENCY={latency}"),
        format!("-Pbench.MAD={mad}"),
        format!("-Pbench.ROWS={}", rows.len()),
        "bench.v".to_owned(),
        "scalar.v".to_owned(),
    ];
    let compile = ["iverilog", "-g2005", "-s", "bench", "-o", "run"];
    let (good, text) = run(folder.path(), &compile, &parameters);
    assert!(good, "{text}");
    let (good, text) = run(folder.path(), &["vvp", "-n", "run"], &[]);
    assert!(good, "{text}");
    text
}

#[test]
#[ignore = "takes a minute, and is about the file to which docs/numbers.md compares the unit's size"]
fn the_scalar_instructions_by_hand_compute_every_row_of_the_vectors_at_every_latency() {
    if !available("iverilog") {
        return;
    }
    let source = fs::read_to_string(Path::new(ROOT).join("testbench/qor/scalar.v")).expect("readable");
    for (mad, count) in [(0, 9_271), (1, 12_000)] {
        let rows = rows(mad == 1);
        assert_eq!(rows.len(), count);
        for latency in 1..=4 {
            let said = printed(&source, &rows, latency, mad);
            assert_eq!(said, format!("{count} rows\n"), "latency {latency}, MAD {mad}");
        }
    }
    let wrong = source.replace("{b[32], b, subtract}", "{b[32], b, 1'b0}");
    let said = printed(&wrong, &rows(true)[..2_000], 2, 1);
    assert!(said.lines().count() > 1, "a wrong subtraction is found: {said}");
}
