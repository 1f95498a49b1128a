//! Kernels in vector C, which clang compiles to instructions of the P extension. They run on cores with a unit for these instructions, or
//! on an interpreter.

use super::clang::{Clang, KernelSource};
use super::kernel::{Kernel, KernelRun};
use super::{FILES, defines};
use crate::compiler::{folder, linked, results};
use crate::core::RiscvCore;
use crate::programs::{Misaligned, Model, ProgramTarget, Traps};
use crate::simulator::{Conditions, CoreSimulator, MEMORY};
use crate::tool::failed;
use lanesmith::files::Scratch;
use lanesmith::sim::EngineError;
use lanesmith::units::riscv::encoding::Features;
use lanesmith::units::riscv::inspection::{Elf, packed_words};
use std::fs;

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

/// Interprets a program with a unit with these features. Returns the memory at the end. Error: an instruction that the target lacks, or a
/// program that does not end.
fn interpret(image: &[u8], features: Features) -> Result<Vec<u32>, EngineError> {
    let code = image
        .chunks(2)
        .map(|half| u16::from_le_bytes([half[0], half.get(1).copied().unwrap_or(0)]));
    let mut code: Vec<u16> = code.collect();
    code.resize(MEMORY / 2, 0);
    let target = target(features);
    let mut model = Model::of_memory(&target, &code);
    model.run(u32::MAX, LIMIT).map_err(failed)?;
    let words = model.data.chunks(4);
    Ok(words
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect())
}

/// A platform for kernels in vector C: clang, the source files, and the core or the interpreter.
pub struct PackedPlatform {
    clang: Clang,
    sources: Scratch,
    core: Option<CoreSimulator>,
    features: Features,
}

impl PackedPlatform {
    /// The cores whose interface hands over instruction words.
    pub const CORES: [RiscvCore; 2] = [RiscvCore::Picorv32, RiscvCore::Cv32e40x];

    /// A core with a unit of this latency, or an interpreter. Errors: the missing tools.
    pub fn new(core: Option<RiscvCore>, latency: u32) -> Result<Self, EngineError> {
        let clang = Clang::find()?;
        let config = core.unwrap_or(RiscvCore::Picorv32).packed_unit(latency);
        let core = core.map(|core| CoreSimulator::new(core, &config, None)).transpose()?;
        Ok(PackedPlatform {
            clang,
            sources: folder(&config.features, &FILES)?,
            core,
            features: config.features,
        })
    }

    /// Runs a kernel in plain C, and in vector C with packed instructions. Errors: the compiler's, an instruction that the unit lacks, a
    /// program that traps or does not end.
    pub fn run(&self, kernel: &Kernel, seed: u64) -> Result<KernelRun, EngineError> {
        let folder = self.sources.path();
        let core = self.core.as_ref().map_or(RiscvCore::Picorv32, |core| core.core);
        let defines = defines(kernel, seed);
        let mut options: Vec<&str> = defines.iter().map(String::as_str).collect();
        options.extend(["-DWITH=_packed", core.compiler()[1]]);
        self.clang.program(folder, &SOURCES, &options)?;
        let bytes = fs::read(folder.join("program.elf")).map_err(failed)?;
        let program = Elf::parse(&bytes).map_err(failed)?;
        let instructions = packed_words(&program, &self.features).map_err(failed)?;
        if let Some(row) = instructions.iter().find(|row| row.lacks.is_some()) {
            return Err(failed(format_args!(
                "the unit lacks {}, which the program has",
                row.instruction
            )));
        }
        let image = linked(folder, core)?;
        let memory = match &self.core {
            Some(core) => {
                let run = core.run(&image, &Conditions::default(), &mut std::io::sink())?;
                run.status().map_err(failed)?;
                run.memory
            }
            None => interpret(&image, self.features)?,
        };
        Ok(KernelRun {
            instructions,
            ..KernelRun::read(results(&memory))?
        })
    }
}
