//! `cores run`: the commands of its help on the example program, and all ways in which a program ends.

use crate::skip::skipped;
use crate::{cores, missing, program};
use cores::RiscvCore;
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::{FeatureSet, HEADER};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The compiler's command of the help for a core.
fn compiler(core: RiscvCore) -> String {
    let (status, help, errors) = cores(Path::new("."), &["run", "--help"]);
    assert_eq!(status, Some(0), "{errors}");
    let (_, commands) = help.split_once("From C source to result").expect("the commands");
    let commands = commands.replace("\\\n", "");
    let command = commands
        .lines()
        .find(|line| line.trim().starts_with("riscv64-unknown-elf-gcc "));
    let command = command
        .expect("a command")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let [first, own] = [RiscvCore::Picorv32, core].map(|core| core.compiler().join(" "));
    assert!(command.contains(&first) && help.contains(&own), "{help}");
    command.replace(&first, &own)
}

/// A folder with the header of a core's unit and a program, compiled by the help's command. `None` and skipped without a compiler.
fn compiled(core: RiscvCore, main: &str, edit: impl Fn(String) -> String) -> Option<TempDir> {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    write(HEADER, &edit(c_header(&core.unit(1).features, "a test")));
    write("main.c", main);
    std::os::unix::fs::symlink(Path::new(ROOT).join("tools"), folder.path().join("tools")).expect("a link");
    let command = compiler(core);
    let mut words = command.split(' ');
    let mut compiler = Command::new(words.next().expect("the compiler"));
    if compiler.arg("--version").output().is_err() {
        skipped("riscv64-unknown-elf-gcc not found");
        return None;
    }
    let mut compiler = Command::new(compiler.get_program());
    let (status, _, errors) = program(compiler.args(words).current_dir(folder.path()));
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{command}");
    Some(folder)
}

/// Runs the program in a folder. `None` and skipped without Verilator or the core.
fn run(folder: &TempDir, core: RiscvCore, more: &[&str]) -> Option<(Option<i32>, String)> {
    let arguments = [&["run", "program.elf", "--core", core.name()], more].concat();
    let (status, out, errors) = cores(folder.path(), &arguments);
    match missing(&errors) {
        Some(why) => {
            skipped(why);
            None
        }
        None => Some((status, out + &errors)),
    }
}

fn example() -> String {
    fs::read_to_string(Path::new(ROOT).join("tools/cores/program/main.c")).expect("the example")
}

/// The number behind a name in the output.
fn printed(said: &str, name: &str) -> u32 {
    let (_, rest) = said
        .split_once(&format!("{name}: "))
        .unwrap_or_else(|| panic!("{name}: {said}"));
    rest.lines()
        .next()
        .and_then(|number| number.parse().ok())
        .expect("a number")
}

/// The example is right under interrupts; a handler that does not restore the unit's state is found, and so is the header of another unit.
fn check(core: RiscvCore) {
    let interrupts: &[&str] = match core {
        // It has a timer of its own.
        RiscvCore::Picorv32 => &[],
        RiscvCore::Vexriscv => &["--interrupts", "128"],
        RiscvCore::Cv32e40x => &["--interrupts", "32"],
    };
    let main = example();
    let play = |main: &str, edit: &dyn Fn(String) -> String| {
        let folder = compiled(core, main, edit)?;
        run(&folder, core, interrupts)
    };
    let Some((status, said)) = play(&main, &|header| header) else {
        return;
    };
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("the program ended with status 0"), "{said}");
    assert!(printed(&said, "interrupts") > 100, "{said}");
    let careless = main.replace("    lanesmith_restore(state);\n", "    (void)state;\n");
    assert_ne!(careless, main);
    let (status, said) = play(&careless, &|header| header).expect("the tools");
    assert_eq!(status, Some(1), "{said}");
    assert!(
        printed(&said, "wrong words") > 0 && printed(&said, "wrong sums") > 0,
        "{said}"
    );
    let version = core.unit(1).features.version_word();
    for other in [version ^ 3, version | 1 << 16, version ^ 1 << 14] {
        let line = |version| format!("#define LANESMITH_VERSION {version:#x}u");
        let edit = |header: String| {
            assert!(header.contains(&line(version)));
            header.replace(&line(version), &line(other))
        };
        let (status, said) = play(&main, &edit).expect("the tools");
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("lanesmith.h is the header of another unit"), "{said}");
    }
}

