//! PTX modules executed instruction by instruction on hardware: dependences, guards, registers.

use crate::model::{Faulty, Model, Plant};
use lanesmith::execution::{Feed, Issue, PtxExecution, Unset};
use lanesmith::ptx::{PtxModule, parse};
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::unit::pipelined::{self, Pipelined, PipelinedScoreboard};
use lanesmith::units::video::golden::evaluate;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::units::video::{PTX_UNIT, Video};

const MODULE: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry blend(.param .u64 p0)
{
    .reg .u32 r<8>;
    .reg .pred p, q;
    ld.param.u64 rd1, [p0];
    vadd4.u32.u32.u32.sat r1, r2, r3, r4;
    vsub4.s32.u32.u32.add r1, r1, r2, r1;   // needs the line above
    @p  vmax2.s32.s32.s32 r5.h1, r1, r3, r2;
    @!p vmin2.s32.s32.s32 r5.h1, r1, r3, r2;
    vabsdiff4.u32.u32.u32 r2, r5, r1, r5;
    ret;
}
";

fn module() -> PtxModule {
    PtxModule::parse(MODULE).expect("a correct module")
}

/// The initial value of a register, with `p` as given.
fn initial(p: u32) -> impl Fn(&str) -> Option<u32> {
    move |name| match name {
        "p" => Some(p),
        "r2" => Some(0x1234_80ff),
        "r3" => Some(0x7f01_ff02),
        "r4" => Some(5),
        _ => None,
    }
}

/// The instructions of a program for the SIMD video ALU.
fn feed(program: &PtxExecution) -> Feed {
    Feed {
        issue: Issue::new(program.steps()),
        unit: &PTX_UNIT,
    }
}

/// Executes the module on a pipeline; returns the registers by name.
fn execute(latency: usize, p: u32) -> (Vec<(String, Option<u32>)>, usize) {
    let program = PtxExecution::new(&module(), initial(p)).expect("all registers have values");
    let settings = TrafficSettings {
        gaps: Profile::Rare,
        stalls: Profile::Heavy,
        seed: latency as u64,
    };
    let mut bench = pipelined::bench(Box::new(Model::new(latency)), settings);
    let mut scoreboard = PipelinedScoreboard::new(Video::alu(VideoConfig::full(latency as u32)), feed(&program), 0);
    bench.reset(&mut scoreboard, 2).expect("a correct reset");
    let summary = bench.run(&mut scoreboard, None).expect("a correct pipeline");
    assert_eq!(summary.retired, 4);
    let registers = program
        .registers()
        .map(|(register, value)| (register.name.clone(), value));
    (registers.collect(), program.skipped())
}

#[test]
fn dependent_instructions_wait_for_their_results_at_every_latency() {
    let run = |text: &str, a, b, c| evaluate(&parse(text, None).expect("an instruction"), a, b, c);
    for p in [0, 1] {
        let (r2, r3, r4) = (0x1234_80ff, 0x7f01_ff02, 5);
        let r1 = run("vadd4.u32.u32.u32.sat r1, r2, r3, r4", r2, r3, r4);
        let r1 = run("vsub4.s32.u32.u32.add r1, r1, r2, r1", r1, r2, r1);
        let either = if p != 0 { "vmax2" } else { "vmin2" };
        let r5 = run(&format!("{either}.s32.s32.s32 r5.h1, r1, r3, r2"), r1, r3, r2);
        let r2 = run("vabsdiff4.u32.u32.u32 r2, r5, r1, r5", r5, r1, r5);
        for latency in 0..=5 {
            let (registers, skipped) = execute(latency, p);
            assert_eq!(skipped, 1);
            for (name, value) in [("r1", r1), ("r2", r2), ("r3", r3), ("r5", r5)] {
                assert!(
                    registers.contains(&(name.into(), Some(value))),
                    "{name} of {registers:?}, p = {p}"
                );
            }
        }
    }
}

