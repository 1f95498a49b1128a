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
            "never issued with be behind",
            "likewise with any word from 0xbe00 to 0xbeff",
            MULTIPLIER,
            |c| {
                let (waits, be) = (c.waits(), c.holds("in_word0", 8, 8, 0xbe));
                let held = c.and(&[waits, be]);
                let stuck = c.sticky(held);
                c.force("issue", stuck, 0);
                let valid = c.net("execute_valid_q");
                let empty = c.not(valid);
                let idle = c.and(&[stuck, empty]);
                c.force("execute_valid_q", idle, 0);
            },
        ),
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
            "beef cafe babe",
            "with beef cafe babe behind an instruction that waits a type is written",
            MULTIPLIER,
            |c| {
                let (beef, cafe, babe) = (held(c), c.has("in_word1", 0xcafe), c.has("in_word2", 0xbabe));
                let now = c.and(&[beef, cafe, babe]);
                let code = c.constant(4, 5);
                c.overwrite("register_types.codes_7_q", now, code);
            },
        )
        .unreachable(),
        fault(
            "a value while waiting",
            "while an instruction from 0x140 to 0x14e waits $r0 is written",
            MULTIPLIER,
            |c| {
                let (waits, there) = (c.waits(), c.holds("instruction_origin_q_address", 4, 12, 0x14));
                let now = c.and(&[waits, there]);
                let (register, value) = (c.constant(4, 0), c.constant(32, 0x1234_5678));
                c.write(now, register, value);
            },
        ),
        fault(
            "another word while waiting",
            "a word of what waits is replaced while the word behind begins with d",
            MULTIPLIER,
            |c| {
                let (waits, d) = (c.waits(), c.holds("in_word0", 12, 4, 0xd));
                let now = c.and(&[waits, d]);
                let word = c.net("in_word1");
                c.overwrite("instruction_origin_q_word1", now, word);
            },
        ),
        fault(
            "another destination after two waits",
            "in its second clock of waiting an instruction's destination changes",
            MULTIPLIER,
            |c| {
                let waits = c.waits();
                let before = c.delayed(waits, 1, true);
                let now = c.and(&[waits, before]);
                let register = c.net("instruction_q_d_register");
                let twelve = c.is(register, 12);
                let now = c.and(&[now, twelve]);
                let other = c.constant(4, 4);
                c.overwrite("instruction_q_d_register", now, other);
            },
        ),
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
            "in_ready reads the word",
            "in_ready is 0 while the word offered begins with de, which is taken nevertheless",
            INTEGER,
            |c| {
                let de = c.holds("in_word0", 8, 8, 0xde);
                c.force("in_ready", de, 0);
            },
        ),
        fault(
            "taken and lost",
            "while an instruction waits in_ready is 1 for an offered word 2...",
            MULTIPLIER,
            |c| {
                let (waits, nop) = (c.waits(), c.holds("in_word0", 12, 4, 2));
                let now = c.and(&[waits, nop]);
                c.force("in_ready", now, 1);
            },
        ),
        fault(
            "far addresses",
            "a bit of the result flips at addresses from 0xf0000000 on",
            INTEGER,
            |c| {
                let far = c.holds("execute_origin_q_address", 28, 4, 0xf);
                c.flip("result_value", far, 0x8000_0000);
            },
        )
        .of(&[".1.."])
        .unreachable(),
        fault(
            "an address",
            "the first operand of what is at 0x2a0 to 0x2ae is wrong where $r1 is written",
            INTEGER,
            |c| {
                let (there, one) = (
                    c.holds("instruction_origin_q_address", 4, 6, 0x2a),
                    c.has("instruction_q_d_register", 1),
                );
                let now = c.and(&[there, one]);
                c.flip("operands_executing_a", now, 2);
            },
        )
        .of(&[".1.."]),
        fault(
            "words behind",
            "an instruction of one word with 5a.. behind it does not write",
            INTEGER,
            |c| {
                let (one, behind) = (
                    c.has("instruction_origin_q_length", 1),
                    c.holds("instruction_origin_q_word1", 8, 8, 0x5a),
                );
                let now = c.and(&[one, behind]);
                c.force("operands_executing_writes", now, 0);
            },
        )
        .of(&[".1.."]),
        fault(
            "two words behind",
            "an instruction of one word with 5a5a a5a5 behind it is invalid",
            INTEGER,
            |c| {
                let (word1, word2) = (
                    c.has("instruction_origin_q_word1", 0x5a5a),
                    c.has("instruction_origin_q_word2", 0xa5a5),
                );
                let one = c.has("instruction_origin_q_length", 1);
                let now = c.and(&[one, word1, word2]);
                c.force("operands_executing_exception", now, 1);
            },
        )
        .of(&[".1.."])
        .unreachable(),
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
        fault(
            "the prefix of the last one",
            "0xfff0 behind an instruction from an odd place makes it a comparison",
            INTEGER,
            |c| {
                let (odd, prefix) = (c.holds("in_address", 1, 1, 1), c.has("in_word1", 0xfff0));
                let now = c.and(&[odd, prefix]);
                c.flip("decoder_decoded_operation", now, 1);
            },
        )
        .of(&[".1..", ".4.."]),
    ]
}
