//! A Brew instruction's result lane by lane, for people.

use super::execute::{InstructionInputs, TypedRegister, operand, working_type};
use super::lanes::{BrewLane, lanes};
use super::machine::{BrewMachine, Typed};
use crate::algebra::Concrete;
use crate::units::brew::isa::{
    Arithmetic, BrewInstruction, BrewOperation, BrewType, ExceptionRule, OperandSource, REGISTERS, TYPES, TypeRule,
    decode, disassemble,
};
use comfy_table::{Table, presets};

/// How the instruction made of `words` changes its destination, from these registers: a few lines of text, the highest
/// lane first, without a final line end.
pub fn explain(words: &[u16], registers: &[Typed; REGISTERS]) -> String {
    let text: String = disassemble(words).into_iter().map(|line| line.text).collect();
    let mut machine = BrewMachine::new(words.to_vec());
    machine.registers = *registers;
    let retire = machine.step();
    let instruction = decode(words).and_then(|decoded| decoded.instruction);
    let (Some(retire), Some(instruction)) = (retire, instruction) else {
        return format!("{text}\nthese words are no instruction: invalid, nothing is written");
    };
    let inputs = inputs(&instruction, registers);
    let mut lines = vec![text];
    lines.extend(sources(&instruction, registers));
    if retire.exception {
        lines.push(refusal(&instruction, &inputs));
    } else {
        lines.extend(steps(&instruction, &inputs));
        lines.extend(changes(registers, &machine.registers, &instruction));
    }
    lines.join("\n")
}

fn inputs(instruction: &BrewInstruction, registers: &[Typed; REGISTERS]) -> InstructionInputs<Concrete> {
    let read = |index: u8| {
        let register = registers.get(usize::from(index)).copied().unwrap_or_default();
        TypedRegister {
            value: register.value.into(),
            code: register.code.into(),
        }
    };
    InstructionInputs {
        a: read(instruction.a),
        b: read(instruction.b),
        d: read(instruction.d),
        field_a: instruction.a.into(),
        field_e: instruction.e.into(),
    }
}

/// A line with the registers that are read.
fn sources(instruction: &BrewInstruction, registers: &[Typed; REGISTERS]) -> Option<String> {
    let row = instruction.row;
    let mut read: Vec<u8> = [row.x, row.y]
        .iter()
        .filter_map(|source| match source {
            OperandSource::A => Some(instruction.a),
            OperandSource::B => Some(instruction.b),
            _ => None,
        })
        .collect();
    read.dedup();
    let shown = |register: &u8| {
        let typed = registers.get(usize::from(*register)).copied().unwrap_or_default();
        format!("$r{register} = {:#010x} {}", typed.value, typed.kind())
    };
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
        BrewOperation::Or
            if row.y == OperandSource::Zero || (row.x == OperandSource::A && instruction.a == instruction.b) =>
        {
            vec![]
        }
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
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let mut header = vec!["lane".to_owned(), "x".into(), "y".into()];
    header.extend((!is_move(operation)).then(|| formula(operation).to_owned()));
    let clips = kind.clip().filter(|_| operation.is_arithmetic());
    header.extend(clips.map(|(low, high)| format!("clipped to {low}…{high}")));
    header.push(
        if is_move(operation) {
            formula(operation)
        } else {
            "result"
        }
        .into(),
    );
    table.set_header(header);
    let lanes: Vec<BrewLane<Concrete>> = lanes(operation, kind, &x, &y).collect();
    for (i, lane) in lanes.iter().enumerate().rev() {
        let BrewLane { x, y, exact, result } = lane;
        let numbers = kind.arithmetic != Arithmetic::Float && !is_move(operation);
        let shown = |value: i64| match (numbers, kind.arithmetic, is_move(operation)) {
            (true, ..) => format!("{} = {value}", hex(kind, value)),
            (_, Arithmetic::Float, false) => format!("{} = {}", hex(kind, value), float(kind, value)),
            _ => hex(kind, value),
        };
        let second = match operation {
            BrewOperation::Negate | BrewOperation::ExtendByte | BrewOperation::ExtendHalf => String::new(),
            BrewOperation::ShiftLeft | BrewOperation::ShiftRight | BrewOperation::ShiftRightArithmetic => y.to_string(),
            BrewOperation::AddToAll => y.to_string(),
            _ => shown(*y),
        };
        let middle = match operation {
            _ if is_move(operation) => None,
            _ if operation.is_comparison() => Some(if *exact != 0 { "holds" } else { "does not hold" }.to_owned()),
            _ if numbers => Some(exact.to_string()),
            _ => Some(float(kind, *exact)),
        };
        let mut row = vec![i.to_string(), shown(*x), second];
        row.extend(middle);
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
    let shown = |typed: &Typed| format!("{:#010x} {}", typed.value, typed.kind());
    let bulk = matches!(
        instruction.row.operation,
        BrewOperation::SetTypesLow | BrewOperation::SetTypesHigh
    );
    let types_only = instruction.row.types == TypeRule::FromX;
    let changed = before
        .iter()
        .zip(after)
        .enumerate()
        .filter(|(register, (before, after))| match bulk {
            true => before != after,
            false => *register == usize::from(instruction.d),
        });
    let mut lines: Vec<String> = changed
        .map(|(register, (before, after))| match types_only {
            true => format!("type $r{register} = {}, was {}", after.kind(), before.kind()),
            false => format!("$r{register} = {}", shown(after)),
        })
        .collect();
    if lines.is_empty() {
        lines.push("no type changes".to_owned());
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
    let value = match kind.lane_bits() {
        32 => f32::from_bits(bits as u32),
        _ => from_binary16(bits as u16),
    };
    match value.is_nan() {
        true => "NaN".to_owned(),
        false => format!("{value:?}"),
    }
}

/// A binary16 number; all of them are binary32 numbers as well.
fn from_binary16(bits: u16) -> f32 {
    let (exponent, fraction) = (bits >> 10 & 31, f32::from(bits & 0x3ff));
    let magnitude = match exponent {
        0 => fraction * (-24f32).exp2(),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * (f32::from(exponent) - 25.0).exp2(),
    };
    if bits >> 15 != 0 { -magnitude } else { magnitude }
}
