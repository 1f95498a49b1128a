//! What instructions mean, as a digest of golden's sources.

use super::subject::{Sources, Subject};
use crate::sources;
use sha2::{Digest, Sha256};

const COMMON: Sources = sources!["../algebra/mod.rs", "../algebra/bitwise.rs"];

/// The digest of everything that golden's meaning of the module's instructions depends on: SHA-256 in hexadecimal digits.
pub fn golden_digest(subject: &dyn Subject) -> String {
    digest(COMMON.iter().chain(subject.golden()).copied())
}

/// The SHA-256 of texts with their names, in hexadecimal digits.
pub(super) fn digest<'a>(texts: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut digest = Sha256::new();
    for (path, text) in texts {
        digest.update(path);
        digest.update([0]);
        digest.update(text);
        digest.update([0]);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
