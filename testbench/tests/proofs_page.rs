//! The tables of docs/argument.md that say which claim speaks of which clock: their names are those of claims, and every claim that
//! is not about one instruction is in them.

use lanesmith::netlist::Flat;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{CLOCKING, DRIVING, OutlineStep, Premise, Provable};
use lanesmith::unit::Unit;
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::rtl::DatapathConfig;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use lanesmith::units::video::{Video, rtl};
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../docs/argument.md");

/// The parts between stars of the table with this mark and of the text behind it, up to the next heading.
fn names(mark: &str) -> BTreeSet<&'static str> {
    let (_, table) = PAGE.split_once(&format!("<!-- claims {mark} -->")).expect("a table");
    let (table, _) = table.split_once("<!-- end -->").expect("its end");
    table.split('*').skip(1).step_by(2).collect()
}

/// Names of classes of claims about instructions.
const CLASSES: [&str; 5] = ["direct", "held", "third", "access", "transfer"];

fn compare(mark: &str, unit: &dyn Unit, in_text: &[&str]) {
    let flat = Flat::new(&unit.design().expect("a design")).expect("a flat design");
    let machine = NetlistMachine(&flat);
    let claims = unit.claims(&machine).expect("claims");
    let is_of_a_class = |name: &str| CLASSES.iter().any(|class| name.starts_with(&format!("{class} ")));
    let mut wanted: BTreeSet<&str> = claims.iter().map(|claim| &claim.name[..]).collect();
    wanted.retain(|name| !is_of_a_class(name) && !in_text.contains(name));
    let mut shown = names(mark);
    shown.retain(|name| !CLASSES.contains(name));
    assert_eq!(shown, wanted, "{mark}");
    for name in in_text {
        let mut start = name.chars();
        let capital = start
            .next()
            .map(|first| first.to_ascii_uppercase().to_string() + start.as_str());
        let capital = capital.expect("a name");
        let is_told = [&name[..], &capital]
            .iter()
            .any(|name| PAGE.contains(&format!("*{name}*")));
        assert!(is_told && claims.iter().any(|claim| claim.name == **name), "{name}");
    }
}

#[test]
fn the_tables_of_the_argument_page_name_every_claim_that_is_not_about_one_instruction() {
    let partition = [
        "every clock is of exactly one kind",
        "every instruction has exactly one claim",
    ];
    for (mark, interface) in [
        ("riscv_pcpi", Interface::Pcpi),
        ("riscv_cfu", Interface::Cfu),
        ("riscv_cv_x_if", Interface::CvXIf),
        ("riscv_cv_x_if_1", Interface::CvXIf1 { split: false }),
        ("riscv_cv_x_if_1", Interface::CvXIf1 { split: true }),
        ("neorv32_cfu", Interface::Neorv32),
    ] {
        compare(mark, &Riscv(RiscvConfig::all(interface, 2)), &partition);
    }
    let words = ["every control word has a claim"];
    compare("video_alu_l3", &Video::alu(rtl::VideoConfig::full(3)), &words);
    compare("video_alu_l0", &Video::alu(rtl::VideoConfig::full(0)), &[]);
}

/// Words between stars of one kind, with single spaces.
fn starred(text: &str, stars: &str) -> Vec<String> {
    let parts = text.split(stars).skip(1).step_by(2);
    parts
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn the_outline_of_the_datapath_is_the_argument_of_the_page() {
    let unit = Datapath(DatapathConfig::full());
    let (theorem, steps) = unit.outline().split_first().expect("steps");
    assert_eq!(theorem.name, "Theorem");
    let (_, argument) = PAGE.split_once("\n### Proof\n").expect("the argument");
    let (argument, _) = argument.split_once("\n### ").expect("its end");
    let paragraphs: Vec<&str> = argument.split("\n\n**").skip(1).collect();
    assert_eq!(paragraphs.len(), steps.len());
    for (paragraph, step) in paragraphs.iter().zip(steps) {
        let (name, text) = paragraph.split_once("**").expect("a name");
        assert_eq!(name.trim_end_matches('.'), step.name);
        let mut shown: BTreeSet<String> = starred(&text.replace("**", ""), "*").into_iter().collect();
        for premise in step.premises {
            match premise {
                Premise::Claim(claim) => {
                    assert!(shown.remove(*claim), "{name}: *{claim}* is not on the page");
                }
                Premise::Claims(claims, _) => assert!(text.contains(&format!("**{claims}**")), "{name}: {claims}"),
                _ => {}
            }
        }
        assert_eq!(shown, BTreeSet::new(), "{name}: claims that the step does not have");
    }
}

/// The premises that do not hold, and the claims that no step uses.
fn problems(steps: &[OutlineStep], claims: &[String]) -> Vec<String> {
    let mut problems = vec![];
    let mut used = BTreeSet::new();
    for step in steps {
        for premise in step.premises {
            let found = premise.claims(claims);
            let holds = match premise {
                Premise::Claim(_) | Premise::Claims(..) => !found.is_empty(),
                Premise::Condition(_, holds) => holds(),
                _ => true,
            };
            problems.extend((!holds).then(|| format!("{}: {premise:?} does not hold", step.name)));
            used.extend(found);
        }
    }
    let unused = claims.iter().filter(|claim| !used.contains(&claim[..]));
    problems.extend(unused.map(|claim| format!("no step uses {claim}")));
    problems
}

#[test]
fn the_outline_of_the_datapath_uses_every_claim_of_every_configuration() {
    let full = DatapathConfig::full();
    for config in [
        full,
        DatapathConfig { float: false, ..full },
        DatapathConfig {
            serial_multiplier: true,
            ..full
        },
    ] {
        let unit = Datapath(config);
        let flat = Flat::new(&unit.design().expect("a design")).expect("a flat design");
        let machine = NetlistMachine(&flat);
        let claims = unit.claims(&machine).expect("claims");
        let mut names: Vec<String> = [CLOCKING, DRIVING].map(String::from).into();
        names.extend(claims.iter().map(|claim| claim.name.clone()));
        assert_eq!(problems(unit.outline(), &names), Vec::<String>::new());
        names.retain(|name| name != "reset");
        names.push("more".into());
        let found = problems(unit.outline(), &names);
        assert!(
            found.len() == 2 && found[0].starts_with("A clock in reset: "),
            "{found:?}"
        );
    }
}

#[test]
fn the_outline_of_the_datapath_has_no_circle_and_no_step_without_use() {
    let steps = Datapath(DatapathConfig::full()).outline();
    let below = |step: &OutlineStep| -> Vec<&'static str> {
        let premises = step.premises.iter();
        let below = premises.filter_map(|premise| match premise {
            Premise::Step(name) => Some(*name),
            _ => None,
        });
        below.collect()
    };
    let mut shown = BTreeSet::new();
    for _ in steps {
        let next = steps
            .iter()
            .filter(|step| below(step).iter().all(|name| shown.contains(name)));
        shown = next.map(|step| step.name).collect();
    }
    assert_eq!(shown.len(), steps.len(), "only these rest on no circle: {shown:?}");
    let used: BTreeSet<&str> = steps.iter().flat_map(below).collect();
    assert!(steps[1..].iter().all(|step| used.contains(step.name)), "{used:?}");
}
