//! What can be chosen about the instructions of a unit in a RISC-V core.

/// A major opcode for custom instructions (The RISC-V Instruction Set Manual, volume I, "RV32/64G Instruction Set Listings").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opcode {
    /// 0x0b. VexRiscv offers the unit only instructions in this opcode. PicoRV32 with interrupts has its own instructions here.
    Custom0,
    /// 0x2b, which PicoRV32 never uses for its own instructions.
    Custom1,
    /// 0x5b, which PicoRV32 never uses for its own instructions.
    Custom2,
    /// 0x7b, which PicoRV32 never uses for its own instructions.
    Custom3,
}

impl Opcode {
    /// All of them, by number.
    pub const ALL: [Opcode; 4] = [Opcode::Custom0, Opcode::Custom1, Opcode::Custom2, Opcode::Custom3];

    /// Bits 6:0 of an instruction word.
    pub const fn bits(self) -> u32 {
        match self {
            Opcode::Custom0 => 0x0b,
            Opcode::Custom1 => 0x2b,
            Opcode::Custom2 => 0x5b,
            Opcode::Custom3 => 0x7b,
        }
    }

    /// The N of `custom-N`, 0 to 3; the version word has it in two bits.
    pub const fn number(self) -> u32 {
        self as u32
    }

    /// The name in the RISC-V manual and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Opcode::Custom0 => "custom-0",
            Opcode::Custom1 => "custom-1",
            Opcode::Custom2 => "custom-2",
            Opcode::Custom3 => "custom-3",
        }
    }
}

/// The features of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features {
    /// Selectors in the configuration; without them `asel` and `bsel` are 0 and stay 0.
    pub selectors: bool,
    /// Operations with `.add`.
    pub accumulate: bool,
    /// Operations on lanes of half-words.
    pub dual: bool,
    /// Comparisons.
    pub vset: bool,
    /// Dot products; they need no other feature.
    pub dot: bool,
    /// A third source register.
    pub third: bool,
    /// The core hands over `rd` as the third source register, instead of bits 31:27 of the word.
    pub third_is_rd: bool,
    /// The major opcode of its instructions.
    pub opcode: Opcode,
    /// Instructions in the opcodes for custom instructions, and the state that they need.
    pub custom: bool,
    /// Packed instructions of the P extension.
    pub packed: bool,
    /// The control and status register `vxsat`, which needs [`Features::packed`].
    pub vxsat: bool,
}

impl Features {
    /// All features of custom instructions, without packed ones.
    pub const ALL: Features = Features {
        selectors: true,
        accumulate: true,
        dual: true,
        vset: true,
        dot: true,
        third: true,
        third_is_rd: false,
        opcode: Opcode::Custom0,
        custom: true,
        packed: false,
        vxsat: false,
    };
}
