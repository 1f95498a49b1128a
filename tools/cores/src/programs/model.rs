//! An interpreter of RV32IM, which executes the unit's instructions with the golden model. It has no interrupts, because their handler
//! restores everything. A trap is counted, and execution goes on after the instruction.

use super::base::{BaseInstruction, Compressed};
use super::layout::{DATA, DATA_BYTES, FINISH, PORTS};
use super::target::{Misaligned, ProgramTarget, Traps};
use super::unit_word::function;
use lanesmith::units::riscv::encoding::{Function, PackedWord};
use lanesmith::units::riscv::golden::UnitModel;

/// The number of the control register that programs read and write.
pub const MSCRATCH: i32 = 0x340;

/// An access to a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortAccess {
    /// The word address.
    Read(u32),
    /// The word address, the word (0 in bytes that are not written), and a bit for each written byte.
    Write(u32, u32, u32),
}

/// The number of executed instructions of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All.
    pub all: u64,
    /// The unit's.
    pub unit: u64,
    /// Multiplications and divisions.
    pub multiply: u64,
    /// Loads and stores.
    pub memory: u64,
    /// Loads and stores at the ports.
    pub ports: u64,
    /// Traps taken.
    pub traps: u64,
}

impl Counts {
    /// Adds the counts of another program.
    pub fn add(&mut self, other: &Counts) {
        self.all += other.all;
        self.unit += other.unit;
        self.multiply += other.multiply;
        self.memory += other.memory;
        self.ports += other.ports;
        self.traps += other.traps;
    }
}

/// The state of a core.
pub struct Model<'a> {
    target: &'a ProgramTarget,
    /// Parcels of 16 bits from address 0 on.
    code: &'a [u16],
    /// The address of the next instruction.
    pub pc: u32,
    /// x0 to x31.
    pub registers: [u32; 32],
    /// The data.
    pub data: Vec<u8>,
    /// The address of the data.
    data_start: u32,
    /// The word that the program stored to end the run.
    pub finished: Option<u32>,
    /// The unit.
    pub unit: UnitModel,
    /// The accesses to the ports.
    pub log: Vec<PortAccess>,
    /// The number of traps, and a checksum over them.
    pub trapped: [u32; 2],
    /// The number of executed instructions.
    pub counts: Counts,
    mscratch: u32,
    port: u32,
}

/// The first value that a load from a port returns.
pub const PORT_START: u32 = 1;

fn next_port(value: u32) -> u32 {
    value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)
}

impl<'a> Model<'a> {
    /// A core that begins at `pc` with these registers and data.
    pub fn new(target: &'a ProgramTarget, code: &'a [u16], pc: u32, registers: [u32; 32], data: Vec<u8>) -> Self {
        assert_eq!(data.len(), DATA_BYTES as usize);
        Model {
            data_start: DATA,
            finished: None,
            target,
            code,
            pc,
            registers,
            data,
            unit: UnitModel::new(target.features),
            log: vec![],
            trapped: [0; 2],
            counts: Counts::default(),
            mscratch: 0,
            port: PORT_START,
        }
    }

    /// A core that begins at address 0 of a memory with instructions and data. It does not see changes that the program makes to its
    /// instructions.
    pub fn of_memory(target: &'a ProgramTarget, code: &'a [u16]) -> Self {
        let mut model = Model::new(target, code, 0, [0; 32], vec![0; DATA_BYTES as usize]);
        model.data = code.iter().flat_map(|half| half.to_le_bytes()).collect();
        model.data_start = 0;
        model
    }

    /// Executes up to the address `end`, or until the program ends the run. Error: a wrong program, or more than `limit` instructions.
    pub fn run(&mut self, end: u32, limit: u64) -> Result<(), String> {
        while self.pc != end && self.finished.is_none() {
            if self.counts.all == limit {
                return Err(format!("more than {limit} instructions"));
            }
            self.step()?;
            self.counts.all += 1;
        }
        Ok(())
    }

    fn half(&self, pc: u32) -> Result<u16, String> {
        let half = self.code.get(pc as usize / 2).copied();
        half.ok_or_else(|| format!("execution leaves the program at {pc:#x}"))
    }

