//! The machine: typed registers and a program, one instruction at a time.

use super::execute::{InstructionInputs, TypedRegister, execute, new_types, working_type};
use super::record::{deciding_type, destination, operands};
use crate::brew::isa::{BrewInstruction, BrewOperation, REGISTERS, Subset, TYPES, TypeRule, decode};
use lanesmith_algebra::Concrete;

/// A register's contents and its type code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Typed {
    /// The 32 bits.
    pub value: u32,
    /// The type code, 0 … 14.
    pub code: u8,
}

/// One instruction that left the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Retire {
    /// The number of instructions that retired before.
    pub order: u64,
    /// The byte address of the first word.
    pub address: u32,
    /// The words, first word first; words beyond `length` are 0.
    pub words: [u16; 3],
    /// The number of words: 1, 2 or 3.
    pub length: u8,
    /// The invalid-instruction exception; then nothing was written.
    pub exception: bool,
    /// The destination, also of an instruction that raises the exception (see [`destination`]). For an instruction that sets
    /// many types it is the first register of the group, `$r0` or `$r8`.
    pub register: u8,
    /// Whether `value` was written.
    pub writes: bool,
    /// The destination's type code before.
    pub old_type: u8,
    /// The destination's type code after.
    pub new_type: u8,
    /// The destination's new value; 0 where none is written.
    pub value: u32,
    /// The first operand, if [`operands`] reports it.
    pub a: Option<u32>,
    /// The second operand, if [`operands`] reports it.
    pub b: Option<u32>,
    /// The code of the type that decided (see [`deciding_type`]).
    pub operand_type: Option<u8>,
}

/// Registers and types, the program, and the place in it. Programs begin at address 0, two bytes to the word.
#[derive(Clone, Debug)]
pub struct BrewMachine {
    /// The registers; after reset all are INT32.
    pub registers: [Typed; REGISTERS],
    /// The byte address of the next instruction.
    pub address: u32,
    /// The number of instructions that have retired.
    pub retired: u64,
    program: Vec<u16>,
}

impl BrewMachine {
    /// A machine after reset, with all values 0.
    pub fn new(program: Vec<u16>) -> Self {
        BrewMachine {
            registers: Default::default(),
            address: 0,
            retired: 0,
            program,
        }
    }

    /// The type codes of all registers, four bits each, that of `$r0` lowest.
    pub fn types(&self) -> u64 {
        type_codes(&self.registers)
    }

    /// All words.
    pub fn program(&self) -> &[u16] {
        &self.program
    }

    /// The words from the next instruction on.
    pub fn rest(&self) -> &[u16] {
        self.program.get(self.address as usize / 2..).unwrap_or_default()
    }

    /// Executes the next instruction; `None` at the program's end, also if the last instruction is incomplete (then
    /// [`BrewMachine::rest`] is not empty).
    pub fn step(&mut self) -> Option<Retire> {
        self.step_within(Subset {
            float: true,
            multiplier: true,
        })
    }

    /// The same for a machine that has only `subset`: instructions that it lacks raise the exception.
    pub fn step_within(&mut self, subset: Subset) -> Option<Retire> {
        let rest = self.rest();
        let decoded = decode(rest)?;
        let words = std::array::from_fn(|i| if i < decoded.length { rest[i] } else { 0 });
        let register = destination::<Concrete>([&i64::from(words[0]), &i64::from(words[1])]) as u8;
        let code = self.read(register).code as u8;
        let mut retire = Retire {
            order: self.retired,
            address: self.address,
            words,
            length: decoded.length as u8,
            exception: true,
            register,
            old_type: code,
            new_type: code,
            ..Retire::default()
        };
        if let Some(instruction) = decoded.instruction {
            self.execute(&instruction, subset, &mut retire);
        }
        self.retired += 1;
        self.address += 2 * decoded.length as u32;
        Some(retire)
    }

    /// Resets types to INT32 and the count of instructions to 0. Values and the address stay.
    pub fn reset(&mut self) {
        self.registers.iter_mut().for_each(|register| register.code = 0);
        self.retired = 0;
    }

    fn execute(&mut self, instruction: &BrewInstruction, subset: Subset, retire: &mut Retire) {
        let BrewInstruction { row, d, e, .. } = *instruction;
        let inputs = self.inputs(instruction);
        [retire.a, retire.b] = operands(row, &inputs).map(|operand| operand.map(|value| value as u32));
        retire.operand_type = deciding_type(row, &inputs).map(|code| *code as u8);
        let is_there = subset.has(row.operation, TYPES[*working_type(row, &inputs) as usize & 15]);
        match row.operation {
            BrewOperation::SetTypesLow => self.set_types(0, 8, e),
            BrewOperation::SetTypesHigh => self.set_types(8, 7, e),
            _ => {
                let effect = execute(row, &inputs);
                if effect.exception || !is_there {
                    return;
                }
                self.registers[usize::from(d)] = Typed {
                    value: effect.d.value as u32,
                    code: effect.d.code as u8,
                };
            }
        }
        let new = self.registers[usize::from(retire.register)];
        retire.exception = false;
        retire.writes = row.types != TypeRule::FromX;
        retire.new_type = new.code;
        retire.value = if retire.writes { new.value } else { 0 };
    }

    /// What an instruction looks at.
    pub(super) fn inputs(&self, instruction: &BrewInstruction) -> InstructionInputs<Concrete> {
        InstructionInputs {
            a: self.read(instruction.a),
            b: self.read(instruction.b),
            d: self.read(instruction.d),
            field_a: instruction.a.into(),
            field_e: instruction.e.into(),
        }
    }

    /// Sets many types.
    fn set_types(&mut self, first: usize, count: usize, e: u32) {
        let group = &mut self.registers[first..first + count];
        let old: Vec<i64> = group.iter().map(|register| i64::from(register.code)).collect();
        for (register, code) in group.iter_mut().zip(new_types::<Concrete>(&i64::from(e), &old)) {
            register.code = code as u8;
        }
    }

    /// Register `index`; FIELD values that name no register read as 0.
    fn read(&self, index: u8) -> TypedRegister<Concrete> {
        let register = self.registers.get(usize::from(index)).copied().unwrap_or_default();
        TypedRegister {
            value: i64::from(register.value),
            code: i64::from(register.code),
        }
    }
}

/// The type codes of registers, four bits each, that of `$r0` lowest.
pub fn type_codes(registers: &[Typed; REGISTERS]) -> u64 {
    let codes = (0..).zip(registers);
    codes.map(|(i, register)| u64::from(register.code) << (4 * i)).sum()
}

impl Typed {
    /// The type's name.
    pub fn kind(self) -> &'static str {
        TYPES[usize::from(self.code & 15)].name.unwrap_or("reserved")
    }
}

impl std::fmt::Display for Typed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08x} {}", self.value, self.kind())
    }
}
