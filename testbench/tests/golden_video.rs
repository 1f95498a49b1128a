//! The golden model of the SIMD video instructions on many vectors at a time. `agreement.rs` evaluates the same files vector by
//! vector, and `pseudocode/` proves for all operands that golden is the manual's pseudo-code.

use lanesmith::sim::testbench::Random;
use lanesmith::unit::pipelined::vectors::rows;
use lanesmith::units::video::Video;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::batch::{Vector, evaluate};
use lanesmith::units::video::golden::evaluate_control;
use lanesmith::units::video::testbench::VideoCase;
use lanesmith::vectors::Table;
use std::path::Path;

#[test]
fn golden_gives_nvidias_result_on_every_row_bit_sliced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/vectors");
    for (file, count) in [
        ("ptx_vop.csv", 20_160),
        ("ptx_vset.csv", 12_000),
        ("ptx_dp.csv", 4_000),
        ("ptx_packed.csv", 540),
    ] {
        let rows = rows::<Video>(&Table::read(&folder.join(file)).expect(file)).expect(file);
        assert_eq!(rows.len(), count, "{file}");
        let vectors: Vec<Vector> = rows.iter().map(|row| row.vector()).collect();
        for (row, d) in rows.iter().zip(evaluate(&vectors)) {
            assert_eq!(d, row.d(), "{file}: {:x?}", row.vector());
        }
    }
}

#[test]
fn any_control_word_gives_the_same_concrete_and_bit_sliced() {
    let mut random = Random::new(7);
    let vector = |random: &mut Random| Vector {
        control: Control(random.bits() & ((1 << Control::BITS) - 1)),
        a: random.operand(),
        b: random.operand(),
        c: random.operand(),
    };
    let vectors: Vec<Vector> = (0..5000).map(|_| vector(&mut random)).collect();
    for (vector, sliced) in vectors.iter().zip(evaluate(&vectors)) {
        let concrete = evaluate_control(vector.control, vector.a, vector.b, vector.c);
        assert_eq!(concrete, sliced, "{vector:x?}");
    }
}
