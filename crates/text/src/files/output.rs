//! Writing files.

use super::place::{OutputTarget, is_stream, place};
use super::{BrokenPipeTolerant, FileError, NOT_REGULAR, Temporary, folder};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file being written. A regular file appears, or replaces the existing one, in [`Output::finish`]; if it is dropped before,
/// no file is left.
pub struct Output {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    Standard,
    Stream(File),
    Regular { temporary: Temporary, target: PathBuf },
}

/// Held while the files of a set get their names.
static RENAMING: Mutex<()> = Mutex::new(());

/// Waits until no set of files is partly renamed, and blocks further renaming.
pub(super) fn between_sets() -> MutexGuard<'static, ()> {
    RENAMING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Output {
    /// Begins to write the file `path`, in an existing folder.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let sink = open(path).map_err(|error| FileError::write(path, error))?;
        let path = path.to_owned();
        Ok(Output { path, sink })
    }

    /// Whether it is a regular file, so that other files can be written beside it.
    pub fn is_regular(&self) -> bool {
        matches!(self.sink, Sink::Regular { .. })
    }

    /// The underlying writer, at the current position.
    pub fn writer(&mut self) -> Result<Box<dyn Write>, FileError> {
        let file = match &mut self.sink {
            Sink::Standard => return Ok(Box::new(BrokenPipeTolerant(io::stdout()))),
            Sink::Stream(file) => file.try_clone(),
            Sink::Regular { temporary, .. } => temporary.file().try_clone(),
        };
        file.map(|file| Box::new(file) as Box<dyn Write>)
            .map_err(|error| FileError::write(&self.path, error))
    }

    /// Writes bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        let written = match &mut self.sink {
            Sink::Standard => {
                let mut stdout = BrokenPipeTolerant(io::stdout());
                stdout.write_all(bytes).and_then(|()| stdout.flush())
            }
            Sink::Stream(file) => file.write_all(bytes),
            Sink::Regular { temporary, .. } => temporary.file().write_all(bytes),
        };
        written.map_err(|error| FileError::write(&self.path, error))
    }

    /// Renames the finished file to its name.
    pub fn finish(self) -> Result<(), FileError> {
        match self.sink {
            Sink::Regular { temporary, target } => temporary
                .persist(&target)
                .map_err(|error| FileError::write(&self.path, error)),
            Sink::Standard | Sink::Stream(_) => Ok(()),
        }
    }

    /// Renames several finished files, without an interrupt between them.
    pub fn finish_all(outputs: Vec<Output>) -> Result<(), FileError> {
        let _renaming = between_sets();
        outputs.into_iter().try_for_each(Output::finish)
    }
}

fn open(path: &Path) -> io::Result<Sink> {
    let target = match place(path)? {
        OutputTarget::Standard => return Ok(Sink::Standard),
        OutputTarget::Stream => return Ok(Sink::Stream(fs::OpenOptions::new().append(true).open(path)?)),
        OutputTarget::Regular(target) => target,
    };
    let within = folder(&target);
    if !within.is_dir() {
        let message = format!("there is no folder {}", within.display());
        return Err(io::Error::new(io::ErrorKind::NotFound, message));
    }
    let temporary = Temporary::new_in(within)?;
    if let Ok(present) = fs::metadata(&target) {
        temporary.set_permissions(present.permissions())?;
    }
    Ok(Sink::Regular { temporary, target })
}

/// Writes a set of files under temporary names and creates missing folders. A full disk, or a folder or FIFO with the name of a
/// file, is an error here, before any file appears.
pub fn stage(files: &[(PathBuf, &[u8])]) -> Result<Vec<Output>, FileError> {
    for (path, _) in files {
        if is_stream(path) {
            return Err(FileError::write(path, io::Error::other(NOT_REGULAR)));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| FileError::write(folder, error))?;
        }
    }
    let outputs = files.iter().map(|(path, _)| Output::create(path));
    let mut outputs = outputs.collect::<Result<Vec<_>, _>>()?;
    for (output, (_, contents)) in outputs.iter_mut().zip(files) {
        output.write(contents)?;
    }
    Ok(outputs)
}

/// Writes a set of regular files: all of them, or none if one cannot be written.
pub fn write_set(files: &[(PathBuf, &[u8])]) -> Result<(), FileError> {
    Output::finish_all(stage(files)?)
}

/// Writes a file that the user has named, which may be a stream.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let mut output = Output::create(path)?;
    output.write(contents)?;
    output.finish()
}
