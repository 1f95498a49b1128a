//! Kernels: what plain C, the unit and golden leave in memory is the same.

use crate::skip::skipped;
use crate::{cores, missing};
use cores::kernels::{KERNELS, Kernel, host};
use cores::{CoreSimulator, RiscvCore};
use lanesmith::sim::EngineError;
use std::io::Read;
use std::process::Command;

/// The kernels at these latencies.
fn check(core: RiscvCore, latencies: [u32; 2]) {
    for latency in latencies {
        let built = CoreSimulator::new(core, &core.unit(latency), None);
        match built.and_then(|machine| kernels(core, latency, &machine)) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            checked => checked.expect("a machine and its runs"),
        }
    }
}

fn kernels(core: RiscvCore, latency: u32, machine: &CoreSimulator) -> Result<(), EngineError> {
    for kernel in &KERNELS {
        let measured = machine.kernel(kernel, 3)?;
        assert_eq!(measured.fault(kernel), None, "{} on {core:?}", kernel.name);
        let (plain, unit) = (measured.plain_times, measured.unit_times);
        println!(
            "{core:?}, latency {latency}, {}: plain C {plain:?}, with the unit {unit:?}",
            kernel.name
        );
        for [plain, unit] in [[plain.all, unit.all], [plain.inner, unit.inner]] {
            assert!(
                unit > 0 && plain > 2 * unit,
                "{}: {plain} and {unit} cycles",
                kernel.name
            );
        }
        assert!(plain.inner < plain.all && unit.inner < unit.all, "{}", kernel.name);
    }
    Ok(())
}

#[test]
#[ignore = "builds two cores"]
fn on_picorv32_kernels_take_less_than_half_the_cycles() {
    check(RiscvCore::Picorv32, [0, 5]);
}

#[test]
#[ignore = "builds two cores"]
fn on_vexriscv_kernels_take_less_than_half_the_cycles() {
    check(RiscvCore::Vexriscv, [0, 3]);
}

#[test]
#[ignore = "builds two cores"]
fn on_cv32e40x_kernels_take_less_than_half_the_cycles() {
    check(RiscvCore::Cv32e40x, [0, 3]);
}

fn named(name: &str) -> &'static Kernel {
    KERNELS.iter().find(|kernel| kernel.name == name).expect("a kernel")
}

#[test]
#[ignore = "builds two cores"]
fn interrupts_on_cv32e40x_kill_instructions_that_the_unit_holds_and_change_no_result() {
    for latency in [0, 4] {
        let core = RiscvCore::Cv32e40x;
        let machine = match CoreSimulator::new(core, &core.unit(latency), None) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            machine => machine.expect("a machine"),
        };
        let (measured, killed) = match machine.kernel_under(named("median"), 3, 32) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            measured => measured.expect("a run"),
        };
        assert_eq!(measured.fault(named("median")), None);
        assert!(killed > 0, "the interrupts killed no instruction of the unit");
    }
}

#[test]
fn kernels_in_portable_c_leave_what_golden_says() {
    for kernel in &KERNELS {
        for seed in 1..4 {
            let measured = match host(kernel, seed) {
                Err(EngineError::Unavailable(why)) => return skipped(why),
                measured => measured.expect("a run"),
            };
            assert_eq!(measured.fault(kernel), None, "{}", kernel.name);
        }
    }
}

/// `cores kernels` in a folder of its own: exit status, standard output, standard error.
fn shown(arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    cores(folder.path(), &[&["kernels"], arguments].concat())
}

#[test]
fn options_that_play_no_part_in_a_demonstration_are_refused() {
    for (arguments, expected) in [
        (
            &["sad", "--core", "none", "--fpga", "ecp5"][..],
            "error: --fpga has no effect here: --core none is not hardware; leave it out\n",
        ),
        (
            &["--core", "none", "--latency", "1"],
            "error: --latency has no effect here: --core none has no unit in hardware; leave it out\n",
        ),
        (
            &["sad", "--core", "none", "--pictures", "there"],
            "error: --pictures has no effect here: the kernel sad does not work on images; leave it out\n",
        ),
        (
            &["pool", "--core", "none"],
            "error: --isa custom has no kernel pool; choose one of sad, dot, align, blend, threshold, median\n",
        ),
        (
            &["--isa", "p", "--core", "vexriscv"],
            "error: --isa p has no core vexriscv; choose one of picorv32, cv32e40x, none\n",
        ),
        (
            &["--isa", "p", "--core", "none", "--latency", "1"],
            "error: --latency has no effect here: --core none has no unit in hardware; leave it out\n",
        ),
        (
            &["--isa", "p", "--fpga", "ecp5"],
            "error: --fpga has no effect here: docs/numbers.md has the area of units for --isa p; leave it out\n",
        ),
    ] {
        let (status, out, errors) = shown(arguments);
        assert_eq!(
            (status, out.as_str(), errors.as_str()),
            (Some(2), "", expected),
            "{arguments:?}"
        );
    }
}

