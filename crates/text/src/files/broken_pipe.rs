//! Writers whose reader may close the pipe early.

use std::io::{self, ErrorKind, Write};

/// A writer that discards output after its reader has closed the pipe: the work continues, so that the exit status describes
/// the work.
pub struct BrokenPipeTolerant<W>(pub W);

impl<W: Write> Write for BrokenPipeTolerant<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_gone(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_gone(self.0.flush(), ())
    }
}

fn unless_gone<T>(result: io::Result<T>, dropped: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(dropped),
        result => result,
    }
}
