//! Random programs: blocks with branches over them, loops around them and subroutines, all of which end.

use super::base::Compressed;
use super::image::Image;
use super::layout::*;
use super::model::MSCRATCH;
use super::target::{Misaligned, ProgramTarget};
use super::unit_word;
use lanesmith::sim::testbench::Random;
use lanesmith::units::riscv::encoding::{FUNCTION_BITS, FeatureSet, Function, HELD, StateAccess, THIRD, THIRD_OPCODES};
use lanesmith::units::riscv::isa::{OP_32, OP_IMM_32, PackedRow, VXSAT_ACCESSES};

/// The kinds of instructions. Each program has its own frequencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InstructionKind {
    Arithmetic,
    Multiply,
    Divide,
    Unit,
    State,
    Packed,
    Vxsat,
    Foreign,
    Load,
    Store,
    ReadPort,
    WritePort,
    Misaligned,
    Fence,
    Csr,
    Compressed,
    Illegal,
    Branch,
    Loop,
    Call,
}

const KINDS: [(InstructionKind, u32); 20] = [
    (InstructionKind::Arithmetic, 20),
    (InstructionKind::Multiply, 6),
    (InstructionKind::Divide, 6),
    (InstructionKind::Unit, 40),
    (InstructionKind::State, 6),
    (InstructionKind::Packed, 60),
    (InstructionKind::Vxsat, 6),
    (InstructionKind::Foreign, 1),
    (InstructionKind::Load, 10),
    (InstructionKind::Store, 10),
    (InstructionKind::ReadPort, 6),
    (InstructionKind::WritePort, 6),
    (InstructionKind::Misaligned, 1),
    (InstructionKind::Fence, 1),
    (InstructionKind::Csr, 2),
    (InstructionKind::Compressed, 8),
    (InstructionKind::Illegal, 1),
    (InstructionKind::Branch, 8),
    (InstructionKind::Loop, 1),
    (InstructionKind::Call, 2),
];

const BRANCHES: [&str; 6] = ["beq", "bne", "blt", "bge", "bltu", "bgeu"];
const WITH_IMMEDIATE: [&str; 6] = ["addi", "slti", "sltiu", "xori", "ori", "andi"];
const WITH_REGISTER: [&str; 10] = ["add", "sub", "sll", "slt", "sltu", "xor", "srl", "sra", "or", "and"];
/// Opcodes that none of the cores have.
const ILLEGAL: [u32; 3] = [0x57, 0x53, 0x77];

/// Makes programs.
pub struct Generator<'a> {
    target: &'a ProgramTarget,
    random: Random,
    image: Image,
    weights: Vec<(InstructionKind, u32)>,
    /// Registers that a program may write.
    free: Vec<u32>,
    /// The registers that were written last.
    recent: [u32; 3],
    /// The addresses of calls whose subroutines are not written yet.
    calls: Vec<u32>,
    /// The functions of the unit.
    functions: Vec<u32>,
    /// The accesses to its state.
    accesses: Vec<StateAccess>,
    /// Its packed instructions.
    packed: Vec<&'static PackedRow>,
}

impl<'a> Generator<'a> {
    /// A generator that appends a program to `image`.
    pub fn new(target: &'a ProgramTarget, mut random: Random, image: Image) -> Self {
        let own = [LINK, DATA_REGISTER, PORT_REGISTER, COUNTERS[0], COUNTERS[1]];
        let is_free = |register: &u32| !own.contains(register) && !target.is_overwritten(*register);
        let exists = |kind: InstructionKind| match kind {
            InstructionKind::Multiply => target.multiplies,
            InstructionKind::Divide => target.divides,
            InstructionKind::Packed => target.features.packed,
            InstructionKind::Vxsat => target.features.vxsat,
            InstructionKind::Foreign => target.foreign_is_zero || target.has_traps,
            InstructionKind::Illegal => target.has_traps,
            InstructionKind::Csr => target.has_machine_mode(),
            InstructionKind::Compressed => target.compressed,
            InstructionKind::Misaligned => match target.misaligned {
                Misaligned::Absent => false,
                Misaligned::Trap => target.has_traps,
                Misaligned::Split => true,
            },
            _ => true,
        };
        let weigh = |(kind, weight): (InstructionKind, u32)| (kind, weight * random.pick(&[1, 4, 4, 4, 16]));
        let weights = KINDS.into_iter().filter(|(kind, _)| exists(*kind)).map(weigh).collect();
        let known = |function: &u32| {
            let probe = lanesmith::units::riscv::golden::UnitModel::new(target.features);
            probe.look(*function, [0; 3]).operation
        };
        Generator {
            target,
            random,
            image,
            weights,
            free: (0..32).filter(is_free).collect(),
            recent: [0; 3],
            calls: vec![],
            functions: (0..1 << (FUNCTION_BITS + 2)).filter(known).collect(),
            accesses: target.features.accesses().map(|row| row.access).collect(),
            packed: target.features.packed_rows().collect(),
        }
    }

