//! Writing files.

use super::place::{Place, place};
use super::{Error, Lasting, Temporary, folder};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A file being written: a regular one appears, or replaces the one that is there, in [`Output::finish`]. Dropped before,
/// it leaves nothing.
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

/// Waits until no set has some of its files under their names and others not, and lets none begin.
pub(super) fn between_sets() -> MutexGuard<'static, ()> {
    RENAMING.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Output {
    /// Begins to write the file called `path`, in a folder that is there.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let sink = open(path).map_err(|error| Error::write(path, error))?;
        let path = path.to_owned();
        Ok(Output { path, sink })
    }

    /// Whether it has a place among other files, which can then stand beside it.
    pub fn is_regular(&self) -> bool {
        matches!(self.sink, Sink::Regular { .. })
    }

    /// What writes to it, at the place that was reached.
    pub fn writer(&mut self) -> Result<Box<dyn Write>, Error> {
        let file = match &mut self.sink {
            Sink::Standard => return Ok(Box::new(Lasting(io::stdout()))),
            Sink::Stream(file) => file.try_clone(),
            Sink::Regular { temporary, .. } => temporary.file().try_clone(),
        };
        file.map(|file| Box::new(file) as Box<dyn Write>)
            .map_err(|error| Error::write(&self.path, error))
    }

    /// Writes bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = match &mut self.sink {
            Sink::Standard => {
                let mut stdout = Lasting(io::stdout());
                stdout.write_all(bytes).and_then(|()| stdout.flush())
            }
            Sink::Stream(file) => file.write_all(bytes),
            Sink::Regular { temporary, .. } => temporary.file().write_all(bytes),
        };
        written.map_err(|error| Error::write(&self.path, error))
    }

    /// Gives everything that was written its name.
    pub fn finish(self) -> Result<(), Error> {
        match self.sink {
            Sink::Regular { temporary, target } => temporary
                .persist(&target)
                .map_err(|error| Error::write(&self.path, error)),
            Sink::Standard | Sink::Stream(_) => Ok(()),
        }
    }

    /// Likewise with several, between which no interrupt comes.
    pub fn finish_all(outputs: Vec<Output>) -> Result<(), Error> {
        let _renaming = between_sets();
        outputs.into_iter().try_for_each(Output::finish)
    }
}

fn open(path: &Path) -> io::Result<Sink> {
    let target = match place(path)? {
        Place::Standard => return Ok(Sink::Standard),
        Place::Stream => return Ok(Sink::Stream(fs::OpenOptions::new().append(true).open(path)?)),
        Place::Regular(target) => target,
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

/// Writes a set of files under temporary names, in folders that are made if need be. A full disk, or a folder that has the
/// name of one of them, shows here, before any of them appears.
pub fn stage(files: &[(PathBuf, &[u8])]) -> Result<Vec<Output>, Error> {
    for (path, _) in files {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Error::write(folder, error))?;
        }
    }
    let outputs = files.iter().map(|(path, _)| Output::create(path));
    let mut outputs = outputs.collect::<Result<Vec<_>, _>>()?;
    for (output, (_, contents)) in outputs.iter_mut().zip(files) {
        output.write(contents)?;
    }
    Ok(outputs)
}

/// Writes a set of files: all of them, or none where one cannot be written.
pub fn write(files: &[(PathBuf, &[u8])]) -> Result<(), Error> {
    Output::finish_all(stage(files)?)
}
