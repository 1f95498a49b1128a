//! Tests of the package. Texts are run as a caller would run them.

mod float;
mod folded;
mod integer;
mod kernels;
mod launches;
mod memory;
mod threads;

use lanesmith_execution::{Argument, Finished, Issued, Launch, PrepareError, Units, prepare};
use lanesmith_ptx::PtxInstruction;
use lanesmith_ptx::check as check_module;
use lanesmith_ptx::tree::Module;
use lanesmith_text::diagnostic::Diagnostic;

/// Executes `vadd4.u32.u32.u32`, `dp4a.u32.u32` and `prmt.b32` and records what was issued.
#[derive(Default)]
struct Reference {
    texts: Vec<String>,
    issued: Vec<(u64, Vec<u64>)>,
}

impl Units for Reference {
    fn prepare(&mut self, instruction: &PtxInstruction) -> usize {
        self.texts.push(instruction.to_string());
        self.texts.len() - 1
    }

    fn execute(&mut self, prepared: usize, [a, b, c]: [u32; 3], issued: &Issued) -> u32 {
        self.issued.push((issued.number, issued.depends.numbers().collect()));
        let lanes = |value: u32| value.to_le_bytes();
        let text = &self.texts[prepared];
        let pairs = || lanes(a).into_iter().zip(lanes(b));
        if text.contains("vadd4.u32.u32.u32") {
            let sums: Vec<u8> = pairs().map(|(a, b)| a.wrapping_add(b)).collect();
            u32::from_le_bytes([sums[0], sums[1], sums[2], sums[3]])
        } else if text.contains("dp4a.u32.u32") {
            pairs()
                .map(|(a, b)| u32::from(a) * u32::from(b))
                .fold(c, u32::wrapping_add)
        } else {
            assert!(text.contains("prmt.b32 "), "{text}");
            let bytes = u64::from(b) << 32 | u64::from(a);
            let byte = |lane: u32| (bytes >> (8 * (c >> (4 * lane) & 7)) & 0xff) as u32;
            (0..4).map(|lane| byte(lane) << (8 * lane)).sum()
        }
    }
}

/// The module of a text without its first directives.
fn module(text: &str) -> String {
    format!(".version 9.0\n.target sm_120a\n.address_size 64\n{text}")
}

/// Runs the kernel `k` of a complete text.
fn run_in(source: &str, launch: &Launch, units: &mut Reference) -> Result<Finished, Diagnostic> {
    run_kernel(source, "k", launch, units)
}

/// Runs a kernel of a complete text that is correct.
fn run_kernel(source: &str, kernel: &str, launch: &Launch, units: &mut Reference) -> Result<Finished, Diagnostic> {
    let mut module = Module::parse(source).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    check_module(&mut module).unwrap_or_else(|errors| panic!("{errors:?}\n{source}"));
    let program = prepare(&module, kernel).map_err(|error| match error {
        PrepareError::Wrong(diagnostic) => diagnostic,
        PrepareError::NotExecuted(list) => panic!("{list:?}\n{source}"),
    })?;
    program.run(launch, units, &mut |_| {})
}

/// Runs a kernel of a text that may have errors, also those that a check would find; whether it ran to its end or an error.
fn try_run(source: &str, kernel: &str, checks: bool, launch: &Launch) -> bool {
    let Ok(mut module) = Module::parse(source) else {
        return false;
    };
    if checks && check_module(&mut module).is_err() {
        return false;
    }
    let Ok(program) = prepare(&module, kernel) else {
        return false;
    };
    // A changed text may need other arguments; then nothing runs.
    let _ = program.run(launch, &mut Reference::default(), &mut |_| {});
    true
}

/// Runs a kernel with one buffer `out` of so many 32-bit words in a block of threads, and gives the words. In the body `%out` is the
/// address of the buffer, and there are registers of all kinds.
fn words(body: &str, block: [u32; 3], count: usize) -> Result<Vec<u32>, Diagnostic> {
    words_in("", body, block, count)
}

/// As [`words`], with text before the kernel.
fn words_in(before: &str, body: &str, block: [u32; 3], count: usize) -> Result<Vec<u32>, Diagnostic> {
    let source = module(&format!(
        "{before}\n.visible .entry k(.param .u64 out) {{\n.reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<16>; \
         .reg .b64 %d<8>, %out; .reg .f32 %f<8>;\nld.param.u64 %out, [out];\n{body}\n}}"
    ));
    let launch = Launch {
        block,
        arguments: vec![("out".to_owned(), Argument::Buffer(vec![0; 4 * count]))],
        dynamic_shared: 64,
        instruction_limit: 1_000_000,
        ..Launch::default()
    };
    let finished = run_in(&source, &launch, &mut Reference::default())?;
    let (_, bytes) = finished.memory.last().expect("the buffer");
    Ok(bytes
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect())
}

/// The result in `%p7`, `%h7`, `%f7`, `%r7` or `%d7` of instructions whose sources `%p0`, `%h0`, `%r0`, `%d0` and so on have the low bits of
/// the values.
fn result(instructions: &str, values: &[u64]) -> u64 {
    let mut body = String::new();
    for (index, value) in values.iter().enumerate() {
        body += &format!(
            "mov.b64 %d{index}, {value}; cvt.u32.u64 %r{index}, %d{index}; cvt.u16.u64 %h{index}, %d{index}; \
             and.b32 %r15, %r{index}, 1; setp.ne.u32 %p{index}, %r15, 0; mov.b32 %f{index}, %r{index};\n"
        );
    }
    body += instructions;
    body += match instructions {
        text if text.contains("%p7") => "; selp.u64 %d7, 1, 0, %p7",
        text if text.contains("%h7") => "; cvt.u64.u16 %d7, %h7",
        text if text.contains("%f7") => "; mov.b32 %r7, %f7; cvt.u64.u32 %d7, %r7",
        text if text.contains("%r7") => "; cvt.u64.u32 %d7, %r7",
        _ => "",
    };
    body += "; st.global.u64 [%out], %d7; ret;";
    let words = words(&body, [1; 3], 4).unwrap_or_else(|error| panic!("{instructions}: {error:?}"));
    u64::from(words[1]) << 32 | u64::from(words[0])
}

/// Checks results of instructions as [`result`] gives them.
fn check(cases: &[(&str, &[u64], u64)]) {
    for (instructions, values, wanted) in cases {
        let got = result(instructions, values);
        assert_eq!(got, *wanted, "{instructions} {values:x?}: {got:#x} for {wanted:#x}");
    }
}