    /// A program with about `length` instructions, and the address of its end.
    pub fn program(mut self, length: u32) -> (Image, u32) {
        let until = self.image.at + 4 * length;
        while self.image.at < until {
            self.instruction(2);
        }
        let end = self.image.at;
        self.image.at += 4;
        for from in std::mem::take(&mut self.calls) {
            self.image.branch(from, "jal", [LINK, 0, 0], self.image.at);
            for _ in 0..1 + self.random.below(6) {
                self.instruction(0);
            }
            self.image.base("jalr", 0, LINK, 0, 0);
        }
        assert!(self.image.at < CODE_END - 0x100, "the program has too many subroutines");
        let epilogue = self.image.at.next_multiple_of(4);
        self.image.at = epilogue;
        self.image.branch(end, "jal", [0, 0, 0], epilogue);
        (self.image, epilogue)
    }

    /// A register to read: often one that was just written.
    fn source(&mut self) -> u32 {
        let source = match self.random.below(4) {
            0 | 1 => self.random.pick(&self.recent),
            2 => self.random.pick(&self.free),
            _ => self.random.below(32),
        };
        if self.target.is_overwritten(source) { 0 } else { source }
    }

    fn destination(&mut self) -> u32 {
        let rd = if self.random.one_in(3) {
            self.random.pick(&self.recent)
        } else {
            self.random.pick(&self.free)
        };
        self.recent.rotate_right(1);
        self.recent[0] = rd;
        rd
    }

    /// The next instruction; with `depth` more than 0 it may be a branch, loop or call.
    fn instruction(&mut self, depth: u32) {
        let total = self.weights.iter().map(|(_, weight)| weight).sum();
        let mut at = self.random.below(total);
        let kind = self.weights.iter().find(|(_, weight)| {
            let is_it = at < *weight;
            at = at.saturating_sub(*weight);
            is_it
        });
        let kind = kind.expect("one of them").0;
        match kind {
            InstructionKind::Branch | InstructionKind::Loop | InstructionKind::Call if depth == 0 => {
                self.plain(InstructionKind::Unit)
            }
            InstructionKind::Branch => self.branch(depth),
            InstructionKind::Loop => self.repeat(depth),
            InstructionKind::Call => {
                self.calls.push(self.image.at);
                self.image.at += 4;
            }
            kind => self.plain(kind),
        }
    }

    /// Some instructions, and a branch over them.
    fn branch(&mut self, depth: u32) {
        let from = self.image.at;
        let name = self.random.pick(&BRANCHES);
        let [rs1, rs2] = [self.source(), self.source()];
        self.image.at += 4;
        for _ in 0..self.random.below(6) {
            self.instruction(depth - 1);
        }
        // Sometimes an unconditional jump instead of a conditional branch.
        match self.random.one_in(6) {
            true => self.image.branch(from, "jal", [0, 0, 0], self.image.at),
            false => self.image.branch(from, name, [0, rs1, rs2], self.image.at),
        }
    }

    /// A loop with a few rounds.
    fn repeat(&mut self, depth: u32) {
        let counter = COUNTERS[depth as usize - 1];
        let rounds = 1 + self.random.below(4) as i32;
        self.image.base("addi", counter, 0, 0, rounds);
        let start = self.image.at;
        for _ in 0..1 + self.random.below(8) {
            self.instruction(depth - 1);
        }
        self.image.base("addi", counter, counter, 0, -1);
        self.image.branch(self.image.at, "bne", [0, counter, 0], start);
        self.image.at += 4;
    }

