//! Proofs of all claims of a module, about the Verilog as yosys reads it.

use super::claim::ClaimProof;
use super::folder::{MANIFEST_VERSION, PackedClaim, ProofManifest};
use crate::external::{ExternalError, versions};
use crate::read_back::read_back;
use crate::run::sources;
use crate::schedule::{self, Progress};
use crate::solver::Stop;
use crate::structure::{Expected, Structure};
use crate::{Certificate, ProofPlan, ProofSubject};
use lanesmith_netlist::verilog::EmittedFile;

/// The contents of a folder of proofs, without the script.
pub struct FolderContents {
    /// The manifest.
    pub manifest: ProofManifest,
    /// The files of the claims by their names.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Proofs of the claims about a module's Verilog `files`, whose certificate is `certificate`. Errors: yosys is missing, or a claim about the
/// structure does not hold.
pub fn prove_checkably(
    subject: &dyn ProofSubject,
    certificate: Certificate,
    files: &[EmittedFile],
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<FolderContents, String> {
    let reader = versions().map_err(ExternalError::message)?.swap_remove(0);
    let expected = Expected::new(subject.reset(), &subject.design()?);
    let read = read_back(&sources(files), &subject.top(), &expected).map_err(ExternalError::message)?;
    if read.structure != Structure::default() {
        return Err("a claim about the structure of the text does not hold".into());
    }
    let claims = subject.claims(&read.machine)?;
    let stop = Stop::default();
    let packed = schedule::each(&claims, &stop, progress, |claim| {
        let number = claims.iter().position(|other| other.name == claim.name);
        let number = number.expect("a claim of the list");
        let proof = ClaimProof::new(claim, plan.limits(), plan.seed, &stop);
        proof.map(|proof| PackedClaim::new(number, &claim.name, &proof))
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
        match packed {
            Some(packed) => {
                files.extend(packed.files);
                manifest.claims.push(packed.claim);
            }
            None => manifest.open.push(claim.name.clone()),
        }
    }
    Ok(FolderContents { manifest, files })
}
