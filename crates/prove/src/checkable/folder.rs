//! Folders of proofs: a manifest, and for each claim its graph, its clauses and its proof, compressed.

use super::claim::ClaimProof;
use crate::Certificate;
use flate2::Compression;
use flate2::write::GzEncoder;
use lanesmith_netlist::verilog::FileHash;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// The name of the script that checks the files.
pub const SCRIPT: &str = "check.py";
/// The script that checks the files, with Python's standard library alone.
pub const SCRIPT_TEXT: &str = include_str!("check.py");
/// The version of the manifest's format.
pub const MANIFEST_VERSION: u32 = 2;

/// The ends of the names of a claim's files, without `.gz`.
const KINDS: [&str; 3] = ["aig", "cnf", "drat"];

/// The manifest of a folder of proofs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofManifest {
    /// The version of this format.
    pub format_version: u32,
    /// Name and version of the program that read the Verilog.
    pub reader: String,
    /// The certificate of the module.
    pub certificate: Certificate,
    /// The claims with a proof, in the certificate's order. The claims about clocks and drivers have none: they are about the text.
    pub claims: Vec<ProvedClaim>,
    /// The claims without a proof, which were not proved within the time limit.
    pub open: Vec<String>,
}

/// A claim with a proof.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProvedClaim {
    /// The claim's name.
    pub name: String,
    /// The names of its files without their ends.
    pub stem: String,
    /// Whether its graph has fresh inputs for freed bits.
    pub generalised: bool,
    /// Inputs that satisfy the assumption, as a hexadecimal number; input 0 is the lowest bit.
    pub witness: String,
    /// The number of derived clauses.
    pub steps: usize,
    /// Wall-clock seconds that making the proof took.
    pub seconds: f64,
    /// SHA-256 of the files before compression: `aig`, `cnf` and `drat`.
    pub sha256: BTreeMap<String, String>,
}

/// A claim with its compressed files.
pub struct PackedClaim {
    /// The claim's row of the manifest.
    pub claim: ProvedClaim,
    /// The files by their names.
    pub files: Vec<(String, Vec<u8>)>,
}

impl PackedClaim {
    /// The files of claim `number`.
    pub fn new(number: usize, name: &str, proof: &ClaimProof) -> Self {
        let stem = format!("{number:03}");
        let contents = [&proof.aiger[..], proof.clauses.as_bytes(), proof.proof.as_bytes()];
        let named = KINDS.iter().zip(contents);
        let sha256 = named
            .clone()
            .map(|(kind, contents)| (kind.to_string(), sha256(contents)));
        PackedClaim {
            claim: ProvedClaim {
                name: name.to_owned(),
                generalised: proof.generalised,
                witness: hexadecimal(&proof.witness),
                steps: proof.steps,
                seconds: proof.seconds,
                sha256: sha256.collect(),
                stem: stem.clone(),
            },
            files: named
                .map(|(kind, contents)| (file_name(&stem, kind), compress(contents)))
                .collect(),
        }
    }
}

impl ProvedClaim {
    /// The names of its files.
    pub fn file_names(&self) -> [String; 3] {
        KINDS.map(|kind| file_name(&self.stem, kind))
    }
}

impl ProofManifest {
    /// The manifest as a file.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("strings and numbers");
        format!("{text}\n")
    }
}

fn file_name(stem: &str, kind: &str) -> String {
    format!("{stem}.{kind}.gz")
}

fn compress(contents: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(vec![], Compression::best());
    let written = encoder.write_all(contents).and_then(|()| encoder.finish());
    written.expect("writing to memory")
}

fn sha256(contents: &[u8]) -> String {
    FileHash::new("", contents).sha256
}

/// Bits as a hexadecimal number, the first bit the lowest.
fn hexadecimal(bits: &[bool]) -> String {
    let digit = |bits: &[bool]| bits.iter().rev().fold(0, |value, bit| 2 * value + u32::from(*bit));
    let digits: Vec<u32> = bits.chunks(4).map(digit).collect();
    match digits.is_empty() {
        true => "0".into(),
        false => digits.iter().rev().map(|digit| format!("{digit:x}")).collect(),
    }
}
