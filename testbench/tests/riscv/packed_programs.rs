//! Compiled programs with instructions of the P extension: kernels, the list of their instructions, and the handler for those that
//! a unit leaves out. Expected words come from an assembler and expected results from vectors, both of the P extension.

use super::header::run_program;
use crate::skip::skipped;
use lanesmith::sim::EngineError;
use lanesmith::unit::{DemoKernel, KernelRun};
use lanesmith::units::riscv::demo::{CoreSimulator, PACKED_KERNELS, PackedPlatform, RiscvCore};
use lanesmith::units::riscv::emulation::emulation;
use lanesmith::units::riscv::encoding::Features;
use lanesmith::units::riscv::isa::PACKED;
use lanesmith::units::riscv::rtl::RiscvConfig;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The registers in the order of their numbers.
const REGISTERS: &str =
    "zero ra sp gp tp t0 t1 t2 s0 s1 a0 a1 a2 a3 a4 a5 a6 a7 s2 s3 s4 s5 s6 s7 s8 s9 s10 s11 t3 t4 t5 t6";

/// The lines of a vector file, by columns.
fn lines(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testbench/vectors")
        .join(name);
    let mut reader = csv::Reader::from_path(path).expect("readable");
    let records = reader.records().map(|record| record.expect("a line"));
    records
        .map(|record| record.iter().map(str::to_owned).collect())
        .collect()
}

fn number(text: &str) -> u32 {
    u32::from_str_radix(text.trim_start_matches("0x"), 16).expect("a number")
}

/// An instruction as the assembler has it.
#[derive(Clone, Debug)]
pub(super) struct Assembled {
    pub(super) mnemonic: String,
    pub(super) word: u32,
    /// The numbers of rd, rs1 and, if there is one, rs2.
    pub(super) registers: Vec<u32>,
}

impl Assembled {
    /// Its operands are different registers, none of them x0 or the stack pointer.
    fn is_free(&self) -> bool {
        let mut registers = self.registers.clone();
        registers.sort_unstable();
        registers.dedup();
        registers.len() == self.registers.len() && registers.iter().all(|register| ![0, 2].contains(register))
    }
}

pub(super) fn assembled(file: &str) -> Vec<Assembled> {
    let lines = lines(file).into_iter();
    lines
        .map(|line| {
            let (mnemonic, operands) = line[0].split_once(' ').expect("operands");
            let place = |name: &str| REGISTERS.split(' ').position(|other| other == name);
            let registers = operands.split(", ").filter_map(place).map(|place| place as u32);
            Assembled {
                mnemonic: mnemonic.to_owned(),
                word: number(&line[1]),
                registers: registers.collect(),
            }
        })
        .collect()
}

/// A result: operands, what rd held before, what it holds after, and whether `vxsat` is set.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) instruction: Assembled,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) c: u32,
    pub(super) d: u32,
    pub(super) vxsat: u32,
}

/// All results, each in a word of the assembler whose registers can hold its operands.
pub(super) fn expected() -> Vec<Expected> {
    let mut words: BTreeMap<String, Vec<Assembled>> = BTreeMap::new();
    for instruction in assembled("riscv_p_encoding.csv").into_iter().filter(Assembled::is_free) {
        words.entry(instruction.mnemonic.clone()).or_default().push(instruction);
    }
    assert_eq!(words.len(), 60);
    let mut rows: BTreeMap<String, usize> = BTreeMap::new();
    let lines = lines("riscv_p.csv").into_iter();
    let all: Vec<Expected> = lines
        .map(|line| {
            let row = rows.entry(line[0].clone()).or_default();
            let words = &words[&line[0]];
            *row += 1;
            Expected {
                instruction: words[*row % words.len()].clone(),
                a: number(&line[1]),
                b: number(&line[2]),
                c: number(&line[3]),
                d: number(&line[4]),
                vxsat: line[5].parse().expect("a digit"),
            }
        })
        .collect();
    assert_eq!((all.len(), rows.len()), (7200, 60));
    all
}

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
    let foreign = lines("riscv_p_foreign.csv");
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
fn a_fault_in_the_emulation_shows() {
    let right = emulation(&none(), "a test").expect("something to emulate");
    let rows: Vec<Expected> = expected().into_iter().take(3000).collect();
    let mut input = String::new();
    for Expected {
        instruction, a, b, c, ..
    } in &rows
    {
        let _ = writeln!(input, "{:x} {a:x} {b:x} {c:x}", instruction.word);
    }
    for (from, to) in [
        (
            "LANESMITH_P_SATURATED() (void)(lanesmith_p_vxsat = 1)",
            "LANESMITH_P_SATURATED() (void)0",
        ),
        ("b = registers[word >> 20 & 31]", "b = registers[word >> 21 & 31]"),
        ("execute(word, a, b, registers[rd])", "execute(word, a, b, 0)"),
        ("    return (c + ", "    return ("),
    ] {
        let wrong = right.replacen(from, to, 1);
        assert_ne!(wrong, right, "{from}");
        let Some(printed) = run_program(ON_HOST, &wrong, &input) else {
            return;
        };
        let mut pairs = rows.iter().zip(printed);
        assert!(
            pairs.any(|(row, printed)| printed[..3] != [1, row.d, row.vxsat]),
            "nothing shows that {to}"
        );
    }
}

