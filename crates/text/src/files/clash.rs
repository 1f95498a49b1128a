//! Checks that the names of a command's inputs and outputs do not refer to one file.

use super::place::{OutputTarget, place};
use super::{FileError, STANDARD, Temporary, folder, input_name};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Checks the files of a command before it does anything: an error if an output is also an input or another output, if it
/// cannot be written, or if standard input would be read twice.
pub fn check(inputs: &[&Path], outputs: &[&Path]) -> Result<(), FileError> {
    let standard = inputs.iter().filter(|path| path.as_os_str() == STANDARD);
    if standard.count() > 1 {
        let why = io::Error::other("it can be read only once; name it once");
        return Err(FileError::new("read", input_name(Path::new(STANDARD)), why));
    }
    let inputs: Vec<PathBuf> = inputs.iter().filter_map(|path| read_from(path)).collect();
    let mut known = vec![];
    for path in outputs {
        let refused = |why: &str| Err(FileError::write(path, io::Error::other(why.to_owned())));
        let place = place(path).map_err(|error| FileError::write(path, error))?;
        let file = match &place {
            OutputTarget::Stream => continue,
            OutputTarget::Standard => regular(Path::new("/dev/stdout")),
            OutputTarget::Regular(target) => {
                let within = folder(target);
                let Ok(within) = fs::canonicalize(within) else {
                    return refused(&format!("there is no folder {}", within.display()));
                };
                // Only an attempt shows whether the folder is writable.
                Temporary::new_in(&within).map_err(|error| FileError::write(path, error))?;
                Some(within.join(target.file_name().unwrap_or_default()))
            }
        };
        if file.as_ref().is_some_and(|file| inputs.contains(file)) {
            return refused("it is also an input; choose another file");
        }
        let same = |other: &(OutputTarget, Option<PathBuf>)| other.0 == place || (file.is_some() && other.1 == file);
        if known.iter().any(same) {
            return refused("it is also another output; choose another file");
        }
        known.push((place, file));
    }
    Ok(())
}

/// The regular file behind this name, if it is one.
fn read_from(path: &Path) -> Option<PathBuf> {
    match path.as_os_str() == STANDARD {
        true => regular(Path::new("/dev/stdin")),
        false => regular(path),
    }
}

fn regular(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok().filter(|path| path.is_file())
}
