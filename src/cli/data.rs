//! The options of subcommands that give a report for programs: `--json` and `-o`.

use super::{Failure, check_files, give};
use crate::files;
use clap::Args;
use std::path::{Path, PathBuf};

/// Flatten this into a subcommand.
#[derive(Args, Clone, Debug)]
pub(super) struct Data {
    /// Prints JSON in place of text
    #[arg(long)]
    pub(super) json: bool,
    /// Writes the JSON to this file, beside what is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Data {
    /// The file that it goes to.
    pub(super) fn file(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Whether the file can be written, as far as it shows beforehand.
    pub(super) fn check(&self) -> Result<(), Failure> {
        check_files(&[], &self.file().into_iter().collect::<Vec<_>>())
    }

    /// Puts the JSON where it was asked for.
    pub(super) fn give(&self, json: impl FnOnce() -> Result<String, Failure>) -> Result<(), Failure> {
        if !self.json && self.output.is_none() {
            return Ok(());
        }
        let text = json()?;
        let text = text.trim_end();
        if let Some(path) = &self.output {
            files::write(&[(path.clone(), format!("{text}\n").as_bytes())])?;
        }
        // Standard output has it already if it is the file.
        let is_there = self.output.as_deref().is_some_and(files::is_standard_output);
        match self.json && !is_there {
            true => give(text),
            false => Ok(()),
        }
    }
}

/// A report as JSON for people and programs.
pub(super) fn pretty(report: &impl serde::Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(report).map_err(Failure::new)
}
