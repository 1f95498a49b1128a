//! Plain instructions of PTX by the rules of its manual. The expected values are worked out by hand.

use lanesmith::execution::PtxExecution;
use lanesmith::ptx::PtxModule;

/// The value of `register` after these instructions; `None` if it is not known.
fn value(instructions: &str, register: &str) -> Option<u32> {
    let text = format!(
        ".func f(.param .u32 w, .param .b8 bytes[8]) {{ .reg .b32 r<9>; .reg .b16 h<9>; .reg .pred p<4>; .reg .b64 d;\n{instructions}\n}}"
    );
    let module = PtxModule::parse(&text).unwrap_or_else(|errors| panic!("{instructions}: {errors:?}"));
    let initial = |name: &str| match name {
        "r1" => Some(0x8000_0001),
        "r2" => Some(7),
        "r3" => Some(0xffff_fffe),
        "r4" => Some(0x1234_5678),
        "h1" => Some(0x80ff),
        "h2" => Some(3),
        "p1" | "w" => Some(1),
        "p2" => Some(0),
        "bytes+4" => Some(0xcafe_f0f1),
        _ => None,
    };
    let execution = PtxExecution::new(&module, initial).unwrap_or_else(|unset| panic!("{instructions}: {unset:?}"));
    let mut registers = execution.registers();
    registers
        .find(|(one, _)| one.name == register)
        .and_then(|(_, value)| value)
}

/// Checks results: destination, instruction, value.
fn check(rows: &[(&str, &str, u32)]) {
    for (d, instruction, wanted) in rows {
        assert_eq!(value(instruction, d), Some(*wanted), "{instruction}");
    }
}

#[test]
fn logic_takes_bits_of_its_width() {
    check(&[
        ("r5", "and.b32 r5, r4, 0xff00;", 0x5600),
        ("r5", "or.b32 r5, r1, r2;", 0x8000_0007),
        ("r5", "xor.b32 r5, r3, -1;", 1),
        ("r5", "not.b32 r5, r2;", 0xffff_fff8),
        ("h5", "not.b16 h5, h1;", 0x7f00),
        ("h5", "and.b16 h5, h1, 0xff;", 0xff),
        ("h5", "xor.b16 h5, h1, -1;", 0x7f00),
        ("p3", "and.pred p3, p1, p2;", 0),
        ("p3", "or.pred p3, p1, p2;", 1),
        ("p3", "not.pred p3, p2;", 1),
        ("p3", "mov.pred p3, p1;", 1),
    ]);
}

#[test]
fn shift_amounts_above_the_width_count_as_the_width() {
    check(&[
        ("r5", "shl.b32 r5, r1, 4;", 0x10),
        ("r5", "shl.b32 r5, r1, 31;", 0x8000_0000),
        ("r5", "shl.b32 r5, r1, 32;", 0),
        ("r5", "shl.b32 r5, r1, r3;", 0),
        ("r5", "shr.u32 r5, r1, 31;", 1),
        ("r5", "shr.u32 r5, r3, 32;", 0),
        ("r5", "shr.b32 r5, r3, 33;", 0),
        ("r5", "shr.s32 r5, r1, 31;", u32::MAX),
        ("r5", "shr.s32 r5, r1, 200;", u32::MAX),
        ("r5", "shr.s32 r5, r2, 200;", 0),
        ("r5", "shr.s32 r5, r3, 1;", u32::MAX),
        ("h5", "shl.b16 h5, h1, 1;", 0x01fe),
        ("h5", "shl.b16 h5, h1, 16;", 0),
        ("h5", "shr.u16 h5, h1, 8;", 0x80),
        ("h5", "shr.s16 h5, h1, 8;", 0xff80),
        ("h5", "shr.s16 h5, h1, r3;", 0xffff),
    ]);
}

