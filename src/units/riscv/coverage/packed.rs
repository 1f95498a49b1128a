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
                excludes: |place| place[0] < PACKED.len() && place[1] > place[2],
            },
            Rule {
                reason: "A packed instruction whose definition has no saturation never changes vxsat.",
                excludes: |place| PACKED.get(place[0]).is_some_and(|row| !row.saturates()) && place[1] != place[2],
            },
            Rule {
                reason: "csrrs and csrrsi never clear vxsat; csrrc and csrrci never set vxsat.",
                excludes: |place| {
                    let access = place[0]
                        .checked_sub(PACKED.len())
                        .map(|access| VXSAT_ACCESSES[access].name);
                    match access {
                        Some("csrrs" | "csrrsi") => place[1] > place[2],
                        Some("csrrc" | "csrrci") => place[1] < place[2],
                        _ => false,
                    }
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
