//! A folder of generated files: comparing it with the generator's output, and writing it.

use super::{Emission, Extra, Refusal};
use lanesmith_netlist::verilog::{EmittedFile, FileHash, Manifest};
use lanesmith_prove::ProofSubject;
use lanesmith_text::files;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The files that belong into a folder.
pub struct Folder {
    path: PathBuf,
    files: Vec<EmittedFile>,
    prefix: String,
    certificate: String,
}

/// The other files of a folder.
#[derive(Default)]
struct Others {
    /// Unmodified files of earlier runs that this run does not write.
    left: Vec<PathBuf>,
    /// Files that belong neither to a design with another prefix nor to a certificate.
    foreign: Vec<PathBuf>,
    /// Files that this run would replace, and that somebody edited or the generator did not write.
    own: Vec<PathBuf>,
    /// The manifests of other designs whose files are in `left`.
    designs: Vec<PathBuf>,
}

impl Folder {
    /// The folder at `path` with the files of `emission`.
    pub fn new(emission: &Emission, path: &Path) -> Result<Self, Refusal> {
        Ok(Folder {
            path: path.to_owned(),
            files: emission.files().map_err(Refusal::new)?,
            prefix: emission.prefix().to_string(),
            certificate: emission.certificate(),
        })
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The generated files.
    pub fn files(&self) -> &[EmittedFile] {
        &self.files
    }

    /// The Verilog files that the file list names.
    pub fn verilog(&self) -> Vec<EmittedFile> {
        let lists = self.files.iter().filter(|file| file.name.ends_with(".f"));
        let named: HashSet<&str> = lists.flat_map(|list| list.text.lines()).collect();
        let files = self.files.iter().filter(|file| named.contains(&file.name[..]));
        files.cloned().collect()
    }

    /// The names and digests of the Verilog files.
    pub fn hashes(&self) -> Vec<FileHash> {
        let hash = |file: EmittedFile| FileHash::new(file.name, file.text.as_bytes());
        self.verilog().into_iter().map(hash).collect()
    }

    /// A line for each file that is missing, differs, or is foreign. Files in the manifests of other prefixes are not foreign.
    pub fn differences(&self) -> Result<Vec<String>, Refusal> {
        let mut found = self.own_differences()?;
        let Others { left, foreign, .. } = self.others()?;
        found.extend(left.iter().chain(&foreign).map(|path| foreign_line(path)));
        Ok(found)
    }

    /// A line for each generated file that is missing or differs.
    pub fn own_differences(&self) -> Result<Vec<String>, Refusal> {
        let files = self.files.iter();
        let found = files.map(|file| difference(&self.path.join(&file.name), &file.text));
        found.filter_map(Result::transpose).collect()
    }

    /// The name of its certificate.
    pub fn certificate(&self) -> &str {
        &self.certificate
    }

    fn owns(&self, name: &str) -> bool {
        name == self.certificate || self.files.iter().any(|file| file.name == name)
    }

    fn others(&self) -> Result<Others, Refusal> {
        let mut others = Others::default();
        let mut names = names(&self.path)?;
        let (earlier, beside): (Vec<_>, Vec<_>) =
            manifests(&self.path, &names).partition(|manifest| manifest.prefix == self.prefix);
        let of_another = |name: &str| {
            let owns = |manifest: &Manifest| {
                written(manifest).any(|file| file.name == name)
                    || [manifest.file_name(), format!("{}.proof.json", manifest.top)].contains(&name.to_owned())
            };
            beside.iter().any(owns)
        };
        let replaced = self.files.iter().map(|file| (file, self.path.join(&file.name)));
        let replaced = replaced.filter(|(file, path)| {
            let is_other = || files::read_regular(path).is_ok_and(|present| present != file.text.as_bytes());
            is_other() && !is_written(&file.name, path, &earlier)
        });
        others.own = replaced.map(|(_, path)| path).collect();
        names.retain(|name| name.to_str().is_none_or(|name| !self.owns(name) && !of_another(name)));
        for name in names {
            let path = self.path.join(&name);
            match name.to_str().is_some_and(|name| is_left(name, &path, &earlier)) {
                true => others.left.push(path),
                false => others.foreign.push(path),
            }
        }
        let other = earlier.iter().map(|manifest| self.path.join(manifest.file_name()));
        others.designs = other.filter(|path| others.left.contains(path)).collect();
        Ok(others)
    }
}

/// A line if a file is missing or differs from `text`.
pub fn difference(path: &Path, text: &str) -> Result<Option<String>, Refusal> {
    let shown = path.display();
    Ok(Some(match files::read_regular(path) {
        Ok(present) if present == text.as_bytes() => return Ok(None),
        Ok(present) => {
            let pairs = present.iter().zip(text.as_bytes());
            let same = pairs.take_while(|(x, y)| x == y).count();
            let line = present[..same].iter().filter(|byte| **byte == b'\n').count() + 1;
            format!("{shown}: differs from line {line} on")
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => format!("{shown}: is missing"),
        Err(_) if !path.is_file() => format!("{shown}: is not a regular file"),
        Err(error) => return Err(cannot("read", path, &error)),
    }))
}

/// A line for each file or folder at `path` that none of `designs` has. Manifests are ignored.
pub fn foreign(path: &Path, designs: &[Folder]) -> Result<Vec<String>, Refusal> {
    let owned = |name: &std::ffi::OsString| {
        let name = name.to_str();
        name.is_some_and(|name| designs.iter().any(|design| design.owns(name)))
    };
    let others = names(path)?.into_iter().filter(|name| !owned(name));
    Ok(others.map(|name| foreign_line(&path.join(name))).collect())
}

/// The message about a foreign file or folder.
pub fn foreign_line(path: &Path) -> String {
    format!("{}: does not belong to this design", path.display())
}

/// Writes all folders and the files `beside` them. Writes no file if one of them cannot be written, or, without `force`, if one
/// would replace a file that somebody edited or lanesmith did not write, or if another design would be removed. Then removes
/// unmodified files of earlier runs that this run did not write. Returns a line for each removed and each foreign file.
pub fn write(folders: &[Folder], beside: Vec<(PathBuf, String)>, force: bool) -> Result<Vec<String>, Refusal> {
    let new: Vec<&Folder> = folders.iter().filter(|folder| !folder.path.exists()).collect();
    let locks = folders.iter().map(|folder| lock(&folder.path));
    let _locks = locks.collect::<Result<Vec<_>, _>>()?;
    for folder in folders {
        files::remove_abandoned(&folder.path);
    }
    let others = folders.iter().map(Folder::others).collect::<Result<Vec<_>, _>>()?;
    let list = |of: fn(&Others) -> &[PathBuf]| -> String {
        let paths = others.iter().flat_map(of);
        paths.map(|path| format!("\n  {}", path.display())).collect()
    };
    let (own, designs) = (list(|others| &others.own), list(|others| &others.designs));
    let refused = match (own.is_empty(), designs.is_empty()) {
        _ if force => None,
        (false, _) => Some(format!(
            "somebody edited these files, or lanesmith did not write them:{own}\nuse another folder, or --force to replace them"
        )),
        (_, false) => Some(format!(
            "there is another design:{designs}\nuse another folder, --prefix to keep both, or --force to remove the other one"
        )),
        (true, true) => None,
    };
    if let Some(message) = refused {
        // Only empty folders are removed.
        new.iter().for_each(|folder| drop(fs::remove_dir(&folder.path)));
        return Err(Refusal::new(message));
    }
    let beside = beside.iter().map(|(path, text)| (path.clone(), text.as_bytes()));
    let mut set: Vec<(PathBuf, &[u8])> = beside.collect();
    for folder in folders {
        let files = folder.files.iter();
        set.extend(files.map(|file| (folder.path.join(&file.name), file.text.as_bytes())));
    }
    files::write_set(&set)?;
    let mut notes = vec![];
    for Others { left, foreign, .. } in others {
        for path in left {
            fs::remove_file(&path).map_err(|error| cannot("remove", &path, &error))?;
            notes.push(format!("{}: removed; an earlier run wrote it", path.display()));
        }
        notes.extend(foreign.iter().map(|path| format!("note: {}", foreign_line(path))));
    }
    Ok(notes)
}

/// Makes the folder and waits until no other run writes to it; the other runs wait while the result lives.
fn lock(folder: &Path) -> Result<Option<File>, Refusal> {
    fs::create_dir_all(folder).map_err(|error| cannot("write", folder, &error))?;
    // Not every system can lock a folder.
    let file = File::open(folder).ok();
    Ok(file.filter(|file| file.lock().is_ok()))
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Refusal {
    Refusal::new(format_args!("cannot {what} {}: {error}", path.display()))
}

/// The paths in a folder, in order, without temporary files.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, Refusal> {
    let names = names(folder)?;
    if names.is_empty() {
        fs::read_dir(folder).map_err(|error| cannot("read", folder, &error))?;
    }
    Ok(names.iter().map(|name| folder.join(name)).collect())
}

/// The names in a folder, in order, without temporary files; none if it does not exist.
pub fn names(folder: &Path) -> Result<Vec<std::ffi::OsString>, Refusal> {
    let cannot = |error: io::Error| cannot("read", folder, &error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(vec![]),
        entries => entries.map_err(cannot)?,
    };
    let names = entries.map(|entry| Ok(entry.map_err(cannot)?.file_name()));
    let mut names = names.collect::<Result<Vec<_>, Refusal>>()?;
    names.retain(|name| !files::is_temporary(name));
    names.sort();
    Ok(names)
}

/// The manifests in a folder.
fn manifests(folder: &Path, names: &[std::ffi::OsString]) -> impl Iterator<Item = Manifest> {
    names.iter().filter_map(move |name| {
        let name = name.to_str().filter(|name| name.ends_with(".json"))?;
        let manifest: Manifest = serde_json::from_slice(&files::read_regular(&folder.join(name)).ok()?).ok()?;
        (manifest.file_name() == name).then_some(manifest)
    })
}

/// Whether a folder has the manifest of a design.
pub fn has_design(folder: &Path) -> Result<bool, Refusal> {
    Ok(manifests(folder, &names(folder)?).next().is_some())
}

/// The emission with the files for other tools that its manifest in the folder lists.
pub fn with_extras(folder: &Path, mut emission: Emission) -> Result<Emission, Refusal> {
    let (top, names) = (emission.top(), names(folder)?);
    for manifest in manifests(folder, &names).filter(|manifest| manifest.top == top) {
        for extra in Extra::ALL {
            let file = emission.file_of(extra);
            if file.is_some_and(|name| written(&manifest).any(|file| file.name == name)) {
                emission.add(extra).map_err(Refusal::new)?;
            }
        }
    }
    Ok(emission)
}

/// The files that a manifest lists.
fn written(manifest: &Manifest) -> impl Iterator<Item = &FileHash> {
    manifest.files.iter().chain(&manifest.beside)
}

/// Whether the file is a regular file that one of the runs of `manifests` wrote, unmodified.
fn is_left(name: &str, path: &Path, manifests: &[Manifest]) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_file()) && is_written(name, path, manifests)
}

/// Whether one of the runs of `manifests` wrote these contents under this name.
fn is_written(name: &str, path: &Path, manifests: &[Manifest]) -> bool {
    manifests.iter().any(|manifest| {
        manifest.file_name() == name
            || written(manifest)
                .filter(|file| file.name == name)
                .any(|file| files::read_regular(path).is_ok_and(|contents| FileHash::new(name, &contents) == *file))
    })
}
