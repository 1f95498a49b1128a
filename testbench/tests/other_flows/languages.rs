//! Packages and wrappers in SystemVerilog and VHDL.

use super::{lanesmith, missing, run, tool};
use crate::skip::skipped;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// The fields of an instruction's control word, lowest first, and the word, as the command line encodes it.
fn encoded(instruction: &str, folder: &Path) -> (Vec<(String, u64, u32)>, u64) {
    let parsed = lanesmith::units::video::encoding::Control::encode(
        &lanesmith::ptx::parse(instruction, None).expect("an instruction"),
    );
    let fields = lanesmith::units::video::encoding::FIELDS.iter();
    let fields = fields.map(|field| (field.name.to_owned(), parsed.get(field.name), field.bits));
    let fields: Vec<_> = fields.collect();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let (good, said) = run(command.args(["encode", instruction]), folder);
    assert!(good, "{said}");
    let digits = said
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("0x"))
        .expect("a word");
    (fields, u64::from_str_radix(digits, 16).expect("a number"))
}

const INSTRUCTIONS: [(&str, &str); 3] = [
    ("vadd4.u32.u32.u32.sat r1, r2, r3, r4", "VADD LANES4 SATURATE"),
    (
        "vabsdiff2.s32.s32.s32.add r1, r2, r3, r4",
        "VABSDIFF LANES2 D_SIGNED A_SIGNED B_SIGNED ACCUMULATE",
    ),
    ("dp4a.s32.s32 r1, r2, r3, r4", "DP4A A_SIGNED B_SIGNED"),
];

#[test]
fn fields_and_words_of_the_systemverilog_package_make_the_word_that_the_encoder_makes() {
    if let Some(program) = missing(&["verilator"]) {
        return skipped(format_args!("{program} not found"));
    }
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path();
    lanesmith("generate --sv --vset --dot --out .", path);
    for (instruction, words) in INSTRUCTIONS {
        let (fields, word) = encoded(instruction, path);
        let fields = fields
            .iter()
            .map(|(name, value, bits)| format!("{name}: {bits}'d{value}"));
        let fields: Vec<String> = fields.collect();
        let words: Vec<String> = words.split(' ').map(|name| format!("video_alu_pkg::{name}")).collect();
        for (word, is_right) in [(word, true), (word ^ 1 << 20, false)] {
            let text = format!(
                "module check;\n  localparam video_alu_pkg::control_t FIELDS = '{{{}}};\n  if (FIELDS != 37'd{word}) \
                 $error(\"fields\");\n  if (({}) != 37'd{word}) $error(\"words\");\nendmodule\n",
                fields.join(", "),
                words.join(" | ")
            );
            fs::write(path.join("check.sv"), text).expect("writable");
            let mut command = tool("verilator");
            command.args(["--lint-only", "video_alu_pkg.sv", "check.sv", "--top-module", "check"]);
            let (good, said) = run(&mut command, path);
            assert_eq!(good, is_right, "{instruction}: {said}");
        }
    }
}

/// Every module, with its options.
const UNITS: [&str; 10] = [
    "",
    "--latency 0",
    "--reset async --reset-active low --prefix left",
    "--module byte_permute",
    "--core",
    "--module riscv_pcpi",
    "--module riscv_cv_x_if",
    "--module riscv_cv_x_if --cv-x-if 1.0",
    "--module neorv32_cfu",
    "--module brew_datapath",
];

/// The names of the files in a folder that end in this way.
fn ending(folder: &Path, end: &str) -> Vec<String> {
    let names = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(end));
    names
}

#[test]
fn systemverilog_wrappers_of_all_units_pass_verilator_without_a_warning() {
    if let Some(program) = missing(&["verilator"]) {
        return skipped(format_args!("{program} not found"));
    }
    for options in UNITS {
        let folder = tempdir().expect("a temporary folder");
        let path = folder.path();
        lanesmith(&format!("generate --sv --out . {options}"), path);
        let list = ending(path, ".f").pop().expect("a list");
        let top = list.trim_end_matches(".f");
        let mut command = tool("verilator");
        command.args(["--lint-only", "-Wall", "-f", &list]);
        command.args([format!("{top}_pkg.sv"), format!("{top}_wrapper.sv")]);
        let (good, said) = run(command.arg("--top-module").arg(format!("{top}_wrapper")), path);
        assert!(good && said.is_empty(), "{options}: {said}");
    }
}

#[test]
fn vhdl_of_all_units_is_analysed_and_elaborated_with_the_verilog_left_out() {
    if let Some(program) = missing(&["ghdl"]) {
        return skipped(format_args!("{program} not found"));
    }
    for options in UNITS {
        let folder = tempdir().expect("a temporary folder");
        let path = folder.path();
        lanesmith(&format!("generate --vhdl --out . {options}"), path);
        let list = ending(path, ".f").pop().expect("a list");
        let top = list.trim_end_matches(".f");
        let [package, wrapper] = ["pkg", "wrapper"].map(|part| format!("{top}_{part}.vhd"));
        let (good, said) = run(tool("ghdl").args(["-a", "--std=08", &package, &wrapper]), path);
        assert!(good && said.is_empty(), "{options}: {said}");
        let elaborated = format!("{top}_wrapper");
        let (good, said) = run(tool("ghdl").args(["-e", "--std=08", &elaborated]), path);
        assert!(good, "{options}: {said}");
    }
}

#[test]
fn fields_and_words_of_the_vhdl_package_make_the_word_that_the_encoder_makes() {
    if let Some(program) = missing(&["ghdl"]) {
        return skipped(format_args!("{program} not found"));
    }
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path();
    lanesmith("generate --vhdl --vset --dot --out .", path);
    for (instruction, words) in INSTRUCTIONS {
        let (fields, word) = encoded(instruction, path);
        let fields = fields.iter().map(|(name, value, bits)| match bits {
            1 => format!("{name} => '{value}'"),
            bits => format!("{name} => \"{value:0width$b}\"", width = *bits as usize),
        });
        let fields: Vec<String> = fields.collect();
        for (word, is_right) in [(word, true), (word ^ 1 << 20, false)] {
            let text = format!(
                "use work.video_alu_pkg.all;\nlibrary ieee;\nuse ieee.std_logic_1164.all;\nentity check is\nend \
                 entity;\narchitecture test of check is\nbegin\n  process is\n  begin\n    assert to_word(({})) = \
                 \"{word:037b}\" report \"fields\" severity failure;\n    assert ({}) = \"{word:037b}\" report \"words\" \
                 severity failure;\n    wait;\n  end process;\nend architecture;\n",
                fields.join(", "),
                words.replace(' ', " or ")
            );
            fs::write(path.join("check.vhd"), text).expect("writable");
            let (good, said) = run(
                tool("ghdl").args(["-a", "--std=08", "video_alu_pkg.vhd", "check.vhd"]),
                path,
            );
            assert!(good, "{said}");
            let (good, said) = run(tool("ghdl").args(["-e", "--std=08", "check"]), path);
            assert!(good, "{said}");
            let (good, said) = run(tool("ghdl").args(["-r", "--std=08", "check"]), path);
            assert_eq!(good, is_right, "{instruction}: {said}");
        }
    }
}
