//! The C header: its portable part computes what NVIDIA's hardware and golden do.

use crate::skip::skipped;
use lanesmith::ptx::{FAMILIES, Family, Mode, parse};
use lanesmith::sim::testbench::Random;
use lanesmith::unit::pipelined::vectors;
use lanesmith::units::riscv::emulation::c_header as header_of;
use lanesmith::units::riscv::encoding::{
    Features, Function, HEADER, HELD, Opcode, VERSION_FLAGS, access_table, configuration_table, declares,
    default_modifiers, example, function_table, instructions, opcode_table, operation_table, reset_configuration,
    scalar_configuration_table, scalar_function_table, scalar_operation_table, third_table, version_table, word_table,
};
use lanesmith::units::riscv::golden::UnitModel;
use lanesmith::units::video::Video;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::testbench::VideoCase;
use lanesmith::units::video::vectors::results;
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

/// Prints, for each line of a function's place in the table, its modifiers and operands, what the function computes by its
/// own name (all lanes) and, where there are lanes, with held modifiers.
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

/// Options of compilers that take C99 alone and let no warning pass.
pub(crate) const STRICT: [&str; 7] = [
    "-std=c99",
    "-Wall",
    "-Wextra",
    "-pedantic",
    "-Wconversion",
    "-Wshadow",
    "-Werror",
];

/// The header of a unit with everything.
fn header() -> String {
    header_of(
        &Features::ALL,
        "lanesmith header --module riscv_cv_x_if --latency 3 --vset --dot --rs3",
    )
}

/// Runs a compiler in a folder with the header and a program. Whether it compiles, and what it says; `None` without this compiler.
pub(super) fn compile(compiler: &str, header: &str, program: &str, options: &[&str]) -> Option<(bool, String)> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(HEADER), header).expect("writable");
    std::fs::write(folder.path().join("main.c"), program).expect("writable");
    let compiled = Command::new(compiler)
        .args(options)
        .args(["-c", "-o", "main.o", "main.c"])
        .current_dir(folder.path())
        .output();
    match compiled {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped(format!("{compiler} not found"));
            None
        }
        compiled => {
            let compiled = compiled.expect("a compiler");
            let said = String::from_utf8_lossy(&compiled.stderr).into_owned();
            Some((compiled.status.success(), said))
        }
    }
}

/// The numbers that the program prints, a line each; `None` where there is no compiler.
fn run(header: &str, input: &str) -> Option<Vec<Vec<u32>>> {
    run_program(&program(), header, input)
}

/// Likewise of another program.
pub(super) fn run_program(text: &str, header: &str, input: &str) -> Option<Vec<Vec<u32>>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path(HEADER), header).expect("writable");
    std::fs::write(path("main.c"), text).expect("writable");
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
    let rows = vectors::rows::<Video>(&table).expect("readable");
    let functions: Vec<Function> = instructions()
        .map(|(_, instruction)| Function::direct(Control::encode(&instruction)))
        .collect();
    let mut input = String::new();
    for row in &rows {
        let function = Function::direct(row.vector().control);
        let i = functions
            .iter()
            .position(|other| *other == function)
            .expect("a function");
        let modifiers = row.vector().control.0 >> HELD;
        let _ = writeln!(
            input,
            "{i} {modifiers:x} {:x} {:x} {:x}",
            row.operands[0], row.operands[1], row.operands[2]
        );
    }
    let printed = run(header, &input)?;
    assert_eq!(printed.len(), rows.len());
    let mut missed = 0;
    for (row, printed) in rows.iter().zip(printed) {
        let default = u64::from(default_modifiers(row.instruction().width));
        let by_lanes = row.instruction().operation.family().has_lanes();
        let is_default = !by_lanes || row.vector().control.0 >> HELD == default;
        let right = printed[1] == row.d() && printed[2] == row.d() && (!is_default || printed[0] == row.d());
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
        ("(int32_t)0x7fu", "(int32_t)0x7eu"),
        (" + 1u)", " + 0u)"),
        (" * (t", " + (t"),
    ] {
        let header = header();
        assert!(header.contains(text), "{text}");
        let Some((_, missed)) = rows(&header.replace(text, wrong)) else {
            return;
        };
        assert!(missed > 0, "{wrong}");
    }
}

