//! The front door: modules that are not of this crate.

#[path = "../../examples/own_module.rs"]
mod own_module;

use crate::block::block;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Equality, Error};
use lanesmith::sim::rust_hdl::RustHdl;

#[test]
fn the_example_of_ones_own_module_runs() {
    own_module::main().unwrap_or_else(|error| panic!("{error}"));
}

block!(Loop { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Loop {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.y.val() + self.a.val();
    }
}

block!(Unassigned { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Unassigned {
    #[hdl_gen]
    fn update(&mut self) {
        if self.a.val().any() {
            self.y.next = self.a.val();
        }
    }
}

#[test]
fn an_error_says_where_and_why() {
    let error = hdl::lower(&Loop::default()).expect_err("a loop");
    assert!(matches!(&error, Error::Netlist(error) if error.net == "y"), "{error:?}");
    assert_eq!(
        error.to_string(),
        "module loop: net y: combinational loop: y depends on y"
    );
    let Err(Error::Lower(error)) = hdl::lower(&Unassigned::default()) else {
        panic!("a latch")
    };
    assert_eq!(
        [error.module, error.net, error.expression],
        ["unassigned", "y", "self.y.next = self.a.val()"].map(str::to_string)
    );
}

block!(Buf { a: In Bits<8>, y: Out Bits<8> } { buf_: Inner });

block!(Inner { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Inner {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = !self.a.val();
    }
}

impl Logic for Buf {
    #[hdl_gen]
    fn update(&mut self) {
        self.buf_.a.next = self.a.val();
        self.y.next = self.buf_.y.val();
    }
}

#[test]
fn the_top_module_is_called_after_its_type_whatever_is_inside() {
    let names = |design: &lanesmith::netlist::Design| -> Vec<String> {
        design.modules.iter().map(|module| module.name.clone()).collect()
    };
    let lowered = |block: &dyn Block| hdl::lower(block).expect("a netlist");
    // A keyword, and an inner block of that name.
    let design = hdl::lower(&Buf::default()).expect("a netlist");
    assert_eq!(names(&design), ["buf__2", "buf_"]);
    assert_eq!(crate::hdl_memories::lint(&design), "");
    let files: Vec<String> = hdl::emit(&design).into_iter().map(|file| file.name).collect();
    assert_eq!(files, ["buf__2.v", "buf_.v", "buf_.f"]);
    // Who does not say what it is.
    assert_eq!(names(&lowered(&Buf::default())), ["buf_", "top"]);
    assert_eq!(
        names(&hdl::check(Saturates::default(), 10, 1).expect("agreement")),
        ["saturates"]
    );
    assert_eq!(
        names(&hdl::lower(&Commented::default()).expect("a netlist")),
        ["other_name"]
    );
}

block!(Commented { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Commented {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module other_name: It has a name.");
        self.y.next = self.a.val();
    }
}

block!(Restless { a: In Bits<8>, y: Out Bits<8> } { idle: Signal<Local, Bit> });

impl Logic for Restless {
    #[hdl_gen]
    fn update(&mut self) {
        // No output depends on it, so the netlist is without it.
        self.idle.next = !self.idle.val();
        self.y.next = self.a.val();
    }
}

#[test]
fn logic_that_oscillates_is_an_error_and_no_panic() {
    let error = hdl::check(Restless::default(), 10, 1).expect_err("no stable state");
    assert_eq!(error, Error::Oscillates { clock: 0 });
    let mut engine = RustHdl::new(Box::new(Restless::default()));
    assert!(engine.try_settle().is_err());
    assert!(engine.try_tick().is_err());
}

block!(TwoFaced { a: In Bits<8>, b: In Bits<8>, y: Out Bits<8> });

/// What it does and what it says are two things.
impl Logic for TwoFaced {
    fn update(&mut self) {
        self.y.next = ((self.a.val().index() + self.b.val().index()) >> 1).to_bits();
    }

    fn connect(&mut self) {
        self.y.connect();
    }

    fn hdl(&self) -> Verilog {
        Commented::default().hdl()
    }
}

#[test]
fn a_kernel_that_its_netlist_does_not_follow_is_found() {
    let error = hdl::check(TwoFaced::default(), 100, 1).expect_err("index arithmetic");
    assert!(
        matches!(&error, Error::Disagrees { port, .. } if port == "y"),
        "{error}"
    );
}

block!(OtherClock { pulse: In Clock, d: In Bit, q: Out Bit } { state: DFF<Bit> });

impl Logic for OtherClock {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.clock.next = self.pulse.val();
        self.state.d.next = self.d.val();
        self.q.next = self.state.q.val();
    }
}

#[derive(LogicBlock, Default)]
struct Unlisted {
    a: Signal<In, Bit>,
    b: Signal<In, Bit>,
    y: Signal<Out, Bit>,
}

impl Logic for Unlisted {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() & !self.b.val();
    }
}

lanesmith::top!(Unlisted { b, a, y });

#[test]
fn a_clock_may_have_another_name_and_ports_in_another_order_are_errors() {
    assert!(hdl::check(OtherClock::default(), 100, 1).is_ok());
    let order = hdl::check(Unlisted::default(), 10, 1).expect_err("ports in another order");
    assert_eq!(order.to_string(), "the block has the ports a, b, y; top! lists b, a, y");
}

block!(Before { clock: In Clock, a: In Bits<8>, b: In Bits<8>, y: Out Bits<8> } { sum: DFF<Bits<8>> });

impl Logic for Before {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.clock.next = self.clock.val();
        self.sum.d.next = self.a.val() + self.b.val();
        self.y.next = self.sum.q.val();
    }
}

block!(Behind { clock: In Clock, a: In Bits<8>, b: In Bits<8>, y: Out Bits<8> } { first: DFF<Bits<8>>, second: DFF<Bits<8>> });

impl Logic for Behind {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, first, second);
        self.first.d.next = self.a.val();
        self.second.d.next = self.b.val();
        self.y.next = self.second.q.val() + self.first.q.val();
    }
}

