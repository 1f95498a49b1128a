//! Lists the sources that proofs rest on, so that certificates can name their digests.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Folders whose sources are listed, below `src/`.
const WHOLE: [&str; 5] = ["algebra", "netlist", "prove", "ptx", "unit/pipelined"];
/// Folders and files that are listed of each unit.
const OF_UNITS: [&str; 6] = ["claims", "encoding", "golden", "golden.rs", "isa", "rtl/config.rs"];

fn main() {
    let source = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("src");
    let mut roots: Vec<PathBuf> = WHOLE.iter().map(|folder| source.join(folder)).collect();
    for unit in entries(&source.join("units")).into_iter().filter(|path| path.is_dir()) {
        let parts = OF_UNITS.iter().map(|part| unit.join(part));
        roots.extend(parts.filter(|path| path.exists()));
    }
    let mut files: Vec<PathBuf> = roots.iter().flat_map(|root| below(root)).collect();
    files.sort();
    let mut list = String::from("&[\n");
    for file in files {
        let name = file
            .strip_prefix(&source)
            .expect("below src")
            .to_string_lossy()
            .replace('\\', "/");
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", file.display().to_string());
    }
    list += "]\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    fs::write(out.join("proof_sources.rs"), list).expect("writable");
    for root in roots.iter().chain([&source.join("units")]) {
        println!("cargo:rerun-if-changed={}", root.display());
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("readable").path()).collect()
}

/// The Rust sources at or below a path, without files of tests.
fn below(path: &Path) -> Vec<PathBuf> {
    if path.is_dir() {
        return entries(path).iter().flat_map(|path| below(path)).collect();
    }
    let is_source = path.extension().is_some_and(|extension| extension == "rs");
    let is_test = path.file_name().is_some_and(|name| name == "tests.rs");
    if is_source && !is_test {
        vec![path.to_owned()]
    } else {
        vec![]
    }
}
