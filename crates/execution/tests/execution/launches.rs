//! Launches: arguments, sizes, what is not executed, dependences.

use crate::{Reference, module, run_in, words, words_in};
use lanesmith_execution::{Argument, Cause, Launch, PrepareError, Support, prepare, support};
use lanesmith_ptx::tree::{Item, Module, Statement};

#[test]
fn calls_hand_over_memory_and_registers_and_nest() {
    let before = "
        .func (.param .b32 result) add_one(.param .b32 x) {
            .reg .b32 %r<2>; ld.param.u32 %r0, [x]; add.u32 %r0, %r0, 1; st.param.u32 [result], %r0; ret; }
        .func (.reg .u32 result) twice(.reg .u32 x) { add.u32 result, x, x; ret; }
        .func (.param .b32 result) factorial(.param .b32 n) {
            .reg .b32 %r<4>; .reg .pred %p; ld.param.u32 %r0, [n]; setp.le.u32 %p, %r0, 1; mov.u32 %r1, 1; @%p bra END;
            sub.u32 %r2, %r0, 1;
            { .param .b32 given; .param .b32 got; st.param.u32 [given], %r2; call (got), factorial, (given);
              ld.param.u32 %r1, [got]; }
            mul.lo.u32 %r1, %r1, %r0;
            END: st.param.u32 [result], %r1; ret; }";
    let body = "
        { .param .b32 given; .param .b32 got; st.param.b32 [given], 4; call (got), add_one, (given); ld.param.b32 %r0, [got]; }
        st.global.u32 [%out], %r0; call (%r1), twice, (%r0); st.global.u32 [%out+4], %r1;
        { .param .b32 given; .param .b32 got; st.param.b32 [given], 10; call.uni (got), factorial, (given);
          ld.param.b32 %r0, [got]; }
        st.global.u32 [%out+8], %r0; ret;";
    assert_eq!(words_in(before, body, [1; 3], 3), Ok(vec![5, 10, 3_628_800]));
    let endless = ".func f() { call f; ret; }";
    let error = words_in(endless, "call f; ret;", [1; 3], 1).expect_err("an endless recursion");
    assert!(error.message.contains("calls are nested 10000 deep"), "{error:?}");
}

#[test]
fn an_indexed_branch_takes_the_target_with_the_number() {
    let body = |index: u32| {
        format!(
            "mov.u32 %r0, {index}; targets: .branchtargets A, B; brx.idx %r0, targets;
             A: st.global.u32 [%out], 1; ret; B: st.global.u32 [%out], 2; ret;"
        )
    };
    assert_eq!(words(&body(0), [1; 3], 1), Ok(vec![1]));
    assert_eq!(words(&body(1), [1; 3], 1), Ok(vec![2]));
    assert!(
        words(&body(2), [1; 3], 1)
            .expect_err("no target")
            .message
            .contains("the index 2 has no target")
    );
}

#[test]
fn threads_know_their_places() {
    let source = module(
        ".visible .entry k(.param .u64 out) { .reg .b32 %r<9>; .reg .b64 %d<3>;
         mov.u32 %r0, %ctaid.x; mov.u32 %r1, %ctaid.y; mov.u32 %r2, %tid.x; mov.u32 %r3, %tid.y; mov.u32 %r4, %nctaid.x;
         mad.lo.u32 %r0, %r1, %r4, %r0; mov.u32 %r5, %ntid.x; mad.lo.u32 %r2, %r3, %r5, %r2;
         mad.lo.u32 %r6, %r0, 6, %r2; mad.lo.u32 %r7, %r0, 100, %r2;
         ld.param.u64 %d0, [out]; mul.wide.u32 %d1, %r6, 4; add.u64 %d0, %d0, %d1; st.global.u32 [%d0], %r7; ret; }",
    );
    let launch = Launch {
        grid: [2, 2, 1],
        block: [3, 2, 1],
        arguments: vec![("out".to_owned(), Argument::Buffer(vec![0; 96]))],
        ..Launch::default()
    };
    let finished = run_in(&source, &launch, &mut Reference::default()).expect("places");
    let words: Vec<u32> = finished.memory[0]
        .1
        .chunks(4)
        .map(|word| u32::from(word[0]) | u32::from(word[1]) << 8)
        .collect();
    assert_eq!(words, (0..24).map(|i| i / 6 * 100 + i % 6).collect::<Vec<_>>());
    assert_eq!((finished.instructions, finished.unit_instructions), (24 * 15, 0));
}

#[test]
fn arguments_and_sizes_that_do_not_fit_are_refused() {
    let source = module(".entry k(.param .u64 buffer, .param .u32 count) .reqntid 4 { ret; }");
    let good = Launch {
        block: [4, 1, 1],
        arguments: vec![
            ("buffer".to_owned(), Argument::Buffer(vec![1, 2])),
            ("count".to_owned(), Argument::Bytes(vec![0; 4])),
        ],
        ..Launch::default()
    };
    let run = |change: fn(&mut Launch)| {
        let mut launch = good.clone();
        change(&mut launch);
        run_in(&source, &launch, &mut Reference::default())
    };
    assert_eq!(
        run(|_| {}).expect("all fits").memory,
        [("buffer".to_owned(), vec![1, 2])]
    );
    for (change, message) in [
        (
            (|launch| launch.arguments[1].0 = "coutn".to_owned()) as fn(&mut Launch),
            "no parameter `coutn`",
        ),
        (
            |launch| launch.arguments[0].1 = Argument::Bytes(vec![0; 4]),
            "for `buffer` has 4 bytes",
        ),
        (
            |launch| launch.arguments[1].1 = Argument::Buffer(vec![]),
            "for `count` has 8 bytes",
        ),
        (|launch| drop(launch.arguments.pop()), "no argument for `count`"),
        (
            |launch| launch.arguments[1] = launch.arguments[0].clone(),
            "two arguments for `buffer`",
        ),
        (|launch| launch.block = [2048, 1, 1], "2048 threads"),
        (|launch| launch.grid[1] = 0, "a grid of [1, 0, 1] blocks"),
        (|launch| launch.block = [2, 1, 1], "blocks of [2, 1, 1] threads"),
        (
            |launch| launch.dynamic_shared = 1 << 20,
            "1048576 bytes of shared memory",
        ),
    ] {
        let error = run(change).expect_err(message);
        assert!(error.message.contains(message), "{error:?}");
    }
}

