//! Failing cases: work on which hardware goes wrong, as a folder that shows and repeats it.

use super::Hardware;
use crate::sim::testbench::TrafficSettings;
use crate::sim::wave::DumpedWaves;
use std::fmt;
use std::path::{Path, PathBuf};

/// Work on which hardware went wrong.
pub trait FailingWork: fmt::Debug + Send + Sync {
    /// The counterexample that it is, as short as could be found, with its waves in `folder`; `None` if fresh hardware goes
    /// right. Errors: the engine can't be had, the folder not written.
    fn counterexample(&self, hardware: &Hardware, folder: &Path) -> Result<Option<Counterexample>, String>;
}

/// A counterexample. The waves are in its folder; [`files`](Counterexample::files) are still to be written there.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The folder that everything goes to.
    pub folder: PathBuf,
    /// The mismatch and the steps to the expected result; several lines.
    pub explanation: String,
    /// The line that repeats it and ends with exit status 1.
    pub repeat: String,
    /// Names and texts of the files that the line reads.
    pub inputs: Vec<(String, String)>,
    /// The waves, where hardware has a part in it.
    pub dumped: Option<DumpedWaves>,
    /// The waves of a refuted claim's own clocks.
    pub claim: Option<DumpedWaves>,
}

/// The name of a counterexample's waves, program or vectors, without extension.
pub(crate) const CASE: &str = "case";

impl Counterexample {
    /// Names and texts of everything but the waves.
    pub fn files(&self) -> Vec<(String, String)> {
        let text = format!("{}\n\nrepeat: {}\n", self.explanation, self.repeat);
        let mut files = vec![("explanation.txt".to_owned(), text)];
        files.extend(self.inputs.iter().cloned());
        files
    }
}

/// Where it is, how to look at it and how to repeat it: two lines.
impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "counterexample: {}", self.folder.display())?;
        let save = |dumped: &Option<DumpedWaves>| dumped.as_ref()?.gtkw.as_deref().map(shell_word);
        if let Some(save) = save(&self.dumped) {
            write!(f, "; to look at it: gtkwave {save}")?;
        }
        if let Some(save) = save(&self.claim) {
            write!(f, "; at the claim's own clocks: gtkwave {save}")?;
        }
        write!(f, "\nrepeat: {}", self.repeat)
    }
}

/// The line that repeats work on hardware: where it comes from as options of `simulate`, its traffic, and a reset in that.
pub(crate) fn repeat_command(
    hardware: &Hardware,
    work: &str,
    traffic: TrafficSettings,
    reset_at: Option<u64>,
) -> String {
    let (kind, options) = (hardware.kind(), hardware.options());
    let TrafficSettings { gaps, stalls, seed } = traffic;
    let mut line = format!("lanesmith simulate --engine {kind} {options} {work} --gaps {gaps}");
    if hardware.selection().unit().can_stall() {
        line += &format!(" --stalls {stalls}");
    }
    line += &format!(" --seed {seed}");
    if let Some(cycle) = reset_at {
        line += &format!(" --reset-at {cycle}");
    }
    line + " --no-counterexample"
}

/// Makes the folder.
pub(crate) fn create_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}

/// A path as a word of a command line.
pub(crate) fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    match text.chars().all(plain) && !text.is_empty() {
        true => text,
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;
    use std::path::Path;

    #[test]
    fn paths_that_a_shell_would_take_apart_are_quoted() {
        assert_eq!(shell_word(Path::new("sim/out/x-1.csv")), "sim/out/x-1.csv");
        assert_eq!(shell_word(Path::new("it's here/$x")), r"'it'\''s here/$x'");
    }
}
