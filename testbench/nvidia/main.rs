//! Golden against real silicon: an NVIDIA GPU executes the vector files and random operands.
//!
//! ```text
//! cargo run --release --example nvidia -- [--evaluations N] [--seed S] [--optimization 0..4] [--vectors DIR]
//! ```
//!
//! The driver's compiler translates the PTX text of each instruction. libcuda is looked for when the program runs: nothing of CUDA is
//! needed to build it. Without a GPU it says so and exits with status 0. Exit status 1 is a difference, except of scalar video
//! instructions, whose compiled code departs from the manual: these differences are only counted.

mod driver;
mod forms;
mod judge;
mod kernels;
mod vectors;

use clap::Parser;
use forms::{Form, SCALAR};
use judge::Columns;
use lanesmith::sim::testbench::Random;
use lanesmith::vectors::{Refusal, Table};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::available_parallelism;

/// Compares golden with an NVIDIA GPU.
#[derive(Parser)]
struct Arguments {
    /// Evaluations on random operands in total; each form gets its share.
    #[arg(long, default_value_t = 1_000_000_000)]
    evaluations: u64,
    /// Seed of operands, selectors and masks.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Level of optimization of the driver's compiler.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=4))]
    optimization: u32,
    /// Folder of vector files.
    #[arg(long, default_value = "src/units/vectors")]
    vectors: PathBuf,
    /// Writes the kernels of the first round for this architecture to stdout instead, for example 90 for sm_90.
    #[arg(long, value_name = "ARCHITECTURE")]
    ptx: Option<u32>,
}

/// Operand sets per kernel launch.
const BATCH: usize = 1 << 20;
/// Differences of a group that are printed.
const SHOWN: u64 = 2;

/// The number of differences that are failures.
type Outcome = Result<u64, driver::Error>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(architecture) = arguments.ptx {
        let forms = forms::all_forms(architecture, &mut Random::new(arguments.seed));
        print!("{}", kernels::module(architecture, &forms));
        return ExitCode::SUCCESS;
    }
    let gpu = match driver::Gpu::open(arguments.optimization) {
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
    println!(
        "{} (sm_{}), driver API {}, optimization {}, seed {}",
        gpu.name, gpu.architecture, gpu.version, arguments.optimization, arguments.seed
    );
    let outcome = rows(&gpu, &arguments.vectors).and_then(|differences| Ok(differences + random(&gpu, &arguments)?));
    match outcome {
        Ok(0) => {
            println!("no difference");
            ExitCode::SUCCESS
        }
        Ok(differences) => {
            println!("{differences} differences");
            ExitCode::from(1)
        }
        Err(driver::Error::Unavailable(why) | driver::Error::Failed(why)) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

fn threads() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The vector files. A file with several columns of results is about their differences: they are only counted.
fn rows(gpu: &driver::Gpu, folder: &Path) -> Outcome {
    let failed = |error: std::io::Error| driver::Error::Failed(format!("{}: {error}", folder.display()));
    let unreadable = |unreadable: Refusal| driver::Error::Failed(unreadable.0.to_string());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "csv"));
    files.sort();
    let mut total = 0;
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let table = Table::read(file).map_err(unreadable)?;
        let Some(rows) = vectors::Rows::of(&table).map_err(unreadable)? else {
            println!("{name}: skipped, it has no results of PTX instructions");
            continue;
        };
        if !rows.are_for(gpu.architecture) {
            println!("{name}: skipped, sm_{} has no such instructions", gpu.architecture);
            continue;
        }
        let columns = rows.compare(|forms, operands| {
            let module = gpu.load(&kernels::sequence(gpu.architecture, forms))?;
            module.run(&kernels::name(0), &gpu.upload(operands)?, 1)
        })?;
        for (column, rows, differ) in &columns {
            println!("{name}, column {column}: {rows} rows, {differ} differ");
        }
        if let [(_, _, differ)] = columns[..] {
            total += differ as u64;
        }
    }
    Ok(total)
}

/// Rounds over all forms, with new selectors, masks and operands in each, until there are enough evaluations.
fn random(gpu: &driver::Gpu, arguments: &Arguments) -> Outcome {
    let mut random = Random::new(arguments.seed);
    let mut counts: BTreeMap<String, [u64; 2]> = BTreeMap::new();
    let mut done = 0;
    let progress = indicatif::ProgressBar::new(arguments.evaluations);
    while done < arguments.evaluations {
        let operands: Columns = std::array::from_fn(|_| (0..BATCH).map(|_| random.operand()).collect());
        let forms = forms::all_forms(gpu.architecture, &mut random);
        let module = gpu.load(&kernels::module(gpu.architecture, &forms))?;
        let buffers = gpu.upload(&operands.each_ref().map(|column| &column[..]))?;
        for (chunk, forms) in forms.chunks(threads()).enumerate() {
            let first = chunk * threads();
            let silicon = (first..first + forms.len()).map(|i| module.run(&kernels::name(i), &buffers, BATCH));
            let silicon = silicon.collect::<Result<Vec<_>, _>>()?;
            for (form, differences) in forms.iter().zip(judged(forms, &silicon, &operands)) {
                let count = counts.entry(counted_as(form)).or_default();
                for k in differences.iter().take(SHOWN.saturating_sub(count[1]) as usize) {
                    let [a, b, c] = operands.each_ref().map(|column| column[k.0]);
                    let text = &form.text;
                    println!(
                        "{text} a {a:#010x} b {b:#010x} c {c:#010x}: silicon {:#010x}, golden {:#010x}",
                        k.1, k.2
                    );
                }
                *count = [count[0] + BATCH as u64, count[1] + differences.len() as u64];
                done += BATCH as u64;
            }
            progress.set_position(done);
        }
    }
    progress.finish_and_clear();
    for (name, [evaluations, differences]) in &counts {
        println!("{name}: {evaluations} evaluations, {differences} differences");
    }
    let failures = counts.iter().filter(|(name, _)| !name.starts_with(SCALAR));
    Ok(failures.map(|(_, [_, differences])| differences).sum())
}

/// What a form is counted as: its group, for scalar video instructions with their name.
fn counted_as(form: &Form) -> String {
    match form.group {
        SCALAR => format!("{SCALAR}: {}", form.text.split('.').next().unwrap_or_default()),
        group => group.to_owned(),
    }
}

/// For each form the evaluations in which silicon and golden differ, with both results.
fn judged(forms: &[Form], silicon: &[Vec<u32>], operands: &Columns) -> Vec<Vec<(usize, u32, u32)>> {
    let judge = |form: &Form, silicon: &[u32]| {
        let golden = judge::golden(form, operands);
        let pairs = silicon.iter().zip(golden).enumerate();
        let differ = pairs.filter(|(_, (got, golden))| !judge::agree(form, **got, *golden));
        differ.map(|(k, (got, golden))| (k, *got, golden)).collect()
    };
    std::thread::scope(|scope| {
        let judge = &judge;
        let workers: Vec<_> = forms
            .iter()
            .zip(silicon)
            .map(|(form, silicon)| scope.spawn(move || judge(form, silicon)))
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("no thread panics"))
            .collect()
    })
}
