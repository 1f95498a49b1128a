//! The C header: its portable part computes what NVIDIA's hardware and golden do.

use crate::skip::skipped;
use lanesmith::units::riscv::encoding::{
    Features, Function, HEADER, HELD, access_table, configuration_table, default_modifiers, example, function_table,
    header, instructions, operation_table, third_table, word_table,
};
use lanesmith::units::riscv::golden::Machine;
use lanesmith::units::riscv::testbench::RandomSteps;
use lanesmith::units::video::ptx::{Control, FAMILIES, Family, Mode};
use lanesmith::units::video::vectors::results;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// Prints, for each line of a function's place in the table, its modifiers and operands, what the function computes by its
/// own name (all lanes) and, where there are lanes, with held modifiers; and for each line that begins with `x` what an
/// instruction leaves in rd.
fn program() -> String {
    let mut text = String::from(
        "#include <stdio.h>\n#include \"lanesmith.h\"\n\
         typedef uint32_t two(uint32_t, uint32_t);\ntypedef uint32_t three(uint32_t, uint32_t, uint32_t);\n\
         static const struct { two *merge; three *add, *held; two *held_c; } table[] = {\n",
    );
    for (name, instruction) in instructions() {
        let _ = match (instruction.operation.family(), instruction.mode) {
            (Family::Dot, _) => writeln!(text, "{{0, {name}, {name}, {name}_c}},"),
            (_, Mode::Accumulate) => writeln!(text, "{{0, {name}, {name}_held, {name}_held_c}},"),
            _ => writeln!(text, "{{{name}, 0, {name}_held, {name}_held_c}},"),
        };
    }
    text += r#"};
int main(void)
{
    unsigned i, modifiers, a, b, c;
    for (;;) {
        if (scanf(" x %x %x %x %x", &i, &a, &b, &c) == 4) {
            printf("%08x\n", (unsigned)lanesmith_execute(i, a, b, c));
            continue;
        }
        if (scanf("%u %x %x %x %x", &i, &modifiers, &a, &b, &c) != 5)
            return 0;
        lanesmith_swap_configuration(modifiers);
        printf("%08x ", (unsigned)(table[i].merge ? table[i].merge(a, b) : table[i].add(a, b, c)));
        printf("%08x ", (unsigned)table[i].held(a, b, c));
        lanesmith_swap_c(c);
        printf("%08x\n", (unsigned)table[i].held_c(a, b));
    }
}
"#;
    text
}

/// The numbers that the program prints, a line each; `None` where there is no compiler.
fn run(header: &str, input: &str) -> Option<Vec<Vec<u32>>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path(HEADER), header).expect("writable");
    std::fs::write(path("main.c"), program()).expect("writable");
    std::fs::write(path("input"), input).expect("writable");
    let compiled = Command::new("cc")
        .args([
            "-std=gnu99",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-O1",
            "-o",
            "program",
            "main.c",
        ])
        .current_dir(folder.path())
        .output();
    match compiled {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped("cc not found");
            return None;
        }
        compiled => {
            let compiled = compiled.expect("a compiler");
            assert!(
                compiled.status.success(),
                "{}",
                String::from_utf8_lossy(&compiled.stderr)
            );
        }
    }
    let input = std::fs::File::open(path("input")).expect("readable");
    let output = Command::new(path("program")).stdin(input).output().expect("a program");
    let text = String::from_utf8(output.stdout).expect("text");
    let number = |word: &str| u32::from_str_radix(word, 16).expect("a number");
    Some(
        text.lines()
            .map(|line| line.split_whitespace().map(number).collect())
            .collect(),
    )
}

/// How many rows of NVIDIA's results the header's functions give, and how many they miss.
fn rows(header: &str) -> Option<(usize, usize)> {
    let table = results::bundled(&FAMILIES);
    let rows = results::rows(&table).expect("readable");
    let functions: Vec<Function> = instructions()
        .map(|(_, instruction)| Function::direct(Control::encode(&instruction)))
        .collect();
    let mut input = String::new();
    for row in &rows {
        let function = Function::direct(row.vector.control);
        let i = functions
            .iter()
            .position(|other| *other == function)
            .expect("a function");
        let modifiers = row.vector.control.0 >> HELD;
        let _ = writeln!(
            input,
            "{i} {modifiers:x} {:x} {:x} {:x}",
            row.vector.a, row.vector.b, row.vector.c
        );
    }
    let printed = run(header, &input)?;
    assert_eq!(printed.len(), rows.len());
    let mut missed = 0;
    for (row, printed) in rows.iter().zip(printed) {
        let default = u64::from(default_modifiers(row.instruction.width));
        let by_lanes = row.instruction.operation.family().has_lanes();
        let is_default = !by_lanes || row.vector.control.0 >> HELD == default;
        let right = printed[1] == row.d && printed[2] == row.d && (!is_default || printed[0] == row.d);
        missed += usize::from(!right);
    }
    Some((rows.len() - missed, missed))
}

