//! The control word of the SIMD video instructions: every instruction's word means that instruction again.

use lanesmith::algebra::Concrete;
use lanesmith::ptx::{Instruction, Mode, OPERATIONS, Operands};
use lanesmith::sim::testbench::Random;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::{Modifiers, evaluate, evaluate_control};

/// Every operation, width, type, mode and mask, with default selectors.
fn instructions() -> Vec<Instruction> {
    let mut all = vec![];
    for row in &OPERATIONS {
        for width in row.operation.widths() {
            for mode in row.family.modes() {
                let types = if row.family.has_destination_type() { 8 } else { 4 };
                for signs in 0..types {
                    let full = Instruction::full_mask(*width);
                    for mask in if row.family.has_lanes() { 1 } else { full }..=full {
                        let (asel, bsel) = Instruction::default_selectors(*width);
                        all.push(Instruction {
                            guard: None,
                            operation: row.operation,
                            width: *width,
                            d_signed: signs & 4 != 0,
                            a_signed: signs & 2 != 0,
                            b_signed: signs & 1 != 0,
                            mode: *mode,
                            mask,
                            asel,
                            bsel,
                            operands: Operands::default(),
                        });
                    }
                }
            }
        }
    }
    all
}

/// All selectors of both operands, one after the other, and the other operand's at random.
fn with_every_selector(template: &Instruction, random: &mut Random) -> Vec<Instruction> {
    let (lanes, elements) = (template.width.lanes(), 2 * template.width.lanes() as u64);
    let selector = |mut number: u64| {
        let mut digits = [0; 4];
        for digit in &mut digits[..lanes as usize] {
            *digit = (number % elements) as u8;
            number /= elements;
        }
        digits
    };
    let count = elements.pow(lanes);
    (0..count)
        .flat_map(|number| {
            let other = selector(random.bits() % count);
            [(selector(number), other), (other, selector(number))].map(|(asel, bsel)| Instruction {
                asel,
                bsel,
                ..template.clone()
            })
        })
        .collect()
}

/// Compares one instruction with what its word is read as, by hand, by the decoder and by golden.
fn check(instruction: &Instruction) {
    let control = Control::encode(instruction);
    let field = |lo: u32, bits: u32| control.0 >> lo & ((1 << bits) - 1);
    // The places as the documentation's table has them, written down a second time.
    let digits = |selector: &[u8; 4]| match instruction.width.lanes() {
        4 => selector
            .iter()
            .rev()
            .fold(0, |word, digit| word << 3 | u64::from(*digit)),
        _ => u64::from(selector[1]) << 2 | u64::from(selector[0]),
    };
    let found = [
        (0, 3),
        (3, 1),
        (4, 1),
        (5, 1),
        (6, 1),
        (7, 1),
        (8, 1),
        (9, 4),
        (13, 12),
        (25, 12),
    ];
    // The codes, too: op, d_signed and saturate of a comparison.
    let row = instruction.operation.row();
    if !row.family.has_lanes() {
        let code = match (row.mnemonic, row.modifier) {
            ("dp4a", "") => [6, 0],
            ("dp2a", ".lo") => [7, 0],
            ("dp2a", ".hi") => [7, 1],
            _ => panic!("{instruction}"),
        };
        let signs = [instruction.a_signed, instruction.b_signed].map(u64::from);
        let expected = [code[0], code[1], 1, signs[0], signs[1], 1, 0, 0, 0, 0];
        assert_eq!(found.map(|(lo, bits)| field(lo, bits)), expected, "{instruction}");
        assert_eq!(Instruction::try_from(control).as_ref(), Ok(instruction));
        return;
    }
    let comparison = match row.modifier {
        ".lt" => Some([6, 0, 0]),
        ".le" => Some([6, 0, 1]),
        ".eq" => Some([6, 1, 0]),
        ".ge" => Some([7, 0, 0]),
        ".gt" => Some([7, 0, 1]),
        ".ne" => Some([7, 1, 0]),
        _ => None,
    };
    let arithmetic = ["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"];
    let code = || arithmetic.iter().position(|stem| *stem == row.mnemonic).unwrap() as u64;
    let saturate = u64::from(instruction.mode == Mode::Saturate);
    let [op, d_signed, saturate] = comparison.unwrap_or_else(|| [code(), instruction.d_signed.into(), saturate]);
    let expected = [
        op,
        u64::from(instruction.width.lanes() == 2),
        d_signed,
        u64::from(instruction.a_signed),
        u64::from(instruction.b_signed),
        saturate,
        u64::from(instruction.mode == Mode::Accumulate),
        u64::from(instruction.mask),
        digits(&instruction.asel),
        digits(&instruction.bsel),
    ];
    assert_eq!(found.map(|(lo, bits)| field(lo, bits)), expected, "{instruction}");
    assert_eq!(control.0 >> 37, 0, "{instruction}");
    assert_eq!(Instruction::try_from(control).as_ref(), Ok(instruction));
    let (read, own) = (
        Modifiers::<Concrete>::decode(&(control.0 as i64)),
        Modifiers::<Concrete>::of(instruction),
    );
    assert_eq!(format!("{read:?}"), format!("{own:?}"), "{instruction}");
}

#[test]
fn every_instruction_is_encoded_as_documented_and_its_word_means_it_again() {
    let all = instructions();
    assert_eq!(all.len(), (6 * 3 * 8 + 6 * 2 * 4) * (15 + 3) + 3 * 4);
    all.iter().for_each(check);
    let mut random = Random::new(1);
    for template in all
        .iter()
        .filter(|i| i.mask == Instruction::full_mask(i.width) && i.operation.family().has_lanes())
        .step_by(37)
    {
        with_every_selector(template, &mut random).iter().for_each(check);
    }
}

#[test]
fn every_word_is_an_instruction_that_is_encoded_as_it_or_is_refused() {
    let mut random = Random::new(2);
    let (mut legal, mut refused) = (0, 0);
    for low in 0..1 << 13 {
        let selectors = if low % 3 == 0 { 0 } else { random.bits() << 13 };
        let control = Control(selectors & ((1 << 37) - 1) | low);
        let Ok(instruction) = Instruction::try_from(control) else {
            let mask = control.get("mask") & if control.get("width") == 0 { 15 } else { 3 };
            let both = control.get("saturate") == 1 && control.get("accumulate") == 1;
            let is_dot = control.get("op") > 5 && control.get("d_signed") == 1 && control.get("saturate") == 1;
            assert!(is_dot || mask == 0 || control.get("op") < 6 && both, "{:#x}", control.0);
            refused += 1;
            continue;
        };
        legal += 1;
        let [a, b, c] = [(); 3].map(|()| random.bits() as u32);
        let again = Control::encode(&instruction);
        let results = [
            evaluate(&instruction, a, b, c),
            evaluate_control(control, a, b, c),
            evaluate_control(again, a, b, c),
        ];
        assert_eq!(results, [results[0]; 3], "{:#x}", control.0);
        if instruction.width.lanes() == 4 {
            assert_eq!(again, control);
        }
    }
    assert!(legal > 4000 && refused > 1500, "{legal} {refused}");
}
