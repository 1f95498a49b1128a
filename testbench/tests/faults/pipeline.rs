//! Faults of units behind a valid/ready handshake.

use super::{Fault, fault};
use crate::deep::circuit::Circuit;
use lanesmith::netlist::ExprId;

/// What a unit calls its nets.
#[derive(Clone, Copy)]
pub struct Names {
    /// The valid bit of the first stage.
    pub valid: &'static str,
    /// All stages load.
    pub advance: &'static str,
}

/// A result waits: it is there, and nobody takes it.
fn waits(c: &mut Circuit) -> ExprId {
    let (valid, ready) = (c.net("out_valid"), c.net("out_ready"));
    let refused = c.not(ready);
    c.and(&[valid, refused])
}

/// Faults of a unit with stages.
pub fn staged(names: Names) -> Vec<Fault> {
    let Names { valid: first, advance } = names;
    let mut faults = vec![
        fault("an instruction just behind a stall is lost", move |c| {
            let waits = waits(c);
            let behind = c.delayed(waits, 1, true);
            let offered = c.net("in_valid");
            let now = c.and(&[behind, offered]);
            let zero = c.constant(1, 0);
            let loads = c.net(advance);
            let now = c.and(&[now, loads]);
            c.overwrite(first, now, zero);
        }),
        fault(
            "a result that waits is overwritten when another one is offered",
            move |c| {
                let (waits, offered) = (waits(c), c.net("in_valid"));
                let before = c.delayed(waits, 1, true);
                let now = c.and(&[waits, before, offered]);
                c.force(advance, now, 1);
            },
        ),
        fault("the last valid bit outlives a reset of one clock", move |c| {
            let resets = c.resets();
            let valid = c.net(first);
            let now = c.and(&[resets, valid]);
            let behind = c.delayed(now, 1, false);
            c.force("out_valid", behind, 1);
        }),
        fault("tags lose a bit behind a reset in traffic", move |c| {
            let (resets, valid) = (c.resets(), c.net(first));
            let cut = c.and(&[resets, valid]);
            let seen = c.state(1, false);
            let still = c.or(&[seen.q, cut]);
            c.load(seen, still);
            c.flip("out_tag", seen.q, 0x80);
        }),
        fault("valid falls once while a result waits", |c| {
            let waits = waits(c);
            let one = c.delayed(waits, 1, true);
            let two = c.delayed(waits, 2, true);
            let fresh = c.not(two);
            let now = c.and(&[one, fresh]);
            c.force("out_valid", now, 0);
        }),
    ];
    faults.extend(anywhere());
    faults
}

/// Faults also of a unit without stages.
pub fn anywhere() -> Vec<Fault> {
    vec![
        fault("a bit of the result after 2^40 results", |c| {
            let (valid, ready) = (c.net("out_valid"), c.net("out_ready"));
            let taken = c.and(&[valid, ready]);
            let count = c.counter(40, taken);
            let trip = c.is(count, (1 << 40) - 1);
            c.flip("out_d", trip, 0x8000_0000);
        }),
        fault("the tag in the clock behind one that nobody took", |c| {
            let waits = waits(c);
            let behind = c.delayed(waits, 1, true);
            c.flip("out_tag", behind, 2);
        }),
        fault("a result behind an idle clock, on equal operands", |c| {
            let valid = c.net("in_valid");
            let idle = c.not(valid);
            let behind = c.delayed(idle, 1, false);
            let (a, b) = (c.net("in_a"), c.net("in_b"));
            let equal = c.equal(a, b);
            let now = c.and(&[behind, equal]);
            let late = c.delayed(now, 1, false);
            let now = c.or(&[now, late]);
            c.flip("out_d", now, 0x10);
        }),
    ]
}
