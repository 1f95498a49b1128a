//! Writing files so that each is there whole or not at all, and comparing a folder with what would be written.

use super::Failure;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// A file to be written: its name in the folder, and its contents.
pub(super) type File<'a> = (&'a str, &'a [u8]);

/// Writes files into `folder`, which is made if need be. Everything is written under temporary names before the first
/// file appears, so that a full disk leaves nothing behind.
pub(super) fn write(folder: &Path, files: &[File]) -> Result<(), Failure> {
    let cannot = |what: &Path, error: io::Error| Failure::new(format_args!("cannot write {}: {error}", what.display()));
    fs::create_dir_all(folder).map_err(|error| cannot(folder, error))?;
    let mut written = Vec::new();
    for (name, contents) in files {
        let path = folder.join(name);
        let temporary = temporary(folder, contents).map_err(|error| cannot(&path, error))?;
        written.push((temporary, path));
    }
    for (temporary, path) in written {
        temporary.persist(&path).map_err(|error| cannot(&path, error.error))?;
    }
    Ok(())
}

/// Writes one file into a folder that is there.
pub(super) fn write_file(path: &Path, contents: &[u8]) -> Result<(), Failure> {
    let cannot = |error: io::Error| Failure::new(format_args!("cannot write {}: {error}", path.display()));
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let temporary = temporary(folder, contents).map_err(cannot)?;
    temporary.persist(path).map_err(|error| cannot(error.error))?;
    Ok(())
}

fn temporary(folder: &Path, contents: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // Readable like any other file, where the system has such permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.prefix(".lanesmith-").tempfile_in(folder)?;
    file.write_all(contents)?;
    file.flush()?;
    Ok(file)
}

/// How a folder differs from `files`: a line for each file that is missing, differs, or is a Verilog file of another
/// design.
pub(super) fn differences(folder: &Path, files: &[File]) -> Result<Vec<String>, Failure> {
    let cannot = |what: &Path, error: io::Error| Failure::new(format_args!("cannot read {}: {error}", what.display()));
    let mut found = Vec::new();
    for (name, contents) in files {
        let path = folder.join(name);
        match fs::read(&path) {
            Ok(present) if present == *contents => {}
            Ok(present) => {
                let same = present.iter().zip(*contents).take_while(|(x, y)| x == y).count();
                let line = present[..same].iter().filter(|byte| **byte == b'\n').count() + 1;
                found.push(format!("{}: differs from line {line} on", path.display()));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                found.push(format!("{}: is missing", path.display()));
            }
            Err(error) => return Err(cannot(&path, error)),
        }
    }
    found.extend(foreign(folder, files)?);
    Ok(found)
}

/// A line for each Verilog file in the folder that is none of `files`.
pub(super) fn foreign(folder: &Path, files: &[File]) -> Result<Vec<String>, Failure> {
    let cannot = |error: io::Error| Failure::new(format_args!("cannot read {}: {error}", folder.display()));
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(cannot)?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.map_err(cannot)?.file_name();
        let own = files.iter().any(|(own, _)| name.as_os_str() == *own);
        if !own && Path::new(&name).extension().is_some_and(|extension| extension == "v") {
            found.push(format!(
                "{}: does not belong to this design",
                folder.join(name).display()
            ));
        }
    }
    found.sort();
    Ok(found)
}
