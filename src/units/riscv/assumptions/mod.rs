//! Assumptions of a unit about the core: a table for the documentation, and monitors in Verilog that check it.

use super::options;
use super::rtl::Interface;
use crate::unit::{Attachment, OptionValues};

/// Prefix of a monitor's messages.
pub const VIOLATED: &str = "assumption violated: ";

/// An assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The assumption, as in the message of the monitor.
    pub name: &'static str,
    /// The effect if it is violated.
    pub otherwise: &'static str,
}

const fn row(name: &'static str, otherwise: &'static str) -> Assumption {
    Assumption { name, otherwise }
}

const PCPI: [Assumption; 4] = [
    row(
        "there is a reset before the first instruction",
        "configuration, `c` and the unit's counter of the clocks since the instruction began start with arbitrary values",
    ),
    row("the word stays until the answer", "the result mixes both words"),
    row(
        "the operands stay until the answer",
        "at latency 1 and more the result is computed from the old or from the new operands",
    ),
    row(
        "an instruction is not offered again after its answer",
        "it is executed twice; a swap, or an `.add` or dot product while `chain` is on, then changes the state twice",
    ),
];

const CFU: [Assumption; 4] = [
    row(
        "there is a reset before the first command",
        "configuration, `c` and the unit's counter of the clocks since the command began start with arbitrary values",
    ),
    row(
        "a command is offered until it is accepted",
        "the unit drops a withdrawn command and does not respond",
    ),
    row(
        "the function stays until the command is accepted",
        "the result mixes both functions",
    ),
    row(
        "the operands stay until the command is accepted",
        "at latency 1 and more the result is computed from the old or from the new operands",
    ),
];

const NEORV32: [Assumption; 4] = [
    row(
        "there is a reset before the first instruction",
        "configuration, `c` and the unit's counter of the clocks since the instruction began start with arbitrary values",
    ),
    row("the word stays until the answer", "the result mixes both words"),
    row(
        "the operands stay until the answer",
        "at latency 1 and more the result is computed from the old or from the new operands",
    ),
    row(
        "start is 1 in the first clock of an instruction alone",
        "the unit ignores it until the answer, and executes the instruction again behind it",
    ),
];

const CV_X_IF: [Assumption; 5] = [
    row(
        "there is a reset before the first offer",
        "configuration, `c` and the held instruction start with arbitrary values",
    ),
    row(
        "no offer has the number of a committed instruction that is still in the unit",
        "a commit or kill of one applies to the other",
    ),
    row(
        "an instruction is committed or killed once",
        "the first one holds; a kill after the commit is ignored",
    ),
    row(
        "the word of an offer that is committed or killed before its acceptance stays the same until the acceptance",
        "the commit or kill applies to the new word",
    ),
    row(
        "a valid source register keeps its value",
        "the unit may accept the instruction with an outdated operand",
    ),
];

const CV_X_IF_1: [Assumption; 7] = [
    row(
        "there is a reset before the first offer",
        "configuration, `c` and the held instruction start with arbitrary values",
    ),
    row(
        "the number of an offer is 1 to 7 above that of the instruction in the unit, modulo 16",
        "a commit or kill of one applies to the other, or misses it",
    ),
    row(
        "the number of a commit or kill is less than 8 away from those of the instruction in the unit and of the offer",
        "the unit ignores it at a distance of 8; beyond that it takes the older instruction for the newer one",
    ),
    row(
        "the word of an offer stays the same until the answer",
        "a commit or kill of the earlier word applies to the new word",
    ),
    row(
        "source registers come with the offer; with the split once, after the acceptance",
        "without the split the unit takes the registers of another instruction, with it the first ones",
    ),
    row(
        "without the split a valid source register keeps its value",
        "the unit may accept the instruction with an outdated operand",
    ),
    row(
        "there is one hart, whose number does not change",
        "all harts share one configuration and one `c`",
    ),
];

/// The assumptions of the unit behind an interface, in the order of the monitor's bits.
pub fn assumptions(interface: Interface) -> &'static [Assumption] {
    match interface {
        Interface::Pcpi => &PCPI,
        Interface::Cfu => &CFU,
        Interface::Neorv32 => &NEORV32,
        Interface::CvXIf => &CV_X_IF,
        Interface::CvXIf1 { .. } => &CV_X_IF_1,
    }
}

const fn attachment(module: &'static str, text: fn(&OptionValues) -> Option<&'static str>) -> Attachment {
    Attachment {
        option: "assumptions",
        module,
        extension: "v",
        text,
    }
}

pub(super) const PCPI_MONITOR: Attachment = attachment("riscv_pcpi_assumptions", |_| Some(monitor(Interface::Pcpi)));
pub(super) const CFU_MONITOR: Attachment = attachment("riscv_cfu_assumptions", |_| Some(monitor(Interface::Cfu)));
pub(super) const NEORV32_MONITOR: Attachment =
    attachment("neorv32_cfu_assumptions", |_| Some(monitor(Interface::Neorv32)));
pub(super) const CV_X_IF_MONITOR: Attachment = attachment("riscv_cv_x_if_assumptions", |values| {
    Some(monitor(options::config(Interface::CvXIf, values).interface))
});

/// The monitor of an interface, a module in Verilog-2005 without a head. Its name is that of the unit's module and
/// `_assumptions`.
pub fn monitor(interface: Interface) -> &'static str {
    match interface {
        Interface::Pcpi => include_str!("pcpi.v"),
        Interface::Cfu => include_str!("cfu.v"),
        Interface::Neorv32 => include_str!("neorv32.v"),
        Interface::CvXIf => include_str!("cv_x_if.v"),
        Interface::CvXIf1 { .. } => include_str!("cv_x_if_1.v"),
    }
}

/// The table of the documentation.
pub fn assumption_table(interface: Interface) -> String {
    let rows = assumptions(interface).iter();
    let rows = rows.map(|Assumption { name, otherwise }| format!("| {name} | {otherwise} |\n"));
    "| the unit assumes | if violated |\n| --- | --- |\n".to_owned() + &rows.collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_monitor_has_a_bit_and_a_message_for_each_assumption() {
        for interface in Interface::ALL {
            let (text, rows) = (monitor(interface), assumptions(interface));
            assert!(text.contains(&format!("output reg [{}:0] violated", rows.len() - 1)));
            let messages: Vec<&str> = text.lines().filter(|line| line.contains(VIOLATED)).collect();
            assert_eq!(messages.len(), rows.len(), "{interface:?}");
            for (i, (message, row)) in messages.iter().zip(rows).enumerate() {
                assert!(message.contains(&format!("if (now[{i}] &")), "{message}");
                assert!(message.contains(&format!(": {} (%m", row.name)), "{message}");
            }
        }
    }
}
