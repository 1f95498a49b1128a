//! Ends in the middle of the work: Ctrl-C, and being asked to end.

#[cfg(unix)]
mod unix {
    use crate::files::{output, temporary, tool};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::{io, mem, process, ptr, thread};

    pub fn remove_on_interrupt() -> io::Result<()> {
        let wanted = [SIGHUP, SIGINT, SIGTERM];
        let mut signals = Signals::new(wanted.into_iter().filter(|signal| !is_ignored(*signal)))?;
        thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                let _renaming = output::between_sets();
                // They would go on writing to files that are removed.
                let _ended = tool::end_all();
                let _removed = temporary::remove_all();
                // Shells and schedulers see how the process ended.
                let _ = emulate_default_handler(signal);
                process::exit(128 + signal);
            }
        });
        Ok(())
    }

    /// Whether whoever started this process wants it to go on, as `nohup` does.
    fn is_ignored(signal: i32) -> bool {
        // SAFETY: without a new action the call only writes to the old one, which may be all 0.
        unsafe {
            let mut action: libc::sigaction = mem::zeroed();
            libc::sigaction(signal, ptr::null(), &mut action) == 0 && action.sa_sigaction == libc::SIG_IGN
        }
    }
}

/// From now on an interrupt ends all tools and removes all temporary files before it ends the process. For programs; a library leaves signals
/// alone.
pub fn remove_on_interrupt() -> std::io::Result<()> {
    #[cfg(unix)]
    unix::remove_on_interrupt()?;
    Ok(())
}
