//! Golden against its specification, for all operands: the manuals' pseudo-code is transcribed a second time, and the
//! built-in checker compares the two.

mod brew;
mod control;
mod dot;
pub mod faults;
mod number;
mod of_brew;
mod of_ptx;
mod of_scalar;
mod packed;
mod permute;
mod planted;
mod scalar;
mod simd;

use lanesmith::prove::{EquivalenceVerdict, Limits, Obligation};
use std::time::Instant;

/// Decides claims, all of which must hold.
fn holds(family: &str, claims: Vec<Obligation>) {
    let start = Instant::now();
    for claim in &claims {
        let outcome = claim.decide(Limits::default(), 1);
        assert_eq!(outcome.verdict, EquivalenceVerdict::Proved, "{}", claim.name);
    }
    println!(
        "{family}: {} claims in {:.1} s",
        claims.len(),
        start.elapsed().as_secs_f64()
    );
}

#[test]
fn simd_video_instructions_are_the_manuals() {
    holds("vop, vset", of_ptx::simd());
}

#[test]
fn dot_products_are_the_manuals() {
    holds("dp4a, dp2a", of_ptx::dots());
}

#[test]
fn packed_instructions_are_the_manuals() {
    holds("packed", of_ptx::packed());
}

#[test]
fn byte_permutes_are_the_manuals() {
    holds("prmt", of_ptx::permutes());
}

#[test]
fn scalar_video_instructions_are_the_manuals() {
    holds("scalar", of_scalar::scalars());
}

#[test]
#[ignore = "takes half a minute"]
fn long_run_of_multiply_adds_which_are_the_manuals() {
    holds("vmad", of_scalar::multiply_adds());
    holds("its product", of_scalar::products_by_halves());
}

#[test]
fn brew_instructions_are_the_pages() {
    holds("Brew", of_brew::claims());
}
