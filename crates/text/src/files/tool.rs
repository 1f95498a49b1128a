//! External tools. An interrupt ends them with all processes that they started.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The processes that lead the groups of running tools.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running tool with its own child processes; dropped only after waiting for it.
pub struct Tool(u32);

impl Drop for Tool {
    fn drop(&mut self) {
        running().remove(&self.0);
    }
}

/// Starts a tool in its own process group, so that it can be ended with its child processes.
pub fn spawn(command: &mut Command) -> io::Result<(Child, Tool)> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Held so that an interrupt at any time finds the process.
    let mut running = running();
    let child = command.spawn()?;
    running.insert(child.id());
    let tool = Tool(child.id());
    Ok((child, tool))
}

/// Runs a tool to its end and returns its output. It has no standard input.
pub fn output(command: &mut Command) -> io::Result<Output> {
    let (child, _tool) = spawn(
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    )?;
    child.wait_with_output()
}

/// Ends every tool. None can be started while the result lives.
#[cfg(unix)]
pub(super) fn end_all() -> impl Drop {
    let running = running();
    for leader in running.iter().filter_map(|leader| i32::try_from(*leader).ok()) {
        // SAFETY: a system call without memory; the group is that of a process which nobody has waited for yet, or, at worst,
        // was just waited for: then there is no such group.
        let _ = unsafe { libc::kill(-leader, libc::SIGKILL) };
    }
    running
}
