//! Special registers (PTX ISA, section "Special Registers").

use crate::data_type::DataType;

/// A special register, or a numbered series of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpecialRegister {
    /// With its `%`; of a series, without the number.
    pub name: &'static str,
    /// The type of the register, or of each component.
    pub type_name: &'static str,
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

impl SpecialRegister {
    /// The type of the register, or of each component.
    pub fn kind(&self) -> DataType {
        DataType::read(self.type_name).expect("the table has types only")
    }
}

const fn scalar(
    name: &'static str,
    type_name: &'static str,
    [architecture, version]: [u16; 2],
    summary: &'static str,
) -> SpecialRegister {
    SpecialRegister {
        name,
        type_name,
        is_vector: false,
        series: None,
        architecture,
        version,
        summary,
    }
}

const fn vector(name: &'static str, since: [u16; 2], summary: &'static str) -> SpecialRegister {
    SpecialRegister {
        is_vector: true,
        ..scalar(name, ".u32", since, summary)
    }
}

const fn series(register: SpecialRegister, count: u16, suffix: &'static str) -> SpecialRegister {
    SpecialRegister {
        series: Some((count, suffix)),
        ..register
    }
}

/// All special registers. [`Symbol::Special`](crate::tree::Symbol::Special) is an index into this table.
pub const SPECIAL_REGISTERS: &[SpecialRegister] = &[
    vector("%tid", [0, 10], "index of the thread in its block"),
    vector("%ntid", [0, 10], "threads of a block in each dimension"),
    vector("%ctaid", [0, 10], "index of the block in the grid"),
    vector("%nctaid", [0, 10], "blocks of the grid in each dimension"),
    scalar("%laneid", ".u32", [0, 13], "number of the thread in its warp"),
    scalar(
        "%warpid",
        ".u32",
        [0, 13],
        "number of the warp in its block; may change",
    ),
    scalar("%nwarpid", ".u32", [20, 20], "number of warps that a block may have"),
    scalar("%smid", ".u32", [0, 13], "number of the multiprocessor; may change"),
    scalar("%nsmid", ".u32", [20, 20], "number of multiprocessors"),
    scalar("%gridid", ".u64", [0, 10], "number of the launch"),
    scalar(
        "%is_explicit_cluster",
        ".pred",
        [90, 78],
        "whether the launch names clusters",
    ),
    vector("%clusterid", [90, 78], "index of the cluster in the grid"),
    vector("%nclusterid", [90, 78], "clusters of the grid in each dimension"),
    vector("%cluster_ctaid", [90, 78], "index of the block in its cluster"),
    vector("%cluster_nctaid", [90, 78], "blocks of a cluster in each dimension"),
    scalar(
        "%cluster_ctarank",
        ".u32",
        [90, 78],
        "number of the block in its cluster",
    ),
    scalar("%cluster_nctarank", ".u32", [90, 78], "number of blocks of a cluster"),
    scalar("%lanemask_eq", ".u32", [20, 20], "mask of the thread's lane"),
    scalar("%lanemask_le", ".u32", [20, 20], "mask of the lanes up to the thread's"),
    scalar("%lanemask_lt", ".u32", [20, 20], "mask of the lanes below the thread's"),
    scalar(
        "%lanemask_ge",
        ".u32",
        [20, 20],
        "mask of the lanes from the thread's on",
    ),
    scalar("%lanemask_gt", ".u32", [20, 20], "mask of the lanes above the thread's"),
    scalar("%clock", ".u32", [0, 10], "cycles, low 32 bits"),
    scalar("%clock_hi", ".u32", [20, 50], "cycles, high 32 bits"),
    scalar("%clock64", ".u64", [20, 20], "cycles"),
    series(
        scalar("%pm", ".u32", [0, 13], "performance counter, low 32 bits"),
        8,
        "",
    ),
    series(scalar("%pm", ".u64", [50, 40], "performance counter"), 8, "_64"),
    series(scalar("%envreg", ".b32", [0, 21], "value that the driver sets"), 32, ""),
    scalar("%globaltimer", ".u64", [30, 31], "nanoseconds"),
    scalar("%globaltimer_lo", ".u32", [30, 31], "nanoseconds, low 32 bits"),
    scalar("%globaltimer_hi", ".u32", [30, 31], "nanoseconds, high 32 bits"),
    scalar(
        "%reserved_smem_offset_begin",
        ".b32",
        [80, 76],
        "start of the reserved shared memory",
    ),
    scalar(
        "%reserved_smem_offset_end",
        ".b32",
        [80, 76],
        "end of the reserved shared memory",
    ),
    scalar(
        "%reserved_smem_offset_cap",
        ".b32",
        [80, 76],
        "size of the reserved shared memory in bytes",
    ),
    series(
        scalar(
            "%reserved_smem_offset_",
            ".b32",
            [80, 76],
            "offset in the reserved shared memory",
        ),
        2,
        "",
    ),
    scalar(
        "%total_smem_size",
        ".u32",
        [20, 41],
        "shared memory of the block in bytes",
    ),
    scalar(
        "%aggr_smem_size",
        ".u32",
        [90, 81],
        "shared memory of the block with the reserved one in bytes",
    ),
    scalar(
        "%dynamic_smem_size",
        ".u32",
        [20, 41],
        "dynamic shared memory of the block in bytes",
    ),
    scalar(
        "%current_graph_exec",
        ".u64",
        [50, 80],
        "the graph that runs; 0 if none does",
    ),
];

/// The index of a special register in [`SPECIAL_REGISTERS`], from its name with its `%` and without a component.
pub fn find(name: &str) -> Option<u16> {
    let is_of = |row: &SpecialRegister| match row.series {
        None => row.name == name,
        Some((count, suffix)) => name
            .strip_prefix(row.name)
            .and_then(|rest| rest.strip_suffix(suffix))
            .filter(|number| *number == "0" || !number.starts_with(['0', '+']))
            .and_then(|number| number.parse::<u16>().ok())
            .is_some_and(|number| number < count),
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
            assert_eq!(found.map(|row| (row.kind().name, row.is_vector)), wanted, "{name}");
        }
    }
}
