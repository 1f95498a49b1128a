//! Faults of forwarding, bypass, interlock, exceptions that leave something behind, and of what the retire port tells.

use super::library::{BLOCK, Fault, INTEGER, MULTIPLIER, fault};

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
    ]
}
