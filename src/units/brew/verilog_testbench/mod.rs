//! The Verilog testbench of the datapath.

mod script;

use super::rtl::DatapathConfig;
use lanesmith_unit::VerilogTestbench;
use script::{ScriptedInstruction, script};

const FIELDS: &[(&str, u32)] = &[
    ("GAP", 4),
    ("RESET", 4),
    ("FIRST", 1),
    ("LENGTH", 2),
    ("WORDS", 48),
    ("EXCEPTION", 1),
    ("WRITES", 1),
    ("REGISTER", 4),
    ("VALUE", 32),
    ("OLD_TYPE", 4),
    ("NEW_TYPE", 4),
    ("TYPES", 60),
    ("A_TOLD", 1),
    ("A", 32),
    ("B_TOLD", 1),
    ("B", 32),
    ("TYPE_TOLD", 1),
    ("OPERAND_TYPE", 4),
];

/// The testbench of a datapath.
pub(super) fn datapath(config: &DatapathConfig) -> VerilogTestbench {
    let mut testbench = VerilogTestbench::new(include_str!("datapath.v"), FIELDS);
    for scripted in script(config) {
        let ScriptedInstruction {
            retire,
            types,
            window,
            gap,
            reset,
            is_first,
        } = scripted;
        let words = window
            .iter()
            .rev()
            .fold(0, |words, word| words << 16 | u64::from(*word));
        let flagged = |operand: Option<u32>| [operand.is_some().into(), operand.unwrap_or_default().into()];
        let [[has_a, a], [has_b, b]] = [retire.a, retire.b].map(flagged);
        let [has_type, operand_type] = flagged(retire.operand_type.map(u32::from));
        testbench.push(&[
            gap,
            reset,
            is_first.into(),
            retire.length.into(),
            words,
            retire.exception.into(),
            retire.writes.into(),
            retire.register.into(),
            retire.value.into(),
            retire.old_type.into(),
            retire.new_type.into(),
            types,
            has_a,
            a,
            has_b,
            b,
            has_type,
            operand_type,
        ]);
    }
    testbench
}
