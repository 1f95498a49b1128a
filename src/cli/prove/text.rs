//! `lanesmith prove --text`: proves the Verilog in a folder.

use super::super::configuration::Emitted;
use super::super::{CommandOutcome, Failure, progress, say, text};
use super::report::{self, counterexample, report};
use super::{MethodChoice, Prove, SHOWN, has_tools, listener, more, outcome, with_values};
use clap::Parser;
use lanesmith::prove::reader::{self, Refused};
use lanesmith::prove::{Expected, ProofSubject, Provable, prove_text};
use lanesmith::text::sources::SourceText;
use lanesmith::unit::{Emission, Prefix};
use lanesmith::verilog::Manifest;
use std::fs;
use std::path::{Path, PathBuf};

/// The configuration options of a manifest, parsed like a command line.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    emitted: Emitted,
    #[arg(long)]
    out: Option<PathBuf>,
}

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
                    return Err(Failure::new(format_args!(
                        "{option} contradicts the manifest {path}, which describes {name}; remove one of them"
                    )));
                }
                if !self.data.json {
                    say(format_args!(
                        "configuration {1}, from {0}",
                        path.display(),
                        emission.name()
                    ))?;
                }
                emission
            }
            None => self.emitted.emission()?,
        };
        let selection = *emission.selection();
        let files = files(folder, &entries, &emission)?;
        let design = emission.design().map_err(Failure::new)?;
        let source = |file: &PathBuf| -> Result<SourceText, Failure> {
            let name = file.display().to_string();
            Ok(SourceText {
                name,
                text: text::read_regular(file)?,
            })
        };
        let sources: Vec<SourceText> = files.iter().map(source).collect::<Result<_, _>>()?;
        let expected = Expected::new(emission.reset(), &design);
        if let Err(refused) = reader::read(&sources, &emission.top(), &expected.cells) {
            let Refused { source, diagnostic } = *refused;
            return Err(Failure::all(&source.name, &source.text, &[diagnostic]));
        }
        has_tools("--text")?;
        let bar = progress::claims();
        let proved = prove_text(&emission, &files, &self.plan(), &mut listener(&bar, &selection));
        bar.finish_and_clear();
        let proofs = [proved.map_err(Failure::new)?];
        self.data.give(|| report::json(&proofs))?;
        if !self.data.json {
            report(&[selection], &proofs)?;
            for refuted in with_values(&proofs[0]).take(SHOWN) {
                say(format_args!("\n{}", counterexample(&selection, refuted)))?;
            }
            more(&proofs[0])?;
        }
        Ok(outcome(&proofs, 1))
    }
}

fn cannot(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::new(format_args!("cannot read {}: {why}", path.display()))
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| cannot(folder, error))?;
    let mut paths = vec![];
    for entry in entries {
        paths.push(entry.map_err(|error| cannot(folder, error))?.path());
    }
    paths.sort();
    Ok(paths)
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
        let has_sibling = ["v", "f"]
            .iter()
            .any(|ending| entries.contains(&path.with_extension(ending)));
        let read = text::read(path).and_then(|text| {
            let manifest: Result<Manifest, _> = serde_json::from_str(&text);
            manifest.map_err(|error| cannot(path, error))
        });
        match read {
            Ok(manifest) => found.push((path, manifest)),
            Err(failure) if has_sibling => return Err(failure),
            Err(_) => {}
        }
    }
    if found.len() > 1 {
        let wanted = prefix.map_or(String::new(), Prefix::to_string);
        let (mut own, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|(_, manifest)| manifest.prefix == wanted);
        if own.len() != 1 {
            let all = own.iter().chain(&others).map(|(path, _)| path.display().to_string());
            return Err(Failure::new(format_args!(
                "several manifests: {}; choose one with --prefix NAME",
                all.collect::<Vec<_>>().join(", ")
            )));
        }
        found = vec![own.remove(0)];
    }
    let Some((path, manifest)) = found.pop() else {
        return Ok(None);
    };
    let words = manifest.command.split(' ').filter(|word| *word != "generate");
    let options = Options::try_parse_from(words).map_err(|error| cannot(path, format_args!("its command: {error}")))?;
    // The folder that the generator wrote to.
    let _ = options.out;
    Ok(Some((path, options.emitted.emission()?)))
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
                true => Err(cannot(list, format_args!("`{line}` is not a file name"))),
                false => Ok(folder.join(line)),
            };
            lines.map(file).collect::<Result<_, _>>()?
        }
        None if lists.is_empty() => ending(entries, "v").into_iter().cloned().collect(),
        None => {
            let folder = folder.display();
            return Err(Failure::new(format_args!(
                "several file lists in {folder}, and none of them is {}; keep one",
                own.display()
            )));
        }
    };
    match files.is_empty() {
        true => Err(Failure::new(format_args!(
            "there is no Verilog in {}",
            folder.display()
        ))),
        false => Ok(files),
    }
}
