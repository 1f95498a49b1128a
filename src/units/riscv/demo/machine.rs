//! A core with the unit in a simulator, and programs on it.

use super::core::{CoreSources, RiscvCore};
use super::tool::{failed, run};
use super::variant::CoreVariant;
use crate::files::Scratch;
use crate::sim::{EngineError, verilator};
use crate::unit::{CycleCounts, DemoKernel, KernelRun};
use crate::units::riscv::emulation::c_header;
use crate::units::riscv::encoding::Features;
use crate::units::riscv::encoding::HEADER;
use crate::units::riscv::formal::bound_rules;
use crate::units::riscv::programs::RiscvProgram;
use crate::units::riscv::rtl::{RiscvConfig, design};
use crate::verilog::{Banner, EmittedFile, emit};
use std::fs;
use std::path::{Path, PathBuf};

/// The source files of programs and of simulated machines, by name.
const TEXTS: [(&str, &str); 9] = [
    ("kernels.h", include_str!("../../../../testbench/riscv/kernels.h")),
    ("plain.c", include_str!("../../../../testbench/riscv/plain.c")),
    ("unit.c", include_str!("../../../../testbench/riscv/unit.c")),
    ("packed.h", include_str!("../../../../testbench/riscv/packed.h")),
    ("packed.c", include_str!("../../../../testbench/riscv/packed.c")),
    ("main.c", include_str!("../../../../testbench/riscv/main.c")),
    ("start.S", include_str!("../../../../testbench/riscv/start.S")),
    ("link.ld", include_str!("../../../../testbench/riscv/link.ld")),
    ("memory.vh", include_str!("../../../../testbench/riscv/memory.vh")),
];
/// The file with the machine and the rules of the unit's interface.
const MACHINE: &str = "machine.sv";
/// The C++ program that simulates a machine until its program ends.
const MAIN: &str = include_str!("../../../../testbench/riscv/machine.cpp");

