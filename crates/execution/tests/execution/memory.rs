//! Memory: spaces, widths, atomics, initial values, and errors of accesses.

use crate::{check, words, words_in};

#[test]
fn loads_extend_to_the_register_and_stores_truncate() {
    check(&[
        (
            "st.global.u32 [%out], %r0; ld.global.s8 %r7, [%out]",
            &[0x1280],
            0xffff_ff80,
        ),
        ("st.global.u32 [%out], %r0; ld.global.u8 %r7, [%out+1]", &[0x1280], 0x12),
        (
            "st.global.u32 [%out], %r0; ld.global.s16 %d7, [%out]",
            &[0x8000],
            0xffff_ffff_ffff_8000,
        ),
        (
            "st.global.u64 [%out], %d0; ld.global.s32 %d7, [%out+4]",
            &[0x8000_0000_0000_0000],
            0xffff_ffff_8000_0000,
        ),
        ("st.global.u8 [%out], %r0; ld.global.u32 %r7, [%out]", &[0x1280], 0x80),
        (
            "st.global.v2.u32 [%out], {%r0, 7}; ld.global.v2.u32 {%r6, %r7}, [%out]",
            &[1],
            7,
        ),
        (
            "st.global.v4.u8 [%out], {%r0, %r1, %r0, %r1}; ld.global.nc.u32 %r7, [%out]",
            &[0x101, 2],
            0x0201_0201,
        ),
        (
            "st.volatile.global.v2.b64 [%out], {%d0, %d1}; ld.relaxed.gpu.global.v2.b64 {_, %d7}, [%out]",
            &[1, 2],
            2,
        ),
        (
            "st.global.u32 [%out], %r0; ld.global.ca.L2::128B.u32 %r7, [%out]",
            &[6],
            6,
        ),
    ]);
}

#[test]
fn atomics_give_the_old_value_and_store_the_new_one() {
    // The old value, then the new one.
    let both = |operation: &str, old: u64, b: u64, c: u64| {
        let text = format!(
            "st.global.u32 [%out], {old}; mov.b32 %r1, {b}; mov.b32 %r2, {c}; atom.global.{operation} %r7, [%out], %r1{}; \
             st.global.u32 [%out+4], %r7; ret;",
            if operation.starts_with("cas") { ", %r2" } else { "" }
        );
        let words = words(&text, [1; 3], 2).expect("an atomic");
        (words[1], words[0])
    };
    for (operation, old, b, new) in [
        ("add.u32", 0xffff_ffff, 2, 1),
        ("min.s32", 5, 0xffff_ffff, 0xffff_ffff),
        ("max.u32", 5, 0xffff_ffff, 0xffff_ffff),
        ("inc.u32", 5, 5, 0),
        ("inc.u32", 4, 5, 5),
        ("dec.u32", 0, 5, 5),
        ("dec.u32", 9, 5, 5),
        ("dec.u32", 3, 5, 2),
        ("and.b32", 6, 3, 2),
        ("or.b32", 6, 3, 7),
        ("xor.b32", 6, 3, 5),
        ("exch.b32", 6, 3, 3),
        ("add.f32", 0x3f80_0000, 0x3f80_0000, 0x4000_0000),
        ("add.f32", 0x0000_0001, 0x0000_0001, 0),
        ("add.noftz.f16x2", 0x3c00_4000, 0x3c00_3c00, 0x4000_4200),
    ] {
        assert_eq!(both(operation, old, b, 0), (old as u32, new), "{operation}");
    }
    assert_eq!(both("cas.b32", 6, 6, 9), (6, 9));
    assert_eq!(both("cas.b32", 6, 5, 9), (6, 6));
    assert_eq!(
        words("red.global.add.u64 [%out], -1; ret;", [1; 3], 2),
        Ok(vec![u32::MAX; 2])
    );
    let shared = ".shared .u32 s; st.shared.f32 [s], 0f00000001; atom.shared.add.f32 %f0, [s], 0f00000001; \
                  ld.shared.u32 %r0, [s]; st.global.u32 [%out], %r0; ret;";
    assert_eq!(words(shared, [1; 3], 1), Ok(vec![2]));
}

