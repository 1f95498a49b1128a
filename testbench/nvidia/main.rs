//! Golden against real silicon: every operation, width, type combination and mode, on an NVIDIA GPU.
//!
//! ```text
//! cargo run --release --example nvidia -- [--evaluations N] [--seed S]
//! ```
//!
//! The PTX text of each instruction is loaded through libcuda, which is looked for when the program runs: nothing of
//! CUDA is needed to build it. Without a GPU it says so and exits with status 0. Exit status 1 is a difference.

mod driver;
mod kernels;

use clap::Parser;
use lanesmith::algebra::{Bitwise, Int, Slice, pack, unpack};
use lanesmith::ptx::Instruction;
use lanesmith::sim::testbench::Random;
use lanesmith::units::video::golden::{Modifiers, evaluate, execute};
use std::process::ExitCode;

/// Compares golden with an NVIDIA GPU.
#[derive(Parser)]
struct Arguments {
    /// Evaluations in total; each of the 396 forms gets its share.
    #[arg(long, default_value_t = 1_000_000_000)]
    evaluations: u64,
    /// Seed of operands, selectors and masks.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Operand sets per kernel launch.
const BATCH: usize = 1 << 20;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let gpu = match driver::Gpu::open() {
        Ok(gpu) => gpu,
        Err(driver::Error::Unavailable(why)) => {
            println!("skipped: {why}");
            return ExitCode::SUCCESS;
        }
        Err(driver::Error::Failed(why)) => {
            eprintln!("error: {why}");
            return ExitCode::from(2);
        }
    };
    println!("{}, driver API {}, seed {}", gpu.name, gpu.version, arguments.seed);
    match compare(&gpu, &arguments) {
        Ok((evaluations, 0)) => {
            println!("{evaluations} evaluations, no difference");
            ExitCode::SUCCESS
        }
        Ok((evaluations, differences)) => {
            println!("{evaluations} evaluations, {differences} differences");
            ExitCode::from(1)
        }
        Err(driver::Error::Unavailable(why) | driver::Error::Failed(why)) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// Rounds over all forms, with new selectors, masks and operands in each, until there are enough evaluations.
fn compare(gpu: &driver::Gpu, arguments: &Arguments) -> Result<(u64, u64), driver::Error> {
    let mut random = Random::new(arguments.seed);
    let (mut evaluations, mut differences) = (0, 0);
    let progress = indicatif::ProgressBar::new(arguments.evaluations);
    while evaluations < arguments.evaluations {
        let operands: [Vec<u32>; 3] = std::array::from_fn(|_| (0..BATCH).map(|_| random.operand()).collect());
        let instructions = kernels::all_forms(&mut random);
        let module = gpu.load(&kernels::module(&instructions))?;
        let buffers = gpu.upload(&operands)?;
        for (i, instruction) in instructions.iter().enumerate() {
            let silicon = module.run(&kernels::name(i), &buffers)?;
            let golden = golden(instruction, &operands);
            for (k, (got, expected)) in silicon.iter().zip(&golden).enumerate() {
                if got != expected {
                    differences += 1;
                    if differences <= 10 {
                        let [a, b, c] = [0, 1, 2].map(|j: usize| operands[j][k]);
                        println!(
                            "{instruction} a {a:#010x} b {b:#010x} c {c:#010x}: silicon {got:#010x}, golden {expected:#010x}"
                        );
                    }
                }
            }
            evaluations += BATCH as u64;
            progress.set_position(evaluations);
        }
    }
    progress.finish_and_clear();
    Ok((evaluations, differences))
}

/// Golden, bit-sliced over the whole batch; the first vector also concretely, so that the two forms are compared too.
fn golden(instruction: &Instruction, operands: &[Vec<u32>; 3]) -> Vec<u32> {
    const PLANES: usize = 8;
    type Sliced = Bitwise<Slice<PLANES>>;
    let modifiers = Modifiers::<Sliced>::of(instruction);
    let [a, b, c] = operands;
    let mut results = Vec::with_capacity(a.len());
    for start in (0..a.len()).step_by(64 * PLANES) {
        let end = (start + 64 * PLANES).min(a.len());
        let word = |values: &[u32]| {
            let values: Vec<u64> = values[start..end].iter().map(|value| u64::from(*value)).collect();
            Int::unsigned(pack::<PLANES>(&values, 32))
        };
        let d = execute(&modifiers, &word(a), &word(b), &word(c));
        results.extend(unpack(&d.low(32), end - start).iter().map(|value| *value as u32));
    }
    assert_eq!(results[0], evaluate(instruction, a[0], b[0], c[0]));
    results
}
