//! Standard output: findings, which `--quiet` holds back unless something is wrong, and data.

use super::Failure;
use super::stdout::stdout;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The findings held back; `None` without `--quiet`.
static HELD: Mutex<Option<String>> = Mutex::new(None);

fn held() -> MutexGuard<'static, Option<String>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds findings back from now on.
pub(super) fn be_quiet() {
    *held() = Some(String::new());
}

/// Whether findings are held back.
pub(super) fn is_quiet() -> bool {
    held().is_some()
}

/// Prints a finding and a line end.
pub(super) fn say(text: impl fmt::Display) -> Result<(), Failure> {
    match &mut *held() {
        // Writing to a string cannot fail.
        Some(held) => {
            let _ = writeln!(held, "{text}");
            Ok(())
        }
        None => Ok(writeln!(stdout(), "{text}")?),
    }
}

/// Prints data and a line end, also with `--quiet`.
pub(super) fn give(text: impl fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(stdout(), "{text}")?)
}

/// Prints the findings held back, because something is wrong.
pub(super) fn release() -> Result<(), Failure> {
    match held().take() {
        Some(held) => Ok(write!(stdout(), "{held}")?),
        None => Ok(()),
    }
}
