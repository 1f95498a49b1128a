//! Golden on registers of free bits.

use super::words::Words;
use crate::algebra::{Algebra, Bit, Bitwise, Edge, Int};
use crate::golden::brew::{Inputs, Register, execute, new_types};
use crate::isa::brew::{Operation, REGISTERS, Row, Subset, TYPES, Type, TypeRule};

type Symbolic = Bitwise<Edge>;

/// The registers as instructions see them: 32 bits and a type code of four bits each.
#[derive(Clone)]
pub(super) struct Registers {
    pub values: Vec<Vec<Edge>>,
    pub types: Vec<Vec<Edge>>,
}

/// What an instruction does, by golden.
pub(super) struct Effect {
    /// Whether it is that of one row of the table, for which the hardware's control signals are the same.
    pub is_one_row: bool,
    /// Where this is what golden says.
    pub assumption: Edge,
    pub exception: Edge,
    /// Whether a value is written where there is no exception.
    pub writes: bool,
    /// Four bits.
    pub register: Vec<Edge>,
    pub old_type: Vec<Edge>,
    pub new_type: Vec<Edge>,
    pub value: Vec<Edge>,
    /// The values of the registers that the instruction may read.
    pub operands: Vec<Vec<Edge>>,
    /// The type of the register that decides; empty where none does.
    pub deciding_type: Vec<Edge>,
    /// All types afterwards.
    pub types: Vec<Vec<Edge>>,
}

impl Registers {
    fn read(&self, index: &Int<Edge>) -> Register<Symbolic> {
        let pick = |words: &[Vec<Edge>]| {
            let numbers: Vec<usize> = (0..REGISTERS).collect();
            Symbolic::case(index, &numbers, |r| Int::unsigned(words[r].iter().cloned()))
        };
        Register {
            value: pick(&self.values),
            code: pick(&self.types),
        }
    }
}

impl Effect {
    /// An instruction of `row` with registers as they are before it, where the deciding type is one of `kinds`; any
    /// where `kinds` is empty.
    pub fn new(row: &Row, words: &Words, registers: &Registers, kinds: &[Type], subset: Subset) -> Self {
        let first = usize::from(row.is_prefixed());
        let [d, b, a] = [12, 4, 0].map(|place| words.field(row, place));
        let used = row.digits().count() / 4;
        let extension = words.words[first + 1..used].iter().flatten().cloned();
        let field_e = Int::unsigned(extension);
        match row.operation {
            Operation::SetTypesLow => return Self::set_types(0, 8, &field_e, registers),
            Operation::SetTypesHigh => return Self::set_types(8, REGISTERS - 8, &field_e, registers),
            _ => {}
        }
        let mut inputs = Inputs {
            a: registers.read(&a),
            b: registers.read(&b),
            d: registers.read(&d),
            field_a: a,
            field_e,
        };
        let deciding = match row.types {
            TypeRule::OfB => &mut inputs.b.code,
            _ => &mut inputs.a.code,
        };
        let deciding_type = deciding.low(4);
        let assumption = is_one_of(deciding, kinds);
        if let [kind] = kinds {
            // The assumption says so.
            *deciding = Symbolic::int(i64::from(kind.code));
        }
        let lacks = |kind: Type| Symbolic::int(i64::from(!subset.has(row.operation, kind)));
        let lacks = Symbolic::bit(&Symbolic::case(deciding, &TYPES, lacks), 0);
        let effect = execute::<Symbolic>(row, &inputs);
        let exception = Symbolic::either(&effect.exception, &lacks).bit();
        let new_type = effect.d.code.low(4);
        Effect {
            is_one_row: true,
            operands: vec![inputs.a.value.low(32), inputs.b.value.low(32)],
            assumption,
            writes: row.types != TypeRule::FromX,
            types: written(&registers.types, &d, &new_type, &exception.not()),
            register: d.low(4),
            old_type: inputs.d.code.low(4),
            new_type,
            value: effect.d.value.low(32),
            deciding_type,
            exception,
        }
    }

    /// Words that are no instruction.
    pub fn invalid(registers: &Registers) -> Self {
        let nothing = vec![Edge::constant(false); 4];
        Effect {
            is_one_row: false,
            operands: vec![],
            assumption: Edge::constant(true),
            exception: Edge::constant(true),
            writes: false,
            register: nothing.clone(),
            old_type: nothing.clone(),
            new_type: nothing,
            value: vec![],
            deciding_type: vec![],
            types: registers.types.clone(),
        }
    }

    fn set_types(first: usize, count: usize, field_e: &Int<Edge>, registers: &Registers) -> Self {
        let group = registers.types[first..first + count].iter();
        let old: Vec<Int<Edge>> = group.map(|code| Int::unsigned(code.iter().cloned())).collect();
        let mut types = registers.types.clone();
        for (slot, code) in types[first..].iter_mut().zip(new_types::<Symbolic>(field_e, &old)) {
            *slot = code.low(4);
        }
        Effect {
            is_one_row: true,
            operands: vec![],
            assumption: Edge::constant(true),
            exception: Edge::constant(false),
            writes: false,
            register: Symbolic::int(first as i64).low(4),
            old_type: registers.types[first].clone(),
            new_type: types[first].clone(),
            value: vec![],
            deciding_type: vec![],
            types,
        }
    }

    /// The registers afterwards, if `value` is what is written.
    pub fn registers(&self, before: &Registers, value: &[Edge]) -> Registers {
        let values = match self.writes {
            true => {
                let register = Int::unsigned(self.register.iter().cloned());
                written(&before.values, &register, value, &self.exception.not())
            }
            false => before.values.clone(),
        };
        Registers {
            values,
            types: self.types.clone(),
        }
    }
}

/// The type that decides what an instruction of `row` does.
pub(super) fn deciding_type(row: &Row, words: &Words, registers: &Registers) -> Int<Edge> {
    let place = match row.types {
        TypeRule::OfB => 4,
        _ => 0,
    };
    registers.read(&words.field(row, place)).code
}

/// Whether a type is one of `kinds`; any is where `kinds` is empty.
pub(super) fn is_one_of(code: &Int<Edge>, kinds: &[Type]) -> Edge {
    let is = |kind: &Type| Symbolic::equal(code, &Symbolic::int(i64::from(kind.code))).bit();
    let any = kinds.iter().map(is);
    any.fold(Edge::constant(kinds.is_empty()), |any, is| any.or(&is))
}

/// `words` with the one at `index` replaced by `word` where `enable` holds.
fn written(words: &[Vec<Edge>], index: &Int<Edge>, word: &[Edge], enable: &Edge) -> Vec<Vec<Edge>> {
    let at = |(r, old): (usize, &Vec<Edge>)| {
        let here = Symbolic::equal(index, &Symbolic::int(r as i64)).bit().and(enable);
        old.iter().zip(word).map(|(old, new)| here.mux(new, old)).collect()
    };
    words.iter().enumerate().map(at).collect()
}
