//! Standard output, whose reader may go before the work is done.

use std::io::{self, ErrorKind, Write};

/// Standard output. What is written after its reader has gone is dropped: the work goes on, so that the exit status says
/// how it ended and not who was listening.
pub(super) fn stdout() -> impl Write {
    Lasting(anstream::stdout())
}

/// Likewise for bytes that are no text, in which nothing is a colour.
pub(super) fn bytes() -> impl Write {
    Lasting(io::stdout())
}

struct Lasting<W>(W);

impl<W: Write> Write for Lasting<W> {
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
