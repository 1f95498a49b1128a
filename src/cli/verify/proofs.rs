//! `verify --proof`: checks folders of proofs, with other people's checkers.

use super::super::prove::{has_tools, listener, scratch};
use super::super::{Failure, progress, say};
use super::{emission, read};
use crate::cli::cases::CaseRecorder;
use lanesmith::files::{Scratch, tool};
use lanesmith::prove::ProofSubject;
use lanesmith::prove::checkable::{
    MANIFEST, MANIFEST_VERSION, ProofChecker, ProofManifest, SCRIPT, SCRIPT_TEXT, problems,
};
use lanesmith::prove::external::ExternalError;
use lanesmith::unit::folder::{Folder, entries};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// For all proofs of a folder by one checker.
const LIMIT: Duration = Duration::from_secs(3600);

/// The folders of proofs below `folder`, itself included.
pub(super) fn folders(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if folder.join(MANIFEST).is_file() {
        return Ok(vec![folder.to_owned()]);
    }
    let mut inner = entries(folder)?;
    inner.retain(|path| path.join(MANIFEST).is_file());
    match inner.is_empty() {
        true => Err(Failure::new(format_args!(
            "there is no {MANIFEST} in {} or in a folder of it; lanesmith prove --proof DIR writes one",
            folder.display()
        ))),
        false => Ok(inner),
    }
}

/// The checkers that are installed. Error: none is.
pub(super) fn checkers() -> Result<Vec<ProofChecker>, Failure> {
    let scratch = Scratch::new().map_err(Failure::new)?;
    let mut found = vec![];
    let mut missing = vec![];
    for checker in ProofChecker::ALL {
        match checker.check(scratch.path(), &[], LIMIT) {
            Ok(_) => found.push(checker),
            Err(ExternalError::Unavailable(why) | ExternalError::Failed(why)) => {
                say(format_args!("{}: skipped: {why}", checker.name()))?;
                missing.push(format!("{why}; to install it: {}", checker.installation()));
            }
        }
    }
    match found.is_empty() {
        true => Err(Failure::new(format_args!(
            "--proof needs a proof checker\n{}",
            missing.join("\n")
        ))),
        false => Ok(found),
    }
}

/// Whether a folder of proofs is right.
pub(super) fn folder(recorder: &CaseRecorder, folder: &Path, checkers: &[ProofChecker]) -> Result<bool, Failure> {
    has_tools("--proof")?;
    recorder.start(folder.to_string_lossy(), "proofs");
    let special = entries(folder)?.into_iter().filter(|path| !path.is_file());
    let mut found: Vec<String> = special
        .map(|path| format!("{} is not a regular file", path.display()))
        .collect();
    let mut values = json!({});
    match read::<ProofManifest>(&folder.join(MANIFEST), MANIFEST_VERSION)? {
        Err(problem) => found.push(problem),
        // The script would wait for ever for a FIFO.
        Ok(_) if !found.is_empty() => {}
        Ok((manifest, text)) => {
            found.extend(of_module(folder, &manifest)?);
            if found.is_empty() && manifest.text() != text {
                found.push(format!(
                    "the format of {MANIFEST} is not that of lanesmith; prove again"
                ));
            }
            let scratch = Scratch::new().map_err(Failure::new)?;
            let right = by_script(folder, scratch.path(), &manifest, &mut found)?;
            let stems: Vec<&str> = right.iter().map(|stem| &stem[..]).collect();
            let mut by = vec![];
            for checker in checkers {
                let report = checker
                    .check(scratch.path(), &stems, LIMIT)
                    .map_err(|error| Failure::new(error.message()))?;
                let refused = stems.iter().zip(&report.accepted).filter(|(_, accepted)| !**accepted);
                let before = found.len();
                found.extend(refused.map(|(stem, _)| format!("{stem}: {} refuses the proof", checker.name())));
                let accepted = stems.len() - (found.len() - before);
                let seconds = (report.seconds * 100.0).round() / 100.0;
                by.push(json!({"checker": checker.name(), "accepted": accepted, "seconds": seconds}));
                say(format_args!(
                    "{}: {} accepts the proofs of {accepted} of {} claims in {seconds:.1} s",
                    folder.display(),
                    checker.name(),
                    manifest.claims.len()
                ))?;
            }
            values = json!({"claims": manifest.claims.len(), "checked_by": by});
        }
    }
    let found: Vec<String> = found
        .iter()
        .map(|problem| format!("{}: {problem}", folder.display()))
        .collect();
    super::conclude(recorder, &found, values)
}

/// What is wrong with certificate, script, files, graphs and witnesses.
fn of_module(folder: &Path, manifest: &ProofManifest) -> Result<Vec<String>, Failure> {
    let certificate = &manifest.certificate;
    let emission = emission(certificate)?;
    let generated = Folder::new(&emission, folder)?;
    let mut found = certificate.problems(&emission, &generated.hashes(), false);
    if fs::read(folder.join(SCRIPT)).ok().as_deref() != Some(SCRIPT_TEXT.as_bytes()) {
        found.push(format!("{SCRIPT} is not this program's"));
    }
    let mut own: BTreeSet<String> = BTreeSet::from([MANIFEST.into(), SCRIPT.into()]);
    for (i, claim) in manifest.claims.iter().enumerate() {
        let is_new = claim.file_names().into_iter().all(|name| own.insert(name));
        if !is_new || claim.stem.is_empty() || !claim.stem.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(vec![format!("the files of claim {i} have no names of their own")]);
        }
    }
    let is_own = |path: &&PathBuf| {
        path.file_name()
            .is_some_and(|name| own.contains(&*name.to_string_lossy()))
    };
    let paths = entries(folder)?;
    let others = paths.iter().filter(|path| !is_own(path));
    found.extend(others.map(|path| format!("{} is no file of the proofs", path.display())));
    let (_scratch, paths) = scratch(&generated.verilog())?;
    let bar = progress::claims();
    let mut listener = listener(&bar, emission.name());
    found.extend(problems(manifest, folder, &emission, &paths, &mut listener).map_err(Failure::new)?);
    bar.finish_and_clear();
    Ok(found)
}

/// Runs this program's copy of the script, which writes the files for checkers to `out`; the claims that it finds right.
fn by_script(
    folder: &Path,
    out: &Path,
    manifest: &ProofManifest,
    found: &mut Vec<String>,
) -> Result<Vec<String>, Failure> {
    let mut python = Command::new("python3");
    python
        .args(["-I", "-c", SCRIPT_TEXT])
        .arg(folder)
        .arg("--extract")
        .arg(out);
    let output = tool::output(&mut python);
    let output = output.map_err(|error| Failure::new(format_args!("--proof needs python3: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let says: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    let mut right = vec![];
    for claim in &manifest.claims {
        match says.iter().find(|(stem, _)| *stem == claim.stem) {
            Some((_, "ok")) => right.push(claim.stem.clone()),
            Some((_, why)) => found.push(format!("{} `{}`: {why}", claim.stem, claim.name)),
            None => found.push(format!("{} `{}`: the script does not name it", claim.stem, claim.name)),
        }
    }
    if right.len() < manifest.claims.len() && found.is_empty()
        || output.status.success() != (right.len() == manifest.claims.len())
    {
        found.push(format!(
            "the script failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    Ok(right)
}
