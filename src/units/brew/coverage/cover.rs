//! Functional coverage of the datapath's instructions.

use super::corner::{CORNERS, INTEGERS, corner, lane_mask};
use crate::brew::golden::{Retire, Typed};
use crate::brew::isa::{
    Arithmetic, BrewInstruction, BrewOperation, BrewType, ExceptionRule, INSTRUCTIONS, InstructionRow, MASK,
    OperandSource, PREFIX, REGISTERS, Subset, TYPES, TypeRule, decode,
};
use lanesmith_sim::cover::{Axis, Combination, crosses};
use std::collections::VecDeque;

crosses! {
    module "brew";

    /// For each instruction: its type, its outcome, and a source that one of the three instructions before it wrote,
    /// in programs without gaps.
    instructions "instructions" [rows(), types(), Axis::new("outcome", ENDS), dependences()] {
        "The instruction does not read the register that the dependence names." =>
            |bin| match Hazard::of(bin.of("dependence")) {
                Hazard::None => false,
                Hazard::Read(operand, _) => !reads(row_of(bin), operand),
            },
        "The instruction cannot have this outcome with this type." =>
            |bin| !can_end(row_of(bin), type_of(bin), bin.of("outcome")),
    }

    /// Each instruction whose result or type one of the next three instructions reads, in programs without gaps.
    producers "producers" [
        rows(),
        Axis::new("read as", OPERANDS.map(|(_, name)| name)),
        Axis::new("distance", (1..=DISTANCES).map(|distance| distance.to_string())),
    ] {
        "The instruction never writes the value or type that the later instruction reads." => |bin| {
            let row = row_of(bin);
            let kept = match OPERANDS[bin.of("read as")].0 {
                SourceOperand::A | SourceOperand::B => TypeRule::FromX,
                SourceOperand::Type => TypeRule::Kept,
            };
            row.exceptions == ExceptionRule::Always || row.types == kept
        },
    }

    /// For each lane that a valid instruction reads: the class of its value.
    operands "operands" [rows(), Axis::new("register", ["$rA", "$rB"]), types(), Axis::new("lane", CORNERS)] {
        "The instruction does not read the lanes of this register." =>
            |bin| !reads_lanes(row_of(bin), OPERANDS[bin.of("register")].0),
        INVALID => |bin| refusal(row_of(bin), type_of(bin)).is_some(),
        "Only floats have this kind of value." =>
            |bin| type_of(bin).arithmetic != Arithmetic::Float && bin.of("lane") >= INTEGERS,
    }

    /// For each valid shift: its amount.
    shifts "shifts" [rows(), types(), Axis::new("amount", ["0", "less than a lane", "a lane or more"])] {
        "The instruction is not a shift." => |bin| !shifting(row_of(bin)),
        INVALID => |bin| refusal(row_of(bin), type_of(bin)).is_some(),
        "A shift amount is at most 31, so it is always less than a lane of 32 bits." =>
            |bin| type_of(bin).lane_bits() == 32 && bin.is("amount", "a lane or more"),
    }

    /// Words that match no row of the instruction table.
    foreign "other words" [Axis::new("prefix", ["without", "after 0xfff0"]), Axis::new("words", ["1", "2", "3"])] {
        "With the prefix 0xfff0 the length is always two words." =>
            |bin| bin.is("prefix", "after 0xfff0") && !bin.is("words", "2"),
    }
}

const INVALID: &str = "The instruction is invalid for this type.";

fn row_of(bin: &Combination) -> &'static InstructionRow {
    &INSTRUCTIONS[bin.of("instruction")]
}

fn type_of(bin: &Combination) -> BrewType {
    TYPES[bin.of("type")]
}

/// The outcomes of an instruction.
const ENDS: [&str; 6] = [
    "no exception",
    "reserved type",
    "float type",
    "type above 15",
    "not executed",
    "left out",
];
const DONE: usize = 0;
const RESERVED: usize = 1;
const FLOAT: usize = 2;
const ABOVE: usize = 3;
const NOT_EXECUTED: usize = 4;
const LEFT_OUT: usize = 5;

/// A source that an earlier instruction wrote, and the distance in instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hazard {
    None,
    Read(SourceOperand, usize),
}

/// A source of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceOperand {
    A,
    B,
    Type,
}

const OPERANDS: [(SourceOperand, &str); 3] = [
    (SourceOperand::A, "$rA"),
    (SourceOperand::B, "$rB"),
    (SourceOperand::Type, "type"),
];

