//! `lanesmith verify`: do the files still match their certificates?

use super::configuration::Configuration;
use super::prove::proof;
use super::{Failure, Outcome, Run, say};
use crate::prove::{Certificate, Conclusion, Plan, golden_digest};
use crate::verilog::FileHash;
use clap::{Args, Parser};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Check generated files against their proof certificates
///
/// Finds every *.proof.json in the folders and one level below, and compares the hashes of the Verilog files it names.
/// With --repeat, proves everything again.
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith verify rtl_out
  lanesmith verify --repeat rtl_out/video_alu_l3

Exit status 0: every certificate holds; 1: a file differs, or a repeated proof fails; 2: no certificate, or one that can't
be read.")]
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
            let certificates = certificates(folder)?;
            if certificates.is_empty() {
                return Err(Failure::new(format_args!("no *.proof.json in {}", folder.display())));
            }
            for path in certificates {
                let folder = path.parent().unwrap_or(Path::new("."));
                let certificate = read(&path)?;
                let problems = problems(folder, &certificate);
                for problem in &problems {
                    say(format_args!("{}: {problem}", path.display()))?;
                }
                if certificate.golden != golden_digest() {
                    say(format_args!(
                        "{}: note: proved of another version of golden; --repeat proves it of this one",
                        path.display()
                    ))?;
                }
                if problems.is_empty() {
                    let files = certificate.files.len();
                    say(format_args!(
                        "{}: {files} files, {}",
                        path.display(),
                        certificate.verdict
                    ))?;
                }
                if !problems.is_empty() || (self.repeat && !repeat(folder, &certificate)?) {
                    outcome = Outcome::Mismatch;
                }
            }
        }
        Ok(outcome)
    }
}

fn certificates(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let cannot = |path: &Path, error| Failure::new(format_args!("cannot read {}: {error}", path.display()));
    let entries = |folder: &Path| -> Result<Vec<PathBuf>, Failure> {
        let entries = fs::read_dir(folder).map_err(|error| cannot(folder, error))?;
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        Ok(paths)
    };
    let mut found = vec![];
    for path in entries(folder)? {
        let inner = if path.is_dir() { entries(&path)? } else { vec![path] };
        found.extend(
            inner
                .into_iter()
                .filter(|path| path.to_string_lossy().ends_with(".proof.json")),
        );
    }
    Ok(found)
}

fn read(path: &Path) -> Result<Certificate, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::new(format_args!("{}: {error}", path.display())))?;
    serde_json::from_str(&text).map_err(|error| Failure::new(format_args!("{}: {error}", path.display())))
}

/// What is wrong with the files beside a certificate.
fn problems(folder: &Path, certificate: &Certificate) -> Vec<String> {
    let mut problems = vec![];
    for file in &certificate.files {
        match fs::read(folder.join(&file.name)) {
            Ok(contents) if FileHash::new(file.name.clone(), &contents) == *file => {}
            Ok(_) => problems.push(format!("{} is not the file that was proved", file.name)),
            Err(error) => problems.push(format!("{}: {error}", file.name)),
        }
    }
    if certificate.verdict != Conclusion::Proved {
        problems.push(format!("the verdict is: {}", certificate.verdict));
    }
    problems
}

fn repeat(folder: &Path, certificate: &Certificate) -> Result<bool, Failure> {
    let words = certificate.options.iter().flat_map(|option| option.split(' '));
    let options = Options::try_parse_from(std::iter::once("lanesmith").chain(words))
        .map_err(|error| Failure::new(format_args!("the certificate's options: {error}")))?;
    let plan = Plan {
        built_in: true,
        external: true,
        time: Duration::from_secs(600),
        seed: 1,
        all: true,
    };
    let selection = options.configuration.selection()?;
    let again = proof(&selection, Some(folder), &plan, &mut |_| ())?;
    for method in &again.certificate.methods {
        say(format_args!(
            "  {}: {} of {} claims in {:.2} s, {}",
            method.name, method.proved, method.claims, method.seconds, method.verdict
        ))?;
    }
    Ok(again.certificate.verdict == Conclusion::Proved)
}
