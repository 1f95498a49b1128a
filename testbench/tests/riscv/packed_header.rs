//! The C header of a unit with packed instructions. Expected words come from an assembler and expected results from vectors, both of
//! the P extension.

use super::header::{STRICT, compile, run_program};
use super::packed_vectors::{Assembled, ENCODING, assembled, expected};
use crate::skip::skipped;
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::{Features, HEADER};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;

/// Every packed instruction and `vxsat`, without and with custom instructions.
fn units() -> [Features; 2] {
    let packed = Features {
        third_is_rd: true,
        ..RiscvConfig::packed(Interface::Pcpi, 1).features
    };
    let both = Features { custom: true, ..packed };
    [packed, both]
}

fn c_name(mnemonic: &str) -> String {
    format!("lanesmith_{}", mnemonic.replace('.', "_"))
}

/// Those that read rd as well.
const ACCUMULATING: [&str; 4] = ["pabdsumau.b", "pm4adda.b", "pm4addau.b", "pm4addasu.b"];

/// A call of the function, with as many of the operands as the instruction reads.
fn call(instruction: &Assembled) -> String {
    let operands = match instruction.registers.len() {
        2 => "a",
        _ if ACCUMULATING.contains(&&instruction.mnemonic[..]) => "a, b, c",
        _ => "a, b",
    };
    format!("{}({operands})", c_name(&instruction.mnemonic))
}

/// Prints result and `vxsat` of the functions for lines of a function's number and three operands.
fn program(calls: &BTreeMap<String, String>) -> String {
    let mut text = String::from(
        "#include <stdio.h>\n#include \"lanesmith.h\"\nint main(void)\n{\n    unsigned i, a, b, c, d;\n    \
         while (scanf(\"%u %x %x %x\", &i, &a, &b, &c) == 4) {\n        d = 0;\n        lanesmith_swap_vxsat(0);\n        \
         switch (i) {\n",
    );
    for (i, call) in calls.values().enumerate() {
        let _ = writeln!(text, "        case {i}: d = {call}; break;");
    }
    text + "        }\n        printf(\"%x %x\\n\", d, (unsigned)lanesmith_read_vxsat());\n    }\n    return 0;\n}\n"
}

/// How many results differ from the expected ones; `None` without a compiler.
fn wrong_results(header: &str) -> Option<usize> {
    let rows = expected();
    let instructions = rows.iter().map(|row| &row.instruction);
    let calls: BTreeMap<String, String> = instructions.map(|it| (it.mnemonic.clone(), call(it))).collect();
    let mut input = String::new();
    for row in &rows {
        let place = calls.keys().position(|name| *name == row.instruction.mnemonic);
        let _ = writeln!(input, "{} {:x} {:x} {:x}", place.expect("a call"), row.a, row.b, row.c);
    }
    let printed = run_program(&program(&calls), header, &input)?;
    assert_eq!(printed.len(), rows.len());
    let wrong = rows
        .iter()
        .zip(printed)
        .filter(|(row, printed)| printed[..] != [row.d, row.vxsat]);
    Some(wrong.count())
}

#[test]
fn portable_functions_of_packed_instructions_give_all_expected_results() {
    for features in units() {
        let header = c_header(&features, "a test");
        if let Some(wrong) = wrong_results(&header) {
            assert_eq!(wrong, 0);
        }
    }
}

#[test]
fn a_wrong_portable_function_of_a_packed_instruction_is_found() {
    let header = c_header(&units()[0], "a test");
    let wrong = header.replacen("lanesmith_model_vxsat = 1", "lanesmith_model_vxsat = 0", 1);
    assert_ne!(wrong, header);
    if let Some(wrong) = wrong_results(&wrong) {
        assert!(wrong > 500, "{wrong}");
    }
}

