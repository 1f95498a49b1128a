//! Emitted Verilog under Icarus Verilog, whose registers start unknown: after reset no output that counts is unknown, and
//! a reset in the middle of traffic recovers.

use crate::skip::skipped;
use lanesmith::unit::Selection;
use lanesmith::unit::Unit;
use lanesmith::units::shipped;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::units::video::testbench::{RandomCases, VideoCase};
use lanesmith::units::video::{ALU, Video};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// As many as there are tags, so that a tag names its case.
const CASES: usize = 256;

/// Feeds the cases from a file with stalls, resets at the start and again in traffic, and prints each result.
fn bench_text(config: &VideoConfig) -> String {
    let (reset, on, off) = match config.reset.active_low {
        true => ("reset_n", 0, 1),
        false => ("reset", 1, 0),
    };
    format!(
        "
module bench;
  reg clock = 0, reset = {off};
  reg [140:0] cases [0:{last}];
  reg [31:0] noise = 32'h1234_5678;
  integer next = 0, cycle = 0;
  reg in_valid = 0, out_ready = 0;
  wire in_ready, out_valid;
  wire [31:0] out_d;
  wire [7:0] out_tag;
  wire [140:0] now = cases[next % {count}];
  video_alu dut (.clock(clock), .{reset}(reset), .in_valid(in_valid), .in_ready(in_ready), .in_control(now[140:104]),
    .in_a(now[103:72]), .in_b(now[71:40]), .in_c(now[39:8]), .in_tag(now[7:0]),
    .out_valid(out_valid), .out_ready(out_ready), .out_d(out_d), .out_tag(out_tag));
  always #5 clock = ~clock;
  initial $readmemh(\"cases.hex\", cases);
  always @(negedge clock) begin
    cycle = cycle + 1;
    noise = {{noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]}};
    reset <= (cycle >= 5 && cycle < 8) || (cycle >= 300 && cycle < 302) ? {on} : {off};
    if (cycle == 301) $display(\"reset\");
    in_valid <= cycle >= 9 && next < {count} && cycle != 300 && cycle != 301 && noise[3:0] != 0;
    // Before the reset nothing moves, so that unknown state can't leave by itself.
    out_ready <= cycle >= 8 && noise[5:4] != 0;
    if (cycle == 2000) $finish;
  end
  always @(posedge clock) if (cycle >= 8 && !(cycle >= 300 && cycle < 302)) begin
    if ((^{{in_ready, out_valid}}) === 1'bx) $display(\"unknown handshake in cycle %0d\", cycle);
    if (out_valid && (^{{out_d, out_tag}}) === 1'bx) $display(\"unknown result in cycle %0d\", cycle);
    if (in_valid && in_ready) next = next + 1;
    if (out_valid && out_ready) $display(\"%h %h\", out_tag, out_d);
  end
endmodule
",
        last = CASES - 1,
        count = CASES
    )
}

/// What the simulation printed, or `None` where there is no Icarus Verilog.
pub fn simulate(selection: &Selection, bench: &str, cases: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let mut sources = vec!["bench.v".to_string()];
    for file in selection
        .files()
        .unwrap()
        .iter()
        .filter(|file| file.name.ends_with(".v"))
    {
        write(&file.name, &file.text);
        sources.push(file.name.clone());
    }
    write("bench.v", bench);
    write("cases.hex", cases);
    let run = |tool: &str, arguments: &[String]| {
        let output = Command::new(tool)
            .args(arguments)
            .current_dir(Path::new(folder.path()))
            .output()
            .ok()?;
        assert!(
            output.status.success(),
            "{tool}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Some(String::from_utf8(output.stdout).unwrap())
    };
    let options = ["-g2005", "-o", "bench.vvp"].map(String::from).to_vec();
    run("iverilog", &[options, sources].concat())?;
    run("vvp", &["bench.vvp".into()])
}

fn check(config: VideoConfig) {
    let cases: Vec<_> = RandomCases::new(config, 3).take(CASES).collect();
    let mut text = String::new();
    for (case, tag) in cases.iter().zip(0u8..=255) {
        let (control, [a, b, c]) = (case.control, case.operands);
        let low = u128::from(a) << 72 | u128::from(b) << 40 | u128::from(c) << 8 | u128::from(tag);
        // 141 bits are more than one number holds.
        let _ = writeln!(text, "{:010x}{:026x}", control, low);
    }
    let selection = Video::alu(config).selection();
    let Some(printed) = simulate(&selection, &bench_text(&config), &text) else {
        skipped("iverilog not found");
        return;
    };
    let name = selection.name();
    let mut results = 0;
    let mut last = None;
    for line in printed.lines() {
        if line == "reset" {
            last = None;
            continue;
        }
        let (tag, d) = line.split_once(' ').unwrap_or_else(|| panic!("{name}: {line}"));
        let parse = |digits: &str| u32::from_str_radix(digits, 16).unwrap_or_else(|_| panic!("{name}: {line}"));
        let (tag, d) = (parse(tag), parse(d));
        let case = &cases[tag as usize];
        assert_eq!(d, case.result::<Video>(), "{name}: {}", case.instruction());
        assert!(
            last.is_none_or(|last| tag == last + 1),
            "{name}: tag {tag} after {last:?}"
        );
        last = Some(tag);
        results += 1;
    }
    // A reset loses what is in flight, at most one instruction per stage, and nothing else.
    let lost = CASES - results;
    let most = config.latency as usize;
    assert!((most.min(1)..=most).contains(&lost), "{name}: {lost} instructions lost");
    assert_eq!(last, Some(255), "{name}");
}

#[test]
fn after_reset_nothing_unknown_comes_out_and_a_reset_in_traffic_loses_only_what_is_in_flight() {
    let mut configs: Vec<VideoConfig> = shipped()
        .into_iter()
        .filter(|selection| selection.module() == ALU.module)
        .filter_map(|selection| Some(Video::of(&selection)?.config()))
        .collect();
    let mut other = VideoConfig::full(3);
    (other.reset.asynchronous, other.reset.active_low) = (true, true);
    configs.push(other);
    configs.into_iter().for_each(check);
}
