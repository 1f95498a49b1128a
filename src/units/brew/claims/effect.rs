//! Golden on registers of free bits.

use super::words::WindowWords;
use crate::brew::golden::{InstructionInputs, TypedRegister, deciding_type, destination, execute, new_types, operands};
use crate::brew::isa::{BrewOperation, BrewType, InstructionRow, REGISTERS, Subset, TYPES, TypeRule};
use lanesmith_algebra::{Algebra, Bit, Bitwise, Edge, Int};

type Symbolic = Bitwise<Edge>;

/// The registers as instructions see them: 32 bits and a type code of four bits each.
#[derive(Clone)]
pub(super) struct RegisterEdges {
    pub values: Vec<Vec<Edge>>,
    pub types: Vec<Vec<Edge>>,
}

/// The golden model's effect of an instruction.
pub(super) struct Effect {
    /// Whether it is that of one row of the table, for which the hardware's control signals are the same.
    pub is_one_row: bool,
    /// Whether the golden model defines this effect.
    pub assumption: Edge,
    pub exception: Edge,
    /// Whether a value is written where there is no exception.
    pub writes: bool,
    /// The destination, four bits; its type before and after.
    pub register: Vec<Edge>,
    pub old_type: Vec<Edge>,
    pub new_type: Vec<Edge>,
    pub value: Vec<Edge>,
    /// The values of the registers that the instruction may read.
    pub read: Vec<Vec<Edge>>,
    /// The first and the second operand, and the code of the type that selects the operation, if the record has them.
    pub operands: [Option<Vec<Edge>>; 2],
    pub deciding_type: Option<Vec<Edge>>,
    /// All types afterwards.
    pub types: Vec<Vec<Edge>>,
}

impl RegisterEdges {
    /// Register `index`; 15 reads as 0.
    fn read(&self, index: &Int<Edge>) -> TypedRegister<Symbolic> {
        let pick = |words: &[Vec<Edge>]| {
            let numbers: Vec<usize> = (0..=REGISTERS).collect();
            let word = |r: usize| Int::unsigned(words.get(r).into_iter().flatten().cloned());
            Symbolic::case(index, &numbers, word)
        };
        TypedRegister {
            value: pick(&self.values),
            code: pick(&self.types),
        }
    }
}

impl Effect {
    /// Words that are no instruction.
    pub fn invalid(words: &WindowWords, registers: &RegisterEdges) -> Self {
        let [first, second] = [0, 1].map(|i| Int::unsigned(words.words[i].iter().cloned()));
        let register = destination::<Symbolic>([&first, &second]);
        let code = registers.read(&register).code.low(4);
        Effect {
            is_one_row: false,
            assumption: Edge::constant(true),
            exception: Edge::constant(true),
            writes: false,
            register: register.low(4),
            old_type: code.clone(),
            new_type: code,
            value: vec![],
            read: vec![],
            operands: [None, None],
            deciding_type: None,
            types: registers.types.clone(),
        }
    }

    /// An instruction of `row` with registers as they are before it, where the deciding type is one of `kinds`; any
    /// where `kinds` is empty.
    pub fn new(
        row: &InstructionRow,
        words: &WindowWords,
        registers: &RegisterEdges,
        kinds: &[BrewType],
        subset: Subset,
    ) -> Self {
        let first = usize::from(row.is_prefixed());
        let [d, b, a] = [12, 4, 0].map(|place| words.field(row, place));
        let used = row.digits().count() / 4;
        let extension = words.words[first + 1..used].iter().flatten().cloned();
        let field_e = Int::unsigned(extension);
        let nothing = Effect {
            is_one_row: true,
            ..Effect::invalid(words, registers)
        };
        match row.operation {
            BrewOperation::SetTypesLow => return nothing.with_types(0, 8, &field_e, registers),
            BrewOperation::SetTypesHigh => return nothing.with_types(8, REGISTERS - 8, &field_e, registers),
            _ => {}
        }
        let mut inputs = InstructionInputs {
            a: registers.read(&a),
            b: registers.read(&b),
            d: registers.read(&d),
            field_a: a,
            field_e,
        };
        let decides = match row.types {
            TypeRule::OfB => &mut inputs.b.code,
            _ => &mut inputs.a.code,
        };
        let assumption = is_one_of(decides, kinds);
        if let [kind] = kinds {
            // The assumption says so.
            *decides = Symbolic::int(i64::from(kind.code));
        }
        let lacks = |kind: BrewType| Symbolic::int(i64::from(!subset.has(row.operation, kind)));
        let lacks = Symbolic::bit(&Symbolic::case(decides, &TYPES, lacks), 0);
        let effect = execute::<Symbolic>(row, &inputs);
        let exception = Symbolic::either(&effect.exception, &lacks).bit();
        let new_type = effect.d.code.low(4);
        Effect {
            assumption,
            writes: row.types != TypeRule::FromX,
            types: written(&registers.types, &d, &new_type, &exception.not()),
            new_type: pick(&exception, &nothing.old_type, &new_type),
            value: effect.d.value.low(32),
            read: vec![inputs.a.value.low(32), inputs.b.value.low(32)],
            operands: operands::<Symbolic>(row, &inputs).map(|operand| operand.map(|value| value.low(32))),
            deciding_type: deciding_type::<Symbolic>(row, &inputs).map(|code| code.low(4)),
            exception,
            ..nothing
        }
    }

    fn with_types(self, first: usize, count: usize, field_e: &Int<Edge>, registers: &RegisterEdges) -> Self {
        let group = registers.types[first..first + count].iter();
        let old: Vec<Int<Edge>> = group.map(|code| Int::unsigned(code.iter().cloned())).collect();
        let mut types = registers.types.clone();
        for (slot, code) in types[first..].iter_mut().zip(new_types::<Symbolic>(field_e, &old)) {
            *slot = code.low(4);
        }
        Effect {
            exception: Edge::constant(false),
            new_type: types[first].clone(),
            types,
            ..self
        }
    }

    /// The registers afterwards, if the instruction writes `value`.
    pub fn registers(&self, before: &RegisterEdges, value: &[Edge]) -> RegisterEdges {
        let values = if self.writes {
            let register = Int::unsigned(self.register.iter().cloned());
            written(&before.values, &register, value, &self.exception.not())
        } else {
            before.values.clone()
        };
        RegisterEdges {
            values,
            types: self.types.clone(),
        }
    }
}

fn pick(condition: &Edge, one: &[Edge], other: &[Edge]) -> Vec<Edge> {
    one.iter()
        .zip(other)
        .map(|(one, other)| condition.mux(one, other))
        .collect()
}

/// The type that an instruction of `row` works by.
pub(super) fn working_type(row: &InstructionRow, words: &WindowWords, registers: &RegisterEdges) -> Int<Edge> {
    let place = match row.types {
        TypeRule::OfB => 4,
        _ => 0,
    };
    registers.read(&words.field(row, place)).code
}

/// Whether a type is one of `kinds`; any is where `kinds` is empty.
pub(super) fn is_one_of(code: &Int<Edge>, kinds: &[BrewType]) -> Edge {
    let is = |kind: &BrewType| Symbolic::equal(code, &Symbolic::int(i64::from(kind.code))).bit();
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
