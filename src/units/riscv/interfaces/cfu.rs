//! VexRiscv's custom-function interface.

use super::{InterfacePorts, InterfaceTable, assumption};

pub(super) const TABLE: InterfaceTable = InterfaceTable {
    ports: InterfacePorts {
        valid: "cmd_valid",
        instruction: "cmd_payload_function_id",
        operands: ["cmd_payload_inputs_0", "cmd_payload_inputs_1"],
        answer: "rsp_valid",
        result: "rsp_payload_outputs_0",
        takes: Some("rsp_ready"),
    },
    assumptions: &[
        assumption(
            "reset_comes_first",
            "there is a reset before the first command",
            "configuration, `c` and the internal counter of a command's clocks start with arbitrary values",
        ),
        assumption(
            "cmd_valid_holds",
            "the core offers a command until the unit accepts it",
            "the unit drops the command and does not respond",
        ),
        assumption(
            "function_holds",
            "the function stays the same until the unit accepts the command",
            "the unit computes the result partly from the old function and partly from the new function",
        ),
        assumption(
            "operands_hold",
            "the operands stay the same until the unit accepts the command",
            "at latency 1 and more the unit computes the result from the old or from the new operands",
        ),
    ],
    exclusions: &[
        "a core that changes a command or its operands before the response is taken",
        "rsp_payload_outputs_0 in clocks without rsp_valid",
    ],
    rules: include_str!("cfu.sv"),
    waiting_result: Some(3),
};
