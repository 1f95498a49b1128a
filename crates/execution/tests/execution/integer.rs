//! Integers and bits.

use crate::{check, result};

const CORNERS: [u64; 12] = [
    0,
    1,
    2,
    7,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_fff0,
];

/// An instruction without its operands, with its result as a number of unlimited width.
type Case = (&'static str, fn(i128, i128, i128) -> i128);

/// Checks cases on all corners with every type.
fn check_corners(cases: &[Case], types: &[(&str, u32, bool)]) {
    for (name, expected) in cases {
        for (suffix, bits, signed) in types {
            let letter = match bits {
                16 => 'h',
                32 => 'r',
                _ => 'd',
            };
            let cut = |value: i128| value & ((1 << bits) - 1);
            let number = |value: u64| match cut(value.into()) {
                value if *signed && value >> (bits - 1) == 1 => value - (1 << bits),
                value => value,
            };
            for a in CORNERS {
                for b in CORNERS {
                    let c = a ^ 0x5555;
                    let text = format!("{name}.{suffix} %{letter}7, %{letter}0, %{letter}1");
                    let third = if name.starts_with("mad") || *name == "sad" {
                        format!(", %{letter}2")
                    } else {
                        "".into()
                    };
                    let wanted = cut(expected(number(a), number(b), number(c)));
                    let got = result(&(text.clone() + &third), &[a, b, c]);
                    assert_eq!(i128::from(got), wanted, "{text} {a:#x} {b:#x} {c:#x}");
                }
            }
        }
    }
}

#[test]
fn arithmetic_wraps_the_exact_result() {
    let types = [
        ("u16", 16, false),
        ("s16", 16, true),
        ("u32", 32, false),
        ("s32", 32, true),
        ("u64", 64, false),
        ("s64", 64, true),
    ];
    check_corners(
        &[
            ("add", |a, b, _| a + b),
            ("sub", |a, b, _| a - b),
            ("mul.lo", |a, b, _| a.wrapping_mul(b)),
            ("mad.lo", |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
            ("sad", |a, b, c| c + (a - b).abs()),
            ("min", |a, b, _| a.min(b)),
            ("max", |a, b, _| a.max(b)),
            ("div", |a, b, _| if b == 0 { -1 } else { a / b }),
            ("rem", |a, b, _| if b == 0 { -1 } else { a % b }),
        ],
        &types,
    );
    check_corners(
        &[
            ("mul.hi", |a, b, _| (a * b) >> 16),
            ("mad.hi", |a, b, c| ((a * b) >> 16) + c),
        ],
        &types[..2],
    );
    check_corners(
        &[
            ("mul.hi", |a, b, _| (a * b) >> 32),
            ("mad.hi", |a, b, c| ((a * b) >> 32) + c),
        ],
        &types[2..4],
    );
    check_corners(&[("mul.hi", |a, b, _| (a * b) >> 64)], &types[5..]);
    check_corners(
        &[("mul.hi", |a, b, _| ((a as u128 * b as u128) >> 64) as i128)],
        &types[4..5],
    );
    let saturated = |value: i128| value.clamp(i32::MIN.into(), i32::MAX.into());
    assert_eq!(saturated(1 << 40), 0x7fff_ffff);
    check_corners(
        &[
            ("add.sat", |a, b, _| (a + b).clamp(i32::MIN.into(), i32::MAX.into())),
            ("sub.sat", |a, b, _| (a - b).clamp(i32::MIN.into(), i32::MAX.into())),
            ("mad.hi.sat", |a, b, c| {
                (((a * b) >> 32) + c).clamp(i32::MIN.into(), i32::MAX.into())
            }),
        ],
        &types[3..4],
    );
}

#[test]
fn wide_products_and_24_bit_products_have_their_own_widths() {
    check(&[
        (
            "mul.wide.u32 %d7, %r0, %r1",
            &[0xffff_ffff, 0xffff_ffff],
            0xffff_fffe_0000_0001,
        ),
        (
            "mul.wide.s32 %d7, %r0, %r1",
            &[0xffff_ffff, 0x7fff_ffff],
            0xffff_ffff_8000_0001,
        ),
        ("mul.wide.s16 %r7, %h0, %h1", &[0x8000, 0x7fff], 0xc000_8000),
        (
            "mad.wide.s32 %d7, %r0, 4, %d1",
            &[0xffff_ffff, 0x1_0000_0000],
            0xffff_fffc,
        ),
        (
            "mad.wide.u16 %r7, %h0, %h1, %r2",
            &[0xffff, 0xffff, 0x1_fffe],
            0xffff_ffff,
        ),
        ("mul24.lo.u32 %r7, %r0, %r1", &[0xffff_ffff, 0xffff_ffff], 0xfe00_0001),
        ("mul24.hi.u32 %r7, %r0, %r1", &[0xffff_ffff, 0xffff_ffff], 0xffff_fe00),
        ("mul24.lo.s32 %r7, %r0, %r1", &[0x00ff_ffff, 5], 0xffff_fffb),
        ("mul24.hi.s32 %r7, %r0, %r1", &[0x0080_0000, 0x0080_0000], 0x4000_0000),
        ("mad24.lo.s32 %r7, %r0, %r1, %r2", &[0x00ff_ffff, 5, 6], 1),
        (
            "mad24.hi.sat.s32 %r7, %r0, %r1, %r2",
            &[0x0080_0000, 0x0080_0000, 0x7000_0000],
            0x7fff_ffff,
        ),
    ]);
}

#[test]
fn absolute_values_and_negations_wrap_and_packed_ones_have_lanes() {
    check(&[
        ("abs.s32 %r7, %r0", &[0x8000_0000], 0x8000_0000),
        ("abs.s64 %d7, %d0", &[u64::MAX], 1),
        ("neg.s16 %h7, %h0", &[1], 0xffff),
        ("min.relu.s32 %r7, %r0, %r1", &[0xffff_fff0, 5], 0),
        ("max.relu.s32 %r7, %r0, %r1", &[0xffff_fff0, 0xffff_fff1], 0),
    ]);
}

#[test]
fn the_carry_flag_joins_words() {
    check(&[
        ("add.cc.u32 %r7, %r0, %r1; addc.u32 %r7, 0, 0", &[0xffff_ffff, 1], 1),
        (
            "add.cc.u32 %r7, %r0, %r1; addc.cc.u32 %r7, %r0, %r1; addc.u32 %r7, 0, 0",
            &[0xffff_ffff, 0],
            0,
        ),
        (
            "add.cc.u32 %r7, %r0, 1; addc.cc.u32 %r7, %r0, 0; addc.u32 %r7, 0, 0",
            &[0xffff_ffff],
            1,
        ),
        ("sub.cc.u32 %r7, %r0, %r1; subc.u32 %r7, 5, 2", &[0, 1], 2),
        ("sub.cc.u64 %d6, %d0, %d1; subc.u64 %d7, 5, 2", &[1, 1], 3),
        (
            "mad.lo.cc.u32 %r6, %r0, %r0, %r0; madc.hi.u32 %r7, %r0, %r0, 0",
            &[0xffff_ffff],
            0xffff_ffff,
        ),
        (
            "mad.hi.cc.s32 %r6, %r0, %r1, %r2; addc.u32 %r7, 0, 0",
            &[0xffff_ffff, 1, 1],
            1,
        ),
    ]);
}

#[test]
fn shifts_clamp_their_amounts() {
    check(&[
        ("shl.b32 %r7, %r0, %r1", &[3, 31], 0x8000_0000),
        ("shl.b32 %r7, %r0, %r1", &[3, 32], 0),
        ("shl.b16 %h7, %h0, %r1", &[3, 15], 0x8000),
        ("shl.b64 %d7, %d0, %r1", &[3, 64], 0),
        ("shr.u32 %r7, %r0, %r1", &[0x8000_0000, 31], 1),
        ("shr.s32 %r7, %r0, %r1", &[0x8000_0000, 99], 0xffff_ffff),
        ("shr.s64 %d7, %d0, %r1", &[1 << 63, 64], u64::MAX),
        ("shr.b16 %h7, %h0, %r1", &[0x8000, 16], 0),
        (
            "shf.l.wrap.b32 %r7, %r0, %r1, %r2",
            &[0x1234_5678, 0x9abc_def0, 36],
            0xabcd_ef01,
        ),
        (
            "shf.l.clamp.b32 %r7, %r0, %r1, %r2",
            &[0x1234_5678, 0x9abc_def0, 36],
            0x1234_5678,
        ),
        (
            "shf.r.wrap.b32 %r7, %r0, %r1, %r2",
            &[0x1234_5678, 0x9abc_def0, 4],
            0x0123_4567,
        ),
        (
            "shf.r.clamp.b32 %r7, %r0, %r1, %r2",
            &[0x1234_5678, 0x9abc_def0, 32],
            0x9abc_def0,
        ),
    ]);
}

#[test]
fn fields_are_extracted_inserted_and_found() {
    check(&[
        ("bfe.u32 %r7, %r0, %r1, %r2", &[0x1234_5678, 8, 8], 0x56),
        ("bfe.s32 %r7, %r0, %r1, %r2", &[0x1234_8678, 8, 8], 0xffff_ff86),
        ("bfe.s32 %r7, %r0, %r1, %r2", &[0x8000_0000, 28, 16], 0xffff_fff8),
        ("bfe.s32 %r7, %r0, %r1, %r2", &[0x8000_0000, 40, 4], 0xffff_ffff),
        ("bfe.u64 %d7, %d0, %r1, %r2", &[u64::MAX, 60, 200], 0xf),
        ("bfe.s32 %r7, %r0, %r1, %r2", &[u64::MAX, 3, 0], 0),
        ("bfi.b32 %r7, %r0, %r1, 8, 4", &[0xff, 0x1234_5678], 0x1234_5f78),
        ("bfi.b32 %r7, %r0, %r1, 28, 200", &[0xff, 0x1234_5678], 0xf234_5678),
        ("bfi.b64 %d7, %d0, %d1, 0, 64", &[5, u64::MAX], 5),
        ("bfind.u32 %r7, %r0", &[0x10], 4),
        ("bfind.u32 %r7, %r0", &[0], 0xffff_ffff),
        ("bfind.s32 %r7, %r0", &[0xffff_ff00], 7),
        ("bfind.shiftamt.u32 %r7, %r0", &[0x10], 27),
        ("bfind.s64 %r7, %d0", &[u64::MAX], 0xffff_ffff),
        ("brev.b32 %r7, %r0", &[1], 0x8000_0000),
        ("popc.b64 %r7, %d0", &[u64::MAX], 64),
        ("clz.b32 %r7, %r0", &[0], 32),
        ("clz.b64 %r7, %d0", &[1], 63),
        ("fns.b32 %r7, %r0, 0, 3", &[0b1011_0100], 5),
        ("fns.b32 %r7, %r0, 7, -2", &[0b1011_0100], 5),
        ("fns.b32 %r7, %r0, 2, 0", &[0b1011_0100], 2),
        ("fns.b32 %r7, %r0, 3, 0", &[0b1011_0100], 0xffff_ffff),
        ("szext.clamp.s32 %r7, %r0, %r1", &[0x80, 8], 0xffff_ff80),
        ("szext.wrap.u32 %r7, %r0, %r1", &[0xff80, 40], 0x80),
        ("szext.clamp.u32 %r7, %r0, %r1", &[0xffff_ff80, 40], 0xffff_ff80),
        ("bmsk.clamp.b32 %r7, %r0, %r1", &[4, 8], 0xff0),
        ("bmsk.clamp.b32 %r7, %r0, %r1", &[0, 99], 0xffff_ffff),
        ("bmsk.wrap.b32 %r7, %r0, %r1", &[36, 33], 0x10),
        ("cnot.b32 %r7, %r0", &[0], 1),
        ("not.b16 %h7, %h0", &[0xff], 0xff00),
        ("xor.b64 %d7, %d0, -1", &[5], !5),
        ("and.pred %p7, %p0, %p1", &[1, 1], 1),
        ("xor.pred %p7, %p0, %p1", &[1, 1], 0),
        ("not.pred %p7, %p0", &[0], 1),
    ]);
}

#[test]
fn every_table_of_lop3_selects_by_its_bits() {
    for table in 0..256u64 {
        let wanted = (0..8)
            .filter(|index| table >> index & 1 == 1)
            .map(|index| 1 << index)
            .sum::<u64>();
        assert_eq!(
            result(
                &format!("lop3.b32 %r7, 0xf0, 0xcc, 0xaa, {table}; and.b32 %r7, %r7, 0xff"),
                &[]
            ),
            wanted
        );
    }
    check(&[
        ("lop3.or.b32 %r6|%p7, %r0, 0, 0, 0xf0, %p1", &[0, 1], 1),
        ("lop3.and.b32 %r6|%p7, %r0, 0, 0, 0xf0, %p1", &[0, 1], 0),
        ("lop3.and.b32 _|%p7, %r0, 0, 0, 0xf0, !%p1", &[8, 0], 1),
    ]);
}

#[test]
fn comparisons_know_signs_and_combine() {
    check(&[
        ("setp.lt.s32 %p7, %r0, %r1", &[0xffff_ffff, 0], 1),
        ("setp.lt.u32 %p7, %r0, %r1", &[0xffff_ffff, 0], 0),
        ("setp.hi.u32 %p7, %r0, %r1", &[0xffff_ffff, 0], 1),
        ("setp.ge.s64 %p7, %d0, %d1", &[1 << 63, 0], 0),
        ("setp.ne.b16 %p7, %h0, -1", &[0xffff], 0),
        ("setp.eq.and.s32 %p7|%p6, %r0, %r1, %p2", &[5, 5, 0], 0),
        ("setp.eq.xor.s32 %p6|%p7, %r0, %r1, !%p2", &[5, 5, 0], 1),
        ("setp.eq.s32 %p6|%p7, %r0, %r1", &[5, 6], 1),
        ("set.gt.u32.s32 %r7, %r0, %r1", &[5, 4], 0xffff_ffff),
        ("set.gt.f32.s32 %r7, %r0, %r1", &[5, 4], 0x3f80_0000),
        ("set.gt.or.s32.u32 %r7, %r0, %r1, %p2", &[3, 4, 1], 0xffff_ffff),
        ("selp.b32 %r7, %r0, %r1, %p2", &[3, 4, 1], 3),
        (
            "selp.s32 %r7, -1, 0, %p0; mov.b64 %d7, {%r7, 0}; cvt.u32.u64 %r7, %d7",
            &[1],
            0xffff_ffff,
        ),
        ("selp.s32 %r1, -1, 0, %p0; shr.u32 %r7, %r1, 28", &[1], 15),
        ("slct.s32.s32 %r7, %r0, %r1, %r2", &[3, 4, 0xffff_ffff], 4),
        ("slct.u64.f32 %d7, %d0, %d1, %r2", &[3, 4, 0x8000_0000], 3),
    ]);
}

#[test]
fn integers_convert_by_extension_truncation_and_clamping() {
    check(&[
        ("cvt.s32.s8 %r7, %r0", &[0x80], 0xffff_ff80),
        ("cvt.u32.u8 %r7, %r0", &[0x180], 0x80),
        ("cvt.s8.s32 %r7, %r0", &[0x180], 0xffff_ff80),
        ("cvt.u8.s32 %r7, %r0", &[0x180], 0x80),
        ("cvt.sat.u8.s32 %r7, %r0", &[0xffff_fff0], 0),
        ("cvt.sat.s8.s32 %r7, %r0", &[0x180], 0x7f),
        ("cvt.sat.u16.u64 %h7, %d0", &[1 << 40], 0xffff),
        ("cvt.s64.s32 %d7, %r0", &[0x8000_0000], 0xffff_ffff_8000_0000),
        ("cvt.u64.s32 %d7, %r0", &[0x8000_0000], 0xffff_ffff_8000_0000),
        ("cvt.sat.u64.s32 %d7, %r0", &[0x8000_0000], 0),
        ("cvt.u64.u16 %d7, %h0", &[0x1_8000], 0x8000),
        (
            "cvt.pack.sat.u16.s32 %r7, %r0, %r1",
            &[0xffff_ffff, 0x12345],
            0x0000_ffff,
        ),
        (
            "cvt.pack.sat.s8.s32.b32 %r7, %r0, %r1, %r2",
            &[0x1ff, 0xffff_ff00, 0x1234_5678],
            0x5678_7f80,
        ),
    ]);
}

#[test]
fn moves_pack_and_unpack() {
    check(&[
        ("mov.b64 %d7, {%r0, %r1}", &[1, 2], 0x2_0000_0001),
        ("mov.b64 {%r6, %r7}, %d0", &[0x2_0000_0001], 2),
        ("mov.b64 {_, %r7}, %d0", &[0x2_0000_0001], 2),
        ("mov.b32 %r7, {%h0, %h1}", &[0xffff, 2], 0x2_ffff),
        ("mov.b64 %d7, {%h0, %h1, %h2, %h0}", &[1, 2, 3], 0x0001_0003_0002_0001),
        ("mov.b32 {%h6, %h7}, %r0", &[0x1234_5678], 0x1234),
        ("mov.v4.u32 {%r1, %r7, %r2, %r3}, %ntid", &[], 1),
        ("mov.v2.b32 {%r6, %r7}, {%r1, %r0}", &[3, 4], 3),
        ("mov.u32 %r7, WARP_SZ", &[], 32),
        ("mov.u32 %r7, %nwarpid", &[], 1),
        ("mov.u32 %r7, %lanemask_gt", &[], 0xffff_fffe),
        ("mov.u32 %r7, %ntid.y", &[], 1),
        ("mov.pred %p7, %p0", &[1], 1),
    ]);
}
