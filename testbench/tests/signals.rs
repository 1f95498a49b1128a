//! Signals that the tests inherit.

use crate::skip::skipped;

/// Whether whoever started the tests has the signal of this name ignored, as a shell does in the background: programs that they start
/// ignore it as well.
pub fn is_ignored(signal: &str) -> bool {
    let number = ["HUP", "INT"].iter().position(|name| *name == signal);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let is_ignored = number
        .zip(ignored)
        .is_some_and(|(number, mask)| mask >> number & 1 != 0);
    if is_ignored {
        skipped(format!("SIG{signal} is ignored here"));
    }
    is_ignored
}
