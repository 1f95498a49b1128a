//! `lanesmith verify`: do the files still match their certificates?

use super::configuration::Configuration;
use super::prove::proof;
use super::{Failure, Outcome, Run, say, text};
use crate::catalog::Selection;
use crate::prove::{Certificate, Conclusion, Method, Plan};
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
    configuration: Configuration,
}

impl Run for Verify {
    fn run(self) -> Result<Outcome, Failure> {
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
                let selection = selection(&certificate)?;
                let problems = problems(&path, &certificate, &selection)?;
                for problem in &problems {
                    say(format_args!("{}: {problem}", path.display()))?;
                }
                if problems.is_empty() {
                    let files = certificate.files.len();
                    say(format_args!(
                        "{}: {files} files, {}",
                        path.display(),
                        certificate.verdict
                    ))?;
                }
                if !problems.is_empty() || (self.repeat && !repeat(&selection, &certificate)?) {
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

/// The configuration that a certificate's options select.
fn selection(certificate: &Certificate) -> Result<Selection, Failure> {
    let words = certificate.options.iter().flat_map(|option| option.split(' '));
    let options = Options::try_parse_from(std::iter::once("lanesmith").chain(words))
        .map_err(|error| Failure::new(format_args!("the certificate's options: {error}")))?;
    options.configuration.selection()
}

/// What is wrong with a certificate and the files beside it.
fn problems(path: &Path, certificate: &Certificate, selection: &Selection) -> Result<Vec<String>, Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let files = selection.files().map_err(Failure::new)?;
    let verilog = files.iter().filter(|file| file.name.ends_with(".v"));
    let hashes: Vec<FileHash> = verilog
        .map(|file| FileHash::new(file.name.clone(), file.text.as_bytes()))
        .collect();
    let mut problems = certificate.problems(selection, &hashes);
    let own = selection.banner().certificate;
    if path.file_name().is_none_or(|name| name != own.as_str()) {
        problems.push(format!("the certificate of this configuration is called {own}"));
    }
    for file in &files {
        match fs::read(folder.join(&file.name)) {
            Ok(contents) if contents == file.text.as_bytes() => {}
            Ok(_) => problems.push(format!("{} is not what the generator writes", file.name)),
            Err(error) => problems.push(format!("{}: {error}", file.name)),
        }
    }
    let cannot = |error| Failure::new(format_args!("cannot read {}: {error}", folder.display()));
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let name = entry.map_err(cannot)?.file_name();
        if name != own.as_str() && !files.iter().any(|file| name == file.name.as_str()) {
            problems.push(format!("{} does not belong here", name.display()));
        }
    }
    Ok(problems)
}

/// Whether every way that the certificate tells of proves the configuration again.
fn repeat(selection: &Selection, certificate: &Certificate) -> Result<bool, Failure> {
    let plan = Plan {
        built_in: true,
        external: true,
        time: Duration::from_secs(600),
        seed: 1,
        all: true,
    };
    let again = proof(selection, None, &plan, &mut |_| ())?;
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
