//! Compares a certificate with the one that a proof of its module would write.

use super::certificate::{Certificate, Conclusion, Method};
use super::external::are_versions;
use super::machine::NetlistMachine;
use super::run::{BUILT_IN, BY_TEXT, claim_names, solver};
use super::subject::ProofSubject;
use lanesmith_netlist::Flat;
use lanesmith_netlist::verilog::FileHash;
use serde_json::Value;
use std::collections::BTreeSet;

/// The maximum duration of a proof, a year, in seconds.
const LONGEST: f64 = 3.2e7;

impl Certificate {
    /// The certificate as a file, as the prover writes it.
    pub fn text(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("strings and numbers");
        format!("{text}\n")
    }

    /// Lists the differences, a line each, between the certificate and one that this program would write after it has proved `subject`,
    /// whose Verilog files are `files`, by the same methods. If `both` is set, both methods must have proved everything.
    ///
    /// This does not repeat the proof, and a certificate is not signed: a forged one with the right digests is accepted.
    pub fn problems(&self, subject: &dyn ProofSubject, files: &[FileHash], both: bool) -> Vec<String> {
        let names: Vec<&str> = self.methods.iter().map(|method| &method.name[..]).collect();
        let (possible, expected): (&[&[&str]], _) = match both {
            true => (&[&["built-in", "external"]], "both"),
            false => (
                &[&["built-in"], &["built-in", "external"], &["external"]],
                "built-in, external or both",
            ),
        };
        if !possible.contains(&&names[..]) {
            return vec![format!("the methods are {names:?}; expected {expected}")];
        }
        let mut problems = vec![];
        match self.expected(subject, files, both) {
            Ok(expected) => {
                let [found, expected] = [self, &expected].map(|one| serde_json::to_value(one).expect("as in a file"));
                compare("", &found, &expected, &mut problems);
            }
            Err(why) => problems.push(why),
        }
        problems
    }

    /// The certificate that a proof by the same methods would write.
    fn expected(&self, subject: &dyn ProofSubject, files: &[FileHash], both: bool) -> Result<Certificate, String> {
        let flat = Flat::new(&subject.design()?).map_err(|error| error.to_string())?;
        let claims = claim_names(&subject.claims(&NetlistMachine(&flat))?);
        let methods = self.methods.iter().map(|method| method.expected(claims.len(), both));
        let methods = methods.collect();
        let mut expected = Certificate::new(subject, &flat, claims, files.to_vec(), methods);
        expected.verdict = Conclusion::Proved;
        Ok(expected)
    }
}

impl Method {
    /// The entry of a method that has proved this many claims, or, unless all methods `must` prove them, of one that was skipped.
    fn expected(&self, claims: usize, must: bool) -> Method {
        let (description, tools) = match &self.name[..] {
            "built-in" => (BUILT_IN, vec![solver()]),
            _ => (BY_TEXT, self.tools.clone()),
        };
        let skipped = self.verdict == Conclusion::Skipped && self.description.starts_with(description);
        if skipped && self.name == "external" && !must {
            return Method::skipped(self.description.clone());
        }
        let is_external = self.name == "external";
        let can_be = (0.0..LONGEST).contains(&self.seconds);
        Method {
            name: self.name.clone(),
            description: description.into(),
            tools: if is_external && !are_versions(&tools) {
                vec![]
            } else {
                tools
            },
            claims,
            proved: claims,
            open: vec![],
            undecided: 0,
            seconds: if can_be { self.seconds } else { 0.0 },
            verdict: Conclusion::Proved,
        }
    }
}

/// Lists the differences between two documents; of a list only the first one.
fn compare(place: &str, found: &Value, expected: &Value, problems: &mut Vec<String>) {
    const NOTHING: Value = Value::Null;
    match (found, expected) {
        _ if found == expected => {}
        (Value::Object(found), Value::Object(expected)) => {
            let names: BTreeSet<&String> = found.keys().chain(expected.keys()).collect();
            for name in names {
                let [found, expected] = [found, expected].map(|fields| fields.get(name).unwrap_or(&NOTHING));
                compare(&format!("{place}/{name}"), found, expected, problems);
            }
        }
        (Value::Array(found), Value::Array(expected)) => {
            let pairs = (0..found.len().max(expected.len()))
                .map(|i| (i, [found, expected].map(|list| list.get(i).unwrap_or(&NOTHING))));
            let first = pairs.into_iter().find(|(_, [found, expected])| found != expected);
            let (i, [found, expected]) = first.expect("the lists differ");
            compare(&format!("{place}/{i}"), found, expected, problems);
        }
        _ => problems.push(match place.strip_prefix("/sources/") {
            Some(folder) => format!("proved with another version of the sources in {folder}"),
            None => format!("{} is {found}, expected {expected}", &place[1..]),
        }),
    }
}