#[test]
fn only_what_a_unit_leaves_out_is_emulated() {
    let unit = RiscvConfig::packed(RiscvCore::Picorv32.interface(), 1).features;
    let text = emulation(&unit, "a test").expect("something to emulate");
    let rows: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("LANESMITH_P_ROW("))
        .collect();
    // The interface hands over two source registers.
    assert_eq!(
        rows,
        ["pabdsumau.b", "pm4adda.b", "pm4addau.b", "pm4addasu.b"].map(|name| {
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

/// A function that executes rows and stores rd and `vxsat` of each from 0x8000 on. Registers hold what the rows say at random places,
/// but for the stack pointer, so that interrupts can come.
fn assembly(rows: &[Expected]) -> String {
    let mut text = String::from("    .text\n    .globl rows\nrows:\n    addi sp, sp, -128\n");
    let saved = || (1..32).filter(|register| *register != 2);
    for register in saved() {
        let _ = writeln!(text, "    sw x{register}, {}(sp)", 4 * register);
    }
    for (i, row) in rows.iter().enumerate() {
        let registers = &row.instruction.registers;
        let rd = registers[0];
        let values = [row.c, row.a, row.b];
        for (register, value) in registers.iter().zip(values) {
            let low = (value << 20) as i32 >> 20;
            let high = value.wrapping_sub(low as u32) >> 12;
            let _ = writeln!(
                text,
                "    lui x{register}, {high:#x}\n    addi x{register}, x{register}, {low}"
            );
        }
        let base = (5..8).find(|register| *register != rd).expect("another register");
        let place = 0x8000 + 8 * i;
        let (high, low) = ((place + 0x800) >> 12, ((place << 52) as i64) >> 52);
        let _ = writeln!(
            text,
            "    .4byte {:#x}\n    lui x{base}, {high:#x}\n    sw x{rd}, {low}(x{base})\n    \
             .insn i 0x73, 5, x{rd}, x0, 9\n    sw x{rd}, {}(x{base})",
            row.instruction.word,
            low + 4
        );
    }
    for register in saved() {
        let _ = writeln!(text, "    lw x{register}, {}(sp)", 4 * register);
    }
    text + "    addi sp, sp, 128\n    ret\n"
}

/// Executes the rows, and a few words on special registers. Behind the results: whether those were right, and how many interrupts
/// came meanwhile.
const MAIN: &str = r#"
#include <stdint.h>
static volatile uint32_t *const device = (volatile uint32_t *)0xf0000000;
static volatile uint32_t *const left = (volatile uint32_t *)0x8000;
static volatile uint32_t interrupts, others;
void rows(void);

#ifdef PICORV32
static void set_timer(uint32_t cycles)
{
    uint32_t before;
    __asm__ volatile(".insn r 0x0b, 0, 5, %0, %1, x0" : "=r"(before) : "r"(cycles));
}
static void start_interrupts(void)
{
    uint32_t before, masked = ~3u;
    __asm__ volatile(".insn r 0x0b, 0, 3, %0, %1, x0" : "=r"(before) : "r"(masked));
    set_timer(101);
}
#else
static void start_interrupts(void)
{
    uint32_t timer = 0x80, enable = 8;
    __asm__ volatile("csrw mie, %0\n\tcsrs mstatus, %1" : : "r"(timer), "r"(enable));
}
#endif

void handle_interrupt(uint32_t cause)
{
    interrupts++;
#ifdef PICORV32
    others += cause != 1;
    set_timer(200 + interrupts * 37 % 301);
#else
    others += cause != 0x80000007u;
    device[2] = 0;
#endif
}

int main(void)
{
    uint32_t before, after, right = 1;
    start_interrupts();
    rows();
    /* Additions of 0 to the stack pointer: pabdsumau.b sp, x0, x0. */
    __asm__ volatile("mv %0, sp\n\t.insn r 0x3b, 1, 0x5e, sp, x0, x0\n\tmv %1, sp" : "=&r"(before), "=r"(after));
    right &= before == after;
    /* x0 stays 0, and pm4addau.b reads it as 0: 255 * 255 * 4. */
    __asm__ volatile(".insn r 0x3b, 5, 0x56, x0, %1, %1\n\tmv %0, x0" : "=r"(after) : "r"(~0u));
    right &= after == 0;
    __asm__ volatile("li %0, 0\n\t.insn r 0x3b, 5, 0x56, %0, %1, %1" : "=&r"(after) : "r"(~0u));
    right &= after == 255 * 255 * 4;
    left[2 * ROWS] = right && !others;
    left[2 * ROWS + 1] = interrupts;
    device[0] = 2 * ROWS + 2;
    for (;;);
}
"#;

/// Runs rows on a core under interrupts; what is not in the unit is emulated. How many interrupts came.
fn run_rows(
    machine: &CoreSimulator,
    core: RiscvCore,
    features: &Features,
    rows: &[Expected],
) -> Result<u32, EngineError> {
    let repository = |path: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("testbench/riscv/program")
            .join(path);
        std::fs::read_to_string(path).expect("readable")
    };
    let emulation = emulation(features, "a test").expect("something to emulate");
    let texts = [
        ("crt0.S", repository("crt0.S")),
        ("program.ld", repository("program.ld")),
        ("rows.S", assembly(rows)),
        ("main.c", MAIN.to_owned()),
        ("p_emulation.c", emulation),
    ];
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let (march, name) = match core {
        RiscvCore::Picorv32 => ("rv32im", "PICORV32"),
        _ => ("rv32im_zicsr", "CV32E40X"),
    };
    let left = machine.compiled(
        &files,
        &format!(
            "riscv64-unknown-elf-gcc -march={march} -mabi=ilp32 -O2 -Wall -Wextra -ffreestanding -nostdlib -D{name} \
             -DP_EMULATION -DROWS={} -T program.ld -Wl,--defsym=ram_length=0x8000 -o program crt0.S rows.S main.c p_emulation.c -lgcc",
            rows.len()
        ),
    )?;
    assert_eq!(left.len(), 2 * rows.len() + 2);
    for (row, left) in rows.iter().zip(left.chunks(2)) {
        assert_eq!(left, [row.d, row.vxsat], "{row:x?} on {core:?}");
    }
    assert_eq!(left[2 * rows.len()], 1, "special registers, and causes of interrupts");
    Ok(left[2 * rows.len() + 1])
}

/// So many rows of each instruction from one on.
fn part(from: usize, count: usize) -> Vec<Expected> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let rows = expected().into_iter().filter(|row| {
        let number = counts.entry(row.instruction.mnemonic.clone()).or_default();
        *number += 1;
        (from..from + count).contains(&(*number - 1))
    });
    rows.collect()
}

/// Rows of each instruction that fit into a program, whose results begin behind 32 KiB.
const EACH: usize = 6;

fn check(core: RiscvCore, config: &RiscvConfig, parts: impl Iterator<Item = usize>) {
    let machine = match CoreSimulator::interrupted_with(core, config) {
        Err(EngineError::Unavailable(why)) => return skipped(why),
        machine => machine.expect("a machine"),
    };
    for from in parts {
        let rows = part(from, EACH);
        assert_eq!(rows.len(), 60 * EACH);
        match run_rows(&machine, core, &config.features, &rows) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            interrupts => {
                let interrupts = interrupts.expect("a run");
                println!("{core:?}: {} rows, {interrupts} interrupts", rows.len());
                assert!(interrupts > 20, "{interrupts} interrupts");
            }
        }
    }
}

