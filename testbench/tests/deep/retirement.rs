//! Faults of what retires when: lost, extra, out of count, after resets.

use super::library::{DEPTH2, Fault, INTEGER, MULTIPLIER, fault};

pub fn faults() -> Vec<Fault> {
    vec![
        fault(
            "retired again",
            "a slow instruction retires once more two clocks after it has retired",
            MULTIPLIER,
            |c| {
                let done = c.net("slow_done");
                let again = c.delayed(done, 3, true);
                c.drive("retire_valid", |c, old| c.or(&[old, again]));
            },
        )
        .of(&[".9.."]),
        fault(
            "the sixteenth slow one is lost",
            "every sixteenth slow instruction since reset does not retire",
            MULTIPLIER,
            |c| {
                let done = c.net("slow_done");
                let count = c.counter(4, done);
                let last = c.is(count, 15);
                let lost = c.and(&[last, done]);
                c.force("retired_q", lost, 0);
            },
        )
        .of(&[".9.."]),
        fault(
            "counter of 2^31",
            "with every 2^31st instruction $r5 becomes INT32",
            INTEGER,
            |c| {
                let finish = c.net("finish");
                let count = c.counter(31, finish);
                let trip = c.is(count, (1 << 31) - 1);
                let code = c.constant(4, 0);
                c.overwrite("register_types.codes_5_q", trip, code);
            },
        )
        .unreachable(),
        fault(
            "reset spares retirement",
            "what finishes in the clock of a reset retires behind it",
            INTEGER,
            |c| {
                c.register("retired_q").reset = None;
            },
        ),
        fault(
            "types set early",
            "an instruction that waits sets its type before it is issued",
            DEPTH2,
            |c| {
                let (offered, sets) = (c.net("offered"), c.net("operands_sets_type"));
                c.drive("register_types.write", |c, _| c.and(&[offered, sets]));
            },
        )
        .of(&[".4..", ".0e."]),
    ]
}