#[test]
fn a_register_without_a_value_is_named_with_its_line() {
    let without = |missing: &'static str| {
        let initial = initial(1);
        PtxExecution::new(&module(), move |name| initial(name).filter(|_| name != missing)).map(|_| ())
    };
    let unset = |register: &str, line, read: &str| {
        let start = MODULE.find(read).expect("it is there") + read.find(register).expect("it is there");
        let place = match register {
            "p" => start - 1..start + 1,
            _ => start..start + register.len(),
        };
        Err(vec![Unset {
            register: register.into(),
            line,
            place,
            writer: None,
        }])
    };
    assert_eq!(without("r4"), unset("r4", 10, "r4;"));
    assert_eq!(without("p"), unset("p", 12, "p  vmax2"));
    assert_eq!(without("r9"), Ok(()));
}

/// The module with these statements, without any initial value but `p` = 0.
fn unset(statements: &str) -> Vec<(String, usize, Option<String>)> {
    let text = format!(".reg .u32 r<9>; .reg .pred p, q; .reg .b64 d;\n{statements}");
    let module = PtxModule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let unset = PtxExecution::new(&module, |name| (name == "p").then_some(0)).err();
    let told = unset.into_iter().flatten().map(|unset| {
        assert!(text[unset.place.clone()].contains(&unset.register), "{unset:?}");
        let writer = unset
            .writer
            .map(|writer| format!("{}:{}", writer.line, writer.mnemonic));
        (unset.register, unset.line, writer)
    });
    told.collect()
}

#[test]
fn all_registers_without_a_value_are_told_at_once_each_where_it_is_read_first() {
    let told = unset("vadd4.u32.u32.u32 r1, r2, r3, r2;\n@q vadd4.u32.u32.u32 r5, r1, r4, r3;");
    let names: Vec<(&str, usize)> = told.iter().map(|(name, line, _)| (name.as_str(), *line)).collect();
    assert_eq!(names, [("r2", 2), ("r3", 2), ("q", 3), ("r4", 3)]);
}

#[test]
fn what_an_instruction_has_written_that_is_not_executed_is_unknown() {
    const USE: &str = "vadd4.u32.u32.u32 r8, r1, r1, r1;";
    for (writer, mnemonic) in [
        ("popc.b32 r1, r7;", "popc.b32"),
        ("not.b64 r1, r7;", "not.b64"),
        ("add.u32 r1, r7, r7, r7;", "add.u32"),
        ("cvt.u32.u32 r1, p;", "cvt.u32.u32"),
        ("mov.u32 r1, table;", "mov.u32"),
        ("mov.u32 r1, 1 + 1;", "mov.u32"),
        ("mov.b32 {r1}, r7;", "mov.b32"),
        ("mov.f32 r1, 0f3F800000;", "mov.f32"),
        ("ld.global.v2.u32 {r7, r1}, [d+16];", "ld.global.v2.u32"),
        ("mov.b64 {r7, r1}, d;", "mov.b64"),
        ("shfl.sync.bfly.b32 r1|p, r7, 1, 31, -1;", "shfl.sync.bfly.b32"),
        ("call (r1), f, (r7);", "call"),
        ("call.uni (r1), f;", "call.uni"),
        ("bar.red.popc.u32 r1, 0, p;", "bar.red.popc.u32"),
        ("@!p popc.b32 r1, r1;", "popc.b32"),
        ("@q popc.b32 r1, r1;", "popc.b32"),
        ("bra L; L: mov.u32 r1, 1;", "mov.u32"),
        ("atom.global::cta.add.u32 r1, [d], r7;", "atom.global::cta.add.u32"),
    ] {
        // A value that it had before is the wrong one.
        let told = unset(&format!("@p vadd4.u32.u32.u32 r1, r7, r7, r7; {writer}\n{USE}"));
        assert_eq!(told, [("r1".into(), 3, Some(format!("2:{mnemonic}")))], "{writer}");
    }
    for reader in [
        "st.shared::cta.u32 [r1], r1;",
        "@p mov.u32 r1, 1;",
        "setp.eq.u32 q, r1, r1;",
        "bar.sync 0, r1;",
        "brx.idx r1, table;",
        "call f, (r1);",
        "mov.u32 r2, r1;",
        "{ .reg .u32 r1; mov.u32 r1, 5; }",
    ] {
        let told = unset(&format!("@p vadd4.u32.u32.u32 r7, r7, r7, r7; {reader}\n{USE}"));
        assert_eq!(told, [("r1".into(), 3, None)], "{reader}");
    }
    let predicate = unset("setp.eq.f32 p, r1, r2;\n@p vadd4.u32.u32.u32 r8, r8, r8, r8;");
    assert_eq!(predicate[0], ("p".into(), 3, Some("2:setp.eq.f32".into())));
}

