//! The one table of functions. Decoder, golden, header and documentation read it.

use crate::units::video::ptx::{Control, Instruction, Mode, Operands, Operation, WIDTHS, Width};

/// The major opcode custom-0.
pub const OPCODE: u32 = 0x0b;

/// The bits of a function, `{funct7, funct3}`.
pub const FUNCTION_BITS: u32 = 10;

/// The bit of the function that takes mask and selectors from the configuration.
pub const HELD: u32 = 9;

/// An access to the state. The discriminant is `funct3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Access {
    /// `rd` becomes the configuration.
    ReadConfiguration = 0,
    /// `rd` becomes `c`.
    ReadC = 1,
    /// `rd` becomes the version word.
    ReadVersion = 2,
    /// Configuration and `rs1` change places, `rd` taking the old value.
    SwapConfiguration = 4,
    /// Likewise `c`.
    SwapC = 5,
}

/// A row of the table of accesses.
#[derive(Clone, Copy, Debug)]
pub struct AccessRow {
    /// The access this row is about.
    pub access: Access,
    /// Its name in C and in assembler text.
    pub name: &'static str,
    /// One sentence for documentation.
    pub sentence: &'static str,
}

/// All accesses, in the order of their codes.
pub const ACCESSES: [AccessRow; 5] = [
    AccessRow {
        access: Access::ReadConfiguration,
        name: "read_configuration",
        sentence: "rd = configuration.",
    },
    AccessRow {
        access: Access::ReadC,
        name: "read_c",
        sentence: "rd = c.",
    },
    AccessRow {
        access: Access::ReadVersion,
        name: "read_version",
        sentence: "rd = version and features.",
    },
    AccessRow {
        access: Access::SwapConfiguration,
        name: "swap_configuration",
        sentence: "rd = configuration, configuration = rs1.",
    },
    AccessRow {
        access: Access::SwapC,
        name: "swap_c",
        sentence: "rd = c, c = rs1.",
    },
];

/// The function of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function(pub u32);

impl Function {
    /// An operation with the default mask and selectors; the low bits of a control word say which.
    pub fn direct(control: Control) -> Self {
        Function(control.0 as u32 & !(!0 << HELD))
    }

    /// The same with mask and selectors of the configuration, for operations that work lane by lane.
    pub fn held(control: Control) -> Self {
        Function(Self::direct(control).0 | 1 << HELD)
    }

    /// An access to the state.
    pub fn access(access: Access) -> Self {
        let mark = |name| 1 << Control::field(name).lo;
        Function(mark("saturate") | mark("accumulate") | access as u32)
    }

    /// The instruction with this function, with all lanes and their own elements, whether or not mask and selectors are held;
    /// `None` for an access, and for what no unit has. A dot product has one function: what it has no use for is 0.
    pub fn instruction(self) -> Option<Instruction> {
        let low = Self::direct(Control(self.0.into()));
        let control = Control(low.0.into());
        let modifiers = match control.operation().family().has_lanes() {
            true => default_modifiers(WIDTHS[control.get("width") as usize]),
            false if self == low => 0,
            false => return None,
        };
        Instruction::try_from(Control(control.0 | u64::from(modifiers) << HELD)).ok()
    }

    /// The function of an instruction word, whatever its opcode.
    pub fn of(word: u32) -> Self {
        Function(word >> 25 << 3 | word >> 12 & 7)
    }

    /// The instruction word with these register numbers, 0 to 31.
    pub fn word(self, rd: u32, rs1: u32, rs2: u32) -> u32 {
        let (funct7, funct3) = (self.0 >> 3, self.0 & 7);
        funct7 << 25 | rs2 << 20 | rs1 << 15 | funct3 << 12 | rd << 7 | OPCODE
    }
}

/// An instruction with all lanes and their own elements; the types are those of d, a and b.
pub fn instruction(
    operation: Operation,
    width: Width,
    [d_signed, a_signed, b_signed]: [bool; 3],
    mode: Mode,
) -> Instruction {
    let (asel, bsel) = Instruction::default_selectors(width);
    Instruction {
        guard: None,
        operation,
        width,
        d_signed,
        a_signed,
        b_signed,
        mode,
        mask: Instruction::full_mask(width),
        asel,
        bsel,
        operands: Operands::default(),
    }
}

/// The fields of a control word above those of the function, shifted to bit 0: mask, `asel`, `bsel` as a missing mask and
/// missing selectors stand for.
pub fn default_modifiers(width: Width) -> u32 {
    let (asel, bsel) = Instruction::default_selectors(width);
    let digits = |digits: [u8; 4]| {
        let lanes = (0..width.lanes()).map(|i| u32::from(digits[i as usize]) << (i * width.digit_bits()));
        lanes.sum::<u32>()
    };
    let place = |name, value: u32| value << (Control::field(name).lo - HELD);
    place("mask", Instruction::full_mask(width).into()) | place("asel", digits(asel)) | place("bsel", digits(bsel))
}

/// The instruction's fields for documentation: bits, name, meaning.
pub fn fields() -> [(&'static str, &'static str, &'static str); 6] {
    [
        ("31:25", "funct7", "function 9:3"),
        ("24:20", "rs2", "b"),
        ("19:15", "rs1", "a, or the value to be written"),
        ("14:12", "funct3", "function 2:0: the operation, or the access"),
        ("11:7", "rd", "d, or the value read"),
        ("6:0", "opcode", "0x0b, custom-0"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_survives_being_an_instruction_word() {
        for function in 0..1 << FUNCTION_BITS {
            let word = Function(function).word(31, 0, 21);
            assert_eq!(Function::of(word), Function(function));
            assert_eq!((word & 0x7f, word >> 7 & 31, word >> 20 & 31), (OPCODE, 31, 21));
        }
    }

    #[test]
    fn the_control_word_of_a_direct_function_is_what_the_front_end_encodes_without_mask_and_selectors() {
        for width in WIDTHS {
            let text = match width {
                Width::Quad => "vmax4.s32.u32.s32.sat r1, r2, r3, r4",
                Width::Dual => "vmax2.s32.u32.s32.sat r1, r2, r3, r4",
            };
            let instruction = crate::units::video::ptx::parse(text, None).expect("an instruction");
            let control = Control::encode(&instruction);
            let function = Function::direct(control);
            assert_eq!(
                u64::from(function.0) | u64::from(default_modifiers(width)) << HELD,
                control.0
            );
        }
    }

    #[test]
    fn accesses_are_no_operations() {
        for row in ACCESSES {
            let function = Function::access(row.access);
            let control = Control(u64::from(function.0) | u64::from(default_modifiers(Width::Quad)) << HELD);
            assert_eq!(Instruction::try_from(control).err(), Some("saturate and accumulate"));
            assert_eq!(function.instruction(), None);
        }
    }
}
