//! The example program of `testbench/riscv/program/`, by the commands of each core's page, under interrupts.

use crate::skip::skipped;
use lanesmith::sim::EngineError;
use lanesmith::units::riscv::demo::{CoreSimulator, RiscvCore};
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::HEADER;
use std::path::Path;
use std::process::Command;

const FILES: [&str; 3] = ["crt0.S", "program.ld", "main.c"];

/// A file of the repository.
fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// A file of the example.
fn example(name: &str) -> String {
    text(&format!("testbench/riscv/program/{name}"))
}

/// The commands of the section about programs on the core's page.
fn commands(core: RiscvCore) -> [String; 3] {
    let name = format!("{core:?}").to_lowercase();
    let page = text(&format!("docs/riscv-{name}.md"));
    let (_, section) = page.split_once("\n## A program of one's own\n").expect("the section");
    let line = |program: &str| {
        let mut lines = section.lines().map(str::trim);
        let line = lines.find(|line| line.starts_with(program));
        line.unwrap_or_else(|| panic!("{program} on the page of {core:?}"))
            .to_owned()
    };
    ["lanesmith generate", "lanesmith header", "riscv64-unknown-elf-gcc"].map(line)
}

/// Words that are wrong, sums that are wrong, interrupts.
fn left(machine: &CoreSimulator, core: RiscvCore, main: &str) -> Vec<u32> {
    let texts = FILES.map(|name| {
        if name == "main.c" {
            main.to_owned()
        } else {
            example(name)
        }
    });
    let files: Vec<(&str, &str)> = FILES.into_iter().zip(texts.iter().map(String::as_str)).collect();
    let left = machine.compiled(&files, &commands(core)[2]);
    left.expect("a program that ends")
}

fn check(core: RiscvCore) {
    let machine = match CoreSimulator::with_interrupts(core, 1) {
        Err(EngineError::Unavailable(why)) => return skipped(why),
        machine => machine.expect("a machine"),
    };
    let main = &example("main.c");
    let [wrong_words, wrong_sums, interrupts] = left(&machine, core, main)[..] else {
        panic!("three words");
    };
    println!("{core:?}: {interrupts} interrupts");
    assert_eq!([wrong_words, wrong_sums], [0, 0]);
    assert!(interrupts > 100, "{interrupts} interrupts");
    // A handler that does not give the state back is found.
    let careless = main.replace("    lanesmith_restore(state);\n", "    (void)state;\n");
    assert_ne!(careless, *main);
    let [wrong_words, wrong_sums, _] = left(&machine, core, &careless)[..] else {
        panic!("three words");
    };
    assert!(
        wrong_words > 0 && wrong_sums > 0,
        "{wrong_words} words, {wrong_sums} sums"
    );
    // As is a header for another unit. The program then ends at once, which the machine of CV32E40X takes for a trap, as it
    // wants to see killed instructions.
    if core == RiscvCore::Cv32e40x {
        return;
    }
    let features = core.unit(1).features;
    let header = c_header(&features, "a test");
    let version = features.version_word();
    for (name, other) in [
        ("another version", version ^ 3),
        ("another part", version | 1 << 16),
        ("another opcode", version ^ 1 << 14),
    ] {
        let line = |version| format!("#define LANESMITH_VERSION {version:#x}u");
        let other = header.replace(&line(version), &line(other));
        assert_ne!(other, header);
        let texts = FILES.map(example);
        let files = FILES.into_iter().zip(texts.iter().map(String::as_str));
        let files: Vec<(&str, &str)> = files.chain([(HEADER, other.as_str())]).collect();
        let left = machine
            .compiled(&files, &commands(core)[2])
            .expect("a program that ends");
        assert_eq!(left, [0xbad], "{name}");
    }
}

#[test]
fn on_picorv32_the_pages_commands_make_a_program_that_is_right_under_interrupts() {
    check(RiscvCore::Picorv32);
}

#[test]
fn on_vexriscv_the_pages_commands_make_a_program_that_is_right_under_interrupts() {
    check(RiscvCore::Vexriscv);
}

#[test]
fn on_cv32e40x_the_pages_commands_make_a_program_that_is_right_under_interrupts() {
    check(RiscvCore::Cv32e40x);
}

#[test]
fn the_first_two_commands_of_each_page_write_a_unit_and_its_header() {
    for core in RiscvCore::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        for command in &commands(core)[..2] {
            let output = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
                .args(command.split_whitespace().skip(1))
                .current_dir(folder.path())
                .output()
                .expect("a run");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "{command}: {said}");
        }
        let header = std::fs::read_to_string(folder.path().join("lanesmith.h")).expect("a header");
        let opcode = core.unit(1).features.opcode.bits();
        assert!(
            header.contains(&format!("#define LANESMITH_OPCODE {opcode:#x}u")),
            "{core:?}"
        );
        assert!(
            header.contains("(dp4a_s32_s32, ") && header.contains("(vset4_u32_u32_ge, "),
            "{core:?}"
        );
    }
}
