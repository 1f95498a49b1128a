//! The base instructions of RV32IM, some of machine mode, and a few compressed ones: encoding, assembler text, decoding. (The RISC-V
//! Instruction Set Manual, volume I, chapters "RV32I", "M" and "C"; volume II for `csr…` and `mret`.)

use std::fmt;

/// The fields of an instruction in its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionFormat {
    /// Two source registers.
    R,
    /// A source register and an immediate of 12 bits.
    I,
    /// A source register and an immediate of 12 bits, written `imm(rs1)`.
    Load,
    /// A source register and a shift amount of 5 bits.
    Shift,
    /// A store: two source registers and an immediate of 12 bits, written `rs2, imm(rs1)`.
    S,
    /// A conditional branch by an even distance of 13 bits.
    B,
    /// An immediate of the upper 20 bits.
    U,
    /// A jump by an even distance of 21 bits.
    J,
    /// Access to a control and status register, whose number is the immediate.
    Csr,
    /// No fields.
    Plain,
}

/// A row of the table of base instructions.
#[derive(Clone, Copy, Debug)]
pub struct BaseRow {
    /// The instruction's name in assembler text.
    pub name: &'static str,
    /// Its fields.
    pub format: InstructionFormat,
    /// The word with all fields 0.
    pub word: u32,
}

const fn row(name: &'static str, format: InstructionFormat, word: u32) -> BaseRow {
    BaseRow { name, format, word }
}

const fn r(name: &'static str, funct7: u32, funct3: u32) -> BaseRow {
    row(name, InstructionFormat::R, funct7 << 25 | funct3 << 12 | 0x33)
}

const fn i(name: &'static str, format: InstructionFormat, funct3: u32, opcode: u32) -> BaseRow {
    row(name, format, funct3 << 12 | opcode)
}

/// The instructions of 32 bits.
pub const ROWS: [BaseRow; 54] = [
    row("lui", InstructionFormat::U, 0x37),
    row("auipc", InstructionFormat::U, 0x17),
    row("jal", InstructionFormat::J, 0x6f),
    i("jalr", InstructionFormat::Load, 0, 0x67),
    i("beq", InstructionFormat::B, 0, 0x63),
    i("bne", InstructionFormat::B, 1, 0x63),
    i("blt", InstructionFormat::B, 4, 0x63),
    i("bge", InstructionFormat::B, 5, 0x63),
    i("bltu", InstructionFormat::B, 6, 0x63),
    i("bgeu", InstructionFormat::B, 7, 0x63),
    i("lb", InstructionFormat::Load, 0, 0x03),
    i("lh", InstructionFormat::Load, 1, 0x03),
    i("lw", InstructionFormat::Load, 2, 0x03),
    i("lbu", InstructionFormat::Load, 4, 0x03),
    i("lhu", InstructionFormat::Load, 5, 0x03),
    i("sb", InstructionFormat::S, 0, 0x23),
    i("sh", InstructionFormat::S, 1, 0x23),
    i("sw", InstructionFormat::S, 2, 0x23),
    i("addi", InstructionFormat::I, 0, 0x13),
    i("slti", InstructionFormat::I, 2, 0x13),
    i("sltiu", InstructionFormat::I, 3, 0x13),
    i("xori", InstructionFormat::I, 4, 0x13),
    i("ori", InstructionFormat::I, 6, 0x13),
    i("andi", InstructionFormat::I, 7, 0x13),
    i("slli", InstructionFormat::Shift, 1, 0x13),
    i("srli", InstructionFormat::Shift, 5, 0x13),
    row("srai", InstructionFormat::Shift, 0x20 << 25 | 5 << 12 | 0x13),
    r("add", 0, 0),
    r("sub", 0x20, 0),
    r("sll", 0, 1),
    r("slt", 0, 2),
    r("sltu", 0, 3),
    r("xor", 0, 4),
    r("srl", 0, 5),
    r("sra", 0x20, 5),
    r("or", 0, 6),
    r("and", 0, 7),
    r("mul", 1, 0),
    r("mulh", 1, 1),
    r("mulhsu", 1, 2),
    r("mulhu", 1, 3),
    r("div", 1, 4),
    r("divu", 1, 5),
    r("rem", 1, 6),
    r("remu", 1, 7),
    row("fence", InstructionFormat::Plain, 0x0ff0_000f),
    row("fence.i", InstructionFormat::Plain, 0x0000_100f),
    row("ecall", InstructionFormat::Plain, 0x0000_0073),
    row("ebreak", InstructionFormat::Plain, 0x0010_0073),
    row("mret", InstructionFormat::Plain, 0x3020_0073),
    row("dret", InstructionFormat::Plain, 0x7b20_0073),
    i("csrrw", InstructionFormat::Csr, 1, 0x73),
    i("csrrs", InstructionFormat::Csr, 2, 0x73),
    i("csrrc", InstructionFormat::Csr, 3, 0x73),
];

