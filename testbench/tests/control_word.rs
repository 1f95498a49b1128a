//! The control word of the SIMD video instructions: each instruction is encoded as documented. `fuzz::ptx` reads words at random.

use lanesmith::algebra::Concrete;
use lanesmith::ptx::{Instruction, Mode, OPERATIONS};
use lanesmith::sim::testbench::Random;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::Modifiers;

/// Every operation, width, mode and combination of types, on all lanes with default selectors.
pub fn instructions() -> Vec<Instruction> {
    let mut all = vec![];
    for row in &OPERATIONS {
        for width in row.operation.widths() {
            for mode in row.family.modes() {
                for types in 0..if row.family.has_destination_type() { 8 } else { 4 } {
                    let signs = [4, 2, 1].map(|bit| types & bit != 0);
                    let (mask, selectors) = (Instruction::full_mask(*width), Instruction::default_selectors(*width));
                    all.push(Instruction::plain(row.operation, *width, signs, *mode, mask, selectors));
                }
            }
        }
    }
    all
}

/// An instruction on lanes with other lanes and other selectors.
pub fn scattered(template: &Instruction, random: &mut Random) -> Instruction {
    let lanes = template.width.lanes();
    let mut selector = || {
        let digits = [(); 4].map(|()| random.below(2 * lanes) as u8);
        std::array::from_fn(|lane| if (lane as u32) < lanes { digits[lane] } else { 0 })
    };
    Instruction {
        asel: selector(),
        bsel: selector(),
        mask: 1 + random.below(Instruction::full_mask(template.width).into()) as u8,
        ..template.clone()
    }
}

/// The fields of the documentation's table, written down a second time: the lowest bit and the width of `op`, `width`, `d_signed`,
/// `a_signed`, `b_signed`, `saturate`, `accumulate`, `mask`, `asel` and `bsel`.
const FIELDS: [(u32, u32); 10] = [
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

/// The values of [`FIELDS`] that the documentation gives an instruction.
fn documented(instruction: &Instruction) -> [u64; 10] {
    let row = instruction.operation.row();
    let [d, a, b] = [instruction.d_signed, instruction.a_signed, instruction.b_signed].map(u64::from);
    let saturate = u64::from(instruction.mode == Mode::Saturate);
    let accumulate = u64::from(instruction.mode == Mode::Accumulate);
    let width = u64::from(instruction.width.lanes() == 2);
    let (op, d, saturate) = match (row.mnemonic, row.modifier) {
        ("dp4a", _) => return [6, 0, 1, a, b, 1, 0, 0, 0, 0],
        ("dp2a", ".lo") => return [7, 0, 1, a, b, 1, 0, 0, 0, 0],
        ("dp2a", ".hi") => return [7, 1, 1, a, b, 1, 0, 0, 0, 0],
        (_, ".lt") => (6, 0, 0),
        (_, ".le") => (6, 0, 1),
        (_, ".eq") => (6, 1, 0),
        (_, ".ge") => (7, 0, 0),
        (_, ".gt") => (7, 0, 1),
        (_, ".ne") => (7, 1, 0),
        (stem, _) => {
            let stems = ["vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax"];
            let op = stems.iter().position(|one| *one == stem).expect("an operation");
            (op as u64, d, saturate)
        }
    };
    let digits = |[zero, one, two, three]: [u8; 4]| match width {
        0 => u64::from(zero) | u64::from(one) << 3 | u64::from(two) << 6 | u64::from(three) << 9,
        _ => u64::from(zero) | u64::from(one) << 2,
    };
    let [asel, bsel] = [instruction.asel, instruction.bsel].map(digits);
    let mask = instruction.mask.into();
    [op, width, d, a, b, saturate, accumulate, mask, asel, bsel]
}

/// Compares an instruction's word with the documentation, with the decoder and with golden's decoder.
fn check(instruction: &Instruction) {
    let control = Control::encode(instruction);
    let found = FIELDS.map(|(lo, bits)| control.0 >> lo & ((1 << bits) - 1));
    assert_eq!(found, documented(instruction), "{instruction}");
    assert_eq!(control.0 >> 37, 0, "{instruction}");
    assert_eq!(Instruction::try_from(control).as_ref(), Ok(instruction));
    if instruction.operation.family().has_lanes() {
        let read = Modifiers::<Concrete>::decode(&(control.0 as i64));
        let own = Modifiers::<Concrete>::of(instruction);
        assert_eq!(format!("{read:?}"), format!("{own:?}"), "{instruction}");
    }
}

#[test]
fn every_instruction_is_encoded_as_documented_and_its_word_means_it_again() {
    let all = instructions();
    assert_eq!(all.len(), 2 * (6 * 3 * 8 + 6 * 2 * 4) + 3 * 4);
    let mut random = Random::new(1);
    for template in all {
        check(&template);
        if template.operation.family().has_lanes() {
            (0..50).for_each(|_| check(&scattered(&template, &mut random)));
        }
    }
}
