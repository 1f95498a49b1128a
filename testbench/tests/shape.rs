//! The shape of the source: who uses whom is what CONTRIBUTING's map says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of the map and what each may use; `None` where that is everything.
fn map() -> BTreeMap<String, Option<BTreeSet<String>>> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("readable");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `src/"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let folder = cells[0].trim_end_matches("/`").to_owned();
        let uses = match cells[2] {
            "everything" => None,
            list => Some(list.split('`').skip(1).step_by(2).map(str::to_owned).collect()),
        };
        (folder, uses)
    })
    .collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    files
        .into_iter()
        .chain(folders.iter().flat_map(|folder| sources(folder)))
        .collect()
}

/// What the sources of a folder name of the crate, tests left out.
fn used(folder: &str, folders: &BTreeSet<String>) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for path in sources(&root().join("src").join(folder)) {
        let text = fs::read_to_string(&path).expect("readable");
        let text = text.split("#[cfg(test)]").next().expect("the first part");
        let code: String = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        for after in code.split("crate::").skip(1) {
            let names: Vec<&str> = match after.strip_prefix('{') {
                Some(list) => list.split(['{', '}', ',', ':', ' ']).collect(),
                None => vec![
                    after
                        .split(|c: char| !c.is_alphanumeric() && c != '_')
                        .next()
                        .expect("a name"),
                ],
            };
            used.extend(
                names
                    .into_iter()
                    .filter(|name| folders.contains(*name))
                    .map(str::to_owned),
            );
        }
    }
    used.remove(folder);
    used
}

#[test]
fn every_folder_uses_exactly_what_the_map_says() {
    let map = map();
    let folders: BTreeSet<String> = map.keys().cloned().collect();
    let there: BTreeSet<String> = fs::read_dir(root().join("src"))
        .expect("src")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert_eq!(folders, there, "folders of the map, and of src");
    for (folder, may) in map {
        if let Some(may) = may {
            assert_eq!(
                used(&folder, &folders),
                may,
                "src/{folder}: what it uses, and what the map says"
            );
        }
    }
}

#[test]
fn golden_and_hardware_do_not_know_each_other() {
    let folders: BTreeSet<String> = map().into_keys().collect();
    assert!(!used("golden", &folders).contains("rtl") && !used("rtl", &folders).contains("golden"));
    for folder in ["isa", "algebra", "golden"] {
        for hardware in ["netlist", "rtl", "verilog", "catalog", "sim"] {
            assert!(!used(folder, &folders).contains(hardware), "{folder} uses {hardware}");
        }
    }
}
