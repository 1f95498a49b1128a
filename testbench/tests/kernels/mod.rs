//! Random kernels as Rust source: rust-hdl's simulation, the netlist and the emitted text show the same.
//!
//! The source goes through the compiler and the macro, as a user's does.

mod batch;
mod code;
mod expression;
mod index;
mod refused;
mod shell;
mod statement;

use crate::emission::available;
use crate::settings::{first_seed, setting};
use crate::skip::skipped;
use batch::{Batch, Compiler, Source, Tally, random_sources};
use lanesmith::sim::testbench::Random;
use shell::Shell;

/// The most kernels of one crate.
const BATCH: usize = 250;

/// So many random kernels of one shell, both of which come from `seed`.
fn batch(compiler: &Compiler, seed: u64, count: usize) -> Tally {
    let mut random = Random::new(seed);
    let shell = Shell::new(&mut random);
    let sources = random_sources(&shell, &mut random, count);
    let batch = Batch::new(compiler, &shell, seed, sources.clone());
    let mut tally = batch.run(false);
    if available("iverilog") {
        tally.add(batch.in_icarus(|text| text));
        let wrong = batch.in_icarus(|text| text.replace(" | ", " & "));
        assert!(wrong.differing.len() >= 5, "a wrong text: {:?}", wrong.differing);
    }
    tally.faults = batch.run(true).differing.len();
    for (id, how) in &mut tally.differing {
        let body = sources.get(*id).map_or("", |source: &Source| &source.body);
        *how = format!("LANESMITH_SEED={seed}, kernel {id}: {how}\n{body}");
    }
    for (id, how) in tally.uncompiled.iter_mut().chain(&mut tally.refused) {
        *how = format!("LANESMITH_SEED={seed}, kernel {id}: {how}");
    }
    tally
}

fn compiler() -> Option<Compiler> {
    Compiler::new().map_err(skipped).ok()
}

/// Checks kernels in batches with a seed each, and that few of them got lost.
fn check(kernels: usize) {
    let Some(compiler) = compiler() else { return };
    let mut total = Tally::default();
    for (seed, first) in (first_seed()..).zip((0..kernels).step_by(BATCH)) {
        total.add(batch(&compiler, seed, BATCH.min(kernels - first)));
    }
    let Tally {
        same,
        panics,
        in_icarus,
        faults,
        ..
    } = total;
    let [uncompiled, refused, differing] = [total.uncompiled, total.refused, total.differing].map(|list| {
        let lines: Vec<String> = list.iter().take(20).map(|(_, how)| how.clone()).collect();
        (list.len(), lines.join("\n"))
    });
    println!(
        "{kernels} kernels: {same} same, {in_icarus} in Icarus Verilog; {panics} runs of {} ended in a panic; {faults} faults found\n{} \
         not compiled\n{}\n{} refused\n{}",
        same * 5,
        uncompiled.0,
        uncompiled.1,
        refused.0,
        refused.1
    );
    assert_eq!(differing.0, 0, "{}", differing.1);
    assert!(same * 20 >= kernels * 19, "{same} of {kernels} were compared");
    assert!(panics * 10 <= same * 5, "{panics} runs ended in a panic");
    // Some faults change nothing that can be seen.
    assert!(faults * 6 >= kernels, "{faults} of {kernels} faulty netlists differ");
}

#[test]
fn random_kernels_compute_in_netlist_and_text_what_rust_computes() {
    check(setting("LANESMITH_KERNELS", 250) as usize);
}

#[test]
#[ignore = "hours"]
fn a_hundred_thousand_random_kernels_compute_in_netlist_and_text_what_rust_computes() {
    check(100_000);
}