#[test]
fn arithmetic_wraps_at_its_width() {
    check(&[
        ("r5", "add.s32 r5, r3, r2;", 5),
        ("r5", "add.u32 r5, r1, r1;", 2),
        ("r5", "sub.s32 r5, r2, r3;", 9),
        ("r5", "sub.u32 r5, 0, r2;", 0xffff_fff9),
        ("r5", "mul.lo.s32 r5, r3, r2;", 0xffff_fff2),
        ("r5", "mul.lo.u32 r5, r3, r3;", 4),
        ("r5", "mul.lo.s32 r5, r4, r4;", 0x1df4_d840),
        ("r5", "mad.lo.s32 r5, r3, r2, 20;", 6),
        ("r5", "min.s32 r5, r3, r2;", 0xffff_fffe),
        ("r5", "min.u32 r5, r3, r2;", 7),
        ("r5", "max.s32 r5, r3, r2;", 7),
        ("r5", "neg.s32 r5, r1;", 0x7fff_ffff),
        ("r5", "abs.s32 r5, r3;", 2),
        ("h5", "add.s16 h5, h1, h1;", 0x01fe),
        ("h5", "mul.lo.u16 h5, h1, h2;", 0x82fd),
        ("h5", "max.u16 h5, h1, h2;", 0x80ff),
        ("h5", "max.s16 h5, h1, h2;", 3),
        ("r5", "bfe.u32 r5, r4, 8, 12;", 0x456),
        ("r5", "bfe.s32 r5, r4, 4, 4;", 7),
        ("r5", "bfe.s32 r5, r4, 2, 2;", u32::MAX - 1),
        ("r5", "bfe.s32 r5, r4, 3, 1;", u32::MAX),
        ("r5", "bfe.u32 r5, r1, 31, 9;", 1),
        ("r5", "bfe.s32 r5, r1, 40, 3;", u32::MAX),
        ("r5", "bfe.s32 r5, r1, 0, 0;", 0),
    ]);
}

#[test]
fn comparisons_read_numbers_by_their_type() {
    for (instruction, wanted) in [
        ("eq.s32 p3, r2, 7", 1),
        ("eq.b32 p3, r2, 6", 0),
        ("ne.u32 p3, r2, 7", 0),
        ("lt.s32 p3, r3, r2", 1),
        ("lt.u32 p3, r3, r2", 0),
        ("le.s32 p3, r2, r2", 1),
        ("gt.s32 p3, r2, r3", 1),
        ("gt.u32 p3, r2, r3", 0),
        ("ge.u32 p3, r3, r2", 1),
        ("lo.u32 p3, r2, r3", 1),
        ("ls.u32 p3, r2, r2", 1),
        ("hi.u32 p3, r2, r3", 0),
        ("hs.u32 p3, r2, r2", 1),
        ("lt.s16 p3, h1, h2", 1),
        ("lt.u16 p3, h1, h2", 0),
        ("eq.s16 p3, h1, -32513", 1),
        ("lt.and.s32 p3, r3, r2, p1", 1),
        ("lt.and.s32 p3, r3, r2, !p1", 0),
        ("lt.or.u32 p3, r3, r2, p2", 0),
        ("lt.or.u32 p3, r3, r2, !p2", 1),
        ("lt.xor.s32 p3, r3, r2, p1", 0),
    ] {
        assert_eq!(
            value(&format!("setp.{instruction};"), "p3"),
            Some(wanted),
            "{instruction}"
        );
    }
    // The second predicate is the negated comparison, combined in the same way.
    for (instruction, wanted) in [
        ("lt.s32 p3|p0, r3, r2", [1, 0]),
        ("lt.and.u32 p3|p0, r3, r2, p1", [0, 1]),
        ("lt.and.u32 p3|p0, r3, r2, p2", [0, 0]),
        ("eq.or.s32 p3 | p0, r2, r2, p1", [1, 1]),
    ] {
        let found = ["p3", "p0"].map(|p| value(&format!("setp.{instruction};"), p));
        assert_eq!(found, wanted.map(Some), "{instruction}");
    }
    check(&[
        ("r5", "selp.b32 r5, r2, r4, p1;", 7),
        ("r5", "selp.s32 r5, 1, -1, p2;", u32::MAX),
        ("h5", "selp.u16 h5, h1, h2, p2;", 3),
    ]);
}

