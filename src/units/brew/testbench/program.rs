//! Programs as lists of instructions, and random ones.

use crate::brew::isa::{BrewInstruction, BrewOperation, ExceptionRule, INSTRUCTIONS, InstructionRow, PREFIX, length};
use lanesmith_sim::testbench::Random;

/// A program: the words of each instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrewProgram {
    /// One entry for each instruction, complete.
    pub instructions: Vec<Vec<u16>>,
}

impl BrewProgram {
    /// The instructions of which all words are there.
    pub fn from_words(mut words: &[u16]) -> Self {
        let mut program = BrewProgram::default();
        while let Some(count) = words
            .first()
            .map(|first| length(*first))
            .filter(|count| *count <= words.len())
        {
            let (instruction, rest) = words.split_at(count);
            program.instructions.push(instruction.to_vec());
            words = rest;
        }
        program
    }

    /// All words in order.
    pub fn words(&self) -> Vec<u16> {
        self.instructions.concat()
    }

    /// Appends the instruction in the table's row `row`.
    pub fn push(&mut self, row: &'static InstructionRow, [d, b, a]: [u8; 3], e: u32) {
        self.instructions.push(BrewInstruction { row, d, b, a, e }.encode());
    }

    /// Appends `$rD <- VALUE`.
    pub fn load(&mut self, register: u8, value: u32) {
        self.instructions.push(vec![
            u16::from(register) << 12 | 0x000f,
            value as u16,
            (value >> 16) as u16,
        ]);
    }

    /// Appends `type $rD <- TYPE`.
    pub fn set_type(&mut self, register: u8, code: u8) {
        self.instructions
            .push(vec![u16::from(register) << 12 | 0x00e0 | u16::from(code)]);
    }

    /// Appends `type $rD <- $rA`.
    pub fn set_type_from(&mut self, register: u8, source: u8) {
        self.instructions
            .push(vec![u16::from(register) << 12 | 0x00c0 | u16::from(source)]);
    }
}

/// The instructions that a random program begins with: a value and a type for each register.
const SETUP: usize = 30;

/// A random program of exactly `count` instructions; of a short one the registers are not all set.
pub fn random_program_of(random: &mut Random, count: usize) -> BrewProgram {
    let mut program = random_program(random, count.saturating_sub(SETUP));
    program.instructions.truncate(count);
    program
}

/// `count` random instructions after a prologue that gives all registers values and types.
///
/// Destinations are often read by the next instructions, types of all kinds occur, one instruction in 16 is made of
/// random words and mostly invalid.
pub fn random_program(random: &mut Random, count: usize) -> BrewProgram {
    let mut program = BrewProgram::default();
    for register in 0..SETUP as u8 / 2 {
        program.load(register, random.operand());
        let code = type_code(random);
        program.set_type(register, code);
    }
    let rows: Vec<&'static InstructionRow> = INSTRUCTIONS
        .iter()
        .filter(|row| row.operation != BrewOperation::NotExecuted)
        .collect();
    let mut recent = [0, 1, 2, 3];
    for i in 0..count {
        let mut register = || {
            if random.one_in(4) {
                random.below(15) as u8
            } else {
                random.pick(&recent)
            }
        };
        let [d, b, a] = [register(), register(), register()];
        match random.below(16) {
            0 => program.instructions.push(any_words(random)),
            1 | 2 => {
                let code = type_code(random);
                program.set_type(d, code);
            }
            3 if random.one_in(2) => program
                .instructions
                .push(vec![u16::from(d) << 12 | 0x0010 | random.below(15) as u16]),
            _ => {
                let e = float_or_operand(random);
                program.push(random.pick(&rows), [d, b, a], e);
            }
        }
        recent[i % recent.len()] = d;
    }
    program
}

/// About `count` additions, subtractions and multiplications of FP32 or FP16X2, with loads between them.
pub fn float_program(random: &mut Random, count: usize) -> BrewProgram {
    let mut program = BrewProgram::default();
    for register in 0..15 {
        program.load(register, mostly_float(random, register & 1 == 0));
        program.set_type(register, 8 + (register & 1));
    }
    let wanted = [BrewOperation::Add, BrewOperation::Sub, BrewOperation::Mul];
    let rows: Vec<&'static InstructionRow> = INSTRUCTIONS
        .iter()
        .filter(|row| wanted.contains(&row.operation) && row.exceptions == ExceptionRule::Reserved)
        .collect();
    for _ in 0..count {
        // Operands of one type: results stay among the registers of that type.
        let parity = random.below(2) as u8;
        let mut register = || 2 * random.below(7) as u8 + parity;
        let fields = [register(), register(), register()];
        // Results of results soon are infinite, zero or no numbers.
        if random.flag() {
            let source = random.pick(&fields[1..]);
            program.load(source, mostly_float(random, parity == 0));
        }
        let e = mostly_float(random, parity == 0);
        program.push(random.pick(&rows), fields, e);
    }
    program
}

fn type_code(random: &mut Random) -> u8 {
    if random.one_in(8) {
        random.below(15) as u8
    } else {
        random.pick(&[0, 1, 2, 3, 4, 5, 6, 8, 9])
    }
}

/// A word that is often an interesting floating-point number.
fn float_or_operand(random: &mut Random) -> u32 {
    match random.below(4) {
        0 => halves(random),
        1 => single(random),
        _ => random.operand(),
    }
}

/// In three of four cases one of FP32 or of FP16X2.
fn mostly_float(random: &mut Random, is_single: bool) -> u32 {
    match random.below(4) {
        0 => random.operand(),
        _ if is_single => single(random),
        _ => halves(random),
    }
}

/// Numbers near the ends of the range, near 1 and around a tie: half of an odd subnormal number, too, is one.
fn single(random: &mut Random) -> u32 {
    let noise = random.bits() as u32;
    let any = noise >> 23 & 0xff;
    let exponent = random.pick(&[0, 0, 1, 1, 2, 23, 126, 126, 127, 128, 150, 253, 254, 255, any]);
    let fraction = random.pick(&[0, 1, 0x7f_ffff, noise & 0x7f_ffff]);
    noise & 0x8000_0000 | exponent << 23 | fraction
}

/// Two of the kind.
fn halves(random: &mut Random) -> u32 {
    let mut half = || {
        let noise = random.bits() as u32;
        let exponent = random.pick(&[0, 0, 1, 2, 14, 15, 16, 28, 30, 31]);
        let fraction = random.pick(&[0, 1, 0x3ff, 0x200, noise & 0x3ff, noise & 0x3ff]);
        noise >> 16 & 0x8000 | exponent << 10 | fraction
    };
    half() << 16 | half()
}

fn any_words(random: &mut Random) -> Vec<u16> {
    let noise = random.bits();
    let first = if random.one_in(4) { PREFIX } else { noise as u16 };
    let words = [first, (noise >> 16) as u16, (noise >> 32) as u16];
    words[..length(first)].to_vec()
}
