//! `run` on Brew programs with registers of its own and windows of waves.

use crate::brew_assembly::{all, run};

#[test]
fn registers_are_given_to_golden_and_hardware_alike() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("r.txt"), "$r3 = fp32:2 # a\n\nfp=int16x2:-1,2\n").unwrap();
    let sets = [
        "--set",
        "r3=fp32:1.5",
        "--set",
        "r4=int8x4:1,2,3,4",
        "--set",
        "r5=0x10",
        "--registers",
        "r.txt",
    ];
    let arguments = [&["run", "--trace", "--format", "assembly", "-"], &sets[..]].concat();
    let program = "$r6 <- $r3 + $r3\n$r7 <- $r4 + $r4\n$pc <- $r5\n";
    let golden = run(folder.path(), &arguments, program);
    assert_eq!(golden.status, 0, "{}", golden.err);
    let lines = [
        "    0 0000: 6433",
        "    2 0004: 5002",
        "invalid instruction: this machine has no jumps",
        "$r3  3fc00000 fp32",
        "$r4  04030201 int8x4",
        "$r5  00000010 int32",
        "$r6  40400000 fp32",
        "$r7  08060402 int8x4",
        "$r12 0002ffff int16x2",
        "3 instructions, 1 exceptions\n",
        "this machine has no jumps: such instructions raised the exception",
    ];
    all(&golden.out, &lines);
    let hardware = [&arguments[..], &["--engine", "native", "--compare"]].concat();
    let hardware = run(folder.path(), &hardware, program);
    assert_eq!(hardware.status, 0, "{}{}", hardware.out, hardware.err);
    all(
        &hardware.out,
        &["begin with 8 instructions that set the registers", "no mismatch"],
    );
    let registers = |out: &str| {
        out.lines()
            .filter(|line| line.starts_with("$r"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(registers(&hardware.out), registers(&golden.out));
    for (arguments, part) in [
        (&["--set", "r3=1", "--set", "r3=2"][..], "--set r3: set twice"),
        (&["--set", "r4=int8x4:1,2"], "int8x4 has 4 lanes"),
        (&["--registers", "none.txt"], "cannot read none.txt"),
        (&["--cycles", "1..2"], "--vcd"),
    ] {
        let all_of_it = [&["run", "--format", "assembly", "-"], arguments].concat();
        let refused = run(folder.path(), &all_of_it, "nop\n");
        assert_eq!(refused.status, 2);
        all(&refused.err, &[part]);
    }
    std::fs::write(folder.path().join("r.txt"), "r1=0\nr1=1\nr2=int9:1\n").unwrap();
    let refused = run(
        folder.path(),
        &["run", "--format", "assembly", "-", "--registers", "r.txt"],
        "nop\n",
    );
    all(
        &refused.err,
        &["r.txt:2:1", "$r1 is set twice", "r.txt:3:1", "`int9` is not a type"],
    );
}

#[test]
fn waves_of_a_run_are_those_of_the_cycles_that_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let program = "nop\n".repeat(40);
    let times = |window: &[&str]| {
        let arguments = [
            "run", "--format", "assembly", "-", "--engine", "native", "--vcd", "x.vcd",
        ];
        let found = run(folder.path(), &[&arguments[..], window].concat(), &program);
        assert_eq!(found.status, 0, "{}", found.err);
        let vcd = std::fs::read_to_string(folder.path().join("x.vcd")).unwrap();
        vcd.lines().filter(|line| line.starts_with('#')).count()
    };
    let (all, some) = (times(&[]), times(&["--cycles", "5..10"]));
    assert!(all > 60 && some > 3 && some < 15, "{all} {some}");
}
