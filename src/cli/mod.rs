//! The command line: one file per subcommand.

mod asm;
mod bench;
mod board;
mod build;
mod check;
mod completions;
mod configurations;
mod counterexample;
mod decode;
mod disasm;
mod doctor;
mod encode;
mod explain;
mod flow;
mod generate;
mod header;
mod instructions;
mod launch;
mod list;
mod mutate;
mod program;
mod prove;
mod ptx;
mod regress;
mod report;
mod run;
mod simulate;
mod synth;
mod tools;
mod verify;
mod waves;

use clap::{Parser, Subcommand};
use lanesmith::console::{
    CommandOutcome, Failure, NONE, cases, check_files, configuration, data, execute, failure, give, lines, lock,
    number, once, out, progress, say, stdout, table, text,
};
use std::process::ExitCode;

/// Packed-SIMD arithmetic hardware you can trust.
#[derive(Parser)]
#[command(name = "lanesmith", version, about, propagate_version = true, after_help = EXIT_STATUS)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Prints nothing on standard output unless something is wrong, except data that you asked for
    #[arg(short, long, global = true, display_order = 900)]
    quiet: bool,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  success
  1  results or files differ from what they should be
  2  bad input, or a tool that the command needs is missing; no half-written files are left
  129, 130, 131, 143, 152  a hang-up (SIGHUP), an interrupt (Ctrl-C), SIGQUIT, a request to terminate (SIGTERM) or the limit of processor
     time ended the command; reports that you asked for are written and marked

`-` is standard input or output wherever a file is read or written. Messages then go to standard error.

Colours appear on terminals only; NO_COLOR=1 turns them off.";

/// The subcommands. Each implements [`Run`] in a file of its own.
macro_rules! commands {
    ($($name:ident($command:path),)*) => {
        #[derive(Subcommand)]
        enum Command {
            $($name($command),)*
        }

        impl Run for Command {
            fn run(self) -> Result<CommandOutcome, Failure> {
                match self {
                    $(Command::$name(command) => command.run(),)*
                }
            }
        }
    };
}

commands! {
    Bench(bench::Bench),
    Build(build::Build),
    Simulate(simulate::Simulate),
    Asm(asm::Asm),
    Disasm(disasm::Disasm),
    Run(run::RunProgram),
    Ptx(ptx::Ptx),
    Check(check::Check),
    Explain(explain::Explain),
    Encode(encode::Encode),
    Decode(decode::Decode),
    Prove(prove::Prove),
    Verify(verify::Verify),
    Synth(synth::Synth),
    Mutate(mutate::Mutate),
    Regress(regress::Regress),
    Report(report::Report),
    Generate(generate::Generate),
    Board(board::BoardCommand),
    Header(header::Header),
    Instructions(instructions::Instructions),
    List(list::List),
    Doctor(doctor::Doctor),
    Completions(completions::Completions),
}

/// A subcommand.
trait Run {
    fn run(self) -> Result<CommandOutcome, Failure>;
}

/// The program `lanesmith`.
pub fn main() -> ExitCode {
    execute(|arguments: Arguments| {
        if arguments.quiet {
            say::be_quiet();
        }
        arguments.command.run()
    })
}
