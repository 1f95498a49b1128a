//! Standard output: findings, which `--quiet` holds back unless something is wrong, and data.

use super::stdout::stdout;
use super::{Failure, lock};
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::sync::Mutex;

/// Where findings go.
enum Findings {
    Printed,
    /// Held back, with `--quiet`.
    Held(String),
    /// Replaced by JSON.
    Dropped,
}

static FINDINGS: Mutex<Findings> = Mutex::new(Findings::Printed);

/// Holds findings back from now on.
pub fn be_quiet() {
    *lock(&FINDINGS) = Findings::Held(String::new());
}

/// Drops findings from now on, because JSON replaces them.
pub fn be_silent() {
    *lock(&FINDINGS) = Findings::Dropped;
}

/// Whether findings are held back.
pub fn is_quiet() -> bool {
    matches!(*lock(&FINDINGS), Findings::Held(_))
}

/// Prints a finding and a line end.
pub fn say(text: impl fmt::Display) -> Result<(), Failure> {
    match &mut *lock(&FINDINGS) {
        // Writing to a string cannot fail.
        Findings::Held(held) => {
            let _ = writeln!(held, "{text}");
            Ok(())
        }
        Findings::Dropped => Ok(()),
        Findings::Printed => Ok(writeln!(stdout(), "{text}")?),
    }
}

/// Prints data and a line end, also with `--quiet`.
pub fn give(text: impl fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(stdout(), "{text}")?)
}

/// Prints the findings held back, because something is wrong.
pub fn release() -> Result<(), Failure> {
    let mut findings = lock(&FINDINGS);
    match &mut *findings {
        Findings::Held(held) => {
            let held = std::mem::take(held);
            *findings = Findings::Printed;
            Ok(write!(stdout(), "{held}")?)
        }
        Findings::Dropped | Findings::Printed => Ok(()),
    }
}
