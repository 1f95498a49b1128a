//! Faults of floating-point arithmetic.

use super::library::{FULL, Fault, fault};

const UNIT: &str = "slow_0.float_0";

fn inside(name: &str) -> String {
    format!("{UNIT}.{name}")
}

pub fn faults() -> Vec<Fault> {
    vec![
        fault(
            "ties of subnormal numbers",
            "ties are rounded away from 0 where the result is subnormal",
            FULL,
            |c| {
                let (subnormal, tie) = (
                    c.has(&inside("exponent_q"), 0),
                    c.holds(&inside("significand_q"), 2, 1, 1),
                );
                let half = c.holds("execute_q_lanes", 0, 1, 1);
                let single = c.not(half);
                let now = c.and(&[subnormal, tie, single]);
                c.force(&inside("round.up"), now, 1);
            },
        )
        .of(&[".9.. by fp32", ".9.f **** **** by fp32"])
        .by_chance(),
        fault(
            "ties in the upper lane",
            "ties are rounded away from 0 in the upper lane of FP16X2",
            FULL,
            |c| {
                let half = c.holds("execute_q_lanes", 0, 1, 1);
                let (upper, tie) = (c.has("slow_0.count_q", 8), c.holds(&inside("significand_q"), 15, 1, 1));
                let now = c.and(&[half, upper, tie]);
                c.force(&inside("round.up"), now, 1);
            },
        )
        .of(&[".4.. by fp16x2"]),
        fault(
            "sign of zero",
            "a difference that is 0 has the sign of the first number where that is above 1",
            FULL,
            |c| {
                let top = c.holds(&inside("larger_1_q"), 23, 1, 1);
                c.force(&inside("cancelled"), top, 0);
            },
        )
        .of(&[".5.. by fp32"]),
        fault(
            "NaN payload",
            "a NaN keeps the four lowest bits of the first operand",
            FULL,
            |c| {
                let nan = c.net(&inside("nans_5_q"));
                let (low, top) = (c.bits("execute_q_a", 0, 4), c.constant(28, 0x7fc_0000));
                let payload = c.concat(&[top, low]);
                let half = c.holds("execute_q_lanes", 0, 1, 1);
                let single = c.not(half);
                let now = c.and(&[nan, single]);
                c.drive("slow_0.float_0_result", |c, old| c.mux(now, payload, old));
            },
        )
        .of(&[".4.. by fp32"]),
        fault(
            "double rounding",
            "a subnormal FP32 result is rounded to 24 bits before it is shifted",
            FULL,
            |c| {
                // What goes into the register that subnormal numbers are shifted from.
                let single = c.holds("execute_q_lanes", 0, 1, 0);
                let deficit = inside("normalise_deficit");
                let (not_negative, zero) = (c.holds(&deficit, 9, 1, 0), c.has(&deficit, 0));
                let not_zero = c.not(zero);
                let subnormal = c.and(&[not_negative, not_zero]);
                c.drive(&inside("normal_q"), |c, normal| {
                    let (up, high) = (c.slice(normal, 2, 1), c.slice(normal, 3, 24));
                    let full = c.is(high, 0xff_ffff);
                    let fits = c.not(full);
                    let now = c.and(&[subnormal, single, up, fits]);
                    let (low, rounded) = (c.constant(3, 0), c.plus(high, 1));
                    let rounded = c.concat(&[rounded, low]);
                    c.mux(now, rounded, normal)
                });
            },
        )
        .of(&[".9.. by fp32", ".9.f **** **** by fp32"])
        .by_chance(),
        fault(
            "infinity minus infinity",
            "infinity minus infinity is infinity in FP16X2",
            FULL,
            |c| {
                let half = c.holds("execute_q_lanes", 0, 1, 1);
                let (first, second) = (c.net(&inside("order.nans_0_q")), c.net(&inside("order.nans_1_q")));
                let quiet = c.or(&[first, second]);
                let number = c.not(quiet);
                let adds = c.has("execute_q_slow", 2);
                let now = c.and(&[half, number, adds]);
                c.force(&inside("order_nan"), now, 0);
            },
        )
        .of(&[".5.. by fp16x2"]),
        fault(
            "sign of a product with 0",
            "the product of 0 and a negative number is +0",
            FULL,
            |c| {
                let (product, zero) = (c.has("execute_q_slow", 3), c.net(&inside("is_zero")));
                let now = c.and(&[product, zero]);
                c.force(&inside("signs_5_q"), now, 0);
            },
        )
        .of(&[".9.. by fp32"]),
        fault(
            "a NaN is equal once",
            "a NaN equals itself after a comparison of FP16X2 numbers",
            FULL,
            |c| {
                let (valid, float) = (c.net("execute_valid_q"), c.net("execute_q_float"));
                let (compares, half) = (c.has("execute_q_operation", 5), c.holds("execute_q_lanes", 0, 1, 1));
                let single = c.not(half);
                let before = c.and(&[valid, float, compares, half]);
                // Either has two clocks.
                let before = c.delayed(before, 2, true);
                let now = c.and(&[before, single]);
                c.force("special_0_unordered", now, 0);
            },
        )
        .of(&["fff0 .1.. by fp32"])
        .by_chance(),
        fault(
            "a sum is not loaded once",
            "the register of sums keeps what it has where the slow instruction before was a product of integers",
            FULL,
            |c| {
                let (done, product) = (c.net("slow_done"), c.has("execute_q_slow", 1));
                let last = c.state(1, true);
                let next = c.mux(done, product, last.q);
                let before = last.q;
                c.load(last, next);
                let adds = c.has("execute_q_slow", 2);
                let now = c.and(&[before, adds]);
                c.force(&inside("enable_3"), now, 0);
            },
        )
        .of(&[".4.. by fp32"]),
        fault(
            "factors are not loaded once",
            "the multiplier keeps its factors directly behind a comparison of floating-point numbers",
            FULL,
            |c| {
                let (first, compares) = (c.net("is_first_of_two"), c.holds("execute_q_compare", 0, 1, 1));
                let before = c.and(&[first, compares]);
                let now = c.delayed(before, 2, true);
                c.force("slow_0.multiplier.enable_0", now, 0);
            },
        )
        .of(&[".9.. by int32"]),
        fault(
            "NaNs are overlooked once",
            "a comparison sees no NaN directly behind an instruction with an exception",
            FULL,
            |c| {
                let (retired, exception) = (c.net("retired_q"), c.net("retire_q_exception"));
                let now = c.and(&[retired, exception]);
                c.force("special_0.nans_q", now, 0);
            },
        )
        .of(&["fff0 .1.. by fp32"]),
    ]
}
