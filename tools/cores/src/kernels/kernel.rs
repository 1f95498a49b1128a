//! Kernels, and what a run of one gives.

use super::picture::Picture;
use crate::tool::failed;
use lanesmith::sim::EngineError;
use lanesmith::unit::InstructionCount;

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
pub struct Kernel {
    /// Its name.
    pub name: &'static str,
    /// One sentence.
    pub sentence: &'static str,
    /// Computes the expected output words from the input words.
    pub golden: fn(&[u32]) -> Vec<u32>,
    /// For a kernel on images: the sizes of the input picture and the output picture.
    pub pictures: Option<[Picture; 2]>,
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

/// Cycles, instructions or operations, as [`Counted`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleCounts {
    /// Of a call of the kernel.
    pub all: u32,
    /// Of its loop alone.
    pub inner: u32,
}

impl KernelRun {
    /// The run of a kernel, from the words that `main.c` leaves.
    pub(super) fn read(words: &[u32]) -> Result<Self, EngineError> {
        let [inputs, outputs, plain, plain_loop, unit, unit_loop, rest @ ..] = words else {
            return Err(failed("the program left no results"));
        };
        let (inputs, outputs) = (*inputs as usize, *outputs as usize);
        let parts = rest.split_at_checked(inputs).and_then(|(input, rest)| {
            let (plain, rest) = rest.split_at_checked(outputs)?;
            Some((input, plain, rest.get(..outputs)?))
        });
        let (input, of_plain, of_unit) = parts.ok_or_else(|| failed("the program left too few results"))?;
        Ok(KernelRun {
            input: input.to_vec(),
            plain: of_plain.to_vec(),
            unit: of_unit.to_vec(),
            plain_times: CycleCounts {
                all: *plain,
                inner: *plain_loop,
            },
            unit_times: CycleCounts {
                all: *unit,
                inner: *unit_loop,
            },
            instructions: vec![],
        })
    }

    /// A description of the first wrong result.
    pub fn fault(&self, kernel: &Kernel) -> Option<String> {
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
