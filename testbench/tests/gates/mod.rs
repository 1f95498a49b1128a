//! Netlists behind synthesis: right ones are proved, faults in them refuted. `cells` compares the models of the cells with yosys'.

mod cells;
mod faults;
mod notation;

use crate::deep::notation::entries;
use faults::FAULTS;
use lanesmith::gates::equal::{Comparison, Difference, Verdict, compare};
use lanesmith::gates::map::{Design, with_whole_memories};
use lanesmith::gates::text::{self, Netlist};
use lanesmith::gates::{Gates, Problem};
use lanesmith::netlist::{Flat, ResetStyle};
use lanesmith::prove::{Expected, Limits, reader};
use lanesmith::text::sources::SourceText;
use notation::edit;
use std::fs;
use std::path::Path;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("testbench/netlists")
        .join(name);
    fs::read_to_string(path).expect("a file of the repository")
}

/// A module of `testbench/netlists/`.
struct Module {
    design: lanesmith::netlist::Design,
    flat: Flat,
}

impl Module {
    fn new(name: &str) -> Self {
        let text = file(&format!("{name}.v"));
        let source = SourceText {
            name: name.into(),
            text,
        };
        let design = reader::read(&[source], name, &[]).unwrap_or_else(|refused| panic!("{refused}"));
        let design = with_whole_memories(&design);
        let flat = Flat::new(&design).expect("a flat design");
        Module { design, flat }
    }

    fn compare(&self, netlist: Netlist) -> Result<Comparison, Problem> {
        let expected = Expected::new(ResetStyle::default(), &self.design);
        let design = Design {
            reset: self.flat.port("reset").map(|_| ("reset", true)),
            flat: &self.flat,
        };
        let gates = Gates::new(netlist, &expected)?;
        Ok(compare(&gates, &design, Limits::default(), 1))
    }
}

fn netlist(name: &str) -> Netlist {
    text::read(&file(name)).expect("a netlist")
}

#[test]
fn netlists_of_yosys_are_proved() {
    for (name, ..) in FAULTS {
        let module = Module::new(name.split('.').next().expect("a module"));
        let found = module.compare(netlist(name)).expect("a state machine");
        assert_eq!(found.verdict, Verdict::Proved, "{name}");
        assert_eq!(found.free, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn faults_in_netlists_are_refuted() {
    let mut refuted = 0;
    for (name, table) in FAULTS {
        let module = Module::new(name.split('.').next().expect("a module"));
        for (what, statements) in entries(table) {
            let mut faulty = netlist(name);
            edit(&mut faulty, statements);
            match module.compare(faulty) {
                Err(Problem::Wrong(_)) => {}
                Ok(found) => match found.verdict {
                    Verdict::Refuted(Difference { differing, .. }) => assert!(!differing.is_empty(), "{name}: {what}"),
                    verdict => panic!("{name}: {what}: {verdict:?}"),
                },
                Err(problem) => panic!("{name}: {what}: {problem:?}"),
            }
            refuted += 1;
        }
    }
    // A memory that shows what is written, where the design shows the word before.
    let bypass = Module::new("block")
        .compare(netlist("bypass.ice40.v"))
        .expect("a state machine");
    assert!(matches!(bypass.verdict, Verdict::Refuted(_)), "{bypass:?}");
    assert!(refuted >= 60, "{refuted} faults");
}

#[test]
fn a_register_with_another_code_is_named_and_nothing_is_refuted() {
    let renamed = file("mixed.ecp5.v")
        .replace("wire [3:0] shadow_q;", "wire [4:0] shadow_q;")
        .replace("shadow_q[0]", "shadow_q[4]")
        .replace("shadow_q[1]", "shadow_q[0]")
        .replace("shadow_q[4]", "shadow_q[1]");
    let netlist = text::read(&renamed).expect("a netlist");
    let found = Module::new("mixed").compare(netlist).expect("a state machine");
    assert_eq!(found.verdict, Verdict::NotProved);
    assert_eq!(found.re_encoded, ["shadow_q"]);
}

#[test]
fn a_text_that_is_no_netlist_is_refused_at_its_place() {
    let right = file("mixed.ecp5.v");
    for (old, new, message) in [
        ("module mixed(", "module mixed", "unexpected"),
        ("endmodule", "", "the text ends here"),
        ("LUT4 #(", "LUT5 #(", "no model of `LUT5`"),
        (".INIT(16'h0ff0)", ".INIT(16'h0fx0)", "has an x"),
        (".CEMUX(\"CE\")", ".CEMUX(\"CEE\")", "CEMUX of"),
        (".A(1'h0)", ".A(2'h0)", "2 bits at A"),
        ("busy_q;", "busy_r;", "`busy_q` is not declared"),
        (".D(twin_q)", ".D(twin_q[1])", "bits that the net does not have"),
    ] {
        assert!(right.contains(old), "{old}");
        let wrong = right.replacen(old, new, 1);
        let module = Module::new("mixed");
        let problem = text::read(&wrong)
            .map_err(Problem::from)
            .and_then(|netlist| module.compare(netlist));
        let Err(Problem::Refused(refused)) = problem else {
            panic!("{new}: not refused")
        };
        assert!(refused.message.contains(message), "{new}: {refused:?}");
        assert!(refused.span.end <= wrong.len(), "{new}: {refused:?}");
    }
}
