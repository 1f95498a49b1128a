//! A Brew instruction's result lane by lane, for people.

use super::execute::{InstructionInputs, operand, working_type};
use super::lanes::{BrewLane, lanes};
use super::machine::{BrewMachine, Typed};
use crate::brew::isa::{
    Arithmetic, BrewInstruction, BrewOperation, BrewType, ExceptionRule, OperandSource, REGISTERS, TYPES, TypeRule,
    decode, disassemble,
};
use comfy_table::{Table, presets};
use lanesmith_algebra::Concrete;
use rustc_apfloat::ieee::{Half, Single};
use rustc_apfloat::{Float, FloatConvert};

/// How the instruction made of `words` changes its destination, from these registers: a few lines of text, the highest
/// lane first, without a final line end.
pub fn explain(words: &[u16], registers: &[Typed; REGISTERS]) -> String {
    let text: String = disassemble(words).into_iter().map(|line| line.text).collect();
    let mut machine = BrewMachine::new(words.to_vec());
    machine.registers = *registers;
    let Some(instruction) = decode(words).and_then(|decoded| decoded.instruction) else {
        return format!("{text}\nthese words are no instruction: invalid, nothing is written");
    };
    let inputs = machine.inputs(&instruction);
    let is_invalid = machine.step().is_none_or(|retire| retire.exception);
    let mut lines = vec![text];
    lines.extend(sources(&instruction, registers));
    if is_invalid {
        lines.push(refusal(&instruction, &inputs));
    } else {
        lines.extend(steps(&instruction, &inputs));
        lines.extend(changes(registers, &machine.registers, &instruction));
    }
    lines.join("\n")
}

/// A line with the registers that are read.
fn sources(instruction: &BrewInstruction, registers: &[Typed; REGISTERS]) -> Option<String> {
    let BrewInstruction { row, a, b, .. } = *instruction;
    let read = [row.x, row.y].into_iter().filter_map(|source| match source {
        OperandSource::A => Some(a),
        OperandSource::B => Some(b),
        _ => None,
    });
    let mut read: Vec<u8> = read.collect();
    read.dedup();
    let shown = |register: &u8| format!("$r{register} = {}", registers[usize::from(*register)].with_prefix());
    (!read.is_empty()).then(|| read.iter().map(shown).collect::<Vec<_>>().join(", "))
}

fn refusal(instruction: &BrewInstruction, inputs: &InstructionInputs<Concrete>) -> String {
    let kind = || TYPES[*working_type(instruction.row, inputs) as usize & 15].spelling();
    let why = match instruction.row.exceptions {
        ExceptionRule::AboveTypes => format!("{:#x} is no type", operand(instruction.row.x, inputs)),
        ExceptionRule::Always => "the datapath does not have it".to_owned(),
        _ => format!("it does not work on the type {}", kind()),
    };
    format!("invalid instruction, nothing is written: {why}")
}

/// The steps from operands to result, line by line.
fn steps(instruction: &BrewInstruction, inputs: &InstructionInputs<Concrete>) -> Vec<String> {
    let row = instruction.row;
    let (x, y) = (operand::<Concrete>(row.x, inputs), operand::<Concrete>(row.y, inputs));
    let bits = |symbol: &str| vec![format!("{:#010x} {symbol} {:#010x}, bit by bit", x, y as u32)];
    match row.operation {
        // A plain value needs no words.
        BrewOperation::Or if row.y == OperandSource::Zero => vec![],
        BrewOperation::Or if row.x == OperandSource::A && instruction.a == instruction.b => vec![],
        BrewOperation::Xor => bits("^"),
        BrewOperation::Or => bits("|"),
        BrewOperation::And => bits("&"),
        BrewOperation::AndNot => vec![format!("~{x:#010x} & {y:#010x}, bit by bit")],
        BrewOperation::Swizzle => (0..4)
            .rev()
            .map(|i| {
                let from = y >> (2 * i) & 3;
                format!("byte {i} is byte {from} of {x:#010x}: {:#04x}", x >> (8 * from) & 0xff)
            })
            .collect(),
        operation if operation < BrewOperation::ReadType => {
            let kind = TYPES[*working_type(row, inputs) as usize & 15];
            let names = [row.x, row.y].map(|source| name(source, instruction));
            let table = by_lanes(operation, kind, x, y);
            vec![format!(
                "by lanes of {}, x = {}, y = {}:\n{table}",
                kind.spelling(),
                names[0],
                names[1]
            )]
        }
        _ => vec![],
    }
}