/// Units that lack one part each, and one that lacks all, in different opcodes.
fn reduced() -> [Features; 7] {
    let opcodes = (0..).map(|i| Opcode::ALL[i % 4]);
    let mut all = [Features::ALL; 7];
    for ((i, features), opcode) in all.iter_mut().enumerate().zip(opcodes) {
        let lacks = |part| i == part || i == 6;
        *features = Features {
            selectors: !lacks(0),
            accumulate: !lacks(1),
            dual: !lacks(2),
            vset: !lacks(3),
            dot: !lacks(4),
            third: false,
            opcode,
            ..Features::ALL
        };
    }
    all
}

#[test]
fn the_portable_model_with_all_parts_and_without_some_answers_every_function_as_golden() {
    for features in [Features::ALL, reduced()[1], reduced()[3], reduced()[6]] {
        let mut random = Random::new(11);
        let steps: Vec<[u32; 4]> = (0..20_000)
            .map(|_| {
                let [a, b, c] = [(); 3].map(|()| random.operand());
                [random.below(1 << 11), a, b, c]
            })
            .collect();
        let text = String::from(
            "#include <stdio.h>\n#include \"lanesmith.h\"\nint main(void)\n{\n    unsigned i, a, b, c;\n\
             \x20   while (scanf(\"%x %x %x %x\", &i, &a, &b, &c) == 4)\n\
             \x20       printf(\"%08x\\n\", (unsigned)lanesmith_execute(i, a, b, c));\n    return 0;\n}\n",
        );
        let mut input = String::new();
        for [function, a, b, c] in &steps {
            let _ = writeln!(input, "{function:x} {a:x} {b:x} {c:x}");
        }
        let Some(printed) = run_program(&text, &header_of(&features, "a test"), &input) else {
            return;
        };
        let mut machine = UnitModel::new(features);
        for ([function, a, b, c], printed) in steps.iter().zip(&printed) {
            let done = machine.execute(*function, [*a, *b, *c]);
            assert_eq!(printed[..], [done.rd], "{function:#x} of {features:?}");
        }
        assert_eq!(printed.len(), steps.len());
    }
}

#[test]
fn a_header_declares_the_functions_of_its_unit_and_no_others() {
    for features in reduced() {
        let header = header_of(&features, "a test");
        for (name, instruction) in instructions() {
            let is_declared = header.contains(&format!("({}, ", name.trim_start_matches("lanesmith_")));
            assert_eq!(is_declared, declares(&features, &instruction), "{name} of {features:?}");
        }
    }
    let header = header_of(&reduced()[4], "a test");
    let program = "#include \"lanesmith.h\"\nint main(void) { return (int)lanesmith_dp4a_s32_s32(1, 2, 3); }\n";
    let Some((compiles, said)) = compile("cc", &header, program, &["-Werror"]) else {
        return;
    };
    assert!(!compiles && said.contains("lanesmith_dp4a_s32_s32"), "{said}");
}

#[test]
fn the_header_is_c99_without_warnings_for_gcc_and_clang() {
    let program = "#define LANESMITH_SHORT_NAMES\n#include \"lanesmith.h\"\nint main(void)\n{\n\
        \x20   uint8x4_t sum = vadd4_u32_u32_u32_sat(1, 2);\n    lanesmith_state_t state = lanesmith_save();\n\
        \x20   (void)lanesmith_configure4(\"b3210\", \"b3210\", \"b7654\");\n    lanesmith_restore(state);\n\
        \x20   return !lanesmith_check() + (int)sum;\n}\n";
    let riscv = ["-march=rv32im", "-mabi=ilp32", "-ffreestanding"];
    for features in [Features::ALL, reduced()[2]] {
        let header = header_of(&features, "a test");
        for level in ["-O0", "-O2"] {
            for (compiler, machine) in [
                ("cc", &[][..]),
                ("riscv64-unknown-elf-gcc", &riscv),
                ("clang", &[]),
                (
                    "clang",
                    &["--target=riscv32", "-march=rv32im", "-mabi=ilp32", "-ffreestanding"],
                ),
            ] {
                let options = [&STRICT[..], machine, &[level]].concat();
                if let Some((compiles, said)) = compile(compiler, &header, program, &options) {
                    assert!(compiles, "{compiler} {options:?}: {said}");
                }
            }
        }
    }
}

