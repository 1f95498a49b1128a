//! The command `simulate` as a user meets it.

use crate::program::lanesmith;
use std::fs;
use std::path::Path;

fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn random_instructions_run_with_waves_and_leave_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = [
        "simulate", "--random", "300", "--seed", "5", "--vcd", "w.vcd", "--cycles", "10..50",
    ];
    let (status, out, err) = lanesmith(folder.path(), &arguments);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(
        out.contains("seed 5") && out.contains("300 instructions") && out.contains("no mismatch"),
        "{out}"
    );
    assert!(out.contains("w.vcd: cycles 10..50"), "{out}");
    let expected = [
        ".surfer",
        "w.gtkw",
        "w.instruction.txt",
        "w.mode.txt",
        "w.sucl",
        "w.types.txt",
        "w.vcd",
    ];
    assert_eq!(files(folder.path()), expected);
    // Inner nets are there as well as ports.
    let waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
    let scopes = waves.hierarchy().all_vars().count();
    assert!(scopes > 300, "{scopes}");
}

#[test]
fn a_wrong_vector_is_a_mismatch_that_can_be_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "instruction,a,b,c,d\n\"vadd4.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n\"vsub4.u32.u32.u32 r1, r2, r3, r4\",1,1,0,7\n";
    fs::write(folder.path().join("v.csv"), text).expect("a file");
    let (status, out, _) = lanesmith(
        folder.path(),
        &[
            "simulate",
            "--vectors",
            "v.csv",
            "--stalls",
            "always",
            "--no-counterexample",
        ],
    );
    assert_eq!(status, 1);
    assert!(
        out.contains("vsub4.u32.u32.u32 r1, r2, r3, r4;") && out.contains("lane 0 0x00 instead of 0x07"),
        "{out}"
    );
    let line = out
        .lines()
        .find_map(|line| line.strip_prefix("repeat: lanesmith "))
        .expect("a command");
    let (status, again, _) = lanesmith(folder.path(), &line.split(' ').collect::<Vec<_>>());
    assert_eq!(status, 1);
    assert!(again.contains("mismatch.vcd: cycles 0.."), "{again}");
    assert!(files(folder.path()).contains(&"mismatch.gtkw".to_owned()));
}

#[test]
fn bad_input_is_named_with_its_place_and_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("a file");
    write("legal.csv", b"instruction,accepted,reason\n");
    let before = files(folder.path());
    for (arguments, message) in [
        (&["--vectors", "legal.csv"][..], "legal.csv"),
        (&["--vcd", "w.vcd", "--cycles", "5..5"], "is not A..B with A below B"),
        (&["--vcd", "nowhere/w.vcd"], "there is no folder nowhere"),
        (&["--core", "--reset-at", "5"], "video_core has no handshake"),
        (
            &["--module", "brew_datapath", "--stalls", "heavy"],
            "does not have the option --stalls",
        ),
        (&["--latency", "6"], "expected a whole number, 0 to 5"),
    ] {
        let (status, _, err) = lanesmith(folder.path(), &[&["simulate"], arguments].concat());
        assert_eq!(status, 2, "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
        assert_eq!(files(folder.path()), before, "{arguments:?}");
    }
}

#[test]
fn the_datapath_is_simulated_on_random_programs_and_on_vectors_and_a_fault_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/vectors/brew_alu.csv");
    let table = table.to_str().expect("a path");
    for (work, said) in [
        (
            &["--random", "2500", "--vcd", "w.vcd", "--cycles", "0..50"][..],
            "w.vcd: cycles 0..50",
        ),
        (
            &["--random", "2500", "--reset-at", "700", "--gaps", "bursts"],
            "no mismatch",
        ),
        (&["--vectors", table], "of 24513 vectors skipped: agrees = no"),
        (&["--vectors", table, "--no-float", "--depth", "2"], "no mismatch"),
    ] {
        let arguments = [&["simulate", "--module", "brew_datapath"], work].concat();
        let (status, out, err) = lanesmith(folder.path(), &arguments);
        assert_eq!((status, err.as_str()), (0, ""), "{arguments:?}: {out}");
        assert!(out.contains(said), "{arguments:?}: {out}");
    }
    let broken = [
        "simulate",
        "--module",
        "brew_datapath",
        "--random",
        "5000",
        "--fault",
        "1000",
    ];
    let (status, out, _) = lanesmith(folder.path(), &broken);
    assert!(status == 1 && out.contains("counterexample: "), "{status} {out}");
}

#[test]
fn many_random_instructions_run_side_by_side_and_a_faulty_run_is_told_as_a_run_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let simulate = |arguments: &str| {
        let arguments: Vec<&str> = ["simulate"].into_iter().chain(arguments.split(' ')).collect();
        lanesmith(folder.path(), &arguments)
    };
    let (code, said, _) = simulate("--random 70001 --seed 5");
    assert_eq!(code, 0);
    assert!(said.contains("256 runs side by side, with seeds 5 to 260"), "{said}");
    assert!(said.contains("70001 instructions"), "{said}");
    let (code, said, _) = simulate("--random 70001 --seed 5 --one-run");
    assert_eq!(code, 0);
    assert!(!said.contains("side by side"), "{said}");

    let (code, many, _) = simulate("--random 70001 --fault 300 --no-counterexample");
    assert_eq!(code, 1, "{many}");
    let repeat = many
        .lines()
        .find_map(|line| line.strip_prefix("repeat: lanesmith simulate "));
    let (code, one, _) = simulate(repeat.expect("a line that repeats it"));
    assert_eq!(code, 1, "{one}");
    // But for the line about many runs, both say the same of the fault.
    let fault = |said: &str| said.lines().find(|line| line.contains("cycle ")).map(str::to_owned);
    assert!(fault(&many).is_some());
    assert_eq!(fault(&many), fault(&one));

    let datapath = |more: &str| {
        let (code, said, _) = simulate(&format!("--module brew_datapath --random 120000{more}"));
        assert_eq!(code, 0);
        said
    };
    assert_eq!(datapath(""), datapath(" --one-run"));
}
