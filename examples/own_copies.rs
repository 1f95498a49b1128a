//! Many copies of a module of one's own at once: a small processor, each copy with its own instructions. Compares the speed with
//! single simulations and with Verilator, and writes waves of one copy: `cargo run --release --example own_copies -- FOLDER`.

use lanesmith::hdl;
use lanesmith::hdl::prelude::*;
use lanesmith::sim::verilator::Verilated;
use lanesmith::sim::{Engine, EngineError};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Operation {
    Add,
    Subtract,
    And,
    Xor,
    ShiftRight,
    Immediate,
    Store,
    Branch,
}

/// A processor of 16 bits with eight registers and a memory of 16 words. The testbench is its program memory: it gives the instruction
/// at `pc` in every clock.
///
/// An instruction has four fields: the operation (bits 13 to 11), the destination (10 to 8), and two sources (7 to 5 and 4 to 2), or
/// a number of 8 bits in their place (7 to 0).
#[hdl_module]
struct Processor {
    clock: Signal<In, Clock>,
    /// Operation of the instruction at pc:
    operation: Signal<In, Operation>,
    /// Its destination and sources.
    fields: Signal<In, Bits<11>>,
    /// Address of the instruction.
    pc: Signal<Out, Bits<12>>,
    /// Value for the destination.
    result: Signal<Out, Bits<16>>,
    a: Signal<Local, Bits<16>>,
    b: Signal<Local, Bits<16>>,
    sum: Signal<Local, Bits<16>>,
    writes: Signal<Local, Bit>,
    counter: DFF<Bits<12>>,
    registers: [DFF<Bits<16>>; 8],
    #[default(Memory::synchronous(16))]
    memory: Memory<Bits<16>, 4, 1>,
}

impl Logic for Processor {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, counter);
        self.a.next = 0.into();
        self.b.next = 0.into();
        for i in 0..8 {
            self.registers[i].clock.next = self.clock.val();
            self.registers[i].d.next = self.registers[i].q.val();
            if self.fields.val().get_bits::<3>(5).index() == i {
                self.a.next = self.registers[i].q.val();
            }
            if self.fields.val().get_bits::<3>(2).index() == i {
                self.b.next = self.registers[i].q.val();
            }
        }
        self.memory.clock.next = self.clock.val();
        self.memory.read_enable[0].next = true;
        self.memory.read_address[0].next = self.b.val().get_bits::<4>(0);
        self.memory.write_address.next = self.b.val().get_bits::<4>(0);
        self.memory.write_data.next = self.a.val();
        self.memory.write_enable.next = self.operation.val() == Operation::Store;
        self.counter.d.next = self.counter.q.val() + 1;
        self.writes.next = true;
        self.sum.next = self.a.val() + self.b.val();
        match self.operation.val() {
            Operation::Add => {}
            Operation::Subtract => {
                self.sum.next = self.a.val() - self.b.val();
            }
            Operation::And => {
                self.sum.next = self.a.val() & self.b.val();
            }
            Operation::Xor => {
                self.sum.next = self.a.val() ^ self.b.val();
            }
            Operation::ShiftRight => {
                self.sum.next = self.a.val() >> self.b.val().get_bits::<4>(0);
            }
            Operation::Immediate => {
                self.sum.next = bit_cast::<16, 8>(self.fields.val().get_bits::<8>(0));
            }
            Operation::Store => {
                self.sum.next = self.memory.read_data[0].val();
            }
            Operation::Branch => {
                self.writes.next = false;
                if self.a.val() == self.b.val() {
                    self.counter.d.next = self.counter.q.val() + 3;
                }
            }
        }
        for i in 0..8 {
            if self.writes.val() & (self.fields.val().get_bits::<3>(8).index() == i) {
                self.registers[i].d.next = self.sum.val();
            }
        }
        self.pc.next = self.counter.q.val();
        self.result.next = self.sum.val();
    }
}

/// The instruction of a copy at an address: operation and fields.
fn instruction(copy: u64, pc: u64) -> [u64; 2] {
    let mixed = (copy << 12 | pc).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    [mixed >> 61, mixed >> 40 & 0x7ff]
}

/// Runs all copies at once: a sum of the results of each.
fn together(copies: &mut hdl::Copies, clocks: usize) -> Result<Vec<u64>, hdl::Error> {
    let mut sums = vec![0_u64; copies.count()];
    copies.settle();
    for _ in 0..clocks {
        let pcs = copies.get_each("pc")?;
        let instructions: Vec<[u64; 2]> = (0..).zip(pcs).map(|(copy, pc)| instruction(copy, pc)).collect();
        copies.set_each("operation", |copy| instructions[copy][0])?;
        copies.set_each("fields", |copy| instructions[copy][1])?;
        copies.settle();
        for (sum, result) in sums.iter_mut().zip(copies.get_each("result")?) {
            *sum += result;
        }
        copies.tick();
        copies.settle();
    }
    Ok(sums)
}

