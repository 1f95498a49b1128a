//! Threads together: barriers, warps, divergence, deadlock.

use crate::words;

/// The words that each thread of a block of `x` threads gives in `%r7`.
fn each(instructions: &str, x: u32) -> Vec<u32> {
    let body = format!(
        "mov.u32 %r0, %tid.x;\n{instructions};\n mul.wide.u32 %d7, %r0, 4; add.u64 %d7, %d7, %out; \
         st.global.u32 [%d7], %r7; ret;"
    );
    words(&body, [x, 1, 1], x as usize).unwrap_or_else(|error| panic!("{instructions}: {error:?}"))
}

#[test]
fn shuffles_read_the_lane_that_the_manual_says() {
    type Case = (&'static str, fn(u32) -> u32);
    let cases: [Case; 7] = [
        ("shfl.sync.up.b32 %r7, %r0, 1, 0, -1", |lane| lane.saturating_sub(1)),
        ("shfl.sync.down.b32 %r7, %r0, 2, 31, -1", |lane| {
            if lane + 2 < 32 { lane + 2 } else { lane }
        }),
        ("shfl.sync.bfly.b32 %r7, %r0, 5, 31, -1", |lane| lane ^ 5),
        ("shfl.sync.idx.b32 %r7, %r0, 3, 31, -1", |_| 3),
        // Segments of eight lanes.
        ("shfl.sync.idx.b32 %r7, %r0, 3, 0x181f, -1", |lane| lane / 8 * 8 + 3),
        (
            "shfl.sync.down.b32 %r7|%p0, %r0, 1, 0x181f, -1; selp.u32 %r7, %r7, 99, %p0",
            |lane| {
                if lane % 8 == 7 { 99 } else { lane + 1 }
            },
        ),
        (
            "shfl.sync.up.b32 %r7|%p0, %r0, 1, 0, -1; selp.u32 %r7, 1, 0, %p0",
            |lane| u32::from(lane > 0),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(each(text, 32), (0..32).map(expected).collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn votes_matches_and_reductions_cover_the_mask() {
    let even = "and.b32 %r1, %r0, 1; setp.eq.u32 %p0, %r1, 0; ";
    for (text, expected) in [
        ("vote.sync.ballot.b32 %r7, %p0, -1", [0x5555_5555, 0x5555_5555]),
        ("vote.sync.all.pred %p1, %p0, -1; selp.u32 %r7, 1, 0, %p1", [0, 0]),
        ("vote.sync.any.pred %p1, !%p0, -1; selp.u32 %r7, 1, 0, %p1", [1, 1]),
        ("vote.sync.uni.pred %p1, %p0, -1; selp.u32 %r7, 1, 0, %p1", [0, 0]),
        ("match.any.sync.b32 %r7, %r1, -1", [0x5555_5555, 0xaaaa_aaaa]),
        ("match.all.sync.b32 %r7|%p1, %r1, -1", [0, 0]),
        ("match.all.sync.b32 %r7|%p1, 5, -1", [u32::MAX, u32::MAX]),
        ("redux.sync.add.u32 %r7, %r0, -1", [496, 496]),
        ("redux.sync.max.s32 %r7, %r0, -1", [31, 31]),
        ("redux.sync.xor.b32 %r7, %r1, -1", [0, 0]),
        ("elect.sync %r7|%p1, -1", [0, 0]),
        ("activemask.b32 %r7", [u32::MAX, u32::MAX]),
        ("bar.warp.sync -1; mov.u32 %r7, 4", [4, 4]),
    ] {
        let got = each(&format!("{even}{text}"), 32);
        assert_eq!(got[..2], expected, "{text}");
        assert_eq!(got[30..], expected, "{text}");
    }
}

#[test]
fn divergent_threads_meet_at_instructions_of_their_masks() {
    let body = "
        setp.lt.u32 %p0, %r0, 8; @%p0 bra LOW;
        activemask.b32 %r7; shfl.sync.idx.b32 %r6, %r0, 9, 31, 0xffffff00; add.u32 %r7, %r7, %r6; bra.uni END;
    LOW: activemask.b32 %r7; shfl.sync.idx.b32 %r6, %r0, 1, 31, 0xff; add.u32 %r7, %r7, %r6;
    END: bar.warp.sync -1";
    let got = each(body, 32);
    assert_eq!((got[0], got[31]), (0xff + 1, 0xffff_ff00 + 9));
}

#[test]
fn ended_threads_leave_warps_and_barriers() {
    let body = "setp.gt.u32 %p0, %r0, 3; @%p0 exit; redux.sync.add.u32 %r7, %r0, -1; bar.sync 0";
    assert_eq!(each(body, 64)[..5], [6, 6, 6, 6, 0]);
}

#[test]
fn a_barrier_orders_accesses_to_shared_memory() {
    let body = "
        .shared .u32 s[64]; shl.b32 %r1, %r0, 2; mov.u32 %r2, s; add.u32 %r2, %r2, %r1; st.shared.u32 [%r2], %r0;
        bar.sync 0; sub.u32 %r3, 63, %r0; shl.b32 %r3, %r3, 2; mov.u32 %r2, s; add.u32 %r2, %r2, %r3;
        ld.shared.u32 %r7, [%r2]; barrier.sync.aligned 1, 64";
    assert_eq!(each(body, 64), (0..64).rev().collect::<Vec<_>>());
}

#[test]
fn barriers_reduce_and_count_arrivals() {
    let reduce = "and.b32 %r1, %r0, 3; setp.eq.u32 %p0, %r1, 0; ";
    for (text, expected) in [
        ("bar.red.popc.u32 %r7, 0, %p0", 16),
        ("bar.red.popc.u32 %r7, 0, 64, !%p0", 48),
        ("bar.red.and.pred %p1, 0, %p0; selp.u32 %r7, 1, 0, %p1", 0),
        ("bar.red.or.pred %p1, 0, %p0; selp.u32 %r7, 1, 0, %p1", 1),
    ] {
        assert_eq!(each(&format!("{reduce}{text}"), 64), [expected; 64], "{text}");
    }
    let produced = "
        .shared .u32 s; setp.lt.u32 %p0, %r0, 32; @%p0 bra CONSUME;
        st.shared.u32 [s], 5; bar.arrive 1, 64; bra END;
    CONSUME: bar.sync 1, 64; ld.shared.u32 %r7, [s];
    END: nanosleep.u32 20";
    assert_eq!(each(produced, 64)[..32], [5; 32]);
}

#[test]
fn threads_may_spin_on_what_others_write() {
    let body = "
        .shared .u32 s; setp.eq.u32 %p0, %r0, 3; @%p0 bra SET;
    SPIN: ld.volatile.shared.u32 %r7, [s]; setp.eq.u32 %p1, %r7, 0; @%p1 bra SPIN; bra END;
    SET: mov.u32 %r7, 8; st.volatile.shared.u32 [s], %r7;
    END: bar.sync 0";
    assert_eq!(each(body, 4), [8; 4]);
}

#[test]
fn whoever_waits_for_nobody_is_named() {
    for (body, block, parts) in [
        (
            "mov.u32 %r0, %tid.x; setp.lt.u32 %p0, %r0, 32; @%p0 bra L; bar.sync 1; ret; L: bar.sync 2; ret;",
            64,
            vec![
                "deadlock: thread (0,0,0) of block (0,0,0) waits at barrier 2",
                "with 31 more",
                "thread (32,0,0)",
                "at barrier 1",
            ],
        ),
        (
            "mov.u32 %r0, %tid.x; setp.lt.u32 %p0, %r0, 1; @%p0 bra L; bar.sync 0; ret; L: bar.warp.sync 3; ret;",
            2,
            vec!["waits for the mask 0x00000003", "thread (1,0,0)"],
        ),
        ("bar.warp.sync 2; ret;", 2, vec!["the mask 0x00000002 lacks lane 0"]),
        (
            "mov.u32 %r0, 33; bar.sync 0, %r0; ret;",
            64,
            vec!["33 threads cannot meet"],
        ),
        ("mov.u32 %r0, 16; bar.sync %r0; ret;", 2, vec!["there is no barrier 16"]),
        ("L: bra L;", 2, vec!["more than 1000000 instructions"]),
        ("trap;", 1, vec!["the kernel executes a trap"]),
    ] {
        let error = words(body, [block, 1, 1], 1).expect_err(body);
        for part in parts {
            assert!(error.message.contains(part), "{body}: {error:?}");
        }
        assert!(!error.span.is_empty(), "{body}: {error:?}");
    }
}
