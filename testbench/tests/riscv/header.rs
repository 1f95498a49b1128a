//! The C header: its portable part computes what NVIDIA's hardware and golden do.

use super::tables::{access_table, configuration_table, function_table, opcode_table, operation_table, version_table};
use crate::program::{cases, lanesmith_line as lanesmith};
use crate::skip::skipped;
use lanesmith::ptx::{FAMILIES, Family, Mode, parse};
use lanesmith::sim::testbench::Random;
use lanesmith::unit::pipelined::vectors;
use lanesmith::units::riscv::emulation::c_header as header_of;
use lanesmith::units::riscv::encoding::{
    Features, Function, HEADER, HELD, Opcode, declares, default_modifiers, instructions,
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

/// Runs a program in a folder. Whether it succeeds, and what it prints; `None` and skipped if it is not installed.
pub(super) fn compiler<'a>(
    program: &str,
    folder: &Path,
    options: impl IntoIterator<Item = &'a str>,
) -> Option<(bool, String)> {
    match Command::new(program).args(options).current_dir(folder).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped(format!("{program} not found"));
            None
        }
        output => {
            let output = output.expect("a run");
            let text = [output.stdout, output.stderr].concat();
            Some((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
        }
    }
}

/// Compiles a program with the header, and checks that it compiles without a message if the compiler is there.
pub(super) fn compiles(program: &str, header: &str, text: &str, options: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(HEADER), header).expect("writable");
    std::fs::write(folder.path().join("main.c"), text).expect("writable");
    let all = options.iter().copied().chain(["-c", "-o", "main.o", "main.c"]);
    if let Some((compiles, said)) = compiler(program, folder.path(), all) {
        assert!(compiles, "{program} {options:?}: {said}");
    }
}

/// The numbers that a program prints, a line each; `None` without a compiler.
pub(super) fn run_program(text: &str, header: &str, input: &str) -> Option<Vec<Vec<u32>>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path(HEADER), header).expect("writable");
    std::fs::write(path("main.c"), text).expect("writable");
    std::fs::write(path("input"), input).expect("writable");
    let options = "-std=gnu99 -Wall -Wextra -Werror -O1 -o program main.c";
    let (compiles, said) = compiler("cc", folder.path(), options.split(' '))?;
    assert!(compiles, "{said}");
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

