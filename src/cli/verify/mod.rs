//! `lanesmith verify`: compares files with their certificates.

use super::cases::{CaseRecorder, CaseReports};
use super::configuration::Emitted;
use super::configurations;
use super::prove::{has_tools, proof};
use super::{CommandOutcome, Failure, NONE, Run, failure, say, text};
use clap::Args;
use lanesmith::prove::{Certificate, Conclusion, FORMAT_VERSION, Method, ProofPlan, ProofSubject};
use lanesmith::unit::Emission;
use lanesmith::unit::folder::{self, Folder, entries};
use lanesmith::units::shipped;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Compares generated files with the generator's output and their proof certificates
///
/// Generates the configuration of every *.proof.json in the folders in memory and compares all files byte for byte. Each
/// certificate must match this program, its claims, prover and golden model, and the configuration, and must be consistent. The
/// folder may hold no other files. A folder of `generate --shipped` must hold every shipped configuration, proved by both
/// methods. In any other folder without certificates of its own, verifies each folder in it that has a certificate or a design. With
/// --repeat, proves everything again. Writes no files.
///
/// A certificate is not a signature: it reveals accidents and edits, not a forged certificate.
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith verify rtl_out
  lanesmith verify --repeat rtl_out/video_alu_l3

Exit status: 0 every certificate is valid; 1 a file differs, is missing or is foreign, a certificate is not valid, or a proof
fails; 2 no certificate, an unreadable one, or a missing tool.")]
pub(super) struct Verify {
    /// Folders of generated files
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Proves everything again, by both methods
    #[arg(long)]
    repeat: bool,
    #[command(flatten)]
    reports: CaseReports,
}

impl Run for Verify {
    fn run(self) -> Result<CommandOutcome, Failure> {
        if self.repeat {
            has_tools("--repeat")?;
        }
        let recorder = self.reports.begin("verify", NONE, &[])?;
        let mut right = true;
        for folder in &self.folders {
            right &= self.folder(&recorder, folder)?;
        }
        recorder.finish()?;
        Ok(CommandOutcome::unless(!right))
    }
}

/// Prints the problems of a case and ends it; whether there are none.
fn conclude(recorder: &CaseRecorder, problems: &[String], values: Value) -> Result<bool, Failure> {
    problems.iter().try_for_each(say)?;
    recorder.end((!problems.is_empty()).then(|| problems.join("\n")), values);
    Ok(problems.is_empty())
}

impl Verify {
    /// Whether a folder of designs, or the folder of the shipped configurations, is valid.
    fn folder(&self, recorder: &CaseRecorder, folder: &Path) -> Result<bool, Failure> {
        if configurations::are_in(folder) {
            return self.shipped(recorder, folder);
        }
        let certificates = certificates(folder)?;
        if certificates.is_empty() {
            return self.inner(recorder, folder);
        }
        let mut designs = vec![];
        let mut problems = vec![];
        recorder.start(folder.to_string_lossy(), "certificates");
        for path in &certificates {
            let certificate = match read(path)? {
                Ok((certificate, _)) => certificate,
                Err(problem) => {
                    problems.push(format!("{}: {problem}", path.display()));
                    continue;
                }
            };
            let emission = emission(&certificate)?;
            let own = emission.certificate();
            if path.file_name().is_none_or(|name| name != own.as_str()) {
                let why = format!("the certificate of this configuration has the name {own}");
                problems.push(format!("{}: {why}", path.display()));
            }
            designs.push(folder::with_extras(folder, emission)?);
        }
        let right = conclude(recorder, &problems, json!({"certificates": certificates.len()}))?;
        if designs.is_empty() {
            return Ok(false);
        }
        Ok(self.designs(recorder, folder, &designs)? && right)
    }

    /// A folder that holds folders of designs, among others.
    fn inner(&self, recorder: &CaseRecorder, folder: &Path) -> Result<bool, Failure> {
        let mut found = None;
        if !folder::has_design(folder)? {
            for path in entries(folder)?.iter().filter(|path| path.is_dir()) {
                if configurations::are_in(path) || !certificates(path)?.is_empty() || folder::has_design(path)? {
                    found = Some(self.folder(recorder, path)? && found.unwrap_or(true));
                }
            }
        }
        found.ok_or_else(|| failure!("no *.proof.json in {}", folder.display()))
    }

    /// The folder that `generate --shipped` writes.
    fn shipped(&self, recorder: &CaseRecorder, folder: &Path) -> Result<bool, Failure> {
        let emissions = configurations::shipped();
        recorder.start(folder.to_string_lossy(), "shipped configurations");
        let differences = configurations::differences(folder, &emissions)?;
        let mut right = conclude(recorder, &differences, json!({"configurations": emissions.len()}))?;
        for emission in emissions {
            let folder = folder.join(emission.name());
            if folder.is_dir() {
                right &= self.designs(recorder, &folder, &[emission])?;
            }
        }
        Ok(right)
    }

