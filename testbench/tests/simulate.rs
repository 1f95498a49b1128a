//! The commands `simulate` and `build` as a user meets them.

use crate::program::lanesmith;
use std::fs;
use std::path::Path;

const MODULE: &str =
    ".reg .u32 r<8>;\n.reg .pred p;\nvadd4.u32.u32.u32.sat r1, r2, r3, r4;\n@p vmin4.u32.u32.u32 r1, r1, r3, r4;\n";

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
fn a_program_prints_its_registers() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("m.ptx"), MODULE).expect("a file");
    let run = |predicate| {
        let sets = [
            "--set",
            "r2=0xff010203",
            "--set",
            "r3=0x02020202",
            "--set",
            "r4=0",
            "--set",
            predicate,
        ];
        lanesmith(
            folder.path(),
            &[&["simulate", "--program", "m.ptx"], &sets[..]].concat(),
        )
    };
    let (status, out, _) = run("p=0");
    assert_eq!(status, 0);
    assert!(
        out.contains("r1 = 0xff030405\n") && out.contains("1 instructions not executed"),
        "{out}"
    );
    let (status, out, _) = run("p=1");
    assert_eq!(status, 0);
    assert!(out.contains("r1 = 0x02020202\n"), "{out}");
}

#[test]
fn a_program_is_told_about_signs_without_effect_and_about_kinds_that_are_not_executed() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |text: &str| {
        let text = format!(".reg .b32 r<9>;\n{text}\n");
        fs::write(folder.path().join("m.ptx"), text).expect("a file");
        let arguments = "simulate --program m.ptx --set r2=0x0101 --set r3=0x0202 --set r4=0";
        lanesmith(folder.path(), &arguments.split(' ').collect::<Vec<_>>())
    };
    let ours = "vadd4.u32.u32.u32 r1, -r2, -r3, r4;";
    let (status, out, err) = run(&format!(
        "{ours}\nvmad.s32.s32.s32.shr7 r8, -r2, -r3, r4;\nvset.u32.u32.lt r6, r2, r3;\nset.lt.u8x4 r7, r2, r3;"
    ));
    assert_eq!(status, 0, "{err}");
    for part in [
        "r1 = 0x00000303\n",
        "1 instructions with a sign before both a and b, the first in line 2: such signs change nothing\n",
        "r8 = 0x00000408\n",
        "r6 = 0x00000001\n",
        "1 packed comparisons not executed, the first `set.lt.u8x4` in line 5\n",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (status, out, _) = run(&ours.replace('-', ""));
    assert!(
        status == 0 && !out.contains("sign") && !out.contains("not executed"),
        "{out}"
    );
    let (status, _, err) = run(&format!("set.lt.u8x4 r2, r3, r3;\n{ours}"));
    assert_eq!(status, 2);
    let part = "`set.lt.u8x4` (a packed comparison) in line 2 writes it and is not executed";
    assert!(err.contains(part), "{err}");
    let (status, _, err) = run("set.lt.u8x4 r2, r3, r3;");
    assert_eq!(status, 2);
    let part = "no video, packed or permute instruction in it; `set.lt.u8x4` in line 2 is a packed comparison";
    assert!(err.contains(part), "{err}");
}

#[test]
fn a_register_that_another_instruction_has_written_is_not_read_as_if_it_had_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = ".reg .u32 r<9>;\nvadd4.u32.u32.u32 r1, r2, r3, r4;\npopc.b32 r1, r1;\n\
        ld.global.u32 r6, [rd1];\nvadd4.u32.u32.u32 r5, r1, r3, r8;\n";
    fs::write(folder.path().join("m.ptx"), text).expect("a file");
    let sets = "simulate --program m.ptx --set r2=1 --set r3=2 --set r4=4";
    let arguments: Vec<&str> = sets.split(' ').collect();
    let (status, out, err) = lanesmith(folder.path(), &arguments);
    assert_eq!(status, 2, "{out}");
    for part in [
        "the value of `r1` is unknown: `popc.b32` in line 3 writes it and is not executed",
        "m.ptx:5:23",
        "`r8` is read before it has a value",
        "m.ptx:5:31",
        "--set r8=VALUE gives it one",
    ] {
        assert!(err.contains(part), "{part}: {err}");
    }
}

