//! A batch of kernels: a crate that rustc compiles against the library, a process that runs it, and a run of Icarus Verilog.

use super::shell::{Shell, Ty};
use super::statement;
use crate::own_modules::icarus;
use lanesmith::sim::testbench::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What rustc needs to compile against this library.
pub struct Compiler {
    rustc: PathBuf,
    library: PathBuf,
    /// Holds the compiled runtime.
    folder: tempfile::TempDir,
}

/// The source of a kernel.
#[derive(Clone, Debug)]
pub struct Source {
    pub id: usize,
    pub body: String,
}

/// What came of a batch.
#[derive(Default, Debug)]
pub struct Tally {
    pub same: usize,
    /// Runs that ended in a panic of Rust's own.
    pub panics: usize,
    /// Kernels that the compiler refuses, by its first line.
    pub uncompiled: Vec<(usize, String)>,
    /// Kernels without a netlist.
    pub refused: Vec<(usize, String)>,
    /// Kernels of which something differs.
    pub differing: Vec<(usize, String)>,
    /// Kernels that Icarus Verilog ran.
    pub in_icarus: usize,
    /// Kernels of which a fault in the netlist was found.
    pub faults: usize,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.same += other.same;
        self.panics += other.panics;
        self.uncompiled.extend(other.uncompiled);
        self.refused.extend(other.refused);
        self.differing.extend(other.differing);
        self.in_icarus += other.in_icarus;
        self.faults += other.faults;
    }
}

fn library() -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    let time = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    let made = time(&executable)?;
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/target/release/deps");
    let folders = [executable.parent()?.to_owned(), PathBuf::from(manifest)];
    // The library that this test was linked with is the newest that is not newer than the test.
    folders.iter().find_map(|folder| {
        let files = std::fs::read_dir(folder)
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.path()));
        let named = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.starts_with("liblanesmith-") && name.ends_with(".rlib")
        };
        let older = files
            .filter(named)
            .filter(|path| time(path).is_some_and(|time| time <= made));
        older.max_by_key(|path| time(path))
    })
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

impl Compiler {
    /// Compiles the runtime. Error: why there is no compiler.
    pub fn new() -> Result<Self, String> {
        let beside = Path::new(env!("CARGO")).with_file_name("rustc");
        let rustc = if beside.exists() { beside } else { "rustc".into() };
        let library = library().ok_or("the compiled library not found")?;
        let folder = tempfile::tempdir().expect("a folder");
        let compiler = Compiler { rustc, library, folder };
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/tests/kernels/runtime.rs");
        let output = compiler
            .rustc(&[
                "--crate-type",
                "rlib",
                "--crate-name",
                "kernel_runtime",
                "-C",
                "opt-level=1",
                source,
            ])
            .arg("--out-dir")
            .arg(compiler.folder.path())
            .output()
            .map_err(|error| format!("rustc: {error}"))?;
        match output.status.success() {
            true => Ok(compiler),
            false => panic!("{}", said(&output)),
        }
    }

    fn rustc(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.rustc);
        let mut dependencies = std::ffi::OsString::from("dependency=");
        dependencies.push(self.library.parent().expect("a folder"));
        let mut library = std::ffi::OsString::from("lanesmith=");
        library.push(&self.library);
        command.args(["--edition", "2024", "-C", "debuginfo=0"]);
        command
            .arg("-L")
            .arg(dependencies)
            .arg("--extern")
            .arg(library)
            .args(arguments);
        command
    }

    /// Compiles a batch in a folder. Error: rustc's words.
    pub fn compile(&self, folder: &Path, text: &str) -> Result<PathBuf, String> {
        let (source, program) = (folder.join("batch.rs"), folder.join("batch"));
        std::fs::write(&source, text).expect("writable");
        let runtime = self.folder.path().join("libkernel_runtime.rlib");
        let output = self
            .rustc(&["--crate-type", "bin", "--crate-name", "batch", "-C", "opt-level=0"])
            // Arithmetic on indices that leaves its type is an error of the kernel's author.
            .args(["-C", "overflow-checks=on", "-C", "codegen-units=2"])
            .arg("--extern")
            .arg(format!("kernel_runtime={}", runtime.display()))
            .arg("-o")
            .args([&program, &source])
            .output()
            .expect("rustc starts");
        match output.status.success() {
            true => Ok(program),
            false => Err(said(&output)),
        }
    }
}

