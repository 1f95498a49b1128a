//! Digests of the sources on which a proof rests besides the hardware: golden model, claims, prover, and translation of the hardware to
//! a symbolic machine. They are the sources from which this program was built.

use super::source_imports::Imports;
use super::subject::Provable;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// The sources below `src/` that proofs rest on, by their paths; `build.rs` lists them.
const SOURCES: &[(&str, &str)] = &[];

/// The sources of the algebra.
const ALGEBRA: [&str; 2] = ["algebra/mod.rs", "algebra/bitwise.rs"];

/// SHA-256 digests of sources, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceDigests {
    /// The digest of the golden model.
    pub golden: String,
    /// The digest of the claims.
    pub claims: String,
    /// The digest of the code that decides claims and reads text back.
    pub prover: String,
    /// The digest of the code that turns a netlist into a symbolic state machine.
    pub symbolic: String,
}

impl SourceDigests {
    /// The digests of this program, for a module.
    pub fn of(subject: &dyn Provable) -> Self {
        let golden = golden_sources(subject);
        SourceDigests {
            golden: digest(texts(|path| ALGEBRA.contains(&path) || golden.contains(path))),
            claims: below(subject.claim_sources()),
            prover: below(&["prove/"]),
            symbolic: below(&["algebra/", "netlist/"]),
        }
    }

    /// The digests that differ from `other`'s, in words.
    pub(super) fn differences(&self, other: &SourceDigests) -> Vec<&'static str> {
        let all = [
            (&self.golden, &other.golden, "golden"),
            (&self.claims, &other.claims, "the claims"),
            (&self.prover, &other.prover, "the prover"),
            (&self.symbolic, &other.symbolic, "the symbolic reading of hardware"),
        ];
        let differing = all.into_iter().filter(|(one, other, _)| one != other);
        differing.map(|(.., name)| name).collect()
    }
}

/// The digest of the sources whose paths begin with one of `prefixes`.
fn below(prefixes: &[&str]) -> String {
    digest(texts(|path| prefixes.iter().any(|prefix| path.starts_with(prefix))))
}

/// The sources whose paths are wanted, without the unit tests at the end of each.
fn texts(is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = (&'static str, &'static str)> {
    let sources = SOURCES.iter().filter(move |(path, _)| is_wanted(path));
    sources.map(|(path, text)| (*path, text.split("#[cfg(test)]\nmod tests").next().unwrap_or(text)))
}

/// The sources of the golden model of a module: those at which it begins, and what they and the claims import of instruction sets,
/// encodings and golden models.
pub(crate) fn golden_sources(subject: &dyn Provable) -> BTreeSet<&'static str> {
    let is_golden = |path: &str| {
        let parts: Vec<&str> = path.split('/').collect();
        match parts[..] {
            ["units", _, "golden.rs" | "golden" | "isa" | "encoding", ..] => true,
            [first, ..] => first == "ptx",
            [] => false,
        }
    };
    let roots = subject.golden_sources();
    let begin =
        |path: &str| roots.contains(&path) || subject.claim_sources().iter().any(|prefix| path.starts_with(prefix));
    let begin: Vec<&str> = texts(begin).map(|(path, _)| path).collect();
    let reached = Imports::new(texts(|_| true)).closure(&begin, is_golden);
    reached.into_iter().filter(|path| is_golden(path)).collect()
}

/// The SHA-256 of texts with their names, in hexadecimal digits.
fn digest<'a>(texts: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut digest = Sha256::new();
    for (path, text) in texts {
        digest.update(path);
        digest.update([0]);
        digest.update(text);
        digest.update([0]);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

