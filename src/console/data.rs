//! The options `--json` and `-o` of subcommands with a machine-readable report.

use super::{Failure, NONE, check_files, give};
use crate::files::{self, OnInterrupt};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Flatten this into a subcommand.
#[derive(Args, Clone, Debug)]
pub struct Data {
    /// Prints machine-readable JSON instead of text
    #[arg(long)]
    pub json: bool,
    /// Writes the JSON to this file, in addition to the printed text
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Data {
    /// The file for the JSON.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// An error if the file certainly cannot be written.
    pub fn check(&self) -> Result<(), Failure> {
        check_files(NONE, self.file())
    }

    /// An interrupt writes this JSON, which says so, while the result lives. Errors go to standard error, because the process ends.
    pub fn on_interrupt(&self, json: impl FnOnce() -> Result<String, Failure> + Send + 'static) -> OnInterrupt {
        let data = self.clone();
        OnInterrupt::new(move || {
            if let Err(Failure(text)) = data.give(json) {
                let _ = writeln!(anstream::stderr(), "{text}");
            }
        })
    }

    /// Writes a report as JSON to the selected places, and prints `text` unless JSON replaces it.
    pub fn report(
        &self,
        report: &impl serde::Serialize,
        text: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.give(|| pretty(report))?;
        if self.json { Ok(()) } else { text() }
    }

    /// Writes the JSON to the selected places.
    pub fn give(&self, json: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        if !self.json && self.output.is_none() {
            return Ok(());
        }
        let text = json()?;
        let text = text.trim_end();
        if let Some(path) = &self.output {
            files::write(path, format!("{text}\n").as_bytes())?;
        }
        // Standard output has it already if it is the file.
        let is_there = self.output.as_deref().is_some_and(files::is_standard_output);
        if self.json && !is_there { give(text) } else { Ok(()) }
    }
}

/// A report as indented JSON.
pub fn pretty(report: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(report).map_err(Failure::new)
}