/// The words in OP-32 and OP-IMM-32 of each function of a program for RV32.
fn words(header: &str, program: &str) -> Option<BTreeMap<String, Vec<u32>>> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(HEADER), header).expect("writable");
    std::fs::write(folder.path().join("main.c"), program).expect("writable");
    let run = |tool: &str, arguments: &[&str]| {
        Command::new(format!("riscv64-unknown-elf-{tool}"))
            .args(arguments)
            .current_dir(folder.path())
            .output()
    };
    let options = "-march=rv32im -mabi=ilp32 -ffreestanding -O2 -c -o main.o main.c";
    let Ok(compiled) = run("gcc", &options.split(' ').collect::<Vec<_>>()) else {
        skipped("riscv64-unknown-elf-gcc not found");
        return None;
    };
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    let listing = run("objdump", &["-d", "main.o"]).expect("a disassembler");
    let mut words: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut function = String::new();
    for line in String::from_utf8(listing.stdout).expect("text").lines() {
        if let Some(name) = line.split_once('<').and_then(|(_, rest)| rest.strip_suffix(">:")) {
            if !name.starts_with('.') {
                function = name.to_owned();
            }
        } else if let Some(word) = line.split('\t').nth(1) {
            let word = u32::from_str_radix(word.trim(), 16).expect("a word");
            if [0x3b, 0x1b].contains(&(word & 0x7f)) {
                words.entry(function.clone()).or_default().push(word);
            }
        }
    }
    Some(words)
}

/// The word without its registers.
fn fixed(word: u32, registers: usize) -> u32 {
    word & match registers {
        2 => 0xfff0_707f,
        _ => 0xfe00_707f,
    }
}

#[test]
fn functions_of_packed_instructions_compile_to_the_assemblers_words() {
    let instructions: BTreeMap<String, Assembled> = assembled(ENCODING)
        .into_iter()
        .map(|instruction| (instruction.mnemonic.clone(), instruction))
        .collect();
    // Shifts are not among them, but among the words that a unit may leave alone.
    let foreign = assembled(include_str!("../../vectors/riscv_p_foreign.csv")).into_iter();
    let shifts: Vec<Assembled> = foreign
        .filter(|it| {
            ["psll", "psrl", "psra"]
                .iter()
                .any(|name| it.mnemonic.starts_with(name))
        })
        .filter(|it| it.mnemonic.ends_with(".b") || it.mnemonic.ends_with(".h"))
        .filter(|it| !["sslli", "rari"].iter().any(|other| it.mnemonic.contains(other)))
        .collect();
    assert!(instructions.len() == 60 && shifts.len() >= 6, "{shifts:?}");
    let mut program = String::from("#include \"lanesmith.h\"\n");
    for (i, it) in instructions.values().enumerate() {
        let _ = writeln!(
            program,
            "uint32_t f{i}(uint32_t a, uint32_t b, uint32_t c) {{ (void)b; (void)c; return {}; }}",
            call(it)
        );
    }
    for (i, it) in shifts.iter().enumerate() {
        // Bits 22:20 of bytes, 23:20 of half-words.
        let amount = it.word >> 20 & if it.mnemonic.ends_with(".b") { 7 } else { 15 };
        let _ = writeln!(
            program,
            "uint32_t s{i}(uint32_t a) {{ return {}(a, {amount}); }}",
            c_name(&it.mnemonic)
        );
    }
    let _ = writeln!(
        program,
        "uint32_t variable(uint32_t a, unsigned n) {{ return lanesmith_psrai_h(a, n); }}"
    );
    for features in units() {
        let Some(words) = words(&c_header(&features, "a test"), &program) else {
            return;
        };
        for (i, it) in instructions.values().enumerate() {
            let found: Vec<u32> = words[&format!("f{i}")]
                .iter()
                .map(|word| fixed(*word, it.registers.len()))
                .collect();
            assert_eq!(found, [fixed(it.word, it.registers.len())], "{}", it.mnemonic);
        }
        for (i, it) in shifts.iter().enumerate() {
            let found: Vec<u32> = words[&format!("s{i}")].iter().map(|word| fixed(*word, 2)).collect();
            assert_eq!(found, [fixed(it.word, 2)], "{}", it.mnemonic);
        }
        let mut amounts: Vec<u32> = words["variable"].iter().map(|word| word >> 20 & 15).collect();
        amounts.sort_unstable();
        assert_eq!(amounts, (0..16).collect::<Vec<_>>());
    }
}

