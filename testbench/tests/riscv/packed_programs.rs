//! Compiled programs with instructions of the P extension: the list of their instructions, and the handler for those that a unit
//! leaves out.

use super::header::{compiler, run_program};
use super::packed_header::ACCUMULATING;
use super::packed_vectors::{ENCODING, Expected, assembled, expected, file, lines, number};
use crate::program::lanesmith_line as lanesmith;
use lanesmith::units::riscv::emulation::emulation;
use lanesmith::units::riscv::encoding::Features;
use lanesmith::units::riscv::isa::PACKED;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use std::fmt::Write;
use std::path::Path;

/// No packed instructions in hardware.
fn none() -> Features {
    Features {
        packed: false,
        vxsat: false,
        ..Features::ALL
    }
}

/// Executes words of standard input: prints whether it is one of the list, rd and `vxsat`.
const ON_HOST: &str = r#"
#include <stdio.h>
#include "lanesmith.h"
int main(void)
{
    unsigned word, a, b, c;
    while (scanf("%x %x %x %x", &word, &a, &b, &c) == 4) {
        uint32_t registers[32] = {0};
        registers[word >> 7 & 31] = c;
        registers[word >> 20 & 31] = b;
        registers[word >> 15 & 31] = a;
        lanesmith_p_vxsat = 0;
        int is_known = lanesmith_p_execute(word, registers);
        printf("%d %x %x %x\n", is_known, (unsigned)registers[word >> 7 & 31], (unsigned)lanesmith_p_vxsat, (unsigned)registers[0]);
    }
    return 0;
}
"#;

#[test]
fn emulation_of_everything_computes_all_expected_results_and_leaves_other_words_alone() {
    let emulation = emulation(&none(), "a test").expect("something to emulate");
    let rows = expected();
    let foreign = file("riscv_p_foreign.csv");
    let foreign = lines(&foreign);
    let mut input = String::new();
    for Expected {
        instruction, a, b, c, ..
    } in &rows
    {
        let _ = writeln!(input, "{:x} {a:x} {b:x} {c:x}", instruction.word);
    }
    for line in &foreign {
        let _ = writeln!(input, "{} 1 2 3", line[1].trim_start_matches("0x"));
    }
    let Some(printed) = run_program(ON_HOST, &emulation, &input) else {
        return;
    };
    assert_eq!(printed.len(), rows.len() + foreign.len());
    let (own, others) = printed.split_at(rows.len());
    for (row, printed) in rows.iter().zip(own) {
        assert_eq!(printed[..], [1, row.d, row.vxsat, 0], "{row:x?}");
    }
    // Of the foreign words the table has some of class C.
    let mut known = 0;
    for (line, printed) in foreign.iter().zip(others) {
        let mnemonic = line[0].split(' ').next().expect("a mnemonic");
        let is_known = PACKED.iter().any(|row| row.name == mnemonic);
        assert_eq!(printed[0], u32::from(is_known), "{line:?}");
        known += u32::from(is_known);
    }
    println!("{known} of {} foreign words are of class C", foreign.len());
    assert!(known > 0 && known < foreign.len() as u32 / 2);
}

#[test]
fn only_what_a_unit_leaves_out_is_emulated() {
    let unit = RiscvConfig::packed(Interface::Pcpi, 1).features;
    let text = emulation(&unit, "a test").expect("something to emulate");
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("LANESMITH_P_ROW("))
        .collect();
    // The interface hands over two source registers.
    assert_eq!(
        rows,
        ACCUMULATING.map(|name| {
            let c_name = name.replace('.', "_");
            format!("LANESMITH_P_ROW({c_name}) /* {name} */")
        })
    );
    let everything = Features {
        third_is_rd: true,
        ..unit
    };
    assert!(emulation(&everything, "a test").is_err());
    let without_vxsat = Features {
        vxsat: false,
        ..everything
    };
    let text = emulation(&without_vxsat, "a test").expect("accesses to vxsat");
    assert_eq!(text.matches("rd, vxsat */").count(), 6);
}

