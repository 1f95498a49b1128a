//! The front door: modules that are not of this crate.

#[path = "../../examples/own_module.rs"]
mod own_module;

use crate::block::block;
use crate::own_modules::state::MadeByLogic;
use crate::own_modules::table::lint;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, CheckOptions, Effort, Error};
use lanesmith::sim::rust_hdl::RustHdl;

#[test]
fn the_example_of_ones_own_module_runs() {
    own_module::main().unwrap_or_else(|error| panic!("{error}"));
}

block!(Buf { a: In Bits<8>, y: Out Bits<8> } { buf_: Inner });

/// Called like a keyword, and as its parent.
#[hdl_module(name = "buf_")]
struct Inner {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
}

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
    let names = |block: &dyn Block| -> Vec<String> {
        let design = hdl::lower(block).expect("a netlist");
        design.modules.into_iter().map(|module| module.name).collect()
    };
    // A keyword, and an inner block of that name.
    let design = hdl::lower(&Buf::default()).expect("a netlist");
    assert_eq!(lint(&design), "");
    let files: Vec<String> = hdl::emit(&design).into_iter().map(|file| file.name).collect();
    assert_eq!(files, ["buf__2.v", "buf_.v", "buf_.f"]);
    // Who does not say what it is, and who says it.
    assert_eq!(names(&Buf::default()), ["buf_", "top"]);
    assert_eq!(names(&Inner::default()), ["buf_"]);
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
    let error = hdl::check(Restless::default, 10, 1).expect_err("no stable state");
    assert_eq!(error, Error::Oscillates { clock: 0 });
    let mut engine = RustHdl::new(Box::new(Restless::default()));
    assert!(engine.try_settle().is_err());
    assert!(engine.try_tick().is_err());
}

/// A block of two clocks, whose ports are listed in two ways.
#[derive(LogicBlock, Default)]
struct Listed<const WAY: usize> {
    b: Signal<In, Clock>,
    d: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    first: DFF<Bits<8>>,
    second: DFF<Bits<8>>,
}

impl<const WAY: usize> Logic for Listed<WAY> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, b, first, second);
        self.first.d.next = self.d.val();
        self.second.d.next = self.first.q.val();
        self.y.next = self.second.q.val();
    }
}

lanesmith::top!(Listed<0> { b, y, d });
lanesmith::top!(Listed<1> { d, y });

#[test]
fn ports_listed_in_another_order_and_a_clock_that_is_not_listed_are_errors() {
    let said = |result: Result<hdl::Design, Error>| result.expect_err("an error").to_string();
    assert_eq!(
        said(hdl::check(Listed::<0>::default, 10, 1)),
        "the block has the ports d, y; top! lists y, d"
    );
    assert_eq!(
        said(hdl::check(Listed::<1>::default, 10, 1)),
        "the block has the clock b, which top! does not list"
    );
}

#[test]
fn an_asynchronous_reset_made_by_logic_is_refused_by_all_that_take_a_netlist() {
    let block = MadeByLogic::<1>::default();
    let error = hdl::lower(&block).expect_err("logic makes the reset");
    let design = lanesmith::netlist::lower(&block).expect("a netlist");
    let errors = [
        hdl::check(MadeByLogic::<1>::default, 10, 1).err(),
        hdl::simulate(&design).err(),
        hdl::simulate_copies(&design, 1).err(),
        hdl::prove(&design, &design, &Effort::default()).err(),
    ];
    assert_eq!(errors, [(); 4].map(|()| Some(error.clone())));
}

block!(Adder { clock: In Clock, a: In Bits<8>, b: In Bits<8>, y: Out Bits<8> } { sum: DFF<Bits<8>> });

impl Logic for Adder {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.clock.next = self.clock.val();
        self.sum.d.next = self.a.val() + self.b.val();
        self.y.next = self.sum.q.val();
    }
}

#[test]
fn an_unknown_port_an_output_that_is_set_and_a_value_too_wide_are_errors() {
    let mut simulation = hdl::simulate(&hdl::lower(&Adder::default()).expect("a netlist")).expect("an engine");
    for (port, value, wanted) in [
        ("aa", 1, "there is no port aa; the ports are a, b, y"),
        ("y", 1, "y is an output, which cannot be set"),
        ("a", 0x100, "0x100 does not fit into a, which has 8 bits"),
    ] {
        let error = simulation.set(port, value).expect_err("an error");
        assert_eq!(error.to_string(), wanted);
    }
    assert!(matches!(simulation.get("z"), Err(Error::Ports(_))));
    // Nothing of that was set.
    simulation.settle();
    simulation.tick();
    simulation.settle();
    assert_eq!(simulation.get("y"), Ok(0));
    assert_eq!(simulation.set("a", 0xff), Ok(()));
    assert_eq!(simulation.get("a"), Ok(0xff));
}

/// The page about modules of one's own.
const PAGE: &str = include_str!("../../docs/own-module.md");

#[test]
fn the_defaults_of_check_and_prove_are_those_of_the_page() {
    let Effort { clocks, states, time } = Effort::default();
    let effort = format!("{clocks} clocks, {states} states and {} seconds", time.as_secs());
    let options = CheckOptions::default();
    assert_eq!(options.waves, None);
    for words in [
        effort,
        format!("| `clocks`, `seed` | {}, {} |", options.clocks, options.seed),
        format!("| `search_clocks` | {} |", options.search_clocks),
        format!("| `search_time` | {} seconds |", options.search_time.as_secs()),
    ] {
        assert!(PAGE.contains(&words), "{words}");
    }
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
    let tree = "tree --offline --edges normal,build --prefix none --format {p}";
    let tree = cargo(&folder, &tree.split(' ').collect::<Vec<_>>());
    let packages: std::collections::BTreeSet<&str> = tree.lines().map(|line| line.trim_end_matches(" (*)")).collect();
    let has = |name: &str| packages.iter().any(|package| package.starts_with(&format!("{name} v")));
    assert!(has("lanesmith-prove") && has("rust-hdl-core"), "{tree}");
    assert!(!has("cranelift-codegen") && !has("clap") && !has("lanesmith"), "{tree}");
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
    assert!(text.contains("fn main()") && lines.len() >= 2, "{blocks:?}");
    for (i, lines) in lines.iter().enumerate() {
        text += &format!(
            "#[allow(dead_code, unused)]\nfn lines{i}(design: hdl::Design, mut simulation: hdl::Simulation, copies: hdl::Copies) -> \
             Result<(), hdl::Error> {{\n{lines}Ok(())\n}}\n"
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
