//! Programs that demonstrate a unit, for `demo`.

use super::{InstructionCount, Refusal};
use std::ops::RangeInclusive;

/// A unit's kernels, and where they run.
pub trait Demonstration: Sync {
    /// The instructions that the unit adds to the core.
    fn instructions(&self) -> InstructionSet;
    /// The programs to run.
    fn kernels(&self) -> &'static [DemoKernel];
    /// Where the kernels can run.
    fn platforms(&self) -> &'static [Platform];
    /// The platform for users who select none: the first one.
    fn default_platform(&self) -> &'static Platform {
        &self.platforms()[0]
    }
    /// The latencies, in cycles, that the unit can have on these platforms.
    fn latencies(&self) -> RangeInclusive<u64>;
    /// Builds a platform with a unit of this latency. Errors: the missing tools.
    fn build(&self, platform: &Platform, latency: u32) -> Result<Box<dyn RunningPlatform>, Refusal>;
    /// The FPGAs for which [`Demonstration::utilisation`] can be asked.
    fn fpgas(&self) -> &'static [&'static str];
    /// The area and clock of a platform on an FPGA, alone and with a unit of this latency; empty for a platform that is not
    /// hardware. Errors: the missing tools.
    fn utilisation(&self, platform: &Platform, latency: u32, fpga: &str) -> Result<Option<[Utilisation; 2]>, Refusal>;
}

/// Instructions that a unit adds to a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet {
    /// Their name.
    pub name: &'static str,
    /// One phrase for the help text.
    pub help: &'static str,
}

/// The area and clock of a design on an FPGA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Utilisation {
    /// Logic cells, without memories and multipliers.
    pub cells: u32,
    /// Flip-flops.
    pub flip_flops: u32,
    /// The clock that place and route reaches, in MHz.
    pub megahertz: f64,
}

/// A platform with a unit, ready to run kernels.
pub trait RunningPlatform {
    /// Runs a kernel in plain C and with the unit; the seed determines the input. Errors: a missing tool, a program that does not
    /// end.
    fn run(&self, kernel: &DemoKernel, seed: u64) -> Result<KernelRun, Refusal>;
}

/// A core, an interpreter or the host computer, on which kernels run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform {
    /// Its name.
    pub name: &'static str,
    /// One phrase for the help text.
    pub help: &'static str,
    /// The unit of [`CycleCounts`].
    pub counts: Counted,
}

/// What the numbers of a run count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Clock cycles of a core.
    Cycles,
    /// Executed instructions.
    Instructions,
    /// Operations of the unit; plain C has none.
    Operations,
}

/// A kernel, in plain C and with the unit.
#[derive(Clone, Copy, Debug)]
pub struct DemoKernel {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// Computes the expected output words from the input words.
    pub golden: fn(&[u32]) -> Vec<u32>,
    /// For a kernel on images: the sizes of the input picture and the output picture.
    pub pictures: Option<[Picture; 2]>,
}

/// The size of a picture in memory. The picture is at the beginning of the words, line by line, with one byte for each pixel.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// Pixels in a line.
    pub width: usize,
    /// Lines.
    pub height: usize,
}

/// A run of a kernel in plain C and with the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelRun {
    /// The input words.
    pub input: Vec<u32>,
    /// The result words of plain C.
    pub plain: Vec<u32>,
    /// The result words of C with the unit.
    pub unit: Vec<u32>,
    /// The cycles of plain C.
    pub plain_times: CycleCounts,
    /// The cycles of C with the unit.
    pub unit_times: CycleCounts,
    /// How often the program contains each instruction of the unit; empty if the disassembler does not know these instructions.
    pub instructions: Vec<InstructionCount>,
}

/// Cycles, instructions or operations, as [`Platform::counts`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleCounts {
    /// Of a call of the kernel.
    pub all: u32,
    /// Of its loop alone.
    pub inner: u32,
}

impl KernelRun {
    /// A description of the first wrong result.
    pub fn fault(&self, kernel: &DemoKernel) -> Option<String> {
        let golden = (kernel.golden)(&self.input);
        let results = [("plain C", &self.plain), ("C with the unit", &self.unit)];
        results.into_iter().find_map(|(what, words)| {
            if words.len() != golden.len() {
                return Some(format!("{what} leaves {} words, not {}", words.len(), golden.len()));
            }
            let (i, (got, right)) = (0..).zip(words.iter().zip(&golden)).find(|(_, (x, y))| x != y)?;
            Some(format!("{what}: word {i} is {got:#010x}, golden's {right:#010x}"))
        })
    }
}
