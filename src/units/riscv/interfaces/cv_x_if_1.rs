//! CV-X-IF 1.0.

use super::{InterfacePorts, InterfaceTable, RESET_BEFORE_THE_FIRST_OFFER, assumption};

pub(super) const TABLE: InterfaceTable = InterfaceTable {
    ports: InterfacePorts {
        valid: "issue_valid",
        instruction: "issue_req_instr",
        operands: ["register_rs_0", "register_rs_1"],
        answer: "result_valid",
        result: "result_data",
        takes: Some("result_ready"),
    },
    assumptions: &[
        RESET_BEFORE_THE_FIRST_OFFER,
        assumption(
            "offers_are_numbered_upwards",
            "the number of an offer is 1 to 7 above that of the instruction in the unit, modulo 16",
            "the unit may apply a commit or kill to the wrong instruction, or ignore it",
        ),
        assumption(
            "decisions_are_near",
            "counted without wrapping, the number of a commit or kill is less than 8 away from the numbers of the offer \
             and of the instruction in the unit",
            "at a distance of 8 the unit ignores the commit or kill; at a distance of 9 to 15 it takes the older \
             instruction for the newer one, and no assertion reports it",
        ),
        assumption(
            "an_offer_keeps_its_word",
            "the instruction word of an offer stays the same until the unit accepts or refuses the offer",
            "a commit or kill of this offer that came before the change applies to the new word",
        ),
        assumption(
            "registers_come_when_due",
            "without the split, the source registers come with the offer; with the split, they come once, after the acceptance",
            "without the split the unit may compute with the source registers of another instruction; with the split it \
             computes with those that come first",
        ),
        assumption(
            "operands_hold",
            "without the split, a valid source register keeps its value until the acceptance",
            "the unit may accept the instruction with an outdated operand",
        ),
        assumption(
            "there_is_one_hart",
            "there is only one hart, and its number does not change",
            "all harts share one configuration and one `c`",
        ),
    ],
    exclusions: &[
        "a core that gives one number to two instructions in flight, or numbers in flight more than 7 apart",
        "issue_ready in clocks without issue_valid, the answer in clocks without both, register_ready in clocks without \
         register_valid",
        "result_hartid, result_id, result_data, result_rd and result_we in clocks without result_valid",
    ],
    rules: include_str!("cv_x_if_1.sv"),
    waiting_result: Some(4),
};
