//! A Brew instruction's result lane by lane, for people.

use super::execute::{Inputs, Register, operand, working_type};
use super::lanes::{Lane, lanes};
use super::machine::{Machine, Typed};
use crate::algebra::Concrete;
use crate::units::brew::isa::{
    Arithmetic, ExceptionRule, Instruction, Operation, REGISTERS, Source, TYPES, Type, TypeRule, decode, disassemble,
};
use comfy_table::{Table, presets};

/// How the instruction made of `words` changes its destination, from these registers: a few lines of text, the highest
/// lane first, without a final line end.
pub fn explain(words: &[u16], registers: &[Typed; REGISTERS]) -> String {
    let text: String = disassemble(words).into_iter().map(|line| line.text).collect();
    let mut machine = Machine::new(words.to_vec());
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

fn inputs(instruction: &Instruction, registers: &[Typed; REGISTERS]) -> Inputs<Concrete> {
    let read = |index: u8| {
        let register = registers.get(usize::from(index)).copied().unwrap_or_default();
        Register {
            value: register.value.into(),
            code: register.code.into(),
        }
    };
    Inputs {
        a: read(instruction.a),
        b: read(instruction.b),
        d: read(instruction.d),
        field_a: instruction.a.into(),
        field_e: instruction.e.into(),
    }
}

/// A line with the registers that are read.
fn sources(instruction: &Instruction, registers: &[Typed; REGISTERS]) -> Option<String> {
    let row = instruction.row;
    let mut read: Vec<u8> = [row.x, row.y]
        .iter()
        .filter_map(|source| match source {
            Source::A => Some(instruction.a),
            Source::B => Some(instruction.b),
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

fn refusal(instruction: &Instruction, inputs: &Inputs<Concrete>) -> String {
    let kind = || TYPES[*working_type(instruction.row, inputs) as usize & 15].spelling();
    let why = match instruction.row.exceptions {
        ExceptionRule::AboveTypes => format!("{:#x} is no type", operand(instruction.row.x, inputs)),
        ExceptionRule::Always => "the datapath does not have it".to_owned(),
        _ => format!("it does not work on the type {}", kind()),
    };
    format!("invalid instruction, nothing is written: {why}")
}

/// What happens to the operands, line by line.
fn steps(instruction: &Instruction, inputs: &Inputs<Concrete>) -> Vec<String> {
    let row = instruction.row;
    let (x, y) = (operand::<Concrete>(row.x, inputs), operand::<Concrete>(row.y, inputs));
    let bits = |symbol: &str| vec![format!("{:#010x} {symbol} {:#010x}, bit by bit", x, y as u32)];
    match row.operation {
        // A plain value needs no words.
        Operation::Or if row.y == Source::Zero || (row.x == Source::A && instruction.a == instruction.b) => vec![],
        Operation::Xor => bits("^"),
        Operation::Or => bits("|"),
        Operation::And => bits("&"),
        Operation::AndNot => vec![format!("~{x:#010x} & {y:#010x}, bit by bit")],
        Operation::Swizzle => (0..4)
            .rev()
            .map(|i| {
                let from = y >> (2 * i) & 3;
                format!("byte {i} is byte {from} of {x:#010x}: {:#04x}", x >> (8 * from) & 0xff)
            })
            .collect(),
        operation if operation < Operation::ReadType => {
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
fn by_lanes(operation: Operation, kind: Type, x: i64, y: i64) -> String {
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
    for (i, lane) in lanes::<Concrete>(operation, kind, &x, &y).iter().enumerate().rev() {
        let Lane { x, y, exact, result } = lane;
        let numbers = kind.arithmetic != Arithmetic::Float && !is_move(operation);
        let shown = |value: i64| match (numbers, kind.arithmetic, is_move(operation)) {
            (true, ..) => format!("{} = {value}", hex(kind, value)),
            (_, Arithmetic::Float, false) => format!("{} = {}", hex(kind, value), float(kind, value)),
            _ => hex(kind, value),
        };
        let second = match operation {
            Operation::Negate | Operation::ExtendByte | Operation::ExtendHalf => String::new(),
            Operation::ShiftLeft | Operation::ShiftRight | Operation::ShiftRightArithmetic => y.to_string(),
            Operation::AddToAll => y.to_string(),
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
fn name(source: Source, instruction: &Instruction) -> String {
    match source {
        Source::A => format!("$r{}", instruction.a),
        Source::B => format!("$r{}", instruction.b),
        Source::Short => (instruction.e as i16).to_string(),
        Source::Long => format!("{:#x}", instruction.e),
        Source::Tiny => instruction.tiny().to_string(),
        Source::Zero | Source::FieldA | Source::AllOnes => "0".to_owned(),
    }
}

/// Whether bits only move: the lane is no number.
fn is_move(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::ShiftLeft
            | Operation::ShiftRight
            | Operation::ShiftRightArithmetic
            | Operation::ExtendByte
            | Operation::ExtendHalf
    )
}

fn formula(operation: Operation) -> &'static str {
    match operation {
        Operation::Add | Operation::AddToAll => "x + y",
        Operation::Sub => "x - y",
        Operation::Mul => "x * y",
        Operation::Negate => "-x",
        Operation::ShiftLeft => "x << y",
        Operation::ShiftRight => "x >> y",
        Operation::ShiftRightArithmetic => "x >>> y",
        Operation::ExtendByte => "low byte extended",
        Operation::ExtendHalf => "low half extended",
        Operation::Equal => "x == y",
        Operation::NotEqual => "x != y",
        Operation::SignedLess => "x < y, signed",
        Operation::SignedAtLeast => "x >= y, signed",
        Operation::Less => "x < y",
        Operation::AtLeast => "x >= y",
        _ => "",
    }
}

/// A line for each register that changes, or one that says that none does.
fn changes(before: &[Typed; REGISTERS], after: &[Typed; REGISTERS], instruction: &Instruction) -> Vec<String> {
    let shown = |typed: &Typed| format!("{:#010x} {}", typed.value, typed.kind());
    let bulk = matches!(
        instruction.row.operation,
        Operation::SetTypesLow | Operation::SetTypesHigh
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
fn hex(kind: Type, value: i64) -> String {
    let digits = kind.lane_bits() as usize / 4;
    format!("0x{:0digits$x}", value & ((1 << kind.lane_bits()) - 1))
}

/// The number that a float's bits stand for, in the shortest decimal form that tells it from its neighbours.
fn float(kind: Type, bits: i64) -> String {
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
