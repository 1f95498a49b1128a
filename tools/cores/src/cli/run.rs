//! `cores run`.

use super::dump::{Dump, dump};
use super::unit::CoreWithUnit;
use crate::elf;
use crate::run::Ending;
use crate::simulator::{Conditions, CoreSimulator};
use clap::Args;
use lanesmith::console::number::whole;
use lanesmith::console::stdout::stdout;
use lanesmith::console::{CommandOutcome, Failure, check_files, progress, say};
use lanesmith::files::{self, FileError, Temporary};
use lanesmith::sim::wave::names;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Runs your program on a core with the unit
///
/// The program is a linked 32-bit little-endian ELF file for RISC-V. The core starts at address 0 of 1 MiB of memory. What the program
/// writes to the console appears as it comes; then cores prints the program's status, the cycles from reset to the end, and the executed
/// instructions. tools/cores/program has what a program needs: start.S calls main and ends the run with its result, link.ld places
/// the program into the memory, and machine.h has the console and the cycles; main.c is an example.
///
/// Without options of a configuration the unit has everything but packed instructions at latency 1: --latency 1 --vset --dot,
/// and for cv32e40x --rs3. With options it is the unit that `lanesmith generate` makes with the same ones. `lanesmith header` writes its C header.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 the program ended with status 0; 1 it ended with another status, trapped, or did not end within the limit of
cycles, or core or unit broke a rule of their interface; 2 bad input, or a missing tool.

From C source to result, in the root of the checkout:
  lanesmith header --module riscv_pcpi --vset --dot -o lanesmith.h
  riscv64-unknown-elf-gcc -march=rv32im -DPICORV32 -mabi=ilp32 -O2 -ffreestanding -nostdlib \\
    -I. -Itools/cores/program -T tools/cores/program/link.ld -o program.elf \\
    tools/cores/program/start.S main.c -lgcc
  cargo run --release -p cores -- run program.elf --core picorv32

For the other cores replace --module riscv_pcpi, -march=rv32im -DPICORV32 and --core picorv32:
  --module riscv_cfu              -march=rv32im_zicsr -DVEXRISCV  --core vexriscv
  --module riscv_cv_x_if --rs3    -march=rv32im_zicsr -DCV32E40X  --core cv32e40x

Other examples:
  cores run program.elf --core picorv32 --latency 3 --dot --cycles 1000000
  cores run program.elf --waves program.vcd --dump 0x80000:256=-
  cores run program.elf --core vexriscv --interrupts 128 --stalls 64 --seed 7")]
pub(super) struct RunProgram {
    /// The program
    #[arg(value_name = "PROGRAM")]
    program: PathBuf,
    /// Ends the run after this number of cycles
    #[arg(long, value_name = "N", default_value_t = Conditions::default().limit, value_parser = whole::<u64>(1..=1 << 40))]
    cycles: u64,
    /// Writes waves of core, unit and machine to this file as VCD [default: no waves]
    #[arg(long, value_name = "FILE")]
    waves: Option<PathBuf>,
    /// Writes a part of the memory at the end as a hexadecimal dump to a file; may be repeated [default: none]
    #[arg(long, value_name = "ADDRESS:LENGTH=FILE", value_parser = dump)]
    dump: Vec<Dump>,
    /// Raises an interrupt once in about N cycles; the program acknowledges it by a write to 0xf0000008 [default: no interrupts]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=1 << 24))]
    interrupts: Option<u32>,
    /// Makes the bus wait in N of 256 cycles, 0 to 255
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u32>(0..=255))]
    stalls: u32,
    /// Seed of the times of interrupts and wait states
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    seed: u32,
    #[command(flatten)]
    unit: CoreWithUnit,
}

impl RunProgram {
    pub(super) fn run(self) -> Result<CommandOutcome, Failure> {
        let core = self.unit.core;
        let config = self.unit.config()?;
        if let Some(path) = &self.waves {
            names(path)?;
            if files::is_stream(path) {
                return Err(Failure::new("--waves needs a file, not a stream"));
            }
        }
        let dumps = self.dump.iter().map(|dump| dump.path.as_path());
        let outputs: Vec<&Path> = dumps.chain(self.waves.as_deref()).collect();
        check_files([&self.program], &outputs)?;
        let bytes = files::read(&self.program)?;
        let image = elf::image(&bytes, core);
        let image = image.map_err(|why| Failure::new(format_args!("{}: {why}", self.program.display())))?;
        let unfinished = self.waves.as_deref().map(Unfinished::new).transpose()?;
        let bar = progress::label(format!("compiling {} with Verilator", core.name()));
        let waves = unfinished.as_ref().map(|unfinished| unfinished.file.path().to_owned());
        let simulator = CoreSimulator::new(core, &config, waves)?;
        bar.finish_and_clear();
        let conditions = Conditions {
            seed: self.seed,
            stalls: self.stalls,
            interrupts: self.interrupts.unwrap_or(0),
            halts: 0,
            limit: self.cycles,
        };
        let mut console = Console {
            stream: stdout(),
            last: b'\n',
        };
        let run = simulator.run(&image, &conditions, &mut console)?;
        if console.last != b'\n' {
            console.write_all(b"\n")?;
        }
        if let Some(unfinished) = unfinished {
            unfinished.finish()?;
        }
        for dump in &self.dump {
            files::write(&dump.path, dump.text(&run.memory).as_bytes())?;
        }
        say(match &run.ending {
            Ending::Limit => format!(
                "the program did not end within {} cycles; --cycles sets the limit",
                self.cycles
            ),
            ending => ending.to_string(),
        })?;
        say(format_args!("{} cycles, {} instructions", run.cycles, run.retired))?;
        Ok(match run.status() {
            Ok(0) => CommandOutcome::Success,
            _ => CommandOutcome::Mismatch,
        })
    }
}

/// The console of the program, and the last character on it.
struct Console {
    stream: Box<dyn Write>,
    last: u8,
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes)?;
        self.last = bytes[..written].last().copied().unwrap_or(self.last);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Waves that get their name when they are complete.
struct Unfinished<'a> {
    file: Temporary,
    target: &'a Path,
}

impl<'a> Unfinished<'a> {
    fn new(target: &'a Path) -> Result<Self, FileError> {
        let folder = target.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new("."));
        let folder = folder.canonicalize().map_err(|error| FileError::write(target, error))?;
        let file = Temporary::new_in(&folder).map_err(|error| FileError::write(target, error))?;
        Ok(Unfinished { file, target })
    }

    fn finish(self) -> Result<(), FileError> {
        let target = self.target;
        self.file
            .persist(target)
            .map_err(|error| FileError::write(target, error))
    }
}
