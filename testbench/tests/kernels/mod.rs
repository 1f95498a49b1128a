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
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Kernels of one crate.
const BATCH: usize = 250;

/// So many batches, on all processors; the kernels of batch `i` come from seed `seed + i`.
fn batches(compiler: &Compiler, seed: u64, count: u64) -> Tally {
    let icarus = available("iverilog");
    let (next, total) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    let work = || {
        loop {
            let batch = next.fetch_add(1, Ordering::Relaxed);
            if batch >= count {
                return;
            }
            let seed = seed + batch;
            let mut random = Random::new(seed);
            let shell = Shell::new(&mut random);
            let sources = random_sources(&shell, &mut random, BATCH);
            let batch = Batch::new(compiler, &shell, seed, sources.clone());
            let mut tally = batch.run(false);
            if icarus {
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
            total.lock().expect("no panic").add(tally);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for handle in handles {
            if let Err(panic) = handle.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    total.into_inner().expect("no panic")
}

fn compiler() -> Option<Compiler> {
    Compiler::new().map_err(skipped).ok()
}

/// Checks kernels, and that few of them got lost.
fn check(count: u64) {
    let Some(compiler) = compiler() else { return };
    let tally = batches(&compiler, first_seed(), count);
    let kernels = count as usize * BATCH;
    println!(
        "{kernels} kernels: {} same, {} in Icarus Verilog; {} runs of {} ended in a panic; {} refused, {} not compiled; {} faults found",
        tally.same,
        tally.in_icarus,
        tally.panics,
        tally.same * 5,
        tally.refused.len(),
        tally.uncompiled.len(),
        tally.faults
    );
    let show = |list: &[(usize, String)]| {
        let list: Vec<&str> = list.iter().take(20).map(|(_, how)| how.as_str()).collect();
        list.join("\n")
    };
    println!("{}\n{}", show(&tally.uncompiled), show(&tally.refused));
    assert!(
        tally.differing.is_empty(),
        "{} differ\n{}",
        tally.differing.len(),
        show(&tally.differing)
    );
    let Tally {
        same, panics, faults, ..
    } = tally;
    assert!(same * 20 >= kernels * 19, "{same} of {kernels} were compared");
    assert!(panics * 10 <= same * 5, "{panics} runs ended in a panic");
    // Some faults change nothing that can be seen.
    assert!(faults * 6 >= kernels, "{faults} of {kernels} faulty netlists differ");
}

#[test]
fn random_kernels_compute_in_netlist_and_text_what_rust_computes() {
    check(setting("LANESMITH_KERNELS", 250).div_ceil(BATCH as u64));
}

#[test]
#[ignore = "hours"]
fn a_hundred_thousand_random_kernels_compute_in_netlist_and_text_what_rust_computes() {
    check(100_000 / BATCH as u64);
}
