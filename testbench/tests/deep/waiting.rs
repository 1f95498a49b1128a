//! Faults around an instruction that waits, and dependence on what nothing may depend on: words behind, addresses, offers.

use super::circuit::Circuit;
use super::library::{Fault, INTEGER, MULTIPLIER, fault};
use lanesmith::netlist::ExprId;

/// An instruction waits and the word behind it is 0xbeef.
fn held(c: &mut Circuit) -> ExprId {
    let (waits, beef) = (c.waits(), c.has("in_word0", 0xbeef));
    c.and(&[waits, beef])
}

pub fn faults() -> Vec<Fault> {
    vec![
        fault(
            "never issued",
            "an instruction that waits while the word behind it is 0xbeef is never issued",
            MULTIPLIER,
            |c| {
                let held = held(c);
                let stuck = c.sticky(held);
                c.force("issue", stuck, 0);
                let valid = c.net("execute_valid_q");
                let empty = c.not(valid);
                let idle = c.and(&[stuck, empty]);
                c.force("execute_valid_q", idle, 0);
            },
        )
        .unreachable(),
        fault(
            "a type after four holds",
            "held four times with 0xbeef behind it a type is written",
            MULTIPLIER,
            |c| {
                let held = held(c);
                let count = c.counter(2, held);
                let fourth = c.is(count, 3);
                let now = c.and(&[fourth, held]);
                let code = c.constant(4, 3);
                c.overwrite("register_types.codes_9_q", now, code);
            },
        )
        .unreachable(),
        fault(
            "in_ready waits for in_valid",
            "in_ready is 0 while in_valid is",
            INTEGER,
            |c| {
                let valid = c.net("in_valid");
                c.drive("in_ready", |c, old| c.and(&[old, valid]));
            },
        ),
        fault(
            "length by the second word",
            "in_length is 1 where the second word is 0xabcd",
            INTEGER,
            |c| {
                let abcd = c.has("in_word1", 0xabcd);
                c.force("in_length", abcd, 1);
            },
        )
        .by_chance(),
    ]
}
