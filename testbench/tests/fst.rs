//! FST beside VCD: the same waves, in a tenth of the size.

use lanesmith::hdl::Simulation;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use wellen::simple::Waveform;

fn lanesmith(folder: &Path, command: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .current_dir(folder)
        .args(command.split(' '))
        .output()
        .expect("a run")
}

/// A variable: its name, its width, its encoding, and its changes with their times.
type Variable = (String, Option<u32>, String, Vec<(u64, String)>);

/// Every variable, in the order of declaration.
fn everything(waves: &mut Waveform) -> Vec<Variable> {
    let variables: Vec<_> = waves.hierarchy().all_vars().collect();
    let one = |variable: wellen::VarRef| {
        let hierarchy = waves.hierarchy();
        let (name, index) = (hierarchy[variable].full_name(hierarchy), hierarchy[variable].index());
        let (bits, signal) = (hierarchy[variable].length(hierarchy), hierarchy[variable].signal_ref());
        waves.load_signals(&[signal]);
        let changes = waves.get_signal(signal).expect("a loaded signal").iter_changes();
        let times = waves.time_table();
        let changes = changes.map(|(at, value)| (times[at as usize], value.to_bit_string().expect("bits")));
        (name, bits, format!("{index:?}"), changes.collect())
    };
    variables.into_iter().map(one).collect()
}

/// The number of changes, which are the same in both files.
fn compare(vcd: &Path, fst: &Path) -> usize {
    let [mut plain, mut compressed] = [vcd, fst].map(|path| wellen::simple::read(path).expect("a readable file"));
    assert_eq!(plain.time_table(), compressed.time_table(), "{}", fst.display());
    let [plain, compressed] = [&mut plain, &mut compressed].map(everything);
    assert_eq!(plain.len(), compressed.len());
    for (one, other) in plain.iter().zip(&compressed) {
        assert_eq!(one, other, "{}", fst.display());
    }
    plain.iter().map(|(.., changes)| changes.len()).sum()
}

#[test]
fn fst_of_every_unit_equals_vcd_in_a_tenth_of_its_size() {
    let folder = tempfile::tempdir().expect("a folder");
    for module in [
        "video_alu",
        "video_core",
        "byte_permute",
        "brew_datapath",
        "riscv_pcpi",
        "riscv_cfu",
        "riscv_cv_x_if",
        "neorv32_cfu",
    ] {
        for format in ["vcd", "fst"] {
            let work = "--random 3000 --seed 7 --one-run --cycles 0..3000";
            let run = lanesmith(
                folder.path(),
                &format!("simulate --module {module} {work} --{format} {module}.{format}"),
            );
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        }
        let at = |extension: &str| folder.path().join(module).with_extension(extension);
        let changes = compare(&at("vcd"), &at("fst"));
        assert!(changes > 10_000, "{module}: {changes} changes");
        let size = |extension| fs::metadata(at(extension)).expect("a file").len();
        let (vcd, fst) = (size("vcd"), size("fst"));
        assert!(10 * fst <= vcd, "{module}: {fst} of {vcd} bytes");
        let save = fs::read_to_string(at("gtkw")).expect("a save file");
        assert!(save.starts_with(&format!("[dumpfile] \"{module}.fst\"\n")), "{save}");
    }
}

#[test]
fn fst_of_a_window_and_of_no_cycle_equals_vcd() {
    let folder = tempfile::tempdir().expect("a folder");
    let [vcd, fst] = ["w.vcd", "w.fst"].map(|name| folder.path().join(name));
    let write = |cycles| {
        for format in ["vcd", "fst"] {
            let run = lanesmith(
                folder.path(),
                &format!("simulate --random 100 --cycles {cycles} --{format} w.{format}"),
            );
            assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        }
    };
    write("30..60");
    assert!(compare(&vcd, &fst) > 1000);
    write("5000..5001");
    // wellen cannot load signals without any change from FST: names and widths are what such a file has.
    let [plain, compressed] = [vcd, fst].map(|path| {
        let waves = wellen::simple::read(path).expect("readable");
        let hierarchy = waves.hierarchy();
        let variables = hierarchy.all_vars();
        let variables = variables.map(|one| (hierarchy[one].full_name(hierarchy), hierarchy[one].length(hierarchy)));
        variables.collect::<Vec<_>>()
    });
    assert!(plain == compressed);
    assert!(plain.len() > 20, "{plain:?}");
}

#[test]
fn fst_of_a_recording_equals_vcd() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = |path: &Path| {
        let mut simulation: Simulation = crate::hdl_waves::sums();
        simulation.record(path).expect("a recording");
        for cycle in 0..200 {
            simulation.set("a", cycle * 37 % 256).expect("an input");
            simulation.tick().expect("one clock");
        }
        simulation.finish_recording().expect("files").file
    };
    let [vcd, fst] = ["w.vcd", "w.fst"].map(|name| record(&folder.path().join(name)));
    assert!(compare(&vcd, &fst) > 1000);
}

#[test]
fn fst_under_another_name_or_beside_vcd_is_refused_and_leaves_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (option, message) in [
        ("--fst w.vcd", "waves are written as FST; call the file w.fst"),
        ("--fst w", "waves are written as FST; call the file w.fst"),
        ("--fst -", "waves are written as FST; call the file FILE.fst"),
        ("--fst none/w.fst", "there is no folder"),
        ("--fst w.fst --vcd w.vcd", "cannot be used with"),
        ("--cycles 0..10", "required"),
    ] {
        let run = lanesmith(folder.path(), &format!("simulate --random 20 {option}"));
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{option}: {said}");
        assert!(said.contains(message), "{option}: {said}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "{option}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn fst_to_a_full_device_is_an_error_and_a_failed_run_keeps_the_older_file() {
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink("/dev/full", folder.path().join("full.fst")).expect("a link");
    let run = lanesmith(folder.path(), "simulate --random 20 --fst full.fst");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.contains("No space left on device"), "{said}");
    // What stands beside the file cannot be written.
    fs::write(folder.path().join("w.fst"), "older").expect("writable");
    fs::create_dir(folder.path().join("w.sucl")).expect("a folder");
    let run = lanesmith(folder.path(), "simulate --random 20 --fst w.fst");
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(fs::read(folder.path().join("w.fst")).expect("the file"), b"older");
}