#[test]
fn every_sample_program_runs_as_its_comment_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut samples = 0;
    for name in files(&root.join("sim/programs"))
        .iter()
        .filter(|name| name.ends_with(".ptx"))
    {
        let text = fs::read_to_string(root.join("sim/programs").join(name)).expect("a text");
        let comment = text.lines().skip(1).map_while(|line| line.strip_prefix("//"));
        let command: String = comment.map(|line| line.trim_end_matches('\\')).collect();
        let words: Vec<&str> = command.split_whitespace().skip(1).collect();
        let (status, out, err) = lanesmith(root, &words);
        assert_eq!((status, err.as_str()), (0, ""), "{name}: {out}");
        assert!(out.contains("no mismatch") && out.contains(" = 0x"), "{name}: {out}");
        samples += 1;
    }
    assert_eq!(samples, 14);
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
    write("m.ptx", MODULE.as_bytes());
    write("typo.ptx", MODULE.replace(".u32.sat", ".u64.sat").as_bytes());
    write("none.ptx", b".version 8.0\n");
    write("binary.ptx", b"ok\n\xff\xfe");
    write("legal.csv", b"instruction,accepted,reason\n");
    let before = files(folder.path());
    for (arguments, message) in [
        (
            &["--program", "m.ptx", "--set", "r2=1"][..],
            "`r3` is read before it has a value",
        ),
        (
            &["--program", "m.ptx", "--set", "r9=1"],
            "--set r9: no executed instruction of m.ptx names it",
        ),
        (&["--program", "m.ptx", "--set", "r2"], "is not NAME=VALUE"),
        (&["--program", "typo.ptx"], "typo.ptx:3:"),
        (
            &["--program", "none.ptx"],
            "none.ptx: no video, packed or permute instruction",
        ),
        (&["--program", "binary.ptx"], "binary.ptx:2:1: byte 0xff is not text"),
        (&["--program", "missing.ptx"], "cannot read missing.ptx"),
        (&["--vectors", "legal.csv"], "legal.csv"),
        (&["--set", "r2=1"], "--program"),
        (&["--vcd", "w.vcd", "--cycles", "5..5"], "is not A..B with A below B"),
        (&["--vcd", "nowhere/w.vcd"], "there is no folder nowhere"),
        (&["--core", "--reset-at", "5"], "video_core has no handshake"),
        (
            &["--module", "brew_datapath", "--program", "m.ptx"],
            "programs of the datapath are run by `lanesmith run`",
        ),
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
fn build_writes_every_shipped_configuration_with_waves_and_finds_no_mismatch() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, out, err) = lanesmith(folder.path(), &["build", "--random", "500"]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    for latency in [0, 3, 5] {
        let name = format!("video_alu_l{latency}");
        let row = out
            .lines()
            .find(|line| line.contains(&format!("{name} ")))
            .expect("a row");
        assert!(row.contains(" 20160 ") && row.contains(" 500 "), "{row}");
        assert!(folder.path().join("rtl_out").join(&name).join("video_alu.v").exists());
        for extension in ["vcd", "gtkw"] {
            assert!(
                folder
                    .path()
                    .join("sim/out")
                    .join(&name)
                    .with_extension(extension)
                    .exists()
            );
        }
    }
    let datapath = out
        .lines()
        .find(|line| line.contains("brew_datapath_d3 "))
        .expect("a row");
    assert!(
        datapath.contains(" 18259 ") && datapath.contains(" 500 ") && datapath.contains("brew_datapath_d3.gtkw"),
        "{datapath}"
    );
    assert!(folder.path().join("sim/out/brew_datapath_d3.vcd").exists());
    assert!(out.contains("all results are correct"), "{out}");
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
