//! The reader of Verilog text against the writer, yosys and two simulators: all that it accepts means the same to all.

use crate::emission::{Emitted, available, expected, random, simulate, simulate_in_verilator, stimulus};
use crate::settings::first_seed;
use lanesmith::netlist::{Design, ResetStyle};
use lanesmith::prove::Expected;
use lanesmith::prove::external::ExternalError;
use lanesmith::prove::read_back::read_back;
use lanesmith::prove::reader::read;
use lanesmith::sim::testbench::Random;
use lanesmith::text::sources::SourceText;
use lanesmith::verilog::{Banner, emit};

fn source(name: &str, text: &str) -> SourceText {
    SourceText {
        name: name.into(),
        text: text.into(),
    }
}

#[test]
fn what_the_writer_writes_of_random_designs_is_read_with_the_same_function() {
    for seed in first_seed()..first_seed() + 60 {
        let design = random::design(seed);
        let files = emit(&design, &Banner::default());
        let sources: Vec<SourceText> = files.iter().map(|file| source(&file.name, &file.text)).collect();
        let read = read(&sources, &design.top_module().name, &[]);
        let read = read.unwrap_or_else(|refused| panic!("LANESMITH_SEED={seed}: {refused}"));
        let stimulus = stimulus(&design, 60, &mut Random::new(seed));
        assert_eq!(
            expected(&read, &stimulus),
            expected(&design, &stimulus),
            "LANESMITH_SEED={seed}"
        );
    }
}