#[test]
fn on_picorv32_the_commands_make_a_program_that_is_right_under_interrupts() {
    check(RiscvCore::Picorv32);
}

#[test]
#[ignore = "builds a core"]
fn on_vexriscv_the_commands_make_a_program_that_is_right_under_interrupts() {
    check(RiscvCore::Vexriscv);
}

#[test]
#[ignore = "builds a core"]
fn on_cv32e40x_the_commands_make_a_program_that_is_right_under_interrupts() {
    check(RiscvCore::Cv32e40x);
}

/// Programs that end otherwise, and what is said about them.
const ENDS: [(&str, &str); 6] = [
    ("return 3;", "the program ended with status 3"),
    (
        "__asm__ volatile(\".word 0x57\"); return 0;",
        "illegal instruction (cause 2)",
    ),
    (
        "__asm__ volatile(\"lw a0, 2(zero)\"); return 0;",
        "misaligned load (cause 4), address or instruction 0x00000002",
    ),
    ("__asm__ volatile(\"ecall\"); return 0;", "environment call (cause 11)"),
    (
        "*(volatile uint32_t *)0x200000 = 1; return 0;",
        "store to 0x00200000, where there is neither memory nor device",
    ),
    (
        "for (;;);",
        "the program did not end within 50000 cycles; --cycles sets the limit",
    ),
];

fn check_ends(core: RiscvCore) {
    for (body, expected) in ENDS {
        let main = format!("#include \"machine.h\"\nint main(void)\n{{\n    {body}\n}}\n");
        let Some(folder) = compiled(core, &main, |header| header) else {
            return;
        };
        let Some((status, said)) = run(&folder, core, &["--cycles", "50000"]) else {
            return;
        };
        // CV32E40X splits a misaligned load in two.
        let is_split = core == RiscvCore::Cv32e40x && body.contains("lw a0");
        let (right, expected) = if is_split { (0, "status 0") } else { (1, expected) };
        assert_eq!(status, Some(right), "{body}: {said}");
        assert!(said.contains(expected), "{body}: {said}");
        assert!(said.contains(" cycles, "), "{said}");
    }
}

#[test]
fn on_picorv32_every_end_of_a_program_is_reported() {
    check_ends(RiscvCore::Picorv32);
}

#[test]
#[ignore = "builds a core"]
fn on_vexriscv_and_cv32e40x_every_end_of_a_program_is_reported() {
    check_ends(RiscvCore::Vexriscv);
    check_ends(RiscvCore::Cv32e40x);
}

const HELLO: &str = r#"
#include "machine.h"
#include "lanesmith.h"
uint32_t left[2];
int main(void)
{
    machine_print("hello ");
    machine_print_hexadecimal(lanesmith_vadd4_u32_u32_u32(0x01020304, 0x10203040));
    left[0] = 0x44434241;
    left[1] = machine_cycles();
    return 0;
}
"#;

/// The address of a symbol.
fn address(folder: &TempDir, symbol: &str) -> String {
    let mut command = Command::new("riscv64-unknown-elf-nm");
    let (_, out, errors) = program(command.arg("program.elf").current_dir(folder.path()));
    let line = out.lines().find(|line| line.ends_with(&format!(" {symbol}")));
    let line = line.unwrap_or_else(|| panic!("{out}{errors}"));
    line.split(' ').next().expect("an address").to_owned()
}

#[test]
fn console_memory_and_waves_are_what_the_program_left() {
    let core = RiscvCore::Picorv32;
    let Some(folder) = compiled(core, HELLO, |header| header) else {
        return;
    };
    let address = address(&folder, "left");
    let part = format!("0x{address}:8=left.txt");
    let Some((status, said)) = run(&folder, core, &["--dump", &part, "--waves", "w.vcd"]) else {
        return;
    };
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.starts_with("hello 11223344\nthe program ended with status 0\n"),
        "{said}"
    );
    let dump = fs::read_to_string(folder.path().join("left.txt")).expect("a dump");
    assert!(
        dump.starts_with(&format!("{address}  41 42 43 44 ")) && dump.contains("|ABCD"),
        "{dump}"
    );
    let waves = fs::read(folder.path().join("w.vcd")).expect("waves");
    assert!(waves.starts_with(b"$") && waves.len() > 1000, "{} bytes", waves.len());
    let names = fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 6, "temporary files are left");
    let Some((_, said)) = run(&folder, core, &["--latency", "2"]) else {
        return;
    };
    assert!(said.contains("hello 11223344"), "{said}");
}

