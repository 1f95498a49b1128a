//! The control word in C and in SystemVerilog: words put together from the constants are those that instructions are encoded as.

use crate::control_word::{self, scattered};
use crate::program::lanesmith;
use crate::skip::skipped;
use lanesmith::ptx::{Instruction, Mode};
use lanesmith::sim::testbench::Random;
use lanesmith::units::video::encoding::{CODES, Control, c_header, sv_package};
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

/// Instructions of every operation, width and mode, with default selectors on all lanes, and with others.
fn instructions() -> Vec<Instruction> {
    let mut random = Random::new(37);
    let all = control_word::instructions().into_iter().step_by(3);
    all.flat_map(|template| match template.operation.family().has_lanes() {
        true => vec![scattered(&template, &mut random), template],
        false => vec![template],
    })
    .collect()
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
fn tool(folder: &Path, name: &str, line: &str) -> Option<Output> {
    match Command::new(name).args(line.split(' ')).current_dir(folder).output() {
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
    let line = "-std=c99 -pedantic -Wall -Wextra -Werror -o words main.c";
    let compiled = tool(folder.path(), "cc", line)?;
    let errors = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{errors}");
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
    let line = "--lint-only -Wall -Wno-UNUSED -Wno-DECLFILENAME package.sv words.sv";
    let output = tool(folder.path(), "verilator", line)?;
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(output.status.success().then_some(()).ok_or(errors))
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
fn the_program_writes_both() {
    for (format, text) in [("c", c_header()), ("sv-package", sv_package())] {
        let written = lanesmith(".", &["header", "--format", format]);
        assert_eq!(written, (0, text, String::new()));
    }
}
