//! Help texts and completions.

use crate::program::{has, lanesmith};
use crate::skip::skipped;
use lanesmith::units::{UNITS, kinds, shipped};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The help of every subcommand, with the words of the subcommand.
fn helps() -> Vec<(Vec<String>, String)> {
    let mut found = vec![];
    let mut open = vec![vec![]];
    while let Some(command) = open.pop() {
        let arguments: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let (status, help, _) = lanesmith(ROOT, &arguments);
        assert_eq!(status, 0, "{command:?}");
        if let Some((_, commands)) = help.split_once("\nCommands:\n") {
            let lines = commands.split("\n\n").next().expect("a part").lines();
            let names = lines.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
            for name in names.filter(|name| !name.is_empty() && *name != "help") {
                open.push([command.clone(), vec![name.to_owned()]].concat());
            }
        }
        found.push((command, help));
    }
    assert!(found.len() > 17, "{}", found.len());
    found
}

/// The names of the options under a heading of a help text.
fn options<'a>(help: &'a str, heading: &str) -> Vec<&'a str> {
    let Some((_, section)) = help.split_once(&format!("\n{heading}:\n")) else {
        return vec![];
    };
    let lines = section
        .lines()
        .take_while(|line| line.is_empty() || line.starts_with(' '));
    let options = lines.filter_map(|line| line.strip_prefix("      --"));
    options.filter_map(|option| option.split([' ', '[']).next()).collect()
}

#[test]
fn every_help_has_exit_status_examples_and_options_under_their_headings() {
    let mut configuration = vec!["module", "prefix", "stream"];
    configuration.extend(UNITS.iter().filter_map(|row| row.short));
    configuration.extend(UNITS.iter().flat_map(|row| row.options).map(|choice| choice.option));
    let counterexamples = vec!["fault", "counterexample", "no-counterexample"];
    let mut seen = 0;
    for (command, help) in helps() {
        assert!(help.contains("Exit status:"), "{command:?}");
        assert!(command.is_empty() || help.contains("Examples:"), "{command:?}");
        assert!(!help.contains("[`"), "{command:?}: a link of rustdoc");
        for (heading, allowed) in [("Counterexamples", &counterexamples), ("Configuration", &configuration)] {
            for option in options(&help, heading) {
                assert!(allowed.contains(&option), "{command:?}: --{option} under {heading}");
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn the_help_of_check_lists_every_kind_of_file() {
    let (_, help, _) = lanesmith(ROOT, &["check", "--help"]);
    for kind in kinds() {
        let optional = match kind.optional {
            [] => String::new(),
            columns => format!("[,{}]", columns.join(",")),
        };
        has(&help, &[&format!("  {}{optional}", kind.columns.join(","))]);
    }
}

/// Examples that take no longer than a test may, one after the other in a folder that holds what the repository does.
#[test]
#[cfg(unix)]
fn quick_examples_of_the_help_texts_run() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(folder.path().join("src/units")).expect("a folder");
    for name in ["src/units/vectors", "rtl_out", "sim"] {
        std::os::unix::fs::symlink(Path::new(ROOT).join(name), folder.path().join(name)).expect("a link");
    }
    let quick = [
        "asm", "disasm", "explain", "list", "run", "simulate", "report", "check", "ptx",
    ];
    let slow = ["verilator", "gtkwave", "--random 100000", "jq", "golden-sliced", "nvcc"];
    let mut ran = 0;
    for (command, help) in helps() {
        let is_quick = command.first().is_some_and(|name| quick.contains(&name.as_str()));
        let Some((_, examples)) = help.split_once("Examples:\n").filter(|_| is_quick) else {
            continue;
        };
        // Help is wrapped: a line that does not begin an example goes on with the one before.
        let joined = examples.replace("\n  lanesmith", "\u{0}lanesmith").replace('\n', " ");
        for example in joined.split('\u{0}').map(str::trim) {
            if slow.iter().any(|word| example.contains(word)) {
                continue;
            }
            let text = example.replace("lanesmith ", concat!(env!("CARGO_BIN_EXE_lanesmith"), " "));
            let mut shell = Command::new("sh");
            let output = shell.args(["-c", &text]).current_dir(folder.path()).output();
            let output = output.expect("a shell");
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{example}: {err}");
            ran += 1;
        }
    }
    assert!(ran > 12, "{ran}");
}

/// What bash's completion function offers for the last of these words; `None` without bash.
fn offered(words: &[&str]) -> Option<BTreeSet<String>> {
    let script = "source <(\"$1\" completions bash); shift; COMP_WORDS=(lanesmith \"$@\"); COMP_CWORD=$#; \
                  _lanesmith lanesmith \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["--norc", "-c", script, "bash", env!("CARGO_BIN_EXE_lanesmith")])
        .args(words)
        .output()
        .ok()?;
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && err.is_empty(), "{words:?}: {err}");
    let out = String::from_utf8_lossy(&output.stdout);
    Some(out.lines().map(str::to_owned).collect())
}

#[test]
fn completions_offer_modules_configurations_and_engines() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let (status, script, _) = lanesmith(ROOT, &["completions", shell]);
        assert_eq!(status, 0, "{shell}");
        has(&script, &["riscv_pcpi"]);
        // The generator for the other two shells leaves out values of options.
        if ["bash", "zsh", "fish"].contains(&shell) {
            has(&script, &["video_alu_l3_vset_dot", "brew_datapath_d3"]);
        }
    }
    let modules = || UNITS.iter().map(|row| row.module.name.to_owned());
    let configurations = shipped().into_iter().map(|selection| selection.name());
    let words = |line: &str| line.split(' ').map(str::to_owned).collect::<BTreeSet<_>>();
    for (line, expected) in [
        ("simulate --module ", modules().collect()),
        ("regress --configuration ", modules().chain(configurations).collect()),
        ("regress --engine ", words("native rust-hdl verilator")),
        ("doctor --require ver", words("verilator")),
        ("comp", words("completions")),
    ] {
        let Some(offered) = offered(&line.split(' ').collect::<Vec<_>>()) else {
            return skipped("bash not found");
        };
        let missing: Vec<&String> = expected.difference(&offered).collect();
        assert!(missing.is_empty(), "{line}: no {missing:?} in {offered:?}");
    }
    let brew = offered(&["regress", "--configuration", "brew_da"]).expect("bash");
    assert!(brew.iter().all(|name| name.starts_with("brew_da")), "{brew:?}");
}