    /// An instruction that is no branch.
    fn plain(&mut self, kind: InstructionKind) {
        let sources = [self.source(), self.source(), self.source()];
        let [rs1, rs2, _] = sources;
        let immediate = self.random.below(1 << 12) as i32 - (1 << 11);
        match kind {
            InstructionKind::Arithmetic => self.arithmetic([rs1, rs2], immediate),
            InstructionKind::Multiply => self.one_of(&["mul", "mulh", "mulhsu", "mulhu"], rs1, rs2, 0),
            InstructionKind::Divide => self.one_of(&["div", "divu", "rem", "remu"], rs1, rs2, 0),
            InstructionKind::Unit => self.unit_operation(sources),
            InstructionKind::State => {
                let access = self.random.pick(&self.accesses);
                let rd = self.destination();
                let word = unit_word::access(self.target, access, [rd, rs1, rs2]);
                self.image.word(word);
            }
            InstructionKind::Packed => {
                let row = self.random.pick(&self.packed);
                let rd = self.destination();
                let free = self.random.bits() as u32 & !row.mask;
                let opcode = self.target.features.opcode;
                let function = Function::of(opcode, row.word | free);
                self.image.word(function.word(opcode, rd, rs1, rs2));
            }
            InstructionKind::Vxsat => {
                let row = self.random.pick(&VXSAT_ACCESSES);
                let operand = if row.immediate { self.random.below(32) } else { rs1 };
                let rd = self.destination();
                self.image.word(row.word | operand << 15 | rd << 7);
            }
            InstructionKind::Foreign => self.foreign([rs1, rs2]),
            InstructionKind::Load | InstructionKind::ReadPort => self.load(kind == InstructionKind::ReadPort),
            InstructionKind::Store | InstructionKind::WritePort => self.store(kind == InstructionKind::WritePort, rs2),
            InstructionKind::Misaligned => self.misaligned(rs2),
            InstructionKind::Fence => self.fence(),
            InstructionKind::Csr => self.one_of(&["csrrw", "csrrs", "csrrc"], rs1, 0, MSCRATCH),
            InstructionKind::Compressed => self.compressed(),
            InstructionKind::Illegal => self.illegal(),
            InstructionKind::Branch | InstructionKind::Loop | InstructionKind::Call => {
                unreachable!("handled by the caller")
            }
        }
    }

