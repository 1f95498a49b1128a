//! The SIMD video ALU's hardware against golden, without Verilog.

use lanesmith::algebra::{Bit, Slice, pack, unpack};
use lanesmith::netlist::{Flat, NetId, eval};
use lanesmith::ptx::{Instruction, Mode, OPERATIONS, Operands, Width, parse};
use lanesmith::rtl::device::Device;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::{Engine, native::Native, rust_hdl::RustHdl};
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::families;
use lanesmith::units::video::golden::batch;
use lanesmith::units::video::golden::batch::Vector;
use lanesmith::units::video::rtl as video;
use lanesmith::units::video::rtl::VideoConfig;
use std::collections::VecDeque;

/// 64-bit words per plane.
const WORDS: usize = 8;
/// Vectors per pass through the netlist.
const PASS: usize = 64 * WORDS;

/// A control word of an instruction that `config` has.
fn random_control(random: &mut Random, config: &VideoConfig) -> Control {
    let width = if config.dual && random.flag() {
        Width::Dual
    } else {
        Width::Quad
    };
    let mut digits = |default: [u8; 4]| match config.selectors {
        true => std::array::from_fn(|lane| match (lane as u32) < width.lanes() {
            true => random.below(2 * width.lanes()) as u8,
            false => 0,
        }),
        false => default,
    };
    let (asel, bsel) = Instruction::default_selectors(width);
    let (asel, bsel) = (digits(asel), digits(bsel));
    let families = families(&config);
    let rows: Vec<usize> = (0..OPERATIONS.len())
        .filter(|row| families.contains(&OPERATIONS[*row].family))
        .collect();
    let row = random.pick(&rows);
    let family = OPERATIONS[row].family;
    let mut modes = family.modes().to_vec();
    modes.retain(|mode| config.accumulate || *mode != Mode::Accumulate);
    let mode = random.pick(&modes);
    let signs = random.below(if family.has_destination_type() { 8 } else { 4 });
    let mask = random.below(1 << width.lanes());
    if !family.has_lanes() {
        let width = OPERATIONS[row].operation.widths()[0];
        return Control::encode(&instruction(row, width, signs, mode));
    }
    Control::encode(&Instruction {
        asel,
        bsel,
        mask: mask as u8,
        ..instruction(row, width, signs, mode)
    })
}

/// An instruction with default selectors and all lanes on; bits 2, 1 and 0 of `signs`: d, a and b are signed.
fn instruction(row: usize, width: Width, signs: u32, mode: Mode) -> Instruction {
    let (asel, bsel) = Instruction::default_selectors(width);
    Instruction {
        guard: None,
        operation: OPERATIONS[row].operation,
        width,
        d_signed: signs & 4 != 0,
        a_signed: signs & 2 != 0,
        b_signed: signs & 1 != 0,
        mode,
        mask: Instruction::full_mask(width),
        asel,
        bsel,
        operands: Operands::default(),
    }
}

fn random_vectors(random: &mut Random, config: &VideoConfig, count: usize) -> Vec<Vector> {
    let mut vector = || Vector {
        control: random_control(random, config),
        a: random.operand(),
        b: random.operand(),
        c: random.operand(),
    };
    (0..count).map(|_| vector()).collect()
}

