//! The options about counterexamples, and leaving one.

use super::number::any;
use super::{Failure, say};
use crate::files;
use crate::sim::EngineKind;
use crate::unit::Selection;
use crate::unit::{Counterexample, Hardware};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// On each option, not on the whole: that would also be the heading of the options behind these.
const HEADING: &str = "Counterexamples";

/// Flatten this into a subcommand that finds mismatches.
#[derive(Args, Clone, Debug)]
pub(super) struct Counterexamples {
    /// Where a mismatch is left as a counterexample: a folder in this one with explanation, waves, and what repeats it
    #[arg(
        help_heading = HEADING,
        long = "counterexample",
        value_name = "DIR",
        default_value = "sim/out/counterexample",
        value_parser = super::out::folder()
    )]
    folder: PathBuf,
    /// Leave no counterexample
    #[arg(long, help_heading = HEADING, conflicts_with = "folder")]
    no_counterexample: bool,
}

/// Flatten this into a subcommand that runs hardware.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Planted {
    /// Puts a fault into the netlist first, to see it found: number N of those that `lanesmith mutate` draws from
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = any::<usize>())]
    fault: Option<usize>,
}

impl Counterexamples {
    /// Leaves the counterexample that `make` makes in the given folder, if it makes one, and says where it is and how to
    /// repeat it. That it could not be written is said too, and changes nothing about the mismatch.
    pub(super) fn leave(
        &self,
        name: &str,
        make: impl FnOnce(&Path) -> Result<Option<Counterexample>, String>,
    ) -> Result<Option<Counterexample>, Failure> {
        if self.no_counterexample {
            return Ok(None);
        }
        let made = make(&self.folder.join(name)).and_then(|made| {
            let Some(made) = made else { return Ok(None) };
            let texts = made.files();
            let texts = texts
                .iter()
                .map(|(name, text)| (made.folder.join(name), text.as_bytes()));
            files::write(&texts.collect::<Vec<_>>()).map_err(|error| error.to_string())?;
            Ok(Some(made))
        });
        match made {
            Ok(Some(made)) => {
                say(&made)?;
                Ok(Some(made))
            }
            Ok(None) => Ok(None),
            Err(why) => {
                // The mismatch is told on standard output; nothing sensible is left to do if this can't be told.
                let _ = writeln!(anstream::stderr(), "no counterexample left: {why}");
                Ok(None)
            }
        }
    }
}

impl Planted {
    /// The hardware, with the fault if one is asked for, which is then told.
    pub(super) fn hardware(self, selection: Selection, kind: EngineKind) -> Result<Hardware, Failure> {
        let hardware = self.quietly(selection, kind)?;
        if let Some(fault) = hardware.fault() {
            say(format_args!("{}: {fault}", selection.name()))?;
        }
        Ok(hardware)
    }

    /// Likewise without a word.
    pub(super) fn quietly(self, selection: Selection, kind: EngineKind) -> Result<Hardware, Failure> {
        Ok(Hardware::new(selection, kind, self.fault)?)
    }

    /// Whether there is a fault.
    pub(super) fn is_some(self) -> bool {
        self.fault.is_some()
    }
}