    /// A base instruction with one of these names.
    fn one_of(&mut self, names: &[&'static str], rs1: u32, rs2: u32, imm: i32) {
        let name = self.random.pick(names);
        let rd = self.destination();
        self.image.base(name, rd, rs1, rs2, imm);
    }

    fn arithmetic(&mut self, [rs1, rs2]: [u32; 2], immediate: i32) {
        let (rd, shift) = (self.destination(), immediate & 31);
        let random = &mut self.random;
        match random.below(8) {
            0 => self.image.base("lui", rd, 0, 0, random.below(1 << 20) as i32),
            1 => self.image.base("auipc", rd, 0, 0, random.below(1 << 20) as i32),
            2 => self
                .image
                .base(random.pick(&["slli", "srli", "srai"]), rd, rs1, 0, shift),
            3 | 4 => self.image.base(random.pick(&WITH_IMMEDIATE), rd, rs1, 0, immediate),
            _ => self.image.base(random.pick(&WITH_REGISTER), rd, rs1, rs2, 0),
        }
    }

    /// A custom operation of the unit.
    fn unit_operation(&mut self, [rs1, rs2, rs3]: [u32; 3]) {
        let function = self.random.pick(&self.functions);
        let rd = self.destination();
        let opcode = self.target.features.opcode;
        let word = match function >> THIRD {
            0 => unit_word::word(opcode.bits(), function, [rd, rs1, rs2]),
            _ => {
                let types = function >> 5 & 3;
                let opcode = THIRD_OPCODES[function as usize >> 3 & 1];
                let funct7 = rs3 << 2 | types;
                funct7 << 25 | rs2 << 20 | rs1 << 15 | (function & 7) << 12 | rd << 7 | opcode
            }
        };
        self.image.word(word);
    }

    /// A word in one of the unit's opcodes that is none of its instructions; of random packed words a few are.
    fn foreign(&mut self, [rs1, rs2]: [u32; 2]) {
        if self.target.features.packed && self.random.flag() {
            let opcode = self.random.pick(&[OP_32, OP_IMM_32]);
            let rd = self.destination();
            let rest = self.random.bits() as u32 & 0xfe00_7000;
            self.image.word(rest | rs2 << 20 | rs1 << 15 | rd << 7 | opcode);
            return;
        }
        let function = self.random.below(1 << FUNCTION_BITS) | 1 << HELD | 0x180;
        let rd = self.destination();
        let opcode = self.target.features.opcode.bits();
        self.image.word(unit_word::word(opcode, function, [rd, rs1, rs2]));
    }

    /// A load from the data or from a counted port.
    fn load(&mut self, is_port: bool) {
        let (name, size) = self
            .random
            .pick(&[("lb", 1), ("lh", 2), ("lw", 4), ("lbu", 1), ("lhu", 2)]);
        let (base, offset) = self.place(is_port, size);
        let rd = self.destination();
        self.image.base(name, rd, base, 0, offset);
    }

    /// A store to the data or to a counted port.
    fn store(&mut self, is_port: bool, rs2: u32) {
        let (name, size) = self.random.pick(&[("sb", 1), ("sh", 2), ("sw", 4)]);
        let (base, offset) = self.place(is_port, size);
        self.image.base(name, 0, base, rs2, offset);
    }

    /// A load or store whose address is not a multiple of its size.
    fn misaligned(&mut self, rs2: u32) {
        let (name, size) = self
            .random
            .pick(&[("lh", 2), ("lw", 4), ("lhu", 2), ("sh", 2), ("sw", 4)]);
        let (base, offset) = self.place(false, 4);
        let offset = offset - 4 + 1 + self.random.below(size as u32 - 1) as i32;
        let offset = offset.max(-(1 << 11) + 1);
        match name.starts_with('s') {
            true => self.image.base(name, 0, base, rs2, offset),
            false => {
                let rd = self.destination();
                self.image.base(name, rd, base, 0, offset);
            }
        }
    }

    fn fence(&mut self) {
        let names: &[&'static str] = match self.target.has_machine_mode() {
            true => &["fence", "fence.i"],
            false => &["fence"],
        };
        let name = self.random.pick(names);
        self.image.base(name, 0, 0, 0, 0);
    }

    /// An instruction that traps.
    fn illegal(&mut self) {
        match self.random.below(4) {
            0 => self.image.base("ecall", 0, 0, 0, 0),
            1 if self.target.has_ebreak => self.image.base("ebreak", 0, 0, 0, 0),
            _ => {
                let opcode = self.random.pick(&ILLEGAL);
                let rest = self.random.bits() as u32 & !0x7f;
                self.image.word(rest | opcode);
            }
        }
    }

    /// The base register and the offset of a random aligned address in the data, or in the counted ports.
    fn place(&mut self, is_port: bool, size: i32) -> (u32, i32) {
        let (base, lowest, bytes) = match is_port {
            true => (PORT_REGISTER, 0, 256),
            false => (DATA_REGISTER, DATA as i32 - DATA_BASE as i32, DATA_BYTES as i32),
        };
        // Mostly few addresses, so that loads read stored values.
        let bytes = if is_port || self.random.one_in(4) { bytes } else { 64 };
        (base, lowest + self.random.below((bytes / size) as u32) as i32 * size)
    }

    fn compressed(&mut self) {
        let imm = self.random.below(64) as i32 - 32;
        let rs2 = loop {
            let source = self.source();
            if source != 0 {
                break source;
            }
        };
        let rd = loop {
            let destination = self.destination();
            if destination != 0 {
                break destination;
            }
        };
        // After an odd number of compressed instructions the next instruction of 32 bits crosses a word boundary.
        let instruction = match self.random.below(5) {
            0 => Compressed::Nop,
            1 => Compressed::Li(rd, imm),
            2 => Compressed::Addi(rd, if imm == 0 { 1 } else { imm }),
            3 => Compressed::Mv(rd, rs2),
            _ => Compressed::Add(rd, rs2),
        };
        self.image.compressed(instruction);
    }
}
