//! The file for the CFU Playground.

use super::header::compiler;
use crate::program::lanesmith_line_merged as lanesmith;
use lanesmith::sim::testbench::Random;
use lanesmith::units::riscv::encoding::{Features, Function, StateAccess};
use lanesmith::units::riscv::golden::UnitModel;
use std::fmt::Write;
use std::fs;

const GENERATE: &str = "generate --module riscv_cfu --latency 1 --vset --dot --cfu-playground --out .";

/// Offers the commands of `commands.hex`, each until it is taken, and prints the responses. The ports are those of the CFU
/// Playground's `cfu.v`.
const BENCH: &str = r#"
module bench;
  reg clk = 0, reset = 1;
  reg [73:0] commands [0:COUNT - 1];
  integer i = 0;
  wire cmd_ready, rsp_valid;
  wire [31:0] out;
  Cfu cfu (
    .cmd_valid(!reset), .cmd_ready(cmd_ready), .cmd_payload_function_id(commands[i][73:64]),
    .cmd_payload_inputs_0(commands[i][63:32]), .cmd_payload_inputs_1(commands[i][31:0]),
    .rsp_valid(rsp_valid), .rsp_ready(1'b1), .rsp_payload_outputs_0(out), .reset(reset), .clk(clk));
  initial begin
    $readmemh("commands.hex", commands);
    repeat (4) #1 clk = !clk;
    reset = 0;
    while (i < COUNT) begin
      #1 if (rsp_valid) $display("%08x", out);
      if (rsp_valid) begin clk = 1; #1 clk = 0; i = i + 1; end
      else begin clk = 1; #1 clk = 0; end
    end
    $finish;
  end
endmodule
"#;

#[test]
fn the_file_for_the_cfu_playground_is_a_module_cfu_that_answers_as_golden() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let (status, said) = lanesmith(folder, GENERATE);
    assert_eq!(status, 0, "{said}");
    let names: Vec<_> = fs::read_dir(folder).expect("readable").collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert_eq!(lanesmith(folder, &format!("{GENERATE} --check")).0, 0);
    let features = Features {
        third: false,
        ..Features::ALL
    };
    let (mut golden, mut random) = (UnitModel::new(features), Random::new(3));
    let mut commands = String::new();
    let mut wanted = vec![];
    for i in 0..500 {
        let function = match i % 5 {
            0 => Function::access(if random.flag() {
                StateAccess::SwapC
            } else {
                StateAccess::SwapConfiguration
            }),
            _ => Function(random.below(1 << 10)),
        };
        let [a, b] = [(); 2].map(|()| random.operand());
        let _ = writeln!(commands, "{:03x}{a:08x}{b:08x}", function.0);
        wanted.push(golden.execute(function.0, [a, b, 0]).rd);
    }
    fs::write(folder.join("commands.hex"), commands).expect("writable");
    fs::write(folder.join("bench.v"), BENCH.replace("COUNT", "500")).expect("writable");
    let Some((success, said)) = compiler("iverilog", folder, ["-g2005", "-o", "bench", "bench.v", "cfu.v"]) else {
        return;
    };
    assert!(success, "{said}");
    let (_, printed) = compiler("vvp", folder, ["bench"]).expect("beside iverilog");
    let lines = printed
        .lines()
        .filter_map(|line| u32::from_str_radix(line.trim(), 16).ok());
    assert_eq!(lines.collect::<Vec<_>>(), wanted);
}

#[test]
fn the_playground_s_file_is_of_vexriscv_s_unit_and_replaces_no_other_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("cfu.v"), "module Cfu; endmodule\n").expect("writable");
    for (line, why) in [
        (GENERATE, "lanesmith did not write"),
        (
            "generate --module riscv_pcpi --cfu-playground --out rtl",
            "riscv_pcpi does not have the option --cfu-playground",
        ),
    ] {
        let (status, said) = lanesmith(folder, line);
        assert!(status == 2 && said.contains(why), "{said}");
    }
}