#[test]
fn generic_addresses_reach_every_space() {
    let before = ".global .u32 g = 5; .const .u32 c[2] = {6, 7}; .extern .shared .align 4 .b8 dynamic[];";
    let body = "
        .local .u32 l; .shared .u32 s;
        st.local.u32 [l], 8; st.shared.u32 [s], 9; st.shared.u32 [dynamic+4], 10;
        mov.u64 %d0, l; cvta.local.u64 %d0, %d0; ld.u32 %r0, [%d0]; st.global.u32 [%out], %r0;
        cvta.shared.u64 %d1, s; ld.u32 %r0, [%d1]; st.global.u32 [%out+4], %r0;
        cvta.const.u64 %d2, c; ld.u32 %r0, [%d2+4]; st.global.u32 [%out+8], %r0;
        cvta.global.u64 %d3, g; ld.u32 %r0, [%d3]; st.global.u32 [%out+12], %r0;
        cvta.to.shared.u64 %d4, %d1; ld.shared.u32 %r0, [%d4]; st.global.u32 [%out+16], %r0;
        mov.u32 %r1, dynamic; ld.shared.u32 %r0, [%r1+4]; st.global.u32 [%out+20], %r0;
        isspacep.shared %p0, %d1; selp.u32 %r0, 1, 0, %p0; st.global.u32 [%out+24], %r0;
        isspacep.global %p0, %d1; selp.u32 %r0, 1, 0, %p0; st.global.u32 [%out+28], %r0;
        isspacep.global %p0, %out; selp.u32 %r0, 1, 0, %p0; st.global.u32 [%out+32], %r0; ret;";
    assert_eq!(words_in(before, body, [1; 3], 9), Ok(vec![8, 9, 7, 5, 9, 10, 1, 0, 1]));
}

#[test]
fn variables_have_their_initial_values() {
    let before = "
        .global .align 4 .b8 bytes[6] = {1, 2, 3, 4};
        .global .u32 rows[2][2] = {{1}, {3, 4}};
        .global .f32 half = 0.5;
        .const .u64 pointer = generic(rows)+8;";
    let body = "
        ld.global.u32 %r0, [bytes]; st.global.u32 [%out], %r0;
        ld.global.u32 %r0, [rows+4]; st.global.u32 [%out+4], %r0;
        ld.const.u64 %d0, [pointer]; ld.u32 %r0, [%d0]; st.global.u32 [%out+8], %r0;
        ld.global.u32 %r0, [half]; st.global.u32 [%out+12], %r0; ret;";
    assert_eq!(
        words_in(before, body, [1; 3], 4),
        Ok(vec![0x0403_0201, 0, 3, 0x3f00_0000])
    );
}

#[test]
fn variables_of_functions_series_and_elements_have_their_places() {
    for (before, body, wanted) in [
        (
            "",
            ".global .u32 inner = 9; ld.global.u32 %r0, [inner]; mov.u32 %r1, 0",
            [9, 0],
        ),
        (
            "",
            ".shared .u32 s<4>; st.shared.u32 [s2], 7; st.shared.u32 [s3], 8; mov.u32 %r2, s2; \
             ld.shared.v2.u32 {%r0, %r1}, [%r2]",
            [7, 8],
        ),
        (
            ".global .u32 list[3] = {5, 6, 7};",
            "mov.u32 %r1, 2; ld.global.u32 %r0, list[%r1]; ld.global.u32 %r1, list[1]",
            [7, 6],
        ),
    ] {
        let body = format!("{body}; st.global.v2.u32 [%out], {{%r0, %r1}}; ret;");
        assert_eq!(words_in(before, &body, [1; 3], 2), Ok(wanted.to_vec()), "{body}");
    }
}

#[test]
fn an_access_outside_names_thread_address_and_the_nearest_memory() {
    for (body, message, expected) in [
        (
            "st.global.u32 [%out+8], 1;",
            "4 bytes at the global address 0x1000000008 is out of bounds",
            "`out` from 0x1000000000 to 0x1000000007",
        ),
        (
            "st.global.u32 [%out+-4], 1;",
            "at the global address 0xffffffffc",
            "`out` from",
        ),
        (
            "ld.global.v2.u32 {%r0, %r1}, [%out+4];",
            "8 bytes at the global address 0x1000000004 is misaligned",
            "a multiple of 8 bytes",
        ),
        (
            ".shared .u32 s; mov.u32 %r1, 400; st.shared.u32 [%r1], 1;",
            "at the shared address 0x190",
            "`shared memory` from 0x0 to 0xbf",
        ),
        (
            "mov.u64 %d0, 0; ld.u8 %r0, [%d0];",
            "1 bytes at the address 0x0",
            "nearest",
        ),
        (
            ".local .u32 l; ld.local.u32 %r0, [l+128];",
            "at the local address 0x80",
            "`local memory` from 0x0 to 0x7f",
        ),
        (
            "cvta.shared.u64 %d0, 0; ld.global.u32 %r0, [%d0];",
            "global address 0x100000000 is out",
            "`out`",
        ),
        ("mov.u64 %d0, 0x300000000; st.u32 [%d0], 1;", "out of bounds", "nearest"),
    ] {
        let error = words(&format!("{body} ret;"), [1; 3], 2).expect_err(body);
        assert!(
            error.message.starts_with("thread (0,0,0) of block (0,0,0): "),
            "{body}: {error:?}"
        );
        assert!(error.message.contains(message), "{body}: {error:?}");
        assert!(error.expected.contains(expected), "{body}: {error:?}");
    }
    let error = words_in(
        ".const .u32 c = 5;",
        "cvta.const.u64 %d0, c; st.u32 [%d0], 1; ret;",
        [1; 3],
        1,
    );
    assert!(error.expect_err("a constant").message.contains("constant memory"));
}
