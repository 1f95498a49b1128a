//! Faults of forwarding, bypass, interlock, exceptions that leave something behind, and of what the retire port tells.

use super::library::{BLOCK, FULL, Fault, INTEGER, MULTIPLIER, fault};

pub fn faults() -> Vec<Fault> {
    let mut faults = values();
    faults.extend(ports());
    faults
}

fn values() -> Vec<Fault> {
    vec![
        fault(
            "bypass after two writes",
            "the bypass is missed where the same register is written twice in a row",
            INTEGER,
            |c| {
                let (write, register) = (c.net("write_back"), c.net("retire_q_d_register"));
                let (last_write, last) = (c.delayed(write, 1, true), c.delayed(register, 1, true));
                let same = c.equal(register, last);
                let twice = c.and(&[write, last_write, same]);
                let memory = c.net("asynchronous_0.memory_read_data_0");
                c.drive("asynchronous_0_a", |c, old| c.mux(twice, memory, old));
            },
        )
        .of(&[".1.."]),
        fault(
            "bypass behind an exception",
            "the second operand misses the bypass while an invalid instruction executes",
            INTEGER,
            |c| {
                let (valid, exception) = (c.net("execute_valid_q"), c.net("execute_q_exception"));
                let now = c.and(&[valid, exception]);
                let memory = c.net("asynchronous_0.memory_read_data_1");
                c.drive("asynchronous_0_b", |c, old| c.mux(now, memory, old));
            },
        )
        .of(&[".1.."]),
        fault(
            "forwarding two instructions old",
            "the third result in a row for one register is forwarded as the second was",
            INTEGER,
            |c| {
                let (forward, register, value) = (
                    c.net("operands.forward"),
                    c.net("execute_q_d_register"),
                    c.net("result_value"),
                );
                let same = |c: &mut super::circuit::Circuit, clocks| {
                    let (before, other) = (c.delayed(forward, clocks, true), c.delayed(register, clocks, true));
                    let equal = c.equal(other, register);
                    c.and(&[before, equal])
                };
                let (one, two) = (same(c, 1), same(c, 2));
                let third = c.and(&[forward, one, two]);
                let old = c.delayed(value, 1, true);
                c.drive("operands_executing_a", |c, now| {
                    let from = c.net("instruction_q_a_register");
                    let reads = c.equal(from, register);
                    let immediate = c.net("instruction_q_a_immediate");
                    let read = c.not(immediate);
                    let stale = c.and(&[third, reads, read]);
                    c.mux(stale, old, now)
                });
            },
        )
        .of(&[".1.."]),
        fault(
            "an exception forwards",
            "an invalid instruction for $r9 forwards what the integer unit makes of it",
            INTEGER,
            |c| {
                let (valid, exception) = (c.net("execute_valid_q"), c.net("execute_q_exception"));
                let nine = c.has("execute_q_d_register", 9);
                let now = c.and(&[valid, exception, nine]);
                c.drive("operands.forward", |c, old| c.or(&[old, now]));
            },
        )
        .of(&[".1.."]),
        fault(
            "an exception writes a register",
            "a shift by the reserved type 12 writes its destination",
            INTEGER,
            |c| {
                let (shift, twelve) = (
                    c.has("instruction_q_kind", 3),
                    c.has("operands_executing_operand_type", 12),
                );
                let legal = c.net("instruction_q_legal");
                let now = c.and(&[shift, twelve, legal]);
                c.force("operands_executing_writes", now, 1);
            },
        )
        .of(&[".6.. by other", ".6.."]),
        fault(
            "an exception writes a type",
            "an extension by the reserved type 13 copies that type",
            INTEGER,
            |c| {
                let (extend, thirteen) = (
                    c.has("instruction_q_kind", 8),
                    c.has("operands_executing_operand_type", 13),
                );
                let legal = c.net("instruction_q_legal");
                let now = c.and(&[extend, thirteen, legal]);
                c.force("operands_sets_type", now, 1);
            },
        )
        .of(&[".05. by other", ".05."]),
        fault(
            "a type above 15 is written",
            "a type from a register with the value 0x108 is set and refused",
            INTEGER,
            |c| {
                let late = c.net("is_late");
                let value = c.has("execute_q_a", 0x108);
                let now = c.and(&[late, value]);
                c.force("sets_late_type", now, 1);
            },
        )
        .of(&[".0c."])
        .unreachable(),
        fault(
            "written twice",
            "$r6 is written again in the clock after, with what retires then",
            INTEGER,
            |c| {
                let (write, six) = (c.net("write_back"), c.has("retire_q_d_register", 6));
                let now = c.and(&[write, six]);
                let again = c.delayed(now, 1, true);
                let (register, value) = (c.constant(4, 6), c.net("retire_q_value"));
                c.write(again, register, value);
            },
        )
        .of(&[".1.."]),
        fault(
            "a late type is seen late",
            "the type of $r4 from a register is not seen by the next instruction",
            INTEGER,
            |c| {
                let four = c.has("execute_q_d_register", 4);
                let late = c.net("sets_late_type");
                let now = c.and(&[four, late]);
                let now = c.delayed(now, 1, true);
                let old = c.bits("register_types.codes_4_q", 0, 4);
                let old = c.delayed(old, 1, true);
                c.drive("operands_executing_operand_type", |c, new| {
                    let reads = c.has("instruction_q_type_register", 4);
                    let stale = c.and(&[now, reads]);
                    c.mux(stale, old, new)
                });
            },
        )
        .of(&[".1..", ".4.."]),
        fault(
            "interlock released early",
            "a UINT8X4S product is ready a clock early",
            MULTIPLIER,
            |c| {
                let lanes = c.has("execute_q_lanes", 0b1110);
                c.force("slow_0.last", lanes, 2);
            },
        )
        .of(&[".9.. by uint8x4s", ".9.."]),
        fault(
            "interlock released late",
            "an INT16X2 product by 0 takes a clock more",
            MULTIPLIER,
            |c| {
                let (lanes, zero) = (c.has("execute_q_lanes", 1), c.has("execute_q_b", 0));
                let now = c.and(&[lanes, zero]);
                c.force("slow_0.last", now, 4);
            },
        )
        .of(&[".9.. by int16x2", ".9.."])
        .unreachable(),
        fault(
            "interlock released late for differences",
            "an FP32 difference of equal numbers takes a clock more",
            FULL,
            |c| {
                let (a, b) = (c.net("execute_q_a"), c.net("execute_q_b"));
                let equal = c.equal(a, b);
                let (unit, subtract) = (c.has("execute_q_slow", 2), c.holds("execute_q_operation", 0, 1, 1));
                let wide = c.holds("execute_q_lanes", 0, 1, 0);
                let now = c.and(&[equal, unit, subtract, wide]);
                c.force("slow_0.last", now, 9);
            },
        )
        .of(&[".5.. by fp32"])
        .unreachable(),
        fault(
            "a block memory's last write is missed",
            "the write of the clock before is missed for $r8",
            BLOCK,
            |c| {
                let eight = c.has("retire_q_d_register", 8);
                c.force("synchronous_0.last_write_q", eight, 0);
            },
        )
        .of(&[".1.."]),
    ]
}

