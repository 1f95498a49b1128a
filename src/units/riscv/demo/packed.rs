//! Kernels in vector C, which clang compiles to instructions of the P extension. They run on cores with a unit for these instructions, or
//! on an interpreter.

use super::clang::{Clang, KernelSource};
use super::core::RiscvCore;
use super::kernel::PACKED_KERNELS;
use super::machine::{CoreSimulator, defines, folder, read};
use super::tool::failed;
use crate::files::Scratch;
use crate::sim::EngineError;
use crate::unit::{
    Counted, DemoKernel, Demonstration, InstructionSet, KernelRun, Platform, Refusal, RunningPlatform, Utilisation,
};
use crate::units::riscv::encoding::Features;
use crate::units::riscv::programs::{Elf, Misaligned, Model, ProgramTarget, Traps, packed_words};
use crate::units::video::rtl::VideoConfig;
use std::fs;
use std::ops::RangeInclusive;

/// The demonstration of packed instructions.
pub(in crate::units) struct Packed;

/// No core: the interpreter of RV32IM.
const INTERPRETER: Platform = Platform {
    name: "none",
    help: "An interpreter of RV32IM with the packed instructions of the golden model: results and instruction counts",
    counts: Counted::Instructions,
};

/// The cores whose interface hands over instruction words.
const CORES: [RiscvCore; 2] = [RiscvCore::Picorv32, RiscvCore::Cv32e40x];

static PLATFORMS: [Platform; CORES.len() + 1] = {
    let [first, second] = CORES;
    [first.platform(), second.platform(), INTERPRETER]
};

/// The size of a machine's memory in bytes.
const MEMORY: usize = 0x10000;
/// The number of instructions after which a kernel counts as hanging.
const LIMIT: u64 = 10_000_000;

/// The source files. Only the file with the vector kernels is compiled for the P extension.
const SOURCES: [KernelSource; 4] = [
    KernelSource {
        name: "start.S",
        packed: false,
    },
    KernelSource {
        name: "main.c",
        packed: false,
    },
    KernelSource {
        name: "plain.c",
        packed: false,
    },
    KernelSource {
        name: "packed.c",
        packed: true,
    },
];

/// The target of the interpreter: RV32IM and a unit with these features.
fn target(features: Features) -> ProgramTarget {
    ProgramTarget {
        features,
        foreign_is_zero: false,
        traps: Traps::None,
        has_traps: false,
        misaligned: Misaligned::Absent,
        compressed: false,
        multiplies: true,
        divides: true,
        has_ebreak: false,
        needs_enable: false,
        has_debug_code: false,
    }
}

/// Interprets a program with a unit with these features; `bytes` is the memory image from address 0 on. Returns the program's results and
/// the number of executed instructions. Error: an instruction that the target lacks, or a program that does not end.
fn interpret(bytes: &[u8], features: Features) -> Result<(Vec<u32>, u64), EngineError> {
    let code = bytes.chunks(2).map(|half| u16::from_le_bytes([half[0], half[1]]));
    let code: Vec<u16> = code.collect();
    let target = target(features);
    let mut model = Model::of_memory(&target, &code);
    model.run(u32::MAX, LIMIT).map_err(failed)?;
    let left = model.finished.unwrap_or_default() as usize;
    let results = model.data[MEMORY / 2..].chunks(4).take(left);
    let results = results.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    Ok((results.collect(), model.counts.all))
}

/// A platform for kernels in vector C: clang, the source files, and the core or the interpreter.
pub struct PackedPlatform {
    clang: Clang,
    sources: Scratch,
    core: Option<CoreSimulator>,
    features: Features,
}

impl PackedPlatform {
    /// A core with a unit of this latency, or an interpreter. Errors: the missing tools.
    pub fn new(core: Option<RiscvCore>, latency: u32) -> Result<Self, EngineError> {
        let clang = Clang::find()?;
        let config = core.unwrap_or(CORES[0]).packed_unit(latency);
        let core = core.map(|core| CoreSimulator::with(core, &config)).transpose()?;
        Ok(PackedPlatform {
            clang,
            sources: folder(&config.features)?,
            core,
            features: config.features,
        })
    }

    /// Runs a kernel in plain C, and in vector C with packed instructions. Errors: the compiler's, an instruction that the unit lacks, a
    /// program that traps or does not end.
    pub fn run(&self, kernel: &DemoKernel, seed: u64) -> Result<KernelRun, EngineError> {
        let folder = self.sources.path();
        let mut options = defines(kernel, seed).to_vec();
        options.push("-DWITH=_packed".into());
        self.clang.program(folder, &SOURCES, &options)?;
        let bytes = fs::read(folder.join("program")).map_err(failed)?;
        let program = Elf::parse(&bytes).map_err(failed)?;
        let instructions = packed_words(&program, &self.features).map_err(failed)?;
        if let Some(row) = instructions.iter().find(|row| row.lacks.is_some()) {
            return Err(failed(format_args!(
                "the unit lacks {}, which the program has",
                row.instruction
            )));
        }
        let image = program.image(MEMORY).map_err(failed)?;
        let left = match &self.core {
            Some(core) => core.image(&image)?,
            None => interpret(&image, self.features)?.0,
        };
        Ok(KernelRun {
            instructions,
            ..read(&left)?
        })
    }
}

impl RunningPlatform for PackedPlatform {
    fn run(&self, kernel: &DemoKernel, seed: u64) -> Result<KernelRun, Refusal> {
        Ok(PackedPlatform::run(self, kernel, seed)?)
    }
}

impl Demonstration for Packed {
    fn instructions(&self) -> InstructionSet {
        InstructionSet {
            name: "p",
            help: "Packed instructions of the RISC-V P extension, which clang makes of vectors in C",
        }
    }

    fn kernels(&self) -> &'static [DemoKernel] {
        &PACKED_KERNELS
    }

    fn platforms(&self) -> &'static [Platform] {
        &PLATFORMS
    }

    fn latencies(&self) -> RangeInclusive<u64> {
        0..=VideoConfig::MAX_LATENCY.into()
    }

    fn build(&self, platform: &Platform, latency: u32) -> Result<Box<dyn RunningPlatform>, Refusal> {
        let core = CORES.into_iter().find(|core| core.platform() == *platform);
        Ok(Box::new(PackedPlatform::new(core, latency)?))
    }

    fn fpgas(&self) -> &'static [&'static str] {
        &[]
    }

    fn utilisation(&self, _: &Platform, _: u32, _: &str) -> Result<Option<[Utilisation; 2]>, Refusal> {
        Ok(None)
    }
}
