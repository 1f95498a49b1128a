//! A core with the unit in a simulator.

use crate::core::{CoreSources, RiscvCore};
use crate::run::Run;
use crate::tool::failed;
use crate::variant::CoreVariant;
use lanesmith::files::{self, Scratch};
use lanesmith::sim::{EngineError, verilator};
use lanesmith::units::riscv::interfaces::bound_rules;
use lanesmith::units::riscv::rtl::{RiscvConfig, design};
use lanesmith::verilog::{Banner, EmittedFile, emit};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// The size of the memory in bytes.
pub const MEMORY: usize = 1 << 20;
/// The file with the machine and the rules of the unit's interface.
const MACHINE: &str = "machine.sv";
/// The part of all machines, which they include.
const SHARED: (&str, &str) = ("memory.vh", include_str!("../machines/memory.vh"));
/// The C++ program that simulates a machine until its program ends.
const MAIN: &str = include_str!("../machines/machine.cpp");

/// Writes the Verilog of a unit to a folder. Returns the names of the files.
pub fn write_unit(folder: &Path, config: &RiscvConfig) -> Result<Vec<String>, EngineError> {
    let design = design(config).map_err(failed)?;
    let write = |file: EmittedFile| {
        fs::write(folder.join(&file.name), &file.text).map_err(failed)?;
        Ok(file.name)
    };
    emit(&design, &Banner::default()).into_iter().map(write).collect()
}

/// The events at random times while a core executes a program, and the limit of its cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The seed of the random numbers.
    pub seed: u32,
    /// The number of wait states of the bus in 256 clocks, on average.
    pub stalls: u32,
    /// The average number of clocks between interrupts; 0: no interrupts.
    pub interrupts: u32,
    /// The average number of clocks between halts by the debugger; 0: no halts.
    pub halts: u32,
    /// The number of cycles after which the run ends.
    pub limit: u64,
}

impl Default for Conditions {
    fn default() -> Self {
        Conditions {
            seed: 0,
            stalls: 0,
            interrupts: 0,
            halts: 0,
            limit: 10_000_000,
        }
    }
}

impl Conditions {
    fn arguments(&self) -> [String; 5] {
        let Conditions {
            seed,
            stalls,
            interrupts,
            halts,
            limit,
        } = self;
        [
            format!("+seed={seed}"),
            format!("+stalls={stalls}"),
            format!("+interrupts={interrupts}"),
            format!("+halts={halts}"),
            format!("+limit={limit}"),
        ]
    }
}

/// A compiled simulation of a core with a unit.
pub struct CoreSimulator {
    pub(crate) core: RiscvCore,
    pub(crate) config: RiscvConfig,
    folder: Scratch,
    program: PathBuf,
    waves: Option<PathBuf>,
}

impl CoreSimulator {
    /// Builds a core with a unit of this configuration, whose interface must be the core's, for runs that write waves or none. Errors: the
    /// core or Verilator is missing.
    pub fn new(core: RiscvCore, config: &RiscvConfig, waves: Option<PathBuf>) -> Result<Self, EngineError> {
        CoreSimulator::build(core, core.sources(None)?, config, waves, |text| text)
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
        CoreSimulator::build(variant.core, sources, &config, None, edit)
    }

    fn build(
        core: RiscvCore,
        sources: CoreSources,
        config: &RiscvConfig,
        waves: Option<PathBuf>,
        edit: impl Fn(String) -> String,
    ) -> Result<Self, EngineError> {
        let folder = Scratch::new().map_err(failed)?;
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).map_err(failed);
        write(SHARED.0, SHARED.1)?;
        write(MACHINE, &(bound_rules(config).map_err(failed)? + &sources.machine))?;
        let unit = write_unit(folder.path(), config)?;
        for name in &unit {
            let text = fs::read_to_string(folder.path().join(name)).map_err(failed)?;
            write(name, &edit(text))?;
        }
        // Packages come before what imports them.
        let own = unit.iter().map(String::as_str).chain([MACHINE]);
        let files = sources.files.iter().cloned().chain(own.map(PathBuf::from)).collect();
        let options = [&["-Wno-lint", "-Wno-style", "--assert"], &sources.simulator[..]].concat();
        let program = verilator::program(folder.path(), "machine", &options, files, MAIN, waves.is_some())?;
        Ok(CoreSimulator {
            core,
            config: *config,
            folder,
            program,
            waves,
        })
    }

    /// Runs the program whose initial memory this is. What it writes to its console goes to `console` at once. Errors: the simulator fails,
    /// the console cannot be written to.
    pub fn run(&self, image: &[u8], conditions: &Conditions, console: &mut dyn Write) -> Result<Run, EngineError> {
        let folder = self.folder.path();
        fs::write(folder.join("program.hex"), hexadecimal(image)).map_err(failed)?;
        let mut command = Command::new(&self.program);
        command.args(conditions.arguments()).current_dir(folder);
        if let Some(waves) = &self.waves {
            command.arg(format!("+waves={}", waves.display()));
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (mut child, _tool) = files::tool::spawn(&mut command).map_err(failed)?;
        let (Some(mut stdout), Some(mut stderr)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(failed("the simulator has no output"));
        };
        let printed = thread::spawn(move || {
            let mut bytes = vec![];
            stdout.read_to_end(&mut bytes).map(|_| bytes)
        });
        let shown = copy(&mut stderr, console);
        let printed = printed.join().map_err(|_| failed("reading the simulator's output"))?;
        let status = child.wait().map_err(failed)?;
        shown.map_err(|error| failed(format_args!("console: {error}")))?;
        let printed = String::from_utf8_lossy(&printed.map_err(failed)?).into_owned();
        if let Some(violated) = printed.lines().find(|line| line.contains("Assertion failed")) {
            return Ok(Run::violated(violated));
        }
        if !status.success() {
            return Err(failed(format_args!("the simulator ended with {status}:\n{printed}")));
        }
        let memory = fs::read_to_string(folder.join("memory.hex")).map_err(failed)?;
        let words = memory.lines().filter_map(|line| u32::from_str_radix(line, 16).ok());
        Run::parse(&printed, words.collect()).map_err(failed)
    }
}

/// Copies text as it comes.
fn copy(from: &mut dyn Read, to: &mut dyn Write) -> io::Result<()> {
    let mut bytes = [0; 4096];
    loop {
        match from.read(&mut bytes)? {
            0 => return Ok(()),
            count => to.write_all(&bytes[..count]).and_then(|()| to.flush())?,
        }
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
