//! Options and arguments that all commands share: numbers, names, contradictions, `--json`, `--quiet`, pipes.

use crate::program::{cases, has, lanesmith, lanesmith_line};
use crate::ptx_kernel::{self, ARGUMENTS};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::{TempDir, tempdir};

#[test]
fn numbers_names_and_contradictions_are_refused_with_what_is_expected() {
    let folder = tempdir().expect("a folder");
    cases(
        folder.path(),
        r#"
explain "vadd4.u32.u32.u32 a, b, c, d" --a -0x1 => 0: d = a
explain "vadd4.u32.u32.u32 a, b, c, d" --b -0b1 => 0: d = a
explain "$r1 <- $r2 + $r3" --set r2=-1 => 0: $r1
simulate --seed -1 => 2: expected a whole number, 0 or more
simulate --random -5 => 2: expected a whole number, 1 or more
generate --out x --latency -1 => 2: expected a whole number, 0 to 5
generate --out x --latency 6 => 2: expected a whole number, 0 to 5
generate --out x --depth 4 => 2: expected a whole number, 3 to 3
bench --latency 6 => 2: expected a whole number, 0 to 5
bench --seconds -1 => 2: expected a number of seconds, 0 to 3600
mutate --time 0 => 2: expected a whole number, 1 or more
mutate --mutants 0 => 2: --mutants
mutate --instructions 0 => 2: --instructions
prove --time 0 => 2: expected a whole number, 1 or more
regress --jobs 0 => 2: expected a whole number, 1 to 256
regress --jobs 257 => 2: expected a whole number, 1 to 256
simulat => 2: 'simulate'
list --jsn => 2: '--json'
regress --configuration video_alu_13 => 2: did you mean `video_alu_l3`?
explain "vavg4.u32.u32.u32 a, b, c, d" => 2: did you mean `vavrg4`?
generate --out rtl --shipped --latency 2 => 2: cannot be used with
generate --out rtl --shipped --module video_alu => 2: cannot be used with
generate --out rtl --shipped --core => 2: cannot be used with
prove --shipped --depth 3 => 2: cannot be used with
simulate --counterexample there --no-counterexample => 2: cannot be used with
generate --module brew_datapath --latency 2 --out rtl => 2: does not have the option --latency
generate --core --reset async --out rtl => 2: does not have the option --reset
generate --no-float --out rtl => 2: does not have the option --no-float
generate --out - => 2: `-` is standard output, and this option needs a folder
prove --out - => 2: `-` is standard output, and this option needs a folder
simulate --counterexample - => 2: `-` is standard output, and this option needs a folder
explain "$r1<-$r2+$r3" --set r2=1 --set r2=2 => 2: --set r2: set twice
"#,
    );
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

/// A folder with files that hold nothing to check.
fn empty_files() -> TempDir {
    let folder = tempdir().expect("a folder");
    let never = ptx_kernel::kernel("setp.ne.u32 p0, r29, r29; @p0 vadd4.u32.u32.u32 r1, r2, r2, r2;");
    for (name, text) in [
        ("empty.csv", "instruction,a,b,c,d\n"),
        ("other.csv", "word,length,status\n0000,1,legal\n"),
        ("empty_brew.csv", "words,a_type,a,b_type,b,d_type,d\n"),
        (
            "halves.csv",
            "instruction,a,b,c,d\n\"vadd2.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n",
        ),
        ("never.ptx", &never),
        ("none.ptx", &ptx_kernel::kernel("")),
        ("empty.s", ""),
        ("one.s", "$r1 <- 5\n"),
    ] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

#[test]
fn a_command_that_checked_nothing_ends_with_status_2_and_says_so() {
    let folder = empty_files();
    let lines = "
check empty.csv => there are no rows
check empty_brew.csv => there are no rows
check --engine verilator halves.csv => all rows were skipped
simulate --vectors empty.csv => no instruction was executed
simulate --vectors halves.csv --no-vop2 => no instruction was executed
run never.ptx ARGUMENTS --engine native => no instruction was executed
run none.ptx ARGUMENTS --engine native => the kernel has no instruction of a unit
simulate --random 0 => --random
simulate --random 10 --reset-at 100000 => --reset-at 100000
run one.s --engine native --reset-at 100000 => --reset-at 100000
run empty.s --engine native => error
mutate --mutants 1 --vectors empty.csv => the file has no rows
mutate --mutants 1 --vectors empty_brew.csv => the file has no rows
mutate --mutants 1 --module brew_datapath --vectors empty_brew.csv => the file has no rows
mutate --mutants 1 --vectors other.csv => these are lengths and verdicts of Brew words
mutate --mutants 1 --module brew_datapath --vectors halves.csv => results of Brew instructions; --module video_alu runs this file
regress --configuration video_alu_l0 --engine verilator --seeds 1 => all jobs were skipped: verilator not found
regress --configuration video_alu_l0 --engine native --seeds 1 --instructions 100 --shard 2/2 => this shard has no jobs
prove --method external => yosys
verify . => no *.proof.json
";
    for (line, why) in lines.lines().filter_map(|line| line.split_once(" => ")) {
        let line = line.replace("ARGUMENTS", ARGUMENTS);
        // Without any tool.
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
        command.args(line.split(' ')).current_dir(folder.path());
        let output = command.env("PATH", folder.path()).output().expect("lanesmith");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {errors}");
        has(errors, &[why]);
    }
}

#[test]
fn a_reader_that_goes_away_ends_the_program_quietly_and_hides_no_mismatch() {
    let folder = tempdir().expect("a folder");
    let start = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
        command.args(line.split(' ')).current_dir(folder.path());
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("lanesmith")
    };
    for line in ["completions bash", "--help", "explain vadd4.u32.u32.u32"] {
        let mut child = start(line);
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{line}");
    }
    let mut child = start("simulate --fault 100 --random 1000");
    let mut out = child.stdout.take().expect("piped");
    out.read_exact(&mut [0]).expect("the fault is told first");
    drop(out);
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn json_goes_to_standard_output_and_through_o_to_a_file() {
    let folder = tempdir().expect("a folder");
    let regress = "regress --configuration video_core_l3 --engine native --seeds 1 --instructions 50 --no-times";
    for command in ["list", regress] {
        let run = |options: &str| {
            let (status, out, err) = lanesmith_line(folder.path(), &format!("{command} {options}"));
            assert_eq!((status, err.as_str()), (0, ""), "{command} {options}");
            out
        };
        let (text, printed) = (run("-o x.json"), run("--json"));
        let written = fs::read_to_string(folder.path().join("x.json")).expect("a file");
        assert_eq!(written, printed, "{command}");
        serde_json::from_str::<serde_json::Value>(&printed).expect("JSON and nothing else");
        assert!(!text.starts_with('{'), "{command}");
        // Asked for twice on standard output, it is printed once.
        assert_eq!(run("--json -o -"), printed);
    }
}

#[test]
fn quiet_prints_only_mismatches_and_data() {
    let folder = tempdir().expect("a folder");
    let run = |line: &str| lanesmith_line(folder.path(), line);
    for command in [
        "generate --out rtl",
        "generate --out rtl --check",
        "simulate --random 100",
    ] {
        for line in [format!("--quiet {command}"), format!("{command} -q")] {
            assert_eq!(run(&line), (0, String::new(), String::new()), "{line}");
        }
        assert!(!run(command).1.is_empty(), "{command}");
    }
    assert_eq!(run("list --quiet"), run("list"));
    let wrong = "simulate --random 2000 --fault 100 --no-counterexample";
    let (status, out, _) = run(&format!("--quiet {wrong}"));
    assert_eq!((status, out), (1, run(wrong).1));
}

#[test]
fn errors_and_tables_are_plain_text_in_a_pipe() {
    let (_, _, err) = lanesmith(Path::new("."), &["explain", "vadd4"]);
    assert!(!err.contains('\u{1b}'), "{err:?}");
    let folder = tempdir().expect("a folder");
    for line in [
        "mutate --latency 0 --mutants 1 --instructions 10",
        "regress --configuration video_core_l0 --engine native --instructions 10",
        "list",
    ] {
        let (_, out, errors) = lanesmith_line(folder.path(), line);
        assert!(!out.is_empty(), "{errors}");
        let is_ruled = |line: &&str| line.contains(['│', '─', '═', '╌']) || line.starts_with('|');
        assert_eq!(out.lines().find(is_ruled), None, "{line}");
    }
}
