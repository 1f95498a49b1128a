//! `source_digest`: the digest of the sources below a folder of a package.

use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The SHA-256 of the Rust files below a folder of the package that is compiled, each with its path from the folder, in hexadecimal
/// digits. The compiler expands the macro again whenever it compiles the package, so the digest is that of the compiled sources.
/// Files `tests.rs` are left out: a build without tests does not compile them, so after an edit there it would keep an old digest.
pub fn digest(folder: &str) -> io::Result<String> {
    let package = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let mut files = vec![];
    collect(&Path::new(&package).join(folder), "", &mut files)?;
    files.sort();
    let mut digest = Sha256::new();
    for (name, path) in files {
        digest.update(name);
        digest.update([0]);
        digest.update(fs::read(path)?);
        digest.update([0]);
    }
    Ok(digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn collect(folder: &Path, above: &str, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{above}{name}");
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files)?;
        } else if name.ends_with(".rs") && path.file_name().is_some_and(|file| file != "tests.rs") {
            files.push((name, path));
        }
    }
    Ok(())
}
