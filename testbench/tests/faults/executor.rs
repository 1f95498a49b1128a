//! Faults in what the units of all interfaces share: decoder, ALU, configuration and c.

use super::{Fault, fault};

/// What an interface calls its nets.
#[derive(Clone, Copy)]
pub struct Names {
    /// An instruction is there.
    pub present: &'static str,
    /// Its first operand.
    pub operand: &'static str,
    /// Its answer is taken.
    pub taken: &'static str,
    /// The result.
    pub result: &'static str,
}

pub fn faults(names: Names) -> Vec<Fault> {
    let Names {
        present,
        operand,
        taken,
        result,
    } = names;
    vec![
        fault("the result behind a reset in the middle of an operation", move |c| {
            let (resets, offered) = (c.resets(), c.net(present));
            let cut = c.and(&[resets, offered]);
            let cut = c.delayed(cut, 1, false);
            c.flip(result, cut, 1);
        }),
        fault("a bit of the result after 2^30 answers", move |c| {
            let taken = c.net(taken);
            let count = c.counter(30, taken);
            let trip = c.is(count, (1 << 30) - 1);
            c.flip(result, trip, 0x8000_0000);
        }),
        fault("an operation just behind an access is a clock early", move |c| {
            let (taken, access) = (c.net(taken), c.net("executor.access"));
            let now = c.and(&[taken, access]);
            let behind = c.delayed(now, 2, true);
            let cycle = c.has("executor.waited_q", 1);
            let now = c.and(&[behind, cycle]);
            c.force("executor.full", now, 1);
        }),
        fault("a swap does not write one value", move |c| {
            let rare = c.has(operand, 0x5a5a_5a5a);
            let access = c.net("executor.access");
            let now = c.and(&[rare, access]);
            let old = c.net("executor.c_q");
            c.drive("executor.c_q", |c, d| c.mux(now, old, d));
        }),
        fault("c is read as it was a clock ago", move |c| {
            let state = c.net("executor.c_q");
            let old = c.delayed(state, 1, false);
            let (access, reads) = (c.net("executor.access"), c.holds("executor.code", 0, 3, 1));
            let now = c.and(&[access, reads]);
            c.drive(result, |c, new| c.mux(now, old, new));
        }),
        fault("the configuration swaps two selectors behind a reset", move |c| {
            let resets = c.resets();
            let behind = c.delayed(resets, 2, false);
            let now = c.delayed(behind, 1, false);
            let still = c.not(behind);
            let now = c.and(&[now, still]);
            c.flip("executor.modifiers", now, 0x30);
        }),
    ]
}