/// The run of a kernel, from the words that `main.c` prints.
pub(super) fn read(words: &[u32]) -> Result<KernelRun, EngineError> {
    let [inputs, outputs, plain, plain_loop, unit, unit_loop, rest @ ..] = words else {
        return Err(failed("the program left no results"));
    };
    let (inputs, outputs) = (*inputs as usize, *outputs as usize);
    if rest.len() != inputs + 2 * outputs {
        return Err(failed(format_args!("the program left {} words of results", rest.len())));
    }
    let (input, results) = rest.split_at(inputs);
    Ok(KernelRun {
        input: input.to_vec(),
        plain: results[..outputs].to_vec(),
        unit: results[outputs..].to_vec(),
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

/// The words in the output of a machine: lines of eight hexadecimal digits.
fn words(text: &str) -> Vec<u32> {
    let lines = text.lines().map(str::trim).filter(|line| line.len() == 8);
    lines.map_while(|line| u32::from_str_radix(line, 16).ok()).collect()
}

/// A temporary folder with all source files, and the C header of a unit with these features.
pub(super) fn folder(features: &Features) -> Result<Scratch, EngineError> {
    let folder = Scratch::new().map_err(failed)?;
    for (name, text) in TEXTS {
        fs::write(folder.path().join(name), text).map_err(failed)?;
    }
    fs::write(folder.path().join(HEADER), c_header(features, "demo")).map_err(failed)?;
    Ok(folder)
}

/// Writes the Verilog of a unit to a folder. Returns the names of the files.
pub(super) fn write_unit(folder: &Path, config: &RiscvConfig) -> Result<Vec<String>, EngineError> {
    let banner = Banner {
        tool: crate::tool(),
        configuration: String::new(),
        command: String::new(),
        licence: env!("CARGO_PKG_LICENSE").into(),
    };
    let design = design(config).map_err(failed)?;
    let write = |file: EmittedFile| {
        fs::write(folder.join(&file.name), &file.text).map_err(failed)?;
        Ok(file.name)
    };
    emit(&design, &banner).into_iter().map(write).collect()
}

pub(super) fn defines(kernel: &DemoKernel, seed: u64) -> [String; 2] {
    // The generator in `main.c` must not begin at 0.
    let seed = (seed as u32).wrapping_mul(0x9e37_79b9) | 1;
    [format!("-DKERNEL={}", kernel.name), format!("-DSEED={seed:#x}u")]
}

/// Runs a kernel on this computer, with the unit in portable C. Errors: no compiler.
pub fn host(kernel: &DemoKernel, seed: u64) -> Result<KernelRun, EngineError> {
    let folder = folder(&Features::ALL)?;
    fs::write(
        folder.path().join(HEADER),
        counting(&c_header(&Features::ALL, "golden")),
    )
    .map_err(failed)?;
    let mut arguments = [
        "-O2", "-Wall", "-Wextra", "-o", "program", "main.c", "plain.c", "unit.c",
    ]
    .map(String::from)
    .to_vec();
    arguments.extend(defines(kernel, seed));
    run("cc", arguments, Some(folder.path()))?;
    let program = folder.path().join("program");
    read(&words(&run(&program.to_string_lossy(), [""; 0], None)?))
}

/// The header, changed so that its portable model counts the operations in the variable `operations`. There is no other measure of time
/// without a core.
fn counting(header: &str) -> String {
    const MODEL: &str = "static inline uint32_t lanesmith_execute(";
    let place = header
        .find(MODEL)
        .and_then(|at| Some(at + header[at..].find("{\n")? + 2));
    let (before, after) = header.split_at(place.unwrap_or(header.len()));
    format!("{before}    extern uint32_t operations;\n    operations++;\n{after}")
}

/// A compiled simulation of a core with a unit.
pub struct CoreSimulator {
    folder: Scratch,
    sources: CoreSources,
    simulator: PathBuf,
    conditions: Conditions,
    kills: bool,
}

/// The events at random times while a core executes a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The seed of the random numbers.
    pub seed: u32,
    /// The number of wait states of the bus in 256 clocks, on average.
    pub stalls: u32,
    /// The average number of clocks between interrupts; 0: no interrupts.
    pub interrupts: u32,
    /// The average number of clocks between halts by the debugger; 0: no halts.
    pub halts: u32,
    /// The number of clocks after which a run is aborted because the program hangs; 0: ten million.
    pub limit: u64,
}

impl Conditions {
    fn arguments(&self) -> Vec<String> {
        let Conditions {
            seed,
            stalls,
            interrupts,
            halts,
            limit,
        } = self;
        let mut arguments = vec![
            format!("+seed={seed}"),
            format!("+stalls={stalls}"),
            format!("+interrupts={interrupts}"),
            format!("+halts={halts}"),
        ];
        if *limit != 0 {
            arguments.push(format!("+limit={limit}"));
        }
        arguments
    }
}

/// The number after the word `name` in the output of a machine.
pub fn printed_number(text: &str, name: &str) -> Option<u64> {
    let mut words = text.split_whitespace().skip_while(|word| *word != name);
    words.nth(1)?.parse().ok()
}

impl CoreSimulator {
    /// Builds a core with a unit of this latency. Errors: the core or Verilator is missing.
    pub fn new(core: RiscvCore, latency: u32) -> Result<Self, EngineError> {
        CoreSimulator::with(core, &core.unit(latency))
    }

    /// Builds a core with a unit of this configuration, whose interface must be the core's. Errors: the core or Verilator is missing.
    pub fn with(core: RiscvCore, config: &RiscvConfig) -> Result<Self, EngineError> {
        CoreSimulator::build(core.sources(None)?, config, |text| text)
    }

    /// Builds a variant of a core with a unit of this latency and further `options` for Verilator. `edit` may change the Verilog of the
    /// unit before. Errors: the core or Verilator is missing.
    pub fn of(
        variant: &CoreVariant,
        latency: u32,
        options: &[&'static str],
        edit: impl Fn(String) -> String,
    ) -> Result<Self, EngineError> {
        let mut sources = variant.core.sources(variant.file)?;
        sources.simulator.extend(variant.options.iter().chain(options));
        let mut config = variant.core.unit(latency);
        config.features = variant.target.features;
        CoreSimulator::build(sources, &config, edit)
    }

    /// CV32E40X with interrupts at random times. A program in which no interrupt kills an instruction of the unit is an error. Errors: the
    /// core or Verilator is missing.
    pub fn interrupted(latency: u32) -> Result<Self, EngineError> {
        let mut machine = CoreSimulator::with_interrupts(RiscvCore::Cv32e40x, latency)?;
        machine.kills = true;
        Ok(machine)
    }

    /// A core with interrupts at random times; PicoRV32 has its own timer for them. Errors: the core or Verilator is missing.
    pub fn with_interrupts(core: RiscvCore, latency: u32) -> Result<Self, EngineError> {
        CoreSimulator::interrupted_with(core, &core.unit(latency))
    }

    /// A core with interrupts at random times, and a unit of this configuration, whose interface must be the core's. Errors: the core or
    /// Verilator is missing.
    pub fn interrupted_with(core: RiscvCore, config: &RiscvConfig) -> Result<Self, EngineError> {
        let mut sources = core.sources(None)?;
        sources.compiler.push("-DINTERRUPTS");
        let mut machine = CoreSimulator::build(sources, config, |text| text)?;
        machine.conditions.interrupts = match core {
            RiscvCore::Picorv32 => 0,
            RiscvCore::Cv32e40x => 32,
            RiscvCore::Vexriscv => 128,
        };
        Ok(machine)
    }

    fn build(sources: CoreSources, config: &RiscvConfig, edit: impl Fn(String) -> String) -> Result<Self, EngineError> {
        let folder = folder(&config.features)?;
        let machine = bound_rules(config).map_err(failed)? + sources.machine;
        fs::write(folder.path().join(MACHINE), machine).map_err(failed)?;
        let unit = write_unit(folder.path(), config)?;
        for name in &unit {
            let path = folder.path().join(name);
            let text = fs::read_to_string(&path).map_err(failed)?;
            fs::write(&path, edit(text)).map_err(failed)?;
        }
        // Packages come before what imports them.
        let own = unit.iter().map(String::as_str).chain([MACHINE]);
        let files = sources.files.iter().cloned().chain(own.map(PathBuf::from)).collect();
        let options = [&["-Wno-lint", "-Wno-style", "--assert"], &sources.simulator[..]].concat();
        let simulator = verilator::program(folder.path(), "machine", &options, files, MAIN)?;
        Ok(CoreSimulator {
            folder,
            sources,
            simulator,
            conditions: Conditions::default(),
            kills: false,
        })
    }

    /// Runs a program of random instructions. Returns the output of the machine, for [`RiscvProgram::difference`]. Errors: the core traps,
    /// or the program does not end.
    pub fn play(&self, program: &RiscvProgram, conditions: &Conditions) -> Result<String, EngineError> {
        let words = program.image.iter().map(|word| format!("{word:08x}\n"));
        fs::write(self.folder.path().join("program.hex"), words.collect::<String>()).map_err(failed)?;
        run(
            &self.simulator.to_string_lossy(),
            conditions.arguments(),
            Some(self.folder.path()),
        )
    }

    /// Runs a kernel. Errors: no compiler, a program that traps or does not end.
    pub fn run(&self, kernel: &DemoKernel, seed: u64) -> Result<KernelRun, EngineError> {
        read(&self.execute(&["main.c", "plain.c", "unit.c"], &defines(kernel, seed))?)
    }

    /// Compiles and runs a program in C, which may include `lanesmith.h`. The program writes its results to the array `results` and their
    /// number to the address 0xf0000000. Returns the results. Errors: no compiler, a program that traps or does not end.
    pub fn program(&self, text: &str) -> Result<Vec<u32>, EngineError> {
        let name = "one.c";
        fs::write(self.folder.path().join(name), text).map_err(failed)?;
        self.execute(&[name], &[])
    }

    /// Writes `files` (names and texts) to the folder with the unit's header, runs the compiler's command line there, which must write the
    /// file `program`, and runs this program. Returns its results. Errors: no compiler, a program that traps or does not end.
    pub fn compiled(&self, files: &[(&str, &str)], command: &str) -> Result<Vec<u32>, EngineError> {
        for (name, text) in files {
            fs::write(self.folder.path().join(name), text).map_err(failed)?;
        }
        let mut words = command.split_whitespace();
        run(words.next().unwrap_or_default(), words, Some(self.folder.path()))?;
        self.simulate()
    }

    fn execute(&self, sources: &[&str], defines: &[String]) -> Result<Vec<u32>, EngineError> {
        let folder = self.folder.path();
        let options = "-mabi=ilp32 -O2 -Wall -Wextra -ffreestanding -nostdlib -T link.ld -o program start.S";
        let options = options.split_whitespace();
        let own = self.sources.compiler.iter().copied();
        let all = options.chain(own).chain(defines.iter().map(String::as_str));
        // libgcc has, for example, multiplication for cores without it.
        let all = all.chain(sources.iter().copied()).chain(["-lgcc"]);
        run("riscv64-unknown-elf-gcc", all, Some(folder))?;
        self.simulate()
    }

    /// Runs the file `program`. Returns its results.
    fn simulate(&self) -> Result<Vec<u32>, EngineError> {
        let folder = self.folder.path();
        let copy = ["-O", "binary", "program", "program.bin"];
        run("riscv64-unknown-elf-objcopy", copy, Some(folder))?;
        let bytes = fs::read(folder.join("program.bin")).map_err(failed)?;
        self.image(&bytes)
    }

    /// Runs the program whose memory image begins at address 0. Returns its results. Errors: a program that traps or does not end.
    pub fn image(&self, bytes: &[u8]) -> Result<Vec<u32>, EngineError> {
        let folder = self.folder.path();
        fs::write(folder.join("program.hex"), hexadecimal(bytes)).map_err(failed)?;
        let arguments = self.conditions.arguments();
        let printed = run(&self.simulator.to_string_lossy(), arguments, Some(folder))?;
        let killed = ["killed", "dropped"].map(|name| printed_number(&printed, name).unwrap_or(0));
        if self.kills && killed == [0, 0] {
            return Err(failed("the interrupts killed no instruction of the unit"));
        }
        Ok(words(&printed))
    }
}

/// A program as words for `$readmemh`.
fn hexadecimal(bytes: &[u8]) -> String {
    let word = |bytes: &[u8]| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        format!("{:08x}\n", u32::from_le_bytes(word))
    };
    bytes.chunks(4).map(word).collect()
}
