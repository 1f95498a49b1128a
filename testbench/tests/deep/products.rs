//! Faults of a serial multiplier.

use super::library::{Fault, SERIAL, fault};

fn inside(name: &str) -> String {
    format!("slow_0.{name}")
}

pub fn faults() -> Vec<Fault> {
    vec![
        fault(
            "sum behind the next lane",
            "the products of the lower lane of FP16X2 are added when those of the upper lane have replaced them",
            SERIAL,
            |c| {
                let (first, last) = (c.net(&inside("pace_0_first")), c.net(&inside("pace_0_last")));
                let (half, third) = (c.holds("execute_q_lanes", 0, 1, 1), c.has(&inside("count_q"), 3));
                let late = c.not(first);
                let float = c.net(&inside("is_float"));
                let late = c.and(&[late, last, half, float, third]);
                let early = c.and(&[first, half, float, third]);
                c.force(&inside("multiplier.enable_2"), early, 0);
                c.force(&inside("multiplier.enable_2"), late, 1);
            },
        )
        .of(&[".9.. by fp16x2"]),
        fault(
            "a product of 0 is left out",
            "the last product is not computed where the upper half of the second factor is 0",
            SERIAL,
            |c| {
                let (word, upper) = (c.has("execute_q_lanes", 0), c.holds("execute_q_b", 16, 16, 0));
                let third = c.has(&inside("pace_0.count_q"), 2);
                let float = c.net(&inside("is_float"));
                let integers = c.not(float);
                let now = c.and(&[word, upper, third, integers]);
                c.force(&inside("pace_0_last"), now, 1);
            },
        )
        .of(&[".9.. by int32"]),
        fault(
            "products right after another product",
            "a product of bytes begins with the second one where the instruction before it was a product, too",
            SERIAL,
            |c| {
                let (done, multiplies) = (c.net("slow_done"), c.net(&inside("multiplies")));
                let product = c.and(&[done, multiplies]);
                let since = c.since(3, product);
                let just_before = c.is(since, 2);
                let bytes = c.holds("execute_q_lanes", 1, 1, 1);
                let first = c.has(&inside("multiplier.serial_0.count_q"), 0);
                let now = c.and(&[just_before, bytes, first]);
                c.force(&inside("multiplier.serial_0_which"), now, 0);
            },
        )
        .of(&[".9.. by int8x4"]),
        fault(
            "pace of a sum",
            "the unit waits for products in a sum of FP16X2 whose first operand is 0, too",
            SERIAL,
            |c| {
                let (float, half, zero) = (
                    c.net(&inside("is_float")),
                    c.holds("execute_q_lanes", 0, 1, 1),
                    c.has("execute_q_a", 0),
                );
                let (third, active) = (c.has(&inside("count_q"), 3), c.net("is_slow"));
                let now = c.and(&[float, half, zero, third, active]);
                c.force(&inside("multiplier_enable_1"), now, 1);
            },
        )
        .of(&[".4.. by fp16x2"])
        .unreachable(),
    ]
}