#[test]
fn what_is_not_executed_is_counted_by_its_cause() {
    let source = module(
        ".func f() { .reg .f32 %f; sin.approx.f32 %f, %f; ret; }
         .func unused() { .reg .f64 %f; add.f64 %f, %f, %f; ret; }
         .extern .func other();
         .entry k() { .reg .f64 %d; .reg .f32 %f; .reg .b64 %a; call f; call other; add.f64 %d, %d, %d; mul.f64 %d, %d, %d;
             ex2.approx.f32 %f, %f; ret; }",
    );
    let module = Module::parse(&source).expect("a module");
    let Err(PrepareError::NotExecuted(list)) = prepare(&module, "k") else {
        panic!("all is executed")
    };
    let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
    let wanted = [
        "2 instructions on doubles",
        "2 approximations whose result depends on the chip",
        "1 call of functions without a body",
    ];
    assert_eq!(texts, wanted);
    assert_eq!(&source[list[0].first.range()], "add.f64 %d, %d, %d");
    let Err(PrepareError::Wrong(error)) = prepare(&module, "l") else {
        panic!("there is no kernel l")
    };
    assert!(error.expected.contains("one of the kernels k"), "{error:?}");
}

#[test]
fn support_depends_on_opcode_and_modifiers() {
    let cases = [
        ("add.s32 %r, %r, %r", Support::Executed),
        ("mov.f64 %d, %d", Support::Executed),
        ("add.f64 %d, %d, %d", Support::NotExecuted(Cause::Double)),
        ("div.full.f32 %f, %f, %f", Support::NotExecuted(Cause::Approximation)),
        (
            "cvt.rn.satfinite.e4m3x2.f32 %h, %f, %f",
            Support::NotExecuted(Cause::Format),
        ),
        ("cp.async.wait_all", Support::NotExecuted(Cause::Asynchronous)),
        ("barrier.cluster.arrive", Support::NotExecuted(Cause::Cluster)),
        (
            "tex.1d.v4.f32.s32 {%f, %f, %f, %f}, [%a, {%r}]",
            Support::NotExecuted(Cause::Texture),
        ),
        (
            "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r}, [%r]",
            Support::NotExecuted(Cause::Matrix),
        ),
        ("fma.rn.f32x2 %d, %d, %d, %d", Support::Executed),
    ];
    for (text, wanted) in cases {
        let source = module(&format!(
            ".entry k() {{ .reg .b16 %h; .reg .b32 %r; .reg .f32 %f; .reg .b64 %a; .reg .f64 %d; {text}; }}"
        ));
        let module = Module::parse(&source).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
        let body = module.items.iter().find_map(|item| match item {
            Item::Function(function) => function.body.as_ref(),
            _ => None,
        });
        let instruction = body.and_then(|body| match body.statements.last() {
            Some(Statement::Instruction(instruction)) => Some(instruction),
            _ => None,
        });
        assert_eq!(support(instruction.expect("an instruction")), wanted, "{text}");
    }
}

#[test]
fn units_get_operands_and_what_they_depend_on() {
    let source = module(
        ".entry k(.param .u64 out) { .reg .b32 %r<9>; .reg .b64 %d; .reg .f32 %f; .reg .pred %p; ld.param.u64 %d, [out];
         mov.u32 %r0, 0x01020304; vadd4.u32.u32.u32 %r1, %r0, %r0, %r0; vadd4.u32.u32.u32 %r2, %r0, %r0, %r0;
         add.u32 %r3, %r1, 5; mov.u32 %r1, 0; prmt.b32 %f, %r3, %r2, 0x3210; mov.b32 %r4, %f;
         shfl.sync.idx.b32 %r5, %r4, 0, 31, 1; setp.ne.u32 %p, %r5, 0; selp.u32 %r6, %r0, %r1, %p;
         dp4a.u32.u32 %r7, %r6, 2, 7; st.global.u32 [%d], %r7; ret; }",
    );
    let launch = |tracks_dependences| Launch {
        arguments: vec![("out".to_owned(), Argument::Buffer(vec![0; 4]))],
        tracks_dependences,
        ..Launch::default()
    };
    let mut units = Reference::default();
    let finished = run_in(&source, &launch(true), &mut units).expect("units");
    assert_eq!(units.issued, [(1, vec![]), (2, vec![]), (3, vec![2, 1]), (4, vec![3])]);
    assert_eq!(finished.memory[0].1, [15, 0, 0, 0]);
    assert_eq!(finished.unit_instructions, 4);
    let mut units = Reference::default();
    run_in(&source, &launch(false), &mut units).expect("units");
    assert!(units.issued.iter().all(|(_, depends)| depends.is_empty()));
}
