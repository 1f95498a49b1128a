//! `lanesmith prove --text`: proves the Verilog in a folder.

use super::super::header::{cannot_read, described, read_manifest};
use super::super::{CommandOutcome, Failure, failure, progress, say, text};
use super::report::{self, counterexample, report};
use super::{MethodChoice, Prove, SHOWN, has_tools, listener, more, outcome, with_values};
use lanesmith::prove::reader::{self, Refused};
use lanesmith::prove::{Expected, ProofSubject, Provable, prove_text};
use lanesmith::text::sources::SourceText;
use lanesmith::unit::folder::entries;
use lanesmith::unit::{Emission, Prefix};
use std::path::{Path, PathBuf};

impl Prove {
    pub(super) fn text(&self, folder: &Path) -> Result<CommandOutcome, Failure> {
        if self.method == MethodChoice::BuiltIn {
            return Err(Failure::new(
                "--text needs both methods, because lanesmith and yosys must read the text alike: leave out --method built-in",
            ));
        }
        let entries = entries(folder)?;
        let emission = match manifest(&entries, self.emitted.prefix())? {
            Some((path, emission)) => {
                if let Some(option) = self.emitted.contradiction(&emission) {
                    let (path, name) = (path.display(), emission.name());
                    return Err(failure!(
                        "{option} contradicts the manifest {path}, which describes {name}; remove one of them"
                    ));
                }
                if !self.data.json {
                    say!("configuration {1}, from {0}", path.display(), emission.name())?;
                }
                emission
            }
            None => self.emitted.emission()?,
        };
        let selection = *emission.selection();
        let files = files(folder, &entries, &emission)?;
        let design = emission.design().map_err(Failure::new)?;
        let source = |file: &PathBuf| {
            let (name, text) = (file.display().to_string(), text::read_regular(file)?);
            Ok(SourceText { name, text })
        };
        let sources = files.iter().map(source).collect::<Result<Vec<_>, Failure>>()?;
        let expected = Expected::new(emission.reset(), &design);
        if let Err(refused) = reader::read(&sources, &emission.top(), &expected.cells) {
            let Refused { source, diagnostic } = *refused;
            return Err(Failure::all(&source.name, &source.text, &[diagnostic]));
        }
        has_tools("--text")?;
        let bar = progress::claims();
        let proved = prove_text(&emission, &sources, &self.plan(), &mut listener(&bar, selection.name()));
        bar.finish_and_clear();
        let proofs = [proved.map_err(Failure::new)?];
        self.data.report(&report::json(&proofs), || {
            report(&[emission.name()], &proofs)?;
            for refuted in with_values(&proofs[0]).take(SHOWN) {
                say!("\n{}", counterexample(&selection, refuted))?;
            }
            more(&proofs[0])
        })?;
        Ok(outcome(&proofs, 1))
    }
}

fn ending<'a>(entries: &'a [PathBuf], extension: &str) -> Vec<&'a PathBuf> {
    let ends = |path: &&PathBuf| path.extension().is_some_and(|found| found == extension);
    entries.iter().filter(ends).collect()
}

/// The emission of the manifest among `entries`; of several the one with this prefix. Other JSON files are ignored, unless they
/// share the name of a Verilog file or of a file list.
fn manifest<'a>(entries: &'a [PathBuf], prefix: Option<&Prefix>) -> Result<Option<(&'a PathBuf, Emission)>, Failure> {
    let mut found = vec![];
    let files = ending(entries, "json").into_iter();
    for path in files.filter(|path| !path.to_string_lossy().ends_with(".proof.json")) {
        let has_sibling = || {
            ["v", "f"]
                .map(|ending| path.with_extension(ending))
                .iter()
                .any(|file| entries.contains(file))
        };
        match read_manifest(path) {
            Ok(manifest) => found.push((path, manifest)),
            Err(failure) if has_sibling() => return Err(failure),
            Err(_) => {}
        }
    }
    if found.len() > 1 {
        let wanted = prefix.map_or(String::new(), Prefix::to_string);
        let all: Vec<String> = found.iter().map(|(path, _)| path.display().to_string()).collect();
        found.retain(|(_, manifest)| manifest.prefix == wanted);
        if found.len() != 1 {
            let all = all.join(", ");
            return Err(failure!("several manifests: {all}; choose one with --prefix NAME"));
        }
    }
    found
        .pop()
        .map(|(path, manifest)| described(path, manifest))
        .transpose()
}

/// The Verilog files of the file list, else all in the folder.
fn files(folder: &Path, entries: &[PathBuf], emission: &Emission) -> Result<Vec<PathBuf>, Failure> {
    let lists = ending(entries, "f");
    let own = folder.join(format!("{}.f", emission.top()));
    let list = match &lists[..] {
        [list] => Some(*list),
        lists => lists.iter().copied().find(|list| **list == own),
    };
    let files: Vec<PathBuf> = match list {
        Some(list) => {
            let text = text::read(list)?;
            let lines = text.lines().map(str::trim);
            let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#'));
            let file = |line: &str| match line.starts_with(['-', '+']) {
                true => Err(cannot_read(list, format_args!("`{line}` is not a file name"))),
                false => Ok(folder.join(line)),
            };
            lines.map(file).collect::<Result<_, _>>()?
        }
        None if lists.is_empty() => ending(entries, "v").into_iter().cloned().collect(),
        None => {
            let folder = folder.display();
            return Err(failure!(
                "several file lists in {folder}, and none of them is {}; keep one",
                own.display()
            ));
        }
    };
    if files.is_empty() {
        return Err(failure!("there is no Verilog in {}", folder.display()));
    }
    Ok(files)
}
