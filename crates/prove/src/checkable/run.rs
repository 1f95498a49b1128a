//! Proofs of all claims of a module, about the Verilog as yosys reads it, and the comparison of recorded graphs with the claims.

use super::claim::ClaimProof;
use super::folder::{MANIFEST_VERSION, PackedClaim, ProofManifest};
use crate::external::{ExternalError, versions};
use crate::read_back::{ReadBack, read_back};
use crate::schedule::{self, Progress};
use crate::solver::Stop;
use crate::structure::{Expected, Structure};
use crate::{Certificate, ProofPlan, ProofSubject};
use std::path::{Path, PathBuf};

/// The contents of a folder of proofs, without the script.
pub struct FolderContents {
    /// The manifest.
    pub manifest: ProofManifest,
    /// The files of the claims by their names.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Reads the Verilog files of a module; its clocks and drivers must be as expected. Errors: yosys is missing, or refuses the text.
fn read(subject: &dyn ProofSubject, paths: &[PathBuf]) -> Result<ReadBack, String> {
    let design = subject.design()?;
    let files: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let expected = Expected::new(subject.reset(), &design);
    let read = read_back(&files, &subject.top(), &expected).map_err(ExternalError::message)?;
    match read.structure == Structure::default() {
        true => Ok(read),
        false => Err("a claim about the structure of the text does not hold".into()),
    }
}

/// Name and version of the program that reads Verilog.
fn reader() -> Result<String, String> {
    Ok(versions().map_err(ExternalError::message)?.swap_remove(0))
}

/// Proofs of the claims about the Verilog files at `paths`, whose certificate is `certificate`.
pub fn prove_checkably(
    subject: &dyn ProofSubject,
    certificate: Certificate,
    paths: &[PathBuf],
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<FolderContents, String> {
    let reader = reader()?;
    let read = read(subject, paths)?;
    let claims = subject.claims(&read.machine)?;
    let stop = Stop::default();
    let packed = schedule::each(&claims, &stop, progress, |claim| {
        let number = claims.iter().position(|other| other.name == claim.name);
        let number = number.expect("a claim of the list");
        let proof = ClaimProof::new(claim, plan.limits(), plan.seed, &stop);
        Some(proof.map(|proof| proof.map(|proof| PackedClaim::new(number, &claim.name, &proof))))
    })?;
    let mut manifest = ProofManifest {
        format_version: MANIFEST_VERSION,
        reader,
        certificate,
        claims: vec![],
        open: vec![],
    };
    let mut files = vec![];
    for (claim, packed) in claims.iter().zip(packed) {
        match packed.transpose()?.flatten() {
            Some(packed) => {
                files.extend(packed.files);
                manifest.claims.push(packed.claim);
            }
            None => manifest.open.push(claim.name.clone()),
        }
    }
    Ok(FolderContents { manifest, files })
}

/// Compares the graphs and witnesses of a folder of proofs with the claims about the Verilog files at `paths`. Returns the differences,
/// a line each. Does not check the certificate.
pub fn problems(
    manifest: &ProofManifest,
    folder: &Path,
    subject: &dyn ProofSubject,
    paths: &[PathBuf],
    progress: &mut dyn FnMut(Progress),
) -> Result<Vec<String>, String> {
    let mut found = vec![];
    let reader = reader()?;
    if manifest.reader != reader {
        found.push(format!("made with {}; this is {reader}", manifest.reader));
    }
    let read = read(subject, paths)?;
    let claims = subject.claims(&read.machine)?;
    let open = manifest.open.iter();
    found.extend(open.map(|name| format!("the claim `{name}` has no proof")));
    let named = manifest.claims.iter().map(|claim| &claim.name);
    let in_order = claims.iter().map(|claim| &claim.name);
    if !named.eq(in_order.filter(|name| !manifest.open.contains(name))) {
        found.push("the claims are not those of the module, in their order".into());
        return Ok(found);
    }
    let compared = schedule::each(&claims, &Stop::default(), progress, |claim| {
        let recorded = manifest.claims.iter().find(|recorded| recorded.name == claim.name)?;
        let difference = match (recorded.aiger(folder), recorded.witness()) {
            (Err(why), _) => Some(why),
            (_, None) => Some("the witness is no hexadecimal number".into()),
            (Ok(aiger), Some(witness)) => {
                ClaimProof::differs(claim, recorded.generalised, &witness, &aiger).map(String::from)
            }
        };
        difference.map(|difference| format!("{} `{}`: {difference}", recorded.stem, claim.name))
    })?;
    found.extend(compared.into_iter().flatten());
    Ok(found)
}
