//! The argument that the claims about the datapath are its theorem: `docs/argument.md` in the form of a table. The names of steps and
//! claims are those of the page.

use super::classes::{InstructionClass, is_instruction_claim};
use super::invariant::max_execute_clocks;
use crate::brew::rtl::DatapathConfig;
use lanesmith_prove::Premise::{Argument, Claim, Claims, Condition, Step};
use lanesmith_prove::{CLOCKING, DRIVING, OutlineStep};

/// The steps, the theorem first.
pub const OUTLINE: &[OutlineStep] = &[
    OutlineStep {
        name: "Theorem",
        shows: "in every clock from the first reset on the retire port shows what the golden machine retires, and in_ready and \
                in_length are as documented",
        premises: &[
            Step("The hardware is a state machine"),
            Step("A clock in reset"),
            Step("A clock without an issue"),
            Step("A clock with an issue"),
            Step("These cases are complete"),
            Step("The issued instruction is the accepted one"),
            Step("The port shows the first element of L"),
            Step("Progress"),
            Argument("induction over the clocks from reset on: Inv holds, and L and D are those of the golden machine"),
        ],
    },
    OutlineStep {
        name: "The hardware is a state machine",
        shows: "one clock is a function of state and inputs",
        premises: &[Claim(CLOCKING), Claim(DRIVING)],
    },
    OutlineStep {
        name: "Don't-care bits have no effect",
        shows: "states that differ in don't-care bits have the same L, D and Inv",
        premises: &[
            Claim("bits that do not matter, in an empty execute stage"),
            Claim("bits that do not matter, behind an instruction that writes"),
            Claim("bits that do not matter, behind one that does not"),
            Claim("bits that do not matter, behind a slow instruction"),
            Argument(
                "induction over the flushing steps: the four contents of the execute stage are all that there are",
            ),
        ],
    },
    OutlineStep {
        name: "A clock in reset",
        shows: "the next state is an empty issue point without a waiting instruction: Inv holds, L shows no retirement",
        premises: &[Claim("reset"), Claim("an empty pipeline stays empty")],
    },
    OutlineStep {
        name: "A clock without an issue",
        shows: "it removes the first element of L, keeps D, and preserves Inv",
        premises: &[
            Claim("a clock without an issue"),
            Claim("a pipeline without work waits for it"),
            Claim("an empty pipeline stays empty"),
            Step("Don't-care bits have no effect"),
        ],
    },
    OutlineStep {
        name: "A clock with an issue",
        shows: "it removes the first element of L, appends the golden record, applies the golden effect to D, and preserves Inv",
        premises: &[
            Claim("what is offered while an instruction waits"),
            Claim("the next outputs do not depend on whether an instruction is issued"),
            Claims("instruction claims", is_instruction_claim),
            Claim("words that are no instruction"),
            Condition(
                "no instruction is busy for more clocks than Inv allows",
                busy_for_so_long_at_most,
            ),
            Step("Don't-care bits have no effect"),
        ],
    },
    OutlineStep {
        name: "These cases are complete",
        shows: "each clock is in reset, without an issue, or one in which exactly one instruction claim applies",
        premises: &[
            Claim("every instruction has its claim"),
            Argument("in_ready and the valid bit of the instruction say whether one is issued"),
        ],
    },
    OutlineStep {
        name: "The issued instruction is the accepted one",
        shows: "what is issued is what was offered when in_ready was 1, and in_ready and in_length are as documented",
        premises: &[
            Claim("an instruction is taken"),
            Claim("an instruction waits"),
            Claim("in_ready depends on the state alone"),
            Claim("length of any first word"),
        ],
    },
    OutlineStep {
        name: "The port shows the first element of L",
        shows: "in any clock, and with the number of the retirement",
        premises: &[
            Claim("the retire port depends on the state alone"),
            Claim("retire_order counts"),
        ],
    },
    OutlineStep {
        name: "Progress",
        shows: "a waiting instruction is issued after at most ten clocks, or 16 with a serial multiplier",
        premises: &[
            Step("A clock without an issue"),
            Step("A clock with an issue"),
            Argument("by Inv each clock without an issue brings the state one clock nearer to an issue point"),
        ],
    },
];

/// The invariant allows a state that is not ready for [`max_execute_clocks`] clocks.
fn busy_for_so_long_at_most() -> bool {
    let full = DatapathConfig::full();
    let mut configs = [false, true].into_iter().map(|serial_multiplier| DatapathConfig {
        serial_multiplier,
        ..full
    });
    configs.all(|config| {
        let mut all = InstructionClass::all(&config).into_iter().map(|class| class.cycles());
        all.all(|(cycles, alone)| alone <= max_execute_clocks(&config) && alone <= cycles && cycles <= alone + 1)
    })
}
