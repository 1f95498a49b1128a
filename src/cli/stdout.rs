//! Standard output, which a file may be written to, and whose reader may go before the work is done.

use crate::files::Lasting;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether standard output takes a file.
static TAKES_FILE: AtomicBool = AtomicBool::new(false);

/// From now on everything but that file goes to standard error.
pub(super) fn leave_to_a_file() {
    TAKES_FILE.store(true, Ordering::Relaxed);
}

/// Where a command tells what it did: standard output, or standard error where a file goes there.
pub(super) fn stdout() -> Box<dyn Write> {
    match TAKES_FILE.load(Ordering::Relaxed) {
        false => Box::new(Lasting(anstream::stdout())),
        true => Box::new(io::stderr()),
    }
}
