//! A memory image that is written instruction by instruction.

use super::base::{BaseInstruction, Compressed};

/// 64 KiB, and where the next instruction goes.
#[derive(Clone, Debug)]
pub struct Image {
    /// Parcels of 16 bits.
    pub parcels: Vec<u16>,
    /// The address behind the last instruction.
    pub at: u32,
}

impl Image {
    /// Nothing but zeros.
    pub fn new() -> Self {
        Image {
            parcels: vec![0; 0x8000],
            at: 0,
        }
    }

    /// A word of 32 bits, at an even address.
    pub fn put(&mut self, address: u32, word: u32) {
        let i = address as usize / 2;
        self.parcels[i] = word as u16;
        self.parcels[i + 1] = (word >> 16) as u16;
    }

    /// The next word.
    pub fn word(&mut self, word: u32) {
        self.put(self.at, word);
        self.at += 4;
    }

    /// The next instruction.
    pub fn base(&mut self, name: &str, rd: u32, rs1: u32, rs2: u32, imm: i32) {
        self.word(BaseInstruction::new(name, rd, rs1, rs2, imm).word());
    }

    /// The next instruction, compressed.
    pub fn compressed(&mut self, instruction: Compressed) {
        self.parcels[self.at as usize / 2] = instruction.half();
        self.at += 2;
    }

    /// A branch or jump from one address to another.
    pub fn branch(&mut self, from: u32, name: &str, [rd, rs1, rs2]: [u32; 3], to: u32) {
        let distance = to.wrapping_sub(from) as i32;
        self.put(from, BaseInstruction::new(name, rd, rs1, rs2, distance).word());
    }

    /// A register becomes a number: two instructions.
    pub fn load(&mut self, rd: u32, value: u32) {
        let low = (value << 20) as i32 >> 20;
        let high = value.wrapping_sub(low as u32) >> 12;
        self.base("lui", rd, 0, 0, high as i32);
        self.base("addi", rd, rd, 0, low);
    }

    /// The words from address 0 up to one behind which there is nothing.
    pub fn words(&self) -> Vec<u32> {
        let words = self.parcels.chunks(2);
        words
            .map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 16)
            .collect()
    }
}