#[test]
fn the_header_of_packed_instructions_is_c99_without_warnings() {
    let program = "#define LANESMITH_SHORT_NAMES\n#include \"lanesmith.h\"\nuint32_t f(uint32_t a, uint32_t b, unsigned n)\n{\n\
        \x20   return psadd_b(pslli_b(a, 3), psrai_b(b, n)) + psabs_b(a) + lanesmith_read_vxsat() + lanesmith_swap_vxsat(b);\n}\n";
    let riscv = ["-march=rv32im", "-mabi=ilp32", "-ffreestanding"];
    for features in units() {
        let header = c_header(&features, "a test");
        for (compiler, machine) in [("cc", &[][..]), ("riscv64-unknown-elf-gcc", &riscv)] {
            let options = [&STRICT[..], machine, &["-O2"]].concat();
            if let Some((compiles, said)) = compile(compiler, &header, program, &options) {
                assert!(compiles, "{compiler} {options:?}: {said}");
            }
        }
    }
}

/// The functions of the proposal "RISC-V P Extension Intrinsics", as clang and gcc name them, for words of RV32: those of one instruction
/// of the unit, without their `__riscv_`.
const INTRINSICS: &str = "
    padd_i8x4 padd_u8x4 padd_i16x2 padd_u16x2 psub_i8x4 psub_u8x4 psub_i16x2 psub_u16x2 pneg_i8x4 pneg_i16x2
    padd_s_i8x4 padd_s_u8x4 padd_s_i16x2 padd_s_u16x2 pmv_s_i8x4 pmv_s_u8x4 pmv_s_i16x2 pmv_s_u16x2
    psadd_i8x4 psadd_i16x2 psaddu_u8x4 psaddu_u16x2 pssub_i8x4 pssub_i16x2 pssubu_u8x4 pssubu_u16x2
    paadd_i8x4 paadd_i16x2 paaddu_u8x4 paaddu_u16x2 pasub_i8x4 pasub_i16x2 pasubu_u8x4 pasubu_u16x2
    pabs_i8x4 pabs_i16x2 psabs_i8x4 psabs_i16x2 pabd_i8x4 pabd_i16x2 pabdu_u8x4 pabdu_u16x2
    pmin_i8x4 pmin_i16x2 pminu_u8x4 pminu_u16x2 pmax_i8x4 pmax_i16x2 pmaxu_u8x4 pmaxu_u16x2
    pmseq_i8x4_u8x4 pmseq_u8x4_u8x4 pmseq_i16x2_u16x2 pmseq_u16x2_u16x2
    pmslt_u8x4 pmslt_u16x2 pmsltu_u8x4 pmsltu_u16x2 pmsgt_u8x4 pmsgt_u16x2 pmsgtu_u8x4 pmsgtu_u16x2
    predsum_i8x4_i32 predsum_i16x2_i32 predsumu_u8x4_u32 predsumu_u16x2_u32 pabdsumu_u8x4_u32 pabdsumau_u8x4_u32
    pm4add_i8x4 pm4addu_u8x4 pm4addsu_i8x4 pm4adda_i8x4 pm4addau_u8x4 pm4addasu_i8x4
    pas_x_i16x2 psa_x_i16x2 psas_x_i16x2 pssa_x_i16x2 paas_x_i16x2 pasa_x_i16x2
    psll_s_i8x4 psll_s_u8x4 psll_s_i16x2 psll_s_u16x2 psrl_s_u8x4 psrl_s_u16x2 psra_s_i8x4 psra_s_i16x2
    ppaire_i8x4 ppaire_u8x4 ppaireo_i8x4 ppaireo_u8x4 ppairoe_i8x4 ppairoe_u8x4 ppairo_i8x4 ppairo_u8x4
    ppaireo_i16x2 ppaireo_u16x2 ppairoe_i16x2 ppairoe_u16x2 ppairo_i16x2 ppairo_u16x2";

