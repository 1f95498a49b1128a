//! A video instruction's result lane by lane, for people.

use crate::video::golden::{Modifiers, VideoLane, evaluate, lanes};
use comfy_table::{Row, Table, presets};
use lanesmith_algebra::{Algebra, Concrete};
use lanesmith_ptx::{Instruction, Mode, Operation, Width};

/// How `d` comes about from the register values `a`, `b` and `c`, lane by lane and the highest lane first: a few lines
/// of text, without a final line end. A guard is taken as passed.
pub fn explain(instruction: &Instruction, a: u32, b: u32, c: u32) -> String {
    let width = instruction.width;
    if !instruction.operation.family().has_lanes() {
        return explain_dot(instruction, a, b, c);
    }
    let lanes = lanes(&Modifiers::<Concrete>::of(instruction), width, &a.into(), &b.into());
    let mut table = table(header(instruction));
    for (i, lane) in lanes.iter().enumerate().rev() {
        table.add_row(row(instruction, i, lane, c));
    }
    let conclusion = conclusion(instruction, &lanes, c, evaluate(instruction, a, b, c));
    format!(
        "{}\n{}\n{conclusion}",
        operands(instruction, [a, b, c]),
        table.trim_fmt()
    )
}

/// The difference between a result and the correct one: the lanes, or the distance of an accumulated sum.
pub fn difference(instruction: &Instruction, expected: u32, found: u32) -> String {
    let width = instruction.width;
    let text = format!("d should be {expected:#010x} and is {found:#010x}");
    if instruction.mode == Mode::Accumulate || !instruction.operation.family().has_lanes() {
        return format!("{text}: {:+} off", found.wrapping_sub(expected) as i32);
    }
    let part = |word: u32, i: u32| i64::from(word) >> (i * width.bits()) & width.range(false).1;
    let lanes = (0..width.lanes()).rev();
    let wrong = lanes
        .map(|i| (i, part(expected, i), part(found, i)))
        .filter(|(_, expected, found)| expected != found);
    let wrong =
        wrong.map(|(i, expected, found)| format!("lane {i} {} instead of {}", hex(width, found), hex(width, expected)));
    format!("{text}: {}", wrong.collect::<Vec<_>>().join(", "))
}

/// The same for a dot product, product by product.
fn explain_dot(instruction: &Instruction, a: u32, b: u32, c: u32) -> String {
    let Instruction { a_signed, b_signed, .. } = *instruction;
    let [a, b, c] = instruction.sources([a, b, c]);
    let (width, first) = match instruction.operation {
        Operation::Dp4a => (Width::Quad, 0),
        Operation::Dp2aLo => (Width::Dual, 0),
        _ => (Width::Dual, 2),
    };
    let mut table = table(["a", "b", "product"]);
    let mut terms = vec![];
    for i in (0..width.lanes()).rev() {
        let part = |word: u32, width: Width, i: u32, signed| {
            Concrete::extend(&word.into(), i * width.bits(), width.bits(), &signed)
        };
        let (x, y) = (part(a, width, i, a_signed), part(b, Width::Quad, first + i, b_signed));
        table.add_row([
            element(width, i as u8, x, a_signed),
            element(Width::Quad, (4 + first + i) as u8, y, b_signed),
            (x * y).to_string(),
        ]);
        terms.push(format!("({})", x * y));
    }
    format!(
        "{}\n{}\nd = {} = {c:#010x} + {} = {:#010x}",
        operands(instruction, [a, b, c]),
        table.trim_fmt(),
        instruction.operands.d,
        terms.join(" + "),
        evaluate(instruction, a, b, c),
    )
}

/// The instruction and the values of its operands, a line each.
fn operands(instruction: &Instruction, [a, b, c]: [u32; 3]) -> String {
    let names = &instruction.operands;
    let [of_a, of_b, of_c] = [&names.a, &names.b, &names.c];
    format!("{instruction}\na = {of_a} = {a:#010x}, b = {of_b} = {b:#010x}, c = {of_c} = {c:#010x}")
}

fn table(header: impl Into<Row>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    table
}

fn header(instruction: &Instruction) -> Vec<String> {
    let mut header = vec![
        "lane".into(),
        "Va".into(),
        "Vb".into(),
        instruction.operation.row().formula.into(),
    ];
    header.extend(match instruction.mode {
        Mode::Saturate => {
            let (low, high) = instruction.width.range(instruction.d_signed);
            vec![format!("clamped to {low}…{high}"), "merged".into()]
        }
        Mode::Merge => vec!["merged".into()],
        Mode::Accumulate => vec!["accumulated".into()],
    });
    header
}

fn row(instruction: &Instruction, i: usize, lane: &VideoLane<Concrete>, c: u32) -> Vec<String> {
    let width = instruction.width;
    let mut row = vec![
        i.to_string(),
        element(width, instruction.asel[i], lane.va, instruction.a_signed),
        element(width, instruction.bsel[i], lane.vb, instruction.b_signed),
        lane.exact.to_string(),
    ];
    if instruction.mode == Mode::Saturate {
        row.push(lane.t.to_string());
    }
    row.push(match (instruction.mode, lane.on) {
        (Mode::Accumulate, true) => format!("{:+}", lane.t),
        (Mode::Accumulate, false) => "masked off".into(),
        (_, true) => hex(width, lane.t),
        (_, false) => {
            let kept = hex(width, i64::from(c) >> (i as u32 * width.bits()));
            format!("masked off: {kept} from c")
        }
    });
    row
}

/// The element that a selector digit picks, in its register and as the number that its type makes of it.
fn element(width: Width, digit: u8, value: i64, signed: bool) -> String {
    let lanes = width.lanes() as u8;
    let register = if digit < lanes { 'a' } else { 'b' };
    let index = digit % lanes;
    let part = match width {
        Width::Quad => "byte",
        Width::Dual => "half",
    };
    let kind = if signed { ".s32" } else { ".u32" };
    format!("{part} {index} of {register} {} {kind} = {value}", hex(width, value))
}

fn conclusion(instruction: &Instruction, lanes: &[VideoLane<Concrete>], c: u32, d: u32) -> String {
    let name = &instruction.operands.d;
    match instruction.mode {
        Mode::Accumulate => {
            let active = lanes.iter().rev().filter(|lane| lane.on);
            let terms: Vec<String> = active.map(|lane| format!("({})", lane.t)).collect();
            format!("d = {name} = {c:#010x} + {} = {d:#010x}", terms.join(" + "))
        }
        _ => format!("d = {name} = {d:#010x}"),
    }
}

/// The low bits of a number, as wide as a lane.
fn hex(width: Width, value: i64) -> String {
    let digits = width.bits() as usize / 4;
    format!("0x{:0digits$x}", value & width.range(false).1)
}
