//! The report of a proof, as text and as JSON.

use super::super::data::pretty;
use super::super::table::table;
use super::super::{Failure, say};
use lanesmith::prove::{Certificate, Conclusion, Proof, Refutation};
use lanesmith::unit::Selection;
use serde_json::json;

/// What the JSON array has.
pub(super) fn json(proofs: &[Proof]) -> Vec<&Certificate> {
    proofs.iter().map(|proof| &proof.certificate).collect()
}

/// The certificates of an interrupted run, and the module whose proof the interrupt ended.
pub(super) fn interrupted(certificates: &[Certificate], module: Option<&String>) -> Result<String, Failure> {
    let mark = json!({"interrupted": true, "module": module});
    let certificates = certificates.iter().map(|certificate| json!(certificate));
    pretty(&certificates.chain([mark]).collect::<Vec<_>>())
}

/// The table of verdicts, exclusions and open claims.
pub(super) fn report(names: &[String], proofs: &[Proof]) -> Result<(), Failure> {
    let header = ["module", "method", "claims", "proved", "seconds", "verdict"];
    let mut table = table(header, 2..5);
    for (name, proof) in names.iter().zip(proofs) {
        for method in &proof.certificate.methods {
            table.add_row([
                name.clone(),
                method.name.clone(),
                method.claims.to_string(),
                method.proved.to_string(),
                format!("{:.2}", method.seconds),
                method.verdict.to_string(),
            ]);
        }
    }
    say(table.trim_fmt())?;
    for (modules, exclusions) in exclusions(names, proofs) {
        say!("exclusions of {}:", modules.join(", "))?;
        for text in exclusions {
            say!("  {text}")?;
        }
    }
    for (name, proof) in names.iter().zip(proofs) {
        for method in &proof.certificate.methods {
            let label = format!("{name} {}", method.name);
            if method.verdict == Conclusion::Skipped {
                say!("{label}: {}", method.description)?;
            }
            for open in &method.open {
                say!("{label}: {open}")?;
            }
            if method.undecided > 0 {
                let (of, decided) = (method.claims, method.claims - method.undecided);
                let stopped = format!("stopped at a refutation after {decided} of {of} claims");
                say!("{label}: {stopped}; --all decides all")?;
            }
        }
    }
    let untried: Vec<String> = names.iter().skip(proofs.len()).cloned().collect();
    if !untried.is_empty() {
        let untried = untried.join(", ");
        say!("not tried: {untried}; --all continues after a refutation")?;
    }
    Ok(())
}

/// The exclusions, with the modules that have them.
fn exclusions<'a>(names: &[String], proofs: &'a [Proof]) -> Vec<(Vec<String>, &'a [String])> {
    let mut found: Vec<(Vec<String>, &[String])> = vec![];
    for (name, proof) in names.iter().zip(proofs) {
        let exclusions = &proof.certificate.exclusions[..];
        match found.iter_mut().find(|(_, known)| *known == exclusions) {
            Some((modules, _)) => modules.push(name.clone()),
            None if exclusions.is_empty() => {}
            None => found.push((vec![name.clone()], exclusions)),
        }
    }
    found
}

/// A counterexample as text: the instruction with its lanes, if it has one, and the values.
pub(super) fn counterexample(selection: &Selection, refutation: &Refutation) -> String {
    let mut text = format!("refuted: {} of {}\n", refutation.claim, selection.name());
    text += &selection.unit().describe(refutation).unwrap_or_default();
    let (zeros, others): (Vec<_>, Vec<_>) = refutation.inputs.iter().partition(|(_, value)| *value == 0);
    for (name, value) in others {
        text += &format!("  {name} = {value:#x}\n");
    }
    if !zeros.is_empty() {
        text += "  and 0 for all other inputs\n";
    }
    text
}
