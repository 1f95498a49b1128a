//! Compiled programs with instructions of the P extension on cores: kernels in vector C, and all instructions, by the unit or by the
//! handler for those that a unit leaves out.

use crate::packed_vectors::{Expected, expected};
use crate::skip::skipped;
use cores::kernels::{Kernel, KernelRun, PACKED_KERNELS, PackedPlatform};
use cores::{Conditions, CoreSimulator, RiscvCore, elf};
use lanesmith::sim::EngineError;
use lanesmith::units::riscv::emulation::emulation;
use lanesmith::units::riscv::encoding::Features;
use lanesmith::units::riscv::rtl::RiscvConfig;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// A function that executes rows and stores rd and `vxsat` of each from 0x80000 on. Registers hold what the rows say at random places,
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
        let place = 0x80000 + 8 * i;
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

/// Executes the rows, and a few words on special registers; the status is 0 if those were right. Behind the results: how many interrupts
/// came meanwhile.
const MAIN: &str = r#"
#include "machine.h"
extern uint32_t results[];
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
    machine_acknowledge_interrupt();
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
    results[2 * ROWS] = interrupts;
    return !right || others;
}
"#;

/// Runs rows on a core under interrupts; what is not in the unit is emulated. How many interrupts came.
fn run_rows(
    machine: &CoreSimulator,
    core: RiscvCore,
    features: &Features,
    rows: &[Expected],
) -> Result<u32, EngineError> {
    let folder = tempfile::tempdir().expect("a folder");
    let emulation = emulation(features, "a test").expect("something to emulate");
    for (name, text) in [
        ("rows.S", assembly(rows)),
        ("main.c", MAIN.to_owned()),
        ("p_emulation.c", emulation),
    ] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/program");
    let [march, name] = core.compiler();
    let line = format!(
        "{march} {name} -mabi=ilp32 -O2 -Wall -Wextra -ffreestanding -nostdlib -DP_EMULATION -DROWS={} -I{program} -T {program}/link.ld \
         -Wl,--defsym=results=0x80000 -o program.elf {program}/start.S rows.S main.c p_emulation.c -lgcc",
        rows.len()
    );
    let mut command = Command::new("riscv64-unknown-elf-gcc");
    command.args(line.split(' ')).current_dir(folder.path());
    match command.output() {
        Err(_) => return Err(EngineError::Unavailable("riscv64-unknown-elf-gcc not found".to_owned())),
        Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
    }
    let bytes = fs::read(folder.path().join("program.elf")).expect("a program");
    let image = elf::image(&bytes, core).expect("a program for this core");
    let conditions = Conditions {
        // PicoRV32 has a timer of its own.
        interrupts: if core == RiscvCore::Cv32e40x { 32 } else { 0 },
        ..Conditions::default()
    };
    let run = machine.run(&image, &conditions, &mut std::io::sink())?;
    assert_eq!(run.status(), Ok(0), "special registers, and causes of interrupts");
    let left = &run.memory[0x80000 / 4..][..2 * rows.len() + 1];
    for (row, left) in rows.iter().zip(left.chunks(2)) {
        assert_eq!(left, [row.d, row.vxsat], "{row:x?} on {core:?}");
    }
    Ok(left[2 * rows.len()])
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

/// Rows of each instruction in a program.
const EACH: usize = 6;

fn check(core: RiscvCore, config: &RiscvConfig, parts: impl Iterator<Item = usize>) {
    let machine = match CoreSimulator::new(core, config, None) {
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
#[ignore = "builds a core or compiles for long"]
fn on_picorv32_all_sixty_instructions_run_with_a_unit_that_has_none_of_them() {
    check(RiscvCore::Picorv32, &RiscvCore::Picorv32.unit(1), 0..1);
}

#[test]
#[ignore = "builds a core or compiles for long"]
fn on_cv32e40x_all_sixty_instructions_run_with_a_unit_that_has_none_of_them() {
    check(RiscvCore::Cv32e40x, &RiscvCore::Cv32e40x.unit(1), 0..1);
}

#[test]
#[ignore = "builds a core or compiles for long"]
fn on_picorv32_all_sixty_instructions_run_with_the_unit_for_them() {
    check(RiscvCore::Picorv32, &RiscvCore::Picorv32.packed_unit(1), 1..2);
}

#[test]
#[ignore = "builds a core or compiles for long"]
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
fn kernels(core: Option<RiscvCore>, latency: u32, seed: u64) -> Option<Vec<(&'static Kernel, KernelRun)>> {
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
#[ignore = "builds a core or compiles for long"]
fn an_interpreter_of_kernels_in_vector_c_leaves_what_golden_says() {
    (1..4).for_each(|seed| check_kernels(None, 0, seed));
}

#[test]
#[ignore = "builds a core or compiles for long"]
fn on_picorv32_six_kernels_in_vector_c_take_less_than_a_third_of_the_cycles() {
    check_kernels(Some(RiscvCore::Picorv32), 1, 3);
}

#[test]
#[ignore = "builds a core or compiles for long"]
fn on_cv32e40x_six_kernels_in_vector_c_take_less_than_a_third_of_the_cycles() {
    check_kernels(Some(RiscvCore::Cv32e40x), 1, 3);
}
