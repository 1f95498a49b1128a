//! Temporary files and folders. Their owner removes them, or [`remove_all`] if the process ends before that.

use std::collections::BTreeSet;
use std::ffi::OsStr;
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
/// The number of random characters in the name of a temporary file.
const RANDOM: usize = 6;
const FOLDER: &str = "lanesmith-";

/// Files and folders to remove when the process is interrupted.
static KNOWN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn known() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a name is that of a temporary file.
pub fn is_temporary(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(FILE));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes the temporary files that killed processes left in `folder`. Every owner holds a lock on its file.
pub fn remove_abandoned(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries
        .filter(|entry| is_temporary(&entry.file_name()))
        .map(|entry| entry.path());
    for path in paths.filter(|path| path.is_file()) {
        // The lock is held until the file is removed, so that an owner who has just created it notices.
        if let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            // A file that stays is in nobody's way.
            let _ = fs::remove_file(&path);
        }
    }
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
        loop {
            let make = || builder.prefix(FILE).rand_bytes(RANDOM).tempfile_in(folder);
            let (file, known) = Known::new(make, |file| file.path())?;
            // Some network file systems have no locks; nobody else can lock the file there, either.
            let _ = file.as_file().lock();
            // Before the lock, another run may have removed the file as an abandoned one.
            if file.path().exists() {
                return Ok(Temporary { file, known });
            }
        }
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
