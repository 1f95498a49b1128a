//! The self-test of a unit on a board: the line of text of RTL and netlist has the signature of the golden model, and faults change it.

use crate::emission::{available, complaints, yosys_models};
use crate::other_flows::{run, tool};
use crate::program::{cases, lanesmith, lanesmith_line, names};
use crate::skip::skipped;
use lanesmith::board::{BOARDS, Stimulus};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

/// Clocks for a bit of the serial line, by board.
const DIVISORS: [(&str, u32); 2] = [("icebreaker", 104), ("ulx3s", 217)];

/// What a terminal shows of these files in Icarus Verilog.
fn terminal(folder: &Path, divisor: u32, files: &[String]) -> String {
    let testbench = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/tests/board_tb.v");
    let compile = Command::new("iverilog")
        .args([
            "-g2005",
            "-DNO_ICE40_DEFAULT_ASSIGNMENTS",
            "-o",
            "run",
            "-s",
            "board_tb",
        ])
        .arg(format!("-Pboard_tb.DIVISOR={divisor}"))
        .arg(testbench)
        .args(files)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(compile.status.success(), "{}", String::from_utf8_lossy(&compile.stderr));
    let run = Command::new("vvp").arg("run").current_dir(folder).output().unwrap();
    String::from_utf8_lossy(&run.stdout).into_owned()
}

/// Runs `lanesmith board`, and returns the signature that it prints.
fn generate(folder: &Path, options: &str) -> String {
    let (status, out, err) = lanesmith_line(folder, &format!("board --out . {options}"));
    assert_eq!(status, 0, "{options}: {out}{err}");
    let signature = out.split_once("signature ").unwrap().1;
    signature.lines().next().unwrap().to_owned()
}

fn sources(folder: &Path) -> Vec<String> {
    let is_source = |name: &String| name.ends_with(".v") && name != "board_netlist.v";
    names(folder).into_iter().filter(is_source).collect()
}

#[test]
fn the_signature_of_the_hardware_is_that_of_the_golden_model() {
    if !available("iverilog") {
        return;
    }
    for ((board, divisor), options) in [
        (DIVISORS[0], "--vset --dot"),
        (DIVISORS[1], "--reset-active low --latency 0"),
        (DIVISORS[0], "--module video_scalar --mad"),
        (DIVISORS[1], "--module byte_permute"),
    ] {
        let folder = tempdir().unwrap();
        let line = format!("--board {board} --sources-only --instructions 3000 {options}");
        let signature = generate(folder.path(), &line);
        let files = sources(folder.path());
        assert_eq!(complaints(folder.path(), "board", &files), "");
        let shown = terminal(folder.path(), divisor, &files);
        let end = format!(" 3000 results, signature {signature} PASS\r\n");
        assert!(shown.contains(&end), "{options}: {shown}");
        let leds = if board == "icebreaker" {
            "pass 0 fail 1"
        } else {
            "pass 1 fail 0"
        };
        assert!(shown.contains(leds), "{shown}");
    }
}

#[test]
fn a_fault_in_any_part_of_a_result_fails_the_test() {
    if !available("iverilog") {
        return;
    }
    for (file, right, wrong) in [
        (
            "video_alu.v",
            "assign out_d = core_d;",
            "assign out_d = core_d ^ (core_d[7:0] == 8'h7f);",
        ),
        (
            "video_alu_handshake.v",
            "assign out_tag = tag_4;",
            "assign out_tag = tag_1_q;",
        ),
        ("video_alu_handshake.v", "out_ready | ~out_valid", "1'b1"),
        (
            "video_alu_handshake.v",
            "valid_0_q <= in_valid",
            "valid_0_q <= in_valid & (in_tag != 8'd77)",
        ),
        ("merge_byte.v", "clamp ? ~negative", "clamp ? negative"),
    ] {
        let folder = tempdir().unwrap();
        generate(folder.path(), "--board icebreaker --sources-only --instructions 3000");
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(right).count(), 1, "{file}: {right}");
        fs::write(path, text.replace(right, wrong)).unwrap();
        let shown = terminal(folder.path(), 104, &sources(folder.path()));
        assert!(
            shown.contains(" FAIL\r\n") && shown.contains("pass 1 fail 0"),
            "{right}: {shown}"
        );
    }
}

