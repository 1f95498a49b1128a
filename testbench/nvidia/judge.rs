//! What golden says of a form's results.

use super::forms::{FloatOperation, Form, Meaning};
use lanesmith::algebra::{Algebra, Bitwise, Int, Slice, pack, unpack};
use lanesmith::ptx::{Operands, PtxInstruction};
use lanesmith::unit::pipelined::Case;
use lanesmith::units::PTX_UNITS;
use lanesmith::units::brew::golden::{BINARY32, FloatFormat};
use lanesmith::units::ptx::PtxUnit;

/// Operands `a`, `b` and `c` of many evaluations.
pub type Columns = [Vec<u32>; 3];

/// Golden's results.
pub fn golden(form: &Form, operands: &Columns) -> Vec<u32> {
    match &form.meaning {
        Meaning::Ptx(instruction) => executed(instruction, operands),
        Meaning::Float(format, operation) => lanes(*format, *operation, operands),
    }
}

/// Whether silicon's result is golden's. The standard leaves a NaN's bits open, and PTX and Brew choose different ones.
pub fn agree(form: &Form, silicon: u32, golden: u32) -> bool {
    match form.meaning {
        Meaning::Float(format, operation) if !operation.is_comparison() => {
            let lanes = 0..32 / format.bits();
            lanes.map(|lane| lane * format.bits()).all(|low| {
                let part = |word: u32| i64::from(word >> low) & ((1 << format.bits()) - 1);
                let magnitude = |word: u32| part(word) & ((1 << (format.bits() - 1)) - 1);
                let is_nan = |word: u32| magnitude(word) > format.infinity();
                part(silicon) == part(golden) || is_nan(silicon) && is_nan(golden)
            })
        }
        _ => silicon == golden,
    }
}

/// By the unit that executes the instruction.
fn executed(instruction: &PtxInstruction, [a, b, c]: &Columns) -> Vec<u32> {
    const PIECE: usize = 1 << 16;
    let operands = instruction.operands();
    let fixed = [&operands.a, &operands.b, &operands.c].map(|source| Operands::value(source));
    let values = |k: usize| {
        let values = [a[k], b[k], c[k]];
        std::array::from_fn(|i| fixed[i].unwrap_or(values[i]))
    };
    let read = |unit: &'static PtxUnit| Some((unit, (unit.read)(instruction)?));
    let (unit, parsed) = PTX_UNITS.into_iter().find_map(read).expect("a unit executes it");
    let first = Case::new(parsed.control, values(0));
    let piece = |start: usize| {
        let cases = (start..a.len().min(start + PIECE)).map(|k| Case::new(first.control, values(k)));
        unit.evaluate_all(&cases.collect::<Vec<_>>())
    };
    let results: Vec<u32> = (0..a.len()).step_by(PIECE).flat_map(piece).collect();
    assert_eq!(results[0], (unit.evaluate)(&first), "both forms of golden");
    results
}

/// By the arithmetic of the Brew ISA.
fn lanes(format: FloatFormat, operation: FloatOperation, [a, b, _]: &Columns) -> Vec<u32> {
    const WORDS: usize = 8;
    type Sliced = Bitwise<Slice<WORDS>>;
    let truth = if format == BINARY32 { u32::MAX } else { 0x3c00 };
    let mut results = vec![0; a.len()];
    for low in (0..32).step_by(format.bits() as usize) {
        for start in (0..a.len()).step_by(64 * WORDS) {
            let part = start..a.len().min(start + 64 * WORDS);
            let word = |values: &[u32]| {
                let lane = |value: &u32| u64::from(*value) >> low & ((1 << format.bits()) - 1);
                let values: Vec<u64> = values[part.clone()].iter().map(lane).collect();
                Int::unsigned(pack::<WORDS>(&values, format.bits()))
            };
            let (x, y) = (word(a), word(b));
            let chosen = |truth_value| Sliced::select(&truth_value, &Sliced::int(truth.into()), &Sliced::int(0));
            let d = match operation {
                FloatOperation::Add => format.add::<Sliced>(&x, &y),
                FloatOperation::Sub => format.sub::<Sliced>(&x, &y),
                FloatOperation::Mul => format.mul::<Sliced>(&x, &y),
                FloatOperation::Equal => chosen(format.equal::<Sliced>(&x, &y)),
                FloatOperation::Less => chosen(format.less::<Sliced>(&x, &y)),
                FloatOperation::AtLeast => chosen(format.at_least::<Sliced>(&x, &y)),
            };
            let lane = unpack(&d.low(format.bits()), part.len());
            for (result, lane) in results[part].iter_mut().zip(lane) {
                *result |= (lane as u32) << low;
            }
        }
    }
    results
}