/// A table with a row for each lane.
fn by_lanes(operation: BrewOperation, kind: BrewType, x: i64, y: i64) -> String {
    let (is_float, moves) = (kind.arithmetic == Arithmetic::Float, is_move(operation));
    let clips = kind.clip().filter(|_| operation.is_arithmetic());
    let mut header = vec!["lane".to_owned(), "x".into(), "y".into(), formula(operation).into()];
    header.extend(clips.map(|(low, high)| format!("clipped to {low}…{high}")));
    header.extend((!moves).then(|| "result".to_owned()));
    let shown = |value: i64| match (moves, is_float) {
        (true, _) => hex(kind, value),
        (_, true) => format!("{} = {}", hex(kind, value), float(kind, value)),
        _ => format!("{} = {value}", hex(kind, value)),
    };
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    let lanes: Vec<BrewLane<Concrete>> = lanes(operation, kind, &x, &y).collect();
    for (i, BrewLane { x, y, exact, result }) in lanes.iter().enumerate().rev() {
        let second = match operation {
            BrewOperation::Negate | BrewOperation::ExtendByte | BrewOperation::ExtendHalf => String::new(),
            BrewOperation::AddToAll => y.to_string(),
            _ if moves => y.to_string(),
            _ => shown(*y),
        };
        let middle = match operation {
            _ if operation.is_comparison() && *exact != 0 => "holds".to_owned(),
            _ if operation.is_comparison() => "does not hold".to_owned(),
            _ if is_float => float(kind, *exact),
            _ => exact.to_string(),
        };
        let mut row = vec![i.to_string(), shown(*x), second];
        row.extend((!moves).then_some(middle));
        row.extend(clips.map(|_| result.to_string()));
        row.push(hex(kind, *result));
        table.add_row(row);
    }
    table.trim_fmt()
}

/// An operand as the text has it.
fn name(source: OperandSource, instruction: &BrewInstruction) -> String {
    match source {
        OperandSource::A => format!("$r{}", instruction.a),
        OperandSource::B => format!("$r{}", instruction.b),
        OperandSource::Short => (instruction.e as i16).to_string(),
        OperandSource::Long => format!("{:#x}", instruction.e),
        OperandSource::Tiny => instruction.tiny().to_string(),
        OperandSource::Zero | OperandSource::FieldA | OperandSource::AllOnes => "0".to_owned(),
    }
}

/// Whether bits only move: the lane is no number.
fn is_move(operation: BrewOperation) -> bool {
    matches!(
        operation,
        BrewOperation::ShiftLeft
            | BrewOperation::ShiftRight
            | BrewOperation::ShiftRightArithmetic
            | BrewOperation::ExtendByte
            | BrewOperation::ExtendHalf
    )
}

fn formula(operation: BrewOperation) -> &'static str {
    match operation {
        BrewOperation::Add | BrewOperation::AddToAll => "x + y",
        BrewOperation::Sub => "x - y",
        BrewOperation::Mul => "x * y",
        BrewOperation::Negate => "-x",
        BrewOperation::ShiftLeft => "x << y",
        BrewOperation::ShiftRight => "x >> y",
        BrewOperation::ShiftRightArithmetic => "x >>> y",
        BrewOperation::ExtendByte => "low byte extended",
        BrewOperation::ExtendHalf => "low half extended",
        BrewOperation::Equal => "x == y",
        BrewOperation::NotEqual => "x != y",
        BrewOperation::SignedLess => "x < y, signed",
        BrewOperation::SignedAtLeast => "x >= y, signed",
        BrewOperation::Less => "x < y",
        BrewOperation::AtLeast => "x >= y",
        _ => "",
    }
}

/// A line for each register that changes, or one that says that none does.
fn changes(before: &[Typed; REGISTERS], after: &[Typed; REGISTERS], instruction: &BrewInstruction) -> Vec<String> {
    let sets_types = instruction.row.types == TypeRule::FromX;
    let registers = before.iter().zip(after).enumerate();
    let changed = registers.filter_map(|(register, (before, after))| {
        if !sets_types {
            return (register == usize::from(instruction.d)).then(|| format!("$r{register} = {}", after.with_prefix()));
        }
        (before != after).then(|| format!("type $r{register} = {}, was {}", after.kind(), before.kind()))
    });
    let lines: Vec<String> = changed.collect();
    if lines.is_empty() {
        return vec!["no type changes".to_owned()];
    }
    lines
}

/// The low bits of a number, as wide as a lane.
fn hex(kind: BrewType, value: i64) -> String {
    let digits = kind.lane_bits() as usize / 4;
    format!("0x{:0digits$x}", value & ((1 << kind.lane_bits()) - 1))
}

/// The value of a float's bits, in the shortest decimal form that identifies it among binary32 numbers.
fn float(kind: BrewType, bits: i64) -> String {
    let single = match kind.lane_bits() {
        32 => bits as u32,
        _ => {
            let single: Single = Half::from_bits(bits as u128).convert(&mut false).value;
            single.to_bits() as u32
        }
    };
    let value = f32::from_bits(single);
    if value.is_nan() {
        "NaN".to_owned()
    } else {
        format!("{value:?}")
    }
}

impl Typed {
    fn with_prefix(self) -> String {
        format!("{:#010x} {}", self.value, self.kind())
    }
}
