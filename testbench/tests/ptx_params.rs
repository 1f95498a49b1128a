//! Parameters of PTX functions: `ld.param` in modules that `simulate` runs and `explain` explains.

use crate::program::lanesmith;
use lanesmith::ptx::parse;
use tempfile::{TempDir, tempdir};

/// In the form that a compiler gives a kernel: pointers of 64 bits beside words, and a store at its end.
const KERNEL: &str = "\
.version 8.4
.target sm_80
.address_size 64

.visible .entry blend(
    .param .u64 blend_param_0,
    .param .u32 blend_param_1,
    .param .b32 blend_param_2,
    .param .align 4 .b8 blend_param_3[8]
)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<3>;

    ld.param.u64 %rd1, [blend_param_0];
    ld.param.u32 %r1, [blend_param_1];
    ld.param.b32 %r2, [blend_param_2];
    ld.param.u32 %r3, [blend_param_3+4];
    cvta.to.global.u64 %rd2, %rd1;
    vavrg4.u32.u32.u32 %r4, %r1, %r2, %r3;
    vadd4.u32.u32.u32.sat %r5, %r4, %r3, %r3;
    st.global.u32 [%rd2], %r5;
    ret;
}
";

const SET: &str = "blend_param_1=0x10ff2030,blend_param_2=0x20013040,blend_param_3+4=0xff010203";

fn folder(text: &str) -> TempDir {
    let folder = tempdir().expect("a folder");
    std::fs::write(folder.path().join("k.ptx"), text).expect("writable");
    folder
}

/// Golden's result of an instruction.
fn golden(text: &str, [a, b, c]: [u32; 3]) -> u32 {
    let instruction = parse(text, None).expect("an instruction");
    lanesmith::units::video::golden::evaluate(&instruction, a, b, c)
}

#[test]
fn a_compiled_kernel_runs_unedited_on_the_values_of_its_parameters() {
    let folder = folder(KERNEL);
    let [p1, p2, p3] = [0x10ff2030, 0x20013040, 0xff010203];
    let mean = golden("vavrg4.u32.u32.u32 r4, r1, r2, r3", [p1, p2, p3]);
    let sum = golden("vadd4.u32.u32.u32.sat r5, r4, r3, r3", [mean, p3, p3]);
    for engine in ["native", "rust-hdl"] {
        let arguments = ["simulate", "--engine", engine, "--program", "k.ptx", "--set", SET];
        let (status, out, err) = lanesmith(folder.path(), &arguments);
        assert_eq!(status, 0, "{err}");
        for line in [format!("%r4 = {mean:#010x}\n"), format!("%r5 = {sum:#010x}\n")] {
            assert!(out.contains(&line), "{line}{out}");
        }
    }
}

#[test]
fn explain_follows_the_values_through_the_instructions() {
    let folder = folder(KERNEL);
    let (status, out, err) = lanesmith(folder.path(), &["explain", "--program", "k.ptx", "--set", SET]);
    assert_eq!(status, 0, "{err}");
    let mean = golden(
        "vavrg4.u32.u32.u32 r4, r1, r2, r3",
        [0x10ff2030, 0x20013040, 0xff010203],
    );
    assert!(out.contains("a = %r1 = 0x10ff2030, b = %r2 = 0x20013040"), "{out}");
    assert!(
        out.contains(&format!("a = %r4 = {mean:#010x}, b = %r3 = 0xff010203")),
        "{out}"
    );
    assert_eq!(
        out.matches("\nd = ").count() + out.matches("d = %r").count(),
        4,
        "{out}"
    );
    // Each instruction is explained as it is alone.
    let alone = "vavrg4.u32.u32.u32 %r4, %r1, %r2, %r3";
    let operands = ["--a", "0x10ff2030", "--b", "0x20013040", "--c", "0xff010203"];
    let (_, single, _) = lanesmith(folder.path(), &[&["explain", alone], &operands[..]].concat());
    assert!(out.starts_with(single.trim_end()), "{single}\n{out}");
}

#[test]
fn what_is_wrong_with_parameters_is_underlined() {
    for (from, to, set, parts) in [
        (
            "",
            "",
            "blend_param_1=1,blend_param_2=2",
            &[
                "k.ptx:18:24",
                "`blend_param_3+4` is read before",
                "--set blend_param_3+4=VALUE",
            ][..],
        ),
        (
            "[blend_param_1]",
            "[blend_parm_1]",
            SET,
            &[
                "k.ptx:16:24",
                "there is no parameter `blend_parm_1`",
                "did you mean `blend_param_1`?",
            ],
        ),
        (
            ".param .u32 blend_param_1",
            ".param .u16 blend_param_1",
            SET,
            &["k.ptx:16:24", "`blend_param_1` has 2 bytes"],
        ),
        ("+4]", "+8]", SET, &["k.ptx:18:24", "has 8 bytes", "from byte 8 on"]),
        (
            "ld.param.u32 %r1, [blend_param_1]",
            "ld.param.v2.u32 {%r1, %r2}, [blend_param_3]",
            "blend_param_2=1,blend_param_3+4=2",
            &[
                "the value of `%r1` is unknown",
                "`ld.param.v2.u32` in line 16 writes it",
            ],
        ),
        (
            "",
            "",
            "blend_param_0=1",
            &["--set blend_param_0: no executed instruction"],
        ),
        ("", "", "blend_param_1=0x100000000", &["does not fit into 32 bits"]),
        ("", "", "blend_param_1", &["is not NAME=VALUE"]),
        (
            "",
            "",
            "blend_param_1=1,blend_param_1=2",
            &["--set blend_param_1: set twice"],
        ),
    ] {
        assert!(KERNEL.contains(from));
        let folder = folder(&KERNEL.replacen(from, to, 1));
        for command in ["simulate", "explain"] {
            let (status, out, err) = lanesmith(folder.path(), &[command, "--program", "k.ptx", "--set", set]);
            assert_eq!((status, out.as_str()), (2, ""), "{command} {set}: {err}");
            for part in parts {
                assert!(err.contains(part), "{command}: no `{part}` in\n{err}");
            }
        }
    }
}

#[test]
fn parameters_of_functions_and_guarded_loads_are_read_too() {
    let text = "\
.func (.param .b32 result) mean (.param .b32 mean_a, .param .s32 mean_b)
{
    .reg .pred p;
    .reg .u32 r<4>;
    ld.param::func.s32 r0, [mean_a];
    mov.u32 r1, 7;
    @p ld.param.b32 r1, [mean_b];
    vavrg4.u32.u32.u32 r2, r0, r1, r0;
}
";
    let folder = folder(text);
    for (p, b) in [(0, 7), (1, 0x01020304)] {
        let set = format!("mean_a=0x11223344,mean_b=0x01020304,p={p}");
        let (status, out, err) = lanesmith(folder.path(), &["simulate", "--program", "k.ptx", "--set", &set]);
        assert_eq!(status, 0, "{err}");
        let mean = golden("vavrg4.u32.u32.u32 r2, r0, r1, r0", [0x11223344, b, 0x11223344]);
        assert!(out.contains(&format!("r2 = {mean:#010x}\n")), "{out}");
    }
}
