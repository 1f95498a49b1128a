//! The SIMD video ALU's hardware against golden, without Verilog.

use lanesmith::algebra::Concrete;
use lanesmith::golden::video::{Modifiers, evaluate, execute};
use lanesmith::isa::ptx::{Control, parse};
use lanesmith::rtl::video::{self, Config};
use lanesmith::sim::{Engine, rust_hdl::RustHdl};
use std::collections::VecDeque;

/// Control word, `a`, `b`, `c`, and the expected `d`.
type Vector = (u64, u32, u32, u32, u32);

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    /// Random, but every second byte is at an edge of its range.
    fn word(&mut self) -> u32 {
        let edges = [0x00, 0x01, 0x7f, 0x80, 0xff, 0xfe, 0x81, 0x02];
        let bytes = std::array::from_fn(|_| {
            let random = self.next();
            if random & 1 != 0 {
                edges[random as usize >> 1 & 7]
            } else {
                (random >> 8) as u8
            }
        });
        u32::from_le_bytes(bytes)
    }

    /// A control word of an instruction that exists.
    fn control(&mut self) -> u64 {
        let dual = self.below(2);
        let mode = [0, 1 << 7, 1 << 8][self.below(3) as usize];
        let bits = |random: u64, dual_bits: u32, quad_bits: u32| {
            random & ((1 << if dual == 1 { dual_bits } else { quad_bits }) - 1)
        };
        let mask = bits(self.next(), 2, 4);
        let (asel, bsel) = (bits(self.next(), 4, 12), bits(self.next(), 4, 12));
        self.below(6) | dual << 3 | self.below(8) << 4 | mode | mask << 9 | asel << 13 | bsel << 25
    }

    fn vector(&mut self) -> Vector {
        let (control, a, b, c) = (self.control(), self.word(), self.word(), self.word());
        (control, a, b, c, golden(control, a, b, c))
    }
}

fn golden(control: u64, a: u32, b: u32, c: u32) -> u32 {
    let field = |name: &str| Control(control).get(name) as i64;
    let modifiers = Modifiers::<Concrete> {
        operation: field("op"),
        width: field("width"),
        d_signed: field("d_signed") != 0,
        a_signed: field("a_signed") != 0,
        b_signed: field("b_signed") != 0,
        saturate: field("saturate") != 0,
        accumulate: field("accumulate") != 0,
        mask: field("mask"),
        asel: field("asel"),
        bsel: field("bsel"),
    };
    execute(&modifiers, &a.into(), &b.into(), &c.into()) as u32
}

/// NVIDIA's results, every `step`-th of them.
fn nvidia(step: usize) -> Vec<Vector> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/vectors/ptx_vop.csv");
    let mut reader = csv::Reader::from_path(path).expect("the vectors are there");
    let number = |text: &str| u32::from_str_radix(text.trim_start_matches("0x"), 16).expect("a hexadecimal number");
    reader
        .records()
        .step_by(step)
        .map(|record| {
            let record = record.expect("a readable record");
            let instruction = parse(&record[0], None).expect("a legal instruction");
            let [a, b, c, d] = std::array::from_fn(|i| number(&record[i + 1]));
            assert_eq!(evaluate(&instruction, a, b, c), d, "{}", &record[0]);
            (Control::encode(&instruction).0, a, b, c, d)
        })
        .collect()
}

/// Sends `vectors` through `video_core`, one per cycle, with random pauses of `enable`.
fn run_core(engine: &mut dyn Engine, latency: u32, vectors: &[Vector]) {
    let [enable, control, a, b, c, d] = ["enable", "control", "a", "b", "c", "d"].map(|name| engine.port(name));
    let mut random = Random(1);
    let mut pipeline: VecDeque<Option<&Vector>> = VecDeque::from(vec![None; latency as usize]);
    let drain = std::iter::repeat_n(None, latency as usize);
    let mut inputs = vectors.iter().map(Some).chain(drain).peekable();
    let mut checked = 0;
    while let Some(input) = inputs.peek().copied() {
        let advance = random.below(4) != 0;
        let vector = input.unwrap_or(&vectors[0]);
        engine.set(enable, advance.into());
        engine.set(control, vector.0);
        engine.set(a, vector.1.into());
        engine.set(b, vector.2.into());
        engine.set(c, vector.3.into());
        engine.settle();
        let output = if latency == 0 { input } else { pipeline[0] };
        if let Some((control, a, b, c, expected)) = output {
            let found = engine.get(d) as u32;
            assert_eq!(
                found,
                *expected,
                "{}: control {control:#x}, a {a:#x}, b {b:#x}, c {c:#x}: {found:#x}, not {expected:#x}",
                engine.name()
            );
        }
        engine.tick();
        if advance {
            checked += usize::from(output.is_some());
            pipeline.push_back(input);
            pipeline.pop_front();
            inputs.next();
        }
    }
    assert_eq!(checked, vectors.len());
}

#[test]
fn the_update_functions_of_the_core_agree_with_golden_and_nvidia() {
    let mut random = Random(7);
    let mut vectors = nvidia(100);
    vectors.extend((0..200).map(|_| random.vector()));
    for latency in 0..=Config::MAX_LATENCY {
        let core = video::core(&Config::full(latency)).expect("a valid configuration");
        run_core(&mut RustHdl::new(core), latency, &vectors);
    }
}