#[test]
fn a_source_register_that_plays_no_part_is_x0() {
    let program = "#include \"lanesmith.h\"\nuint32_t f(void) { return lanesmith_read_c(); }\n\
                   uint32_t g(uint32_t c) { return lanesmith_swap_c(c); }\n\
                   uint32_t h(uint32_t a) { return lanesmith_vsub4_u32_u32_u32(0, a); }\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(HEADER), header()).expect("writable");
    std::fs::write(folder.path().join("main.c"), program).expect("writable");
    let compiled = Command::new("riscv64-unknown-elf-gcc")
        .args([
            "-march=rv32im",
            "-mabi=ilp32",
            "-ffreestanding",
            "-O2",
            "-S",
            "-o",
            "-",
            "main.c",
        ])
        .current_dir(folder.path())
        .output();
    let compiled = match compiled {
        Err(error) if error.kind() == ErrorKind::NotFound => return skipped("riscv64-unknown-elf-gcc not found"),
        compiled => compiled.expect("a compiler"),
    };
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let text = String::from_utf8_lossy(&compiled.stdout).into_owned();
    for line in [
        ".insn r 11, 1, 48, a0, zero, zero",
        ".insn r 11, 5, 48, a0, a0, zero",
        ".insn r 11, 1, 0, a0, zero, a0",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn mask_and_selectors_of_configure_are_those_of_the_instructions_text() {
    let mut random = Random::new(5);
    let mut program = String::from("#include <stdio.h>\n#include \"lanesmith.h\"\nint main(void)\n{\n");
    let mut wanted = vec![];
    let text = |letter: char, digits: &[u32]| {
        digits
            .iter()
            .fold(letter.to_string(), |text, digit| text + &digit.to_string())
    };
    for (width, letter, lanes) in [(4, 'b', 4), (2, 'h', 2)] {
        for mask in 1..1_u32 << lanes {
            let lanes_of_mask: Vec<u32> = (0..lanes).rev().filter(|lane| mask >> lane & 1 != 0).collect();
            for _ in 0..8 {
                let [asel, bsel] = [(); 2].map(|()| {
                    let digits: Vec<u32> = (0..lanes).map(|_| random.below(2 * lanes)).collect();
                    text(letter, &digits)
                });
                let mask = text(letter, &lanes_of_mask);
                let instruction = format!("vmin{width}.u32.u32.u32 r1.{mask}, r2.{asel}, r3.{bsel}, r4");
                let instruction = parse(&instruction, None).expect(&instruction);
                wanted.push(vec![(Control::encode(&instruction).0 >> HELD) as u32]);
                let _ = writeln!(
                    program,
                    "    printf(\"%x\\n\", (unsigned)lanesmith_modifiers{width}(\"{mask}\", \"{asel}\", \"{bsel}\"));"
                );
            }
        }
    }
    program += "    return 0;\n}\n";
    let Some(printed) = run_program(&program, &header(), "") else {
        return;
    };
    assert_eq!(printed, wanted);
}

#[test]
fn a_wrong_text_of_configure_traps() {
    for arguments in [
        r#""b0123", "b3210", "b7654""#,
        r#""h10", "b3210", "b7654""#,
        r#""b3210", "b321", "b7654""#,
        r#""b3210", "b3210", "b8654""#,
    ] {
        let program = format!(
            "#include <stdio.h>\n#include \"lanesmith.h\"\nint main(void) {{ printf(\"%x\\n\", \
             (unsigned)lanesmith_modifiers4({arguments})); return 0; }}\n"
        );
        let Some(printed) = run_program(&program, &header(), "") else {
            return;
        };
        assert!(printed.is_empty(), "{arguments}: {printed:x?}");
    }
}

/// Runs lanesmith in a folder: exit status, output and errors.
fn lanesmith(folder: &Path, line: &str) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = command
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .expect("a run");
    let [said, errors] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code().expect("an exit status"), said, errors)
}