/// A module with every construct of the language, and one that it instantiates.
const BASE: &str = "\
module top_name (
  input  wire clock,
  input  wire reset,
  input  wire [7:0] a,
  input  wire [7:0] b,
  output wire [7:0] q,
  output reg  [3:0] r
);
  localparam SIGN = 7;
  localparam [1:0] MODE_ADD = 2'd1;
  wire [7:0] sum = a + b + 8'h1;
  wire [3:0] part_y;
  reg [7:0] chosen;
  reg [3:0] count_q;
  reg [7:0] words [0:3];
  wire [7:0] word;
  always @* begin
    case (a[1:0])
      MODE_ADD, 2'b10: chosen = sum;
      2'b11: chosen = (a < b) ? a - b : {a[3:0], b[SIGN:4]};
      default: chosen = ~(a ^ b) | {8{b[0]}};
    endcase
  end
  assign q = (part_y == count_q) ? chosen : word >> b[2:0];
  part_name part (
    .x (a[6 +: 2]),
    .z ({b[1:0], 1'b1}),
    .y (part_y)
  );
  always @(posedge clock) begin
    if (reset) begin
      r <= 4'b0000;
      count_q <= 4'd3;
    end else if (a[SIGN] & ~b[0]) begin
      r <= part_y * count_q;
      count_q <= count_q - 4'd1;
    end
  end
  always @(posedge clock) begin
    if (b[1]) begin
      words[a[1:0]] <= sum;
    end
  end
  assign word = words[b[7:6]];
endmodule
module part_name (
  input  wire [1:0] x,
  input  wire [2:0] z,
  output wire [3:0] y
);
  wire odd = ^x;
  assign y = {1'b0, z} + {2'b00, x} + {3'b000, odd};
endmodule
";

/// Tokens of this and other languages that mutants may contain.
const FOREIGN: &str = "signed - ! && || === <<< >>> ** / % ~& ~^ ? : x 1'bx 4'sd7 15 'h3 3'o7 32'hffffffff integer initial casez \
                       negedge = <= #1 wire reg , ; ( ) { } [ ] $signed";

/// A text with one to three random edits of its words and signs.
fn mutant(rng: &mut Random) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '\'');
    let mut tokens: Vec<&str> = vec![];
    let mut rest = BASE;
    while let Some(first) = rest.chars().next() {
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        tokens.push(&rest[..end]);
        rest = &rest[end..];
    }
    let foreign: Vec<&str> = FOREIGN.split(' ').collect();
    for _ in 0..1 + rng.below(3) {
        let at = rng.below(tokens.len() as u32) as usize;
        let other = tokens[rng.below(tokens.len() as u32) as usize];
        match rng.below(5) {
            0 => tokens[at] = "",
            1 => tokens[at] = other,
            2 => tokens.insert(at, other),
            3 => tokens[at] = rng.pick(&foreign),
            _ => {
                let next = (at + 2) % tokens.len();
                tokens.swap(at, next);
            }
        }
    }
    tokens.concat()
}

/// The mutants among `count` that the reader accepts, in one design whose top instantiates them all.
fn accepted(count: u32, seed: u64) -> (String, u32) {
    let mut rng = Random::new(seed);
    let (mut modules, mut ports, mut instances, mut number) = (String::new(), String::new(), String::new(), 0);
    for _ in 0..count {
        let text = mutant(&mut rng);
        let Ok(design) = read(&[source("mutant.v", &text)], "top_name", &[]) else {
            continue;
        };
        let base = read(&[source("base.v", BASE)], "top_name", &[]).expect("it is read");
        let has_ports = |design: &Design| -> Vec<(String, u32)> {
            let ports = design.top_module().ports();
            ports.map(|(_, net)| (net.name.clone(), net.width)).collect()
        };
        // Simulators show unknown bits for words that are not there.
        let whole = design
            .modules
            .iter()
            .flat_map(|module| &module.memories)
            .all(|memory| memory.depth.is_power_of_two());
        if !whole || has_ports(&design) != has_ports(&base) || lanesmith::netlist::Flat::new(&design).is_err() {
            continue;
        }
        modules += &text
            .replace("top_name", &format!("top_{number}"))
            .replace("part_name", &format!("part_{number}"));
        ports += &format!(",\n  output wire [7:0] q_{number},\n  output wire [3:0] r_{number}");
        instances += &format!(
            "  top_{number} dut_{number} (.clock (clock), .reset (reset), .a (a), .b (b), .q (q_{number}), .r (r_{number}));\n"
        );
        number += 1;
    }
    let head = "module all_mutants (\n  input  wire clock,\n  input  wire reset,\n  input  wire [7:0] a,\n  input  wire [7:0] b";
    (format!("{modules}{head}{ports}\n);\n{instances}endmodule\n"), number)
}

/// Reads accepted mutants, and compares what they do with what other tools make of them.
fn compare(count: u32, seed: u64, verilator: bool) {
    let (text, number) = accepted(count, seed);
    assert!(
        number > count / 40,
        "LANESMITH_SEED={seed}: only {number} of {count} mutants are read"
    );
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mutants.v"), &text).unwrap();
    let design = read(&[source("mutants.v", &text)], "all_mutants", &[]).expect("it is read");
    match read_back(
        &[source("mutants.v", &text)],
        "all_mutants",
        &Expected::new(ResetStyle::default(), &design),
    ) {
        Ok(_) => {}
        Err(ExternalError::Unavailable(why)) => crate::skip::skipped(why),
        Err(ExternalError::Failed(why)) => panic!("LANESMITH_SEED={seed}: {why}"),
    }
    let stimulus = stimulus(&design, 100, &mut Random::new(seed));
    let emitted = Emitted {
        folder,
        names: vec!["mutants.v".into()],
    };
    let expected = expected(&design, &stimulus);
    if available("iverilog") {
        assert_eq!(
            simulate(&design, &emitted, &stimulus),
            expected,
            "Icarus, LANESMITH_SEED={seed}"
        );
    }
    if verilator && available("verilator") {
        assert_eq!(
            simulate_in_verilator(&design, &emitted, &stimulus),
            expected,
            "Verilator, LANESMITH_SEED={seed}"
        );
    }
}

#[test]
fn mutants_that_the_reader_accepts_mean_the_same_to_yosys_and_icarus() {
    compare(400, first_seed(), false);
}

#[test]
#[ignore = "takes minutes; the default suite has 400 mutants without Verilator"]
fn many_mutants_that_the_reader_accepts_mean_the_same_to_yosys_icarus_and_verilator() {
    for seed in first_seed()..first_seed() + 5 {
        compare(4_000, seed, true);
    }
}
