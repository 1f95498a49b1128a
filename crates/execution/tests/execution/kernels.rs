//! Kernels of a compiler, and texts with errors.

use crate::{Reference, run_kernel};
use lanesmith_execution::{Argument, Launch};

const TEXT: &str = include_str!("kernels.ptx");

/// The words of the buffer of a parameter after a run of a kernel in `kernels.ptx` in a block of 64 threads.
fn words(kernel: &str, arguments: &[Argument]) -> Vec<(String, Vec<u32>)> {
    let named = |(index, argument): (usize, &Argument)| (format!("{kernel}_param_{index}"), argument.clone());
    let launch = Launch {
        block: [64, 1, 1],
        arguments: arguments.iter().enumerate().map(named).collect(),
        instruction_limit: 1_000_000,
        ..Launch::default()
    };
    let finished = run_kernel(TEXT, kernel, &launch, &mut Reference::default()).expect(kernel);
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    let words = |(name, bytes): (String, Vec<u8>)| (name, bytes.chunks(4).map(word).collect());
    finished.memory.into_iter().map(words).collect()
}

#[test]
fn a_checksum_through_a_table_in_shared_memory_is_the_known_one() {
    let text = b"123456789".to_vec();
    let arguments = [
        Argument::Buffer(vec![0; 256]),
        Argument::Buffer(text.clone()),
        Argument::Bytes((text.len() as u32).to_le_bytes().to_vec()),
    ];
    let memory = words("crc32", &arguments);
    let out = memory
        .iter()
        .find(|(name, _)| name == "crc32_param_0")
        .expect("the buffer");
    assert_eq!(out.1, [0xcbf4_3926; 64]);
}

#[test]
fn local_arrays_calls_switches_and_atomics_give_what_the_host_computes() {
    let arguments = [
        Argument::Buffer(vec![0; 256]),
        Argument::Bytes(2.5_f32.to_le_bytes().to_vec()),
    ];
    let memory = words("mixed", &arguments);
    // The numbers come from the same C, compiled for the host.
    assert_eq!(memory[0], ("total".to_owned(), vec![1744, 0]));
    assert_eq!(memory[1].1, [[737; 32], [1002; 32]].concat());
}

#[test]
fn no_text_makes_the_execution_panic() {
    let mut random = 12_345_u32;
    let mut next = |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % below
    };
    let words: Vec<&str> = TEXT.split_inclusive([' ', '\t', ',', '.', '\n']).collect();
    let mut runs = 0;
    for round in 0..1000 {
        let mut changed = words.clone();
        for _ in 0..=round % 3 {
            let (to, from) = (next(words.len()), next(words.len()));
            changed[to] = if next(4) == 0 { "" } else { words[from] };
        }
        let launch = Launch {
            block: [33, 1, 1],
            arguments: vec![
                ("mixed_param_0".to_owned(), Argument::Buffer(vec![0; 256])),
                ("mixed_param_1".to_owned(), Argument::Bytes(vec![0; 4])),
            ],
            instruction_limit: 20_000,
            tracks_dependences: round % 2 == 0,
            ..Launch::default()
        };
        let text = changed.concat();
        runs += usize::from(crate::try_run(&text, "mixed", round % 2 == 0, &launch));
    }
    assert!(runs > 100, "{runs}");
}
