//! The golden model of the SIMD video instructions: against NVIDIA's results, against itself in other algebras, and
//! against a plain transcription of the manual's pseudo-code.

use lanesmith::algebra::{Algebra, Bitwise, Edge, Graph, Int, Slice, pack, unpack};
use lanesmith::ptx::{Instruction, OPERATIONS, OperationRow, Width, parse};
use lanesmith::unit::pipelined::vectors::rows;
use lanesmith::units::recognise;
use lanesmith::units::video::Video;
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden::batch;
use lanesmith::units::video::golden::batch::Vector;
use lanesmith::units::video::golden::{Modifiers, evaluate, evaluate_control, execute, lanes};
use lanesmith::units::video::testbench::VideoCase;
use lanesmith::vectors::Table;
use std::path::Path;

fn results() -> Vec<(Vector, u32)> {
    let of = |(file, count): (&str, usize)| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("testbench/vectors")
            .join(file);
        let table = Table::read(&path).unwrap();
        recognise(&table).unwrap();
        let rows = rows::<Video>(&table).unwrap();
        assert_eq!(rows.len(), count);
        rows.into_iter().map(|row| (row.vector(), row.d()))
    };
    [
        ("ptx_vop.csv", 20_160),
        ("ptx_vset.csv", 12_000),
        ("ptx_dp.csv", 4_000),
        ("ptx_packed.csv", 540),
    ]
    .into_iter()
    .flat_map(of)
    .collect()
}

#[test]
fn golden_gives_nvidias_result_on_every_row_concrete_and_sliced() {
    let rows = results();
    let vectors: Vec<Vector> = rows.iter().map(|row| row.0).collect();
    for ((vector, d), sliced) in rows.iter().zip(batch::evaluate(&vectors)) {
        let concrete = evaluate_control(vector.control, vector.a, vector.b, vector.c);
        assert_eq!((concrete, sliced), (*d, *d), "{vector:x?}");
    }
}

#[test]
fn the_symbolic_graph_evaluated_on_every_row_gives_the_same() {
    let graph = Graph::new();
    let inputs: Vec<Vec<Edge>> = [Control::BITS, 32, 32, 32].map(|width| graph.inputs(width)).into();
    let [control, a, b, c] = [0, 1, 2, 3].map(|i| Int::unsigned(inputs[i].clone()));
    let modifiers = Modifiers::<Bitwise<Edge>>::decode(&control);
    let d = execute(&modifiers, &a, &b, &c).low(32);
    println!("{} conjunctions", graph.and_count());
    for rows in results().chunks(64) {
        let planes = |read: fn(&Vector) -> u64, width| {
            let words: Vec<u64> = rows.iter().map(|row| read(&row.0)).collect();
            pack::<1>(&words, width).into_iter().map(|plane| plane.0[0])
        };
        let inputs: Vec<u64> = planes(|v| v.control.0, Control::BITS)
            .chain(planes(|v| v.a.into(), 32))
            .chain(planes(|v| v.b.into(), 32))
            .chain(planes(|v| v.c.into(), 32))
            .collect();
        let outputs = graph.evaluate(&inputs, &d).into_iter().map(|plane| Slice([plane]));
        let found = unpack(&outputs.collect::<Vec<_>>(), rows.len());
        for ((vector, d), found) in rows.iter().zip(found) {
            assert_eq!(found, u64::from(*d), "{vector:x?}");
        }
    }
}

#[test]
fn control_words_that_no_instruction_has_mean_the_same_in_every_algebra() {
    let mut random = Random(7);
    let vectors: Vec<Vector> = (0..5000)
        .map(|_| Vector {
            control: Control(random.next() >> 27),
            a: random.next() as u32,
            b: random.next() as u32,
            c: random.next() as u32,
        })
        .collect();
    for (vector, sliced) in vectors.iter().zip(batch::evaluate(&vectors)) {
        let concrete = evaluate_control(vector.control, vector.a, vector.b, vector.c);
        assert_eq!(concrete, sliced, "{vector:x?}");
    }
}

