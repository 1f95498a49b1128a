//! The command line: one file per subcommand.

mod dump;
mod kernels;
mod random;
mod run;
mod unit;

use clap::{Parser, Subcommand};
use lanesmith::console::{CommandOutcome, Failure, execute};
use std::process::ExitCode;

/// Runs programs on simulated RISC-V cores with lanesmith's unit: your own, kernels in C, and random ones
///
/// A core comes from its author's package on the Python Package Index: `pip3 install --no-deps --target target/cores
/// pythondata-cpu-picorv32` (or pythondata-cpu-vexriscv, pythondata-cpu-cv32e40x). cores looks for it in the folder that the
/// environment variable LANESMITH_CORES names, in target/cores of the checkout, and in Python's packages. Verilator simulates the
/// core. Debian's gcc-riscv64-unknown-elf compiles programs in C.
#[derive(Parser)]
#[command(
    name = "cores",
    version,
    about,
    propagate_version = true,
    after_help = "\
Exit status: 0 success, 1 a program that fails or differs from what it should do, 2 bad input, or a missing tool."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::RunProgram),
    Kernels(kernels::Kernels),
    Random(random::RandomPrograms),
}

/// Parses the process's arguments, runs the command, reports and returns the exit status.
pub fn main() -> ExitCode {
    execute(|arguments: Arguments| -> Result<CommandOutcome, Failure> {
        match arguments.command {
            Command::Run(command) => command.run(),
            Command::Kernels(command) => command.run(),
            Command::Random(command) => command.run(),
        }
    })
}
