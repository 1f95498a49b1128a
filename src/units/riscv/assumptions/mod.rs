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
        "configuration, `c` and the internal counter of an instruction's clocks start with arbitrary values",
    ),
    row(
        "the instruction word stays the same until the answer",
        "the unit computes the result partly from the old word and partly from the new word",
    ),
    row(
        "the operands stay the same until the answer",
        "at latency 1 and more the unit computes the result from the old or from the new operands",
    ),
    row(
        "the core offers no instruction in the clock after an answer",
        "the unit executes the instruction a second time if the core still offers it: a swap then returns the new value \
         instead of the old one, and an `.add` or a dot product is added to `c` twice while `chain` is 1",
    ),
];

const CFU: [Assumption; 4] = [
    row(
        "there is a reset before the first command",
        "configuration, `c` and the internal counter of a command's clocks start with arbitrary values",
    ),
    row(
        "the core offers a command until the unit accepts it",
        "the unit drops the command and does not respond",
    ),
    row(
        "the function stays the same until the unit accepts the command",
        "the unit computes the result partly from the old function and partly from the new function",
    ),
    row(
        "the operands stay the same until the unit accepts the command",
        "at latency 1 and more the unit computes the result from the old or from the new operands",
    ),
];

const NEORV32: [Assumption; 4] = [
    row(
        "there is a reset before the first instruction",
        "configuration, `c` and the internal counter of an instruction's clocks start with arbitrary values, and \
         the unit may answer an instruction that was never started",
    ),
    row(
        "the instruction word stays the same until the answer",
        "the unit computes the result partly from the old word and partly from the new word",
    ),
    row(
        "the operands stay the same until the answer",
        "at latency 1 and more the unit computes the result from the old or from the new operands",
    ),
    row(
        "start is 1 only in the first clock of an instruction",
        "before the answer the unit ignores a second `start`. After the answer a second `start` makes the unit \
         execute the instruction again; the monitor does not report it, because it looks like the start of a \
         new instruction",
    ),
];

const CV_X_IF: [Assumption; 5] = [
    row(
        "there is a reset before the first offer",
        "configuration and `c` start with arbitrary values, and the unit may hold an instruction that was \
         never offered",
    ),
    row(
        "no offer has the number of a committed instruction that is still in the unit",
        "the unit may apply a commit or kill to the wrong one of the two instructions",
    ),
    row(
        "the core commits or kills an instruction only once",
        "the first commit or kill counts, and the unit ignores the second one",
    ),
    row(
        "the instruction word of an offer stays the same between a commit or kill and the acceptance",
        "the commit or kill applies to the new word",
    ),
    row(
        "a valid source register keeps its value until the acceptance",
        "the unit may accept the instruction with an outdated operand",
    ),
];

const CV_X_IF_1: [Assumption; 7] = [
    row(
        "there is a reset before the first offer",
        "configuration and `c` start with arbitrary values, and the unit may hold an instruction that was \
         never offered",
    ),
    row(
        "the number of an offer is 1 to 7 above that of the instruction in the unit, modulo 16",
        "the unit may apply a commit or kill to the wrong instruction, or ignore it",
    ),
    row(
        "counted without wrapping, the number of a commit or kill is less than 8 away from the numbers of the offer \
         and of the instruction in the unit",
        "at a distance of 8 the unit ignores the commit or kill; at a distance of 9 to 15 it takes the older \
         instruction for the newer one, and the monitor does not report it",
    ),
    row(
        "the instruction word of an offer stays the same until the unit accepts or refuses the offer",
        "a commit or kill of this offer that came before the change applies to the new word",
    ),
    row(
        "without the split, the source registers come with the offer; with the split, they come once, after the acceptance",
        "without the split the unit may compute with the source registers of another instruction; with the split it \
         computes with those that come first",
    ),
    row(
        "without the split, a valid source register keeps its value until the acceptance",
        "the unit may accept the instruction with an outdated operand",
    ),
    row(
        "there is only one hart, and its number does not change",
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