/// The bits of a word that are fixed in this format.
fn mask(format: InstructionFormat) -> u32 {
    match format {
        InstructionFormat::R | InstructionFormat::Shift => 0xfe00_707f,
        InstructionFormat::I
        | InstructionFormat::Load
        | InstructionFormat::S
        | InstructionFormat::B
        | InstructionFormat::Csr => 0x707f,
        InstructionFormat::U | InstructionFormat::J => 0x7f,
        InstructionFormat::Plain => !0,
    }
}

/// An instruction with its fields; fields that the format lacks are 0.
#[derive(Clone, Copy, Debug)]
pub struct BaseInstruction {
    /// Its row in the table.
    pub row: &'static BaseRow,
    /// The destination register.
    pub rd: u32,
    /// The first source register.
    pub rs1: u32,
    /// The second source register.
    pub rs2: u32,
    /// The immediate, distance in bytes, shift amount or number of a control register; in `lui` and `auipc` the upper 20 bits.
    pub imm: i32,
}

impl BaseInstruction {
    /// The instruction with this name. Panics if the table has no such name.
    pub fn new(name: &str, rd: u32, rs1: u32, rs2: u32, imm: i32) -> Self {
        let row = ROWS.iter().find(|row| row.name == name);
        let row = row.unwrap_or_else(|| panic!("no instruction {name}"));
        BaseInstruction { row, rd, rs1, rs2, imm }
    }

    /// Its word.
    pub fn word(&self) -> u32 {
        let BaseInstruction { rd, rs1, rs2, .. } = *self;
        let (rd, rs1, rs2, imm) = (rd << 7, rs1 << 15, rs2 << 20, self.imm as u32);
        let field = |lo: u32, bits: u32, to: u32| (imm >> lo & ((1 << bits) - 1)) << to;
        self.row.word
            | match self.row.format {
                InstructionFormat::R => rd | rs1 | rs2,
                InstructionFormat::I | InstructionFormat::Load | InstructionFormat::Csr => rd | rs1 | field(0, 12, 20),
                InstructionFormat::Shift => rd | rs1 | field(0, 5, 20),
                InstructionFormat::S => rs1 | rs2 | field(5, 7, 25) | field(0, 5, 7),
                InstructionFormat::B => {
                    rs1 | rs2 | field(12, 1, 31) | field(5, 6, 25) | field(1, 4, 8) | field(11, 1, 7)
                }
                InstructionFormat::U => rd | field(0, 20, 12),
                InstructionFormat::J => rd | field(20, 1, 31) | field(1, 10, 21) | field(11, 1, 20) | field(12, 8, 12),
                InstructionFormat::Plain => 0,
            }
    }

    /// The instruction of a word; `None` if the table lacks it.
    pub fn decode(word: u32) -> Option<Self> {
        let is = |row: &&BaseRow| word & mask(row.format) == row.word;
        let row = ROWS.iter().find(is)?;
        let field = |lo: u32, bits: u32, to: u32| (word >> lo & ((1 << bits) - 1)) << to;
        let signed = |value: u32, bits: u32| (value << (32 - bits)) as i32 >> (32 - bits);
        let (rd, rs1, rs2) = (field(7, 5, 0), field(15, 5, 0), field(20, 5, 0));
        let (rd, rs1, rs2, imm) = match row.format {
            InstructionFormat::R => (rd, rs1, rs2, 0),
            InstructionFormat::I | InstructionFormat::Load => (rd, rs1, 0, signed(field(20, 12, 0), 12)),
            InstructionFormat::Csr => (rd, rs1, 0, field(20, 12, 0) as i32),
            InstructionFormat::Shift => (rd, rs1, 0, rs2 as i32),
            InstructionFormat::S => (0, rs1, rs2, signed(field(25, 7, 5) | field(7, 5, 0), 12)),
            InstructionFormat::B => {
                let distance = field(31, 1, 12) | field(25, 6, 5) | field(8, 4, 1) | field(7, 1, 11);
                (0, rs1, rs2, signed(distance, 13))
            }
            InstructionFormat::U => (rd, 0, 0, field(12, 20, 0) as i32),
            InstructionFormat::J => {
                let distance = field(31, 1, 20) | field(21, 10, 1) | field(20, 1, 11) | field(12, 8, 12);
                (rd, 0, 0, signed(distance, 21))
            }
            InstructionFormat::Plain => (0, 0, 0, 0),
        };
        Some(BaseInstruction { row, rd, rs1, rs2, imm })
    }
}

