//! The command line: one file per subcommand.

mod asm;
mod bench;
mod build;
pub mod cases;
mod check;
mod completions;
pub mod configuration;
mod configurations;
mod counterexample;
pub mod data;
mod decode;
mod disasm;
mod doctor;
mod encode;
mod evaluator;
mod explain;
mod floats;
mod generate;
mod header;
mod instructions;
mod lines;
mod list;
mod man;
mod mutate;
pub mod number;
pub mod out;
mod packaging;
mod program;
pub mod progress;
mod prove;
mod regress;
mod report;
mod run;
mod say;
mod simulate;
pub mod stdout;
pub mod table;
mod text;
mod tools;
mod verify;
mod waves;

use lanesmith::files;
use lanesmith::sim::EngineError;
use lanesmith::text::diagnostic::{Diagnostic, render_all};
use lanesmith::unit::Refusal;
use clap::{CommandFactory, Parser, Subcommand};
pub use say::{give, say};
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
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
    Encode(encode::Encode),
    Decode(decode::Decode),
    Prove(prove::Prove),
    Verify(verify::Verify),
    Floats(floats::Floats),
    Mutate(mutate::Mutate),
    Regress(regress::Regress),
    Report(report::Report),
    Generate(generate::Generate),
    Header(header::Header),
    Instructions(instructions::Instructions),
    List(list::List),
    Doctor(doctor::Doctor),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Result of a subcommand without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// Exit status 0.
    Success,
    /// Exit status 1: results or files differ.
    Mismatch,
}

impl CommandOutcome {
    /// The outcome of `compared` comparisons. Zero comparisons are an error that says `why` nothing was checked.
    fn of(compared: u64, differ: bool, why: impl fmt::Display) -> Result<Self, Failure> {
        match (compared, differ) {
            (_, true) => Ok(CommandOutcome::Mismatch),
            (0, false) => Err(Failure::new(format_args!("nothing was checked: {why}"))),
            (_, false) => Ok(CommandOutcome::Success),
        }
    }
}

/// An error for the user, in complete sentences on one or more lines. Exit status 2.
#[derive(Debug)]
pub struct Failure(pub String);

impl Failure {
    /// An error without a source excerpt, behind `error: `.
    pub fn new(message: impl fmt::Display) -> Self {
        Failure(format!("error: {message}"))
    }

    /// An error at a position of a text, with a source excerpt.
    pub fn at(path: &str, source: &str, diagnostic: &Diagnostic) -> Self {
        Failure(diagnostic.render(path, source, true))
    }

    /// Errors at positions of a text, with source excerpts; at most the first 100.
    pub fn all(path: &str, source: &str, diagnostics: &[Diagnostic]) -> Self {
        Failure(render_all(path, source, diagnostics))
    }
}

impl From<io::Error> for Failure {
    /// An error of writing to standard output.
    fn from(error: io::Error) -> Self {
        Failure::new(format_args!("cannot write to standard output: {error}"))
    }
}

/// An error if an option sets the same name twice.
fn once<T: PartialEq + fmt::Display>(option: &str, names: impl Iterator<Item = T>) -> Result<(), Failure> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Err(Failure::new(format_args!(
                "{option} {name}: set twice; remove one of them"
            )));
        }
        seen.push(name);
    }
    Ok(())
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Failure(refusal.0)
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        Refusal::from(error).into()
    }
}

impl From<files::FileError> for Failure {
    fn from(error: files::FileError) -> Self {
        Failure::new(error)
    }
}

/// Checks the files that a command reads and writes before it does anything: an error if they conflict. If one of them is
/// standard output, messages go to standard error from now on.
pub fn check_files(inputs: &[&Path], outputs: &[&Path]) -> Result<(), Failure> {
    files::check(inputs, outputs)?;
    if outputs.iter().any(|path| files::is_standard_output(path)) {
        stdout::leave_to_a_file();
    }
    Ok(())
}

/// A subcommand.
trait Run {
    fn run(self) -> Result<CommandOutcome, Failure>;
}

/// The command line.
pub fn command() -> clap::Command {
    tuned(Arguments::command())
}

/// Lets options accept a negative number as their value, so that the error is about the number.
fn tuned(command: clap::Command) -> clap::Command {
    let takes_number = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    command
        .mut_args(|arg| match takes_number(&arg) {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(tuned)
}

impl Command {
    fn run(self) -> Result<CommandOutcome, Failure> {
        match self {
            Command::Bench(command) => command.run(),
            Command::Build(command) => command.run(),
            Command::Simulate(command) => command.run(),
            Command::Asm(command) => command.run(),
            Command::Disasm(command) => command.run(),
            Command::Run(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Explain(command) => command.run(),
            Command::Encode(command) => command.run(),
            Command::Decode(command) => command.run(),
            Command::Prove(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Floats(command) => command.run(),
            Command::Mutate(command) => command.run(),
            Command::Regress(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Generate(command) => command.run(),
            Command::Header(command) => command.run(),
            Command::Instructions(command) => command.run(),
            Command::List(command) => command.run(),
            Command::Doctor(command) => command.run(),
            Command::Completions(command) => command.run(),
            Command::Man(command) => command.run(),
        }
    }
}

/// Prints help, the version, or the error in the arguments.
fn show(error: &clap::Error) -> ExitCode {
    let printed = match error.print().and_then(|()| io::stdout().flush()) {
        // The reader has closed the pipe.
        Err(why) if why.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    };
    if let Err(why) = printed {
        let Failure(text) = Failure::from(why);
        let _ = writeln!(anstream::stderr(), "{text}");
        return ExitCode::from(2);
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
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

/// Parses the process's arguments, runs the subcommand, reports and returns the exit status.
pub fn execute<A: Parser>(run: impl FnOnce(A) -> Result<CommandOutcome, Failure>) -> ExitCode {
    // A failure only disables the removal of temporary files on Ctrl-C.
    let _ = files::remove_on_interrupt();
    let parsed = tuned(A::command()).try_get_matches();
    let arguments = match parsed.and_then(|matches| A::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => return show(&error),
    };
    let result = match run(arguments) {
        Ok(CommandOutcome::Success) => Ok(CommandOutcome::Success),
        Ok(CommandOutcome::Mismatch) => say::release().map(|()| CommandOutcome::Mismatch),
        Err(failure) => say::release().and(Err(failure)),
    };
    match result {
        Ok(CommandOutcome::Success) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Mismatch) => ExitCode::from(1),
        Err(Failure(text)) => {
            // If standard error is closed too, there is no place to report to.
            let _ = writeln!(anstream::stderr(), "{text}");
            ExitCode::from(2)
        }
    }
}
