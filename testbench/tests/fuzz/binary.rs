//! The program itself on edited files: it ends with 0, 1 or 2, and never by a panic.

use super::corpus::edited;
use super::fuzz;
use crate::program;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::process::Command;
use std::time::Duration;

/// Targets with the name of their file, and the command lines that read it; `FILE` and `FOLDER` stand for where they are.
const READERS: [(&str, &str, &[&str]); 5] = [
    (
        "brew_assembly",
        "program.s",
        &["asm FILE", "run --trace FILE", "asm FILE -o FOLDER/out.bin"],
    ),
    (
        "brew_image",
        "program",
        &["disasm FILE", "run FILE", "disasm --format binary FILE"],
    ),
    (
        "vectors",
        "vectors.csv",
        &["check FILE", "simulate --vectors FILE", "check --engine native FILE"],
    ),
    (
        "ptx_module",
        "kernel.ptx",
        &[
            "ptx FILE",
            "ptx --tree FILE",
            "run FILE --limit 1000 --arg out=zeros:64",
            "run FILE --limit 1000 --arg out=zeros:64 --engine native",
            "explain --program FILE --limit 1000 --arg out=zeros:64",
        ],
    ),
    ("certificate", "x.proof.json", &["verify FOLDER"]),
];

/// Runs the program, which has to end by itself and in order.
fn run(arguments: &[String]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = program::run(command.args(arguments), b"", Duration::from_secs(120));
    let errors = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    assert!(
        matches!(status, Some(0..=2)) && !errors.contains("panicked"),
        "{status:?} {arguments:?}: {errors}"
    );
    assert_eq!(
        status == Some(2),
        !errors.is_empty(),
        "{status:?} {arguments:?}: {errors}"
    );
}

#[test]
fn the_program_ends_in_order_on_edited_files() {
    for (target, file, lines) in READERS {
        let tokens = ["\"", ",", "0", "-1", "x", "{", "}"].map(str::to_string).to_vec();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(file);
        let named = |word: &str| {
            let place = word.replace("FILE", path.to_str().unwrap());
            place.replace("FOLDER", folder.path().to_str().unwrap())
        };
        fuzz(12, (edited(target, tokens), select(lines)), |(input, line)| {
            std::fs::write(&path, &input.0).unwrap();
            run(&line.split(' ').map(named).collect::<Vec<_>>());
        });
    }
}

#[test]
fn the_program_ends_in_order_on_any_argument() {
    const VALUES: &str = "|0|-1|5|6|4294967296|99999999999999999999|1..2|2..1|..|0..18446744073709551615|r1=0x80|=|r1=|=1|native|golden|\
        video_alu|brew_datapath|é|\u{1b}[31m|--|-";
    let value = prop_oneof![
        2 => select(VALUES.split('|').collect::<Vec<_>>()).prop_map(str::to_string),
        1 => edited("ptx_instruction", vec![]).prop_map(|bytes| bytes.text().replace('\0', " ")),
    ];
    const LINES: [&str; 13] = [
        "explain ?",
        "explain vadd4.u32.u32.u32 --a ?",
        "simulate --random 5 --latency ?",
        "simulate --random 5 --seed ?",
        "simulate --random 5 --cycles ? --vcd FOLDER/x.vcd",
        "list ?",
        "generate ? --latency ? --out FOLDER",
        "check ?",
        "prove ? --latency ?",
        "completions ?",
        "ptx --opcode ?",
        "run FOLDER/none.ptx --arg ? --block ? --dump ?",
        "? ?",
    ];
    let folder = tempfile::tempdir().unwrap();
    fuzz(60, (select(&LINES[..]), vec(value, 3)), |(line, values)| {
        let mut values = values.into_iter();
        let fill = |word: &str| match word {
            "?" => values.next().unwrap(),
            other => other.replace("FOLDER", folder.path().to_str().unwrap()),
        };
        run(&line.split(' ').map(fill).collect::<Vec<_>>());
    });
}
