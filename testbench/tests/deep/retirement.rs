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
            "retired out of reset",
            "a retirement in the clock after reset if in_valid was up there",
            INTEGER,
            |c| {
                let (reset, valid) = (c.net("reset"), c.net("in_valid"));
                let both = c.and(&[reset, valid]);
                let after = c.delayed(both, 1, false);
                c.drive("retire_valid", |c, old| c.or(&[old, after]));
            },
        ),
        fault(
            "retired twice after a gap",
            "what retires after seven clocks without retirement retires twice",
            INTEGER,
            |c| {
                let retired = c.net("retired_q");
                let quiet = c.since(3, retired);
                let long = c.is(quiet, 7);
                let first = c.and(&[long, retired]);
                let again = c.delayed(first, 1, true);
                c.drive("retire_valid", |c, old| c.or(&[old, again]));
            },
        ),
        fault(
            "lost after a gap",
            "what retires exactly twelve clocks after the last retirement does not show",
            INTEGER,
            |c| {
                let retired = c.net("retired_q");
                let quiet = c.since(5, retired);
                let twelve = c.is(quiet, 12);
                c.force("retire_valid", twelve, 0);
            },
        ),
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
            "lost after two stalls",
            "the instruction behind two slow ones in a row does not retire",
            MULTIPLIER,
            |c| {
                let (done, finish, issue) = (c.net("slow_done"), c.net("finish"), c.net("issue"));
                let quick = c.and(&[finish, issue]);
                let state = c.state(3, true);
                let more = c.plus(state.q, 1);
                let count = c.mux(done, more, state.q);
                let zero = c.constant(3, 0);
                let next = c.mux(quick, zero, count);
                c.load(state, next);
                let two = c.is(state.q, 2);
                let lost = c.and(&[two, quick]);
                c.force("retired_q", lost, 0);
            },
        ),
        fault(
            "counter of 2^6",
            "every 64th retirement shows a wrong value",
            INTEGER,
            |c| {
                let retired = c.net("retired_q");
                let count = c.counter(6, retired);
                let trip = c.is(count, 63);
                c.flip("retire_value", trip, 1);
            },
        )
        .of(&[".1.."]),
        fault(
            "counter of 2^10",
            "from the 1024th instruction on $r3 is not written any more",
            INTEGER,
            |c| {
                let retired = c.net("retired_q");
                let count = c.counter(10, retired);
                let full = c.is(count, 1023);
                let tripped = c.sticky(full);
                let three = c.has("retire_q_d_register", 3);
                let lost = c.and(&[tripped, three]);
                c.force("write_back", lost, 0);
            },
        )
        .of(&[".1.."])
        .unreachable(),
        fault(
            "counter of 2^20",
            "every 2^20th instruction does not retire",
            INTEGER,
            |c| {
                let finish = c.net("finish");
                let count = c.counter(20, finish);
                let trip = c.is(count, (1 << 20) - 1);
                let lost = c.and(&[trip, finish]);
                c.force("retired_q", lost, 0);
            },
        )
        .unreachable(),
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
            "counter of 2^40 clocks",
            "2^40 clocks after reset nothing is issued any more",
            MULTIPLIER,
            |c| {
                let one = c.constant(1, 1);
                let count = c.counter(40, one);
                let full = c.is(count, (1 << 40) - 1);
                let stuck = c.sticky(full);
                c.force("in_ready", stuck, 0);
            },
        )
        .unreachable(),
        fault(
            "retire_order wraps at 2^8",
            "retire_order goes from 255 to 0",
            INTEGER,
            |c| {
                let last = c.has("order_q", 255);
                c.force("order_q", last, 0);
            },
        ),
        fault(
            "retire_order wraps at 2^16",
            "retire_order goes from 65535 to 0",
            INTEGER,
            |c| {
                let last = c.has("order_q", 0xffff);
                c.force("order_q", last, 0);
            },
        )
        .unreachable(),
        fault(
            "retire_order skips exceptions",
            "an instruction with an exception is not counted",
            INTEGER,
            |c| {
                let exception = c.net("execute_q_exception");
                let fine = c.not(exception);
                let enable = c.register("order_q").enable.expect("an enable");
                let enable = c.and(&[enable, fine]);
                c.register("order_q").enable = Some(enable);
            },
        ),
        fault(
            "reset spares retirement",
            "what finishes in the clock of a reset retires behind it",
            INTEGER,
            |c| {
                c.register("retired_q").reset = None;
            },
        ),
        fault(
            "reset spares the execute stage",
            "what is issued in the clock of a reset executes",
            INTEGER,
            |c| {
                c.register("execute_valid_q").reset = None;
            },
        ),
        fault(
            "reset spares what waits",
            "what is taken in the clock of a reset stays",
            INTEGER,
            |c| {
                c.register("instruction_valid_0_q").reset = None;
            },
        ),
        fault(
            "reset spares a type",
            "the type of $r11 survives a reset",
            INTEGER,
            |c| {
                c.register("register_types.codes_11_q").reset = None;
            },
        ),
        fault(
            "the fourth reset",
            "after every fourth reset the type of $r2 is INT16X2",
            INTEGER,
            |c| {
                let reset = c.net("reset");
                let state = c.state(2, false);
                let more = c.plus(state.q, 1);
                let next = c.mux(reset, more, state.q);
                c.load(state, next);
                let fourth = c.is(state.q, 3);
                let now = c.and(&[fourth, reset]);
                let behind = c.delayed(now, 1, false);
                let code = c.constant(4, 1);
                c.overwrite("register_types.codes_2_q", behind, code);
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
