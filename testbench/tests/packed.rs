//! The packed integer instructions: on golden, on hardware, on the command line, and against a model of their own.

use crate::nvidia::forms::packed_mnemonics;
use crate::ptx_kernel;
use lanesmith::ptx::{Instruction, parse};
use lanesmith::sim::testbench::Random;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::{evaluate, evaluate_control};
use std::process::{Command, Output};

/// The manual's semantics in plain integers, element by element; knows the instruction by its text alone.
fn model(mnemonic: &str, a: u32, b: u32) -> u32 {
    let words: Vec<&str> = mnemonic.split('.').collect();
    let has = |word: &str| words.contains(&word);
    let (bits, signed) = match words
        .iter()
        .find(|word| word.ends_with("x4") || word.ends_with("x2"))
        .expect("a type")
    {
        &"u8x4" => (8, false),
        &"s8x4" => (8, true),
        &"u16x2" => (16, false),
        &"s16x2" => (16, true),
        other => panic!("{other}"),
    };
    let (modulus, half) = (1i64 << bits, 1i64 << (bits - 1));
    let (low, high) = if signed { (-half, half - 1) } else { (0, modulus - 1) };
    let mut d = 0;
    for shift in (0..32).step_by(bits) {
        let element = |word: u32| {
            let value = i64::from(word >> shift) % modulus;
            if value > high { value - modulus } else { value }
        };
        let (x, y) = (element(a), element(b));
        let mut result = match words[0] {
            "add" => x + y,
            "sub" => x - y,
            "min" => std::cmp::min(x, y),
            "max" => std::cmp::max(x, y),
            "neg" => -x,
            other => panic!("{other}"),
        };
        if has("sat") {
            result = result.max(low).min(high);
        }
        if has("relu") && result < 0 {
            result = 0;
        }
        d |= (result.rem_euclid(modulus) as u32) << shift;
    }
    d
}

fn text(mnemonic: &str) -> String {
    match mnemonic.starts_with("neg") {
        true => format!("{mnemonic} w1, w2"),
        false => format!("{mnemonic} w1, w2, w3"),
    }
}

/// Random words, and such whose elements are at the ends of their ranges.
fn operands() -> Vec<[u32; 3]> {
    const ENDS: [u32; 9] = [0, 1, 2, 0x7e, 0x7f, 0x80, 0x81, 0xfe, 0xff];
    let mut random = Random::new(92);
    let mut word = || match random.one_in(2) {
        true => random.bits() as u32,
        false => (0..4).fold(0, |word, _| word << 8 | random.pick(&ENDS)),
    };
    let mut all: Vec<[u32; 3]> = (0..3000).map(|_| [word(), word(), word()]).collect();
    let halves = [0, 1, 0x7fff, 0x8000, 0x8001, 0xffff];
    let pairs = halves.iter().flat_map(|a| halves.map(|b| (*a, b)));
    all.extend(pairs.map(|(a, b)| [a << 16 | b, b << 16 | a ^ 0x8000, 0x5555_5555]));
    let bytes = ENDS
        .iter()
        .flat_map(|a| ENDS.map(|b| [a * 0x0101_0101, b * 0x0101_0101, 7]));
    all.extend(bytes);
    all
}

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
    parse(&text(mnemonic), None).unwrap_or_else(|error| panic!("{mnemonic}: {error:?}"))
}

#[test]
fn golden_computes_every_packed_instruction_as_a_model_in_plain_integers_does() {
    for mnemonic in packed_mnemonics() {
        let instruction = read(mnemonic);
        for columns in operands() {
            let [a, b, c] = instruction.with_columns(columns);
            let expected = model(mnemonic, columns[0], columns[1]);
            let found = [
                evaluate(&instruction, a, b, c),
                evaluate_control(Control::encode(&instruction), a, b, c),
            ];
            assert_eq!(found, [expected; 2], "{mnemonic} {columns:x?}: {instruction}");
            assert_eq!(instruction.with_columns(instruction.columns([a, b, c])), [a, b, c]);
        }
    }
}

