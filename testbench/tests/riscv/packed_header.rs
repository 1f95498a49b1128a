//! The C header of a unit with packed instructions. Expected words come from an assembler and expected results from vectors, both of
//! the P extension.

use super::header::{STRICT, compiler, compiles, run_program};
use super::packed_vectors::{Assembled, ENCODING, assembled, expected, file};
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::{Features, HEADER};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use std::collections::BTreeMap;
use std::fmt::Write;

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
pub const ACCUMULATING: [&str; 4] = ["pabdsumau.b", "pm4adda.b", "pm4addau.b", "pm4addasu.b"];

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

#[test]
fn portable_functions_of_packed_instructions_give_all_expected_results() {
    let rows = expected();
    let instructions = rows.iter().map(|row| &row.instruction);
    let calls: BTreeMap<String, String> = instructions.map(|it| (it.mnemonic.clone(), call(it))).collect();
    let mut input = String::new();
    for row in &rows {
        let place = calls.keys().position(|name| *name == row.instruction.mnemonic);
        let _ = writeln!(input, "{} {:x} {:x} {:x}", place.expect("a call"), row.a, row.b, row.c);
    }
    for features in units() {
        let Some(printed) = run_program(&program(&calls), &c_header(&features, "a test"), &input) else {
            return;
        };
        assert_eq!(printed.len(), rows.len());
        for (row, printed) in rows.iter().zip(printed) {
            assert_eq!(printed[..], [row.d, row.vxsat], "{row:x?}");
        }
    }
}

/// The words in OP-32 and OP-IMM-32 of each function of a program for RV32.
fn words(header: &str, program: &str) -> Option<BTreeMap<String, Vec<u32>>> {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(HEADER), header).expect("writable");
    std::fs::write(folder.path().join("main.c"), program).expect("writable");
    let options = "-march=rv32im -mabi=ilp32 -ffreestanding -O2 -c -o main.o main.c";
    let (compiles, said) = compiler("riscv64-unknown-elf-gcc", folder.path(), options.split(' '))?;
    assert!(compiles, "{said}");
    let (_, listing) = compiler("riscv64-unknown-elf-objdump", folder.path(), ["-d", "main.o"])?;
    let mut words: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut function = String::new();
    for line in listing.lines() {
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
    let instructions: BTreeMap<String, Assembled> = assembled(&ENCODING)
        .into_iter()
        .map(|instruction| (instruction.mnemonic.clone(), instruction))
        .collect();
    // Shifts are not among them, but among the words that a unit may leave alone.
    let foreign = file("riscv_p_foreign.csv");
    let foreign = assembled(&foreign).into_iter();
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
    let Some(words) = words(&c_header(&units()[1], "a test"), &program) else {
        return;
    };
    let functions = instructions
        .values()
        .enumerate()
        .map(|(i, it)| (format!("f{i}"), it, it.registers.len()));
    let shifts = shifts.iter().enumerate().map(|(i, it)| (format!("s{i}"), it, 2));
    for (function, it, registers) in functions.chain(shifts) {
        let found: Vec<u32> = words[&function].iter().map(|word| fixed(*word, registers)).collect();
        assert_eq!(found, [fixed(it.word, registers)], "{}", it.mnemonic);
    }
    let mut amounts: Vec<u32> = words["variable"].iter().map(|word| word >> 20 & 15).collect();
    amounts.sort_unstable();
    assert_eq!(amounts, (0..16).collect::<Vec<_>>());
}

#[test]
fn the_header_of_packed_instructions_is_c99_without_warnings() {
    let program = "#define LANESMITH_SHORT_NAMES\n#include \"lanesmith.h\"\nuint32_t f(uint32_t a, uint32_t b, unsigned n)\n{\n\
        \x20   return psadd_b(pslli_b(a, 3), psrai_b(b, n)) + psabs_b(a) + lanesmith_read_vxsat() + lanesmith_swap_vxsat(b);\n}\n";
    let riscv = ["-march=rv32im", "-mabi=ilp32", "-ffreestanding"];
    for features in units() {
        let header = c_header(&features, "a test");
        for (compiler, machine) in [("cc", &[][..]), ("riscv64-unknown-elf-gcc", &riscv)] {
            compiles(compiler, &header, program, &[&STRICT[..], machine, &["-O2"]].concat());
        }
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
