//! The command line: one file per subcommand.

mod asm;
mod bench;
mod build;
mod check;
mod completions;
mod configuration;
mod counterexample;
mod disasm;
mod explain;
mod folder;
mod generate;
mod list;
mod mutate;
mod program;
mod progress;
mod prove;
mod regress;
mod report;
mod run;
mod simulate;
mod verify;

use crate::files;
use crate::isa::diagnostic::Diagnostic;
use clap::{Parser, Subcommand};
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Packed-SIMD arithmetic hardware you can trust.
#[derive(Parser)]
#[command(name = "lanesmith", version, about, propagate_version = true, after_help = EXIT_STATUS)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXIT_STATUS: &str = "\
Exit status:
  0  success
  1  results or files differ from what they should be
  2  bad input, or something the command needs is missing; nothing half-written is left

`-` is standard input or output wherever a file is read or written; what else is told then goes to standard error.

Colours appear on terminals only; NO_COLOR=1 turns them off there too.";

/// Every subcommand implements [`Run`] in a file of its own.
#[derive(Subcommand)]
enum Command {
    Bench(bench::Bench),
    Build(build::Build),
    Simulate(simulate::Simulate),
    Asm(asm::Asm),
    Disasm(disasm::Disasm),
    Run(run::RunProgram),
    Check(check::Check),
    Explain(explain::Explain),
    Prove(prove::Prove),
    Verify(verify::Verify),
    Mutate(mutate::Mutate),
    Regress(regress::Regress),
    Report(report::Report),
    Generate(generate::Generate),
    List(list::List),
    Completions(completions::Completions),
}

/// How a subcommand ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Exit status 0.
    Success,
    /// Exit status 1: results or files differ.
    Mismatch,
}

/// An error for the user: already complete sentences, perhaps several lines. Exit status 2.
///
/// Empty where nobody is left to tell, because the reader of our output has gone: exit status 0.
#[derive(Debug)]
pub struct Failure(pub String);

impl Failure {
    /// An error without a picture: `error: ` goes before it.
    pub fn new(message: impl fmt::Display) -> Self {
        Failure(format!("error: {message}"))
    }

    /// An error at a place of a text, drawn.
    pub fn at(path: &str, source: &str, diagnostic: &Diagnostic) -> Self {
        Failure(diagnostic.render(path, source, true))
    }
}

impl From<io::Error> for Failure {
    /// An error of writing to standard output.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure(String::new()),
            _ => Failure::new(format_args!("cannot write to standard output: {error}")),
        }
    }
}

impl From<files::Error> for Failure {
    fn from(error: files::Error) -> Self {
        match error.is_closed_output() {
            true => Failure(String::new()),
            false => Failure::new(error),
        }
    }
}

/// Whether standard output takes a file.
static TAKES_FILE: AtomicBool = AtomicBool::new(false);

/// Looks at the files that a command reads and writes before it does anything: whether they get into each other's way,
/// and whether one is written to standard output, which then takes nothing else.
fn check_files(inputs: &[&Path], outputs: &[&Path]) -> Result<(), Failure> {
    files::check(inputs, outputs)?;
    if outputs.iter().any(|path| files::is_standard_output(path)) {
        TAKES_FILE.store(true, Ordering::Relaxed);
    }
    Ok(())
}

/// Where a command tells what it did: standard output, or standard error where a file goes there.
fn told() -> Box<dyn Write> {
    match TAKES_FILE.load(Ordering::Relaxed) {
        false => Box::new(anstream::stdout()),
        true => Box::new(anstream::stderr()),
    }
}

/// Tells a text and a line end.
fn say(text: impl fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(told(), "{text}")?)
}

/// A subcommand.
trait Run {
    fn run(self) -> Result<Outcome, Failure>;
}

/// Parses the process's arguments, runs the subcommand, reports and returns the exit status.
pub fn main() -> ExitCode {
    // Without it everything works but the cleaning up behind Ctrl-C.
    let _ = files::remove_on_interrupt();
    let result = match Arguments::parse().command {
        Command::Bench(command) => command.run(),
        Command::Build(command) => command.run(),
        Command::Simulate(command) => command.run(),
        Command::Asm(command) => command.run(),
        Command::Disasm(command) => command.run(),
        Command::Run(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Prove(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Mutate(command) => command.run(),
        Command::Regress(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Generate(command) => command.run(),
        Command::List(command) => command.run(),
        Command::Completions(command) => command.run(),
    };
    match result {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Mismatch) => ExitCode::from(1),
        Err(Failure(text)) if text.is_empty() => ExitCode::SUCCESS,
        Err(Failure(text)) => {
            // Nothing sensible is left to do when standard error is gone too.
            let _ = writeln!(anstream::stderr(), "{text}");
            ExitCode::from(2)
        }
    }
}