/// The length of the pipeline: results of instructions at greater distances are in the register file.
pub(crate) const DISTANCES: usize = 3;

impl Hazard {
    /// The hazard with this number on its axis.
    pub(crate) fn of(class: usize) -> Hazard {
        match class.checked_sub(1) {
            None => Hazard::None,
            Some(class) => Hazard::Read(OPERANDS[class / DISTANCES].0, class % DISTANCES + 1),
        }
    }

    fn class(operand: SourceOperand, distance: usize) -> usize {
        operand as usize * DISTANCES + distance
    }
}

/// The register whose type selects the operation, passes to the destination, or changes.
pub(crate) fn type_register(instruction: &BrewInstruction) -> u8 {
    match (instruction.row.operation, instruction.row.types) {
        (BrewOperation::SetTypesLow, _) => 0,
        (BrewOperation::SetTypesHigh, _) => 8,
        (_, TypeRule::OfA | TypeRule::Int32) => instruction.a,
        (_, TypeRule::OfB) => instruction.b,
        (_, TypeRule::Kept | TypeRule::FromX) => instruction.d,
    }
}

/// Whether an instruction reads the operand.
fn reads(row: &InstructionRow, operand: SourceOperand) -> bool {
    let source = |source| row.x == source || row.y == source;
    match operand {
        SourceOperand::A => source(OperandSource::A),
        SourceOperand::B => source(OperandSource::B),
        SourceOperand::Type => true,
    }
}

/// Whether an instruction reads the lanes of the operand; a type's number has none.
fn reads_lanes(row: &InstructionRow, operand: SourceOperand) -> bool {
    reads(row, operand) && row.exceptions != ExceptionRule::AboveTypes
}

/// The outcome of instructions of this row with this type if it is an exception in every configuration; `None` if it is none,
/// or depends on a value.
fn refusal(row: &InstructionRow, kind: BrewType) -> Option<usize> {
    match (row.exceptions, kind.arithmetic) {
        (ExceptionRule::Always, _) => Some(NOT_EXECUTED),
        (ExceptionRule::Reserved | ExceptionRule::Float, Arithmetic::Reserved) => Some(RESERVED),
        (ExceptionRule::Float, Arithmetic::Float) => Some(FLOAT),
        _ => None,
    }
}

/// Whether instructions of this row with this type can have the outcome `end`.
fn can_end(row: &InstructionRow, kind: BrewType, end: usize) -> bool {
    /// The smallest subset that a configuration may have.
    const LEAST: Subset = Subset {
        float: false,
        multiplier: false,
    };
    match (refusal(row, kind), end) {
        (Some(refusal), end) => end == refusal,
        (None, DONE) => true,
        (None, ABOVE) => row.exceptions == ExceptionRule::AboveTypes,
        (None, LEFT_OUT) => !LEAST.has(row.operation, kind),
        _ => false,
    }
}

fn rows() -> Axis {
    let name = |row: &InstructionRow| {
        let mut spellings = row.spellings.iter();
        let spelling = spellings.find(|spelling| spelling.only.is_none() && !spelling.text.contains("$rS"));
        format!("{}: {}", row.pattern, spelling.map_or("", |spelling| spelling.text))
    };
    Axis::new("instruction", INSTRUCTIONS.iter().map(name))
}

fn types() -> Axis {
    Axis::new("type", TYPES[..usize::from(MASK)].iter().map(|kind| kind.spelling()))
}

fn dependences() -> Axis {
    let read = |(_, name)| (1..=DISTANCES).map(move |distance| format!("{name} {distance} before"));
    let hazards = OPERANDS.into_iter().flat_map(read);
    Axis::new("dependence", std::iter::once("none".to_owned()).chain(hazards))
}

fn shifting(row: &InstructionRow) -> bool {
    use BrewOperation::{ShiftLeft, ShiftRight, ShiftRightArithmetic};
    matches!(row.operation, ShiftLeft | ShiftRight | ShiftRightArithmetic)
}

/// The registers of a program's instructions that retire, and what the last ones wrote.
#[derive(Clone, Debug, Default)]
pub(crate) struct RetirementCoverage {
    registers: [Typed; REGISTERS],
    /// The latest instruction first.
    written: VecDeque<WrittenState>,
    /// Whether instructions are offered in every cycle: then distances in the program are distances in the pipeline.
    gapless: bool,
}

#[derive(Clone, Copy, Debug)]
struct WrittenState {
    row: usize,
    value: Option<u8>,
    /// A bit for each register whose type is another one than before.
    types: u16,
}