#[test]
fn a_header_is_made_from_a_manifest_or_from_the_same_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let lanesmith = |line: &str| lanesmith(folder.path(), line);
    let options = "--module riscv_pcpi --latency 2 --no-vop2 --vset --opcode custom-3";
    let (status, _, errors) = lanesmith(&format!("generate {options} --out rtl"));
    assert_eq!(status, 0, "{errors}");
    let (_, from_options, _) = lanesmith(&format!("header {options}"));
    let (status, from_manifest, errors) = lanesmith("header --manifest rtl/riscv_pcpi.json");
    assert_eq!(status, 0, "{errors}");
    assert_eq!(from_options, from_manifest);
    for part in [
        "#define LANESMITH_OPCODE 0x7bu",
        "#define LANESMITH_HAS_VSET 0x1u",
        "#define LANESMITH_HAS_VOP2 0x0u",
        "#define LANESMITH_HAS_DOT 0x0u",
        "(vset4_u32_u32_ge, ",
    ] {
        assert!(from_options.contains(part), "{part}");
    }
    assert!(!from_options.contains("(vadd2_"), "half-words");
    let (_, files, _) = lanesmith("generate --module byte_permute --out other");
    assert!(!files.is_empty());
    for (line, why) in [
        (
            "header --manifest rtl/riscv_pcpi.json --vset",
            "the manifest selects module and configuration",
        ),
        (
            "header --manifest other/byte_permute.json",
            "byte_permute has no header of format riscv",
        ),
        ("header --manifest rtl/riscv_pcpi.v", "cannot read rtl/riscv_pcpi.v"),
        (
            "header --format c --vset",
            "--format c is the same for every configuration",
        ),
        (
            "header --module riscv_cfu --opcode custom-1",
            "riscv_cfu does not have the option --opcode",
        ),
        (
            "header --module riscv_cfu --rs3",
            "riscv_cfu does not have the option --rs3",
        ),
        ("header --opcode custom-4", "custom-4"),
    ] {
        let (status, _, errors) = lanesmith(line);
        assert_eq!(status, 2, "{line}: {errors}");
        assert!(errors.contains(why), "{line}: {errors}");
    }
}

#[test]
fn each_part_of_the_unit_is_defined_once() {
    for options in [
        "--module riscv_pcpi",
        "--module riscv_pcpi --scalar --encoding both --vxsat",
        "--module riscv_pcpi --encoding p",
        "--module neorv32_cfu --encoding both --dot",
    ] {
        let (_, header, errors) = lanesmith(Path::new("."), &format!("header {options}"));
        for (name, _) in VERSION_FLAGS {
            let lines = header.lines();
            let found = lines
                .filter(|line| line.starts_with(&format!("#define LANESMITH_HAS_{name} ")))
                .count();
            assert_eq!(found, 1, "{name} of {options} {errors}");
        }
        assert!(header.contains(&format!(
            "LANESMITH_HAS_P {:#x}u",
            u8::from(options.contains("encoding"))
        )));
        let custom = !options.ends_with("encoding p");
        assert!(
            header.contains(&format!("LANESMITH_HAS_SELECTORS {:#x}u", u8::from(custom))),
            "{options}"
        );
    }
}

