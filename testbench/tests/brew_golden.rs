//! The golden Brew machine against the specification's vectors and the author's simulator.

use lanesmith::algebra::{Algebra, Bitwise, Concrete, Edge, Graph, Int, Slice, pack, unpack};
use lanesmith::sim::testbench::Random;
use lanesmith::units::brew::golden::{BrewMachine, InstructionInputs, Typed, TypedRegister, execute};
use lanesmith::units::brew::isa as brew;
use lanesmith::units::brew::isa::PREFIX;
use lanesmith::units::brew::vectors::results::{BrewVector, results, rows};
use lanesmith::vectors::{Evaluator, Table};

/// The rows of a vector file.
pub fn vectors(file: &str) -> Vec<BrewVector> {
    let path = format!("{}/src/units/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    rows(&Table::read(path.as_ref()).unwrap()).unwrap()
}

#[test]
fn golden_equals_the_authors_simulator_exactly_where_that_follows_the_page() {
    let rows = vectors("brew_alu.csv");
    let (mut agree, mut deviate) = (0, 0);
    for (row, found) in rows.iter().zip(results(&rows, Evaluator::Golden).unwrap()) {
        assert_eq!(row.accepts(found), row.agrees, "{row:x?}: {found:x?}");
        *if row.agrees { &mut agree } else { &mut deviate } += 1;
    }
    assert_eq!((agree, deviate), (18_259, 6_254));
}

#[test]
fn a_retirement_has_operands_deciding_type_and_destination() {
    let value = |i: u32| 0x0101_0101 * i;
    // Words; first operand, second operand, deciding type, destination. Types of $r2, $r3, $r4 are 4, 7, 8.
    type Told = (Vec<u16>, Option<u32>, Option<u32>, Option<u8>, u8);
    let cases: [Told; 20] = [
        (vec![0x1432], Some(value(2)), Some(value(3)), Some(4), 1),
        (vec![0x1423], Some(value(3)), Some(value(2)), Some(7), 1),
        (vec![0x1b32], Some(value(3)), None, Some(7), 1),
        (vec![0x15f2, 0xfffe], Some(0xffff_fffe), Some(value(2)), Some(4), 1),
        (vec![0x16f2, 3], Some(value(2)), Some(3), Some(4), 1),
        (vec![0x1af2, 0x1b], Some(value(2)), Some(0x1b), Some(4), 1),
        (vec![0x163f, 0, 0x1234], Some(0x1234_0000), Some(value(3)), Some(7), 1),
        (vec![0x1032], None, Some(value(2)), Some(4), 1),
        (vec![0x1042], Some(value(2)), None, Some(4), 1),
        (vec![0x1052], Some(value(2)), None, Some(4), 1),
        (vec![0x1012], None, None, None, 1),
        (vec![0x10f0, 0x8000], Some(0xffff_8000), None, None, 1),
        (vec![0x10c2], Some(value(2)), None, None, 1),
        (vec![0x10d2], None, None, Some(4), 1),
        (vec![0x10e2], None, None, None, 1),
        (vec![0x90ef, 0x1234, 0x5678], None, None, None, 8),
        (vec![PREFIX, 0x1042], None, Some(value(2)), Some(4), 1),
        (vec![PREFIX, 0x1132], Some(value(3)), Some(value(2)), Some(4), 1),
        (vec![0x1072], None, None, None, 1),
        (vec![0x70ef, 0, 0], None, None, None, 8),
    ];
    for (words, a, b, operand_type, register) in cases {
        let mut machine = BrewMachine::new(words.clone());
        for (i, code) in [(2, 4), (3, 7), (4, 8)] {
            machine.registers[i] = Typed {
                value: value(i as u32),
                code,
            };
        }
        let retire = machine.step().unwrap();
        let told = (retire.a, retire.b, retire.operand_type, retire.register);
        assert_eq!(told, (a, b, operand_type, register), "{words:x?}");
    }
}

/// What an instruction does to its destination in some algebra: value, type code, exception.
fn effect<A: Algebra>(row: &brew::InstructionRow, word: impl Fn(usize) -> A::Int) -> (A::Int, A::Int, A::Cond) {
    let register = |i: usize| TypedRegister {
        value: word(2 * i),
        code: word(2 * i + 1),
    };
    let inputs = InstructionInputs {
        a: register(0),
        b: register(1),
        d: register(2),
        field_a: word(6),
        field_e: word(7),
    };
    let effect = execute::<A>(row, &inputs);
    (effect.d.value, effect.d.code, effect.exception)
}

/// The widths of the words: value and type of three registers, FIELD_A, FIELD_E.
const WIDTHS: [u32; 8] = [32, 4, 32, 4, 32, 4, 4, 32];

/// Compares an instruction bit-sliced, symbolically and concretely on 64 random operands; its types and constants have this type
/// and random values if they are known, else they are operands too.
fn compare_algebras(row: &brew::InstructionRow, known_type: Option<u64>, random: &mut Random) {
    type Sliced = Bitwise<Slice<1>>;
    type Symbolic = Bitwise<Edge>;
    let known: [Option<i64>; 8] = std::array::from_fn(|i| match i {
        0 | 2 | 4 => None,
        6 | 7 => known_type.map(|_| i64::from(random.operand()) & ((1 << WIDTHS[i]) - 1)),
        _ => known_type.map(|code| code as i64),
    });
    let words: [Vec<u64>; 8] = std::array::from_fn(|i| {
        let word = |_| {
            known[i].map_or(u64::from(random.operand()) & ((1 << WIDTHS[i]) - 1), |known| {
                known as u64
            })
        };
        (0..64).map(word).collect()
    });
    let planes: [Vec<Slice<1>>; 8] = std::array::from_fn(|i| pack(&words[i], WIDTHS[i]));
    let (value, code, exception) = effect::<Sliced>(row, |i| {
        known[i].map_or_else(|| Int::unsigned(planes[i].clone()), Sliced::int)
    });
    let sliced = [value.low(32), code.low(4), vec![exception.bit()]].map(|planes| unpack(&planes, 64));

    let graph = Graph::new();
    let inputs = WIDTHS.map(|width| graph.inputs(width));
    let (value, code, exception) = effect::<Symbolic>(row, |i| {
        known[i].map_or_else(|| Int::unsigned(inputs[i].clone()), Symbolic::int)
    });
    let given: Vec<u64> = planes.iter().flatten().map(|plane| plane.0[0]).collect();
    let symbolic = [value.low(32), code.low(4), vec![exception.bit()]].map(|edges| {
        let found = graph.evaluate(&given, &edges);
        unpack::<1>(&found.into_iter().map(|plane| Slice([plane])).collect::<Vec<_>>(), 64)
    });

    for k in 0..64 {
        let (value, code, exception) = effect::<Concrete>(row, |i| words[i][k] as i64);
        let concrete = [value as u64, code as u64, u64::from(exception)];
        for found in [&sliced, &symbolic] {
            let found = found.each_ref().map(|words| words[k]);
            assert_eq!(found, concrete, "{}, {known_type:?}: {k}", row.pattern);
        }
    }
}

#[test]
fn every_row_means_the_same_in_all_algebras() {
    let mut random = Random::new(4);
    for row in brew::INSTRUCTIONS {
        for known_type in (0..16).map(Some).chain([None]) {
            compare_algebras(row, known_type, &mut random);
        }
    }
}