#[test]
fn on_picorv32_all_sixty_instructions_run_with_a_unit_that_has_none_of_them() {
    check(RiscvCore::Picorv32, &RiscvCore::Picorv32.unit(1), 0..1);
}

#[test]
fn on_cv32e40x_all_sixty_instructions_run_with_a_unit_that_has_none_of_them() {
    check(RiscvCore::Cv32e40x, &RiscvCore::Cv32e40x.unit(1), 0..1);
}

#[test]
fn on_picorv32_all_sixty_instructions_run_with_the_unit_for_them() {
    check(RiscvCore::Picorv32, &RiscvCore::Picorv32.packed_unit(1), 1..2);
}

#[test]
fn on_cv32e40x_all_sixty_instructions_run_with_the_unit_for_them() {
    check(RiscvCore::Cv32e40x, &RiscvCore::Cv32e40x.packed_unit(1), 1..2);
}

#[test]
#[ignore = "minutes: all expected results on both cores"]
fn on_both_cores_all_expected_results_come_out() {
    for core in [RiscvCore::Picorv32, RiscvCore::Cv32e40x] {
        for config in [core.unit(0), core.packed_unit(2)] {
            check(core, &config, (0..120).step_by(EACH));
        }
    }
}

/// Runs all kernels on a place that is built; `None` and skipped where a tool is missing.
fn kernels(core: Option<RiscvCore>, latency: u32, seed: u64) -> Option<Vec<(&'static DemoKernel, KernelRun)>> {
    let runs = PackedPlatform::new(core, latency).and_then(|place| {
        let runs = PACKED_KERNELS
            .iter()
            .map(|kernel| Ok((kernel, place.run(kernel, seed)?)));
        runs.collect::<Result<Vec<_>, EngineError>>()
    });
    match runs {
        Err(EngineError::Unavailable(why)) => {
            skipped(why);
            None
        }
        runs => Some(runs.expect("runs of all kernels")),
    }
}

