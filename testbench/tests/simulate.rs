//! The command `simulate` as a user meets it.

use crate::program::{has, lanesmith_line as run, names};
use std::fs;

/// The arguments that repeat a failure.
fn repeated(out: &str) -> &str {
    let mut lines = out.lines();
    let line = lines.find_map(|line| line.strip_prefix("repeat: lanesmith "));
    line.unwrap_or_else(|| panic!("no command in {out}"))
}

#[test]
fn random_instructions_run_with_waves_of_inner_nets_and_leave_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, out, err) = run(
        folder.path(),
        "simulate --random 300 --seed 5 --vcd w.vcd --cycles 10..50",
    );
    assert_eq!((status, err.as_str()), (0, ""));
    has(
        &out,
        &["seed 5", "300 instructions", "no mismatch", "w.vcd: cycles 10..50"],
    );
    let expected = ["w.gtkw", "w.instruction.txt", "w.mode.txt", "w.types.txt", "w.vcd"];
    assert_eq!(names(folder.path()), expected);
    let waves = wellen::simple::read(folder.path().join("w.vcd")).expect("a readable VCD");
    assert!(waves.hierarchy().all_vars().count() > 300);
}

#[test]
fn a_wrong_vector_is_a_mismatch_that_can_be_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "instruction,a,b,c,d\n\"vadd4.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n\"vsub4.u32.u32.u32 r1, r2, r3, r4\",1,1,0,7\n";
    fs::write(folder.path().join("v.csv"), text).expect("a file");
    let (status, out, _) = run(
        folder.path(),
        "simulate --vectors v.csv --stalls always --no-counterexample",
    );
    assert_eq!(status, 1);
    has(
        &out,
        &["vsub4.u32.u32.u32 r1, r2, r3, r4;", "lane 0 0x00 instead of 0x07"],
    );
    let (status, again, _) = run(folder.path(), repeated(&out));
    assert_eq!(status, 1);
    has(&again, &["mismatch.vcd: cycles 0.."]);
    assert!(folder.path().join("mismatch.gtkw").exists());
}

#[test]
fn bad_input_is_named_with_its_place_and_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("legal.csv"), "instruction,accepted,reason\n").expect("a file");
    let before = names(folder.path());
    for (arguments, message) in [
        ("--vectors legal.csv", "legal.csv"),
        ("--vcd w.vcd --cycles 5..5", "is not A..B with A below B"),
        ("--cycles 0..10", "required"),
        ("--vcd nowhere/w.vcd", "there is no folder nowhere"),
        ("--core --reset-at 5", "video_core has no handshake"),
        (
            "--module brew_datapath --stalls heavy",
            "does not have the option --stalls",
        ),
        ("--latency 6", "expected a whole number, 0 to 5"),
    ] {
        let (status, _, err) = run(folder.path(), &format!("simulate {arguments}"));
        assert_eq!(status, 2, "{arguments}");
        has(&err, &[message]);
        assert_eq!(names(folder.path()), before, "{arguments}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn waves_to_a_full_device_are_an_error_and_a_failed_run_keeps_the_older_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("/dev/full", file("full.vcd")).expect("a link");
    let (status, _, err) = run(folder.path(), "simulate --random 20 --vcd full.vcd");
    assert_eq!(status, 2, "{err}");
    has(&err, &["No space left on device"]);
    // What stands beside the file cannot be written.
    fs::write(file("w.vcd"), "older").expect("writable");
    fs::create_dir(file("w.gtkw")).expect("a folder");
    assert_eq!(run(folder.path(), "simulate --random 20 --vcd w.vcd").0, 2);
    assert_eq!(fs::read(file("w.vcd")).expect("the file"), b"older");
}

#[test]
fn the_datapath_is_simulated_on_random_programs_and_on_vectors_and_a_fault_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/src/units/vectors/brew_alu.csv");
    for (work, status, said) in [
        ("--random 2500 --vcd w.vcd --cycles 0..50", 0, "w.vcd: cycles 0..50"),
        ("--random 2500 --reset-at 700 --gaps bursts", 0, "no mismatch"),
        (
            &format!("--vectors {table}"),
            0,
            "of 24513 vectors skipped: agrees = no",
        ),
        (
            &format!("--vectors {table} --no-float --serial-multiplier"),
            0,
            "no mismatch",
        ),
        ("--random 5000 --fault 1000", 1, "counterexample: "),
    ] {
        let (found, out, _) = run(folder.path(), &format!("simulate --module brew_datapath {work}"));
        assert_eq!(found, status, "{work}: {out}");
        has(&out, &[said]);
    }
}

#[test]
fn many_instructions_run_side_by_side_and_a_faulty_run_is_told_as_a_run_of_its_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, said, _) = run(folder.path(), "simulate --random 70001 --seed 5");
    assert_eq!(status, 0);
    has(
        &said,
        &["256 runs side by side, with seeds 5 to 260", "70001 instructions"],
    );
    let (status, said, _) = run(folder.path(), "simulate --random 70001 --seed 5 --one-run");
    assert!(status == 0 && !said.contains("side by side"), "{said}");

    let (status, many, _) = run(folder.path(), "simulate --random 70001 --fault 300 --no-counterexample");
    assert_eq!(status, 1, "{many}");
    let (status, one, _) = run(folder.path(), repeated(&many));
    assert_eq!(status, 1, "{one}");
    // But for the line about many runs, both say the same of the fault.
    let fault = |said: &str| said.lines().find(|line| line.contains("cycle ")).map(str::to_owned);
    assert!(fault(&many).is_some());
    assert_eq!(fault(&many), fault(&one));

    let [many, one] = ["", " --one-run"].map(|more| {
        let (status, out, _) = run(
            folder.path(),
            &format!("simulate --module brew_datapath --random 120000{more}"),
        );
        (status, out)
    });
    assert_eq!((&many, many.0), (&one, 0));
}
