//! The fuzzer finds faults: in netlists, in text, and in a front end that loses a part of a kernel.

use super::batch::{Batch, Compiler, Source, random_sources};
use super::compiler;
use super::shell::Shell;
use crate::emission::available;
use crate::settings::first_seed;
use lanesmith::sim::testbench::Random;

fn some_kernels(compiler: &Compiler, count: usize) -> Batch {
    let mut random = Random::new(first_seed());
    let shell = Shell::new(&mut random);
    let sources = random_sources(&shell, &mut random, count);
    Batch::new(compiler, &shell, first_seed(), sources)
}

#[test]
fn faults_in_netlists_and_in_text_are_found() {
    let Some(compiler) = compiler() else { return };
    let batch = some_kernels(&compiler, 60);
    // Some faults change nothing that can be seen.
    let faulty = batch.run(true);
    println!("{} of 60 faulty netlists differ", faulty.differing.len());
    assert!(
        faulty.differing.len() >= 10,
        "{} of 60 faulty netlists differ",
        faulty.differing.len()
    );
    assert!(batch.run(false).differing.is_empty());
    if available("iverilog") {
        let swapped = batch.in_icarus(|text| text.replace(" | ", " & "));
        println!("{} of 60 wrong texts differ", swapped.differing.len());
        assert!(swapped.differing.len() >= 5, "{:?}", swapped.differing);
    }
}

/// What a front end may lose: a kernel, and what is left of it.
const LOST: [(&str, &str, &str); 5] = [
    (
        "a guard",
        "match self.a6.val() { true if self.a5.val() => self.y2.next = true, _ => self.y2.next = false }",
        "match self.a6.val() { true => self.y2.next = true, _ => self.y2.next = false }",
    ),
    (
        "the end of a range",
        "self.y2.next = false; for i in 0..=2 { if self.a10.val().get_bit(i) { self.y2.next = true; } }",
        "self.y2.next = false; for i in 0..2 { if self.a10.val().get_bit(i) { self.y2.next = true; } }",
    ),
    (
        "an index",
        "self.y2.next = self.a10.val().index() + 7 > 9;",
        "self.y2.next = self.a10.val() + 7 > bits::<3>(1);",
    ),
    (
        "an alternative",
        "match self.a10.val().index() { 1 | 6 => self.y2.next = true, _ => self.y2.next = false }",
        "match self.a10.val().index() { 1 => self.y2.next = true, _ => self.y2.next = false }",
    ),
    (
        "the order of assignments",
        "self.y2.next = true; if self.a5.val() { self.y2.next = self.a6.val(); }",
        "if self.a5.val() { self.y2.next = self.a6.val(); } self.y2.next = true;",
    ),
];

#[test]
fn what_a_front_end_loses_is_found() {
    let Some(compiler) = compiler() else { return };
    let shell = Shell::new(&mut Random::new(1));
    let source = |(id, (_, body, hardware)): (usize, &(&str, &str, &str))| Source {
        id,
        body: shell.with_other_outputs(body),
        hardware: Some(shell.with_other_outputs(hardware)),
    };
    let sources = LOST.iter().enumerate().map(source).collect();
    let tally = Batch::new(&compiler, &shell, 1, sources).run(false);
    assert_eq!((tally.uncompiled.len(), tally.refused.len()), (0, 0), "{tally:?}");
    for (id, (what, ..)) in LOST.iter().enumerate() {
        assert!(
            tally.differing.iter().any(|(differing, _)| *differing == id),
            "{what} is lost unnoticed"
        );
    }
}
