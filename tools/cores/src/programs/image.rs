//! A memory image that is written instruction by instruction.

use super::base::{BaseInstruction, Compressed};

/// A memory of 64 KiB, and the address for the next instruction.
#[derive(Clone, Debug)]
pub struct Image {
    /// Parcels of 16 bits.
    pub parcels: Vec<u16>,
    /// The address after the last instruction.
    pub at: u32,
}

impl Image {
    /// All zeros.
    pub fn new() -> Self {
        Image {
            parcels: vec![0; 0x8000],
            at: 0,
        }
    }

    /// Writes a word of 32 bits at an even address.
    pub fn put(&mut self, address: u32, word: u32) {
        let i = address as usize / 2;
        self.parcels[i] = word as u16;
        self.parcels[i + 1] = (word >> 16) as u16;
    }

    /// Appends a word of 32 bits.
    pub fn word(&mut self, word: u32) {
        self.put(self.at, word);
        self.at += 4;
    }

    /// Appends a base instruction.
    pub fn base(&mut self, name: &str, rd: u32, rs1: u32, rs2: u32, imm: i32) {
        self.word(BaseInstruction::new(name, rd, rs1, rs2, imm).word());
    }

    /// Appends a compressed instruction.
    pub fn compressed(&mut self, instruction: Compressed) {
        self.parcels[self.at as usize / 2] = instruction.half();
        self.at += 2;
    }

    /// Writes a branch or jump at the address `from` to the address `to`.
    pub fn branch(&mut self, from: u32, name: &str, [rd, rs1, rs2]: [u32; 3], to: u32) {
        let distance = to.wrapping_sub(from) as i32;
        self.put(from, BaseInstruction::new(name, rd, rs1, rs2, distance).word());
    }

    /// Appends two instructions that load a value into a register.
    pub fn load(&mut self, rd: u32, value: u32) {
        let low = (value << 20) as i32 >> 20;
        let high = value.wrapping_sub(low as u32) >> 12;
        self.base("lui", rd, 0, 0, high as i32);
        self.base("addi", rd, rd, 0, low);
    }

    /// All words from address 0 on.
    pub fn words(&self) -> Vec<u32> {
        let words = self.parcels.chunks(2);
        words
            .map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 16)
            .collect()
    }
}