block!(Saturates { clock: In Clock, a: In Bits<8>, b: In Bits<8>, y: Out Bits<8> } { sum: DFF<Bits<8>> });

impl Logic for Saturates {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.clock.next = self.clock.val();
        self.sum.d.next = self.a.val() + self.b.val();
        if self.sum.q.val() == 0x5a {
            self.sum.d.next = 0x5a.into();
        }
        self.y.next = self.sum.q.val();
    }
}

fn prove(left: &dyn Block, right: &dyn Block) -> Result<Equality, Error> {
    hdl::prove(&hdl::lower(left)?, &hdl::lower(right)?, &Effort::default())
}

#[test]
fn designs_with_registers_in_other_places_are_proved_equal() {
    assert_eq!(prove(&Before::default(), &Behind::default()), Ok(Equality::Proved));
}

#[test]
fn designs_that_differ_are_told_apart_by_inputs_that_show_it() {
    let Ok(Equality::Refuted(trace)) = prove(&Before::default(), &Saturates::default()) else {
        panic!("they differ")
    };
    let mut engines = [&Before::default() as &dyn Block, &Saturates::default()]
        .map(|block| hdl::simulate(&hdl::lower(block).expect("a netlist")).expect("an engine"));
    let mut shown = Vec::new();
    for inputs in &trace {
        shown = engines
            .iter_mut()
            .map(|engine| {
                for (name, value) in inputs {
                    engine.set(name, *value).expect("an input");
                }
                engine.settle();
                let shown = engine.get("y").expect("an output");
                engine.tick().expect("one clock");
                shown
            })
            .collect();
    }
    assert_eq!(trace.len(), 3);
    assert_ne!(shown[0], shown[1]);
}

block!(Wider { clock: In Clock, a: In Bits<8>, b: In Bits<9>, y: Out Bits<8> });

