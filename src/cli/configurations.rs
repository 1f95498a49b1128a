//! The list of the shipped configurations, a file beside their folders.

use super::Failure;
use lanesmith::prove::ProofSubject;
use lanesmith::unit::Emission;
use lanesmith::unit::folder::{Folder, difference, foreign_line, names};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The name of the list.
const LIST: &str = "configurations.json";

/// The name of the library description.
const LIBRARY: &str = "fusesoc.conf";

/// FuseSoC's description of the folder as a library of cores.
const LIBRARY_TEXT: &str = "\
[library.lanesmith]
location = .
sync-uri = .
sync-type = local
";

/// The version of the list's format.
const FORMAT_VERSION: u32 = 1;

#[derive(Serialize)]
struct List {
    format_version: u32,
    tool: String,
    configurations: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    /// The name of its folder.
    folder: String,
    /// The options that generate it.
    options: Vec<String>,
}

/// The files beside the folders: the list of configurations, and FuseSoC's description of the library.
pub(super) fn files(out: &Path, emissions: &[Emission]) -> Vec<(PathBuf, String)> {
    vec![
        (out.join(LIST), list(emissions)),
        (out.join(LIBRARY), LIBRARY_TEXT.to_owned()),
    ]
}

/// Whether a folder has one of these files: then it holds the shipped configurations.
pub(super) fn are_in(out: &Path) -> bool {
    [LIST, LIBRARY].iter().any(|name| out.join(name).exists())
}

/// The shipped configurations, with their files for other tools.
pub(super) fn shipped() -> Vec<Emission> {
    let emission = |selection| Emission::from(selection).shipped();
    lanesmith::units::shipped().into_iter().map(emission).collect()
}

/// The folder of each of these configurations in `out`.
pub(super) fn folders(out: &Path, emissions: &[Emission]) -> Result<Vec<Folder>, Failure> {
    let folder = |emission: &Emission| Ok(Folder::new(emission, &out.join(emission.name()))?);
    emissions.iter().map(folder).collect()
}

/// The list of configurations, as a file.
fn list(emissions: &[Emission]) -> String {
    let listed = |emission: &Emission| Listed {
        folder: emission.name(),
        options: emission.options(),
    };
    let list = List {
        format_version: FORMAT_VERSION,
        tool: lanesmith::tool(),
        configurations: emissions.iter().map(listed).collect(),
    };
    serde_json::to_string_pretty(&list).expect("strings and numbers") + "\n"
}

/// The differences between a folder and the folder of all these configurations: a line if the list is missing or differs,
/// and one for each missing folder and each foreign file or folder.
pub(super) fn differences(out: &Path, emissions: &[Emission]) -> Result<Vec<String>, Failure> {
    let mut found = vec![];
    for (path, text) in files(out, emissions) {
        found.extend(difference(&path, &text)?);
    }
    let folders: Vec<String> = emissions.iter().map(Emission::name).collect();
    let missing = folders.iter().map(|name| out.join(name)).filter(|path| !path.is_dir());
    found.extend(missing.map(|path| format!("{}: is missing", path.display())));
    let known = |name: &str| name == LIST || name == LIBRARY || folders.iter().any(|folder| folder == name);
    let others = names(out)?.into_iter().filter(|name| !name.to_str().is_some_and(known));
    found.extend(others.map(|name| foreign_line(&out.join(name))));
    Ok(found)
}