impl RetirementCoverage {
    /// At the beginning of a program.
    pub(crate) fn new(gapless: bool) -> Self {
        RetirementCoverage {
            gapless,
            ..Default::default()
        }
    }

    /// A reset: the types are INT32, and nothing is in the pipeline.
    pub(crate) fn reset(&mut self) {
        self.registers.iter_mut().for_each(|register| register.code = 0);
        self.written.clear();
    }

    /// The latest instruction for which `wrote` holds, and its distance in instructions.
    fn find(&self, wrote: impl Fn(&WrittenState) -> bool) -> Option<(usize, usize)> {
        let place = self.written.iter().position(wrote)?;
        Some((self.written[place].row, place + 1))
    }

    /// Records the bins that an instruction hits that retired without a mismatch on a datapath with `subset`; `types` are all
    /// types after it, four bits each.
    pub(crate) fn note(&mut self, hits: &mut Hits, subset: Subset, retire: &Retire, types: u64) {
        let row = self.note_bins(hits, subset, retire);
        let mut changed = 0;
        for (i, register) in self.registers.iter_mut().enumerate() {
            let code = (types >> (4 * i) & 15) as u8;
            changed |= u16::from(register.code != code) << i;
            register.code = code;
        }
        let value = retire.writes.then_some(retire.register);
        if retire.writes {
            self.registers[usize::from(retire.register)].value = retire.value;
        }
        self.written.push_front(WrittenState {
            row: row.unwrap_or(0),
            value,
            types: changed,
        });
        self.written.truncate(DISTANCES);
    }

    /// The number of the instruction's row in the table.
    fn note_bins(&self, hits: &mut Hits, subset: Subset, retire: &Retire) -> Option<usize> {
        let length = usize::from(retire.length);
        let decoded = decode(&retire.words[..length]);
        let Some(instruction) = decoded.and_then(|decoded| decoded.instruction) else {
            let prefix = usize::from(retire.words[0] == PREFIX);
            hits.foreign(&[prefix, length - 1]);
            return None;
        };
        let row = instruction.row;
        // The address of a row identifies it.
        let number = INSTRUCTIONS.iter().position(|one| std::ptr::eq(one, row)).unwrap_or(0);
        let type_register = type_register(&instruction);
        let code = usize::from(self.registers[usize::from(type_register)].code);
        let kind = TYPES[code];
        let end = match retire.exception {
            false => DONE,
            true if subset.has(row.operation, kind) => refusal(row, kind).unwrap_or(ABOVE),
            true => refusal(row, kind).unwrap_or(LEFT_OUT),
        };
        let mut new = false;
        let read = OPERANDS.iter().enumerate();
        for (i, (operand, _)) in read.filter(|(_, (operand, _))| reads(row, *operand)) {
            let found = self.find(|written| match operand {
                SourceOperand::A => written.value == Some(instruction.a),
                SourceOperand::B => written.value == Some(instruction.b),
                SourceOperand::Type => written.types >> type_register & 1 != 0,
            });
            if let Some((producer, distance)) = found {
                new = true;
                if !self.gapless {
                    continue;
                }
                hits.instructions(&[number, code, end, Hazard::class(*operand, distance)]);
                hits.producers(&[producer, i, distance - 1]);
            }
        }
        if !new {
            hits.instructions(&[number, code, end, 0]);
        }
        if !retire.exception {
            for (i, register) in [instruction.a, instruction.b].into_iter().enumerate() {
                if !reads_lanes(row, OPERANDS[i].0) {
                    continue;
                }
                let value = self.registers[usize::from(register)].value;
                for lane in 0..kind.lanes {
                    let bits = value >> (lane * kind.lane_bits()) & lane_mask(kind);
                    hits.operands(&[number, i, code, corner(kind, bits)]);
                }
            }
            if shifting(row) {
                let amount = match row.y {
                    OperandSource::A => self.registers[usize::from(instruction.a)].value,
                    OperandSource::B => self.registers[usize::from(instruction.b)].value,
                    _ => instruction.e,
                };
                let class = match amount & 31 {
                    0 => 0,
                    amount if amount < kind.lane_bits() => 1,
                    _ => 2,
                };
                hits.shifts(&[number, code, class]);
            }
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_have_different_names() {
        let names: std::collections::HashSet<String> = rows().classes.into_iter().collect();
        assert_eq!(names.len(), INSTRUCTIONS.len());
    }
}
