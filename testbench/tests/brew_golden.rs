//! The golden Brew machine against the specification's vectors and the author's simulator.

use lanesmith::algebra::{Algebra, Bitwise, Concrete, Edge, Graph, Int, Slice, pack, unpack};
use lanesmith::sim::testbench::Random;
use lanesmith::units::brew::golden::{BrewMachine, InstructionInputs, Typed, TypedRegister, execute};
use lanesmith::units::brew::isa as brew;
use lanesmith::units::brew::isa::PREFIX;
use lanesmith::units::brew::vectors::results::{BrewVector, results, rows};
use lanesmith::vectors::{Evaluator, Table};

fn vectors(file: &str) -> Vec<BrewVector> {
    let path = format!("{}/testbench/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    rows(&Table::read(path.as_ref()).unwrap()).unwrap()
}

#[test]
fn the_authors_simulator_agrees_in_all_rows_that_follow_the_page_and_in_no_other() {
    let rows = vectors("brew_alu.csv");
    let (mut agree, mut deviate) = (0, 0);
    for (row, found) in rows.iter().zip(results(&rows, Evaluator::Golden).unwrap()) {
        assert_eq!(row.accepts(found), row.agrees, "{row:x?}: {found:x?}");
        *if row.agrees { &mut agree } else { &mut deviate } += 1;
    }
    assert_eq!((agree, deviate), (18_259, 6_254));
}

#[test]
fn a_retired_instruction_tells_its_operands_the_type_that_decided_and_its_destination() {
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
        (
            vec![0x163f, 0x5678, 0x1234],
            Some(0x1234_5678),
            Some(value(3)),
            Some(7),
            1,
        ),
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

#[test]
fn every_row_means_the_same_concretely_bit_sliced_and_symbolically_for_all_types() {
    const WIDTHS: [u32; 8] = [32, 4, 32, 4, 32, 4, 4, 32];
    let mut random = Random::new(4);
    for row in brew::INSTRUCTIONS {
        let words: [Vec<u64>; 8] = WIDTHS.map(|width| {
            let word = |_| u64::from(random.operand()) & ((1 << width) - 1);
            (0..64).map(word).collect()
        });
        let planes: Vec<Vec<Slice<1>>> = words
            .iter()
            .zip(WIDTHS)
            .map(|(words, width)| pack(words, width))
            .collect();
        let (value, code, exception) = effect::<Bitwise<Slice<1>>>(row, |i| Int::unsigned(planes[i].clone()));
        let sliced = [value.low(32), code.low(4), vec![exception.bit()]].map(|planes| unpack(&planes, 64));

        let graph = Graph::new();
        let inputs: Vec<Vec<Edge>> = WIDTHS.iter().map(|width| graph.inputs(*width)).collect();
        let (value, code, exception) = effect::<Bitwise<Edge>>(row, |i| Int::unsigned(inputs[i].clone()));
        let given: Vec<u64> = planes.iter().flatten().map(|plane| plane.0[0]).collect();
        let symbolic = [value.low(32), code.low(4), vec![exception.bit()]].map(|edges| {
            let found = graph.evaluate(&given, &edges);
            unpack::<1>(&found.into_iter().map(|plane| Slice([plane])).collect::<Vec<_>>(), 64)
        });

        for k in 0..64 {
            let (value, code, exception) = effect::<Concrete>(row, |i| words[i][k] as i64);
            let concrete = [value as u64, code as u64, u64::from(exception)];
            assert_eq!(
                sliced.each_ref().map(|words| words[k]),
                concrete,
                "{}: {k}",
                row.pattern
            );
            assert_eq!(
                symbolic.each_ref().map(|words| words[k]),
                concrete,
                "{}: {k}",
                row.pattern
            );
        }
    }
}

#[test]
fn every_row_means_the_same_concretely_and_bit_sliced_if_types_and_constants_are_known() {
    type Planes = Bitwise<Slice<1>>;
    let mut random = Random::new(5);
    for row in brew::INSTRUCTIONS {
        for code in 0..16 {
            let values: [Vec<u64>; 3] = [(); 3].map(|()| (0..64).map(|_| u64::from(random.operand())).collect());
            let planes = values.each_ref().map(|words| pack::<1>(words, 32));
            let constant = u64::from(random.operand());
            // The types of the registers, and the constant and the number in the instruction.
            let known = |i: usize| match i {
                6 => constant & 15,
                7 => constant,
                _ => code,
            };
            let (value, new_code, exception) = effect::<Planes>(row, |i| match i {
                0 | 2 | 4 => Int::unsigned(planes[i / 2].clone()),
                _ => Planes::int(known(i) as i64),
            });
            let sliced = [value.low(32), new_code.low(4), vec![exception.bit()]].map(|planes| unpack(&planes, 64));
            for k in 0..64 {
                let (value, new_code, exception) = effect::<Concrete>(row, |i| match i {
                    0 | 2 | 4 => values[i / 2][k] as i64,
                    _ => known(i) as i64,
                });
                let concrete = [value as u64, new_code as u64, u64::from(exception)];
                let found = sliced.each_ref().map(|words| words[k]);
                assert_eq!(
                    found, concrete,
                    "{} of type {code} with {constant:#x}: {k}",
                    row.pattern
                );
            }
        }
    }
}
