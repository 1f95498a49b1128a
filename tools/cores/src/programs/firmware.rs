//! The code around a program: the start, the handlers of interrupts and traps, and the end, which stores all registers in memory.
//!
//! The handler of interrupts uses the unit and restores its state, so interrupts do not change the final state of a program.

use super::image::Image;
use super::layout::*;
use super::target::{ProgramTarget, Traps};
use super::unit_word;
use lanesmith::units::riscv::encoding::StateAccess;
use lanesmith::units::riscv::isa::VXSAT_ACCESSES;

const MSTATUS: i32 = 0x300;
const MIE: i32 = 0x304;
const MTVEC: i32 = 0x305;
const MEPC: i32 = 0x341;
const MCAUSE: i32 = 0x342;
const CUSTOM_FUNCTIONS: i32 = 0xbc0;

/// The registers that handlers save, use and restore.
const SCRATCH: [u32; 4] = [10, 11, 12, 13];

/// PicoRV32's own instructions: `getq rd, q0`.
fn getq(rd: u32, q: u32) -> u32 {
    q << 15 | rd << 7 | 0x0b
}

const RETIRQ: u32 = 2 << 25 | 0x0b;
/// `maskirq x0, x0`: no interrupt is masked.
const UNMASK: u32 = 3 << 25 | 0x0b;

/// An access to the unit's state.
fn access(image: &mut Image, target: &ProgramTarget, access: StateAccess, rd: u32, rs1: u32) {
    image.word(unit_word::access(target, access, [rd, rs1, 0]));
}

fn save(image: &mut Image, place: i32, name: &str) {
    for (register, place) in SCRATCH.into_iter().zip((place..).step_by(4)) {
        match name {
            "sw" => image.base("sw", 0, 0, register, place),
            _ => image.base("lw", register, 0, 0, place),
        }
    }
}

/// Divides, executes operations that change the unit's state, and restores the state. If the unit lost its state here, the final state of
/// the program would be wrong.
fn use_unit(image: &mut Image, target: &ProgramTarget) {
    access(image, target, StateAccess::SwapC, 12, 10);
    access(image, target, StateAccess::ReadConfiguration, 13, 0);
    image.load(11, 1 << 28 | 0x0123_4567);
    access(image, target, StateAccess::SwapConfiguration, 0, 11);
    if target.divides {
        image.base("div", 10, 11, 12, 0);
    }
    // vabsdiff4 of unsigned bytes with .add: its result becomes c.
    image.word(unit_word::word(target.features.opcode.bits(), 0x103, [10, 10, 11]));
    access(image, target, StateAccess::SwapConfiguration, 0, 13);
    access(image, target, StateAccess::SwapC, 0, 12);
    if target.features.vxsat {
        let [write, _, _, write_immediate, ..] = VXSAT_ACCESSES;
        image.word(write_immediate.word | 10 << 7);
        image.load(11, 0x7fff_7fff);
        image.word(SATURATING_SUM | 11 << 20 | 11 << 15 | 11 << 7);
        image.word(write.word | 10 << 15);
    }
}

/// `psadd.b`, without its registers.
const SATURATING_SUM: u32 = 0x9400_003b;

/// Counts a trap at the address in x11 with the cause in x10.
fn count_trap(image: &mut Image) {
    let [count, sum] = TRAPPED;
    image.base("lw", 12, 0, 0, count);
    image.base("addi", 12, 12, 0, 1);
    image.base("sw", 0, 0, 12, count);
    image.base("lw", 12, 0, 0, sum);
    image.base("slli", 13, 12, 0, 1);
    image.base("add", 12, 12, 13, 0);
    image.base("add", 12, 12, 11, 0);
    image.base("xor", 12, 12, 10, 0);
    image.base("sw", 0, 0, 12, sum);
}

/// Acknowledges the interrupt to the machine.
fn acknowledge(image: &mut Image) {
    image.load(11, FINISH);
    image.base("sw", 0, 11, 0, 8);
}

fn machine_handler(image: &mut Image, target: &ProgramTarget) {
    save(image, SAVED, "sw");
    image.base("csrrs", 10, 0, 0, MCAUSE);
    let is_interrupt = image.at;
    image.at += 4;
    image.base("csrrs", 11, 0, 0, MEPC);
    count_trap(image);
    image.base("addi", 11, 11, 0, 4);
    image.base("csrrw", 0, 11, 0, MEPC);
    let ends = image.at;
    image.at += 4;
    image.branch(is_interrupt, "blt", [0, 10, 0], image.at);
    use_unit(image, target);
    // At the end, so that the program makes progress between frequent interrupts.
    acknowledge(image);
    image.branch(ends, "jal", [0, 0, 0], image.at);
    save(image, SAVED, "lw");
    image.base("mret", 0, 0, 0, 0);
}