#[test]
fn the_names_of_compilers_are_those_of_the_proposal() {
    let header = c_header(&units()[0], "a test");
    let found = header.split("__riscv_").skip(1);
    let mut found: Vec<&str> = found
        .filter_map(|rest| rest.split_once('(').map(|(name, _)| name))
        .collect();
    let mut wanted: Vec<&str> = INTRINSICS.split_whitespace().collect();
    found.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn functions_with_the_names_of_compilers_take_their_operands_in_the_order_of_the_proposal() {
    let program = "#define LANESMITH_RISCV_NAMES\n#include <stdio.h>\n#include \"lanesmith.h\"\nint main(void)\n{\n    \
        printf(\"%x %x %x\\n\", (unsigned)__riscv_psub_i8x4(5, 3), (unsigned)__riscv_pneg_i8x4(1), \
        (unsigned)__riscv_pmv_s_i8x4(-2));\n    \
        printf(\"%x %x %x\\n\", (unsigned)__riscv_pm4adda_i8x4(-100, 0x0102, 0x0304), \
        (unsigned)__riscv_predsumu_u16x2_u32(0x00010002, 10), (unsigned)__riscv_pm4addsu_i8x4(0xff, 0xff));\n    \
        printf(\"%x %x %x\\n\", (unsigned)__riscv_pmslt_u8x4(0xff, 1), (unsigned)__riscv_pmsgt_u8x4(0xff, 1), \
        (unsigned)__riscv_pmsgtu_u8x4(0xff, 1));\n    \
        printf(\"%x %x %x\\n\", (unsigned)__riscv_psra_s_i8x4(0x80, 3), (unsigned)__riscv_psrl_s_u16x2(0x8000, 15), \
        (unsigned)__riscv_pabs_i8x4(0x80));\n    return 0;\n}\n";
    let header = c_header(&units()[0], "a test");
    let Some(printed) = run_program(program, &header, "") else {
        return;
    };
    let wanted = [
        [2, 0xff, 0xfefe_fefe],
        [0_u32.wrapping_sub(100 - 3 - 8), 13, 0_u32.wrapping_sub(255)],
        [0xff, 0, 0xff],
        [0xf0, 1, 0x80],
    ];
    assert_eq!(printed, wanted.map(Vec::from));
    let both = [&STRICT[..], &["-O2"]].concat();
    let riscv = [&both[..], &["-march=rv32im", "-mabi=ilp32", "-ffreestanding"]].concat();
    let program = "#define LANESMITH_RISCV_NAMES\n#include \"lanesmith.h\"\nuint32_t f(uint32_t a, uint32_t n)\n{\n    \
        return __riscv_psll_s_u8x4(a, 3) + __riscv_psll_s_u8x4(a, n);\n}\n";
    for (compiler, options) in [("cc", &both), ("riscv64-unknown-elf-gcc", &riscv)] {
        if let Some((compiles, said)) = compile(compiler, &header, program, options) {
            assert!(compiles, "{compiler}: {said}");
        }
    }
    if let Some(words) = words(&header, program) {
        // `pslli.b` with 3, and `psll.bs`, in any order.
        let mut found: Vec<u32> = words["f"].iter().map(|word| fixed(*word, 3)).collect();
        found.sort_unstable();
        assert_eq!(found, [0x8000_201b, 0x8c00_201b]);
    }
}

#[test]
fn a_header_has_the_functions_of_its_units_packed_instructions_alone() {
    let [everything, both] = units();
    let has = |features: &Features, name: &str| c_header(features, "a test").contains(name);
    assert!(!has(&everything, "vadd4") && has(&both, "vadd4_u32_u32_u32"));
    let pcpi = RiscvConfig::packed(Interface::Pcpi, 1).features;
    assert!(!has(&pcpi, "pm4adda_b") && has(&everything, "pm4adda_b") && has(&pcpi, "pm4add_b"));
    assert!(!has(&Features::ALL, "padd_b"));
    let without = Features {
        vxsat: false,
        ..everything
    };
    assert!(has(&without, "LANESMITH_HAS_VXSAT 0") && !has(&without, "lanesmith_read_vxsat"));
}
