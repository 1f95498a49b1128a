//! The shape of the source: who uses whom within `src/` is what CONTRIBUTING's map says. Between packages cargo checks it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Whether a folder of `src/` is part of the package `lanesmith`, and not a package of its own.
fn is_folder(name: &str) -> bool {
    let folder = root().join("src").join(name);
    folder.is_dir() && !folder.join("Cargo.toml").exists()
}

/// The folders of the map in its order, and what each may use; `None` where that is everything.
fn map() -> Vec<(String, Option<BTreeSet<String>>)> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("readable");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `src/"));
    let rows = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<&str>>());
    rows.filter(|cells| is_folder(cells[0].trim_end_matches("/`")))
        .map(|cells| {
            let folder = cells[0].trim_end_matches("/`").to_owned();
            let uses = match cells[2] {
                "everything" => None,
                list => Some(list.split('`').skip(1).step_by(2).map(str::to_owned).collect()),
            };
            (folder, uses)
        })
        .collect()
}

/// The code of a source without comments and without its tests, which stand last.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("readable");
    let text = text.split("#[cfg(test)]\nmod tests").next().expect("the first part");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
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
        let code = code(&path);
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
fn every_folder_uses_exactly_what_the_map_says_and_that_stands_above_it() {
    let map = map();
    let folders: BTreeSet<String> = map.iter().map(|(folder, _)| folder.clone()).collect();
    let there: BTreeSet<String> = fs::read_dir(root().join("src"))
        .expect("src")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| is_folder(name))
        .collect();
    assert_eq!(folders, there, "folders of the map, and of src");
    let mut above = BTreeSet::new();
    for (folder, may) in map {
        if let Some(may) = may {
            let uses = used(&folder, &folders);
            assert_eq!(uses, may, "src/{folder}: what it uses, and what the map says");
            assert!(
                uses.is_subset(&above),
                "src/{folder} uses what stands below it: {uses:?}"
            );
        }
        above.insert(folder);
    }
}

/// The folders of the units.
fn units() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("src/units")).expect("units");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    folders.filter(|path| path.join("unit.rs").exists()).collect()
}

#[test]
fn the_golden_model_of_a_unit_does_not_know_the_hardware() {
    let units = units();
    assert!(units.len() >= 3);
    for unit in units {
        let file = unit.join("golden.rs");
        let paths = if file.exists() {
            vec![file]
        } else {
            sources(&unit.join("golden"))
        };
        for path in paths {
            let code = code(&path);
            for name in ["rtl", "netlist", "sim", "prove", "testbench", "claims"] {
                let named = [
                    format!("::{name}::"),
                    format!("::{name};"),
                    format!("super::{name}"),
                    format!("lanesmith_{name}"),
                ];
                assert!(
                    !named.iter().any(|named| code.contains(named)),
                    "{} names {name}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn the_program_names_no_unit() {
    let folders = map().into_iter().map(|(folder, _)| format!("src/{folder}"));
    for folder in folders {
        for path in sources(&root().join(&folder)) {
            let code = code(&path);
            for unit in units() {
                let unit = unit.file_name().and_then(|name| name.to_str()).expect("a name");
                let named = format!("units::{unit}");
                assert!(!code.contains(&named), "{} names {named}", path.display());
            }
        }
    }
}
