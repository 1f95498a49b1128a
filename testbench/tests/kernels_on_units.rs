//! PTX modules whose instructions run on several units.

use crate::program::lanesmith_line as lanesmith;
use std::fs;

/// Instructions of three units, each on results of others, with plain ones between them.
const MIXED: &str = "\
.visible .entry mixed(.param .u32 x, .param .u32 y)
{
    .reg .b32 %r<12>;
    .reg .b16 %rs<3>;
    .reg .pred %p<2>;
    ld.param.u32 %r1, [x];
    ld.param.u32 %r2, [y];
    vadd4.u32.u32.u32 %r3, %r1, %r2, %r1;      // 05060708 + 01010101
    prmt.b32 %r4, %r3, 0, 0x0123;              // its bytes reversed
    vadd.u32.u32.u32 %r5, %r4.b0, %r4.b3;      // 6 + 9
    cvt.u16.u32 %rs1, %r5;
    setp.gt.u16 %p1, %rs1, 14;
    @%p1 vmad.u32.u32.u32.shr7 %r6, %r5, 256, 0;
    @!%p1 vsub4.u32.u32.u32 %r6, %r5, %r5, %r5;
    shl.b32 %r7, %r6, 1;
    vmax4.u32.u32.u32 %r8, %r7, %r3, %r7;      // lane 0: 60 or 9
}
";

const SET: &str = "x=0x05060708,y=0x01010101";

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("m.ptx"), text).expect("writable");
    folder
}

#[test]
fn instructions_of_three_units_wait_for_each_others_results() {
    let folder = folder(MIXED);
    for options in [
        "",
        " --engine rust-hdl",
        " --latency 0 --gaps always",
        " --module byte_permute",
        " --stalls heavy --seed 9",
    ] {
        let (status, out, err) = lanesmith(folder.path(), &format!("simulate --program m.ptx --set {SET}{options}"));
        assert_eq!((status, err.as_str()), (0, ""), "{options}: {out}");
        for line in [
            "%r3 = 0x06070809\n",
            "%r4 = 0x09080706\n",
            "%r5 = 0x0000000f\n",
            "%rs1 = 0x000f\n",
            "%r6 = 0x0000001e\n",
            "%r8 = 0x0607083c\n",
            "1 instructions not executed: guard false\n",
            "2 on video_scalar_l3_mad, 1 on byte_permute_l1\n",
            "5 instructions, ",
        ] {
            assert!(out.contains(line), "{options}: no {line}{out}");
        }
    }
}

#[test]
fn explain_tells_the_instructions_of_all_units_in_order() {
    let folder = folder(MIXED);
    let (status, out, err) = lanesmith(folder.path(), &format!("explain --program m.ptx --set {SET}"));
    assert_eq!(status, 0, "{err}");
    let wanted = [
        "vadd4.u32.u32.u32 %r3",
        "prmt.b32 %r4, %r3",
        "vadd.u32.u32.u32 %r5",
        "@%p1 vmad.u32",
        "vmax4.u32",
    ];
    let places = wanted.map(|text| out.find(text).unwrap_or_else(|| panic!("no {text}: {out}")));
    assert!(places.is_sorted(), "{out}");
    assert!(out.contains("d = 0x0000001e"), "{out}");
}

#[test]
fn waves_are_those_of_the_selected_module_which_alone_has_the_options() {
    let folder = folder(MIXED);
    for (module, signal) in [
        ("video_alu", "video_alu"),
        ("byte_permute", "byte_permute"),
        ("video_scalar --mad", "video_scalar"),
    ] {
        let arguments = format!("simulate --program m.ptx --set {SET} --module {module} --vcd {signal}.vcd");
        let (status, out, err) = lanesmith(folder.path(), &arguments);
        assert_eq!(status, 0, "{out}{err}");
        let waves = fs::read_to_string(folder.path().join(format!("{signal}.vcd"))).expect("waves");
        for other in ["video_alu", "byte_permute", "video_scalar"] {
            assert_eq!(
                waves.contains(&format!(" {other} ")),
                other == signal,
                "{other} in {signal}.vcd"
            );
        }
    }
    let arguments = format!("simulate --program m.ptx --set {SET} --module video_scalar");
    let (status, _, err) = lanesmith(folder.path(), &arguments);
    assert_eq!(status, 2);
    assert!(
        err.contains("is not in this configuration of video_scalar") && err.contains("hardware with --mad"),
        "{err}"
    );
}

#[test]
fn a_planted_fault_of_the_selected_unit_is_a_mismatch() {
    let folder = folder(MIXED);
    let run = |fault: usize| {
        let arguments =
            format!("simulate --program m.ptx --set {SET} --module byte_permute --fault {fault} --no-counterexample");
        lanesmith(folder.path(), &arguments)
    };
    let found = (0..400).step_by(7).map(run).find(|(status, ..)| *status == 1);
    let (_, out, _) = found.expect("a fault that shows");
    assert!(
        out.contains("prmt.b32") && out.contains("1 mismatch") && out.contains("repeat: lanesmith simulate"),
        "{out}"
    );
    assert!(
        !out.contains("%r8 = "),
        "registers after a mismatch are not known: {out}"
    );
}

#[test]
fn instructions_in_flight_at_a_reset_are_given_to_the_units_again() {
    let folder = folder(MIXED);
    for cycle in 0..20 {
        let arguments = format!("simulate --program m.ptx --set {SET} --gaps always --reset-at {cycle}");
        let (status, out, err) = lanesmith(folder.path(), &arguments);
        assert_eq!(status, 0, "{cycle}: {out}{err}");
        assert!(out.contains("%r8 = 0x0607083c\n"), "{cycle}: {out}");
    }
}

#[test]
fn a_value_that_does_not_fit_into_the_register_is_refused() {
    let folder = folder(".reg .b16 h; .reg .b32 r<3>; cvt.u32.u16 r1, h; vadd4.u32.u32.u32 r2, r1, r1, r1;");
    for (value, fits) in [("65535", true), ("-32768", true), ("65536", false), ("-32769", false)] {
        let (status, out, err) = lanesmith(folder.path(), &format!("simulate --program m.ptx --set h={value}"));
        assert_eq!(status, if fits { 0 } else { 2 }, "{value}: {out}{err}");
        assert!(
            fits || err.contains("--set h: ") && err.contains("does not fit into the 16 bits"),
            "{err}"
        );
    }
}
