//! NEORV32's custom functions unit.

use super::{InterfacePorts, InterfaceTable, OPERANDS_HOLD, WORD_HOLDS, assumption};

pub(super) const TABLE: InterfaceTable = InterfaceTable {
    ports: InterfacePorts {
        valid: "start",
        instruction: "inst",
        operands: ["rs1", "rs2"],
        answer: "valid",
        result: "result",
        takes: None,
    },
    assumptions: &[
        assumption(
            "reset_comes_first",
            "there is a reset before the first instruction",
            "configuration, `c` and the internal counter of an instruction's clocks start with arbitrary values, and \
             the unit may answer an instruction that was never started",
        ),
        WORD_HOLDS,
        OPERANDS_HOLD,
        assumption(
            "started_once",
            "start is 1 only in the first clock of an instruction",
            "before the answer the unit ignores a second `start`. After the answer a second `start` makes the unit \
             execute the instruction again; no assertion reports it, because it looks like the start of a \
             new instruction",
        ),
    ],
    exclusions: &[
        "a core that changes an instruction or its operands before the answer",
        "result in clocks without valid",
    ],
    rules: include_str!("neorv32.sv"),
    waiting_result: None,
};
