//! Packed instructions and accesses to `vxsat`.

use super::{CROSSES, Hits, MODULE};
use crate::sim::cover::{Axis, Cross, Rule};
use crate::units::riscv::encoding::{Function, packed_place};
use crate::units::riscv::golden::UnitModel;
use crate::units::riscv::isa::{PACKED, VXSAT_ACCESSES};

pub(super) fn instructions() -> Cross {
    let rows = PACKED.iter().map(|row| row.name);
    let accesses = VXSAT_ACCESSES.iter().map(|row| row.name);
    Cross::new(
        MODULE,
        [
            "riscv packed instructions",
            "For each packed instruction: vxsat before it and after it.",
        ],
        vec![
            Axis::new("instruction", rows.chain(accesses)),
            Axis::new("before", ["0", "1"]),
            Axis::new("after", ["0", "1"]),
        ],
        vec![
            Rule {
                reason: "A packed instruction never clears vxsat.",
                excludes: |bin| bin.of("instruction") < PACKED.len() && bin.of("before") > bin.of("after"),
            },
            Rule {
                reason: "A packed instruction whose definition has no saturation never changes vxsat.",
                excludes: |bin| {
                    let row = PACKED.get(bin.of("instruction"));
                    row.is_some_and(|row| !row.saturates()) && bin.of("before") != bin.of("after")
                },
            },
            Rule {
                reason: "csrrs and csrrsi never clear vxsat; csrrc and csrrci never set vxsat.",
                excludes: |bin| {
                    let is = |name| bin.is("instruction", name);
                    let (before, after) = (bin.of("before"), bin.of("after"));
                    ((is("csrrs") || is("csrrsi")) && before > after)
                        || ((is("csrrc") || is("csrrci")) && before < after)
                },
            },
        ],
    )
}

/// Records an instruction without a fault if it is a packed instruction or an access to `vxsat`. Returns whether it is one.
pub(super) fn note(hits: &mut Hits, function: Function, registers: [u32; 3], before: &UnitModel) -> bool {
    let Some(place) = packed_place(function) else {
        return false;
    };
    let mut after = before.clone();
    after.execute(function.0, registers);
    let [before, after] = [before, &after].map(|unit| usize::from(unit.vxsat()));
    hits.packed.insert(CROSSES.packed.index(&[place, before, after]));
    true
}
