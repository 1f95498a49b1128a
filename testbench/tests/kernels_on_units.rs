//! PTX kernels whose instructions run on several units.

use crate::program::{has, lanesmith_line as lanesmith};
use crate::ptx_kernel::{ARGUMENTS, folder, run};
use std::fs;

/// Instructions of three units, each on results of others, with others between them.
const MIXED: &str = "\
vadd4.u32.u32.u32 r1, r30, r31, r30;       // 05060708 + 01010101
prmt.b32 r2, r1, 0, 0x0123;                // its bytes reversed
vadd.u32.u32.u32 r5, r2.b0, r2.b3;         // 6 + 9
cvt.u16.u32 h1, r5;
setp.gt.u16 p1, h1, 14;
@p1 vmad.u32.u32.u32.shr7 r3, r5, 256, 0;
@!p1 vsub4.u32.u32.u32 r3, r5, r5, r5;
shl.b32 r6, r3, 1;
vmax4.u32.u32.u32 r4, r6, r1, r6;          // lane 0: 60 or 9";

const RESULT: &str = "out: 16 bytes: 0x06070809 0x09080706 0x0000001e 0x0607083c\n";

#[test]
fn instructions_of_three_units_wait_for_each_others_results() {
    let folder = folder(MIXED);
    for options in [
        "",
        "--engine rust-hdl",
        "--engine native --latency 0 --gaps always",
        "--engine native --stalls heavy --seed 9",
    ] {
        let (status, out, err) = run(folder.path(), options);
        assert_eq!((status, err.as_str()), (0, ""), "{options}: {out}");
        has(&out, &[RESULT, "2 of video_alu, 2 of video_scalar, 1 of byte_permute"]);
        let compared = out.contains("no mismatch: 5 instructions on hardware, ");
        assert_eq!(compared, !options.is_empty(), "{options}: {out}");
    }
}

#[test]
fn explain_tells_the_instructions_of_all_units_in_order() {
    let folder = folder(MIXED);
    let (status, out, err) = lanesmith(folder.path(), &format!("explain --program k.ptx {ARGUMENTS}"));
    assert_eq!(status, 0, "{err}");
    let wanted = [
        "line 7, thread (0,0,0) of block (0,0,0), iteration 1\n",
        "vadd4.u32.u32.u32 r1",
        "prmt.b32 r2, r1",
        "vadd.u32.u32.u32 r5",
        "@p1 vmad.u32",
        "d = 0x0000001e",
        "vmax4.u32",
    ];
    let places = wanted.map(|text| out.find(text).unwrap_or_else(|| panic!("no {text}: {out}")));
    assert!(places.is_sorted(), "{out}");
}

#[test]
fn waves_are_those_of_the_selected_module_which_alone_has_the_options() {
    let folder = folder(MIXED);
    for (module, signal) in [
        ("video_alu", "video_alu"),
        ("byte_permute", "byte_permute"),
        ("video_scalar --mad", "video_scalar"),
    ] {
        let (status, out, err) = run(
            folder.path(),
            &format!("--engine native --module {module} --vcd {signal}.vcd"),
        );
        assert_eq!(status, 0, "{out}{err}");
        let waves = fs::read_to_string(folder.path().join(format!("{signal}.vcd"))).expect("waves");
        let scopes = ["video_alu", "byte_permute", "video_scalar"].map(|other| waves.contains(&format!(" {other} ")));
        assert_eq!(
            scopes,
            ["video_alu", "byte_permute", "video_scalar"].map(|other| other == signal)
        );
    }
    let (status, _, err) = run(folder.path(), "--engine native --module video_scalar");
    assert_eq!(status, 2);
    has(
        err,
        &["is not in this configuration of video_scalar", "hardware with --mad"],
    );
}

#[test]
fn a_planted_fault_of_the_selected_unit_is_a_mismatch_that_names_thread_iteration_and_line() {
    let body = "mov.u32 r7, 2;\nagain: prmt.b32 r1, r30, r29, 0x3416;\nsub.u32 r7, r7, 1;\nsetp.ne.u32 p0, r7, 0;\n@p0 bra again;";
    let folder = folder(body);
    let with_fault = |fault: usize| {
        let options = "--engine native --module byte_permute --no-counterexample --block 3";
        let arguments = ARGUMENTS.replace(":16", ":48");
        lanesmith(
            folder.path(),
            &format!("run k.ptx {arguments} {options} --fault {fault} --dump out=out{fault}.hex"),
        )
    };
    let mut runs = (0..400).step_by(7).map(|fault| (fault, with_fault(fault)));
    let found = runs.find(|(_, (status, ..))| *status == 1);
    let (fault, (_, out, _)) = found.expect("a fault that shows");
    has(
        &out,
        &[
            "line 8, thread (",
            ",0,0) of block (0,0,0), iteration ",
            "prmt.b32",
            "1 mismatch: ",
        ],
    );
    let dump = folder.path().join(format!("out{fault}.hex"));
    assert!(!dump.exists(), "no results after a mismatch");
}

#[test]
fn instructions_in_flight_at_a_reset_are_given_to_the_units_again() {
    let folder = folder(MIXED);
    for cycle in [0, 3, 6, 11] {
        let (status, out, err) = run(
            folder.path(),
            &format!("--engine native --gaps always --reset-at {cycle}"),
        );
        assert_eq!(status, 0, "{cycle}: {out}{err}");
        assert!(out.contains(RESULT), "{cycle}: {out}");
    }
    let (status, _, err) = run(folder.path(), "--engine native --reset-at 100000");
    assert_eq!(status, 2);
    has(err, &["--reset-at 100000: k.ptx took only ", "choose an earlier cycle"]);
}
