//! The book in `docs/`: its order, its build, and the commands of its pages, which run in a temporary folder.

use crate::skip::skipped;
use snapbox::{Assert, IntoData};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn text(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The pages in `docs/`.
fn pages() -> BTreeSet<String> {
    let entries = fs::read_dir(Path::new(ROOT).join("docs")).expect("docs");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.ends_with(".md")).collect()
}

#[test]
fn the_summary_has_every_page_once_in_one_of_four_parts() {
    let summary = text("docs/SUMMARY.md");
    let headings: Vec<&str> = summary.lines().filter_map(|line| line.strip_prefix("# ")).collect();
    assert_eq!(
        headings,
        ["Summary", "Tutorials", "How-to guides", "Reference", "Explanation"]
    );
    let mut listed = BTreeSet::from(["SUMMARY.md".to_owned()]);
    for link in summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(listed.insert(link.to_owned()), "{link} is there twice");
    }
    assert_eq!(listed, pages());
}

/// The program mdBook: of the PATH, or as `cargo install --root target/mdbook mdbook` installs it.
fn mdbook() -> Option<PathBuf> {
    let own = Path::new(ROOT).join("target/mdbook/bin/mdbook");
    [own, "mdbook".into()]
        .into_iter()
        .find(|program| Command::new(program).arg("--version").output().is_ok())
}

#[test]
fn the_book_builds_without_a_warning() {
    let Some(mdbook) = mdbook() else {
        return skipped("mdbook not found: cargo install mdbook --locked");
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut build = Command::new(mdbook);
    build.args(["build", ROOT, "--dest-dir"]).arg(folder.path());
    let output = build.output().expect("mdbook");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
    assert!(!messages.contains("WARN") && !messages.contains("ERROR"), "{messages}");
    for page in pages().iter().filter(|page| *page != "SUMMARY.md") {
        assert!(folder.path().join(page).with_extension("html").is_file(), "{page}");
    }
    let search = fs::read_dir(folder.path()).expect("the book");
    let mut names = search.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    assert!(names.any(|name| name.starts_with("searchindex")), "no search");
}

/// What a page asks its reader to do.
#[derive(Debug)]
enum Step {
    /// Writes a file: its name and text.
    File(String, String),
    /// Runs a command. If the page shows an output, the command must print it; else it must succeed.
    Command(String, Option<String>),
}

/// Commands that other tests run, or that need files of the reader; each with the reason.
const ELSEWHERE: [(&str, &str); 6] = [
    ("lanesmith report merge", "needs the reports of GNU parallel or Slurm"),
    ("lanesmith instructions kernel.o", "needs a program of the reader"),
    ("lanesmith board --board", "tests of boards run it if nextpnr is found"),
    ("lanesmith synth", "tests of netlists run it"),
    (
        "lanesmith prove --module byte_permute --netlist",
        "tests of netlists prove such files",
    ),
    (
        "lanesmith generate --out rtl_out",
        "the suite compares rtl_out with the generator",
    ),
];

/// Replacements that shorten commands of minutes and hours.
const SHORTER: [(&str, &str); 5] = [
    ("--seeds 1..101", "--seeds 1 --instructions 100 --engine native"),
    ("--mutants 600", "--mutants 4"),
    ("brew_datapath --survivors", "brew_datapath --mutants 1"),
    (
        "lanesmith regress\n",
        "lanesmith regress --seeds 1 --instructions 100 --engine native\n",
    ),
    ("src/units/vectors/ptx_vop.csv", "src/units/vectors/prmt.csv"),
];

/// Beginnings of commands that compile or simulate for seconds.
const LONG: [&str; 4] = [
    "lanesmith mutate",
    "lanesmith regress",
    "lanesmith simulate --random 100000",
    "lanesmith run sim/programs/luma.s --engine rust-hdl",
];

fn is_long(command: &str) -> bool {
    LONG.iter().any(|begin| command.starts_with(begin))
}

/// The steps of a page, in order.
fn steps(page: &str) -> Vec<Step> {
    let text = text(page);
    let mut lines = text.lines();
    let (mut steps, mut before) = (Vec::new(), "");
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            match kind {
                "console" => console(&block, &mut steps),
                "" => plain(&block, &mut steps),
                _ => {
                    let name = before
                        .rsplit_once(" to `")
                        .and_then(|(_, name)| name.strip_suffix("`:"));
                    steps.extend(name.map(|name| Step::File(name.to_owned(), block.join("\n") + "\n")));
                }
            }
        } else if let Some(line) = line.strip_prefix("    ") {
            plain(&[line], &mut steps);
        }
        if !line.is_empty() {
            before = line;
        }
    }
    steps
}

/// Commands after `$`, each with its output.
fn console(block: &[&str], steps: &mut Vec<Step>) {
    for line in block {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step::Command(command.to_owned(), Some(String::new()))),
            (None, Some(Step::Command(_, Some(output)))) => *output += &format!("{line}\n"),
            (None, _) => panic!("output without a command: {line}"),
        }
    }
}

/// Commands without an output; their arguments may have placeholders, and then nobody can run them.
fn plain(block: &[&str], steps: &mut Vec<Step>) {
    for line in block {
        let command = line.split("  #").next().expect("a part").trim();
        let elsewhere = ELSEWHERE.iter().any(|(begin, _)| command.starts_with(begin));
        let is_template = ["DIR", "FOLDER", "OPTIONS", "…"]
            .iter()
            .any(|part| command.contains(part));
        let is_ours = command.starts_with("lanesmith ") || command.starts_with("printf ");
        if is_ours && !elsewhere && !is_template {
            steps.push(Step::Command(command.to_owned(), None));
        }
    }
}

