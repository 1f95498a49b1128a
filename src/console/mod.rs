//! What the programs of the command line share: options, errors and exit status, messages, progress bars, reports.

pub mod cases;
pub mod configuration;
pub mod data;
pub mod lines;
pub mod number;
pub mod out;
pub mod progress;
pub mod say;
pub mod stdout;
pub mod table;
pub mod text;

pub use crate::{__failure as failure, __give as give, __say as say};
pub use say::{give, say};

use crate::files;
use crate::sim::EngineError;
use crate::text::diagnostic::{Diagnostic, render_all};
use crate::unit::Refusal;
use clap::Parser;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Result of a subcommand without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandOutcome {
    /// Exit status 0.
    Success,
    /// Exit status 1: results or files differ.
    Mismatch,
}

impl CommandOutcome {
    /// Success, unless results or files differ.
    pub fn unless(differ: bool) -> Self {
        match differ {
            true => CommandOutcome::Mismatch,
            false => CommandOutcome::Success,
        }
    }

    /// The outcome of `compared` comparisons. Zero comparisons are an error that says `why` nothing was checked.
    pub fn of(compared: u64, differ: bool, why: impl fmt::Display) -> Result<Self, Failure> {
        match (compared, differ) {
            (0, false) => Err(failure!("nothing was checked: {why}")),
            _ => Ok(CommandOutcome::unless(differ)),
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

/// A [`Failure`] with a formatted message.
#[doc(hidden)]
#[macro_export]
macro_rules! __failure {
    ($($message:tt)+) => { $crate::console::Failure::new(format_args!($($message)+)) };
}

/// [`say`](fn@say) with a formatted text.
#[doc(hidden)]
#[macro_export]
macro_rules! __say {
    ($($text:tt)+) => { $crate::console::say(format_args!($($text)+)) };
}

/// [`give`](fn@give) with a formatted text.
#[doc(hidden)]
#[macro_export]
macro_rules! __give {
    ($($text:tt)+) => { $crate::console::give(format_args!($($text)+)) };
}

impl From<io::Error> for Failure {
    /// An error of writing to standard output.
    fn from(error: io::Error) -> Self {
        failure!("cannot write to standard output: {error}")
    }
}

/// An error if an option sets the same name twice.
pub fn once<T: PartialEq + fmt::Display>(option: &str, names: impl Iterator<Item = T>) -> Result<(), Failure> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Err(failure!("{option} {name}: set twice; remove one of them"));
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
pub fn check_files(
    inputs: impl IntoIterator<Item: AsRef<Path>>,
    outputs: impl IntoIterator<Item: AsRef<Path>>,
) -> Result<(), Failure> {
    let (inputs, outputs): (Vec<_>, Vec<_>) = (inputs.into_iter().collect(), outputs.into_iter().collect());
    let outputs: Vec<&Path> = outputs.iter().map(AsRef::as_ref).collect();
    files::check(&inputs.iter().map(AsRef::as_ref).collect::<Vec<_>>(), &outputs)?;
    if outputs.iter().any(|path| files::is_standard_output(path)) {
        stdout::leave_to_a_file();
    }
    Ok(())
}

/// No file, for [`check_files`].
pub const NONE: [&Path; 0] = [];

/// Locks a value, also after a panic of another thread.
pub fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets options accept a negative number as their value, so that the error is about the number.
pub fn tuned(command: clap::Command) -> clap::Command {
    let takes_number = |arg: &clap::Arg| !arg.is_positional() && arg.get_action().takes_values();
    command
        .mut_args(|arg| match takes_number(&arg) {
            true => arg.allow_negative_numbers(true),
            false => arg,
        })
        .mut_subcommands(tuned)
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

/// Parses the process's arguments, runs the subcommand, reports and returns the exit status.
pub fn execute<A: Parser>(run: impl FnOnce(A) -> Result<CommandOutcome, Failure>) -> ExitCode {
    // A failure only disables the removal of temporary files on Ctrl-C.
    let _ = files::remove_on_interrupt();
    let parsed = tuned(A::command()).try_get_matches();
    let arguments = match parsed.and_then(|matches| A::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => return show(&error),
    };
    let result = run(arguments);
    let is_right = result.as_ref().is_ok_and(|outcome| *outcome == CommandOutcome::Success);
    let released = if is_right { Ok(()) } else { say::release() };
    match released.and(result) {
        Ok(CommandOutcome::Success) => ExitCode::SUCCESS,
        Ok(CommandOutcome::Mismatch) => ExitCode::from(1),
        Err(Failure(text)) => {
            // If standard error is closed too, there is no place to report to.
            let _ = writeln!(anstream::stderr(), "{text}");
            ExitCode::from(2)
        }
    }
}
