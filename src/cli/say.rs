//! Standard output: what was found, which `--quiet` holds back unless something is wrong, and data.

use super::Failure;
use super::stdout::stdout;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is held back; none without `--quiet`.
static HELD: Mutex<Option<String>> = Mutex::new(None);

fn held() -> MutexGuard<'static, Option<String>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on findings are held back.
pub(super) fn be_quiet() {
    *held() = Some(String::new());
}

/// Whether findings are held back.
pub(super) fn is_quiet() -> bool {
    held().is_some()
}

/// Tells what was found, and a line end.
pub(super) fn say(text: impl fmt::Display) -> Result<(), Failure> {
    match &mut *held() {
        // A string takes everything.
        Some(held) => {
            let _ = writeln!(held, "{text}");
            Ok(())
        }
        None => Ok(writeln!(stdout(), "{text}")?),
    }
}

/// Prints data that was asked for, and a line end, `--quiet` or not.
pub(super) fn give(text: impl fmt::Display) -> Result<(), Failure> {
    Ok(writeln!(stdout(), "{text}")?)
}

/// Tells what was held back after all: something is wrong.
pub(super) fn release() -> Result<(), Failure> {
    match held().take() {
        Some(held) => Ok(write!(stdout(), "{held}")?),
        None => Ok(()),
    }
}
