//! The program itself on edited files: it ends with 0, 1 or 2, and never by a panic.

use super::corpus::edited;
use super::fuzz;
use crate::program;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::process::Command;
use std::time::Duration;

/// A folder's file and the command lines that read it; `FILE` and `FOLDER` stand for where they are.
struct Reader {
    target: &'static str,
    file: &'static str,
    command_lines: &'static [&'static [&'static str]],
}

const READERS: [Reader; 5] = [
    Reader {
        target: "brew_assembly",
        file: "program.s",
        command_lines: &[
            &["asm", "FILE"],
            &["run", "--trace", "FILE"],
            &["asm", "FILE", "-o", "FOLDER/out.bin"],
        ],
    },
    Reader {
        target: "brew_image",
        file: "program",
        command_lines: &[
            &["disasm", "FILE"],
            &["run", "FILE"],
            &["disasm", "--format", "binary", "FILE"],
        ],
    },
    Reader {
        target: "vectors",
        file: "vectors.csv",
        command_lines: &[
            &["check", "FILE"],
            &["simulate", "--vectors", "FILE"],
            &["check", "--engine", "native", "FILE"],
        ],
    },
    Reader {
        target: "ptx_module",
        file: "kernel.ptx",
        command_lines: &[
            &["ptx", "FILE"],
            &["ptx", "--tree", "FILE"],
            &["run", "FILE", "--limit", "1000", "--arg", "out=zeros:64"],
            &[
                "run",
                "FILE",
                "--limit",
                "1000",
                "--arg",
                "out=zeros:64",
                "--engine",
                "native",
            ],
            &[
                "explain",
                "--program",
                "FILE",
                "--limit",
                "1000",
                "--arg",
                "out=zeros:64",
            ],
        ],
    },
    Reader {
        target: "certificate",
        file: "x.proof.json",
        command_lines: &[&["verify", "FOLDER"]],
    },
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
    for reader in READERS {
        let tokens = ["\"", ",", "0", "-1", "x", "{", "}"].map(str::to_string).to_vec();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(reader.file);
        let named = |argument: &&str| {
            let place = argument.replace("FILE", path.to_str().unwrap());
            place.replace("FOLDER", folder.path().to_str().unwrap())
        };
        fuzz(
            12,
            (edited(reader.target, tokens), select(reader.command_lines)),
            |(input, command_line)| {
                std::fs::write(&path, &input.0).unwrap();
                run(&command_line.iter().map(named).collect::<Vec<_>>());
            },
        );
    }
}

#[test]
fn the_program_ends_in_order_on_any_argument() {
    let value = prop_oneof![
        select(
            &[
                "",
                "0",
                "-1",
                "5",
                "6",
                "4294967296",
                "99999999999999999999",
                "1..2",
                "2..1",
                "..",
                "0..18446744073709551615"
            ][..]
        )
        .prop_map(str::to_string),
        select(
            &[
                "r1=0x80",
                "=",
                "r1=",
                "=1",
                "native",
                "golden",
                "video_alu",
                "brew_datapath",
                "é",
                "\u{1b}[31m",
                "--",
                "-"
            ][..]
        )
        .prop_map(str::to_string),
        edited("ptx_instruction", vec![]).prop_map(|bytes| bytes.text().replace('\0', " ")),
    ];
    const PLACES: [&[&str]; 13] = [
        &["explain", "?"],
        &["explain", "vadd4.u32.u32.u32 r1, r2, r3, r4", "--a", "?"],
        &["simulate", "--random", "5", "--latency", "?"],
        &["simulate", "--random", "5", "--seed", "?"],
        &["simulate", "--random", "5", "--cycles", "?", "--vcd", "FOLDER/x.vcd"],
        &["list", "?"],
        &["generate", "?", "--latency", "?", "--out", "FOLDER"],
        &["check", "?"],
        &["prove", "?", "--latency", "?"],
        &["completions", "?"],
        &["ptx", "--opcode", "?"],
        &["run", "FOLDER/none.ptx", "--arg", "?", "--block", "?", "--dump", "?"],
        &["?", "?"],
    ];
    let folder = tempfile::tempdir().unwrap();
    fuzz(60, (select(&PLACES[..]), vec(value, 3)), |(place, values)| {
        let mut values = values.into_iter();
        let fill = |argument: &&str| match *argument {
            "?" => values.next().unwrap(),
            other => other.replace("FOLDER", folder.path().to_str().unwrap()),
        };
        run(&place.iter().map(fill).collect::<Vec<_>>());
    });
}