/// An object file with these words, and data behind them that looks like instructions. `None` and skipped without a compiler.
fn object(folder: &Path, words: &[u32]) -> Option<()> {
    let mut text = String::from("    .text\n");
    for word in words {
        // So that the symbol for data is not set, an instruction is made of fields.
        let _ = writeln!(
            text,
            "    .insn r {:#x}, {}, {}, x{}, x{}, x{}",
            word & 0x7f,
            word >> 12 & 7,
            word >> 25,
            word >> 7 & 31,
            word >> 15 & 31,
            word >> 20 & 31
        );
    }
    text += "    add a0, a0, a1\n    .data\n    .4byte 0x8400003b\n";
    std::fs::write(folder.join("words.S"), text).expect("writable");
    let options = ["-march=rv32im", "-mabi=ilp32", "-c", "words.S"];
    let (compiles, said) = compiler("riscv64-unknown-elf-gcc", folder, options)?;
    assert!(compiles, "{said}");
    Some(())
}

#[test]
fn the_instructions_of_a_program_are_those_of_the_assembler() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = assembled(&ENCODING);
    let foreign = file("riscv_p_foreign.csv");
    let foreign = lines(&foreign);
    let mut words: Vec<u32> = own.iter().map(|one| one.word).collect();
    words.extend(foreign.iter().map(|line| number(&line[1])));
    if object(folder.path(), &words).is_none() {
        return;
    }
    let line = "instructions words.o --json --module riscv_pcpi --encoding p --dot";
    let (status, out, errors) = lanesmith(folder.path(), line);
    assert_eq!(status, 1, "{errors}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["format_version"], 1);
    let rows = report["instructions"].as_array().expect("rows");
    let row = |name: &str| rows.iter().find(|row| row["instruction"] == name);
    for one in &own {
        let row = row(&one.mnemonic).unwrap_or_else(|| panic!("{}", one.mnemonic));
        assert_eq!(row["count"], 6, "{row}");
        assert_eq!(
            row["lacks"].is_null(),
            !ACCUMULATING.contains(&one.mnemonic.as_str()),
            "{row}"
        );
    }
    // Each foreign word is a row of its own or counts in that of its mnemonic, and no word is in two.
    let counted: u64 = rows.iter().map(|row| row["count"].as_u64().expect("a number")).sum();
    let in_opcodes = words
        .iter()
        .filter(|word| [0x3b, 0x1b].contains(&(**word & 0x7f)))
        .count() as u64;
    let others = ["pack", "abs"].map(|name| row(name).map_or(0, |row| row["count"].as_u64().unwrap_or(0)));
    assert_eq!(counted, in_opcodes + others.iter().sum::<u64>());
    for line in &foreign {
        let mnemonic = line[0].split(' ').next().expect("a mnemonic");
        let word = format!("{:#010x}", number(&line[1]));
        let found = row(&word).or_else(|| row(mnemonic));
        let is_plain = [0x33, 0x13].contains(&(number(&line[1]) & 0x7f)) && !["pack", "abs"].contains(&mnemonic);
        assert_eq!(found.is_none(), is_plain, "{line:?}");
    }
}

#[test]
fn a_program_is_executed_or_traps_and_what_is_none_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |file: &str| {
        let line = format!("instructions {file} --module riscv_pcpi --encoding p");
        let (status, out, errors) = lanesmith(folder.path(), &line);
        (status, out + &errors)
    };
    std::fs::write(folder.path().join("text"), "no program").expect("writable");
    for (file, why) in [("text", "text: no ELF file for RV32"), ("missing", "missing")] {
        let (status, said) = run(file);
        assert!(status == 2 && said.contains(why), "{said}");
    }
    // padd.b a0, a1, a2 and pabdsumau.b a0, a1, a2.
    for (words, expected, summary) in [
        (
            &[0x84c5_853b][..],
            0,
            "riscv_pcpi executes all 1 packed instructions of words.o",
        ),
        (
            &[0x84c5_853b, 0xbcc5_953b, 0xbcc5_953b],
            1,
            "2 of 3 packed instructions of words.o trap on riscv_pcpi",
        ),
    ] {
        if object(folder.path(), words).is_none() {
            return;
        }
        let (status, said) = run("words.o");
        assert!(status == expected && said.contains(summary), "{said}");
    }
}
