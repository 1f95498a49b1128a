//! What a unit assumes about the core. The assertions in `formal/` check it in simulations, with the parameter `ASSERT_INPUTS` 1.

use super::rtl::Interface;

/// An assumption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// The label of the assertion that checks it.
    pub rule: &'static str,
    /// The assumption, in words.
    pub name: &'static str,
    /// The effect if it is violated.
    pub otherwise: &'static str,
}

const fn row(rule: &'static str, name: &'static str, otherwise: &'static str) -> Assumption {
    Assumption { rule, name, otherwise }
}

const WORD_HOLDS: Assumption = row(
    "word_holds",
    "the instruction word stays the same until the answer",
    "the unit computes the result partly from the old word and partly from the new word",
);

const OPERANDS_HOLD: Assumption = row(
    "operands_hold",
    "the operands stay the same until the answer",
    "at latency 1 and more the unit computes the result from the old or from the new operands",
);

const RESET_BEFORE_THE_FIRST_OFFER: Assumption = row(
    "reset_comes_first",
    "there is a reset before the first offer",
    "configuration and `c` start with arbitrary values, and the unit may hold an instruction that was \
     never offered",
);

const PCPI: [Assumption; 4] = [
    row(
        "reset_comes_first",
        "there is a reset before the first instruction",
        "configuration, `c` and the internal counter of an instruction's clocks start with arbitrary values",
    ),
    WORD_HOLDS,
    OPERANDS_HOLD,
    row(
        "not_offered_again",
        "the core offers no instruction in the clock after an answer",
        "the unit executes the instruction a second time if the core still offers it: a swap then returns the new value \
         instead of the old one, and an `.add` or a dot product is added to `c` twice while `chain` is 1",
    ),
];

const CFU: [Assumption; 4] = [
    row(
        "reset_comes_first",
        "there is a reset before the first command",
        "configuration, `c` and the internal counter of a command's clocks start with arbitrary values",
    ),
    row(
        "cmd_valid_holds",
        "the core offers a command until the unit accepts it",
        "the unit drops the command and does not respond",
    ),
    row(
        "function_holds",
        "the function stays the same until the unit accepts the command",
        "the unit computes the result partly from the old function and partly from the new function",
    ),
    row(
        "operands_hold",
        "the operands stay the same until the unit accepts the command",
        "at latency 1 and more the unit computes the result from the old or from the new operands",
    ),
];

const NEORV32: [Assumption; 4] = [
    row(
        "reset_comes_first",
        "there is a reset before the first instruction",
        "configuration, `c` and the internal counter of an instruction's clocks start with arbitrary values, and \
         the unit may answer an instruction that was never started",
    ),
    WORD_HOLDS,
    OPERANDS_HOLD,
    row(
        "started_once",
        "start is 1 only in the first clock of an instruction",
        "before the answer the unit ignores a second `start`. After the answer a second `start` makes the unit \
         execute the instruction again; no assertion reports it, because it looks like the start of a \
         new instruction",
    ),
];

const CV_X_IF: [Assumption; 5] = [
    RESET_BEFORE_THE_FIRST_OFFER,
    row(
        "other_number_than_a_committed_one",
        "no offer has the number of a committed instruction that is still in the unit",
        "the unit may apply a commit or kill to the wrong one of the two instructions",
    ),
    row(
        "decided_once",
        "the core commits or kills an instruction only once",
        "the first commit or kill counts, and the unit ignores the second one",
    ),
    row(
        "decided_offer_keeps_its_word",
        "the instruction word of an offer stays the same between a commit or kill and the acceptance",
        "the commit or kill applies to the new word",
    ),
    row(
        "operands_hold",
        "a valid source register keeps its value until the acceptance",
        "the unit may accept the instruction with an outdated operand",
    ),
];

const CV_X_IF_1: [Assumption; 7] = [
    RESET_BEFORE_THE_FIRST_OFFER,
    row(
        "offers_are_numbered_upwards",
        "the number of an offer is 1 to 7 above that of the instruction in the unit, modulo 16",
        "the unit may apply a commit or kill to the wrong instruction, or ignore it",
    ),
    row(
        "decisions_are_near",
        "counted without wrapping, the number of a commit or kill is less than 8 away from the numbers of the offer \
         and of the instruction in the unit",
        "at a distance of 8 the unit ignores the commit or kill; at a distance of 9 to 15 it takes the older \
         instruction for the newer one, and no assertion reports it",
    ),
    row(
        "an_offer_keeps_its_word",
        "the instruction word of an offer stays the same until the unit accepts or refuses the offer",
        "a commit or kill of this offer that came before the change applies to the new word",
    ),
    row(
        "registers_come_when_due",
        "without the split, the source registers come with the offer; with the split, they come once, after the acceptance",
        "without the split the unit may compute with the source registers of another instruction; with the split it \
         computes with those that come first",
    ),
    row(
        "operands_hold",
        "without the split, a valid source register keeps its value until the acceptance",
        "the unit may accept the instruction with an outdated operand",
    ),
    row(
        "there_is_one_hart",
        "there is only one hart, and its number does not change",
        "all harts share one configuration and one `c`",
    ),
];

/// The assumptions of the unit behind an interface, in the order of the table.
pub fn assumptions(interface: Interface) -> &'static [Assumption] {
    match interface {
        Interface::Pcpi => &PCPI,
        Interface::Cfu => &CFU,
        Interface::Neorv32 => &NEORV32,
        Interface::CvXIf => &CV_X_IF,
        Interface::CvXIf1 { .. } => &CV_X_IF_1,
    }
}

/// The table of the documentation.
pub fn assumption_table(interface: Interface) -> String {
    let rows = assumptions(interface).iter();
    let rows = rows.map(|row| format!("| {} | {} |\n", row.name, row.otherwise));
    "| the unit assumes | if violated |\n| --- | --- |\n".to_owned() + &rows.collect::<String>()
}