    fn write(&mut self, rd: u32, value: u32) {
        if rd != 0 {
            self.registers[rd as usize] = value;
        }
    }

    fn step(&mut self) -> Result<(), String> {
        let half = self.half(self.pc)?;
        if half & 3 != 3 {
            let compressed = Compressed::decode(half).filter(|_| self.target.compressed);
            let compressed = compressed.ok_or_else(|| format!("{half:#06x} at {:#x}", self.pc))?;
            let x = |register: u32| self.registers[register as usize];
            let (rd, value) = match compressed {
                Compressed::Nop => (0, 0),
                Compressed::Li(rd, imm) => (rd, imm as u32),
                Compressed::Addi(rd, imm) => (rd, x(rd).wrapping_add(imm as u32)),
                Compressed::Mv(rd, rs2) => (rd, x(rs2)),
                Compressed::Add(rd, rs2) => (rd, x(rd).wrapping_add(x(rs2))),
            };
            self.write(rd, value);
            self.pc += 2;
            return Ok(());
        }
        let word = u32::from(half) | u32::from(self.half(self.pc + 2)?) << 16;
        if let Some(function) = function(self.target, word) {
            self.offload(word, function)
        } else if let Some(base) = BaseInstruction::decode(word) {
            self.execute(&base)
        } else {
            self.trap(2)
        }
    }

    fn offload(&mut self, word: u32, function: u32) -> Result<(), String> {
        let x = |lo: u32| self.registers[(word >> lo & 31) as usize];
        let third = if PackedWord::of(Function(function)).is_some() {
            7
        } else {
            27
        };
        let done = self.unit.execute(function, [x(15), x(20), x(third)]);
        if !done.known() && !self.target.foreign_is_zero {
            return self.trap(2);
        }
        self.counts.unit += 1;
        self.write(word >> 7 & 31, done.rd);
        self.pc += 4;
        Ok(())
    }

    fn trap(&mut self, cause: u32) -> Result<(), String> {
        let cause = match self.target.traps {
            Traps::None => return Err(format!("a trap at {:#x}", self.pc)),
            Traps::Machine => cause,
            Traps::Picorv32 { .. } => 0,
        };
        self.counts.traps += 1;
        self.trapped[0] += 1;
        self.trapped[1] = self.trapped[1].wrapping_mul(3).wrapping_add(self.pc) ^ cause;
        self.pc += 4;
        Ok(())
    }

