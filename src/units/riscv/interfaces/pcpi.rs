//! PicoRV32's Pico Co-Processor Interface.

use super::{InterfacePorts, InterfaceTable, OPERANDS_HOLD, WORD_HOLDS, assumption};

pub(super) const TABLE: InterfaceTable = InterfaceTable {
    ports: InterfacePorts {
        valid: "pcpi_valid",
        instruction: "pcpi_insn",
        operands: ["pcpi_rs1", "pcpi_rs2"],
        answer: "pcpi_ready",
        result: "pcpi_rd",
        takes: None,
    },
    assumptions: &[
        assumption(
            "reset_comes_first",
            "there is a reset before the first instruction",
            "configuration, `c` and the internal counter of an instruction's clocks start with arbitrary values",
        ),
        WORD_HOLDS,
        OPERANDS_HOLD,
        assumption(
            "not_offered_again",
            "the core offers no instruction in the clock after an answer",
            "the unit executes the instruction a second time if the core still offers it: a swap then returns the new value \
             instead of the old one, and an `.add` or a dot product is added to `c` twice while `chain` is 1",
        ),
    ],
    exclusions: &[
        "a core that changes an instruction or its operands before the answer",
        "pcpi_rd in clocks without pcpi_ready",
    ],
    rules: include_str!("pcpi.sv"),
    waiting_result: None,
};
