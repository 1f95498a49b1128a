//! The control word in C and in SystemVerilog: words put together from the constants are those that instructions are encoded as.

use crate::skip::skipped;
use lanesmith::ptx::{Instruction, Mode, OPERATIONS, Operands, parse};
use lanesmith::sim::testbench::Random;
use lanesmith::units::video::encoding::{CODES, Control, c_header, sv_package};
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// Instructions of every operation, width and mode, with random types, and selectors and masks that are the default ones or not.
fn instructions() -> Vec<Instruction> {
    let mut random = Random::new(37);
    let mut all = vec![];
    for row in &OPERATIONS {
        for width in row.operation.widths() {
            for mode in row.family.modes() {
                for is_default in [true, false] {
                    let has_lanes = row.family.has_lanes();
                    let (mut asel, mut bsel) = Instruction::default_selectors(*width);
                    let mut mask = Instruction::full_mask(*width);
                    if !is_default && has_lanes {
                        for digit in asel.iter_mut().chain(&mut bsel) {
                            *digit = random.below(2 * width.lanes()) as u8;
                        }
                        asel[width.lanes() as usize..].fill(0);
                        bsel[width.lanes() as usize..].fill(0);
                        mask = 1 + random.below(mask.into()) as u8;
                    }
                    all.push(Instruction {
                        guard: None,
                        operation: row.operation,
                        width: *width,
                        d_signed: random.flag() && row.family.has_destination_type(),
                        a_signed: random.flag(),
                        b_signed: random.flag(),
                        mode: *mode,
                        mask,
                        asel,
                        bsel,
                        operands: Operands::default(),
                    });
                }
            }
        }
    }
    all
}

/// The word of an instruction as an expression of the constants, each as `constant` has it.
fn expression(instruction: &Instruction, constant: &dyn Fn(&str) -> String) -> String {
    let row = instruction.operation.row();
    let name = format!("{}{}", row.mnemonic, row.modifier.replace('.', "_")).to_uppercase();
    let mut parts = vec![constant(&name)];
    for (flag, on) in [
        ("D_SIGNED", instruction.d_signed),
        ("A_SIGNED", instruction.a_signed),
        ("B_SIGNED", instruction.b_signed),
        ("SATURATE", instruction.mode == Mode::Saturate),
        ("ACCUMULATE", instruction.mode == Mode::Accumulate),
    ] {
        parts.extend(on.then(|| constant(flag)));
    }
    let is_default = (instruction.asel, instruction.bsel) == Instruction::default_selectors(instruction.width)
        && instruction.mask == Instruction::full_mask(instruction.width);
    if !row.family.has_lanes() {
        return parts.join(" | ");
    }
    if is_default {
        parts.push(constant(&format!("LANES{}", instruction.width.suffix())));
        return parts.join(" | ");
    }
    if instruction.width.lanes() == 2 {
        parts.push(constant("WIDTH"));
    }
    let mut shifted = |name: &str, value: u8, above: usize| {
        // In both languages a number of at least as many bits as the word.
        parts.push(format!(
            "WORD({value}) << ({} + {above})",
            constant(&format!("{name}_LSB"))
        ));
    };
    shifted("MASK", instruction.mask, 0);
    let digit = instruction.width.digit_bits() as usize;
    for (lane, (a, b)) in instruction.asel.iter().zip(instruction.bsel).enumerate() {
        if lane < instruction.width.lanes() as usize {
            shifted("ASEL", *a, lane * digit);
            shifted("BSEL", b, lane * digit);
        }
    }
    parts
        .iter()
        .map(|part| format!("({part})"))
        .collect::<Vec<_>>()
        .join(" | ")
}

/// The output of a tool in a folder, or that there is none.
fn tool(folder: &Path, name: &str, arguments: &[&str]) -> Option<std::process::Output> {
    match Command::new(name).args(arguments).current_dir(folder).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped(format_args!("{name} not found"));
            None
        }
        output => Some(output.expect("a run")),
    }
}

