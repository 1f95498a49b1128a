//! Signals that the tests inherit.

use crate::skip::skipped;

/// The numbers of signals.
const NUMBERS: [(&str, u32); 5] = [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15), ("XCPU", 24)];

/// Whether whoever started the tests has the signal of this name ignored, as a shell does in the background: programs that they start
/// ignore it as well.
pub fn is_ignored(signal: &str) -> bool {
    let row = NUMBERS.iter().find(|(name, _)| *name == signal);
    let (_, number) = row.expect("a signal of the table");
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let is_ignored = ignored.is_some_and(|mask| mask >> (number - 1) & 1 != 0);
    if is_ignored {
        skipped(format!("SIG{signal} is ignored here"));
    }
    is_ignored
}
