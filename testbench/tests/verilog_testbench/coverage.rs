//! What the vectors have: every operation in every mode of a configuration, and everything that a core does.

use lanesmith::ptx::{Instruction, Mode, OPERATIONS, Operation, PERMUTE_MODES, Width};
use lanesmith::unit::{Selection, VerilogTestbench};
use lanesmith::units::brew::isa::{BrewOperation, INSTRUCTIONS, TYPES, decode};
use lanesmith::units::shipped;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::evaluate_control;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::units::video::{Video, families};
use std::collections::BTreeSet;

/// The values of a field in all vectors.
fn values(testbench: &VerilogTestbench, field: &str) -> Vec<u64> {
    let place = testbench.field(field);
    testbench.vectors().iter().map(|vector| vector[place]).collect()
}

/// An operation in a width and a mode, by name.
fn name(operation: Operation, width: Width, mode: Mode) -> String {
    format!("{}{}", operation.name(width), mode.suffix())
}

/// All that hardware of a configuration executes.
fn operations(config: &VideoConfig) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for row in OPERATIONS.iter().filter(|row| families(config).contains(&row.family)) {
        for width in row.operation.widths() {
            for mode in row.family.modes() {
                names.insert(name(row.operation, *width, *mode));
            }
        }
    }
    names
}

fn of_module(module: &str) -> Vec<(Selection, VerilogTestbench)> {
    let all = shipped()
        .into_iter()
        .filter(|selection| selection.module().name == module);
    let all: Vec<_> = all
        .filter_map(|selection| Some((selection, selection.testbench()?)))
        .collect();
    assert!(!all.is_empty(), "{module}");
    all
}

#[test]
fn vectors_of_the_video_alu_have_every_operation_in_every_mode_with_goldens_results() {
    for module in ["video_alu", "video_core"] {
        for (selection, testbench) in of_module(module) {
            let config = Video::of(&selection).expect("the video ALU").config();
            let mut found = BTreeSet::new();
            for control in values(&testbench, "CONTROL") {
                let family = Control(control).operation().family();
                // A dot product ignores what it has no use for; there it is noise.
                let control = if family.has_lanes() { control } else { control & 0x1ff };
                let instruction = Instruction::try_from(Control(control)).expect("an instruction");
                found.insert(name(instruction.operation, instruction.width, instruction.mode));
            }
            assert_eq!(found, operations(&config), "{selection:?}");
            let [a, b, c, d] = ["A", "B", "C", "D"].map(|field| values(&testbench, field));
            for (i, control) in values(&testbench, "CONTROL").into_iter().enumerate() {
                let [a, b, c] = [&a, &b, &c].map(|values| values[i] as u32);
                assert_eq!(
                    u64::from(evaluate_control(Control(control), a, b, c)),
                    d[i],
                    "{selection:?} {i}"
                );
            }
        }
    }
}

#[test]
fn vectors_of_the_byte_permute_have_every_mode_with_every_number() {
    for (selection, testbench) in of_module("byte_permute") {
        let numbers = values(&testbench, "C").into_iter().map(|c| c & 3);
        let found: BTreeSet<_> = values(&testbench, "CONTROL").into_iter().zip(numbers).collect();
        let all = (0..PERMUTE_MODES.len() as u64).flat_map(|mode| (0..4).map(move |number| (mode, number)));
        assert_eq!(found, all.collect(), "{selection:?}");
    }
}

#[test]
fn vectors_of_pipelines_have_gaps_stalls_and_resets() {
    for (module, fields) in [
        ("video_alu", &["GAP", "STALL", "RESET"][..]),
        ("byte_permute", &["GAP", "STALL", "RESET"]),
        ("video_core", &["GAP", "PAUSE"]),
    ] {
        for (selection, testbench) in of_module(module) {
            for field in fields {
                let values = values(&testbench, field);
                let some = values.iter().filter(|value| **value > 0).count();
                // Bursts too.
                assert!(
                    some > 3 && 2 * some < values.len(),
                    "{selection:?} {field}: {some} of {}",
                    values.len()
                );
            }
        }
    }
}

#[test]
fn vectors_of_the_datapath_have_every_instruction_by_every_type() {
    for (selection, testbench) in of_module("brew_datapath") {
        let fields = ["WORDS", "TYPE_TOLD", "OPERAND_TYPE", "EXCEPTION", "RESET", "FIRST"];
        let [words, told, types, exceptions, resets, firsts] = fields.map(|field| values(&testbench, field));
        let mut by_type = BTreeSet::new();
        let mut done = BTreeSet::new();
        for (i, words) in words.into_iter().enumerate() {
            let words = [0, 16, 32].map(|lo| (words >> lo) as u16);
            let Some(instruction) = decode(&words).and_then(|decoded| decoded.instruction) else {
                continue;
            };
            let row = INSTRUCTIONS.iter().position(|row| std::ptr::eq(row, instruction.row));
            let row = row.expect("a row of the table");
            if told[i] != 0 {
                by_type.insert((row, types[i]));
            }
            if exceptions[i] == 0 {
                done.insert(row);
            }
        }
        for (number, row) in INSTRUCTIONS.iter().enumerate() {
            assert_eq!(
                done.contains(&number),
                row.operation != BrewOperation::NotExecuted,
                "{selection:?}: {}",
                row.pattern
            );
            if by_type.iter().any(|(row, _)| *row == number) {
                let named = (0..TYPES.len()).filter(|code| TYPES[*code].name.is_some());
                let missing: Vec<usize> = named
                    .filter(|code| !by_type.contains(&(number, *code as u64)))
                    .collect();
                assert_eq!(missing, [0; 0], "{selection:?}: {}", row.pattern);
            }
        }
        let resets = resets.iter().filter(|reset| **reset > 0).count();
        assert!(
            resets >= 8 && firsts.iter().sum::<u64>() as usize == resets + 1,
            "{resets}"
        );
    }
}
