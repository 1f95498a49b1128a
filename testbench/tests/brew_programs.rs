//! The programs in `sim/programs` leave the results that their comments promise.

use lanesmith::units::brew::golden::BrewMachine;
use lanesmith::units::brew::isa::assemble;

/// Program, register, type and value at the end. The values were computed from the formulas in the comments of the programs, in
/// plain Rust: bytes and halves as `u8` and `i16`, FP32 as `f32`.
const RESULTS: [(&str, usize, &str, u32); 17] = [
    ("absolute_differences", 8, "int16x2", 0x1010_01fa),
    ("absolute_differences", 9, "int16x2", 0xffff_0101),
    ("absolute_differences", 10, "int32", 0x31b),
    // 1.5 * 10 + 0.1 lies between 15.0938 (0x4b8c) and 15.1016; 1.5 * 2^-24 is a tie and goes to the even 2 * 2^-24.
    ("axpy", 10, "fp16x2", 0x0000_4b8d),
    ("axpy", 11, "fp16x2", 0x0003_7c00),
    ("blend", 10, "uint8x4s", 0xafab_7064),
    ("blend", 11, "uint8x4s", 0xdfdb_a094),
    ("byte_order", 10, "int32", 0x7856_3412),
    ("byte_order", 11, "int32", 0x3412_7856),
    ("byte_order", 12, "int32", 0x5678_1234),
    ("dot_product", 10, "fp32", 0x4aaa_aaaa),
    // Sums and products that saturate at every step: 0x7ff.
    ("filter", 10, "sint16x2s", 0x0038_07ff),
    ("filter", 11, "sint16x2s", 0xff3e_07ff),
    ("gradient", 8, "int16x2", 0x0010_00ff),
    ("gradient", 11, "int16x2", 0x009a_0065),
    ("luma", 10, "int16x2", 0x00f1_007c),
    ("maximum", 10, "int8x4", 0x7ffe_7f03),
];

#[test]
fn sample_programs_leave_the_promised_results() {
    for (name, register, kind, value) in RESULTS {
        let path = format!("{}/sim/programs/{name}.s", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(&path).expect(&path);
        let statements = assemble(&source).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
        let mut machine = BrewMachine::new(statements.concat());
        while let Some(retire) = machine.step() {
            assert!(!retire.exception, "{name}: {retire:x?}");
        }
        assert!(machine.rest().is_empty());
        let found = machine.registers[register];
        assert_eq!((found.kind(), found.value), (kind, value), "{name}: $r{register}");
    }
}