/// A linked program of one instruction at address 0, with bytes replaced.
fn elf(edits: &[(usize, u8)]) -> Vec<u8> {
    let mut file = vec![0; 88];
    file[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
    for (place, byte) in [
        (16, 2),
        (18, 243),
        (20, 1),
        (28, 52),
        (40, 52),
        (42, 32),
        (44, 1),
        // The segment: type, place, size in the file and in memory.
        (52, 1),
        (56, 84),
        (68, 4),
        (72, 4),
    ] {
        file[place] = byte;
    }
    for (place, byte) in edits {
        file[*place] = *byte;
    }
    file
}

#[test]
fn a_file_that_is_no_program_for_the_core_is_refused_with_what_was_expected() {
    let image = |edits: &[(usize, u8)]| cores::elf::image(&elf(edits), RiscvCore::Picorv32);
    assert_eq!(image(&[(84, 0x13)]), Ok(vec![0x13, 0, 0, 0]));
    let expected = "expected a linked 32-bit little-endian ELF file for RISC-V";
    for (edits, why, has_expected) in [
        (&[(0, 0)][..], "it is no ELF file", true),
        (&[(4, 2)], "it is not for a 32-bit machine", true),
        (&[(5, 2)], "it is not little-endian", true),
        (&[(18, 40)], "it is for machine 40, not for RISC-V (243)", true),
        (&[(16, 1)], "it is not linked", true),
        (
            &[(36, 1)],
            "it has compressed instructions, which picorv32 lacks",
            false,
        ),
        (
            &[(27, 0x80)],
            "its entry point is 0x80000000, but the core starts at 0x00000000",
            false,
        ),
        (&[(56, 86)], "it is cut off: a segment ends behind the file", false),
        (
            &[(67, 0x80)],
            "the segment from 0x80000000 to 0x80000003 is not in the memory, 0x00000000 to 0x000fffff",
            false,
        ),
        (&[(52, 2)], "no segment of it is loaded", false),
    ] {
        let said = image(edits).expect_err(why);
        assert!(
            said.contains(why) && said.contains(expected) == has_expected,
            "{why}: {said}"
        );
    }
    assert!(cores::elf::image(&elf(&[])[..30], RiscvCore::Picorv32).is_err());
}

#[test]
fn wrong_arguments_are_refused_before_anything_is_built() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("text"), "no program").expect("writable");
    fs::write(folder.path().join("good"), elf(&[])).expect("writable");
    for (line, why) in [
        ("run missing", "missing"),
        ("run text", "text: it is no ELF file"),
        (
            "run good --core vexriscv --module riscv_pcpi",
            "--module riscv_pcpi: expected riscv_cfu",
        ),
        ("run good --core cv32e40x --cv-x-if 1.0", "cv32e40x has CV-X-IF 0.2"),
        (
            "run good --core picorv32 --rs3",
            "riscv_pcpi does not have the option --rs3",
        ),
        ("run good --latency 6", "0 to 5"),
        (
            "run good --dump 0:1048577=f",
            "expected at least one byte of the memory",
        ),
        ("run good --dump 0:4=good", "good"),
        ("run good --waves nowhere/w.vcd", "nowhere"),
        ("run good --waves w.txt", "call the file w.vcd"),
        ("run good --waves -", "--waves needs a file"),
        ("run good --cycles 0", "1 to"),
        ("random --variant 3 --core vexriscv", "vexriscv has 2 variants"),
        ("random --count 0", "1 or more"),
    ] {
        let (status, out, errors) = cores(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert_eq!((status, out.as_str()), (Some(2), ""), "{line}: {errors}");
        assert!(errors.contains(why), "{line}: {errors}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
fn commands_of_pages_that_compile_a_program_are_those_of_the_help() {
    let commands = RiscvCore::ALL.map(compiler);
    for entry in fs::read_dir(Path::new(ROOT).join("docs")).expect("docs") {
        let page = entry.expect("an entry").path();
        let Ok(text) = fs::read_to_string(&page) else {
            continue;
        };
        let lines = text.lines().map(|line| line.trim().trim_start_matches("$ "));
        for line in lines.filter(|line| line.starts_with("riscv64-") && line.ends_with("/start.S main.c -lgcc")) {
            assert!(
                commands.iter().any(|command| command == line),
                "{}: {line}",
                page.display()
            );
        }
    }
}
