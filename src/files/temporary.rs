//! Temporary files and folders. Their owner removes them, or [`remove_all`] if the process ends before that.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

/// A temporary file in the folder of its final name.
pub struct Temporary {
    // Fields drop in this order: the file is removed before its registration.
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

/// Files and folders to remove when the process is interrupted.
static KNOWN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn known() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Registers a path in [`KNOWN`] during its lifetime.
struct Known(PathBuf);

impl Known {
    /// Runs `make` so that an interrupt at any time finds its file.
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
        // The process ends; a failure has no place to be reported.
        let _ = match path.is_dir() {
            true => fs::remove_dir_all(path),
            false => fs::remove_file(path),
        };
    }
    known
}

impl Temporary {
    /// A file in `folder`, with the user's default permissions.
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

    /// Its temporary name.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Renames it to `path` and replaces an existing file.
    pub fn persist(self, target: &Path) -> io::Result<()> {
        let persisted = self.file.persist(target);
        drop(self.known);
        persisted.map(drop).map_err(|error| error.error)
    }
}

impl Scratch {
    /// An empty folder in the system's temporary folder.
    pub fn new() -> io::Result<Self> {
        let make = || Builder::new().prefix(FOLDER).tempdir();
        let (folder, known) = Known::new(make, TempDir::path)?;
        Ok(Scratch { folder, _known: known })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}
