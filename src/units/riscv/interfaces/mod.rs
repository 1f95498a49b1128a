//! What a core and the unit promise each other: a table for each interface, from which claims, assertions, testbench and documentation
//! derive. The hardware has its ports on its own. The rules (`*.sv`) check the assumptions in simulations, with the parameter
//! `ASSERT_INPUTS` 1.

mod cfu;
mod cv_x_if;
mod cv_x_if_1;
mod neorv32;
mod pcpi;

use super::options;
use super::rtl::{Interface, RiscvConfig, design};
use super::unit::Riscv;
use lanesmith_unit::{DesignError, FormalRules, Unit};

/// The table of an interface.
#[derive(Clone, Copy, Debug)]
pub struct InterfaceTable {
    pub(super) ports: InterfacePorts,
    /// What the unit assumes about the core.
    pub assumptions: &'static [Assumption],
    /// What proofs exclude, for certificates.
    pub exclusions: &'static [&'static str],
    /// The rules of the interface as SystemVerilog, with `$NAME` for what depends on the configuration.
    rules: &'static str,
    /// The clocks from an instruction's first one to the second one of a waiting result, without the latency; `None` if results do not wait.
    waiting_result: Option<u32>,
}

/// The ports at which a core offers an instruction and takes its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct InterfacePorts {
    /// The input that is 1 if the core offers an instruction.
    pub valid: &'static str,
    /// The input with the instruction word, or with the function.
    pub instruction: &'static str,
    /// The inputs with the operands.
    pub operands: [&'static str; 2],
    /// The output that is 1 if the unit answers.
    pub answer: &'static str,
    /// The output with the value for rd.
    pub result: &'static str,
    /// The input with which the core accepts an answer; `None` if the core accepts each answer at once.
    pub takes: Option<&'static str>,
}

/// An assumption about the core.
#[derive(Clone, Copy, Debug)]
pub struct Assumption {
    /// The label of the assertion that checks it.
    pub rule: &'static str,
    /// The assumption, in words.
    pub name: &'static str,
    /// The effect if it is violated.
    pub otherwise: &'static str,
}

const fn assumption(rule: &'static str, name: &'static str, otherwise: &'static str) -> Assumption {
    Assumption { rule, name, otherwise }
}

const WORD_HOLDS: Assumption = assumption(
    "word_holds",
    "the instruction word stays the same until the answer",
    "the unit computes the result partly from the old word and partly from the new word",
);

const OPERANDS_HOLD: Assumption = assumption(
    "operands_hold",
    "the operands stay the same until the answer",
    "at latency 1 and more the unit computes the result from the old or from the new operands",
);

const RESET_BEFORE_THE_FIRST_OFFER: Assumption = assumption(
    "reset_comes_first",
    "there is a reset before the first offer",
    "configuration and `c` start with arbitrary values, and the unit may hold an instruction that was never offered",
);

/// The table of an interface.
pub fn table(interface: Interface) -> &'static InterfaceTable {
    match interface {
        Interface::Pcpi => &pcpi::TABLE,
        Interface::Cfu => &cfu::TABLE,
        Interface::Neorv32 => &neorv32::TABLE,
        Interface::CvXIf => &cv_x_if::TABLE,
        Interface::CvXIf1 { .. } => &cv_x_if_1::TABLE,
    }
}

/// The rules of the interface, which also check the core, and a line that binds them to the unit, for simulations of cores.
pub fn bound_rules(config: &RiscvConfig) -> Result<String, DesignError> {
    let selection = Riscv(*config).selection();
    let (rules, values) = selection.formal().expect("these modules have rules");
    Ok(rules.bound(&design(config)?, config.reset(), values))
}

/// The rules of the module for an interface.
macro_rules! rules {
    ($interface:expr) => {
        FormalRules {
            text: |values| table(options::config($interface, values).interface).rules,
            values: |values| parameters(&options::config($interface, values)),
            // Enough for a reset and two operations.
            depth: |values| 2 * options::config($interface, values).latency + 8,
            provable: true,
            recomputed: |values| {
                let config = options::config($interface, values);
                Some(config.latency + table(config.interface).waiting_result?)
            },
        }
    };
}

pub(super) static PCPI: FormalRules = rules!(Interface::Pcpi);
pub(super) static CFU: FormalRules = rules!(Interface::Cfu);
pub(super) static NEORV32: FormalRules = rules!(Interface::Neorv32);
pub(super) static CV_X_IF: FormalRules = rules!(Interface::CvXIf);

/// The parameters of the rules: latency, opcodes, and which instructions the unit has.
fn parameters(config: &RiscvConfig) -> Vec<(&'static str, u32)> {
    let features = &config.features;
    vec![
        ("LATENCY", config.latency),
        ("OPCODE", features.opcode.bits()),
        ("THIRD", features.third.into()),
        ("SPLIT", (config.interface == Interface::CvXIf1 { split: true }).into()),
        ("CUSTOM", features.custom.into()),
        ("PACKED", features.packed.into()),
    ]
}
