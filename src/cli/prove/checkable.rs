//! `prove --proof`: folders of proofs that independent programs check.

use super::super::{Failure, failure, say};
use lanesmith::files;
use lanesmith::prove::checkable::{MANIFEST, ProofManifest, SCRIPT, SCRIPT_TEXT, prove_checkably};
use lanesmith::prove::{Certificate, Progress, ProofPlan};
use lanesmith::unit::Emission;
use lanesmith::unit::folder::{Folder, names};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The names of the files of earlier proofs in a folder. Error: it holds other files.
fn earlier(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let names = names(folder)?;
    let mut own: HashSet<String> = HashSet::from([MANIFEST.into(), SCRIPT.into()]);
    let manifest = files::read_regular(&folder.join(MANIFEST)).ok();
    if let Some(manifest) = manifest.and_then(|text| serde_json::from_slice::<ProofManifest>(&text).ok()) {
        own.extend(manifest.claims.iter().flat_map(|claim| claim.file_names()));
    }
    match names.iter().find(|name| !own.contains(&*name.to_string_lossy())) {
        Some(foreign) => Err(failure!(
            "{} holds {}, which is no file of an earlier proof; choose another folder",
            folder.display(),
            foreign.display()
        )),
        None => Ok(names.iter().map(|name| folder.join(name)).collect()),
    }
}

/// An error if the folder may not hold proofs.
pub(super) fn may_hold(folder: &Path) -> Result<(), Failure> {
    earlier(folder).map(drop)
}

/// Writes proofs of the claims about a module, which has the certificate `certificate`.
pub(super) fn write(
    emission: &Emission,
    certificate: &Certificate,
    folder: &Path,
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<ProofManifest, Failure> {
    let files = Folder::new(emission, folder)?.verilog();
    let contents = prove_checkably(emission, certificate.clone(), &files, plan, progress).map_err(Failure::new)?;
    let manifest = contents.manifest.text();
    let mut set = vec![
        (folder.join(MANIFEST), manifest.as_bytes()),
        (folder.join(SCRIPT), SCRIPT_TEXT.as_bytes()),
    ];
    let files = contents.files.iter();
    set.extend(files.map(|(name, bytes)| (folder.join(name), &bytes[..])));
    let before = earlier(folder)?;
    files::write_set(&set)?;
    let written: HashSet<&PathBuf> = set.iter().map(|(path, _)| path).collect();
    for left in before.iter().filter(|path| !written.contains(path)) {
        fs::remove_file(left).map_err(|error| failure!("cannot remove {}: {error}", left.display()))?;
    }
    Ok(contents.manifest)
}

/// Prints what a folder of proofs holds.
pub(super) fn report(folder: &Path, manifest: &ProofManifest) -> Result<(), Failure> {
    let steps: usize = manifest.claims.iter().map(|claim| claim.steps).sum();
    let seconds: f64 = manifest.claims.iter().map(|claim| claim.seconds).sum();
    say!(
        "{}: proofs of {} claims, {steps} steps; the proofs took {seconds:.1} s, summed over the claims",
        folder.display(),
        manifest.claims.len()
    )?;
    let folder = folder.display();
    let mut open = manifest.open.iter();
    open.try_for_each(|name| say!("{folder}: no proof within the time limit: {name}"))
}
