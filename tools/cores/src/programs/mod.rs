//! Random programs for a core with a unit, and their expected results: an interpreter executes the base instructions, and the golden model
//! executes the unit's instructions.

mod base;
mod campaign;
mod firmware;
mod image;
mod layout;
mod model;
mod random;
mod report;
mod target;
mod unit_word;

pub use base::{BaseInstruction, BaseRow, Compressed, InstructionFormat, ROWS};
pub use campaign::Campaign;
pub use model::{Counts, Model, PortAccess};
pub use target::{Misaligned, ProgramTarget, Traps};

use crate::run::Run;
use image::Image;
use lanesmith::sim::testbench::Random;
use layout::*;
use report::FinalState;

/// A program and its expected final state.
pub struct RiscvProgram {
    /// Words of memory from address 0 on.
    pub image: Vec<u32>,
    /// How many instructions of each kind it executes.
    pub counts: Counts,
    expected: FinalState,
}

impl RiscvProgram {
    /// The program of a seed, with about `length` instructions, many of which are executed several times. Panics if the model cannot execute
    /// the program, which is a bug of the generator.
    pub fn random(target: &ProgramTarget, seed: u64, length: u32) -> Self {
        let mut random = Random::new(seed);
        let mut registers = [0; 32].map(|_: u32| random.operand());
        registers[0] = 0;
        registers[DATA_REGISTER as usize] = DATA_BASE;
        registers[PORT_REGISTER as usize] = PORTS;
        let mut image = Image::new();
        firmware::begin(&mut image, target, &registers);
        let data: Vec<u8> = (0..DATA_BYTES).map(|_| random.bits() as u8).collect();
        for (address, pair) in (DATA..).step_by(2).zip(data.chunks(2)) {
            image.parcels[address as usize / 2] = u16::from_le_bytes([pair[0], pair[1]]);
        }
        let (mut image, end) = random::Generator::new(target, random, image).program(length);
        firmware::end(&mut image, target);
        assert!(image.at <= CODE_END, "the program is too long");
        let mut model = Model::new(target, &image.parcels, CODE, registers, data);
        let limit = 100 * u64::from(length) + 1000;
        model
            .run(end, limit)
            .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        RiscvProgram {
            counts: model.counts,
            expected: FinalState::of(&model, target),
            image: image.words(),
        }
    }

    /// The first difference between the final state of a run and the expected one.
    pub fn difference(&self, run: &Run) -> Option<String> {
        match run.status() {
            Ok(words) => FinalState::left(run, words).difference(&self.expected),
            Err(fault) => Some(fault),
        }
    }
}