/// Checks all kernels, and how many cycles, or instructions, those in vector C take.
fn check_kernels(core: Option<RiscvCore>, latency: u32, seed: u64) {
    let Some(runs) = kernels(core, latency, seed) else {
        return;
    };
    let mut fast = 0;
    for (kernel, run) in &runs {
        assert_eq!(run.fault(kernel), None, "{} on {core:?}", kernel.name);
        let (plain, packed) = (run.plain_times.all, run.unit_times.all);
        println!(
            "{core:?}, latency {latency}, {}: plain C {plain}, vector C {packed}",
            kernel.name
        );
        assert!(packed > 0 && !run.instructions.is_empty(), "{}", kernel.name);
        assert!(
            run.instructions.iter().all(|row| row.lacks.is_none()),
            "{}",
            kernel.name
        );
        fast += u32::from(plain >= 3 * packed);
    }
    assert!(fast >= 6, "{fast} kernels take less than a third");
}

#[test]
fn an_interpreter_of_kernels_in_vector_c_leaves_what_golden_says() {
    (1..4).for_each(|seed| check_kernels(None, 0, seed));
}

#[test]
fn on_picorv32_six_kernels_in_vector_c_take_less_than_a_third_of_the_cycles() {
    check_kernels(Some(RiscvCore::Picorv32), 1, 3);
}

#[test]
fn on_cv32e40x_six_kernels_in_vector_c_take_less_than_a_third_of_the_cycles() {
    check_kernels(Some(RiscvCore::Cv32e40x), 1, 3);
}

/// `lanesmith` in a folder: exit status, standard output, standard error.
fn lanesmith(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = command.current_dir(folder).args(arguments).output().expect("a run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
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
    let mut command = Command::new("riscv64-unknown-elf-gcc");
    command
        .current_dir(folder)
        .args(["-march=rv32im", "-mabi=ilp32", "-c", "words.S"]);
    match command.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            skipped("riscv64-unknown-elf-gcc not found");
            None
        }
        output => {
            let output = output.expect("a compiler");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            Some(())
        }
    }
}