/// The text of a batch, and the first line of each kernel.
pub fn text(shell: &Shell, random: &mut Random, sources: &[Source]) -> (String, Vec<usize>) {
    let mut text = shell.text(random);
    let mut lines = Vec::new();
    for Source { id, body } in sources {
        lines.push(text.lines().count() + 1);
        writeln!(
            text,
            "impl code::Code<{id}> for Shell {{\n    #[hdl_gen]\n    fn update(&mut self) {{\n{body}    }}\n}}"
        )
        .expect("a string");
    }
    text += "fn main() {\n    kernel_runtime::main(&[\n";
    for Source { id, .. } in sources {
        writeln!(
            text,
            "        kernel_runtime::Kernel {{ id: {id}, make: || Shell::boxed(meaning::<{id}>()) }},"
        )
        .expect("a string");
    }
    let enums = shell.inputs.iter().filter_map(|place| match place.ty {
        Ty::Enum(number) => Some(format!("(\"{}\", {})", place.name, shell.enums[number])),
        _ => None,
    });
    let limits: Vec<String> = enums.collect();
    writeln!(text, "    ], &[{}])\n}}", limits.join(", ")).expect("a string");
    (text, lines)
}

/// The kernels that rustc complains about, with its words.
pub fn complaints(said: &str, sources: &[Source], lines: &[usize]) -> BTreeMap<usize, String> {
    let mut found = BTreeMap::new();
    let mut message = "";
    for line in said.lines() {
        if line.starts_with("error") {
            message = line;
        }
        let Some((_, place)) = line.split_once("--> ") else {
            continue;
        };
        let number = place.split(':').nth(1).and_then(|number| number.parse::<usize>().ok());
        if let (Some(number), true) = (number, place.contains("batch.rs")) {
            let kernel = lines.iter().take_while(|first| **first <= number).count();
            if let Some(source) = kernel.checked_sub(1).and_then(|kernel| sources.get(kernel)) {
                found.entry(source.id).or_insert(message.to_owned());
            }
        }
    }
    found
}

/// Random kernels of one shell.
pub fn random_sources(shell: &Shell, random: &mut Random, count: usize) -> Vec<Source> {
    let source = |id| Source {
        id,
        body: statement::kernel(shell, random.fork()),
    };
    (0..count).map(source).collect()
}

/// A compiled batch.
pub struct Batch {
    seed: u64,
    folder: tempfile::TempDir,
    program: PathBuf,
    count: usize,
    uncompiled: Vec<(usize, String)>,
}

impl Batch {
    /// Compiles kernels of one shell, without those that rustc complains about.
    pub fn new(compiler: &Compiler, shell: &Shell, seed: u64, mut sources: Vec<Source>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut uncompiled = Vec::new();
        loop {
            let (text, lines) = text(shell, &mut Random::new(seed), &sources);
            match compiler.compile(folder.path(), &text) {
                Ok(program) => {
                    return Batch {
                        seed,
                        folder,
                        program,
                        count: sources.len(),
                        uncompiled,
                    };
                }
                Err(said) => {
                    let found = complaints(&said, &sources, &lines);
                    assert!(!found.is_empty(), "LANESMITH_SEED={seed}\n{said}");
                    sources.retain(|source| !found.contains_key(&source.id));
                    uncompiled.extend(found);
                }
            }
        }
    }

    /// Runs the kernels beside their netlists; with a fault in each netlist if `faults`.
    pub fn run(&self, faults: bool) -> Tally {
        let mut tally = Tally {
            uncompiled: self.uncompiled.clone(),
            ..Tally::default()
        };
        let mut command = Command::new(&self.program);
        command.arg(self.seed.to_string()).arg(self.folder.path());
        if faults {
            command.arg("faults");
        }
        let output = command.output().expect("the batch starts");
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "LANESMITH_SEED={}\n{}",
            self.seed,
            said(&output)
        );
        let mut reported = BTreeSet::new();
        for line in report.lines() {
            let mut words = line.splitn(3, ' ');
            let (Some(id), Some(verdict), Some(rest)) = (words.next(), words.next(), words.next()) else {
                panic!("{line}")
            };
            let id: usize = id.parse().expect("a number");
            reported.insert(id);
            match verdict {
                "same" => {
                    tally.same += 1;
                    tally.panics += rest.parse::<usize>().expect("a number");
                }
                "refused" => tally.refused.push((id, rest.to_owned())),
                _ => tally.differing.push((id, rest.to_owned())),
            }
        }
        assert_eq!(reported.len(), self.count, "kernels without a report: {report}");
        tally
    }

    /// Runs in Icarus Verilog what [`Batch::run`] left, its text changed by `edit`.
    pub fn in_icarus(&self, edit: impl Fn(String) -> String) -> Tally {
        let mut tally = Tally::default();
        let bench = self.folder.path().join("bench.v");
        let text = std::fs::read_to_string(&bench).expect("a testbench");
        std::fs::write(&bench, edit(text)).expect("writable");
        match icarus::run(self.folder.path()) {
            Err(said) => tally
                .differing
                .push((usize::MAX, format!("Icarus Verilog says {said}"))),
            Ok(shown) => {
                tally.in_icarus += shown.len();
                for (id, shown) in shown {
                    if let Err(first) = shown {
                        tally.differing.push((id, format!("in Icarus Verilog {first}")));
                    }
                }
            }
        }
        tally
    }
}
