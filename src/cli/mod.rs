//! The command line: one file per subcommand. Exit status 0 success, 1 mismatch, 2 bad input or environment.

use clap::{Parser, Subcommand};
use std::fmt;
use std::process::ExitCode;

/// Packed-SIMD arithmetic hardware you can trust.
#[derive(Parser)]
#[command(name = "lanesmith", version, about, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Every subcommand implements [`Run`] in a file of its own.
#[derive(Subcommand)]
enum Command {}

/// How a subcommand ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Exit status 0.
    Success,
    /// Exit status 1: results or files differ.
    Mismatch,
}

/// An error for the user: already complete sentences, perhaps several lines. Exit status 2.
#[derive(Debug)]
pub struct Failure(pub String);

impl Failure {
    /// An error without a picture: `error: ` goes before it.
    pub fn new(message: impl fmt::Display) -> Self {
        Failure(format!("error: {message}"))
    }
}

/// A subcommand.
trait Run {
    fn run(self) -> Result<Outcome, Failure>;
}

/// Parses the process's arguments, runs the subcommand, reports and returns the exit status.
pub fn main() -> ExitCode {
    let result: Result<Outcome, Failure> = match Arguments::parse().command {};
    match result {
        Ok(Outcome::Success) => ExitCode::SUCCESS,
        Ok(Outcome::Mismatch) => ExitCode::from(1),
        Err(Failure(text)) => {
            anstream::eprintln!("{text}");
            ExitCode::from(2)
        }
    }
}
