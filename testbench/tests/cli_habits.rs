//! What all subcommands have in common: help, numbers, names, `--json`, `--quiet`, readers of text.

use crate::program::lanesmith;
use lanesmith::units::UNITS;
use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The help of every subcommand, with the subcommand.
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

#[test]
fn every_help_tells_the_exit_status() {
    for (command, help) in helps() {
        assert!(help.contains("Exit status:"), "{command:?}");
    }
}

#[test]
fn no_help_shows_the_links_of_rustdoc() {
    for (command, help) in helps() {
        assert!(!help.contains("[`"), "{command:?}");
    }
}

#[test]
fn only_options_about_counterexamples_stand_under_that_heading_and_likewise_configuration() {
    let mut configuration = vec!["module", "prefix"];
    configuration.extend(UNITS.iter().filter_map(|row| row.short));
    configuration.extend(UNITS.iter().flat_map(|row| row.options).map(|choice| choice.option));
    let mut seen = 0;
    for (command, help) in helps() {
        for (heading, allowed) in [
            (
                "\nCounterexamples:\n",
                &vec!["fault", "counterexample", "no-counterexample"],
            ),
            ("\nConfiguration:\n", &configuration),
        ] {
            let Some((_, section)) = help.split_once(heading) else {
                continue;
            };
            let lines = section
                .lines()
                .take_while(|line| line.is_empty() || line.starts_with(' '));
            for option in lines.filter_map(|line| line.strip_prefix("      --")) {
                let name = option.split([' ', '[']).next().expect("a name");
                assert!(
                    allowed.contains(&name),
                    "{command:?}: --{name} under {}",
                    heading.trim()
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "{seen}");
}

/// Examples that take no longer than a test may, one after the other in a folder that holds what the repository does.
#[test]
#[cfg(unix)]
fn quick_examples_of_the_help_texts_work_as_they_stand() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["testbench", "rtl_out", "sim"] {
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
            let output = Command::new("sh")
                .args(["-c", &text])
                .current_dir(folder.path())
                .output()
                .expect("a shell");
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{example}: {err}");
            ran += 1;
        }
    }
    assert!(ran > 12, "{ran}");
}

#[test]
fn negative_numbers_are_numbers_wherever_a_number_stands() {
    for arguments in [
        &["explain", "vadd4.u32.u32.u32 a, b, c, d", "--a", "-1"][..],
        &["explain", "vadd4.u32.u32.u32 a, b, c, d", "--a", "-0x1"],
        &["explain", "vadd4.u32.u32.u32 a, b, c, d", "--b", "-0b1"],
        &["explain", "$r1 <- $r2 + $r3", "--set", "r2=-1"],
    ] {
        let (status, _, err) = lanesmith(ROOT, arguments);
        assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}");
    }
    for (arguments, message) in [
        (&["simulate", "--seed", "-1"][..], "expected a whole number, 0 or more"),
        (&["simulate", "--random", "-5"], "expected a whole number, 1 or more"),
        (
            &["generate", "--out", "x", "--latency", "-1"],
            "expected a whole number, 0 to 5",
        ),
        (
            &["generate", "--out", "x", "--latency", "6"],
            "expected a whole number, 0 to 5",
        ),
        (
            &["generate", "--out", "x", "--depth", "4"],
            "expected a whole number, 2 to 3",
        ),
        (&["bench", "--latency", "6"], "expected a whole number, 0 to 5"),
        (&["bench", "--seconds", "-1"], "expected a number of seconds, 0 to 3600"),
        (&["mutate", "--time", "-1"], "expected a whole number, 1 or more"),
        (&["mutate", "--time", "0"], "expected a whole number, 1 or more"),
        (&["prove", "--time", "0"], "expected a whole number, 1 or more"),
        (&["regress", "--jobs", "0"], "expected a whole number, 1 to 256"),
    ] {
        let (status, out, err) = lanesmith(ROOT, arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn near_misses_of_names_are_answered_with_the_name() {
    for (arguments, message) in [
        (&["simulat"][..], "'simulate'"),
        (&["list", "--jsn"], "'--json'"),
        (
            &["regress", "--configuration", "video_alu_13"],
            "did you mean `video_alu_l3`?",
        ),
        (
            &["explain", "$r1 <- $r2 + $r3", "--set", "r2=int8x5:0"],
            "did you mean `int8x4`?",
        ),
        (&["explain", "vavg4.u32.u32.u32 a, b, c, d"], "did you mean `vavrg4`?"),
    ] {
        let (status, out, err) = lanesmith(ROOT, arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
    }
}

#[test]
fn json_goes_to_standard_output_and_through_o_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let regress = "regress --configuration video_core_l3 --engine native --seeds 1 --instructions 50 --no-times";
    for command in ["list", regress] {
        let words: Vec<&str> = command.split(' ').collect();
        let (status, text, err) = lanesmith(folder.path(), &[&words[..], &["-o", "x.json"]].concat());
        assert_eq!((status, err.as_str()), (0, ""), "{command}");
        let (status, printed, _) = lanesmith(folder.path(), &[&words[..], &["--json"]].concat());
        assert_eq!(status, 0, "{command}");
        let written = fs::read_to_string(folder.path().join("x.json")).expect("a file");
        assert_eq!(written, printed, "{command}");
        serde_json::from_str::<serde_json::Value>(&printed).expect("JSON and nothing else");
        assert!(!text.starts_with('{'), "{command}");
    }
}

#[test]
fn quiet_says_nothing_unless_something_is_wrong_and_prints_data_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &str| lanesmith(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    for command in [
        "generate --out rtl",
        "generate --out rtl --check",
        "simulate --random 100",
    ] {
        for arguments in [format!("--quiet {command}"), format!("{command} -q")] {
            assert_eq!(run(&arguments), (0, String::new(), String::new()), "{arguments}");
        }
        assert!(!run(command).1.is_empty(), "{command}");
    }
    assert_eq!(run("list --quiet"), run("list"));
    let wrong = "simulate --random 2000 --fault 100 --no-counterexample";
    let (status, out, _) = run(&format!("--quiet {wrong}"));
    assert_eq!((status, out), (1, run(wrong).1));
}

#[test]
fn a_byte_order_mark_is_passed_over_in_every_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), format!("\u{feff}{text}")).expect("a file");
    write("m.ptx", ".version 8.0\n.target sm_80\n");
    write("p.s", "$r1 <- 5\n");
    write("p.words", "101e\n");
    write(
        "v.csv",
        "instruction,a,b,c,d\n\"vadd4.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n",
    );
    for command in [
        "ptx m.ptx",
        "asm p.s",
        "run p.s",
        "run p.words",
        "disasm p.words",
        "check v.csv",
    ] {
        let (status, out, err) = lanesmith(folder.path(), &command.split(' ').collect::<Vec<_>>());
        assert_eq!((status, err.as_str()), (0, ""), "{command}: {out}");
    }
    write("wrong.s", "$r1 <- $r99\n");
    let (_, _, err) = lanesmith(folder.path(), &["asm", "wrong.s"]);
    assert!(err.contains("wrong.s:1:8"), "{err}");
}