impl Logic for Wider {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

#[test]
fn designs_with_other_ports_are_not_compared() {
    let error = prove(&Before::default(), &Wider::default()).expect_err("other ports");
    assert_eq!(
        error.to_string(),
        "designs with different ports: a (in, 8 bits), b (in, 8 bits), y (out, 8 bits); a (in, 8 bits), b (in, 9 bits), \
         y (out, 8 bits)"
    );
}

#[test]
fn a_port_that_there_is_not_an_output_that_is_set_and_a_value_too_wide_are_errors() {
    let mut simulation = hdl::simulate(&hdl::lower(&Before::default()).expect("a netlist")).expect("an engine");
    let said = |result: Result<(), Error>| result.expect_err("an error").to_string();
    assert_eq!(
        said(simulation.set("aa", 1)),
        "there is no port aa; the ports are a, b, y"
    );
    assert_eq!(said(simulation.set("y", 1)), "y is an output, which cannot be set");
    let wide = simulation.set("a", 0x100).expect_err("nine bits");
    assert_eq!(wide.to_string(), "0x100 does not fit into a, which has 8 bits");
    assert_eq!(
        wide,
        Error::TooWide {
            port: "a".into(),
            width: 8,
            value: 0x100
        }
    );
    assert!(matches!(simulation.get("z"), Err(Error::Ports(_))));
    // Nothing of that was set.
    simulation.settle();
    simulation.tick().expect("one clock");
    simulation.settle();
    assert_eq!(simulation.get("y"), Ok(0));
    assert_eq!(simulation.set("a", 0xff), Ok(()));
    assert_eq!(simulation.get("a"), Ok(0xff));
}

#[test]
fn a_verdict_of_equality_reads_as_a_sentence_with_the_inputs_that_show_a_difference() {
    assert_eq!(Equality::Proved.to_string(), "equal in every clock for all inputs");
    let clock = |a, b| vec![("a".to_string(), a), ("b".to_string(), b)];
    assert_eq!(
        Equality::Refuted(vec![clock(1, 2), clock(0x5a, 0)]).to_string(),
        "different in clock 1\n  clock 0: a = 0x1, b = 0x2\n  clock 1: a = 0x5a, b = 0x0"
    );
}

/// The page about modules of one's own.
const PAGE: &str = include_str!("../../docs/own-module.md");

#[test]
fn the_default_effort_is_the_one_that_the_page_names() {
    let Effort { clocks, states, time } = Effort::default();
    let named = format!("{clocks} clocks, {states} states and {} seconds", time.as_secs());
    assert!(PAGE.contains(&named), "{named}");
}

/// The blocks of a language on the page.
fn blocks(language: &str) -> Vec<String> {
    let fence = format!("```{language}\n");
    let blocks = PAGE.split(&fence).skip(1);
    blocks
        .map(|block| block.split("```").next().expect("a block").to_owned())
        .collect()
}

/// Somebody else's package with the page's lines about the dependency, whose packages are all here already.
fn package_outside(program: &str) -> tempfile::TempDir {
    let root = env!("CARGO_MANIFEST_DIR");
    let dependency = blocks("toml")[0].replace("../lanesmith", root);
    assert!(dependency.contains(root), "{dependency}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: String| std::fs::write(folder.path().join(name), text).expect("writable");
    file("main.rs", program.to_owned());
    let package = "[package]\nname = \"mine\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[[bin]]\nname = \"mine\"\npath = \"main.rs\"\n";
    let patch = format!("[patch.crates-io]\nsvg = {{ path = \"{root}/patches/svg\" }}\n");
    file("Cargo.toml", format!("{package}{dependency}{patch}"));
    std::fs::copy(format!("{root}/Cargo.lock"), folder.path().join("Cargo.lock")).expect("a copy");
    folder
}

fn cargo(folder: &tempfile::TempDir, arguments: &[&str]) -> String {
    let mut cargo = std::process::Command::new(env!("CARGO"));
    let output = cargo
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("cargo");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains("warning: unused"), "{said}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_library_for_own_modules_alone_needs_at_most_90_packages_and_no_code_generator() {
    let folder = package_outside("fn main() {}\n");
    let tree = cargo(
        &folder,
        &[
            "tree",
            "--offline",
            "--edges",
            "normal,build",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ],
    );
    let packages: std::collections::BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    let has = |name: &str| packages.iter().any(|package| package.starts_with(&format!("{name} v")));
    assert!(has("lanesmith-prove") && has("rust-hdl-core"), "{tree}");
    assert!(!has("cranelift-jit") && !has("clap") && !has("lanesmith"), "{tree}");
    // One is the package itself.
    assert!(packages.len() <= 91, "{} packages: {tree}", packages.len());
}

/// The page's program, and each of its other blocks as lines of a function.
#[test]
#[ignore = "compiles the library once more"]
fn the_pages_program_runs_in_a_package_of_its_own() {
    let root = env!("CARGO_MANIFEST_DIR");
    let blocks = blocks("rust");
    let (program, lines) = blocks.split_first().expect("a program");
    let mut text = program.clone();
    assert!(text.contains("fn main()") && lines.len() > 3, "{blocks:?}");
    for (i, lines) in lines.iter().enumerate() {
        let given = ["design", "up", "down"]
            .map(|name| format!("{name}: hdl::Design, "))
            .concat();
        text += &format!(
            "#[allow(dead_code, unused)]\nfn lines{i}({given}effort: hdl::Effort, mut simulation: hdl::Simulation, copies: hdl::Copies) \
             -> Result<(), hdl::Error> {{\n{lines}Ok(())\n}}\n"
        );
    }
    let folder = package_outside(&text);
    let manifest = folder.path().join("Cargo.toml");
    let with_simulation = std::fs::read_to_string(&manifest).expect("readable");
    let with_simulation = with_simulation.replace("crates/hdl\"", "crates/hdl\", features = [\"native\"]");
    std::fs::write(manifest, with_simulation).expect("writable");
    let target = format!("{root}/target/page");
    let printed = cargo(
        &folder,
        &["run", "--release", "--offline", "--quiet", "--target-dir", &target],
    );
    assert!(
        printed.contains("module peak") && printed.trim_end().ends_with("equal in every clock for all inputs"),
        "{printed}"
    );
}