    /// A folder that should hold these designs with their certificates, and nothing else.
    fn designs(&self, recorder: &CaseRecorder, path: &Path, emissions: &[Emission]) -> Result<bool, Failure> {
        let folders = emissions.iter().map(|emission| Folder::new(emission, path));
        let folders = folders.collect::<Result<Vec<_>, _>>()?;
        recorder.start(path.to_string_lossy(), "no foreign files");
        let foreign = folder::foreign(path, &folders)?;
        let mut right = conclude(recorder, &foreign, json!({}))?;
        for (emission, folder) in emissions.iter().zip(&folders) {
            right &= self.design(recorder, emission, folder)?;
        }
        Ok(right)
    }

    /// One design with its certificate.
    fn design(&self, recorder: &CaseRecorder, emission: &Emission, folder: &Folder) -> Result<bool, Failure> {
        recorder.start(folder.path().to_string_lossy(), folder.certificate());
        let path = folder.path().join(folder.certificate());
        let mut problems = folder.own_differences()?;
        if !path.exists() {
            problems.push(format!("{}: is missing", path.display()));
            return conclude(recorder, &problems, json!({}));
        }
        let shown = path.display();
        let (certificate, text) = match read(&path)? {
            Ok(read) => read,
            Err(problem) => {
                problems.insert(0, format!("{shown}: {problem}"));
                return conclude(recorder, &problems, json!({}));
            }
        };
        let both = shipped().contains(emission.selection());
        let mut own = certificate.problems(emission, &folder.hashes(), both);
        if own.is_empty() && certificate.text() != text {
            own.push("its format is not that of lanesmith; prove again".to_string());
        }
        problems.extend(own.iter().map(|problem| format!("{shown}: {problem}")));
        problems.iter().try_for_each(say)?;
        let proved = certificate.methods.iter();
        let proved = proved.filter(|method| method.verdict == Conclusion::Proved);
        let methods: Vec<&str> = proved.map(|method| &method.name[..]).collect();
        if problems.is_empty() {
            let (files, claims) = (certificate.files.len(), certificate.claims.len());
            let (verdict, methods) = (certificate.verdict, methods.join(", "));
            say!("{shown}: {files} files, {claims} claims, {verdict} ({methods})")?;
        }
        if self.repeat && problems.is_empty() && !repeat(emission, &certificate)? {
            problems.push(format!("{shown}: repeating the proof did not confirm it"));
            say(&problems[0])?;
        }
        let values = json!({
            "configuration": emission.name(),
            "files": certificate.files.len(),
            "claims": certificate.claims.len(),
            "verdict": certificate.verdict.to_string(),
            "proved_by": methods,
            "repeated": self.repeat,
        });
        recorder.end((!problems.is_empty()).then(|| problems.join("\n")), values);
        Ok(problems.is_empty())
    }
}

/// The certificates in a folder.
fn certificates(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let is_one = |path: &PathBuf| path.to_string_lossy().ends_with(".proof.json");
    Ok(entries(folder)?.into_iter().filter(is_one).collect())
}

/// A certificate and its text, or the message that it has another format version.
fn read(path: &Path) -> Result<Result<(Certificate, String), String>, Failure> {
    let text = text::read_regular(path)?;
    let cannot = |error| failure!("{}: {error}", path.display());
    // Also of a format that this program does not know.
    let any: Value = serde_json::from_str(text::without_mark(&text)).map_err(cannot)?;
    let version = any["format_version"].as_u64();
    if let Some(version) = version.filter(|version| *version != u64::from(FORMAT_VERSION)) {
        let message = format!("format version {version}, expected {FORMAT_VERSION}; prove again");
        return Ok(Err(message));
    }
    let certificate = serde_json::from_str(text::without_mark(&text)).map_err(cannot)?;
    Ok(Ok((certificate, text)))
}

/// The emission that a certificate's options select.
fn emission(certificate: &Certificate) -> Result<Emission, Failure> {
    Emitted::of_command(&format!("lanesmith {}", certificate.options.join(" ")))
        .map_err(|error| failure!("cannot parse the certificate's options: {error}"))
}

/// Whether every method of the certificate proves the configuration again.
fn repeat(emission: &Emission, certificate: &Certificate) -> Result<bool, Failure> {
    let plan = ProofPlan {
        built_in: true,
        external: true,
        time: Duration::from_secs(600),
        seed: 1,
        all: true,
    };
    let again = proof(emission, None, &plan, &mut |_| ())?;
    for method in &again.certificate.methods {
        let Method {
            name,
            proved,
            claims,
            seconds,
            verdict,
            ..
        } = method;
        say!("  {name}: {proved} of {claims} claims in {seconds:.2} s, {verdict}")?;
    }
    let repeated = |claimed: &Method| {
        let mut methods = again.certificate.methods.iter();
        let same = methods.find(|method| method.name == claimed.name);
        same.is_some_and(|method| (method.claims, method.verdict) == (claimed.claims, claimed.verdict))
    };
    let lost = certificate.methods.iter().filter(|claimed| !repeated(claimed));
    let same = again.certificate.claims == certificate.claims;
    let mut all = again.certificate.verdict == Conclusion::Proved && same;
    for claimed in lost {
        let Method {
            name, claims, verdict, ..
        } = claimed;
        say!("  {name}: the certificate has {claims} claims, {verdict}")?;
        all = false;
    }
    Ok(all)
}
