//! `instruction,a,b,c,d`: results of SIMD video instructions.

use crate::ptx::Family;
use crate::unit::pipelined::{Case, vectors};
use crate::units::video::rtl::VideoConfig;
use crate::units::video::testbench::VideoCase;
use crate::units::video::{DEFAULT_LATENCY, Video};
use crate::vectors::{Table, VectorFileKind};

/// The kind.
pub static KIND: VectorFileKind = VectorFileKind {
    name: "results of SIMD video instructions",
    columns: &["instruction", "a", "b", "c", "d"],
    optional: &[],
    claims: None,
    check: |table, evaluator, report| vectors::check(hardware_of, table, evaluator, report),
    waves: Some(|table, row, engine, path| vectors::waves(hardware_of, table, row, engine, path)),
};

/// NVIDIA's results that come with this crate, those of these families.
pub fn bundled(families: &[Family]) -> Table {
    let text = |family: &Family| match family {
        Family::Arithmetic => include_str!("../../../../testbench/vectors/ptx_vop.csv"),
        Family::Comparison => include_str!("../../../../testbench/vectors/ptx_vset.csv"),
        Family::Dot => include_str!("../../../../testbench/vectors/ptx_dp.csv"),
    };
    let header = format!("{}\n", KIND.columns.join(","));
    let rows = families
        .iter()
        .filter_map(|family| Some(text(family).split_once('\n')?.1));
    let text = header + &rows.collect::<String>();
    Table::parse("NVIDIA's vectors".into(), text.into()).expect("the bundled vectors are readable")
}

/// The ALU with all options, and the families of instructions that the cases need.
fn hardware_of(cases: &[Case]) -> Video {
    let full = VideoConfig::full(DEFAULT_LATENCY);
    let families = full.families();
    let mut own = cases.iter().map(|case| case.vector().control.operation().family());
    let is_full = own.all(|family| families.contains(&family));
    Video::alu(if is_full {
        full
    } else {
        VideoConfig::all(DEFAULT_LATENCY)
    })
}
