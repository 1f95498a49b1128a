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
    ]
}
