//! Runs external tools with a time limit.

use super::solver::Stop;
use lanesmith_text::files::tool;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Errors of external tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalError {
    /// A tool is missing, so the proof is skipped: the message.
    Unavailable(String),
    /// A tool failed or printed something unexpected.
    Failed(String),
}

impl ExternalError {
    /// The message.
    pub fn message(self) -> String {
        match self {
            ExternalError::Unavailable(why) | ExternalError::Failed(why) => why,
        }
    }
}

/// The interval at which a running tool is checked for cancellation.
const POLL: Duration = Duration::from_millis(50);

/// Limit for questions that tools answer in seconds.
const LIMIT: Duration = Duration::from_secs(600);

/// Runs a tool that should end soon.
pub(super) fn finish(directory: &Path, tool: &str, arguments: &[&str]) -> Result<String, ExternalError> {
    let printed = run(directory, tool, arguments, LIMIT, &Stop::default())?;
    printed.ok_or_else(|| ExternalError::Failed(format!("{tool} did not end within {} s", LIMIT.as_secs())))
}

/// Runs a tool in `directory` and returns what it printed; `None` if it was killed after `limit`, or because `stop` was
/// raised.
pub(super) fn run(
    directory: &Path,
    name: &str,
    arguments: &[&str],
    limit: Duration,
    stop: &Stop,
) -> Result<Option<String>, ExternalError> {
    let failed = |error: std::io::Error| ExternalError::Failed(format!("{name}: {error}"));
    let mut command = Command::new(name);
    command
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (mut child, _tool) = tool::spawn(&mut command).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => ExternalError::Unavailable(format!("{name} not found")),
        _ => failed(error),
    })?;
    let (sender, texts) = mpsc::channel();
    listen(child.stdout.take(), 0, &sender);
    listen(child.stderr.take(), 1, &sender);
    drop(sender);
    let start = Instant::now();
    let mut printed = [String::new(), String::new()];
    loop {
        match texts.recv_timeout(POLL) {
            Ok((pipe, text)) => printed[pipe] = text,
            // Both pipes have ended, and with them the tool.
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if start.elapsed() > limit || stop.is_raised() => {
                end(&mut child);
                return Ok(None);
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    let status = child.wait().map_err(failed)?;
    let [text, errors] = printed;
    if status.success() {
        return Ok(Some(text));
    }
    let how = match status.code() {
        Some(_) => String::new(),
        None => format!(" ({status})"),
    };
    Err(ExternalError::Failed(format!("{name} failed{how}:\n{text}{errors}")))
}

/// Sends all that comes out of a pipe when it ends.
fn listen(pipe: Option<impl Read + Send + 'static>, number: usize, sender: &mpsc::Sender<(usize, String)>) {
    let sender = sender.clone();
    thread::spawn(move || {
        let mut bytes = vec![];
        if let Some(mut pipe) = pipe {
            // The text before the error is used.
            let _ = pipe.read_to_end(&mut bytes);
        }
        let _ = sender.send((number, String::from_utf8_lossy(&bytes).into_owned()));
    });
}

fn end(child: &mut Child) {
    // It may have ended by itself meanwhile.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(line: &str, milliseconds: u64, stop: &Stop) -> Result<Option<String>, ExternalError> {
        let limit = Duration::from_millis(milliseconds);
        run(Path::new("."), "sh", &["-c", line], limit, stop)
    }

    #[test]
    fn a_tool_that_overruns_its_time_or_is_no_longer_wanted_is_killed() {
        let start = Instant::now();
        assert_eq!(shell("echo fine", 10_000, &Stop::default()), Ok(Some("fine\n".into())));
        assert_eq!(shell("exec sleep 60", 200, &Stop::default()), Ok(None));
        let raised = Stop::default();
        raised.raise();
        assert_eq!(shell("exec sleep 60", 60_000, &raised), Ok(None));
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_tool_that_fails_is_quoted_and_a_missing_one_is_named() {
        let failed = shell("echo said; echo why >&2; exit 3", 10_000, &Stop::default());
        assert_eq!(failed, Err(ExternalError::Failed("sh failed:\nsaid\nwhy\n".into())));
        let missing = run(Path::new("."), "no-such-tool", &[], Duration::ZERO, &Stop::default());
        assert_eq!(
            missing,
            Err(ExternalError::Unavailable("no-such-tool not found".into()))
        );
    }
}