/// The words that a C program gives with this header; none where there is no compiler.
fn in_c(header: &str) -> Option<Vec<u64>> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text = String::from(
        "#include \"control.h\"\n#include \"control.h\"\n#include <inttypes.h>\n#include <stdio.h>\n\
         #define WORD(value) UINT64_C(value)\nint main(void)\n{\n",
    );
    for instruction in instructions() {
        let word = expression(&instruction, &|name| format!("LANESMITH_CONTROL_{name}"));
        let _ = writeln!(text, "    printf(\"%\" PRIx64 \"\\n\", {word});");
    }
    text += "    return LANESMITH_CONTROL_BITS != 37;\n}\n";
    std::fs::write(folder.path().join("control.h"), header).expect("writable");
    std::fs::write(folder.path().join("main.c"), text).expect("writable");
    let compiled = "-std=c99 -pedantic -Wall -Wextra -Werror -o words main.c";
    let compiled = tool(folder.path(), "cc", &compiled.split(' ').collect::<Vec<_>>())?;
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let output = Command::new(folder.path().join("words")).output().expect("a program");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    Some(
        text.lines()
            .map(|line| u64::from_str_radix(line, 16).expect("a number"))
            .collect(),
    )
}

/// What Verilator says of the package beside a module in which every word has to be the right one; none without Verilator.
fn in_systemverilog(package: &str) -> Option<Result<(), String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut text =
        String::from("`define WORD(value) CONTROL_BITS'(value)\nmodule words import lanesmith_control_pkg::*;();\n");
    for (i, instruction) in instructions().iter().enumerate() {
        let word = expression(instruction, &str::to_owned).replace("WORD(", "`WORD(");
        let expected = Control::encode(instruction).0;
        let _ = writeln!(
            text,
            "  localparam control_t W{i} = {word};\n  if (W{i} != 37'h{expected:x}) $error(\"{instruction}\");\n  \
             if (W{i}.op != 3'd{}) $error(\"op of {instruction}\");",
            expected & 7
        );
    }
    text += "  if (CONTROL_BITS != $bits(control_t)) $error(\"bits\");\nendmodule\n";
    std::fs::write(folder.path().join("package.sv"), package).expect("writable");
    std::fs::write(folder.path().join("words.sv"), text).expect("writable");
    // The constants that no word has would be a warning each.
    let arguments = [
        "--lint-only",
        "-Wall",
        "-Wno-UNUSED",
        "-Wno-DECLFILENAME",
        "package.sv",
        "words.sv",
    ];
    let output = tool(folder.path(), "verilator", &arguments)?;
    Some(match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    })
}

fn expected() -> Vec<u64> {
    instructions()
        .iter()
        .map(|instruction| Control::encode(instruction).0)
        .collect()
}

#[test]
fn words_from_the_c_constants_are_those_of_the_encoder() {
    let Some(found) = in_c(&c_header()) else {
        return;
    };
    assert!(found.len() > 2 * CODES.len());
    assert_eq!(found, expected());
    let wrong = c_header().replace("VMIN UINT64_C(0x4)", "VMIN UINT64_C(0x5)");
    assert_ne!(
        in_c(&wrong).expect("there is a compiler"),
        found,
        "a wrong constant is found"
    );
}

#[test]
fn words_from_the_package_are_those_of_the_encoder_and_it_passes_lint() {
    let Some(verdict) = in_systemverilog(&sv_package()) else {
        return;
    };
    assert_eq!(verdict, Ok(()));
    let wrong = sv_package().replace("VMIN = 37'h4", "VMIN = 37'h5");
    let verdict = in_systemverilog(&wrong).expect("there is Verilator");
    assert!(
        verdict.is_err_and(|text| text.contains("vmin4")),
        "a wrong constant is found"
    );
}

#[test]
fn the_program_writes_both_and_its_encoder_gives_a_word_put_together_from_them() {
    let lanesmith = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
            .args(arguments)
            .output()
            .expect("a run");
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(lanesmith(&["header", "--format", "c"]), c_header());
    assert_eq!(lanesmith(&["header", "--format", "sv-package"]), sv_package());
    let value = |name: &str| {
        let define = format!("#define LANESMITH_CONTROL_{name} UINT64_C(0x");
        let header = c_header();
        let rest = header.split(&define).nth(1).expect(name);
        u64::from_str_radix(rest.split(')').next().expect("a number"), 16).expect("a number")
    };
    let text = "vset2.s32.u32.le.add r1, r2, r3, r4";
    let word = value("VSET_LE") | value("LANES2") | value("A_SIGNED") | value("ACCUMULATE");
    assert_eq!(Control::encode(&parse(text, None).expect("an instruction")).0, word);
    assert!(lanesmith(&["encode", text]).starts_with(&format!("{word:#012x}\n")));
}
