//! Faults of units behind a valid/ready handshake: video ALU, byte permute and scalar unit, in the notation of `deep::notation`.

use super::Library;
use lanesmith::units::permute::Permute;
use lanesmith::units::permute::rtl::PermuteConfig;
use lanesmith::units::scalar::Scalar;
use lanesmith::units::scalar::rtl::ScalarConfig;
use lanesmith::units::video::Video;
use lanesmith::units::video::rtl::VideoConfig;

/// Faults of a unit with stages, with their statements. `first` and `last` are the valid bits of the first and the last
/// stage.
const STAGED: &str = "\
an instruction just behind a stall is lost
    load first = 0 when past(waits, 1) & in_valid & handshake_advance
the last tag loads in the third clock of a stall
    load last_tag = first_tag when since(~waits, 2) == 3 & waits
a result is shown again behind a stall of three clocks
    load last = 1 when past(waits, 3) & ~waits
ready during a stall while nothing is offered
    in_ready = ~in_valid ? 1 : old
not ready for one word in 1024
    let trip = count(in_valid & in_ready, 10) == 1023 & in_valid
    in_ready = trip & ~past(trip, 1) ? 0 : old
a result that waits is overwritten when another one is offered
    handshake_advance = waits & past(waits, 1) & in_valid ? 1 : old
the last valid bit outlives a reset of one clock
    out_valid = past_reset(resets & first, 1) ? 1 : old
an instruction that is offered in reset is accepted
    first = old | past_reset(resets & in_valid, 1) & ~resets
tags lose a bit behind a reset in traffic
    static cut[1] = cut | resets & first
    out_tag = cut ? old ^ 0x80 : old
the tag of the stage before while a result waits
    out_tag = waits & past(waits, 1) ? first_tag : old
valid falls once while a result waits
    out_valid = past(waits, 1) & ~past(waits, 2) ? 0 : old
";

/// Faults also of a unit without stages.
const ANYWHERE: &str = "\
the result in reset
    out_d = resets ? old ^ 1 : old
the result is 0 while nobody accepts it
    out_d = ~out_ready ? 0 : old
a bit of every 256th result
    out_d = count(out_valid & out_ready, 8) == 255 ? old ^ 0x40 : old
a bit of the result after 2^40 results
    out_d = count(out_valid & out_ready, 40) == 0xffffffffff ? old ^ 0x80000000 : old
the tag in the clock behind one that nobody accepted
    out_tag = past(waits, 1) ? old ^ 2 : old
a result behind an idle clock, on equal operands
    let equal = past_reset(~in_valid, 1) & in_a == in_b
    out_d = equal | past_reset(equal, 1) ? old ^ 0x10 : old
";

const UNUSED_WORD: &str = "\
a word that no instruction has gives a result
    out_d = past_reset(in_control[2:0] == 7, 3) ? old ^ 1 : old
";

pub fn libraries() -> Vec<Library> {
    let scalar = ScalarConfig { latency: 4, mad: false };
    vec![
        Library::new(
            Video::alu(VideoConfig::full(3)),
            definitions("2"),
            &[STAGED, ANYWHERE, UNUSED_WORD],
        ),
        Library::new(Video::alu(VideoConfig::full(0)), definitions(""), &[ANYWHERE]),
        Library::new(
            Permute(PermuteConfig { latency: 2 }),
            definitions("1"),
            &[STAGED, ANYWHERE],
        ),
        Library::new(Permute(PermuteConfig { latency: 0 }), definitions(""), &[ANYWHERE]),
        Library::new(Scalar(scalar), definitions("3"), &[STAGED, ANYWHERE]),
    ]
}

/// The names of valid bit and tag of the first and the last stage, which has this number.
fn definitions(last: &str) -> Vec<(&'static str, String)> {
    vec![
        ("waits", "out_valid & ~out_ready".into()),
        ("first", "handshake.valid_0_q".into()),
        ("first_tag", "handshake.tag_0_q".into()),
        ("last", format!("handshake.valid_{last}_q")),
        ("last_tag", format!("handshake.tag_{last}_q")),
    ]
}