#[test]
fn the_portable_functions_give_every_one_of_nvidias_results() {
    let table = results::bundled(&FAMILIES);
    let rows = vectors::rows::<Video>(&table).expect("readable");
    let functions: Vec<Function> = instructions()
        .map(|(_, instruction)| Function::direct(Control::encode(&instruction)))
        .collect();
    let mut input = String::new();
    for row in &rows {
        let control = Control(row.control);
        let function = functions.iter().position(|other| *other == Function::direct(control));
        let (i, modifiers, [a, b, c]) = (function.expect("a function"), control.0 >> HELD, row.operands);
        let _ = writeln!(input, "{i} {modifiers:x} {a:x} {b:x} {c:x}");
    }
    let Some(printed) = run_program(&program(), &header(), &input) else {
        return;
    };
    assert!(printed.len() == rows.len() && rows.len() > 36_000);
    for (row, printed) in rows.iter().zip(printed) {
        let default = u64::from(default_modifiers(row.instruction().width));
        let by_lanes = row.instruction().operation.family().has_lanes();
        let is_default = !by_lanes || row.control >> HELD == default;
        let wanted = if is_default { &printed[..] } else { &printed[1..] };
        assert!(
            wanted.iter().all(|d| *d == row.result::<Video>()),
            "{}: {printed:x?}",
            row.instruction()
        );
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
}

#[test]
fn the_header_is_c99_without_warnings_for_gcc_and_clang() {
    let program = "#define LANESMITH_SHORT_NAMES\n#include \"lanesmith.h\"\nint main(void)\n{\n\
        \x20   uint8x4_t sum = vadd4_u32_u32_u32_sat(1, 2);\n    lanesmith_state_t state = lanesmith_save();\n\
        \x20   (void)lanesmith_configure4(0xf, 0x3210, 0x7654);\n    lanesmith_restore(state);\n\
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
                compiles(compiler, &header, program, &[&STRICT[..], machine, &[level]].concat());
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
    let options = "-march=rv32im -mabi=ilp32 -ffreestanding -O2 -S -o - main.c";
    let Some((compiles, text)) = compiler("riscv64-unknown-elf-gcc", folder.path(), options.split(' ')) else {
        return;
    };
    assert!(compiles, "{text}");
    for line in [
        ".insn r 11, 1, 48, a0, zero, zero",
        ".insn r 11, 5, 48, a0, a0, zero",
        ".insn r 11, 1, 0, a0, zero, a0",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn mask_and_selectors_of_configure_are_the_digits_of_the_instructions_text() {
    let mut program = String::from("#include <stdio.h>\n#include \"lanesmith.h\"\nint main(void)\n{\n");
    let mut wanted = vec![];
    for (width, letter, lanes, mask, [asel, bsel]) in [
        (4, 'b', "3210", 0xf, ["3210", "7654"]),
        (4, 'b', "31", 0xa, ["7061", "5243"]),
        (2, 'h', "10", 0x3, ["10", "32"]),
        (2, 'h', "0", 0x1, ["31", "20"]),
    ] {
        let instruction =
            format!("vmin{width}.u32.u32.u32 r1.{letter}{lanes}, r2.{letter}{asel}, r3.{letter}{bsel}, r4");
        let instruction = parse(&instruction, None).expect(&instruction);
        wanted.push(vec![(Control::encode(&instruction).0 >> HELD) as u32]);
        let call = format!("lanesmith_modifiers{width}({mask:#x}, 0x{asel}, 0x{bsel})");
        let _ = writeln!(program, "    printf(\"%x\\n\", (unsigned){call});");
    }
    let Some(printed) = run_program(&(program + "    return 0;\n}\n"), &header(), "") else {
        return;
    };
    assert_eq!(printed, wanted);
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
    assert!(from_options.contains("#define LANESMITH_OPCODE 0x7bu"));
    let (_, files, _) = lanesmith("generate --module byte_permute --out other");
    assert!(!files.is_empty());
    cases(
        folder.path(),
        "
header --manifest rtl/riscv_pcpi.json --vset => 2: the manifest selects module and configuration
header --manifest other/byte_permute.json => 2: byte_permute has no header of format riscv
header --manifest rtl/riscv_pcpi.v => 2: cannot read rtl/riscv_pcpi.v
header --format c --vset => 2: --format c is the same for every configuration
header --module riscv_cfu --opcode custom-1 => 2: riscv_cfu does not have the option --opcode
",
    );
}

#[test]
fn headers_with_prefixes_have_functions_and_a_model_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    for line in [
        "header --module riscv_pcpi --vset --prefix left -o left.h",
        "header --module riscv_cv_x_if --dot --rs3 --encoding both --prefix right -o right.h",
    ] {
        let (status, _, errors) = lanesmith(folder.path(), line);
        assert_eq!(status, 0, "{errors}");
    }
    let [left, right] = ["left.h", "right.h"].map(|name| {
        let text = std::fs::read_to_string(folder.path().join(name)).expect("readable");
        assert!(!text.contains("lanesmith_") && !text.contains("LANESMITH_"), "{name}");
        format!("#include {:?}\n", folder.path().join(name))
    });
    let program = r#"#include <stdio.h>
#include "lanesmith.h"
int main(void)
{
    left_swap_c(1);
    right_swap_c(2);
    lanesmith_swap_c(3);
    printf("%x %x %x\n", (unsigned)left_read_c(), (unsigned)right_read_c(), (unsigned)lanesmith_read_c());
    printf("%x %x %x\n", (unsigned)left_vset4_u32_u32_eq(1, 1), (unsigned)right_dp4a_s32_s32_third(1, 2, 3), LEFT_HAS_VSET);
    return 0;
}
"#;
    if let Some(printed) = run_program(&(left + &right + program), &header(), "") {
        assert_eq!(printed, [vec![1, 2, 3], vec![0x0101_0101, 5, 1]]);
    }
    cases(
        folder.path(),
        "
header --prefix Left => 2: expected a lower-case letter, then lower-case letters and digits
header --format c --prefix left => 2: --format c has no prefix
header --format p-emulation --module riscv_pcpi --prefix left => 2: --format p-emulation has no prefix
",
    );
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
    let tables = [
        ("opcodes", opcode_table()),
        ("version", version_table()),
        ("function", function_table()),
        ("operations", operation_table()),
        ("accesses", access_table()),
        ("configuration", configuration_table()),
    ];
    crate::page::has_tables("docs/riscv.md", &tables);
}
