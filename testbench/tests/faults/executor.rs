//! Faults in what the units of all interfaces share: decoder, ALU, configuration and c.

use super::{Fault, fault};

/// What an interface calls its nets.
#[derive(Clone, Copy)]
pub struct Names {
    /// An instruction is there.
    pub present: &'static str,
    /// Its operands.
    pub operands: [&'static str; 2],
    /// Its answer is taken.
    pub taken: &'static str,
    /// The result.
    pub result: &'static str,
}

pub fn faults(names: Names) -> Vec<Fault> {
    let Names {
        present,
        operands: [rs1, rs2],
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
        fault("a bit of every 64th result", move |c| {
            let taken = c.net(taken);
            let count = c.counter(6, taken);
            let trip = c.is(count, 63);
            c.flip(result, trip, 0x100);
        }),
        fault("an operation on equal operands is a clock early", move |c| {
            let (a, b) = (c.net(rs1), c.net(rs2));
            let (equal, cycle) = (c.equal(a, b), c.has("executor.waited_q", 1));
            let now = c.and(&[equal, cycle]);
            c.force("executor.full", now, 1);
        }),
        fault("the result is c for a rare operand", move |c| {
            let rare = c.has(rs1, 0xdead_beef);
            let state = c.net("executor.c_q");
            c.drive(result, |c, old| c.mux(rare, state, old));
        }),
        fault("c loses a bit when two results chain back to back", move |c| {
            let taken = c.net(taken);
            let before = c.delayed(taken, 3, true);
            let now = c.and(&[taken, before]);
            c.flip("executor.c_q", now, 1);
        }),
        fault("sixteen foreign functions clear chain", move |c| {
            let (offered, operation, access) = (c.net(present), c.net("executor.operation"), c.net("executor.access"));
            let own = c.or(&[operation, access]);
            let foreign = c.not(own);
            let event = c.and(&[offered, foreign]);
            let count = c.counter(4, event);
            let full = c.is(count, 15);
            let now = c.and(&[full, event]);
            let (chain, word) = (c.constant(29, 0x0fff_ffff), c.net("executor.configuration_q"));
            let cleared = c.and(&[word, chain]);
            c.overwrite("executor.configuration_q", now, cleared);
        }),
        fault("the count of cycles survives an answer once in 32 times", move |c| {
            let taken = c.net(taken);
            let count = c.counter(5, taken);
            let full = c.is(count, 31);
            let now = c.and(&[full, taken]);
            c.force("executor.waited_q", now, 1);
        }),
        fault("the configuration swaps two selectors behind a reset", move |c| {
            let resets = c.resets();
            let behind = c.delayed(resets, 2, false);
            let now = c.delayed(behind, 1, false);
            let still = c.not(behind);
            let now = c.and(&[now, still]);
            c.flip("executor.modifiers", now, 0x30);
        }),
        fault(
            "a result whose first operand differs in one bit from that of the clock before",
            move |c| {
                let now = c.net(rs1);
                let before = c.delayed(now, 1, false);
                let near = c.xor(before, 1);
                let near = c.equal(now, near);
                let late = c.delayed(near, 2, false);
                c.flip(result, late, 2);
            },
        ),
    ]
}
