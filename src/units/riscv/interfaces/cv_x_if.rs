//! CV-X-IF as CV32E40X has it.

use super::{InterfacePorts, InterfaceTable, RESET_BEFORE_THE_FIRST_OFFER, assumption};

pub(super) const TABLE: InterfaceTable = InterfaceTable {
    ports: InterfacePorts {
        valid: "issue_valid",
        instruction: "issue_req_instr",
        operands: ["issue_req_rs_0", "issue_req_rs_1"],
        answer: "result_valid",
        result: "result_data",
        takes: Some("result_ready"),
    },
    assumptions: &[
        RESET_BEFORE_THE_FIRST_OFFER,
        assumption(
            "other_number_than_a_committed_one",
            "no offer has the number of a committed instruction that is still in the unit",
            "the unit may apply a commit or kill to the wrong one of the two instructions",
        ),
        assumption(
            "decided_once",
            "the core commits or kills an instruction only once",
            "the first commit or kill counts, and the unit ignores the second one",
        ),
        assumption(
            "decided_offer_keeps_its_word",
            "the instruction word of an offer stays the same between a commit or kill and the acceptance",
            "the commit or kill applies to the new word",
        ),
        assumption(
            "operands_hold",
            "a valid source register keeps its value until the acceptance",
            "the unit may accept the instruction with an outdated operand",
        ),
    ],
    exclusions: &[
        "a core that gives one number to two instructions that it has not dropped",
        "issue_ready in clocks without issue_valid, the answer in clocks without both",
        "result_id, result_data, result_rd and result_we in clocks without result_valid",
    ],
    rules: include_str!("cv_x_if.sv"),
    waiting_result: Some(4),
};