#[test]
fn a_cell_of_any_length_makes_a_message_of_few_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "x".repeat(20_000);
    for cells in [format!("1,{long},0,3"), format!("1,2,0,{long}")] {
        let text = format!("instruction,a,b,c,d\n\"vadd4.u32.u32.u32 r1, r2, r3, r4\",{cells}\n");
        fs::write(folder.path().join("v.csv"), text).expect("a file");
        let (status, _, err) = lanesmith(folder.path(), &["check", "v.csv"]);
        assert_eq!(status, 2);
        assert!(
            err.contains("is not a 32-bit number") && err.len() < 2000,
            "{}",
            err.len()
        );
    }
    let text = format!("instruction,a,b,c,d\n{long},1,2,3,4\n");
    fs::write(folder.path().join("v.csv"), text).expect("a file");
    let (status, _, err) = lanesmith(folder.path(), &["check", "v.csv"]);
    assert_eq!(status, 2);
    assert!(err.len() < 2000, "{}", err.len());
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, _, err) = lanesmith(folder.path(), &["man", "--out", "man"]);
    assert_eq!((status, err.as_str()), (0, ""));
    for (command, _) in helps() {
        let name = ["lanesmith".to_owned()].into_iter().chain(command).collect::<Vec<_>>();
        let page = fs::read_to_string(folder.path().join("man").join(name.join("-") + ".1")).expect("a page");
        assert!(page.contains(".SH NAME") && page.contains("Exit status"), "{name:?}");
    }
}
