//! What a certificate's proof rests on besides the hardware: golden's sources.

use crate::catalog::Selection;
use sha2::{Digest, Sha256};

/// Paths relative to this file, with the texts that this program was built from.
type Sources = &'static [(&'static str, &'static str)];

macro_rules! sources {
    ($($path:literal),+ $(,)?) => { &[$(($path, include_str!($path))),+] };
}

const COMMON: Sources = sources!["../algebra/mod.rs", "../algebra/bitwise.rs"];

const VIDEO: Sources = sources![
    "../golden/video.rs",
    "../isa/ptx/table.rs",
    "../isa/ptx/control.rs",
    "../isa/ptx/instruction.rs",
];

const BREW: Sources = sources![
    "../golden/brew/execute.rs",
    "../golden/brew/float.rs",
    "../golden/brew/lanes.rs",
    "../golden/brew/record.rs",
    "../isa/brew/instruction.rs",
    "../isa/brew/pattern.rs",
    "../isa/brew/subset.rs",
    "../isa/brew/table.rs",
    "../isa/brew/types.rs",
];

/// The digest of everything that golden's meaning of the module's instructions depends on: SHA-256 in hexadecimal digits.
pub fn golden_digest(selection: &Selection) -> String {
    let own = match selection {
        Selection::VideoAlu(_) | Selection::VideoCore(_) => VIDEO,
        Selection::BrewDatapath(_) => BREW,
    };
    let mut digest = Sha256::new();
    for (path, text) in COMMON.iter().chain(own) {
        digest.update(path);
        digest.update([0]);
        digest.update(text);
        digest.update([0]);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rtl::{brew, video};
    use std::path::Path;

    #[test]
    fn every_source_of_golden_is_in_the_digest_of_its_module() {
        // They say how instructions are shown, or run one after the other; claims do not use them.
        let others = ["mod.rs", "explain.rs", "machine.rs", "batch.rs"];
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/golden");
        for (folder, prefix, sources) in [
            (golden.clone(), "../golden/", VIDEO),
            (golden.join("brew"), "../golden/brew/", BREW),
        ] {
            for entry in std::fs::read_dir(folder).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let expected = name.ends_with(".rs") && !others.contains(&&name[..]);
                let path = format!("{prefix}{name}");
                assert_eq!(sources.iter().any(|(other, _)| *other == path), expected, "{path}");
            }
        }
    }

    #[test]
    fn modules_with_different_golden_sources_have_different_digests() {
        let alu = golden_digest(&Selection::VideoAlu(video::Config::full(3)));
        assert_eq!(alu, golden_digest(&Selection::VideoCore(video::Config::full(0))));
        assert_ne!(alu, golden_digest(&Selection::BrewDatapath(brew::Config::full())));
    }
}
