//! The Brew instructions: golden's effect and the page's, for all operands, row by row and type by type.

use super::brew::{Float, Op, Operands, Outcome, Type, Value, outcome};
use super::faults::{Side, Symbolic, on};
use super::number::{Cmp, Exact};
use lanesmith::algebra::{Algebra, Bit, Edge, Graph, Int};
use lanesmith::prove::Obligation;
use lanesmith::units::brew::golden::{BINARY16, BINARY32, InstructionInputs, TypedRegister, execute, new_types};
use lanesmith::units::brew::isa::{BrewOperation, INSTRUCTIONS, InstructionRow, TypeRule};

/// A claim for each row and each type of the register that decides.
pub fn claims() -> Vec<Obligation> {
    let rows = INSTRUCTIONS.iter();
    rows.flat_map(|row| match row.operation {
        BrewOperation::SetTypesLow => vec![sets_types(row, 0)],
        BrewOperation::SetTypesHigh => vec![sets_types(row, 8)],
        _ => (0..15).map(|code| claim(row, code)).collect(),
    })
    .collect()
}

/// The row's words as the page prints them.
fn words(row: &InstructionRow) -> String {
    let words: Vec<String> = row.pattern.split(' ').map(|word| format!("0x{word}")).collect();
    words.join(" ")
}

/// FIELD_E as a row has it.
fn field_e(graph: &Graph, row: &InstructionRow) -> Int<Edge> {
    Int::unsigned(graph.inputs(16 * row.pattern.matches("****").count() as u32))
}

pub fn claim(row: &InstructionRow, code: u32) -> Obligation {
    let graph = Graph::new();
    let any = |width: u32| Int::unsigned(graph.inputs(width));
    let words = words(row);
    // The page names the register that decides; the type of the other one is free.
    let of_b = row.types == TypeRule::OfB;
    let known = Symbolic::int(code.into());
    let typed = |is_known: bool| TypedRegister::<Symbolic> {
        value: any(32),
        code: if is_known { known.clone() } else { any(4) },
    };
    let inputs = InstructionInputs {
        a: typed(!of_b),
        b: typed(of_b),
        d: typed(false),
        field_a: any(4),
        field_e: field_e(&graph, row),
    };
    let operands = Operands::<Symbolic> {
        a: Exact(inputs.a.value.clone()),
        b: Exact(inputs.b.value.clone()),
        field_a: Exact(inputs.field_a.clone()),
        field_e: Exact(inputs.field_e.clone()),
    };
    let effect = on(Side::Golden, || execute(row, &inputs));
    let (old_value, old_code) = (&inputs.d.value, &inputs.d.code);
    let (value, new_code, invalid) = match on(Side::Specification, || outcome(&words, code, code, &operands)) {
        Outcome::Invalid => (old_value.clone(), old_code.clone(), Symbolic::known(true)),
        Outcome::Result(value, kind) => {
            let (value, valid) = match value {
                Value::Bits(bits) => (bits.0, Symbolic::known(true)),
                Value::Ieee(operation, x, y) => (ieee(operation, code, &x.0, &y.0), Symbolic::known(true)),
                Value::Kept => (old_value.clone(), Symbolic::known(true)),
                Value::KeptIf(valid) => (old_value.clone(), valid.0),
            };
            let new = match kind {
                Type::OfA => inputs.a.code.clone(),
                Type::OfB => inputs.b.code.clone(),
                Type::Int32 => Symbolic::int(0),
                Type::Kept => old_code.clone(),
                Type::Set(new) => Symbolic::select(&new.is(15).0, old_code, &new.0),
                Type::SetEach(..) => panic!("has no destination"),
            };
            let select = |new: &Int<Edge>, old: &Int<Edge>| Symbolic::select(&valid, new, old);
            (select(&value, old_value), select(&new, old_code), Symbolic::not(&valid))
        }
    };
    let mut claim = Obligation::new(format!("{words} of type {code}"), &graph);
    claim.equal(&effect.d.value.low(32), &value.low(32));
    claim.equal(&effect.d.code.low(4), &new_code.low(4));
    claim.equal(&[effect.exception.bit()], &[invalid.bit()]);
    // FIELD_A of a row that ends in `.` is 0…14.
    if row.pattern.split(' ').any(|word| word.ends_with('.')) {
        let bits = inputs.field_a.low(4);
        let escape = bits.iter().fold(Edge::constant(true), |all, bit| all.and(bit));
        claim.assumption = escape.not();
    }
    claim
}

/// The standard's operation on each lane, by golden's functions; that these are the standard's is proved elsewhere.
fn ieee(operation: Float, code: u32, x: &Int<Edge>, y: &Int<Edge>) -> Int<Edge> {
    let format = if code == 8 { BINARY32 } else { BINARY16 };
    let width = format.bits();
    let lane = |i: u32| {
        let [x, y] = [x, y].map(|word| Symbolic::field(word, i * width, width));
        let holds = match operation {
            Float::Arithmetic(Op::Add) => return format.add::<Symbolic>(&x, &y),
            Float::Arithmetic(Op::Sub) => return format.sub::<Symbolic>(&x, &y),
            Float::Arithmetic(Op::Mul) => return format.mul::<Symbolic>(&x, &y),
            Float::Compare(Cmp::Eq) => format.equal::<Symbolic>(&x, &y),
            Float::Compare(Cmp::Ne) => Symbolic::not(&format.equal::<Symbolic>(&x, &y)),
            Float::Compare(Cmp::Lt) => format.less::<Symbolic>(&x, &y),
            Float::Compare(Cmp::Gt) => format.less::<Symbolic>(&y, &x),
            Float::Compare(Cmp::Ge) => format.at_least::<Symbolic>(&x, &y),
            Float::Compare(Cmp::Le) => format.at_least::<Symbolic>(&y, &x),
        };
        let ones = Symbolic::int((1 << width) - 1);
        Symbolic::select(&holds, &ones, &Symbolic::int(0))
    };
    let lanes = (0..32 / width).map(|i| Symbolic::shl(&lane(i), i * width));
    lanes.fold(Symbolic::int(0), |word, lane| Symbolic::or(&word, &lane))
}

/// A row that sets the types of all registers from one on.
fn sets_types(row: &InstructionRow, first: u32) -> Obligation {
    let graph = Graph::new();
    let any = |width: u32| Int::unsigned(graph.inputs(width));
    let words = words(row);
    let operands = Operands::<Symbolic> {
        a: Exact::from(0),
        b: Exact::from(0),
        field_a: Exact::from(0),
        field_e: Exact(field_e(&graph, row)),
    };
    let Outcome::Result(Value::Kept, Type::SetEach(value, from)) = outcome(&words, 0, 0, &operands) else {
        panic!("{words} sets types");
    };
    assert_eq!(from, first, "{words}");
    let old: Vec<Int<Edge>> = (first..15.min(first + 8)).map(|_| any(4)).collect();
    let golden = new_types::<Symbolic>(&operands.field_e.0, &old);
    assert_eq!(golden.len(), old.len());
    let mut claim = Obligation::new(words, &graph);
    for ((i, old), golden) in (0..).zip(&old).zip(&golden) {
        let nibble = value.bits(4 * i + 3, 4 * i);
        let expected = Symbolic::select(&nibble.is(15).0, old, &nibble.0);
        claim.equal(&golden.low(4), &expected.low(4));
    }
    claim
}
