//! Computes the digests of the source folders on which proofs rest, for certificates.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folders with a digest, by their names in certificates.
const FOLDERS: [(&str, &str); 5] = [
    ("algebra", "src/algebra"),
    ("netlist", "src/netlist"),
    ("prove", "src/prove"),
    ("ptx", "src/ptx"),
    ("unit", "src/unit"),
];
/// Each folder in this one is a unit. It has a digest too, with the name `units/NAME`.
const UNITS: &str = "src/units";

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let mut folders: Vec<(String, PathBuf)> = FOLDERS
        .iter()
        .map(|(name, folder)| ((*name).to_owned(), root.join(folder)))
        .collect();
    let units = entries(&root.join(UNITS)).into_iter().filter(|path| path.is_dir());
    folders.extend(units.map(|path| (format!("units/{}", name_of(&path)), path)));
    folders.sort();
    let mut list = String::from("&[\n");
    for (name, folder) in &folders {
        let _ = writeln!(list, "    ({name:?}, {:?}),", digest(folder));
    }
    list += "]\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("source_digests.rs"), list).expect("writable");
    for folder in folders.iter().map(|(_, folder)| folder).chain([&root.join(UNITS)]) {
        println!("cargo:rerun-if-changed={}", folder.display());
    }
}

/// The SHA-256 of the Rust files below a folder, each with its path from the folder, in hexadecimal digits.
fn digest(folder: &Path) -> String {
    let mut files = vec![];
    collect(folder, "", &mut files);
    files.sort();
    let mut digest = Sha256::new();
    for (name, path) in files {
        digest.update(name);
        digest.update([0]);
        digest.update(fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        digest.update([0]);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn collect(folder: &Path, above: &str, files: &mut Vec<(String, PathBuf)>) {
    for path in entries(folder) {
        let name = format!("{above}{}", name_of(&path));
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else if name.ends_with(".rs") {
            files.push((name, path));
        }
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("readable").path()).collect()
}
