//! Floating point.

use crate::{check, result};

const CORNERS: [u32; 14] = [
    0,
    0x8000_0000,
    1,
    0x007f_ffff,
    0x8080_0000,
    0x3f80_0000,
    0xbf80_0001,
    0x4049_0fdb,
    0x3eaa_aaab,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_1234,
    0x4b00_0001,
];

fn canonical(value: f32) -> u64 {
    if value.is_nan() {
        0x7fff_ffff
    } else {
        value.to_bits().into()
    }
}

#[test]
fn single_precision_to_the_nearest_is_that_of_this_processor() {
    type Case = (&'static str, fn(f32, f32, f32) -> f32);
    let cases: [Case; 6] = [
        ("add.rn.f32 %r7, %r0, %r1", |a, b, _| a + b),
        ("sub.f32 %r7, %r0, %r1", |a, b, _| a - b),
        ("mul.f32 %r7, %r0, %r1", |a, b, _| a * b),
        ("div.rn.f32 %r7, %r0, %r1", |a, b, _| a / b),
        ("fma.rn.f32 %r7, %r0, %r1, %r2", |a, b, c| a.mul_add(b, c)),
        ("sqrt.rn.f32 %r7, %r0", |a, _, _| a.sqrt()),
    ];
    for (text, expected) in cases {
        for a in CORNERS {
            for b in CORNERS {
                let c = a.rotate_left(3) ^ b;
                let wanted = canonical(expected(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)));
                let got = result(text, &[a.into(), b.into(), c.into()]);
                assert_eq!(got, wanted, "{text} {a:#x} {b:#x} {c:#x}");
            }
        }
    }
}

#[test]
fn roots_bracket_the_exact_one_in_every_rounding() {
    for bits in [
        1,
        0x007f_ffff,
        0x3f80_0001,
        0x4000_0000,
        0x4049_0fdb,
        0x7f7f_ffff,
        0x4080_0000,
    ] {
        let root = |round: &str| f32::from_bits(result(&format!("sqrt.{round}.f32 %r7, %r0"), &[bits]) as u32);
        let [down, up, zero] = ["rm", "rp", "rz"].map(root);
        let exact = f64::from(f32::from_bits(bits as u32));
        let square = |value: f32| f64::from(value) * f64::from(value);
        assert!(square(down) <= exact && exact <= square(up), "{bits:#x}");
        assert!(down == zero && (down == up) == (square(down) == exact), "{bits:#x}");
        assert!(up == down || up.to_bits() == down.to_bits() + 1, "{bits:#x}");
    }
}

