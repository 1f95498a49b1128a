//! Packages in SystemVerilog and VHDL, and units in VHDL.

use super::{lanesmith, missing, run, tool};
use crate::skip::skipped;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::{EngineKind, Port, PortDirection};
use lanesmith::unit::Selection;
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

/// Every module, most of them with options.
const UNITS: [&str; 9] = [
    "",
    "--reset async --reset-active low --prefix left",
    "--module byte_permute",
    "--core",
    "--module riscv_cv_x_if --cv-x-if 1.0 --issue-register-split --encoding both --dot --vxsat",
    "--module riscv_cfu --scalar --mad --latency 2",
    "--module neorv32_cfu --encoding p --latency 1",
    "--device ecp5 --latency 1",
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
fn a_unit_without_a_control_word_has_no_package_in_systemverilog() {
    let folder = tempdir().expect("a temporary folder");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.args(["generate", "--module", "riscv_pcpi", "--sv", "--out", "."]);
    let (good, said) = run(&mut command, folder.path());
    assert!(
        !good && said.contains("riscv_pcpi does not have the option --sv"),
        "{said}"
    );
}

/// The configuration of these options of `generate`, without a prefix.
fn selection(options: &str) -> Selection {
    let mut entry = &lanesmith::units::video::ALU;
    let mut given = vec![];
    let mut words = options.split_whitespace().peekable();
    while let Some(option) = words.next() {
        let word = words.next_if(|word| !word.starts_with("--")).unwrap_or_default();
        match option {
            "--module" => entry = lanesmith::units::entry(word).expect("a module"),
            "--core" => entry = &lanesmith::units::video::CORE,
            "--prefix" => {}
            option => given.push((&option[2..], word)),
        }
    }
    Selection::of_options(entry, given).expect("a configuration")
}

/// A testbench: it reads inputs and expected outputs of each clock, and prints how many bits it compared. Bits that are undefined in VHDL are
/// not compared.
fn testbench(top: &str, ports: &[Port]) -> String {
    let is_input = |port: &&Port| port.direction == PortDirection::Input;
    let signal = |port: &Port| match port.width {
        1 => format!("  signal {} : std_logic := '0';\n", port.name),
        width => format!("  signal {} : std_logic_vector({} downto 0);\n", port.name, width - 1),
    };
    let word = |port: &Port| match port.width {
        1 => "word(0)".to_owned(),
        width => format!("word({} downto 0)", width - 1),
    };
    let signals: String = ports.iter().map(signal).collect();
    let connected: String = ports.iter().map(|port| format!("{0} => {0}, ", port.name)).collect();
    let sets = ports.iter().filter(is_input);
    let sets: String = sets
        .map(|port| format!("      hread(row, word);\n      {} <= {};\n", port.name, word(port)))
        .collect();
    let gets = ports.iter().filter(|port| !is_input(port));
    let gets: String = gets
        .map(|port| {
            let (port, word, width) = (&port.name, word(port), port.width);
            format!(
                "      hread(row, word);\n      if not is_x({port}) then\n        count := count + {width};\n        assert {port} = \
                 {word} report \"{port} in clock \" & integer'image(time) severity failure;\n      end if;\n"
            )
        })
        .collect();
    format!(
        "library ieee;\nuse ieee.std_logic_1164.all;\nuse std.textio.all;\nuse work.{top}_pkg.all;\nentity check is\nend \
         entity;\narchitecture test of check is\n{signals}  signal clock : std_logic := '0';\nbegin\n  unit : component {top} port map \
         ({connected}clock => clock);\n  process is\n    file clocks : text open read_mode is \"clocks.txt\";\n    variable row : \
         line;\n    variable word : std_logic_vector(63 downto 0);\n    variable count, time : integer := 0;\n  begin\n    while not \
         endfile(clocks) loop\n      readline(clocks, row);\n{sets}      wait for 1 ns;\n{gets}      clock <= '1';\n      wait for 1 \
         ns;\n      clock <= '0';\n      time := time + 1;\n    end loop;\n    report \"compared \" & integer'image(count);\n    \
         wait;\n  end process;\nend architecture;\n"
    )
}

/// Inputs and outputs of a unit in the native engine, a line for each clock. Inputs are random, half of them those of the clock before; the
/// words of instructions mostly have an opcode of the RISC-V units.
fn clocks(selection: &Selection) -> (Vec<Port>, String) {
    const CLOCKS: usize = 600;
    let mut engine = selection.unit().engine(EngineKind::Native, false).expect("an engine");
    let ports = engine.ports().to_vec();
    let mut random = Random::new(3);
    let mut text = String::new();
    for clock in 0..CLOCKS {
        let hold = random.below(2) == 0 && clock > 3;
        let mut values = vec![];
        for (i, port) in ports
            .iter()
            .enumerate()
            .filter(|(_, port)| port.direction == PortDirection::Input)
        {
            let is_word = port.width == 32 && (port.name.contains("ins") || port.name == "instruction");
            let opcode = [0x0b, 0x2b, 0x3b, 0x1b, 0x73][random.below(5) as usize];
            let value = match &port.name[..] {
                "reset" => u64::from(clock < 3 || random.below(64) == 0),
                "reset_n" => u64::from(clock >= 3 && random.below(64) > 0),
                _ if hold => engine.get(i),
                _ if is_word && random.below(4) > 0 => random.bits() & !0x7f | opcode,
                _ => random.bits(),
            };
            let value = value & (!0 >> (64 - port.width));
            engine.set(i, value);
            values.push(value);
        }
        engine.settle();
        let outputs = ports
            .iter()
            .enumerate()
            .filter(|(_, port)| port.direction == PortDirection::Output);
        values.extend(outputs.map(|(i, _)| engine.get(i)));
        engine.tick();
        let values: Vec<String> = values.iter().map(|value| format!("{value:016X}")).collect();
        text += &(values.join(" ") + "\n");
    }
    (ports, text)
}

#[test]
fn all_units_in_vhdl_do_in_ghdl_what_the_native_engine_does() {
    if let Some(program) = missing(&["ghdl"]) {
        return skipped(format_args!("{program} not found"));
    }
    for options in UNITS {
        let folder = tempdir().expect("a temporary folder");
        let path = folder.path();
        lanesmith(&format!("generate --vhdl --out . {options}"), path);
        let list = ending(path, ".f").pop().expect("a list");
        let top = list.trim_end_matches(".f");
        let (ports, text) = clocks(&selection(options));
        fs::write(path.join("clocks.txt"), text).expect("writable");
        fs::write(path.join("check.vhd"), testbench(top, &ports)).expect("writable");
        // Undefined words would decide conditions.
        let unit = path.join(format!("{top}.vhd"));
        let defined = fs::read_to_string(&unit).expect("VHDL");
        let defined = defined.replace(" words\\;\n", " words\\ := (others => (others => '0'));\n");
        fs::write(&unit, defined).expect("writable");
        let files = ["_pkg", ""].map(|part| format!("{top}{part}.vhd"));
        let (good, said) = run(
            tool("ghdl").args(["-a", "--std=08"]).args(&files).arg("check.vhd"),
            path,
        );
        assert!(good && said.is_empty(), "{options}: {said}");
        let (good, said) = run(tool("ghdl").args(["-e", "--std=08", "check"]), path);
        assert!(good, "{options}: {said}");
        let (good, said) = run(
            tool("ghdl").args(["-r", "--std=08", "check", "--ieee-asserts=disable"]),
            path,
        );
        let count = said
            .rsplit("compared ")
            .next()
            .and_then(|count| count.trim().parse::<u32>().ok());
        assert!(good && count.is_some_and(|count| count > 5_000), "{options}: {said}");
        println!("{options}: {count:?} bits");
    }
}

#[test]
fn a_wrong_operator_in_vhdl_is_found() {
    if let Some(program) = missing(&["ghdl"]) {
        return skipped(format_args!("{program} not found"));
    }
    let folder = tempdir().expect("a temporary folder");
    let path = folder.path();
    lanesmith("generate --vhdl --out . --latency 0", path);
    let (ports, text) = clocks(&selection("--latency 0"));
    fs::write(path.join("clocks.txt"), text).expect("writable");
    fs::write(path.join("check.vhd"), testbench("video_alu", &ports)).expect("writable");
    let unit = fs::read_to_string(path.join("video_alu.vhd")).expect("VHDL");
    let (head, body) = unit.split_once("\nbegin\n").expect("a body");
    fs::write(
        path.join("video_alu.vhd"),
        format!("{head}\nbegin\n{}", body.replace(" + ", " - ")),
    )
    .expect("writable");
    let files = ["video_alu_pkg.vhd", "video_alu.vhd", "check.vhd"];
    assert!(run(tool("ghdl").args(["-a", "--std=08"]).args(files), path).0);
    assert!(run(tool("ghdl").args(["-e", "--std=08", "check"]), path).0);
    let (good, said) = run(
        tool("ghdl").args(["-r", "--std=08", "check", "--ieee-asserts=disable"]),
        path,
    );
    assert!(!good && said.contains("in clock"), "{said}");
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
