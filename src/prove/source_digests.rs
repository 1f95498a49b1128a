//! Digests of the sources on which a proof rests besides the hardware: golden model, claims, prover, and translation of the hardware to
//! a symbolic machine. They are the sources from which this program was built.

use super::subject::Provable;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The digests of folders of sources, by name; `build.rs` computes them.
const DIGESTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/source_digests.rs"));

/// SHA-256 digests in hexadecimal digits, by folder: those of the framework, and of the units on which a module's claims rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SourceDigests(BTreeMap<String, String>);

impl SourceDigests {
    /// The digests of this program, for a module.
    pub fn of(subject: &dyn Provable) -> Self {
        let matters = |name: &str| match name.strip_prefix("units/") {
            Some(unit) => subject.unit_folders().contains(&unit),
            None => true,
        };
        let digests = DIGESTS.iter().filter(|(name, _)| matters(name));
        SourceDigests(
            digests
                .map(|(name, digest)| ((*name).to_owned(), (*digest).to_owned()))
                .collect(),
        )
    }

    /// The folders whose digests differ from `other`'s.
    pub(super) fn differences<'a>(&'a self, other: &'a SourceDigests) -> BTreeSet<&'a str> {
        let names = self.0.keys().chain(other.0.keys());
        names
            .filter(|name| self.0.get(*name) != other.0.get(*name))
            .map(String::as_str)
            .collect()
    }
}