#[test]
fn this_computer_shows_operations_and_results_and_the_verdict_of_all_runs() {
    if let Err(EngineError::Unavailable(why)) = host(&KERNELS[0], 1) {
        return skipped(why);
    }
    let (status, out, errors) = shown(&["--core", "none"]);
    assert_eq!(status, Some(0), "{errors}");
    let row = |name: &str| {
        let mut lines = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines
            .find(|words| words.first() == Some(&name))
            .unwrap_or_else(|| panic!("{name}: {out}"))
    };
    for kernel in &KERNELS {
        let measured = host(kernel, 1).expect("a run");
        let row = row(kernel.name);
        let first = format!("{:#010x}", (kernel.golden)(&measured.input)[0]);
        assert_eq!([row[2], row[3]], [&measured.unit.len().to_string(), &first], "{row:?}");
        assert!(row[1].parse::<u32>().expect("a number") > 100, "{row:?}");
    }
    // A row of 128 words, the swaps before and behind it.
    assert_eq!(row("sad")[1], "131");
    let verdict = "results equal golden's in all 12 runs: 6 kernels in plain C and with the unit";
    assert_eq!(out.lines().last(), Some(verdict));
}

#[test]
fn the_report_has_a_case_for_each_kernel() {
    let (status, out, errors) = shown(&["median", "--core", "none", "--json"]);
    if let Some(why) = missing(&errors) {
        return skipped(why);
    }
    assert_eq!(status, Some(0), "{errors}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let case = &report["cases"][0];
    assert_eq!((&case["suite"], &case["name"]), (&"none".into(), &"median".into()));
    assert!(
        case["values"]["operations"].as_u64().is_some_and(|count| count > 0),
        "{case}"
    );
}

#[test]
fn a_wrong_word_of_either_program_is_told() {
    let kernel = named("blend");
    let mut measured = match host(kernel, 1) {
        Err(EngineError::Unavailable(why)) => return skipped(why),
        measured => measured.expect("a run"),
    };
    measured.unit[5] ^= 1;
    let told = measured.fault(kernel).expect("a fault");
    assert!(told.starts_with("C with the unit: word 5 is "), "{told}");
    measured.plain[3] ^= 0x100;
    let told = measured.fault(kernel).expect("a fault");
    assert!(told.starts_with("plain C: word 3 is "), "{told}");
}

#[test]
fn alignments_end_below_and_at_the_greatest_score() {
    let kernel = named("align");
    let measured = match host(kernel, 1) {
        Err(EngineError::Unavailable(why)) => return skipped(why),
        measured => measured.expect("a run"),
    };
    let scores = measured.unit[0].to_le_bytes();
    assert!(
        scores.contains(&255) && scores.iter().any(|score| *score < 255),
        "{scores:?}"
    );
}

#[test]
fn pictures_are_what_the_kernel_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = ["kernels", "threshold", "--core", "none", "--pictures", "there"];
    let (status, _, errors) = cores(folder.path(), &arguments);
    if let Some(why) = missing(&errors) {
        return skipped(why);
    }
    assert_eq!(status, Some(0), "{errors}");
    let pixels = |name: &str| {
        let file = std::fs::read(folder.path().join("there").join(name)).expect("a picture");
        // The head: its length and name, width, height, eight bits of grey.
        assert_eq!(file[8..16], *b"\0\0\0\x0dIHDR");
        assert_eq!(file[16..26], [0, 0, 0, 64, 0, 0, 0, 32, 8, 0]);
        assert_eq!(file[37..41], *b"IDAT");
        let mut lines = vec![];
        flate2::read::ZlibDecoder::new(&file[41..])
            .read_to_end(&mut lines)
            .expect("compressed lines");
        assert_eq!(lines.len(), 32 * 65);
        let lines = lines.chunks(65).inspect(|line| assert_eq!(line[0], 0, "no filter"));
        lines.flat_map(|line| line[1..].to_vec()).collect::<Vec<u8>>()
    };
    let (before, after) = (pixels("threshold-in.png"), pixels("threshold-out.png"));
    assert!(before.iter().any(|pixel| *pixel >= 128) && before.iter().any(|pixel| *pixel < 128));
    for (before, after) in before.iter().zip(after) {
        assert_eq!(after, if *before >= 128 { 255 } else { 0 });
    }
}

#[test]
fn each_kernel_is_a_case_of_the_report() {
    let (status, out, errors) = shown(&["median", "--core", "none", "--json"]);
    if let Some(why) = missing(&errors) {
        return skipped(why);
    }
    assert_eq!(status, Some(0), "{errors}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let case = &report["cases"][0];
    assert_eq!((&case["suite"], &case["name"]), (&"none".into(), &"median".into()));
    assert!(case["values"]["operations"].as_u64() > Some(0), "{case}");
}

#[test]
fn missing_cores_and_compilers_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, expected) in [
        (
            &["sad"][..],
            "pythondata-cpu-picorv32 not found: pip3 install --no-deps --target target/cores pythondata-cpu-picorv32",
        ),
        (
            &["--isa", "p"],
            "ziglang==0.17.1 not found: pip3 install --no-deps --target target/clang ziglang==0.17.1",
        ),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cores"));
        command.current_dir(folder.path()).arg("kernels").args(arguments);
        for variable in ["LANESMITH_CORES", "LANESMITH_CLANG"] {
            command.env(variable, folder.path());
        }
        command.env("PATH", "");
        let (status, _, errors) = crate::program(&mut command);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains(expected), "{errors}");
    }
}