/// A model of the memories of a netlist for ECP5, of which yosys has no model: 512 words of 36 bits, only read.
fn block_memory(netlist: &str) -> String {
    let start = netlist.find("  DP16KD #(").expect("a block memory");
    let instance = &netlist[start..][..netlist[start..].find(");\n").expect("its end")];
    let (parameters, ports) = instance.split_once("\n  ) ").expect("two lists");
    let names = |text: &str| -> Vec<String> {
        let names = text.split("\n    .").skip(1);
        names.map(|name| name.split('(').next().unwrap().to_owned()).collect()
    };
    let direction = |name: &String| match name.starts_with("DO") {
        true => format!("output reg {name}"),
        false => format!("input {name}"),
    };
    let bits = |prefix: &str, range: std::ops::Range<u32>| -> String {
        range
            .rev()
            .map(|bit| format!("{prefix}{bit}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let parameters: Vec<String> = names(parameters)
        .iter()
        .map(|name| format!("parameter {name} = 0"))
        .collect();
    let ports: Vec<String> = names(ports).iter().map(direction).collect();
    let rows: Vec<String> = (0..64).rev().map(|row| format!("INITVAL_{row:02X}")).collect();
    let (high, low, address) = (bits("DOB", 0..18), bits("DOA", 0..18), bits("ADB", 5..14));
    let mut text = format!(
        "module block_memory #(\n{}\n) (\n{}\n);\n",
        parameters.join(",\n"),
        ports.join(",\n")
    );
    write!(
        text,
        "wire [20479:0] all = {{{}}};
wire [8:0] address = {{{address}}};
initial if (DATA_WIDTH_B != 36 || REGMODE_A != \"NOREG\" || REGMODE_B != \"NOREG\") $display(\"another memory\");
always @(posedge CLKB) if (CEB) {{{high}, {low}}} <= {{all[40*address+20 +: 18], all[40*address +: 18]}};
endmodule
",
        rows.join(", ")
    )
    .unwrap();
    text
}

#[test]
#[ignore = "place and route takes minutes"]
fn the_netlist_behind_synthesis_has_the_same_signature() {
    if !available("iverilog") || !available("yosys") {
        return;
    }
    let Some(cells) = yosys_models() else {
        return skipped("the simulation models of yosys not found");
    };
    // Multipliers of iCE40 have a model.
    for ((board, divisor), (family, dsp)) in DIVISORS.into_iter().zip([("ice40", "--dsp"), ("ecp5", "")]) {
        let folder = tempdir().unwrap();
        let line = format!("board --board {board} --vset --dot {dsp} --instructions 2000 --out .");
        let mut command = tool(env!("CARGO_BIN_EXE_lanesmith"));
        let (succeeds, out) = run(command.args(line.split_whitespace()), folder.path());
        if out.contains("not found: ") {
            skipped(out.trim());
            continue;
        }
        assert!(succeeds, "{out}");
        let signature = out.split_once("signature ").unwrap().1.lines().next().unwrap();
        let netlist = fs::read_to_string(folder.path().join("board_netlist.v")).unwrap();
        let mut files = vec![
            "board_netlist.v".to_owned(),
            format!("{cells}/{family}/cells_sim.v"),
            format!("-I{cells}/{family}"),
        ];
        if family == "ecp5" {
            fs::write(folder.path().join("memory.v"), block_memory(&netlist)).unwrap();
            let netlist = netlist.replace("  DP16KD #(", "  block_memory #(");
            fs::write(folder.path().join("board_netlist.v"), netlist).unwrap();
            files.push("memory.v".into());
        }
        let shown = terminal(folder.path(), divisor, &files);
        assert!(
            shown.contains(&format!("signature {signature} PASS\r\n")),
            "{board}: {shown}"
        );
        assert!(
            names(folder.path())
                .iter()
                .any(|name| name == "board.bin" || name == "board.bit")
        );
    }
}

#[test]
fn the_stimulus_has_every_value_in_every_byte_and_corners_often() {
    let mut seen: HashMap<(usize, u32), BTreeSet<u8>> = HashMap::new();
    for case in Stimulus::new(&[0]).take(20_000) {
        for (operand, word) in case.operands.into_iter().enumerate() {
            for byte in 0..4 {
                let values = seen.entry((operand, byte)).or_default();
                values.insert((word >> (8 * byte)) as u8);
            }
        }
    }
    assert!(seen.len() == 12 && seen.values().all(|values| values.len() == 256));
    let zeros = Stimulus::new(&[0])
        .take(100_000)
        .filter(|case| case.operands[1] & 0xff == 0)
        .count();
    // An eighth, and a 256th of the random half.
    assert!((12_000..13_400).contains(&zeros), "{zeros}");
}

#[test]
fn bad_options_are_refused_and_nothing_is_written() {
    let folder = tempdir().unwrap();
    cases(
        folder.path(),
        "board => 2: --board
board --board de10 => 2: icebreaker, ulx3s
board --board ulx3s --module video_core => 2: video_alu
board --board ulx3s --instructions 0 => 2: --instructions
board --board ulx3s --out - => 2: folder",
    );
    assert_eq!(names(folder.path()), Vec::<String>::new());
    assert!(BOARDS.iter().all(|board| (2..=256).contains(&board.divisor())));
    let (status, out, _) = lanesmith(folder.path(), &["board", "--help"]);
    assert!(
        status == 0 && out.contains("iCE40 UP5K") && out.contains("ECP5-85F"),
        "{out}"
    );
}

#[test]
fn a_file_with_other_contents_is_replaced_only_on_request() {
    let folder = tempdir().unwrap();
    let pins = folder.path().join("board.pcf");
    fs::write(&pins, "set_io mine 1\n").unwrap();
    let line = "board --board icebreaker --module byte_permute --instructions 10 --sources-only --out .";
    cases(
        folder.path(),
        &format!("{line} => 2: board.pcf exists with other contents: --force replaces it"),
    );
    assert_eq!(names(folder.path()).len(), 1);
    assert_eq!(fs::read_to_string(&pins).unwrap(), "set_io mine 1\n");
    cases(folder.path(), &format!("{line} --force => 0\n{line} => 0"));
    assert!(fs::read_to_string(pins).unwrap().contains("set_io clk 35"));
}
