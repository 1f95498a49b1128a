//! `encode` and `decode`.

use crate::program::{cases, has, lanesmith};
use lanesmith::ptx::{Instruction, OPERATIONS};
use lanesmith::sim::testbench::Random;
use lanesmith::units::video::encoding::{Control, FIELDS};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn encode_and_decode_are_inverse_on_lists_of_all_operations() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut random, mut texts, mut seen) = (Random::new(1), String::new(), BTreeSet::new());
    for i in 0.. {
        // A dot product has one word for each pair of types: few random words are one's.
        let word = match i % 16 {
            0 => u64::from([0x96, 0x97, 0x9f][random.below(3) as usize] | random.below(4) << 5),
            _ => random.bits() >> 27,
        };
        if let Ok(instruction) = Instruction::try_from(Control(word)) {
            seen.insert(instruction.operation);
            texts += &format!("{instruction}\n");
        }
        if seen.len() == OPERATIONS.len() && i > 600 {
            break;
        }
    }
    fs::write(folder.path().join("texts"), &texts).expect("writable");
    let (status, words, err) = lanesmith(folder.path(), &["encode", "--list", "texts"]);
    assert_eq!((status, err.as_str()), (0, ""));
    fs::write(folder.path().join("words"), words).expect("writable");
    let (status, decoded, err) = lanesmith(folder.path(), &["decode", "--list", "words"]);
    assert_eq!((status, decoded, err.as_str()), (0, texts, ""));
}

#[test]
fn encode_prints_the_word_and_its_fields_by_name() {
    let text = "@p vadd4.s32.s32.u32.sat %r9.b31, r2.b7412, r3.b0123, r4";
    let (status, out, err) = lanesmith(ROOT, &["encode", text]);
    assert_eq!(status, 0, "{err}");
    assert!(out.starts_with("0x00a7e154b0\n"), "{out}");
    let rows = [
        " 12:9  mask        1010\n",
        "    7  saturate    1\n",
        "24:13  asel        111100001010\n",
    ];
    has(out, &rows);
    let (_, json, _) = lanesmith(ROOT, &["encode", text, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["word"], "0x00a7e154b0");
    let mask = serde_json::json!({"name": "mask", "lo": 9, "bits": 4, "value": 10});
    assert_eq!(json["fields"][7], mask);
    assert_eq!(json["fields"].as_array().expect("fields").len(), FIELDS.len());
}

#[test]
fn encode_gives_the_mode_of_a_byte_permute_that_the_page_says() {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/byte-permute.md")).expect("readable");
    let modes = ["none", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"];
    for (control, mode) in modes.into_iter().enumerate() {
        let suffix = mode.trim_start_matches("none");
        let (status, out, err) = lanesmith(ROOT, &["encode", &format!("prmt.b32{suffix} %d, r2,5 , x;")]);
        let expected = format!("{control:#x}\n  2:0  mode        {control:03b}\n");
        assert_eq!((status, out), (0, expected), "{err}");
        let shown = if suffix.is_empty() {
            mode.to_owned()
        } else {
            format!("`{mode}`")
        };
        has(&page, &[&format!("\n| {shown} | {control}")]);
    }
}

#[test]
fn words_without_an_instruction_and_texts_without_a_word_are_refused() {
    cases(
        Path::new(ROOT),
        r#"
decode 0xa7e1_54b0 => 0: vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4;
decode 0 => 2: no instruction has the word 0x0000000000: no lane takes part
decode 0x1f80 => 2: saturate and accumulate
decode 0x9e => 2: a dot product with lanes
decode 0x296 => 2: a dot product with lanes
decode "0b1110_0000_1000" => 2: `mask` is 0111, and 0011 in `vadd2.u32.u32.u32
decode 0x1000608 => 2: `asel` is 100000000000, and 000000000000 in `vadd2.u32.u32.u32
decode 0x96_0000_0096 => 2: does not fit into 37 bits
decode 0x2000000000 => 2: does not fit into 37 bits
decode 99999999999999999999999 => 2: does not fit into 37 bits
decode 0xg => 2: expected a number of 37 bits
decode "" => 2: expected a number of 37 bits
decode +1 => 2: expected a number of 37 bits
encode "vadd4.u32.u32.u32 r1, r2, r3" => 2: instruction:1:29
encode vadd4.u32.u33.u32 => 2: .u33
encode "prmt.b32.rc17 r1, r2, r3, r4" => 2: rc17
encode nop => 2: error
"#,
    );
}

#[test]
fn an_instruction_without_its_operands_stands_for_one_on_registers() {
    for (bare, operands) in [
        ("vadd4.u32.u32.u32", "r1, r2, r3, r4"),
        ("prmt.b32.rc16", "r1, r2, r3, r4"),
        ("dp4a.s32.u32", "r1, r2, r3, r4"),
        ("add.u8x4", "r1, r2, r3"),
        ("neg.s8x4", "r1, r2"),
        ("vadd.u32.u32.u32.sat", "r1, r2, r3, r4"),
    ] {
        for command in ["encode", "explain"] {
            let [bare, whole] =
                [bare.to_owned() + ";", format!("{bare} {operands}")].map(|text| lanesmith(ROOT, &[command, &text]));
            assert_eq!((bare.0, &bare.2[..]), (0, ""));
            assert_eq!(bare.1, whole.1);
        }
    }
}