#[test]
fn conversions_extend_by_the_type_of_the_source_and_fill_the_register_by_that_of_the_result() {
    check(&[
        ("r5", "cvt.u32.u8 r5, r3;", 0xfe),
        ("r5", "cvt.u32.s8 r5, r3;", 0xffff_fffe),
        ("r5", "cvt.s32.s8 r5, h1;", u32::MAX),
        ("r5", "cvt.u32.u16 r5, h1;", 0x80ff),
        ("r5", "cvt.s32.s16 r5, h1;", 0xffff_80ff),
        ("r5", "cvt.s32.u16 r5, r4;", 0x5678),
        ("r5", "cvt.u8.u32 r5, r4;", 0x78),
        ("r5", "cvt.s8.u32 r5, r3;", 0xffff_fffe),
        ("r5", "cvt.u8.s32 r5, r3;", 0xfe),
        ("h5", "cvt.u16.u32 h5, r4;", 0x5678),
        ("h5", "cvt.s8.s32 h5, r3;", 0xfffe),
        ("h5", "cvt.u8.s16 h5, h1;", 0xff),
        ("h5", "cvt.s16.s8 h5, h1;", 0xffff),
        ("r5", "cvt.sat.u8.s32 r5, r3;", 0),
        ("r5", "cvt.sat.u8.u32 r5, r3;", 0xff),
        ("r5", "cvt.sat.s8.s32 r5, r1;", 0xffff_ff80),
        ("h5", "cvt.sat.s16.u32 h5, r4;", 0x7fff),
        ("h5", "cvt.sat.s8.u16 h5, h1;", 0x7f),
    ]);
}

#[test]
fn parameters_are_loaded_with_the_width_and_sign_of_the_load() {
    check(&[
        ("r5", "ld.param.u32 r5, [w];", 1),
        ("h5", "ld.param.u16 h5, [bytes+4];", 0xf0f1),
        ("h5", "ld.param.u8 h5, [bytes+4];", 0xf1),
        ("h5", "ld.param.s8 h5, [bytes+4];", 0xfff1),
        ("r5", "ld.param.s16 r5, [bytes+4];", 0xffff_f0f1),
    ]);
    let error = PtxModule::parse(".func f(.param .u8 b) { .reg .b16 h; ld.param.u16 h, [b]; }").unwrap_err();
    assert!(
        error[0].message.contains("`b` has 1 bytes, and 2 bytes from byte 0 on"),
        "{error:?}"
    );
}

#[test]
fn guards_hold_at_run_time_and_values_go_from_one_instruction_to_the_next() {
    let text = "setp.gt.s32 p3, r2, 5; @p3 add.s32 r5, r2, 1; @!p3 mov.u32 r5, 0;\n\
        setp.gt.s32 p3, r2, 9; @p3 mov.u32 r6, 1; @!p3 mul.lo.s32 r6, r5, r5; @!p3 setp.eq.s32 p0, r6, 64;";
    assert_eq!(
        ["r5", "r6", "p0"].map(|name| value(text, name)),
        [Some(8), Some(64), Some(1)]
    );
}

#[test]
fn other_types_and_registers_of_other_widths_are_not_executed() {
    for instruction in [
        "and.b64 r5, r1, r2;",
        "and.b32 r5, h1, r2;",
        "and.b16 r5, h1, h2;",
        "add.b32 r5, r1, r2;",
        "add.s32 r5, r1, p1;",
        "setp.lt.b32 p3, r1, r2;",
        "shl.b32 r5, r1, h2;",
        "cvt.u32.u32 r5, h1;",
        "cvt.u32.u64 r5, d;",
        "add.sat.s32 r5, r1, r2;",
        "mul.hi.u32 r5, r1, r2;",
        "selp.b32 r5, r1, r2, r3;",
        "add.s32 r5, r1;",
        "add.s32 r5, r1, r2, r3;",
        "add.s32 r5, r1, -r2;",
        "and.b32 r5, r1, %tid.x;",
    ] {
        assert_eq!(
            value(&format!("mov.u32 r5, 1; mov.pred p3, p1; {instruction}"), "r5"),
            { (instruction.starts_with("setp")).then_some(1) }
        );
        if instruction.starts_with("setp") {
            assert_eq!(value(&format!("mov.pred p3, p1; {instruction}"), "p3"), None);
        }
    }
}
