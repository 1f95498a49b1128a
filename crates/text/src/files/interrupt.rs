//! Interrupts: Ctrl-C, requests to terminate, and limits of the system.

use std::sync::{Mutex, MutexGuard, PoisonError};

type Action = Box<dyn FnOnce() + Send>;

/// What an interrupt does before it ends the process.
static ACTION: Mutex<Option<Action>> = Mutex::new(None);

fn action() -> MutexGuard<'static, Option<Action>> {
    ACTION.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An action for the case of an interrupt; dropping it cancels the action. If the action runs already, dropping waits for the
/// end of the process.
pub struct OnInterrupt(());

impl OnInterrupt {
    /// An interrupt runs `write` before it ends the process. A process has one such action at a time; a new one replaces it.
    pub fn new(write: impl FnOnce() + Send + 'static) -> Self {
        *action() = Some(Box::new(write));
        OnInterrupt(())
    }
}

impl Drop for OnInterrupt {
    fn drop(&mut self) {
        *action() = None;
    }
}

#[cfg(unix)]
mod unix {
    use super::action;
    use crate::files::{output, temporary, tool};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};
    use signal_hook::flag;
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::Arc;
    use std::{io, mem, process, ptr, thread};

    pub fn remove_on_interrupt() -> io::Result<()> {
        // With a handler, which programs that this one starts do not inherit, writing beyond the limit is an error like any other.
        flag::register(SIGXFSZ, Arc::default())?;
        let wanted = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU];
        let mut signals = Signals::new(wanted.into_iter().filter(|signal| !is_ignored(*signal)))?;
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                // Held to the end: otherwise the process could end normally, with another result, while the action runs.
                let mut action = action();
                if let Some(write) = action.take() {
                    write();
                }
                let _renaming = output::lock_renaming();
                // Otherwise the tools would write to removed files.
                let _ended = tool::end_all();
                let _removed = temporary::remove_all();
                // Shells and schedulers see which signal ended the process only if its default action does.
                let _ = emulate_default_handler(signal);
                process::exit(128 + signal);
            }
        });
        Ok(())
    }

    /// Whether the parent process ignores this signal, as `nohup` does.
    fn is_ignored(signal: i32) -> bool {
        // SAFETY: without a new action the call only writes to the old one, which may be all 0.
        unsafe {
            let mut action: libc::sigaction = mem::zeroed();
            libc::sigaction(signal, ptr::null(), &mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
        }
    }
}

/// Makes an interrupt end all tools and remove all temporary files before it ends the process. For programs only: a library must
/// not change signal handling.
pub fn remove_on_interrupt() -> std::io::Result<()> {
    #[cfg(unix)]
    unix::remove_on_interrupt()?;
    Ok(())
}
