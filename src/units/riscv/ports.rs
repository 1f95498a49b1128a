//! The ports at which a core offers an instruction and takes its answer, for each interface.

use super::rtl::Interface;

/// The ports that every interface has.
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

const fn ports(
    [valid, instruction]: [&'static str; 2],
    operands: [&'static str; 2],
    [answer, result]: [&'static str; 2],
    takes: Option<&'static str>,
) -> InterfacePorts {
    InterfacePorts {
        valid,
        instruction,
        operands,
        answer,
        result,
        takes,
    }
}

const CV_X_IF: InterfacePorts = ports(
    ["issue_valid", "issue_req_instr"],
    ["issue_req_rs_0", "issue_req_rs_1"],
    ["result_valid", "result_data"],
    Some("result_ready"),
);

/// The ports of an interface.
pub(super) const fn of(interface: Interface) -> InterfacePorts {
    match interface {
        Interface::Pcpi => ports(
            ["pcpi_valid", "pcpi_insn"],
            ["pcpi_rs1", "pcpi_rs2"],
            ["pcpi_ready", "pcpi_rd"],
            None,
        ),
        Interface::Cfu => ports(
            ["cmd_valid", "cmd_payload_function_id"],
            ["cmd_payload_inputs_0", "cmd_payload_inputs_1"],
            ["rsp_valid", "rsp_payload_outputs_0"],
            Some("rsp_ready"),
        ),
        Interface::Neorv32 => ports(["start", "inst"], ["rs1", "rs2"], ["valid", "result"], None),
        Interface::CvXIf => CV_X_IF,
        Interface::CvXIf1 { .. } => InterfacePorts {
            operands: ["register_rs_0", "register_rs_1"],
            ..CV_X_IF
        },
    }
}
