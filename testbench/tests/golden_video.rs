//! The golden model of the SIMD video instructions on many vectors at a time. `agreement.rs` evaluates the same files vector by
//! vector, and `pseudocode/` proves for all operands that golden is the manual's pseudo-code.

use lanesmith::sim::testbench::Random;
use lanesmith::unit::pipelined::vectors::rows;
use lanesmith::unit::pipelined::{Case, evaluate_all};
use lanesmith::units::video::Video;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::evaluate_control;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::vectors::Table;
use std::path::Path;

#[test]
fn golden_gives_nvidias_result_on_every_row_bit_sliced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/units/vectors");
    for (file, count) in [
        ("ptx_vop.csv", 20_160),
        ("ptx_vset.csv", 12_000),
        ("ptx_dp.csv", 4_000),
        ("ptx_packed.csv", 540),
    ] {
        let rows = rows::<Video>(&Table::read(&folder.join(file)).expect(file)).expect(file);
        assert_eq!(rows.len(), count, "{file}");
        // Of hardware without comparisons and dot products, less is computed.
        let config = match file {
            "ptx_vop.csv" | "ptx_packed.csv" => VideoConfig::full(0),
            _ => VideoConfig::all(0),
        };
        for (row, d) in rows.iter().zip(evaluate_all(&Video::alu(config), &rows)) {
            assert_eq!(d, row.result::<Video>(), "{file}: {row:x?}");
        }
    }
}

#[test]
fn any_control_word_gives_the_same_concrete_and_bit_sliced() {
    let mut random = Random::new(7);
    let case = |random: &mut Random| {
        let control = random.bits() & ((1 << Control::BITS) - 1);
        Case::new(control, [(); 3].map(|()| random.operand()))
    };
    let cases: Vec<Case> = (0..5000).map(|_| case(&mut random)).collect();
    for (case, sliced) in cases.iter().zip(evaluate_all(&Video::alu(VideoConfig::all(0)), &cases)) {
        let [a, b, c] = case.operands;
        assert_eq!(evaluate_control(Control(case.control), a, b, c), sliced, "{case:x?}");
    }
}
