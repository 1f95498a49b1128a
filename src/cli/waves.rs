//! The options about waves.

use super::number;
use clap::Args;
use lanesmith::files::FileError;
use lanesmith::sim::wave::{self, DumpedWaves, Keep};
use lanesmith::unit::shell_word;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Where waves go.
#[derive(Args)]
pub(super) struct Waves {
    /// Writes waves to this file as VCD, and a GTKWave save file beside it [default: no waves]
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// The cycles A to B - 1 of the waves; cycle 0 is the first cycle of the reset [default: the last 1000; of Brew programs all]
    #[arg(long, value_name = "A..B", requires = "vcd", value_parser = number::cycles)]
    cycles: Option<Range<u64>>,
}

/// Cycles of waves without --cycles.
const LAST: usize = 1000;

impl Waves {
    /// The file of the waves.
    pub fn path(&self) -> Option<&Path> {
        self.vcd.as_deref()
    }

    /// The selected cycles.
    pub fn cycles(&self) -> Option<Range<u64>> {
        self.cycles.clone()
    }

    /// The file of the waves, and the cycles in it.
    pub fn dump(&self) -> Option<(&Path, Keep)> {
        let keep = self.cycles().map_or(Keep::Last(LAST), Keep::Window);
        self.path().map(|path| (path, keep))
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
