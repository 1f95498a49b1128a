//! The same faults as emitted text, which yosys reads and ABC decides.

use super::{Library, libraries, refuted};
use crate::deep::circuit::edited;
use crate::skip::skipped;
use lanesmith::netlist::{Design, Flat, ModuleId};
use lanesmith::prove::external::{self, ExternalError};
use lanesmith::prove::read_back::read_back;
use lanesmith::prove::{Conclusion, Expected, Stop};
use lanesmith::verilog::{Banner, emit};
use std::path::Path;
use std::time::Duration;

/// The text of a flat design. Nets of instances have a point in their names, and so are escaped identifiers.
fn text(flat: &Flat) -> String {
    let design = Design {
        modules: vec![flat.module.clone()],
        top: ModuleId(0),
    };
    let files = emit(&design, &Banner::default());
    let mut text = String::new();
    for line in files[0].text.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.' || c == '$';
        let mut rest = code;
        while let Some(start) = rest.find(is_part) {
            let (before, word) = rest.split_at(start);
            let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
            let (word, after) = word.split_at(end);
            let escaped = word.contains('.');
            text += before;
            text += &if escaped { format!("\\{word} ") } else { word.to_owned() };
            rest = after;
        }
        text += rest;
        text += if comment.is_empty() { "\n" } else { " //\n" };
    }
    text
}

/// Whether the external way refutes the claim about the text that the built-in way refutes about the netlist; `Err` without
/// tools.
fn is_refuted(library: &Library, broken: &Flat) -> Result<bool, String> {
    let unit = &*library.unit;
    let claim = refuted(unit, broken, |_| true)
        .expect("it is refuted in the netlist")
        .claim;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("broken.v");
    std::fs::write(&path, text(broken)).expect("it is written");
    let design = unit.design().expect("a design");
    let expected = Expected::new(unit, &design);
    let read = read_back(&[Path::new(&path)], &unit.top(), &expected);
    let machine = match read {
        Ok(read) => {
            let claims = read.structure.claims();
            assert!(claims.iter().all(|(_, wrong)| wrong.is_empty()), "{claims:?}");
            read.machine
        }
        Err(ExternalError::Unavailable(why)) => return Err(why),
        Err(ExternalError::Failed(why)) => panic!("{why}"),
    };
    let claims = unit.claims(&machine).expect("the registers are there");
    let claim = claims.iter().find(|other| other.name == claim).expect("the claim");
    let limit = Duration::from_secs(120);
    match external::decide(&claim.obligation(), limit, 1, &Stop::default()) {
        Ok(conclusion) => Ok(conclusion == Conclusion::Refuted),
        Err(ExternalError::Unavailable(why)) => Err(why),
        Err(ExternalError::Failed(why)) => panic!("{why}"),
    }
}

/// Puts every `step`th fault to the test, from the `first` on.
fn judge(first: usize, step: usize) {
    let mut wrong = vec![];
    for library in libraries() {
        let flat = library.flat();
        for fault in library.faults.iter().skip(first).step_by(step) {
            let broken = edited(&flat, |circuit| (fault.edit)(circuit));
            match is_refuted(&library, &broken) {
                Ok(true) => {}
                Ok(false) => wrong.push(format!("{}: {}", library.unit.name(), fault.name)),
                Err(why) => return skipped(why),
            }
        }
    }
    assert!(wrong.is_empty(), "not refuted as text: {wrong:#?}");
}

#[test]
fn deep_faults_are_refuted_as_text() {
    judge(2, 8);
}

#[test]
#[ignore = "takes minutes; the default suite has an eighth of them"]
fn every_deep_fault_is_refuted_as_text() {
    judge(0, 1);
}