/// NVIDIA's results.
fn nvidia(file: &str) -> (Vec<Vector>, Vec<u32>) {
    let path = format!("{}/testbench/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).expect("the vectors are there");
    let number = |text: &str| u32::from_str_radix(text.trim_start_matches("0x"), 16).expect("a hexadecimal number");
    let records = reader.records().map(|record| {
        let record = record.expect("a readable record");
        let instruction = parse(&record[0], None).expect("a legal instruction");
        let [a, b, c, d] = std::array::from_fn(|i| number(&record[i + 1]));
        let control = Control::encode(&instruction);
        (Vector { control, a, b, c }, d)
    });
    records.unzip()
}

/// What `video_core` of latency 0 gives, through the flat netlist.
fn settle(flat: &Flat, vectors: &[Vector]) -> Vec<u32> {
    let ports = ["control", "a", "b", "c", "d"].map(|name| flat.port(name).expect("a port of the core"));
    let state = eval::DesignState::<Slice<WORDS>>::power_up(flat);
    let mut results = Vec::with_capacity(vectors.len());
    for pass in vectors.chunks(PASS) {
        let planes = |read: fn(&Vector) -> u64, width| {
            let words: Vec<u64> = pass.iter().map(read).collect();
            pack::<WORDS>(&words, width)
        };
        let inputs = |port: NetId| match ports.iter().position(|known| *known == port) {
            Some(0) => planes(|vector| vector.control.0, Control::BITS),
            Some(1) => planes(|vector| vector.a.into(), 32),
            Some(2) => planes(|vector| vector.b.into(), 32),
            Some(3) => planes(|vector| vector.c.into(), 32),
            _ => vec![Slice::constant(false)],
        };
        let values = eval::settle(flat, inputs, &state);
        let d = &values[ports[4].0 as usize];
        results.extend(unpack(d, pass.len()).into_iter().map(|d| d as u32));
    }
    results
}

fn compare(vectors: &[Vector], found: &[u32], expected: &[u32]) {
    assert_eq!(found.len(), expected.len());
    for ((vector, found), expected) in vectors.iter().zip(found).zip(expected) {
        assert_eq!(found, expected, "{vector:#x?} gave {found:#x} instead of {expected:#x}");
    }
}

fn combinational(config: &VideoConfig) -> Flat {
    let config = VideoConfig { latency: 0, ..*config };
    Flat::new(&video::core_design(&config).expect("a netlist")).expect("a sound netlist")
}

/// Sends `vectors` through `video_core`, one per cycle, with random pauses of `enable`.
fn run_core(engine: &mut dyn Engine, latency: u32, vectors: &[Vector]) {
    let [enable, control, a, b, c, d] = ["enable", "control", "a", "b", "c", "d"].map(|name| engine.port(name));
    let expected = batch::evaluate(vectors);
    let mut random = Random::new(1);
    let mut pipeline: VecDeque<Option<usize>> = VecDeque::from(vec![None; latency as usize]);
    let mut inputs = (0..vectors.len())
        .map(Some)
        .chain(vec![None; latency as usize])
        .peekable();
    let mut retired = 0;
    while let Some(input) = inputs.peek().copied() {
        let advance = !random.one_in(4);
        let vector = vectors[input.unwrap_or(0)];
        engine.set(enable, advance.into());
        engine.set(control, vector.control.0);
        engine.set(a, vector.a.into());
        engine.set(b, vector.b.into());
        engine.set(c, vector.c.into());
        engine.settle();
        pipeline.push_back(input);
        if let Some(i) = pipeline[0] {
            compare(&vectors[i..=i], &[engine.get(d) as u32], &expected[i..=i]);
        }
        engine.tick();
        if advance {
            retired += usize::from(pipeline.pop_front() != Some(None));
            inputs.next();
        } else {
            pipeline.pop_back();
        }
    }
    assert_eq!(retired, vectors.len());
}

/// Every combination of the options, at a latency.
fn configurations(latency: u32) -> impl Iterator<Item = VideoConfig> {
    (0..32).map(move |options| VideoConfig {
        selectors: options & 1 != 0,
        accumulate: options & 2 != 0,
        dual: options & 4 != 0,
        vset: options & 8 != 0,
        dot: options & 16 != 0,
        ..VideoConfig::full(latency)
    })
}

#[test]
fn the_update_functions_of_the_core_agree_with_golden_at_every_latency() {
    let mut random = Random::new(7);
    for (latency, device) in (0..=VideoConfig::MAX_LATENCY)
        .map(|latency| (latency, Device::Portable))
        .chain([(3, Device::Ecp5), (3, Device::Ice40)])
    {
        let config = VideoConfig {
            device,
            ..VideoConfig::all(latency)
        };
        let core = video::core(&config).expect("a valid configuration");
        let vectors = random_vectors(&mut random, &config, 300);
        run_core(&mut RustHdl::new(core), latency, &vectors);
    }
}

#[test]
fn the_netlist_of_the_core_agrees_with_nvidia() {
    for (file, config, rows) in [
        ("ptx_vop.csv", VideoConfig::full(0), 20_160),
        ("ptx_vop.csv", VideoConfig::all(0), 20_160),
        ("ptx_vset.csv", VideoConfig::all(0), 12_000),
        ("ptx_dp.csv", VideoConfig::all(0), 4_000),
    ] {
        let (vectors, expected) = nvidia(file);
        assert_eq!(vectors.len(), rows);
        compare(&vectors, &settle(&combinational(&config), &vectors), &expected);
    }
}

#[test]
fn the_netlist_of_every_configuration_agrees_with_golden_at_every_latency() {
    let mut random = Random::new(11);
    for latency in 0..=VideoConfig::MAX_LATENCY {
        for config in configurations(latency) {
            let design = video::core_design(&config).expect("a netlist");
            let flat = Flat::new(&design).expect("a sound netlist");
            let vectors = random_vectors(&mut random, &config, 5_000);
            run_core(&mut Native::new(&flat).expect("an engine"), latency, &vectors);
        }
    }
}

/// Whether operation, width and mode in this word are those of an instruction that the hardware has, as the documentation's
/// table has it.
fn has_instruction(config: &VideoConfig, word: Control) -> bool {
    let is = |field| word.get(field) == 1;
    let lacking = is("accumulate") && !config.accumulate || is("width") && !config.dual;
    match word.get("op") {
        6 if is("d_signed") && is("saturate") => config.dot && !is("accumulate") && !is("width"),
        7 if is("d_signed") && is("saturate") => config.dot && !is("accumulate"),
        6 | 7 => config.vset && !lacking,
        _ => !(lacking || is("saturate") && is("accumulate")),
    }
}

#[test]
fn a_word_with_an_unused_code_gives_0_in_every_configuration() {
    let mut random = Random::new(17);
    for config in configurations(0) {
        let flat = combinational(&config);
        let word = |random: &mut Random| Control(random.bits() & ((1 << Control::BITS) - 1));
        let vectors: Vec<Vector> = (0..4_000)
            .map(|_| Vector {
                control: word(&mut random),
                a: random.operand(),
                b: random.operand(),
                c: random.operand(),
            })
            .collect();
        let (used, unused): (Vec<_>, Vec<_>) = vectors
            .iter()
            .partition(|vector| has_instruction(&config, vector.control));
        assert!(used.len() > 300 && unused.len() > 300, "{config:?}");
        compare(&unused, &settle(&flat, &unused), &vec![0; unused.len()]);
        let zeros = settle(&flat, &used).iter().filter(|d| **d == 0).count();
        assert!(zeros < used.len() / 4, "{config:?}: {zeros} of {}", used.len());
        if config.selectors {
            let by_instruction: Vec<Vector> = used
                .into_iter()
                .filter(|vector| Instruction::try_from(vector.control).is_ok())
                .collect();
            compare(
                &by_instruction,
                &settle(&flat, &by_instruction),
                &batch::evaluate(&by_instruction),
            );
        }
    }
}

#[test]
fn a_lane_of_8_bits_agrees_with_golden_on_all_operands() {
    let flat = combinational(&VideoConfig::all(0));
    let mut pairs = 0;
    // Four pairs per vector, one in each lane, with an order of its own.
    let orders = [(1, 0), (3, 0x1234), (5, 0x8001), (7, 0xff00)];
    let quarters: Vec<(u32, u32)> = (0..1u32 << 16)
        .map(|i| {
            let lane = |(factor, offset): (u32, u32)| i.wrapping_mul(factor).wrapping_add(offset) & 0xffff;
            let bytes = orders.map(lane);
            let [a, b] = [8, 0].map(|shift| u32::from_le_bytes(bytes.map(|pair| (pair >> shift) as u8)));
            (a, b)
        })
        .collect();
    for (i, row) in OPERATIONS.iter().enumerate().filter(|(_, row)| row.family.has_lanes()) {
        for signs in 0..if row.family.has_destination_type() { 8 } else { 4 } {
            for mode in row.family.modes() {
                let control = Control::encode(&instruction(i, Width::Quad, signs, *mode));
                let vectors: Vec<Vector> = quarters
                    .iter()
                    .map(|&(a, b)| Vector {
                        control,
                        a,
                        b,
                        c: a.rotate_left(13) ^ b,
                    })
                    .collect();
                compare(&vectors, &settle(&flat, &vectors), &batch::evaluate(&vectors));
                pairs += vectors.len();
            }
        }
    }
    println!("{pairs} vectors: in each lane 65536 operand pairs x every operation, types and mode, no difference");
    assert_eq!(pairs, 65_536 * (6 * 8 * 3 + 6 * 4 * 2));
}

/// A product of two bytes at each place of two wide factors: what a multiplier of wide factors gives, and what is wanted of it.
fn packed([a0, a1, b0, b1]: [u64; 4], place: u32) -> (u64, u64) {
    ((a0 + (a1 << place)) * (b1 + (b0 << place)), a0 * b0 + a1 * b1)
}

#[test]
fn two_products_of_bytes_have_no_place_in_one_of_18_bit_factors_but_have_in_one_of_25_bit_factors() {
    // Factors of 18 bits hold bytes up to 10 bits apart. There equal wide products belong to different sums.
    for place in 1..=10 {
        let one = packed([0, 1, 0, 1], place);
        let other = packed([1 << (place / 2), 0, 0, 1 << place.div_ceil(2)], place);
        assert_eq!((one.0, other.0), (1 << place, 1 << place));
        assert_eq!((one.1, other.1), (1, 0));
    }
    // 17 bits apart neither cross product reaches the sum, which has 17 bits.
    let corners = [0, 1, 2, 127, 128, 254, 255];
    for a0 in corners {
        for a1 in corners {
            for b0 in corners {
                for b1 in corners {
                    let (product, sum) = packed([a0, a1, b0, b1], 17);
                    assert_eq!(product >> 17 & 0x1ffff, sum);
                }
            }
        }
    }
}
