//! Compares lanesmith's PTX parser with `ptx-90-parser` on the same texts: lines per second on one core, and peak memory relative
//! to the size of the text. Then measures how many integer instructions a second lanesmith executes.
//! `cargo run --release --manifest-path testbench/ptx_speed/Cargo.toml -- FILE.ptx…`
//!
//! lanesmith also resolves names and checks every instruction; the other parser only parses. A file that a parser refuses is
//! reported as refused by it.

use lanesmith_execution::{Argument, Issued, Launch, Units, prepare};
use lanesmith_ptx::PtxInstruction;
use lanesmith_ptx::tree::Module;
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// Counts the bytes in use and their peak.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let in_use = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(in_use, Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Parsers run at least this long on a file.
const SECONDS: f64 = 1.0;

/// Prints the speed and the memory of a parser that says whether it reads a text.
fn measure(name: &str, text: &str, parse: impl Fn(&str) -> bool) {
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let verdict = if parse(text) { "read" } else { "refused" };
    let peak = PEAK.load(Relaxed) - before;
    let start = Instant::now();
    let mut runs = 0.0;
    while start.elapsed().as_secs_f64() < SECONDS {
        parse(text);
        runs += 1.0;
    }
    let rate = text.lines().count() as f64 * runs / start.elapsed().as_secs_f64();
    let ratio = peak as f64 / text.len() as f64;
    println!("  {name:14} {verdict:8} {rate:12.0} lines/s {ratio:8.1} x the text in memory");
}

fn main() {
    for path in std::env::args().skip(1) {
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(why) => {
                eprintln!("error: cannot read {path}: {why}");
                std::process::exit(2);
            }
        };
        println!("{path}: {} lines, {} bytes", text.lines().count(), text.len());
        measure("lanesmith", &text, |text| Module::read(text).is_ok());
        measure("ptx-90-parser", &text, |text| ptx_parser::parse_ptx(text).is_ok());
    }
    execute();
}

/// The kernel has no instruction of a unit.
struct NoUnits;

impl Units for NoUnits {
    fn prepare(&mut self, _: &PtxInstruction) -> usize {
        0
    }

    fn execute(&mut self, _: usize, _: [u32; 3], _: &Issued) -> u32 {
        0
    }
}

/// Steps of the loop of each of the 64 threads.
const STEPS: u32 = 100_000;

/// Prints how many instructions a second the interpreter executes.
fn execute() {
    let (module, _) = Module::read(include_str!("../xorshift.ptx")).expect("a correct module");
    let program = prepare(&module, "xorshift").unwrap_or_else(|_| panic!("an executable kernel"));
    let launch = Launch {
        block: [64, 1, 1],
        arguments: vec![
            ("numbers".into(), Argument::Buffer(vec![0; 256])),
            ("steps".into(), Argument::Bytes(STEPS.to_le_bytes().to_vec())),
        ],
        ..Launch::default()
    };
    let start = Instant::now();
    let finished = program.run(&launch, &mut NoUnits, &mut |_| {}).expect("a run");
    let rate = finished.instructions as f64 / start.elapsed().as_secs_f64();
    println!(
        "xorshift.ptx: {} instructions, {:.1} million a second",
        finished.instructions,
        rate / 1e6
    );
}
