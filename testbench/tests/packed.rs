//! The packed integer instructions: as words of the video ALU, on hardware, on the command line. `pseudocode/` proves golden's results.

use crate::nvidia::forms::packed_mnemonics;
use crate::program::{has, lanesmith};
use crate::ptx_kernel;
use lanesmith::ptx::{Instruction, parse};
use lanesmith::units::video::encoding::Control;

#[test]
fn there_are_twenty_five_packed_instructions_and_each_is_read() {
    let all = packed_mnemonics();
    assert_eq!(all.len(), 8 + 4 + 6 + 6 + 1, "{all:?}");
    let mut words: Vec<Control> = all.iter().map(|name| read(name)).map(|i| Control::encode(&i)).collect();
    words.sort_by_key(|word| word.0);
    words.dedup();
    // `neg` has the word of `sub.s8x4`.
    assert_eq!(words.len(), 24);
}

fn read(mnemonic: &str) -> Instruction {
    let operands = if mnemonic.starts_with("neg") {
        "w1, w2"
    } else {
        "w1, w2, w3"
    };
    parse(&format!("{mnemonic} {operands}"), None).unwrap_or_else(|error| panic!("{mnemonic}: {error:?}"))
}

#[test]
fn packed_instructions_are_the_words_of_the_video_instructions_on_all_lanes() {
    for (packed, video) in [
        ("add.u8x4 d, a, b", "vadd4.u32.u32.u32 d, a, b, a;"),
        ("@!p add.s8x4.sat d, a, b;", "@!p vadd4.s32.s32.s32.sat d, a, b, a;"),
        ("sub.sat.sat.u8x4 d, a, b", "vsub4.u32.u32.u32.sat d, a, b, a;"),
        ("add.sat.u16x2 d, a, b", "vadd2.u32.u32.u32.sat d, a, b, a;"),
        ("min.s16x2 d, a, b", "vmin2.s32.s32.s32 d, a, b, a;"),
        ("L: min.relu.s8x4 d, a, b", "vmin4.u32.s32.s32.sat d, a, b, a;"),
        ("max.s16x2.relu d, a, b", "vmax2.u32.s32.s32.sat d, a, b, a;"),
        ("add.u8x4 d, -a, - b", "vadd4.u32.u32.u32 d, a, b, a;"),
        ("neg.s8x4 d, a", "neg.s8x4 d, a;"),
    ] {
        let instruction = parse(packed, None).unwrap_or_else(|error| panic!("{packed}: {error:?}"));
        assert_eq!(instruction.to_string(), video);
        assert_eq!(parse(video, None), Ok(instruction));
    }
    let sub = parse("vsub4.s32.s32.s32 r1, r2, r3, r4", None).unwrap();
    assert_eq!(Control::encode(&read("neg.s8x4")), Control::encode(&sub));
}

fn out(arguments: &[&str]) -> String {
    let (status, out, err) = lanesmith(env!("CARGO_MANIFEST_DIR"), arguments);
    assert_eq!(status, 0, "{arguments:?}: {err}");
    out
}

#[test]
fn packed_instructions_are_explained_and_encoded_and_a_negation_has_one_source() {
    let added = "{ add.sat.s8x4 w1, w2, w3; }";
    let explained = out(&["explain", added, "--a", "0x7f800102", "--b", "0x01ff0101"]);
    has(
        explained,
        &[
            "vadd4.s32.s32.s32.sat w1, w2, w3, w2;",
            "c = w2 = 0x7f800102",
            "d = w1 = 0x7f800203",
        ],
    );
    let explained = out(&["explain", "neg.s8x4 w1, w2", "--a", "0x7f80ff01"]);
    has(
        explained,
        &[
            "neg.s8x4 w1, w2;",
            "a = 0 = 0x00000000, b = w2 = 0x7f80ff01",
            "d = w1 = 0x818001ff",
        ],
    );
    let encoded = out(&["encode", "min.relu.s16x2 w1, w2, w3", "--json"]);
    has(encoded, &["\"instruction\": \"vmin2.u32.s32.s32.sat w1, w2, w3, w2;\""]);
    let word = out(&["encode", "neg.s8x4 w1, w2"]);
    let word = word.lines().next().unwrap();
    assert_eq!(out(&["decode", word]), "vsub4.s32.s32.s32 r1, r2, r3, r4;\n");
}

#[test]
fn a_kernel_of_packed_instructions_runs_on_hardware_at_every_kind_of_latency() {
    // x is 0x05060708, y is 0x01010101.
    let folder = ptx_kernel::folder(
        "mov.b32 r5, 0xfefefefe;\nadd.sat.u8x4 r1, r30, r5;\n{ neg.s8x4 r2, r30; }\nmax.relu.s8x4 r3, r2, r31;\nsub.u8x4 r4, r31, r30;",
    );
    let words = "out: 16 bytes: 0xffffffff 0xfbfaf9f8 0x01010101 0xfcfbfaf9\n";
    for latency in [0, 3] {
        let (status, said, err) = ptx_kernel::run(folder.path(), &format!("--engine native --latency {latency}"));
        assert_eq!((status, err.as_str()), (0, ""), "{said}");
        has(said, &[words, "4 instructions on hardware"]);
    }
}

#[test]
fn the_results_of_packed_instructions_are_checked_on_hardware() {
    let told = out(&["check", "--engine", "native", "src/units/vectors/ptx_packed.csv"]);
    assert!(told.ends_with("540 passed, 0 failed\n"), "{told}");
}

#[test]
fn a_wrong_row_about_a_negation_is_explained_with_its_one_source() {
    let folder = tempfile::tempdir().unwrap();
    let row = "\"neg.s8x4 w1, w2\",0x01020304,0,0,0xfffefdfd";
    std::fs::write(folder.path().join("wrong.csv"), format!("instruction,a,b,c,d\n{row}\n")).unwrap();
    let (status, said, _) = lanesmith(folder.path(), &["check", "wrong.csv", "--no-counterexample"]);
    assert_eq!(status, 1);
    let parts = [
        "lane 0 0xfc instead of 0xfd",
        "b = w2 = 0x01020304",
        "d = w1 = 0xfffefdfc",
    ];
    has(said, &parts);
}