fn ports() -> Vec<Fault> {
    vec![
        fault("retire_a", "retire_a is 0 for 0x80000000", INTEGER, |c| {
            let corner = c.has("retire_q_a", 0x8000_0000);
            c.force("retire_a", corner, 0);
        })
        .of(&[".1.."]),
        fault(
            "retire_b",
            "a bit of retire_b flips where both operands are equal",
            INTEGER,
            |c| {
                let (a, b) = (c.net("retire_q_a"), c.net("retire_q_b"));
                let equal = c.equal(a, b);
                c.flip("retire_b", equal, 0x100);
            },
        )
        .of(&[".1.."]),
        fault(
            "retire_register with an exception",
            "with an exception retire_register is 0",
            INTEGER,
            |c| {
                let exception = c.net("retire_q_exception");
                c.force("retire_register", exception, 0);
            },
        ),
        fault(
            "retire_old_type with an exception",
            "with an exception both types are 3 instead of 9",
            INTEGER,
            |c| {
                let (exception, nine) = (c.net("retire_q_exception"), c.has("retire_q_old_type", 9));
                let now = c.and(&[exception, nine]);
                c.force("retire_old_type", now, 3);
                c.force("retire_type", now, 3);
            },
        ),
        fault(
            "retire_operand_type of logic",
            "retire_operand_type of a logic instruction is 0 instead of 13",
            INTEGER,
            |c| {
                let thirteen = c.has("retire_q_operand_type", 13);
                let logic = c.holds("retire_word0", 10, 2, 0);
                let now = c.and(&[thirteen, logic]);
                c.force("retire_operand_type", now, 0);
            },
        )
        .of(&[".1.."]),
        fault(
            "retire_types of the 32nd",
            "with every 32nd instruction a bit of retire_types flips",
            INTEGER,
            |c| {
                let trip = c.holds("order_q", 0, 5, 31);
                c.flip("retire_types", trip, 1 << 56);
            },
        )
        .of(&[".1.."]),
        fault(
            "retire_address",
            "the top bit of retire_address is lost",
            INTEGER,
            |c| {
                let always = c.constant(1, 1);
                c.drive("retire_address", |c, old| {
                    let mask = c.constant(32, 0x7fff_ffff);
                    let kept = c.and(&[old, mask]);
                    c.mux(always, kept, old)
                });
            },
        )
        .unreachable(),
        fault(
            "retire_word2",
            "retire_word2 shows the second word at odd places",
            INTEGER,
            |c| {
                let odd = c.holds("retire_address", 1, 1, 1);
                let word = c.net("retire_origin_q_word1");
                c.drive("retire_word2", |c, old| c.mux(odd, word, old));
            },
        )
        .of(&[".00f", ".1.f"]),
        fault(
            "retire_write of a load of 0",
            "a load of 0 to $r14 is shown as none",
            INTEGER,
            |c| {
                let (fourteen, zero) = (c.has("retire_q_d_register", 14), c.has("retire_q_value", 0));
                let now = c.and(&[fourteen, zero]);
                c.force("retire_write", now, 0);
            },
        )
        .of(&[".1..", ".00f"]),
    ]
}