fn picorv32_handler(image: &mut Image, target: &ProgramTarget, has_registers: bool) {
    save(image, SAVED, "sw");
    // x10 = the pending interrupts, x11 = the return address.
    match has_registers {
        true => [getq(10, 1), getq(11, 0)].map(|word| image.word(word)),
        false => [(10, 4), (11, 3)].map(|(rd, rs1)| image.base("addi", rd, rs1, 0, 0)),
    };
    image.base("andi", 12, 10, 0, 1 << 1);
    let is_interrupt = image.at;
    image.at += 4;
    image.base("addi", 10, 0, 0, 0);
    // The core gives the address of the next instruction.
    image.base("addi", 11, 11, 0, -4);
    count_trap(image);
    image.branch(is_interrupt, "beq", [0, 12, 0], image.at);
    acknowledge(image);
    use_unit(image, target);
    save(image, SAVED, "lw");
    image.word(RETIRQ);
}

/// Writes start and handlers. The start loads `registers` and jumps to [`CODE`].
pub fn begin(image: &mut Image, target: &ProgramTarget, registers: &[u32; 32]) {
    image.at = RESET;
    image.branch(RESET, "jal", [0, 0, 0], PROLOGUE);
    image.branch(PICORV32_INTERRUPT, "jal", [0, 0, 0], HANDLER);
    image.at = HANDLER;
    match target.traps {
        Traps::None => (),
        Traps::Machine => machine_handler(image, target),
        Traps::Picorv32 { has_registers } => picorv32_handler(image, target, has_registers),
    }
    assert!(image.at <= DEBUG);
    image.at = DEBUG;
    if target.has_debug_code {
        save(image, SAVED_IN_DEBUG, "sw");
        use_unit(image, target);
        save(image, SAVED_IN_DEBUG, "lw");
        image.base("dret", 0, 0, 0, 0);
    }
    assert!(image.at <= PROLOGUE);
    image.at = PROLOGUE;
    if target.needs_enable {
        image.load(10, 1 << 31);
        image.base("csrrw", 0, 10, 0, CUSTOM_FUNCTIONS);
    }
    if target.has_machine_mode() {
        image.load(10, HANDLER);
        image.base("csrrw", 0, 10, 0, MTVEC);
        image.load(10, 1 << 7);
        image.base("csrrw", 0, 10, 0, MIE);
        image.base("csrrw", 0, 0, 0, super::model::MSCRATCH);
        image.load(10, 1 << 3);
        image.base("csrrs", 0, 10, 0, MSTATUS);
    }
    if matches!(target.traps, Traps::Picorv32 { .. }) {
        image.word(UNMASK);
    }
    for (register, value) in (0..).zip(registers).skip(1) {
        image.load(register, *value);
    }
    image.branch(image.at, "jal", [0, 0, 0], CODE);
    assert!(image.at < SAVED as u32);
    image.at = CODE;
}

/// Writes the end: it stores registers, the unit's state and the traps after the data, and ends the program.
pub fn end(image: &mut Image, target: &ProgramTarget) {
    let mut place = (LEFT - DATA_BASE) as i32;
    let mut leave = |image: &mut Image, register: u32| {
        image.base("sw", 0, DATA_REGISTER, register, place);
        place += 4;
    };
    (0..32).for_each(|register| leave(image, if target.is_overwritten(register) { 0 } else { register }));
    access(image, target, StateAccess::ReadConfiguration, 10, 0);
    leave(image, 10);
    access(image, target, StateAccess::ReadC, 10, 0);
    leave(image, 10);
    for place in TRAPPED {
        image.base("lw", 10, 0, 0, place);
        leave(image, 10);
    }
    if target.features.vxsat {
        image.word(VXSAT_ACCESSES[1].word | 10 << 7);
        leave(image, 10);
    }
    image.load(11, FINISH);
    image.load(10, DUMPED_WORDS + u32::from(target.features.vxsat));
    image.base("sw", 0, 11, 10, 0);
    image.branch(image.at, "jal", [0, 0, 0], image.at);
    image.at += 4;
}
