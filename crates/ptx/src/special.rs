//! Special registers (PTX ISA, section "Special Registers").

use crate::data_type::{DATA_TYPES, DataType};
use std::sync::LazyLock;

/// The threads of a warp, the value of `WARP_SZ`.
pub const WARP_SIZE: u32 = 32;

/// A special register, or a numbered series of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialRegister {
    /// With its `%`; of a series, without the number.
    pub name: &'static str,
    /// The type of the register, or of each component.
    pub kind: DataType,
    /// Whether it has the components `.x`, `.y`, `.z` and `.w`.
    pub is_vector: bool,
    /// Of a series: the number of registers, numbered from 0, and the text after the number.
    pub series: Option<(u16, &'static str)>,
    /// The least number of the architecture, such as 90 of `sm_90`; 0 if all have it.
    pub architecture: u16,
    /// The least version of PTX, as 10 · major + minor.
    pub version: u16,
    /// What it holds.
    pub summary: &'static str,
}

/// All special registers. [`Symbol::Special`](crate::tree::Symbol::Special) is an index into this table.
pub static SPECIAL_REGISTERS: LazyLock<Vec<SpecialRegister>> = LazyLock::new(|| {
    let lines = include_str!("opcodes/tables/special.txt").lines().skip(1);
    lines.map(|line| row(line).expect(line)).collect()
});

fn row(line: &'static str) -> Option<SpecialRegister> {
    let mut words = line.split_whitespace();
    let [name, kind, architecture, version] = [(); 4].map(|()| words.next().unwrap_or_default());
    let (name, series) = match name.split_once('<') {
        None => (name, None),
        Some((name, rest)) => {
            let (count, suffix) = rest.split_once('>')?;
            (name, Some((count.parse().ok()?, suffix)))
        }
    };
    let element = kind.strip_suffix("x4").unwrap_or(kind);
    Some(SpecialRegister {
        name,
        kind: *DATA_TYPES.iter().find(|row| row.name == element)?,
        is_vector: kind.len() > element.len(),
        series,
        architecture: architecture.parse().ok()?,
        version: version.replace('.', "").parse().ok()?,
        summary: line.split_once(version)?.1.trim(),
    })
}

/// The index of a special register in [`SPECIAL_REGISTERS`], from its name with its `%` and without a component.
pub fn find(name: &str) -> Option<u16> {
    let is_of = |row: &SpecialRegister| match row.series {
        None => row.name == name,
        Some((count, suffix)) => {
            let number = name.strip_prefix(row.name).and_then(|rest| rest.strip_suffix(suffix));
            let number = number.filter(|number| *number == "0" || !number.starts_with(['0', '+']));
            number
                .and_then(|number| number.parse().ok())
                .is_some_and(|number: u16| number < count)
        }
    };
    let index = SPECIAL_REGISTERS.iter().position(is_of)?;
    u16::try_from(index).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_of_series_are_found_and_nothing_beside_them() {
        for (name, wanted) in [
            ("%tid", Some((".u32", true))),
            ("%clock64", Some((".u64", false))),
            ("%pm7", Some((".u32", false))),
            ("%pm7_64", Some((".u64", false))),
            ("%envreg31", Some((".b32", false))),
            ("%reserved_smem_offset_1", Some((".b32", false))),
            ("%is_explicit_cluster", Some((".pred", false))),
            ("%pm8", None),
            ("%pm07", None),
            ("%envreg32", None),
            ("%reserved_smem_offset_2", None),
            ("%r1", None),
            ("tid", None),
            ("%tid.x", None),
        ] {
            let found = find(name).map(|index| &SPECIAL_REGISTERS[usize::from(index)]);
            assert_eq!(found.map(|row| (row.kind.name, row.is_vector)), wanted, "{name}");
        }
    }
}