/// The pseudo-code's lane, in plain integers: what it adds to `c` with `.add`, or `t` before its low bits are merged.
fn pseudo_code(
    operation: &str,
    bits: u32,
    [d_signed, a_signed, b_signed]: [bool; 3],
    sat: bool,
    a: u32,
    b: u32,
) -> i32 {
    let extend = |element: u32, signed: bool| {
        let shift = 32 - bits;
        if signed {
            ((element << shift) as i32) >> shift
        } else {
            ((element << shift) >> shift) as i32
        }
    };
    let va = extend(a, a_signed);
    let vb = extend(b, b_signed);
    let mut t = match operation {
        "vadd" => va + vb,
        "vsub" => va - vb,
        "vavrg" => {
            if va + vb >= 0 {
                (va + vb + 1) >> 1
            } else {
                (va + vb) >> 1
            }
        }
        "vabsdiff" => (va - vb).abs(),
        "vmin" => va.min(vb),
        "vmax" => va.max(vb),
        "vset.lt" => (va < vb).into(),
        "vset.le" => (va <= vb).into(),
        "vset.eq" => (va == vb).into(),
        "vset.ge" => (va >= vb).into(),
        "vset.gt" => (va > vb).into(),
        "vset.ne" => (va != vb).into(),
        _ => panic!("{operation}"),
    };
    if sat {
        let half = 1 << (bits - 1);
        t = if d_signed {
            t.clamp(-half, half - 1)
        } else {
            t.clamp(0, 2 * half - 1)
        };
    }
    t
}

/// All operations, type combinations and modes of one width: mnemonic, types, mode.
fn combinations() -> impl Iterator<Item = (&'static OperationRow, [bool; 3], &'static str)> {
    let by_lanes = OPERATIONS.iter().filter(|row| row.family.has_lanes());
    by_lanes.flat_map(|row| {
        let is_vset = row.mnemonic == "vset";
        (0..if is_vset { 4 } else { 8 }).flat_map(move |types| {
            let types = [types & 4 != 0, types & 2 != 0, types & 1 != 0];
            let modes = if is_vset {
                &["", ".add"][..]
            } else {
                &["", ".sat", ".add"]
            };
            modes.iter().map(move |mode| (row, types, *mode))
        })
    })
}

