//! `lanesmith verify`: do the files still match their certificates?

use super::configuration::Emitted;
use super::folder::Folder;
use super::prove::{has_tools, proof};
use super::{Failure, Outcome, Run, say, text};
use crate::prove::{Certificate, Conclusion, Method, Plan};
use crate::units::Emission;
use crate::verilog::FileHash;
use clap::{Args, Parser};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Check generated files against their proof certificates
///
/// Generates the configuration of every *.proof.json in the folders, or one level below, in memory, and compares all files
/// byte for byte; the certificate must be of this program, this version of golden and this configuration, and add up.
/// With --repeat, proves everything again. Nothing is written.
///
/// A certificate is no signature: it tells of accidents and of edits, not of a forger who writes another one.
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith verify rtl_out
  lanesmith verify --repeat rtl_out/video_alu_l3

Exit status: 0 every certificate holds; 1 a file differs, is missing or does not belong there, a certificate is not what it
should be, or a repeated proof fails; 2 no certificate, one that can't be read, or a missing tool.")]
pub(super) struct Verify {
    /// Folders of generated files
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Prove again, both ways
    #[arg(long)]
    repeat: bool,
}

/// The configuration options of a certificate, read as if they stood on the command line.
#[derive(Parser)]
struct Options {
    #[command(flatten)]
    emitted: Emitted,
}

impl Run for Verify {
    fn run(self) -> Result<Outcome, Failure> {
        if self.repeat {
            has_tools("--repeat")?;
        }
        let mut outcome = Outcome::Success;
        for folder in &self.folders {
            let (certificates, without) = certificates(folder)?;
            if certificates.is_empty() {
                return Err(Failure::new(format_args!("no *.proof.json in {}", folder.display())));
            }
            for folder in without {
                say(format_args!("{}: no *.proof.json", folder.display()))?;
                outcome = Outcome::Mismatch;
            }
            for path in certificates {
                let certificate = read(&path)?;
                let emission = emission(&certificate)?;
                let problems = problems(&path, &certificate, &emission)?;
                for problem in &problems {
                    say(problem)?;
                }
                if problems.is_empty() {
                    let files = certificate.files.len();
                    say(format_args!(
                        "{}: {files} files, {}",
                        path.display(),
                        certificate.verdict
                    ))?;
                }
                if !problems.is_empty() || (self.repeat && !repeat(&emission, &certificate)?) {
                    outcome = Outcome::Mismatch;
                }
            }
        }
        Ok(outcome)
    }
}

/// The certificates in a folder; where it has none, those one level below, and the folders there that have none.
fn certificates(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    let entries = |folder: &Path| -> Result<Vec<PathBuf>, Failure> {
        let cannot = |error| Failure::new(format_args!("cannot read {}: {error}", folder.display()));
        let entries = fs::read_dir(folder).map_err(cannot)?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        Ok(paths)
    };
    let in_it = |paths: &[PathBuf]| -> Vec<PathBuf> {
        let is_one = |path: &&PathBuf| path.to_string_lossy().ends_with(".proof.json");
        paths.iter().filter(is_one).cloned().collect()
    };
    let here = entries(folder)?;
    let (mut found, mut without) = (in_it(&here), vec![]);
    if found.is_empty() {
        for inner in here.into_iter().filter(|path| path.is_dir()) {
            match in_it(&entries(&inner)?) {
                none if none.is_empty() => without.push(inner),
                some => found.extend(some),
            }
        }
    }
    Ok((found, without))
}

fn read(path: &Path) -> Result<Certificate, Failure> {
    let text = text::read(path)?;
    serde_json::from_str(&text).map_err(|error| Failure::new(format_args!("{}: {error}", path.display())))
}

/// What a certificate's options select.
fn emission(certificate: &Certificate) -> Result<Emission, Failure> {
    let words = certificate.options.iter().flat_map(|option| option.split(' '));
    let options = Options::try_parse_from(std::iter::once("lanesmith").chain(words))
        .map_err(|error| Failure::new(format_args!("the certificate's options: {error}")))?;
    options.emitted.emission()
}

/// What is wrong with a certificate and the files beside it, a line each.
fn problems(path: &Path, certificate: &Certificate, emission: &Emission) -> Result<Vec<String>, Failure> {
    let folder = Folder::new(emission, path.parent().unwrap_or(Path::new(".")))?;
    let hashes: Vec<FileHash> = folder
        .verilog()
        .map(|file| FileHash::new(file.name.clone(), file.text.as_bytes()))
        .collect();
    let mut problems = certificate.problems(emission, &hashes);
    let own = emission.certificate();
    if path.file_name().is_none_or(|name| name != own.as_str()) {
        problems.push(format!("the certificate of this configuration is called {own}"));
    }
    let problems = problems.iter().map(|problem| format!("{}: {problem}", path.display()));
    Ok(problems.chain(folder.differences()?).collect())
}

/// Whether every way that the certificate tells of proves the configuration again.
fn repeat(emission: &Emission, certificate: &Certificate) -> Result<bool, Failure> {
    let plan = Plan {
        built_in: true,
        external: true,
        time: Duration::from_secs(600),
        seed: 1,
        all: true,
    };
    let again = proof(emission, None, &plan, &mut |_| ())?;
    for method in &again.certificate.methods {
        say(format_args!(
            "  {}: {} of {} claims in {:.2} s, {}",
            method.name, method.proved, method.claims, method.seconds, method.verdict
        ))?;
    }
    let repeated = |claimed: &Method| {
        let same = again
            .certificate
            .methods
            .iter()
            .find(|method| method.name == claimed.name);
        same.is_some_and(|method| (method.claims, method.verdict) == (claimed.claims, claimed.verdict))
    };
    let lost = certificate.methods.iter().filter(|claimed| !repeated(claimed));
    let mut all = again.certificate.verdict == Conclusion::Proved;
    for claimed in lost {
        say(format_args!(
            "  {}: the certificate has {} claims, {}",
            claimed.name, claimed.claims, claimed.verdict
        ))?;
        all = false;
    }
    Ok(all)
}
