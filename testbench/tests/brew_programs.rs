//! The programs in `sim/programs` do what their comments promise. Expected results are computed here, in plain Rust.

use lanesmith::units::brew::golden::{BrewMachine, Typed};
use lanesmith::units::brew::isa::{BrewType, assemble};

/// The registers after the program, which must run to its end without an exception.
fn registers(name: &str) -> [Typed; 15] {
    let path = format!("{}/sim/programs/{name}.s", env!("CARGO_MANIFEST_DIR"));
    let source = std::fs::read_to_string(&path).expect(&path);
    let statements = assemble(&source).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let mut machine = BrewMachine::new(statements.concat());
    while let Some(retire) = machine.step() {
        assert!(!retire.exception, "{name}: {retire:x?}");
    }
    assert!(machine.rest().is_empty());
    machine.registers
}

/// A register as a value and the name of its type.
fn typed(value: u32, name: &str) -> Typed {
    let code = BrewType::by_name(name).expect(name).code;
    Typed { value, code }
}

fn bytes(x: u32, y: u32, f: impl Fn(u8, u8) -> u8) -> u32 {
    let (x, y) = (x.to_le_bytes(), y.to_le_bytes());
    u32::from_le_bytes(std::array::from_fn(|i| f(x[i], y[i])))
}

#[test]
fn the_blended_pixel_is_the_weighted_mean_and_brightening_saturates() {
    let found = registers("blend");
    let mean = |over: u8, under: u8| ((160 * u32::from(over) + 96 * u32::from(under)) >> 8) as u8;
    let blended = bytes(0x80ff4010, 0xff20c0f0, mean);
    let brighter = bytes(blended, 0, |channel, _| channel.saturating_add(48));
    assert_eq!(found[10], typed(blended, "uint8x4s"));
    assert_eq!(found[11], typed(brighter, "uint8x4s"));
}

#[test]
fn the_sum_of_absolute_differences_is_that_of_eight_unsigned_pixels() {
    let found = registers("absolute_differences");
    let rows = [(0x10f08005, 0x20e07fff), (0xff007f80, 0x00ff8081)];
    let differences = rows.map(|(x, y)| bytes(x, y, u8::abs_diff));
    let sum: u32 = differences
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .map(u32::from)
        .sum();
    assert_eq!([found[8].value, found[9].value], differences);
    assert_eq!(found[10], typed(sum, "int32"));
}

#[test]
fn luma_is_the_weighted_sum_of_the_colours_of_both_pixels() {
    let luma = |pixel: u32| {
        let [blue, green, red, _] = pixel.to_le_bytes().map(u32::from);
        (77 * red + 150 * green + 29 * blue + 128) >> 8
    };
    let expected = luma(0x00c86432) | luma(0x00ffff80) << 16;
    assert_eq!(registers("luma")[10], typed(expected, "int16x2"));
}

#[test]
fn the_filter_weighs_four_samples_of_each_channel_and_clips_at_every_step() {
    let samples = [0x012c7fffu32, 0xfed47fff, 0x05dc7000, 0xf8308000, 0x00648000];
    let channel = |n: usize, lo: u32| {
        let product = |tap: i16, back: usize| tap.saturating_mul((samples[n - back] >> lo) as i16);
        let sum = product(3, 0)
            .saturating_add(product(5, 1))
            .saturating_add(product(5, 2))
            .saturating_add(product(3, 3));
        u32::from((sum.saturating_add(8) >> 4) as u16) << lo
    };
    let found = registers("filter");
    for (register, n) in [(10, 3), (11, 4)] {
        assert_eq!(found[register], typed(channel(n, 0) | channel(n, 16), "sint16x2s"));
    }
    let taps = [3 * -2000, 5 * 1500, 5 * -300, 3 * 300];
    let unclipped = (taps.iter().sum::<i32>() + 8) >> 4;
    assert_eq!((found[10].value >> 16) as i16, unclipped as i16);
}

#[test]
fn the_dot_product_is_rounded_like_the_hosts() {
    let x = [0.1f32, 2.5, 1.0e-3, 16777216.0];
    let y = [std::f32::consts::PI, -0.75, 1000.0, 0.333_333_34];
    let sum = x
        .iter()
        .zip(y)
        .map(|(x, y)| x * y)
        .reduce(|sum, product| sum + product)
        .unwrap();
    assert_eq!(registers("dot_product")[10], typed(sum.to_bits(), "fp32"));
}

#[test]
fn axpy_rounds_both_steps_keeps_subnormal_numbers_and_overflows_to_infinity() {
    let found = registers("axpy");
    // 1.5 * 10 + 0.1 lies between 15.0938 (0x4b8c) and 15.1016; 1.5 * 2^-24 is a tie and goes to the even 2 * 2^-24.
    assert_eq!(found[10], typed(0x00004b8d, "fp16x2"));
    assert_eq!(found[11], typed(0x00037c00, "fp16x2"));
}

#[test]
fn byte_order_is_turned_around_in_words_and_halves() {
    let found = registers("byte_order");
    assert_eq!(found[10], typed(0x12345678u32.swap_bytes(), "int32"));
    assert_eq!(found[11], typed(0x34127856, "int32"));
    assert_eq!(found[12], typed(0x12345678u32.rotate_left(16), "int32"));
}

#[test]
fn the_gradient_has_four_steps_between_two_colours() {
    let found = registers("gradient");
    for n in 0..4 {
        let mix = |over: u8, under: u8| ((n * u32::from(over) + (4 - n) * u32::from(under)) >> 2) as u8;
        let mixed = bytes(0x00c86432, 0x0010f0ff, mix) & 0x00ff00ff;
        assert_eq!(found[8 + n as usize], typed(mixed, "int16x2"));
    }
}

#[test]
fn the_maximum_is_the_greatest_signed_byte_of_every_lane() {
    let signed_max = |x: u8, y: u8| (x as i8).max(y as i8) as u8;
    let expected = bytes(bytes(0x7f80ff01, 0x00817f02, signed_max), 0x80fe8003, signed_max);
    assert_eq!(registers("maximum")[10], typed(expected, "int8x4"));
}
