//! The reference for the speed of the native testbench: a testbench in C++ around Verilator's model, with the golden model as
//! generated C.

use crate::bench::BenchmarkSubject;
use crate::netlist::Design;
use crate::sim::EngineError;
use crate::sim::verilator::Harness;
use crate::units::video::families;
use crate::units::video::golden::batch::program;
use crate::units::video::rtl::VideoConfig;
use crate::units::video::testbench::RandomCases;
use std::fmt::Write;

/// Control words that it chooses from.
const CONTROLS: usize = 4096;
/// 64 instructions each, per piece of work.
const BATCHES: u64 = 16;

/// The testbench in C++, running.
pub struct Reference {
    harness: Harness,
    words: Vec<u64>,
}

impl Reference {
    /// Around this design of the ALU of `config`. `Unavailable` where Verilator or the C++ compiler is missing.
    pub fn new(design: &Design, config: &VideoConfig, seed: u64) -> Result<Self, EngineError> {
        let controls = RandomCases::new(*config, seed).take(CONTROLS);
        let words = [seed, BATCHES].into_iter().chain(controls.map(|case| case.control));
        Ok(Reference {
            // SAFETY: the text reads the words that it is given, of which there are more than two.
            harness: unsafe { Harness::new(design, &text(config)) }?,
            words: words.collect(),
        })
    }

    /// Works through a piece: the number of instructions. Errors: how many results were wrong.
    pub fn piece(&self) -> Result<u64, u64> {
        match self.harness.run(&self.words) {
            0 => Ok(64 * BATCHES),
            wrong => Err(wrong),
        }
    }

    /// Measures it; a wrong result counts as no work done.
    pub(super) fn subject(self) -> BenchmarkSubject {
        BenchmarkSubject::new(move || self.piece().unwrap_or(0))
    }
}

fn text(config: &VideoConfig) -> String {
    let (reset, active) = match config.reset.active_low {
        true => ("reset_n", 0),
        false => ("reset", 1),
    };
    let mut text = String::from("#include <cstdint>\n\n");
    text += &program(&families(&config)).c_function("golden");
    let constants = [("LATENCY", config.latency), ("RESET_ACTIVE", active)];
    for (name, value) in constants {
        writeln!(text, "#define {name} {value}").expect("a string takes everything");
    }
    writeln!(text, "#define RESET {reset}").expect("a string takes everything");
    text + include_str!("reference.cpp")
}
