//! `instruction,a,b,c,d`: results of SIMD video instructions.

use lanesmith_ptx::Family;
use lanesmith_unit::vectors::Table;

/// The bundled results of NVIDIA for these families.
pub fn bundled(families: &[Family]) -> Table {
    let text = |family: &Family| match family {
        Family::Arithmetic => include_str!("../../vectors/ptx_vop.csv"),
        Family::Comparison => include_str!("../../vectors/ptx_vset.csv"),
        Family::Dot => include_str!("../../vectors/ptx_dp.csv"),
    };
    let rows = families
        .iter()
        .filter_map(|family| Some(text(family).split_once('\n')?.1));
    let text = rows.fold("instruction,a,b,c,d\n".to_owned(), |all, rows| all + rows);
    Table::bundled("NVIDIA's vectors", &text)
}
