//! The lowering: kernels whose statements are out of order.
//!
//! A file of the corpus is the numbers, in hexadecimal, from which a kernel is made; `#` begins a comment.

use super::corpus::{Bytes, files};
use super::fuzz;
use crate::lowering::model::S;
use crate::lowering::pair::Random;
use crate::lowering::random::{extra_statement, kernel, settles_like_its_netlist};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The numbers of a file.
fn numbers(file: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(file).expect("a text");
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let numbers = lines.flat_map(str::split_whitespace);
    numbers
        .map(|number| u8::from_str_radix(number, 16).expect("two digits"))
        .collect()
}

/// Numbers from the corpus with a few of them changed, or any.
fn drawn(target: &'static str) -> impl Strategy<Value = Bytes> {
    let files: Vec<Vec<u8>> = files(target).iter().map(|file| numbers(file)).collect();
    let changed = (select(files), vec((any::<Index>(), any::<u8>()), 0..6)).prop_map(|(mut numbers, changes)| {
        for (at, number) in changes {
            let at = at.index(numbers.len() + 1);
            numbers.splice(at..numbers.len().min(at + 1), [number]);
        }
        numbers
    });
    prop_oneof![1 => changed.boxed(), 2 => vec(any::<u8>(), 0..2500).boxed()].prop_map(Bytes)
}

/// A kernel with some statements missing, moved, repeated, or put in that read and write any signal.
fn disordered(random: &mut Random) -> Vec<S> {
    let mut kernel = kernel(random);
    let mut below = |n: usize| (random.word(32) % n.max(1) as u64) as usize;
    let edits: Vec<[usize; 3]> = (0..below(5)).map(|_| [below(5), below(64), below(64)]).collect();
    for [edit, from, to] in edits {
        let (from, to) = (from % kernel.len(), to % kernel.len());
        match edit {
            0 if kernel.len() > 1 => drop(kernel.remove(from)),
            1 => kernel.swap(from, to),
            2 => kernel.insert(to, kernel[from].clone()),
            _ => kernel.insert(to, extra_statement(random)),
        }
    }
    kernel
}

/// Whether the kernel of these numbers has a netlist; then it settles like it.
fn check_kernel(numbers: Vec<u8>) -> bool {
    let mut random = Random::Bytes(numbers.into_iter());
    let kernel = disordered(&mut random);
    let outcome = settles_like_its_netlist(&kernel, &mut Random::Seed(1), "");
    if let Err(error) = &outcome {
        assert!(error.contains("top: "), "{error}");
    }
    outcome.is_ok()
}

#[test]
fn disordered_kernels_are_refused_or_settle_at_the_values_of_their_netlist() {
    let accepted = std::cell::Cell::new([0; 2]);
    fuzz(400, drawn("lowering"), |Bytes(numbers)| {
        let mut counts = accepted.get();
        counts[usize::from(check_kernel(numbers))] += 1;
        accepted.set(counts);
    });
    let [refused, settled] = accepted.get();
    println!("{refused} refused, {settled} settled");
    assert!(refused > 0 && settled > 0);
}