#[test]
fn modifiers_of_single_precision_flush_saturate_and_round() {
    check(&[
        ("add.rz.f32 %r7, %r0, %r1", &[0x3f80_0000, 0x337f_ffff], 0x3f80_0000),
        ("add.rp.f32 %r7, %r0, %r1", &[0x3f80_0000, 1], 0x3f80_0001),
        ("add.rm.f32 %r7, %r0, %r1", &[0x3f80_0000, 0x8000_0001], 0x3f7f_ffff),
        ("add.ftz.f32 %r7, %r0, %r1", &[1, 0x8000_0002], 0),
        ("mul.ftz.f32 %r7, %r0, %r1", &[0x8080_0000, 0x3f00_0000], 0x8000_0000),
        ("mul.f32 %r7, %r0, %r1", &[0x8080_0000, 0x3f00_0000], 0x8040_0000),
        ("add.sat.f32 %r7, %r0, %r1", &[0x3f80_0000, 0x3f80_0000], 0x3f80_0000),
        ("add.sat.f32 %r7, %r0, %r1", &[0xbf80_0000, 0], 0),
        ("mul.sat.f32 %r7, %r0, %r1", &[0x7f80_0000, 0], 0),
        ("rcp.rn.f32 %r7, %r0", &[0x4040_0000], 0x3eaa_aaab),
        ("rcp.rz.f32 %r7, %r0", &[0x4040_0000], 0x3eaa_aaaa),
        ("div.rm.f32 %r7, %r0, %r1", &[0xbf80_0000, 0x4040_0000], 0xbeaa_aaab),
        ("neg.f32 %r7, %r0", &[0], 0x8000_0000),
        ("abs.ftz.f32 %r7, %r0", &[0x8000_0001], 0),
        ("copysign.f32 %r7, %r0, %r1", &[0x8000_0000, 0x3f80_0000], 0xbf80_0000),
        ("min.f32 %r7, %r0, %r1", &[0x7fc0_0000, 5], 5),
        ("min.f32 %r7, %r0, %r1", &[0, 0x8000_0000], 0x8000_0000),
        ("max.f32 %r7, %r0, %r1", &[0x8000_0000, 0], 0),
        ("max.NaN.f32 %r7, %r0, %r1", &[0x7fc0_0000, 5], 0x7fff_ffff),
        ("max.f32 %r7, %r0, %r1", &[0x7fc0_0000, 0xffff_ffff], 0x7fff_ffff),
        (
            "min.xorsign.abs.f32 %r7, %r0, %r1",
            &[0xc000_0000, 0x3f80_0000],
            0xbf80_0000,
        ),
        ("setp.lt.f32 %p7, %r0, %r1", &[0x8000_0000, 0], 0),
        ("setp.ltu.f32 %p7, %r0, %r1", &[0x7fc0_0000, 0], 1),
        ("setp.ne.f32 %p7, %r0, %r1", &[0x7fc0_0000, 0], 0),
        ("setp.neu.f32 %p7, %r0, %r1", &[0x7fc0_0000, 0], 1),
        ("setp.nan.f32 %p7, %r0, %r1", &[0x7fc0_0000, 0], 1),
        ("setp.num.f32 %p7, %r0, %r1", &[5, 0], 1),
        ("setp.gt.ftz.f32 %p7, %r0, %r1", &[5, 0], 0),
        ("setp.lt.f32 %p7, %r0, 1.5", &[0x3f80_0000], 1),
        ("testp.subnormal.f32 %p7, %r0", &[1], 1),
        ("testp.normal.f32 %p7, %r0", &[0x8000_0000], 1),
        ("testp.normal.f32 %p7, %r0", &[1], 0),
        ("testp.notanumber.f32 %p7, %r0", &[0x7f80_0001], 1),
        ("testp.finite.f32 %p7, %r0", &[0x7f80_0000], 0),
        ("add.f32 %r7, %r0, 0f3F800000", &[0x3f80_0000], 0x4000_0000),
        ("add.f32 %r7, %r0, 0d3FF0000000000000", &[0x3f80_0000], 0x4000_0000),
    ]);
}

#[test]
fn half_precision_has_lanes_and_its_own_nan() {
    check(&[
        ("add.f16 %h7, %h0, %h1", &[0x3c00, 0x3c00], 0x4000),
        ("add.f16 %h7, %h0, %h1", &[0x7bff, 0x7bff], 0x7c00),
        ("sub.f16 %h7, %h0, %h0", &[0x7c00], 0x7fff),
        ("mul.rn.f16x2 %r7, %r0, %r1", &[0x4000_3c00, 0x4000_4200], 0x4400_4200),
        (
            "fma.rn.f16x2 %r7, %r0, %r1, %r2",
            &[0x4000_3c00, 0x4000_4200, 0x3c00_c200],
            0x4500_0000,
        ),
        ("fma.rn.relu.f16 %h7, %h0, %h1, %h2", &[0xbc00, 0x3c00, 0], 0),
        ("add.sat.f16 %h7, %h0, %h1", &[0x3c00, 0x3c00], 0x3c00),
        ("max.f16x2 %r7, %r0, %r1", &[0x7e00_bc00, 0x3c00_c000], 0x3c00_bc00),
        ("neg.f16x2 %r7, %r0", &[0x3c00_bc00], 0xbc00_3c00),
        ("setp.gt.f16x2 %p6|%p7, %r0, %r1", &[0x4000_3c00, 0x3c00_4000], 1),
        (
            "set.gt.f16x2.f16x2 %r7, %r0, %r1",
            &[0x4000_3c00, 0x3c00_4000],
            0x3c00_0000,
        ),
        (
            "set.gt.u32.f16x2 %r7, %r0, %r1",
            &[0x4000_3c00, 0x3c00_4000],
            0xffff_0000,
        ),
        ("set.lt.u16.f16 %h7, %h0, %h1", &[0x3c00, 0x4000], 0xffff),
        ("add.rn.bf16 %h7, %h0, %h1", &[0x3f80, 0x3f80], 0x4000),
        (
            "fma.rn.bf16x2 %r7, %r0, %r1, %r2",
            &[0x3f80_4000, 0x4000_4000, 0],
            0x4000_4080,
        ),
    ]);
}