#[test]
fn a_register_that_a_video_instruction_writes_again_is_known_again() {
    let module =
        PtxModule::parse(".reg .u32 r<9>; popc.b32 r1, r2; vadd4.u32.u32.u32 r1, r2, r2, r2; popc.b32 r2, r1;");
    let program = PtxExecution::new(&module.expect("a module"), |_| Some(3)).expect("r2 has a value");
    let known: Vec<bool> = program.registers().map(|(_, value)| value.is_some()).collect();
    assert_eq!(known, [true, false]);
}

/// The registers of a function with these statements, as hardware of a latency leaves them.
fn values(statements: &str, latency: u32, initial: impl Fn(&str) -> Option<u32>) -> Vec<(String, Option<u32>)> {
    let text = format!(".reg .u32 r<9>; .reg .s32 %s; .reg .pred p;\n{statements}");
    let module = PtxModule::parse(&text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let program = PtxExecution::new(&module, initial).unwrap_or_else(|unset| panic!("{text}: {unset:?}"));
    let settings = TrafficSettings {
        gaps: Profile::Rare,
        stalls: Profile::Heavy,
        seed: latency.into(),
    };
    let mut bench = pipelined::bench(Box::new(Model::new(latency as usize)), settings);
    let mut scoreboard = PipelinedScoreboard::new(Video::alu(VideoConfig::full(latency)), feed(&program), 0);
    bench.reset(&mut scoreboard, 2).expect("a correct reset");
    bench.run(&mut scoreboard, None).expect("a correct pipeline");
    let registers = program.registers();
    registers
        .map(|(register, value)| (register.name.clone(), value))
        .collect()
}

#[test]
fn a_mov_copies_numbers_registers_and_special_registers_in_the_order_of_the_text() {
    let text = "mov.u32 r1, 0x01020304; mov.s32 %s, -1; mov.b32 r2, %s; mov.u32 r7, %tid.x; mov.u32 r6, WARP_SZ;
        mov.u32 r0, 0x1ffffffff;
        vadd4.u32.u32.u32 r3, r1, r2, r1;   // 0x00010203
        mov.u32 r4, r3;                     // waits for it
        mov.u32 r1, 0; mov.u32 r3, r7;      // not before it
        @p mov.u32 r1, 9; @!p mov.u32 r7, 9;
        vadd4.u32.u32.u32 r5, r4, r3, r4;
        mov.u32 r5, 6; mov.u32 r8, r5;";
    let initial = |name: &str| match name {
        "%tid.x" => Some(0x10),
        "p" => Some(1),
        _ => None,
    };
    for latency in 0..=5 {
        let found = values(text, latency, initial);
        for (name, value) in [
            ("r0", u32::MAX),
            ("r1", 9),
            ("r2", u32::MAX),
            ("r3", 0x10),
            ("r4", 0x0001_0203),
            ("r5", 6),
            ("r6", 32),
            ("r7", 0x10),
            ("r8", 6),
            ("%tid.x", 0x10),
        ] {
            assert!(
                found.contains(&(name.into(), Some(value))),
                "{name}, {latency}: {found:x?}"
            );
        }
    }
}

#[test]
fn a_mov_hands_on_why_a_value_is_unknown() {
    const USE: &str = "vadd4.u32.u32.u32 r8, r1, r1, r1;";
    for (text, register, line, writer) in [
        ("mov.u32 r1, r7;", "r7", 2, None),
        ("mov.u32 r1, %ctaid.y;", "%ctaid.y", 2, None),
        (
            "ld.global.u32 r7, [d];\nmov.u32 r1, r7;",
            "r7",
            3,
            Some("2:ld.global.u32"),
        ),
        ("mov.u32 r7, r6;\nmov.u32 r5, r7;\nmov.u32 r1, r5;", "r6", 2, None),
        ("@q mov.u32 r1, 1;", "q", 2, None),
        ("mov.u32 r1, 1;\n@!p mov.u32 r1, r7;", "r7", 3, None),
    ] {
        let told = unset(&format!("{text}\n{USE}"));
        assert_eq!(told, [(register.into(), line, writer.map(str::to_owned))], "{text}");
    }
    for known in [
        "mov.u32 r1, r7; mov.u32 r1, 5;",
        "ld.global.u32 r1, [d]; mov.u32 r1, 5;",
        "mov.u32 r1, 5; @p mov.u32 r1, r7;",
    ] {
        assert_eq!(unset(&format!("{known} {USE}")), [], "{known}");
    }
}

#[test]
fn a_mov_behind_a_branch_of_its_function_is_not_executed_and_the_branch_is_named() {
    let text = ".reg .u32 r<9>; .reg .pred p;\n.func f() { @p bra L; }\n.func g() {\nmov.u32 r1, 5;\n\
        @p bra L;\nmov.u32 r2, 6;\nL: vadd4.u32.u32.u32 r8, r1, r2, r1; }";
    let module = PtxModule::parse(text).expect("a module");
    let unset = PtxExecution::new(&module, |_| Some(0)).expect_err("an unknown value");
    let told: Vec<String> = unset.iter().map(ToString::to_string).collect();
    let wanted = "the value of `r2` is unknown: `mov.u32` in line 6 writes it and is not executed, because of the \
        branch in line 5";
    assert_eq!(told, [wanted]);
}

/// What is told of the program on hardware that corrupts its first result.
fn described(program: &PtxExecution) -> String {
    let engine = Box::new(Faulty::new(Model::new(2), Plant::Corrupt, 0));
    let settings = TrafficSettings {
        gaps: Profile::Always,
        stalls: Profile::Always,
        seed: 1,
    };
    let mut bench = pipelined::bench(engine, settings);
    let mut scoreboard = PipelinedScoreboard::new(Video::alu(VideoConfig::full(2)), feed(program), 0);
    bench.reset(&mut scoreboard, 2).expect("a correct reset");
    let fault = bench.run(&mut scoreboard, None).expect_err("a planted fault");
    let wrong = scoreboard.wrong().expect("a wrong result");
    format!("{fault}\n{}", Video::alu(VideoConfig::full(2)).describe_wrong(wrong))
}

#[test]
fn a_wrong_result_is_described_with_instruction_values_lanes_and_the_line_that_repeats_it() {
    let program = PtxExecution::new(&module(), initial(1)).expect("all registers have values");
    let text = described(&program);
    for part in [
        "cycle 4: wrong result",
        "got 0x9135feff, expected 0x9135ffff",
        "accepted in cycle 2, tag 0",
        "lane 1 0xfe instead of 0xff",
        "lanesmith explain \"vadd4.u32.u32.u32.sat r1, r2, r3, r4;\" --a 0x123480ff --b 0x7f01ff02 --c 0x00000005",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn the_line_that_repeats_a_negation_gives_its_source_first() {
    let module = PtxModule::parse(".reg .b32 w<3>; neg.s8x4 w1, w2;").expect("a module");
    let program = PtxExecution::new(&module, |_| Some(0x7f80_ff01)).expect("w2 has a value");
    let text = described(&program);
    for part in [
        "expected 0x818001ff",
        "a = 0 = 0x00000000, b = w2 = 0x7f80ff01",
        "lanesmith explain \"neg.s8x4 w1, w2;\" --a 0x7f80ff01",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