    fn execute(&mut self, base: &BaseInstruction) -> Result<(), String> {
        let BaseInstruction { row, rd, rs1, rs2, imm } = *base;
        let (a, b) = (self.registers[rs1 as usize], self.registers[rs2 as usize]);
        let (immediate, next) = (imm as u32, self.pc.wrapping_add(4));
        let jump = self.pc.wrapping_add(immediate);
        let branch = |taken: bool| if taken { jump } else { next };
        let divides = ["div", "divu", "rem", "remu"].contains(&row.name);
        if divides || row.name.starts_with("mul") {
            self.counts.multiply += 1;
        }
        let wide = |a: i64, b: i64| ((a.wrapping_mul(b)) as u64 >> 32) as u32;
        let value = match row.name {
            "lui" => immediate << 12,
            "auipc" => self.pc.wrapping_add(immediate << 12),
            "jal" | "jalr" => next,
            "addi" => a.wrapping_add(immediate),
            "slti" => u32::from((a as i32) < imm),
            "sltiu" => u32::from(a < immediate),
            "xori" => a ^ immediate,
            "ori" => a | immediate,
            "andi" => a & immediate,
            "slli" => a << imm,
            "srli" => a >> imm,
            "srai" => (a as i32 >> imm) as u32,
            "add" => a.wrapping_add(b),
            "sub" => a.wrapping_sub(b),
            "sll" => a << (b & 31),
            "slt" => u32::from((a as i32) < b as i32),
            "sltu" => u32::from(a < b),
            "xor" => a ^ b,
            "srl" => a >> (b & 31),
            "sra" => (a as i32 >> (b & 31)) as u32,
            "or" => a | b,
            "and" => a & b,
            "mul" => a.wrapping_mul(b),
            "mulh" => wide((a as i32).into(), (b as i32).into()),
            "mulhsu" => wide((a as i32).into(), b.into()),
            "mulhu" => ((u64::from(a) * u64::from(b)) >> 32) as u32,
            "div" if b == 0 => !0,
            "div" => (a as i32).wrapping_div(b as i32) as u32,
            "divu" => a.checked_div(b).unwrap_or(!0),
            "rem" if b == 0 => a,
            "rem" => (a as i32).wrapping_rem(b as i32) as u32,
            "remu" => a.checked_rem(b).unwrap_or(a),
            "csrrw" | "csrrs" | "csrrc" if imm == MSCRATCH => {
                let old = self.mscratch;
                self.mscratch = match row.name {
                    "csrrw" => a,
                    "csrrs" => old | a,
                    _ => old & !a,
                };
                old
            }
            "lb" | "lh" | "lw" | "lbu" | "lhu" | "sb" | "sh" | "sw" => {
                return self.memory(row.name, rd, a.wrapping_add(immediate), b);
            }
            "ecall" => return self.trap(11),
            "ebreak" => return self.trap(3),
            _ => 0,
        };
        self.write(rd, value);
        self.pc = match row.name {
            "jal" => jump,
            "jalr" => a.wrapping_add(immediate) & !1,
            "beq" => branch(a == b),
            "bne" => branch(a != b),
            "blt" => branch((a as i32) < b as i32),
            "bge" => branch(a as i32 >= b as i32),
            "bltu" => branch(a < b),
            "bgeu" => branch(a >= b),
            "fence" | "fence.i" => next,
            name if name.starts_with("csr") && imm != MSCRATCH => return Err(format!("{base} at {:#x}", self.pc)),
            "mret" | "dret" => return Err(format!("{base} at {:#x}", self.pc)),
            _ => next,
        };
        Ok(())
    }

    fn memory(&mut self, name: &str, rd: u32, address: u32, value: u32) -> Result<(), String> {
        let (size, is_store) = (
            1 << (name.as_bytes()[1..].iter().fold(0, |size, letter| match letter {
                b'h' => 1,
                b'w' => 2,
                _ => size,
            })),
            name.starts_with('s'),
        );
        self.counts.memory += 1;
        if !address.is_multiple_of(size) && self.target.misaligned == Misaligned::Trap {
            return self.trap(if is_store { 6 } else { 4 });
        }
        let offset = address.wrapping_sub(self.data_start);
        let loaded = if address >> 8 == PORTS >> 8 && address.is_multiple_of(size) {
            let (lane, strobe) = (8 * (address & 3), ((1 << size) - 1) << (address & 3));
            self.counts.ports += 1;
            if is_store {
                let bytes = if size == 4 { !0 } else { (1 << (8 * size)) - 1 };
                self.log
                    .push(PortAccess::Write(address & !3, (value & bytes) << lane, strobe));
                0
            } else {
                self.log.push(PortAccess::Read(address & !3));
                let word = self.port;
                self.port = next_port(word);
                word >> lane
            }
        } else if address & !4 == FINISH && size == 4 {
            // The device that counts cycles on a machine counts instructions here.
            self.finished = (is_store && address == FINISH).then_some(value);
            self.counts.all as u32
        } else if u64::from(offset) + u64::from(size) <= self.data.len() as u64 {
            let bytes = &mut self.data[offset as usize..(offset + size) as usize];
            if is_store {
                bytes.copy_from_slice(&value.to_le_bytes()[..size as usize]);
            }
            let word = [0, 1, 2, 3].map(|i| bytes.get(i).copied().unwrap_or(0));
            u32::from_le_bytes(word)
        } else {
            return Err(format!("{name} to {address:#x} at {:#x}", self.pc));
        };
        match name {
            "lb" => self.write(rd, loaded as i8 as u32),
            "lh" => self.write(rd, loaded as i16 as u32),
            "lbu" => self.write(rd, loaded & 0xff),
            "lhu" => self.write(rd, loaded & 0xffff),
            "lw" => self.write(rd, loaded),
            _ => (),
        }
        self.pc += 4;
        Ok(())
    }
}
