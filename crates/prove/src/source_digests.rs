//! Digests of the sources on which a proof rests besides the hardware: golden model, claims, prover, and translation of the hardware to
//! a symbolic machine. They are the sources from which this program was built.

use super::subject::Provable;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The digests of the packages on which every proof rests.
const PACKAGES: [(&str, &str); 3] = [
    ("algebra", lanesmith_algebra::SOURCE_DIGEST),
    ("netlist", lanesmith_netlist::SOURCE_DIGEST),
    ("prove", crate::SOURCE_DIGEST),
];

/// SHA-256 digests in hexadecimal digits, by package or folder: those of the prover, and those on which a module's claims rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SourceDigests(BTreeMap<String, String>);

impl SourceDigests {
    /// The digests of this program, for a module.
    pub fn of(subject: &dyn Provable) -> Self {
        let all = PACKAGES.into_iter().chain(subject.sources());
        SourceDigests(all.map(|(name, digest)| (name.to_owned(), digest.to_owned())).collect())
    }
}