/// Runs one copy alone on another engine: a sum of its results.
fn alone(engine: &mut dyn Engine, copy: usize, clocks: usize) -> u64 {
    let [operation, fields, pc, result] = ["operation", "fields", "pc", "result"].map(|name| engine.port(name));
    let mut sum = 0;
    engine.settle();
    for _ in 0..clocks {
        let [code, rest] = instruction(copy as u64, engine.get(pc));
        engine.set(operation, code);
        engine.set(fields, rest);
        engine.settle();
        sum += engine.get(result);
        engine.tick();
        engine.settle();
    }
    sum
}

/// The seconds that a clock of one copy takes.
pub struct Seconds {
    pub copies: f64,
    pub native: f64,
    /// Where Verilator is installed.
    pub verilator: Option<f64>,
}

/// Runs copies, and some of them alone, which must compute the same.
pub fn compare(count: usize, clocks: usize) -> Result<Seconds, hdl::Error> {
    let design = hdl::lower(&Processor::default())?;
    let mut copies = hdl::simulate_copies(&design, count)?;
    let start = Instant::now();
    let sums = together(&mut copies, clocks)?;
    let seconds = |start: Instant, runs: usize| start.elapsed().as_secs_f64() / (runs * clocks) as f64;
    let of_copies = seconds(start, count);

    let some: Vec<usize> = (0..count).step_by(count.div_ceil(16)).collect();
    let native = some.iter().map(|_| Ok(hdl::simulate(&design)?.engine().clone()));
    let mut native = native.collect::<Result<Vec<hdl::Native>, hdl::Error>>()?;
    let start = Instant::now();
    for (copy, engine) in some.iter().zip(&mut native) {
        assert_eq!(
            alone(engine, *copy, clocks),
            sums[*copy],
            "copy {copy} on the native engine"
        );
    }
    let of_native = seconds(start, some.len());

    let models: Result<Vec<Verilated>, EngineError> = some.iter().map(|_| Verilated::new(&design)).collect();
    let of_verilator = match models {
        Ok(mut models) => {
            let start = Instant::now();
            for (copy, engine) in some.iter().zip(&mut models) {
                assert_eq!(alone(engine, *copy, clocks), sums[*copy], "copy {copy} on Verilator");
            }
            Some(seconds(start, some.len()))
        }
        Err(EngineError::Unavailable(_)) => None,
        Err(error) => return Err(error.into()),
    };
    Ok(Seconds {
        copies: of_copies,
        native: of_native,
        verilator: of_verilator,
    })
}

/// Searches for the copy that first stores a number above 60,000, and writes waves of it alone. Returns the copy and the save file of
/// GTKWave.
pub fn search(count: usize, folder: &Path) -> Result<(usize, Option<PathBuf>), hdl::Error> {
    let mut copies = hdl::simulate_copies(&hdl::lower(&Processor::default())?, count)?;
    copies.keep_inputs();
    loop {
        copies.settle();
        let pcs = copies.get_each("pc")?;
        copies.set_each("operation", |copy| instruction(copy as u64, pcs[copy])[0])?;
        copies.set_each("fields", |copy| instruction(copy as u64, pcs[copy])[1])?;
        copies.settle();
        // Logic on planes looks at all copies at once.
        let operation = copies.planes("operation")?;
        let result = copies.planes("result")?;
        let stores = &(&operation[2] & &operation[1]) & &!&operation[0];
        let high = result[12..].iter().fold(stores, |all, bit| &all & bit);
        if let Some(copy) = high.ones().next() {
            let mut simulation = copies.replay(copy, Some(&folder.join("processor.vcd")))?;
            return Ok((copy, simulation.finish_recording()?.gtkw));
        }
        copies.tick();
    }
}

/// Prints the speed of all ways, and writes waves into the folder that is given, or that of temporary files.
pub fn main() -> Result<(), hdl::Error> {
    let (count, clocks) = (1024, 20_000);
    let seconds = compare(count, clocks)?;
    let speed = |name: &str, seconds: f64| println!("{name}: {:.2} million clocks per second", 1e-6 / seconds);
    speed("1024 copies", seconds.copies);
    speed("native engine", seconds.native);
    match seconds.verilator {
        Some(seconds) => speed("Verilator", seconds),
        None => println!("Verilator: not installed"),
    }
    let folder = std::env::args_os()
        .nth(1)
        .map_or_else(std::env::temp_dir, PathBuf::from);
    let (copy, waves) = search(count, &folder)?;
    if let Some(waves) = waves {
        println!(
            "copy {copy} stored more than 60000; to look at its waves: gtkwave {}",
            waves.display()
        );
    }
    Ok(())
}
