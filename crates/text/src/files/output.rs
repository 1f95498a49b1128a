//! Writing files. A regular file is written under a temporary name and then renamed, so that nobody sees an incomplete file.

use super::place::{OutputTarget, is_stream, place};
use super::{BrokenPipeTolerant, FileError, NOT_REGULAR, Temporary, folder};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file being written. A regular file appears, or replaces the existing one, in [`Output::finish`]. If the output is dropped
/// before, the temporary file is removed and an existing file stays unchanged.
pub struct Output {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    /// The standard output.
    Standard,
    /// A FIFO or device, written directly.
    Stream(File),
    /// A file under a temporary name, to be renamed to `target`.
    Regular { temporary: Temporary, target: PathBuf },
}

/// Held while the files of a set are renamed.
static RENAMING: Mutex<()> = Mutex::new(());

/// Waits until no set of files is partly renamed. No set is renamed while the returned guard exists.
pub(super) fn lock_renaming() -> MutexGuard<'static, ()> {
    RENAMING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Output {
    /// Begins to write the file `path`, in an existing folder.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let sink = open(path).map_err(|error| FileError::write(path, error))?;
        let path = path.to_owned();
        Ok(Output { path, sink })
    }

    /// Whether it is a regular file: other files can be written into its folder.
    pub fn is_regular(&self) -> bool {
        matches!(self.sink, Sink::Regular { .. })
    }

    /// A writer that continues at the current position of the file.
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

    /// Renames a regular file from its temporary name to its final name.
    pub fn finish(self) -> Result<(), FileError> {
        match self.sink {
            Sink::Regular { temporary, target } => temporary
                .persist(&target)
                .map_err(|error| FileError::write(&self.path, error)),
            Sink::Standard | Sink::Stream(_) => Ok(()),
        }
    }

    /// Finishes a set of files. [Interrupts](super::remove_on_interrupt) that end the process wait until the whole set is renamed. If
    /// renaming fails, the files before that one have their final names, and those after it are removed.
    pub fn finish_all(outputs: Vec<Output>) -> Result<(), FileError> {
        let _renaming = lock_renaming();
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

/// Writes a set of regular files under temporary names and creates missing folders. [`Output::finish_all`] makes the files appear. A
/// full disk, or a folder or FIFO with the name of a file, is an error here, before any file appears.
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

/// Writes a set of regular files. None appears if one of them cannot be written; see [`Output::finish_all`] for renaming.
pub fn write_set(files: &[(PathBuf, &[u8])]) -> Result<(), FileError> {
    Output::finish_all(stage(files)?)
}

/// Writes a file, which may be the standard output, a FIFO or a device.
pub fn write(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    let mut output = Output::create(path)?;
    output.write(contents)?;
    output.finish()
}