#[test]
fn headers_with_prefixes_have_functions_and_a_model_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    for line in [
        "header --module riscv_pcpi --vset --prefix left -o left.h",
        "header --module riscv_cv_x_if --dot --rs3 --encoding both --prefix right -o right.h",
        "header --module riscv_pcpi -o lanesmith.h",
    ] {
        let (status, _, errors) = lanesmith(folder.path(), line);
        assert_eq!(status, 0, "{errors}");
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("readable");
    let (left, right) = (read("left.h"), read("right.h"));
    assert!(left.contains("lanesmith header --prefix left --module riscv_pcpi") && left.contains("#ifndef LEFT_H"));
    let own = |text: &str| text.contains("lanesmith_") || text.contains("LANESMITH_");
    assert!(!own(&left) && !own(&right));
    let program = r#"#include <stdio.h>
#include "lanesmith.h"
#include "LEFT"
#include "RIGHT"
int main(void)
{
    left_swap_c(1);
    right_swap_c(2);
    lanesmith_swap_c(3);
    left_swap_configuration(4);
    printf("%x %x %x\n", (unsigned)left_read_c(), (unsigned)right_read_c(), (unsigned)lanesmith_read_c());
    printf("%x %x\n", (unsigned)left_read_configuration(), (unsigned)right_read_configuration());
    printf("%x %x %x\n", (unsigned)left_vset4_u32_u32_eq(1, 1), (unsigned)right_dp4a_s32_s32_third(1, 2, 3), LEFT_HAS_VSET);
    return 0;
}
"#;
    let [left, right] = ["left.h", "right.h"].map(|name| folder.path().join(name).to_str().expect("a path").to_owned());
    let program = program
        .replace("\"LEFT\"", &format!("{left:?}"))
        .replace("\"RIGHT\"", &format!("{right:?}"));
    let Some(printed) = run_program(&program, &read("lanesmith.h"), "") else {
        return;
    };
    let reset = reset_configuration(&Features::ALL);
    assert_eq!(printed, [vec![1, 2, 3], vec![4, reset], vec![0x0101_0101, 5, 1]]);
    for (line, why) in [
        (
            "header --prefix Left",
            "expected a lower-case letter, then lower-case letters and digits",
        ),
        ("header --prefix a_b", "expected a lower-case letter"),
        ("header --prefix 1", "expected a lower-case letter"),
        ("header --format c --prefix left", "--format c has no prefix"),
        (
            "header --format p-emulation --module riscv_pcpi --prefix left",
            "--format p-emulation has no prefix",
        ),
    ] {
        let (status, _, errors) = lanesmith(folder.path(), line);
        assert!(status == 2 && errors.contains(why), "{line}: {errors}");
    }
}

#[test]
fn the_committed_header_is_what_the_program_writes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testbench/riscv")
        .join(HEADER);
    let written = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args(["header", "--module", "riscv_cv_x_if", "--vset", "--dot", "--rs3"])
        .output()
        .expect("a run");
    assert_eq!(written.status.code(), Some(0));
    let committed = std::fs::read_to_string(path).expect("readable");
    assert!(
        committed == header() && written.stdout == committed.as_bytes(),
        "lanesmith header --module riscv_cv_x_if --vset --dot --rs3 -o testbench/riscv/lanesmith.h"
    );
}

#[test]
fn the_tables_of_the_page_are_generated() {
    let path = format!("{}/docs/riscv.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).expect("readable");
    let mut wanted = page.clone();
    for (name, table) in [
        ("word", word_table()),
        ("opcodes", opcode_table()),
        ("version", version_table()),
        ("function", function_table()),
        ("operations", operation_table()),
        ("accesses", access_table()),
        ("configuration", configuration_table()),
        ("third", third_table()),
        ("scalar-function", scalar_function_table()),
        ("scalar-operations", scalar_operation_table()),
        ("scalar-configuration", scalar_configuration_table()),
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
        .find(|(name, _)| name == "lanesmith_vabsdiff4_u32_u32_u32_add")
        .expect("an instruction");
    let text = example(Control::encode(&sum));
    assert!(page.contains(&text), "{text}");
}