impl fmt::Display for BaseInstruction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let BaseInstruction { row, rd, rs1, rs2, imm } = self;
        let name = row.name;
        match row.format {
            InstructionFormat::R => write!(f, "{name} x{rd}, x{rs1}, x{rs2}"),
            InstructionFormat::I | InstructionFormat::Shift => write!(f, "{name} x{rd}, x{rs1}, {imm}"),
            InstructionFormat::Load => write!(f, "{name} x{rd}, {imm}(x{rs1})"),
            InstructionFormat::S => write!(f, "{name} x{rs2}, {imm}(x{rs1})"),
            InstructionFormat::B => write!(f, "{name} x{rs1}, x{rs2}, . + {imm}"),
            InstructionFormat::U => write!(f, "{name} x{rd}, {imm:#x}"),
            InstructionFormat::J => write!(f, "{name} x{rd}, . + {imm}"),
            InstructionFormat::Csr => write!(f, "{name} x{rd}, {imm:#x}, x{rs1}"),
            InstructionFormat::Plain => write!(f, "{name}"),
        }
    }
}

/// A compressed instruction with registers x1 to x31. `c.li` and `c.addi` have an immediate of 6 bits, which is not 0 in `c.addi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compressed {
    /// Does nothing.
    Nop,
    /// rd = immediate.
    Li(u32, i32),
    /// rd = rd + immediate.
    Addi(u32, i32),
    /// rd = rs2.
    Mv(u32, u32),
    /// rd = rd + rs2.
    Add(u32, u32),
}

impl Compressed {
    /// Its half-word.
    pub fn half(self) -> u16 {
        let imm = |imm: i32| ((imm as u32 >> 5 & 1) << 12 | (imm as u32 & 31) << 2) as u16;
        let pair = |rd: u32, rs2: u32| (rd << 7 | rs2 << 2) as u16;
        match self {
            Compressed::Nop => 0x0001,
            Compressed::Li(rd, value) => 0x4001 | pair(rd, 0) | imm(value),
            Compressed::Addi(rd, value) => 0x0001 | pair(rd, 0) | imm(value),
            Compressed::Mv(rd, rs2) => 0x8002 | pair(rd, rs2),
            Compressed::Add(rd, rs2) => 0x9002 | pair(rd, rs2),
        }
    }

    /// The instruction of a half-word; `None` if it is none of these.
    pub fn decode(half: u16) -> Option<Self> {
        let half = u32::from(half);
        let (rd, rs2) = (half >> 7 & 31, half >> 2 & 31);
        let imm = ((half >> 12 & 1) << 5 | rs2) << 26;
        let imm = imm as i32 >> 26;
        Some(match (half >> 12, half & 3) {
            (0, 1) if rd == 0 && imm == 0 => Compressed::Nop,
            (0 | 1, 1) if rd != 0 && imm != 0 => Compressed::Addi(rd, imm),
            (4 | 5, 1) if rd != 0 => Compressed::Li(rd, imm),
            (8, 2) if rd != 0 && rs2 != 0 => Compressed::Mv(rd, rs2),
            (9, 2) if rd != 0 && rs2 != 0 => Compressed::Add(rd, rs2),
            _ => return None,
        })
    }
}

impl fmt::Display for Compressed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Compressed::Nop => write!(f, "c.nop"),
            Compressed::Li(rd, imm) => write!(f, "c.li x{rd}, {imm}"),
            Compressed::Addi(rd, imm) => write!(f, "c.addi x{rd}, {imm}"),
            Compressed::Mv(rd, rs2) => write!(f, "c.mv x{rd}, x{rs2}"),
            Compressed::Add(rd, rs2) => write!(f, "c.add x{rd}, x{rs2}"),
        }
    }
}
