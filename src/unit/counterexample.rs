//! Counterexamples: folders that explain and repeat work in which hardware fails.

use super::{Hardware, Verdict};
use lanesmith_sim::testbench::TrafficSettings;
use lanesmith_sim::wave::DumpedWaves;
use std::fmt;
use std::path::{Path, PathBuf};

/// Work in which hardware failed.
pub trait FailingWork: fmt::Debug + Send + Sync {
    /// Minimises the work to a counterexample, and writes its waves to `folder`; `None` if fresh hardware does not fail. Errors: the
    /// engine is not available, the folder cannot be written.
    fn counterexample(&self, hardware: &Hardware, folder: &Path) -> Result<Option<Counterexample>, String>;
}

/// A counterexample. Its waves are in its folder; the caller writes its [`files`](Counterexample::files) there.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// Its folder.
    pub folder: PathBuf,
    /// The mismatch and the steps to the expected result; several lines.
    pub explanation: String,
    /// The command that repeats it, which ends with exit status 1.
    pub repeat: String,
    /// Names and texts of the files that the command reads.
    pub inputs: Vec<(String, String)>,
    /// The waves, if hardware was simulated.
    pub dumped: Option<DumpedWaves>,
    /// The waves of a refuted claim's own clocks.
    pub claim: Option<DumpedWaves>,
}

/// The name of a counterexample's waves, program or vectors, without extension.
pub const CASE: &str = "case";

impl Counterexample {
    /// Names and texts of everything but the waves.
    pub fn files(&self) -> Vec<(String, String)> {
        let text = format!("{}\n\nrepeat: {}\n", self.explanation, self.repeat);
        let mut files = vec![("explanation.txt".to_owned(), text)];
        files.extend(self.inputs.iter().cloned());
        files
    }
}

/// Two lines: the folder with the command to view the waves, and the command that repeats it.
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

/// The command that repeats work on hardware. `work` are the options of `simulate` for the work; `reset_at` is the cycle of a reset in
/// the traffic.
pub fn repeat_command(hardware: &Hardware, work: &str, traffic: TrafficSettings, reset_at: Option<u64>) -> String {
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

/// The counterexample of failing work, with waves in `folder`; `None` if `run`, which gets the file for the waves, does not fail. The work is
/// rows of a vector file, or else a number of random instructions, in this traffic and with a reset in this cycle.
pub fn recorded(
    hardware: &Hardware,
    folder: &Path,
    (traffic, reset_at): (TrafficSettings, Option<u64>),
    work: Result<String, u64>,
    run: impl FnOnce(&Path) -> Result<Verdict, String>,
) -> Result<Option<Counterexample>, String> {
    create_folder(folder)?;
    let verdict = run(&folder.join(CASE).with_extension("vcd"))?;
    let (Some((_, explanation)), Some(dumped)) = (verdict.fault, verdict.dumped) else {
        return Ok(None);
    };
    let name = format!("{CASE}.csv");
    let (work, inputs) = match work {
        Ok(rows) => (
            format!("--vectors {}", shell_word(&folder.join(&name))),
            vec![(name, rows)],
        ),
        Err(count) => (format!("--random {count}"), vec![]),
    };
    Ok(Some(Counterexample {
        folder: folder.to_owned(),
        explanation,
        repeat: repeat_command(hardware, &work, traffic, reset_at),
        inputs,
        dumped: Some(dumped),
        claim: None,
    }))
}

/// Creates a folder and its parents. Error: the message.
pub fn create_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))
}

/// A path as a word of a command line.
pub fn shell_word(path: &Path) -> String {
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