/// Compares lane 0 on all the given pairs of elements: `t`, and `d` with `c` in the other lanes, or accumulated.
fn compare_lane_0(width: Width, pairs: &[(u32, u32)]) -> usize {
    let bits = width.bits();
    let mut compared = 0;
    let word = |read: &dyn Fn(&(u32, u32)) -> u64, chunk: &[(u32, u32)]| {
        let words: Vec<u64> = chunk.iter().map(read).collect();
        Int::unsigned(pack::<WORDS>(&words, 32))
    };
    const WORDS: usize = 16;
    for (row, types, mode) in combinations() {
        let OperationRow { mnemonic, modifier, .. } = row;
        let [d, a, b] = types.map(|signed| if signed { ".s32" } else { ".u32" });
        let d = if modifier.is_empty() { d } else { "" };
        let (suffix, letter) = (width.suffix(), width.letter());
        let text = format!("{mnemonic}{suffix}{d}{a}{b}{modifier}{mode} r1.{letter}0, r2, r3, r4");
        let operation = format!("{mnemonic}{modifier}");
        let instruction: Instruction = parse(&text, None).unwrap();
        let modifiers = Modifiers::<Bitwise<Slice<WORDS>>>::of(&instruction);
        for chunk in pairs.chunks(64 * WORDS) {
            // The elements above lane 0 and the register c are noise that must not matter, or come through.
            let noise = |x: u32| u64::from(x.wrapping_mul(0x9e37_79b9) << bits);
            let (a, b) = (
                word(&|pair| u64::from(pair.0) | noise(pair.1 + 1), chunk),
                word(&|pair| u64::from(pair.1) | noise(pair.0 + 7), chunk),
            );
            let c = |pair: &(u32, u32)| (pair.0 ^ pair.1 << 3).wrapping_mul(0x85eb_ca6b);
            let d = execute(&modifiers, &a, &b, &word(&|pair| c(pair).into(), chunk));
            let t = &lanes(&modifiers, width, &a, &b)[0].t;
            let t = unpack(&<Bitwise<_> as Algebra>::signed_field(t, 0, 32).low(32), chunk.len());
            let d = unpack(&d.low(32), chunk.len());
            for ((pair, t), d) in chunk.iter().zip(t).zip(d) {
                let expected = pseudo_code(&operation, bits, types, mode == ".sat", pair.0, pair.1);
                assert_eq!(t as u32 as i32, expected, "{text} {pair:x?}");
                let mask = (1 << bits) - 1;
                let result = match mode {
                    ".add" => c(pair).wrapping_add(expected as u32),
                    _ => c(pair) & !mask | expected as u32 & mask,
                };
                assert_eq!(d as u32, result, "{text} {pair:x?}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn an_8_bit_lane_is_the_pseudo_code_on_all_operands_operations_types_and_modes() {
    let pairs: Vec<(u32, u32)> = (0..1 << 16).map(|i| (i >> 8, i & 0xff)).collect();
    let halves = pairs.chunks(1 << 15);
    let compared: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = halves
            .map(|half| scope.spawn(|| compare_lane_0(Width::Quad, half)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    println!("{compared} lanes compared");
    assert_eq!(compared, (1 << 16) * (6 * 8 * 3 + 6 * 4 * 2));
}

#[test]
fn a_16_bit_lane_is_the_pseudo_code_on_corners_and_random_operands() {
    let corners = [
        0, 1, 2, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xfffe, 0xffff, 0x00ff, 0x0100, 0x5555,
    ];
    let mut random = Random(1);
    let pairs: Vec<(u32, u32)> = corners
        .iter()
        .flat_map(|a| corners.map(|b| (*a, b)))
        .chain((0..20_000).map(|_| (random.next() as u32 & 0xffff, random.next() as u32 & 0xffff)))
        .collect();
    let compared = compare_lane_0(Width::Dual, &pairs);
    println!("{compared} lanes compared");
    assert_eq!(compared, (144 + 20_000) * (6 * 8 * 3 + 6 * 4 * 2));
}

#[test]
fn dot_products_are_the_manuals_sums_on_random_operands() {
    let mut random = Random(3);
    for _ in 0..20_000 {
        let [a, b, c] = [(); 3].map(|()| (random.next() >> 16) as u32);
        for types in 0..4 {
            let [a_signed, b_signed] = [types & 2 != 0, types & 1 != 0];
            let extend = |part: u32, bits: u32, signed: bool| match signed {
                true => i64::from(((part << (32 - bits)) as i32) >> (32 - bits)),
                false => i64::from(part),
            };
            let byte = |word: u32, i: u32, signed| extend(word >> (8 * i) & 0xff, 8, signed);
            let half = |i: u32| extend(a >> (16 * i) & 0xffff, 16, a_signed);
            let bytes: i64 = (0..4).map(|i| byte(a, i, a_signed) * byte(b, i, b_signed)).sum();
            let halves = |first: u32| (0..2).map(|i| half(i) * byte(b, first + i, b_signed)).sum::<i64>();
            let [x, y] = [a_signed, b_signed].map(|signed| if signed { ".s32" } else { ".u32" });
            for (name, sum) in [("dp4a", bytes), ("dp2a.lo", halves(0)), ("dp2a.hi", halves(2))] {
                let instruction = parse(&format!("{name}{x}{y} r1, r2, r3, r4"), None).unwrap();
                let d = (i64::from(c) + sum) as u32;
                assert_eq!(evaluate(&instruction, a, b, c), d, "{instruction} {a:x} {b:x} {c:x}");
            }
        }
    }
}

/// Xorshift: reproducible, and good enough for operands.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        for shift in [13, -7, 17] {
            self.0 ^= if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        }
        self.0
    }
}
