//! Standard output, which may hold a file's contents, and whose reader may close it early.

use crate::files::BrokenPipeTolerant;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a file's contents go to standard output.
static TAKES_FILE: AtomicBool = AtomicBool::new(false);

/// Sends everything but that file to standard error from now on.
pub fn leave_to_a_file() {
    TAKES_FILE.store(true, Ordering::Relaxed);
}

/// The stream for findings: standard output, or standard error if a file's contents go to standard output.
pub fn stdout() -> Box<dyn Write> {
    match TAKES_FILE.load(Ordering::Relaxed) {
        false => Box::new(BrokenPipeTolerant(anstream::stdout())),
        true => Box::new(io::stderr()),
    }
}
