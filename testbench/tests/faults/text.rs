//! The same faults as emitted text, which yosys reads and ABC decides.

use super::{Library, libraries, refuted};
use crate::deep::circuit::edited;
use crate::skip::skipped;
use lanesmith::algebra::Edge;
use lanesmith::netlist::{Design, Flat, ModuleId};
use lanesmith::prove::external::{self, ExternalError};
use lanesmith::prove::machine::{NamedWords, TextMachine, TransitionSystem};
use lanesmith::prove::read_back::read_back;
use lanesmith::prove::{Conclusion, Expected, Stop};
use lanesmith::verilog::{Banner, emit};
use std::path::Path;
use std::time::Duration;

/// Stands in the text for the point in names of nets of instances.
const POINT: &str = "_point_";

/// The text of a flat design.
fn text(flat: &Flat) -> String {
    let mut module = flat.module.clone();
    for net in &mut module.nets {
        net.name = net.name.replace('.', POINT);
    }
    for memory in &mut module.memories {
        memory.name = memory.name.replace('.', POINT);
    }
    let design = Design {
        modules: vec![module],
        top: ModuleId(0),
    };
    emit(&design, &Banner::default()).swap_remove(0).text
}

/// A machine that was read back from such a text, with the names that claims find registers by.
struct Pointed(TextMachine);

impl TransitionSystem for Pointed {
    fn inputs(&self) -> Vec<(String, u32)> {
        self.0.inputs()
    }

    fn state_bits(&self) -> u32 {
        self.0.state_bits()
    }

    fn state_names(&self) -> Vec<Vec<String>> {
        let names = self.0.state_names().into_iter();
        let pointed = |names: Vec<String>| names.iter().map(|name| name.replace(POINT, ".")).collect();
        names.map(pointed).collect()
    }

    fn step(&self, inputs: &NamedWords, state: &[Edge]) -> (NamedWords, Vec<Edge>) {
        self.0.step(inputs, state)
    }
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
    let expected = Expected::new(unit.reset(), &design);
    let read = read_back(&[Path::new(&path)], unit.top(), &expected);
    let machine = match read {
        Ok(read) => {
            let claims = read.structure.claims();
            assert!(claims.iter().all(|(_, wrong)| wrong.is_empty()), "{claims:?}");
            Pointed(read.machine)
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
    judge(2, 48);
}

#[test]
#[ignore = "takes minutes; the default suite has a few of them"]
fn every_deep_fault_is_refuted_as_text() {
    judge(0, 1);
}