/// The tools that the commands need and that are missing.
fn missing(steps: &[Step]) -> Option<&'static str> {
    let tools = [
        "verilator",
        "iverilog",
        "yosys",
        "riscv64-unknown-elf-gcc",
        "gcc",
        "python3",
    ];
    tools.into_iter().find(|tool| {
        let needs = steps.iter().any(|step| match step {
            Step::Command(command, _) => {
                command.starts_with(&format!("{tool} "))
                    || command.contains(&format!("--engine {tool}"))
                    || (*tool == "yosys" && command.starts_with("lanesmith prove"))
            }
            Step::File(..) => false,
        });
        needs && Command::new(tool).arg("--version").output().is_err()
    })
}

/// Runs the steps of a page in one shell and compares what its commands print. Returns the number of commands.
fn run(page: &str, steps: &[Step]) -> usize {
    if let Some(tool) = missing(steps) {
        skipped(format!("{page}: {tool} not found"));
        return 0;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    for name in ["bin", "sim", "src/units"] {
        fs::create_dir_all(path.join(name)).expect("a folder");
    }
    for (from, to) in [
        (env!("CARGO_BIN_EXE_lanesmith"), "bin/lanesmith"),
        (&format!("{ROOT}/sim/programs"), "sim/programs"),
        (&format!("{ROOT}/sim/kernels"), "sim/kernels"),
        (&format!("{ROOT}/src/units/vectors"), "src/units/vectors"),
    ] {
        std::os::unix::fs::symlink(from, path.join(to)).expect("a link");
    }
    // A copy, because a command may write there.
    let mut copy = Command::new("cp");
    copy.args(["-r", &format!("{ROOT}/rtl_out")]).arg(path);
    assert!(copy.status().expect("cp").success());

    let mut script = "exec 2>&1\n".to_owned();
    for step in steps {
        match step {
            Step::File(name, text) => script += &format!("cat > {name} <<'END OF FILE'\n{text}END OF FILE\n"),
            Step::Command(command, _) => {
                let mut command = format!("{command}\n");
                for (long, short) in SHORTER {
                    command = command.replace(long, short);
                }
                script += &format!("{command}printf '\\001%s\\002' $?\n");
            }
        }
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).current_dir(path).env("NO_COLOR", "1");
    shell.env(
        "PATH",
        format!("{}/bin:{}", path.display(), std::env::var("PATH").expect("a PATH")),
    );
    let output = shell.output().expect("a shell");
    let output = String::from_utf8_lossy(&output.stdout);
    let mut results = output.split_terminator('\u{2}');
    let mut count = 0;
    for step in steps {
        let Step::Command(command, expected) = step else {
            continue;
        };
        let result = results
            .next()
            .unwrap_or_else(|| panic!("{page}: {command} did not run"));
        let (printed, status) = result
            .split_once('\u{1}')
            .unwrap_or_else(|| panic!("{page}: {command}: {result}"));
        match expected {
            None => assert_eq!(status, "0", "{page}: {command}: {printed}"),
            Some(expected) => {
                let trimmed = |text: &str| {
                    text.lines()
                        .map(|line| format!("{}\n", line.trim_end()))
                        .collect::<String>()
                };
                let differs = Assert::new().try_eq(
                    Some(&format!("{page}: {command}")),
                    trimmed(printed).into_data(),
                    expected.as_str().into_data(),
                );
                if let Err(error) = differs {
                    panic!("{page}: {command}\n{error}");
                }
            }
        }
        count += 1;
    }
    count
}

fn book() -> impl Iterator<Item = String> {
    let pages = pages().into_iter().map(|name| format!("docs/{name}"));
    pages.chain(["README.md".to_owned(), "CONTRIBUTING.md".to_owned()])
}

#[test]
fn the_commands_of_the_book_print_what_it_shows() {
    let mut count = 0;
    for page in book() {
        let mut steps = steps(&page);
        steps.retain(|step| !matches!(step, Step::Command(command, _) if is_long(command)));
        if steps.iter().any(|step| matches!(step, Step::Command(..))) {
            count += run(&page, &steps);
        }
    }
    println!("{count} commands");
    assert!(count > 30, "{count} commands");
}

#[test]
#[ignore = "takes minutes"]
fn the_long_commands_of_the_book_print_what_it_shows() {
    for page in book() {
        let mut steps = steps(&page);
        steps.retain(|step| matches!(step, Step::Command(command, _) if is_long(command)));
        if !steps.is_empty() {
            run(&page, &steps);
        }
    }
}

#[test]
fn a_wrong_output_in_a_page_is_found() {
    let steps = |output: &str| {
        [Step::Command(
            "lanesmith decode 0x1f58d11e80".to_owned(),
            Some(output.to_owned()),
        )]
    };
    assert_eq!(run("right", &steps("vadd4.u32.u32.u32.sat r1, r2, r3, r4;\n")), 1);
    assert_eq!(run("elided", &steps("vadd4[..]r4;\n")), 1);
    let wrong = std::panic::catch_unwind(|| run("wrong", &steps("vsub4.u32.u32.u32.sat r1, r2, r3, r4;\n")));
    assert!(wrong.is_err());
    let failing = [Step::Command("lanesmith decode 0x".to_owned(), None)];
    assert!(std::panic::catch_unwind(|| run("failing", &failing)).is_err());
}
