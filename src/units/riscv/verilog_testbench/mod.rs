//! The Verilog testbenches that play the cores.

mod script;

use super::encoding::FUNCTION_BITS;
use super::rtl::{Interface, RiscvConfig};
use crate::unit::VerilogTestbench;
use script::{Ending, InstructionVector, Script};

const PCPI: &[(&str, u32)] = &[
    ("GAP", 4),
    ("END", 2),
    ("END_AGE", 5),
    ("OWN", 1),
    ("CYCLES", 5),
    ("WORD", 32),
    ("RS1", 32),
    ("RS2", 32),
    ("RD", 32),
];

/// The testbench that plays PicoRV32.
pub(super) fn pcpi(config: &RiscvConfig) -> VerilogTestbench {
    held(config, include_str!("pcpi.v"))
}

/// The testbench that plays NEORV32.
pub(super) fn neorv32(config: &RiscvConfig) -> VerilogTestbench {
    held(config, include_str!("neorv32.v"))
}

/// A testbench of a core that holds one instruction at a time.
fn held(config: &RiscvConfig, template: &'static str) -> VerilogTestbench {
    let mut testbench = VerilogTestbench::new(template, PCPI);
    for InstructionVector {
        step,
        own,
        rd,
        cycles,
        traffic,
        ending,
    } in Script::of(config)
    {
        let (end, age) = ending.code();
        let [word, rs1, rs2] = [step.word, step.rs1, step.rs2].map(u64::from);
        testbench.push(&[
            traffic.gap,
            end,
            age,
            own.into(),
            cycles.into(),
            word,
            rs1,
            rs2,
            rd.into(),
        ]);
    }
    testbench
}

/// The columns at VexRiscv's interface for a function of `function` bits.
const fn cfu_columns(function: u32) -> [(&'static str, u32); 9] {
    [
        ("GAP", 4),
        ("STALL", 5),
        ("RESETS", 1),
        ("RESET_AGE", 5),
        ("CYCLES", 5),
        ("FUNCTION", function),
        ("RS1", 32),
        ("RS2", 32),
        ("RD", 32),
    ]
}

const CFU: &[(&str, u32)] = &cfu_columns(FUNCTION_BITS);
const CFU_WITH_SCALAR: &[(&str, u32)] = &cfu_columns(FUNCTION_BITS + 1);

/// The testbench that plays VexRiscv.
pub(super) fn cfu(config: &RiscvConfig) -> VerilogTestbench {
    let columns = if config.features.scalar { CFU_WITH_SCALAR } else { CFU };
    let bits = FUNCTION_BITS + u32::from(config.features.scalar);
    let mut testbench = VerilogTestbench::new(include_str!("cfu.v"), columns)
        .with("TOP_BIT", bits - 1)
        .with("BITS", bits);
    for scripted in Script::of(config) {
        let InstructionVector {
            step,
            rd,
            cycles,
            traffic,
            ending,
            ..
        } = &scripted;
        let (_, age) = ending.code();
        let resets = matches!(ending, Ending::Reset(_)).into();
        let [rs1, rs2] = [step.rs1, step.rs2].map(u64::from);
        let function = scripted.function(config).into();
        let cycles = (*cycles).into();
        testbench.push(&[
            traffic.gap,
            traffic.stall,
            resets,
            age,
            cycles,
            function,
            rs1,
            rs2,
            (*rd).into(),
        ]);
    }
    testbench
}

const CV_X_IF: &[(&str, u32)] = &[
    ("GAP", 4),
    ("STALL", 5),
    ("END", 2),
    ("END_AGE", 4),
    ("MANNER", 2),
    ("COMMIT", 4),
    ("COMMITS_REFUSED", 1),
    ("LATE_0", 2),
    ("LATE_1", 2),
    ("LATE_2", 2),
    ("OWN", 1),
    ("THIRD", 1),
    ("CYCLES", 5),
    ("WORD", 32),
    ("RS_0", 32),
    ("RS_1", 32),
    ("RS_2", 32),
    ("RD", 32),
];

/// The columns of CV-X-IF 1.0: those of [`CV_X_IF`] and four more.
const CV_X_IF_1: &[(&str, u32)] = &{
    let mut columns = [("SKIP", 2); CV_X_IF.len() + 4];
    let (own, _) = columns.split_at_mut(CV_X_IF.len());
    own.copy_from_slice(CV_X_IF);
    columns[CV_X_IF.len() + 1] = ("BELOW", 2);
    columns[CV_X_IF.len() + 2] = ("BATCH", 1);
    columns[CV_X_IF.len() + 3] = ("HART", 1);
    columns
};

/// The testbench that plays a core with CV-X-IF, CV32E40X or one with the revision 1.0.
pub(super) fn cv_x_if(config: &RiscvConfig) -> VerilogTestbench {
    let (mut testbench, is_later) = match config.interface {
        Interface::CvXIf1 { split } => {
            let testbench = VerilogTestbench::new(include_str!("cv_x_if_1.v"), CV_X_IF_1);
            (testbench.with("SPLIT", u32::from(split)), true)
        }
        _ => (VerilogTestbench::new(include_str!("cv_x_if.v"), CV_X_IF), false),
    };
    for scripted in Script::of(config) {
        let InstructionVector {
            step,
            own,
            rd,
            cycles,
            traffic,
            ending,
        } = &scripted;
        let (end, age) = ending.code();
        let [late_0, late_1, late_2] = traffic.late;
        let third = scripted.has_third(config).into();
        let [rs_0, rs_1, rs_2] = step.registers().map(u64::from);
        let mut row = vec![
            traffic.gap,
            traffic.stall,
            end,
            age,
            traffic.manner,
            traffic.commit,
            traffic.commits_refused.into(),
            late_0,
            late_1,
            late_2,
            (*own).into(),
            third,
            (*cycles).into(),
            step.word.into(),
            rs_0,
            rs_1,
            rs_2,
            (*rd).into(),
        ];
        if is_later {
            row.extend([traffic.skip, traffic.below, traffic.batch.into(), traffic.hart]);
        }
        testbench.push(&row);
    }
    testbench
}