#[test]
fn the_portable_functions_give_every_one_of_nvidias_results() {
    let Some((right, missed)) = rows(&header()) else {
        return;
    };
    assert!(right > 36_000 && missed == 0, "{right} right, {missed} wrong");
}

#[test]
fn a_wrong_portable_function_is_found() {
    for (text, wrong) in [
        ("t = va < vb ? vb - va : va - vb", "t = va - vb"),
        ("t >= 0 ? (t + 1) / 2", "t >= 0 ? t / 2"),
        ("t > high ? high : t", "t > high ? low : t"),
        ("c += (uint32_t)t;", "c = (uint32_t)t;"),
        ("dual ? 2 : 3, lane", "dual ? 3 : 3, lane"),
        ("t = va <= vb", "t = va < vb"),
        ("7u | LANESMITH_CODE", "7u"),
        ("halves ? 16 : 8", "8"),
        ("1u ? 2 : 0, i;", "1u ? 0 : 0, i;"),
    ] {
        let header = header();
        assert!(header.contains(text), "{text}");
        let Some((_, missed)) = rows(&header.replace(text, wrong)) else {
            return;
        };
        assert!(missed > 0, "{wrong}");
    }
}

#[test]
fn the_portable_unit_goes_through_the_states_of_golden() {
    let features = Features::ALL;
    let steps: Vec<_> = RandomSteps::new(features, 7).take(50_000).collect();
    let mut input = String::new();
    for step in &steps {
        let [rs1, rs2, rs3] = step.registers();
        let _ = writeln!(input, "x {:x} {rs1:x} {rs2:x} {rs3:x}", Function::of(step.word).0);
    }
    let Some(printed) = run(&header(), &input) else {
        return;
    };
    let mut machine = Machine::new(features);
    for (step, printed) in steps.iter().zip(&printed) {
        let done = machine.execute(Function::of(step.word).0, step.registers());
        assert_eq!(printed[..], [done.rd], "{step:x?}");
    }
    assert_eq!(printed.len(), steps.len());
}

#[test]
fn the_committed_header_is_what_the_program_writes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testbench/riscv")
        .join(HEADER);
    let written = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .arg("header")
        .output()
        .expect("a run");
    assert_eq!(written.status.code(), Some(0));
    let committed = std::fs::read_to_string(path).expect("readable");
    assert!(
        committed == header() && written.stdout == committed.as_bytes(),
        "lanesmith header -o testbench/riscv/lanesmith.h"
    );
}

#[test]
fn the_tables_of_the_page_are_generated() {
    let path = format!("{}/docs/riscv.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).expect("readable");
    let mut wanted = page.clone();
    for (name, table) in [
        ("word", word_table()),
        ("function", function_table()),
        ("operations", operation_table()),
        ("accesses", access_table()),
        ("configuration", configuration_table()),
        ("third", third_table()),
    ] {
        let begin = format!("<!-- {name} -->\n");
        let start = wanted.find(&begin).expect(&begin) + begin.len();
        let end = start + wanted[start..].find("<!-- end -->").expect("the table's end");
        wanted.replace_range(start..end, &table);
    }
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        std::fs::write(&path, &wanted).expect("writable");
    }
    assert!(
        page == wanted,
        "docs/riscv.md is outdated: run this test once with LANESMITH_UPDATE=1"
    );
}

#[test]
fn the_assembler_text_of_the_page_is_the_functions() {
    let page = include_str!("../../../docs/riscv.md");
    let (_, sum) = instructions()
        .find(|(name, _)| name == "vabsdiff4_u32_u32_u32_add")
        .expect("an instruction");
    let text = example(Control::encode(&sum));
    assert!(page.contains(&text), "{text}");
}