#[test]
fn the_instructions_of_a_program_are_those_of_the_assembler() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = assembled("riscv_p_encoding.csv");
    let foreign = lines("riscv_p_foreign.csv");
    let mut words: Vec<u32> = own.iter().map(|one| one.word).collect();
    words.extend(foreign.iter().map(|line| number(&line[1])));
    if object(folder.path(), &words).is_none() {
        return;
    }
    let unit = ["--module", "riscv_pcpi", "--encoding", "p", "--dot"];
    let arguments = [&["instructions", "words.o", "--json"], &unit[..]].concat();
    let (status, out, errors) = lanesmith(folder.path(), &arguments);
    assert_eq!(status, Some(1), "{errors}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(report["format_version"], 1);
    let rows = report["instructions"].as_array().expect("rows");
    let row = |name: &str| rows.iter().find(|row| row["instruction"] == name);
    let reads_rd = ["pabdsumau.b", "pm4adda.b", "pm4addau.b", "pm4addasu.b"];
    for one in &own {
        let row = row(&one.mnemonic).unwrap_or_else(|| panic!("{}", one.mnemonic));
        assert_eq!(row["count"], 6, "{row}");
        assert_eq!(
            row["lacks"].is_null(),
            !reads_rd.contains(&one.mnemonic.as_str()),
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
    let unit = ["--module", "riscv_pcpi", "--encoding", "p"];
    let run = |file: &str| lanesmith(folder.path(), &[&["instructions", file], &unit[..]].concat());
    std::fs::write(folder.path().join("text"), "no program").expect("writable");
    let (status, out, errors) = run("text");
    assert_eq!((status, out.as_str()), (Some(2), ""), "{errors}");
    assert!(errors.contains("text: no ELF file for RV32"), "{errors}");
    let (status, _, errors) = run("missing");
    assert_eq!(status, Some(2));
    assert!(errors.contains("missing"), "{errors}");
    // padd.b a0, a1, a2 and pabdsumau.b a0, a1, a2.
    if object(folder.path(), &[0x84c5_853b]).is_none() {
        return;
    }
    let (status, out, errors) = run("words.o");
    assert_eq!(status, Some(0), "{errors}");
    assert!(
        out.contains("riscv_pcpi executes all 1 packed instructions of words.o"),
        "{out}"
    );
    object(folder.path(), &[0x84c5_853b, 0xbcc5_953b, 0xbcc5_953b]).expect("a compiler");
    let (status, out, errors) = run("words.o");
    assert_eq!(status, Some(1), "{errors}");
    assert!(out.contains("traps: the unit lacks rd as a source register"), "{out}");
    assert!(
        out.contains("2 of 3 packed instructions of words.o trap on riscv_pcpi"),
        "{out}"
    );
}

#[test]
fn what_the_other_instructions_have_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, expected) in [
        (
            &["demo", "pool", "--core", "none"][..],
            "error: --isa custom has no kernel pool; choose one of sad, dot, align, blend, threshold, median\n",
        ),
        (
            &["demo", "--isa", "p", "--core", "vexriscv"],
            "error: --isa p has no core vexriscv; choose one of picorv32, cv32e40x, none\n",
        ),
        (
            &["demo", "--isa", "p", "--core", "none", "--latency", "1"],
            "error: --latency has no effect here: --core none has no unit in hardware; leave it out\n",
        ),
        (
            &["demo", "--isa", "p", "--fpga", "ecp5"],
            "error: --fpga has no effect here: docs/area.md has the area of units for --isa p; leave it out\n",
        ),
    ] {
        let (status, out, errors) = lanesmith(folder.path(), arguments);
        assert_eq!(
            (status, out.as_str(), errors.as_str()),
            (Some(2), "", expected),
            "{arguments:?}"
        );
    }
}

#[test]
fn a_missing_compiler_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let command = command
        .current_dir(folder.path())
        .env("PATH", "")
        .env_remove("LANESMITH_CLANG");
    let output = command.args(["demo", "--isa", "p"]).output().expect("a run");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("ziglang==0.17.1 not found: pip install --target target/clang ziglang==0.17.1"),
        "{said}"
    );
}

#[test]
fn both_forms_of_the_option_write_the_same_handler() {
    let folder = tempfile::tempdir().expect("a folder");
    let unit = ["--module", "riscv_pcpi", "--encoding", "p", "--dot"];
    let [short, long] = [&["--p-emulation"][..], &["--format", "p-emulation"]].map(|form| {
        let (status, out, errors) = lanesmith(folder.path(), &[&["header"], form, &unit[..]].concat());
        assert_eq!(status, Some(0), "{errors}");
        out
    });
    assert_eq!(short, long);
    assert!(
        short.contains(": lanesmith header --format p-emulation --module riscv_pcpi "),
        "{short}"
    );
    let both = [&["header", "--p-emulation", "--format", "riscv"], &unit[..]].concat();
    let (status, ..) = lanesmith(folder.path(), &both);
    assert_eq!(status, Some(2));
}
