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
    ]
}