#[test]
fn the_model_gives_what_the_assembler_computes_for_constants() {
    let path = format!("{}/testbench/vectors/ptx_packed.csv", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).unwrap();
    let mut count = 0;
    for row in reader.records().map(Result::unwrap) {
        let [a, b, d] = [1, 2, 4].map(|i| u32::from_str_radix(&row[i][2..], 16).unwrap());
        let mnemonic = row[0].split(' ').next().unwrap();
        assert_eq!(model(mnemonic, a, b), d, "{row:?}");
        count += 1;
    }
    assert_eq!(count, 540);
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

fn lanesmith(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args(arguments)
        .output()
        .expect("a run")
}

fn out(arguments: &[&str]) -> String {
    let output = lanesmith(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn packed_instructions_are_explained_and_encoded_and_a_negation_has_one_source() {
    let explained = out(&[
        "explain",
        "{ add.sat.s8x4 w1, w2, w3; }",
        "--a",
        "0x7f800102",
        "--b",
        "0x01ff0101",
    ]);
    for part in [
        "vadd4.s32.s32.s32.sat w1, w2, w3, w2;",
        "c = w2 = 0x7f800102",
        "d = w1 = 0x7f800203",
    ] {
        assert!(explained.contains(part), "{part}\n{explained}");
    }
    let explained = out(&["explain", "neg.s8x4 w1, w2", "--a", "0x7f80ff01"]);
    for part in [
        "neg.s8x4 w1, w2;",
        "a = 0 = 0x00000000, b = w2 = 0x7f80ff01",
        "d = w1 = 0x818001ff",
    ] {
        assert!(explained.contains(part), "{part}\n{explained}");
    }
    let encoded = out(&["encode", "min.relu.s16x2 w1, w2, w3", "--json"]);
    assert!(
        encoded.contains("\"instruction\": \"vmin2.u32.s32.s32.sat w1, w2, w3, w2;\""),
        "{encoded}"
    );
    let word = out(&["encode", "neg.s8x4 w1, w2"]);
    let word = word.lines().next().unwrap();
    assert_eq!(out(&["decode", word]), "vsub4.s32.s32.s32 r1, r2, r3, r4;\n");
}

#[test]
fn a_kernel_of_packed_instructions_runs_on_hardware_and_gives_the_models_values() {
    let folder = ptx_kernel::folder(
        "mov.b32 r5, 0x40404040;\nadd.sat.u8x4 r1, r30, r5;\n{ neg.s8x4 r2, r1; }\nmax.relu.s8x4 r3, r2, r31;\nsub.u8x4 r4, r3, r30;",
    );
    let (a, b) = (0x0506_0708, 0x0101_0101);
    let r1 = model("add.sat.u8x4", a, 0x4040_4040);
    let r2 = model("neg.s8x4", r1, 0);
    let r3 = model("max.relu.s8x4", r2, b);
    let r4 = model("sub.u8x4", r3, a);
    for latency in [0, 3] {
        let (status, said, err) = ptx_kernel::run(folder.path(), &format!("--engine native --latency {latency}"));
        assert_eq!((status, err.as_str()), (0, ""), "{said}");
        let words = format!("out: 16 bytes: {r1:#010x} {r2:#010x} {r3:#010x} {r4:#010x}\n");
        assert!(said.contains(&words), "{words}{said}");
        assert!(said.contains("4 instructions on hardware"), "{said}");
    }
}

#[test]
fn the_files_of_packed_instructions_are_checked_on_golden_and_on_hardware() {
    for (arguments, told) in [
        (
            &["check", "testbench/vectors/ptx_packed.csv"][..],
            "540 passed, 0 failed\n",
        ),
        (
            &["check", "--engine", "native", "testbench/vectors/ptx_packed.csv"],
            "540 passed, 0 failed\n",
        ),
        (
            &["check", "testbench/vectors/ptx_packed_legality.csv"],
            "60 passed, 0 failed\n",
        ),
        (
            &["check", "testbench/vectors/ptx_packed_more_legality.csv"],
            "243 passed, 0 failed\n",
        ),
    ] {
        assert!(out(arguments).ends_with(told), "{arguments:?}");
    }
}

#[test]
fn a_wrong_row_about_a_negation_is_explained_with_its_one_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.csv");
    let row = "\"neg.s8x4 w1, w2\",0x01020304,0,0,0xfffefdfd";
    std::fs::write(&path, format!("instruction,a,b,c,d\n{row}\n")).unwrap();
    let output = lanesmith(&["check", path.to_str().unwrap(), "--no-counterexample"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    for part in [
        "lane 0 0xfc instead of 0xfd",
        "b = w2 = 0x01020304",
        "d = w1 = 0xfffefdfc",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}
