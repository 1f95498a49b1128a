//! Temporary files and folders, none of which survives the process: whoever makes one removes it, and so does
//! [`remove_all`] where the process ends before that.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

/// A temporary file beside the file that it is to become.
pub struct Temporary {
    // Removed before it is forgotten: fields drop in this order.
    file: NamedTempFile,
    known: Known,
}

/// A temporary folder.
pub struct Scratch {
    folder: TempDir,
    _known: Known,
}

const FILE: &str = ".lanesmith-";
const FOLDER: &str = "lanesmith-";

/// What is to be removed when the process is interrupted.
static KNOWN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn known() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A path in [`KNOWN`] as long as this lives.
struct Known(PathBuf);

impl Known {
    /// An interrupt finds what `make` makes, however soon it comes.
    fn new<T>(make: impl FnOnce() -> io::Result<T>, path: impl Fn(&T) -> &Path) -> io::Result<(T, Known)> {
        let mut known = known();
        let made = make()?;
        let path = path(&made).to_owned();
        known.insert(path.clone());
        Ok((made, Known(path)))
    }
}

impl Drop for Known {
    fn drop(&mut self) {
        known().remove(&self.0);
    }
}

/// Removes every temporary file and folder. None can be made while the result lives.
pub(super) fn remove_all() -> impl Drop {
    let known = known();
    for path in known.iter() {
        // Nothing sensible is left to do where this fails.
        let _ = match path.is_dir() {
            true => fs::remove_dir_all(path),
            false => fs::remove_file(path),
        };
    }
    known
}

impl Temporary {
    /// A file in `folder`, readable and writable as the user has it for new files.
    pub fn new_in(folder: &Path) -> io::Result<Self> {
        let mut builder = Builder::new();
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let make = || builder.prefix(FILE).tempfile_in(folder);
        let (file, known) = Known::new(make, |file| file.path())?;
        Ok(Temporary { file, known })
    }

    pub(super) fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        self.file.as_file().set_permissions(permissions)
    }

    pub(super) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Its present name.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Gives it its name; what has that name now is replaced.
    pub fn persist(self, target: &Path) -> io::Result<()> {
        let persisted = self.file.persist(target);
        drop(self.known);
        persisted.map(drop).map_err(|error| error.error)
    }
}

impl Scratch {
    /// An empty folder where the system has its temporary files.
    pub fn new() -> io::Result<Self> {
        let make = || Builder::new().prefix(FOLDER).tempdir();
        let (folder, known) = Known::new(make, TempDir::path)?;
        Ok(Scratch { folder, _known: known })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}
