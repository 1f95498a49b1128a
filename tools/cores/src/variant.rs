//! The cores with the options that affect their interfaces, and the instructions that programs for them may contain.

use crate::core::RiscvCore;
use crate::programs::{Misaligned, ProgramTarget, Traps};
use lanesmith::units::riscv::encoding::{Features, Opcode};

/// A core with options.
#[derive(Clone, Copy, Debug)]
pub struct CoreVariant {
    /// The name of the core, and the special options.
    pub name: &'static str,
    /// The core.
    pub core: RiscvCore,
    /// Options for Verilator.
    pub options: &'static [&'static str],
    /// The file that replaces the core's usual one.
    pub file: Option<&'static str>,
    /// The instructions that programs may contain.
    pub target: ProgramTarget,
    /// Whether a debugger can halt the core.
    pub halts: bool,
}

const PICORV32: ProgramTarget = ProgramTarget {
    features: Features {
        third: false,
        opcode: Opcode::Custom1,
        ..Features::ALL
    },
    foreign_is_zero: false,
    traps: Traps::None,
    has_traps: false,
    misaligned: Misaligned::Absent,
    compressed: false,
    multiplies: true,
    divides: true,
    has_ebreak: true,
    needs_enable: false,
    has_debug_code: false,
};

const INTERRUPTED: ProgramTarget = ProgramTarget {
    traps: Traps::Picorv32 { has_registers: true },
    has_traps: true,
    ..PICORV32
};

const VEXRISCV: ProgramTarget = ProgramTarget {
    features: Features {
        third: false,
        ..Features::ALL
    },
    foreign_is_zero: true,
    traps: Traps::Machine,
    has_traps: true,
    misaligned: Misaligned::Trap,
    // Without a debugger `ebreak` is an illegal instruction with another cause; with a debugger it halts the core.
    has_ebreak: false,
    needs_enable: true,
    ..PICORV32
};

const CV32E40X: ProgramTarget = ProgramTarget {
    features: Features::ALL,
    foreign_is_zero: false,
    traps: Traps::Machine,
    has_traps: true,
    misaligned: Misaligned::Split,
    has_ebreak: true,
    compressed: true,
    needs_enable: false,
    has_debug_code: true,
    ..VEXRISCV
};

const fn picorv32(name: &'static str, options: &'static [&'static str], target: ProgramTarget) -> CoreVariant {
    CoreVariant {
        name,
        core: RiscvCore::Picorv32,
        options,
        file: None,
        target,
        halts: false,
    }
}

/// All variants. Kernels and users' programs run on the first variant of a core.
pub const VARIANTS: [CoreVariant; 11] = [
    picorv32("picorv32", &[], INTERRUPTED),
    picorv32(
        "picorv32, compressed, multiplication in steps",
        &["-GCOMPRESSED_ISA=1", "-GENABLE_FAST_MUL=0", "-GENABLE_MUL=1"],
        ProgramTarget {
            compressed: true,
            ..INTERRUPTED
        },
    ),
    picorv32(
        "picorv32, no registers for interrupts, one port of the register file",
        &["-GENABLE_IRQ_QREGS=0", "-GENABLE_REGS_DUALPORT=0"],
        ProgramTarget {
            traps: Traps::Picorv32 { has_registers: false },
            ..INTERRUPTED
        },
    ),
    picorv32(
        "picorv32, two cycles for comparisons and the ALU, shifts by steps",
        &[
            "-GTWO_CYCLE_COMPARE=1",
            "-GTWO_CYCLE_ALU=1",
            "-GBARREL_SHIFTER=0",
            "-GTWO_STAGE_SHIFT=0",
            "-GENABLE_REGS_DUALPORT=0",
        ],
        INTERRUPTED,
    ),
    picorv32(
        "picorv32, compressed, latched data, one port of the register file",
        &[
            "-GCOMPRESSED_ISA=1",
            "-GLATCHED_MEM_RDATA=1",
            "-GENABLE_REGS_DUALPORT=0",
            "-GBARREL_SHIFTER=0",
        ],
        ProgramTarget {
            compressed: true,
            ..INTERRUPTED
        },
    ),
    picorv32(
        "picorv32, no interrupts, unit in custom-0, no multiplication and division, illegal words not caught",
        &[
            "-GENABLE_FAST_MUL=0",
            "-GENABLE_DIV=0",
            "-GENABLE_IRQ=0",
            "-GCATCH_ILLINSN=0",
            "-GTWO_CYCLE_ALU=1",
        ],
        ProgramTarget {
            multiplies: false,
            divides: false,
            features: Features {
                opcode: Opcode::Custom0,
                ..PICORV32.features
            },
            ..PICORV32
        },
    ),
    picorv32(
        "picorv32, no multiplication and division",
        &["-GENABLE_FAST_MUL=0", "-GENABLE_DIV=0", "-GTWO_CYCLE_COMPARE=1"],
        ProgramTarget {
            multiplies: false,
            divides: false,
            ..INTERRUPTED
        },
    ),
    CoreVariant {
        name: "vexriscv",
        core: RiscvCore::Vexriscv,
        options: &[],
        file: None,
        target: VEXRISCV,
        halts: false,
    },
    CoreVariant {
        name: "vexriscv, debug",
        core: RiscvCore::Vexriscv,
        options: &["-DDEBUG_BUS"],
        file: Some("verilog/VexRiscv_FullCfuDebug.v"),
        // VexRiscv loses a trap in the clocks in which it halts: the register `DebugPlugin_godmode` suppresses traps, and the register
        // that sets it detects an empty pipeline one clock late (lines 4780 and 6043).
        target: ProgramTarget {
            has_traps: false,
            ..VEXRISCV
        },
        halts: true,
    },
    CoreVariant {
        name: "cv32e40x",
        core: RiscvCore::Cv32e40x,
        options: &[],
        file: None,
        target: CV32E40X,
        halts: true,
    },
    CoreVariant {
        name: "cv32e40x, bit manipulation and atomics",
        core: RiscvCore::Cv32e40x,
        options: &["-GB_EXT=2", "-GA_EXT=1"],
        file: None,
        target: CV32E40X,
        halts: true,
    },
];
