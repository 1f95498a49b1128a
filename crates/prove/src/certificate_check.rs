//! Compares a certificate with the one that a proof of its module would write.

use super::certificate::{Certificate, Conclusion, FORMAT_VERSION, Method};
use super::external::are_versions;
use super::machine::NetlistMachine;
use super::run::{BUILT_IN, BY_TEXT, claim_names, solver};
use super::source_digests::SourceDigests;
use super::state_bits::StateBits;
use super::subject::{ProofSubject, exclusions};
use lanesmith_netlist::Flat;
use lanesmith_netlist::verilog::FileHash;

/// The maximum duration of a proof, a year, in seconds.
const LONGEST: f64 = 3.2e7;

impl Certificate {
    /// The certificate as a file, as the prover writes it.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("strings and numbers");
        format!("{text}\n")
    }

    /// Lists the differences, a line each, between the certificate and one that this program would write for `subject`: format,
    /// program, digests of sources, configuration, hashes of `files` (the module's Verilog files), registers, claims, exclusions,
    /// and each method. If `both` is set, both methods must have proved everything.
    ///
    /// This does not repeat the proof, and a certificate is not signed: a forged one with the right digests is accepted.
    pub fn problems(&self, subject: &dyn ProofSubject, files: &[FileHash], both: bool) -> Vec<String> {
        let mut problems = vec![];
        let mut unless = |holds: bool, problem: String| problems.extend((!holds).then_some(problem));
        let (version, tool) = (self.format_version, lanesmith_text::tool());
        unless(
            version == FORMAT_VERSION,
            format!("format version {version}, expected {FORMAT_VERSION}"),
        );
        unless(self.tool == tool, format!("proved by {}; this is {tool}", self.tool));
        for folder in self.sources.differences(&SourceDigests::of(subject)) {
            unless(false, format!("proved with another version of the sources in {folder}"));
        }
        let is_same =
            self.top == subject.top() && self.options == subject.options() && self.parameters == subject.parameters();
        unless(is_same, "module, options and parameters do not match".into());
        for file in files {
            let proved = self.files.iter().find(|other| other.name == file.name);
            let what = match proved {
                Some(_) => "differs from the proved file",
                None => "is not among the proved files",
            };
            unless(proved == Some(file), format!("{} {what}", file.name));
        }
        let is_short = self.files.len() <= files.len();
        unless(is_short, "lists files that the module does not have".into());
        let [own, names] = [&self.files[..], files].map(|files| files.iter().map(|file| &file.name));
        unless(own.eq(names), "the files are not in the order of the list".into());
        match known(subject) {
            Ok((state, claims)) => {
                unless(
                    self.state == state,
                    format!("the module has {state}, not {}", self.state),
                );
                let differences = differences(&self.claims, &claims).into_iter();
                differences.for_each(|problem| unless(false, problem));
            }
            Err(why) => unless(false, why),
        }
        let same = self.exclusions == exclusions(subject);
        unless(same, "the exclusions differ from the module's".into());
        for method in &self.methods {
            let found = method.problems(self.claims.len()).into_iter();
            found.for_each(|problem| unless(false, format!("{}: {problem}", method.name)));
        }
        let names: Vec<&str> = self.methods.iter().map(|method| &method.name[..]).collect();
        let (known, expected): (&[&[&str]], _) = match both {
            true => (&[&["built-in", "external"]], "both"),
            false => (
                &[&["built-in"], &["built-in", "external"], &["external"]],
                "built-in, external or both",
            ),
        };
        unless(
            known.contains(&&names[..]),
            format!("the methods are {names:?}; expected {expected}"),
        );
        let mut verdicts = self.methods.iter().map(|method| method.verdict);
        let verdict = Conclusion::of_all(verdicts.clone());
        let is_skipped = verdicts.any(|verdict| verdict == Conclusion::Skipped);
        unless(!both || !is_skipped, "a method was skipped".into());
        unless(
            self.verdict == verdict && verdict == Conclusion::Proved,
            format!("the verdict is: {}; that of the methods is: {verdict}", self.verdict),
        );
        problems
    }
}

/// The state of a module, and the claims about it.
fn known(subject: &dyn ProofSubject) -> Result<(StateBits, Vec<String>), String> {
    let flat = Flat::new(&subject.design()?).map_err(|error| error.to_string())?;
    let claims = claim_names(&subject.claims(&NetlistMachine(&flat))?);
    Ok((StateBits::of(&flat), claims))
}

/// The differences between a list of claims and that of the module, a line each; only the first ones if there are many.
fn differences(listed: &[String], claims: &[String]) -> Vec<String> {
    const SHOWN: usize = 3;
    let missing = claims.iter().filter(|claim| !listed.contains(claim));
    let missing = missing.map(|claim| format!("the claim `{claim}` is missing"));
    let unknown = listed.iter().filter(|claim| !claims.contains(claim));
    let unknown = unknown.map(|claim| format!("`{claim}` is not claimed of the module"));
    let mut problems: Vec<String> = missing.chain(unknown).collect();
    let count = problems.len();
    if count > SHOWN {
        problems.truncate(SHOWN);
        problems.push(format!("and {} more claims differ", count - SHOWN));
    }
    if problems.is_empty() && listed != claims {
        problems.push("the claims are listed in another order, or twice".to_string());
    }
    problems
}

impl Method {
    /// Lists inconsistencies in what the certificate says of a method. `claims` is the number of claims about the module.
    fn problems(&self, claims: usize) -> Vec<String> {
        let (description, tools_fit) = match &self.name[..] {
            "built-in" => (BUILT_IN, self.tools == [solver()]),
            "external" => (BY_TEXT, are_versions(&self.tools)),
            _ => return vec!["this method does not exist".to_string()],
        };
        let skipped = self.verdict == Conclusion::Skipped;
        let all =
            self.claims == claims && self.claims > 0 && self.proved == claims && self.verdict == Conclusion::Proved;
        let none = skipped && self.claims == 0 && self.proved == 0;
        let mut problems = vec![];
        if !(all || none) || !self.open.is_empty() || self.undecided > 0 {
            problems.push(format!(
                "{} of {} claims proved, {} not; the certificate lists {claims}; the verdict is: {}",
                self.proved,
                self.claims,
                self.open.len() + self.undecided,
                self.verdict
            ));
        }
        if !(self.description == description || (skipped && self.description.starts_with(description))) {
            problems.push(format!("its description is `{}`", self.description));
        }
        if !(tools_fit || (skipped && self.tools.is_empty())) {
            problems.push(format!("unexpected tools {:?}", self.tools));
        }
        let seconds = self.seconds;
        if !(0.0..LONGEST).contains(&seconds) || seconds.is_sign_negative() || (skipped && seconds != 0.0) {
            problems.push(format!("took {seconds} s"));
        }
        problems
    }
}