#[test]
fn floats_convert_with_the_given_rounding() {
    check(&[
        ("cvt.rn.f16.f32 %h7, %r0", &[0x3f80_1000], 0x3c00),
        ("cvt.rn.f16.f32 %h7, %r0", &[0x3f80_3000], 0x3c02),
        ("cvt.rz.f16.f32 %h7, %r0", &[0x3f80_3000], 0x3c01),
        ("cvt.f32.f16 %r7, %h0", &[0x0001], 0x3380_0000),
        ("cvt.f32.f16 %r7, %h0", &[0x7e01], 0x7fff_ffff),
        ("cvt.rn.bf16.f32 %h7, %r0", &[0x3f80_8001], 0x3f81),
        (
            "cvt.rn.f16x2.f32 %r7, %r0, %r1",
            &[0x4000_0000, 0x3f80_0000],
            0x4000_3c00,
        ),
        (
            "cvt.rn.relu.f16x2.f32 %r7, %r0, %r1",
            &[0xc000_0000, 0x3f80_0000],
            0x0000_3c00,
        ),
        ("cvt.rni.s32.f32 %r7, %r0", &[0x4020_0000], 2),
        ("cvt.rzi.s32.f32 %r7, %r0", &[0xbff0_0000], 0xffff_ffff),
        ("cvt.rmi.s32.f32 %r7, %r0", &[0xbf00_0000], 0xffff_ffff),
        ("cvt.rpi.u32.f32 %r7, %r0", &[0x3f00_0000], 1),
        ("cvt.rzi.u32.f32 %r7, %r0", &[0xbf80_0000], 0),
        ("cvt.rzi.s32.f32 %r7, %r0", &[0x7f80_0000], 0x7fff_ffff),
        ("cvt.rzi.s32.f32 %r7, %r0", &[0x7fc0_0000], 0),
        ("cvt.rzi.s64.f32 %d7, %r0", &[0x7fc0_0000], 1 << 63),
        ("cvt.rzi.u64.f32 %d7, %r0", &[0x5f80_0000], u64::MAX),
        ("cvt.rzi.s8.f32 %r7, %r0", &[0xc300_0000], 0xffff_ff80),
        ("cvt.rn.f32.s32 %r7, %r0", &[0xffff_ffff], 0xbf80_0000),
        ("cvt.rn.f32.u32 %r7, %r0", &[0xffff_ffff], 0x4f80_0000),
        ("cvt.rz.f32.u32 %r7, %r0", &[0xffff_ffff], 0x4f7f_ffff),
        ("cvt.rn.f16.s64 %h7, %d0", &[100_000], 0x7c00),
        ("cvt.rni.f32.f32 %r7, %r0", &[0x4020_0000], 0x4000_0000),
        ("cvt.rzi.ftz.f32.f32 %r7, %r0", &[0x8000_0001], 0x8000_0000),
        ("cvt.sat.f32.f32 %r7, %r0", &[0x4020_0000], 0x3f80_0000),
    ]);
}

#[test]
fn roots_are_those_of_this_processor() {
    for bits in (0..0x7f80_0000).step_by(0x7_1001) {
        let wanted = canonical(f32::from_bits(bits).sqrt());
        assert_eq!(result("sqrt.rn.f32 %r7, %r0", &[bits.into()]), wanted, "{bits:#x}");
    }
}
