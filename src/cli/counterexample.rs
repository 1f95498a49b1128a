//! The options about counterexamples, and leaving one.

use super::number::any;
use super::{Failure, say};
use clap::Args;
use lanesmith::files;
use lanesmith::sim::EngineKind;
use lanesmith::unit::{Counterexample, FailingWork, Hardware, Selection};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Set on each option: a heading of the group would also apply to the options after it.
const HEADING: &str = "Counterexamples";

/// Flatten this into a subcommand that finds mismatches.
#[derive(Args, Clone, Debug)]
pub(super) struct Counterexamples {
    /// The folder for counterexamples; each mismatch gets a folder in it with an explanation, waves, and a command that repeats it
    #[arg(
        help_heading = HEADING,
        long = "counterexample",
        value_name = "DIR",
        default_value = "sim/out/counterexample",
        value_parser = super::out::folder()
    )]
    folder: PathBuf,
    /// Writes no counterexample
    #[arg(long, help_heading = HEADING, conflicts_with = "folder")]
    no_counterexample: bool,
}

/// Flatten this into a subcommand that runs hardware.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Planted {
    /// Plants fault number N in the netlist, to see it found; the faults of a netlist are numbered from 0
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = any::<usize>())]
    fault: Option<usize>,
}

impl Counterexamples {
    /// Writes the counterexample that `make` makes in the given folder, if any, and prints where it is and how to repeat it; whether
    /// there is one. A counterexample that cannot be written is reported and does not change the exit status.
    pub(super) fn leave(
        &self,
        name: &str,
        make: impl FnOnce(&Path) -> Result<Option<Counterexample>, String>,
    ) -> Result<bool, Failure> {
        if self.no_counterexample {
            return Ok(false);
        }
        let made = make(&self.folder.join(name)).and_then(|made| {
            let Some(made) = made else { return Ok(None) };
            let texts = made.files();
            let texts = texts
                .iter()
                .map(|(name, text)| (made.folder.join(name), text.as_bytes()));
            files::write_set(&texts.collect::<Vec<_>>()).map_err(|error| error.to_string())?;
            Ok(Some(made))
        });
        match made {
            Ok(Some(made)) => say(&made).map(|()| true),
            Ok(None) => Ok(false),
            Err(why) => {
                // The mismatch is on standard output already; a failure to write this message has no other place to go.
                let _ = writeln!(anstream::stderr(), "cannot write a counterexample: {why}");
                Ok(false)
            }
        }
    }

    /// The same for failing work, if there is any.
    pub(super) fn leave_work(
        &self,
        hardware: &Hardware,
        found: &Option<Arc<dyn FailingWork>>,
    ) -> Result<bool, Failure> {
        self.leave(&hardware.name(), |folder| match found {
            Some(found) => found.counterexample(hardware, folder),
            None => Ok(None),
        })
    }
}

impl Planted {
    /// The hardware, with the fault if one is selected; prints the fault.
    pub(super) fn hardware(self, selection: Selection, kind: EngineKind) -> Result<Hardware, Failure> {
        let hardware = self.quietly(selection, kind)?;
        if let Some(fault) = hardware.fault() {
            say!("{}: {fault}", selection.name())?;
        }
        Ok(hardware)
    }

    /// The hardware, without printing the fault.
    pub(super) fn quietly(self, selection: Selection, kind: EngineKind) -> Result<Hardware, Failure> {
        Ok(Hardware::new(selection, kind, self.fault)?)
    }

    /// Whether there is a fault.
    pub(super) fn is_some(self) -> bool {
        self.fault.is_some()
    }
}
