//! The options about waves.

use clap::Args;
use lanesmith::files::FileError;
use lanesmith::sim::wave::{self, DumpedWaves};
use lanesmith::unit::shell_word;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Where waves go.
#[derive(Args)]
pub(super) struct Waves {
    /// Writes waves to this file as VCD, and a GTKWave save file beside it [default: no waves]
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
}

impl Waves {
    /// The file of the waves.
    pub fn path(&self) -> Option<&Path> {
        self.vcd.as_deref()
    }

    /// The files that the run writes; an error if the name of the waves is that of another format.
    pub fn outputs(&self) -> Result<Vec<PathBuf>, FileError> {
        self.path().map_or(Ok(vec![]), wave::names)
    }
}

/// The file of waves with its cycles, and the command that shows them.
pub(super) fn described(dumped: &DumpedWaves) -> String {
    let file = dumped.file.display();
    let Range { start, end } = dumped.cycles;
    if dumped.cycles.is_empty() {
        return format!("{file}: empty, because the run ended before the selected cycles");
    }
    let view = |gtkw: &PathBuf| format!("; view them: gtkwave {}", shell_word(gtkw));
    let view = dumped.gtkw.as_ref().map(view).unwrap_or_default();
    format!("{file}: cycles {start}..{end}{view}")
}
