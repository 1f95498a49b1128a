//! The functions of instructions: accesses to the state, and conversions between functions and instruction words.

use super::function::{Function, HELD, THIRD};
use super::opcode::has_opcode;
use super::{Opcode, PackedWord};
use crate::video::encoding::Control;
use lanesmith_algebra::{Algebra, Concrete};
use lanesmith_ptx::{Family, Instruction, Mode, Operands, Operation, WIDTHS, Width};

/// The major opcodes of the instructions with a third source register, one for each of [`WIDTHS`]. Only a unit whose other
/// instructions are in custom-0 has them.
pub const THIRD_OPCODES: [u32; 2] = [Opcode::Custom1.bits(), Opcode::Custom2.bits()];

/// An access to the state. The discriminant is `funct3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StateAccess {
    /// rd = configuration.
    ReadConfiguration = 0,
    /// rd = `c`.
    ReadC = 1,
    /// rd = version word.
    ReadVersion = 2,
    /// rd = configuration, then configuration = rs1.
    SwapConfiguration = 4,
    /// rd = `c`, then `c` = rs1.
    SwapC = 5,
}

impl StateAccess {
    /// Whether it writes rs1 to the state.
    pub fn writes(self) -> bool {
        matches!(self, StateAccess::SwapConfiguration | StateAccess::SwapC)
    }
}

/// A row of the table of accesses.
#[derive(Clone, Copy, Debug)]
pub struct AccessRow {
    /// The access this row is about.
    pub access: StateAccess,
    /// Its name in C and in assembler text.
    pub name: &'static str,
    /// One sentence for documentation.
    pub sentence: &'static str,
}

const fn row(access: StateAccess, name: &'static str, sentence: &'static str) -> AccessRow {
    AccessRow { access, name, sentence }
}

/// All accesses, in the order of their codes.
pub const ACCESSES: [AccessRow; 5] = [
    row(
        StateAccess::ReadConfiguration,
        "read_configuration",
        "rd = configuration.",
    ),
    row(StateAccess::ReadC, "read_c", "rd = c."),
    row(StateAccess::ReadVersion, "read_version", "rd = version and features."),
    row(
        StateAccess::SwapConfiguration,
        "swap_configuration",
        "rd = configuration, configuration = rs1.",
    ),
    row(StateAccess::SwapC, "swap_c", "rd = c, c = rs1."),
];

impl Function {
    /// An operation with the default mask and selectors: the low bits of its control word.
    pub fn direct(control: Control) -> Self {
        Function(control.0 as u32 & !(!0 << HELD))
    }

    /// An operation on lanes with the mask and the selectors of the configuration.
    pub fn held(control: Control) -> Self {
        Function(Self::direct(control).0 | 1 << HELD)
    }

    /// An operation with `c` from a third source register: an arithmetic operation with `.add`, in which the type of d has no effect, or
    /// a dot product. `None` for other operations, which have no encoding.
    pub fn third(control: Control) -> Option<Self> {
        let Function(low) = Self::direct(control);
        let bit = |name| 1 << Control::field(name).lo;
        match control.operation().family() {
            Family::Arithmetic if low & bit("accumulate") != 0 => Some(Function(low & !bit("d_signed") | 1 << THIRD)),
            Family::Dot => Some(Function(low | 1 << THIRD)),
            _ => None,
        }
    }

    /// An access to the state.
    pub fn access(access: StateAccess) -> Self {
        let mark = |name| 1 << Control::field(name).lo;
        Function(mark("saturate") | mark("accumulate") | access as u32)
    }

    /// The instruction with this function, with all lanes active and default selectors even if the function takes them from the
    /// configuration. `None` for an access, for packed instructions, and for a function that no unit has. A dot product has
    /// one function; the bits that have no effect on it are 0.
    pub fn instruction(self) -> Option<Instruction> {
        if PackedWord::of(self).is_some() {
            return None;
        }
        let low = Self::direct(Control(self.0.into()));
        let control = Control(low.0.into());
        let modifiers = match control.operation().family().has_lanes() {
            true => default_modifiers(WIDTHS[control.get("width") as usize]),
            false if self.0 & !(1 << THIRD) == low.0 => 0,
            false => return None,
        };
        let instruction = Instruction::try_from(Control(control.0 | u64::from(modifiers) << HELD)).ok()?;
        let adds = instruction.mode == Mode::Accumulate || instruction.operation.family() == Family::Dot;
        let is_direct = self.0 >> HELD & 1 == 0;
        (self.0 >> THIRD == 0 || adds && is_direct).then_some(instruction)
    }

    /// The function of an instruction word for a unit with this opcode. A word with an opcode that is none of the unit's has the function
    /// of the same word in `opcode`.
    pub fn of(opcode: Opcode, word: u32) -> Self {
        Function(function::<Concrete>(opcode, &word.into()) as u32)
    }

    /// The instruction word with these register numbers, 0 to 31, for a unit with this opcode. With [`THIRD`] the third source register is
    /// x0. A packed word keeps its immediate.
    pub fn word(self, opcode: Opcode, rd: u32, rs1: u32, rs2: u32) -> u32 {
        if let Some(word) = PackedWord::of(self) {
            return word.with_registers([rd, rs1, rs2]);
        }
        let registers = rs2 << 20 | rs1 << 15 | rd << 7;
        let (high, funct3) = (self.0 >> 3 & 0x7f, self.0 & 7);
        let code = match self.0 >> THIRD {
            0 => high << 25 | opcode.bits(),
            _ => {
                let field = |name| self.0 >> Control::field(name).lo & 1;
                let (a_signed, b_signed) = (field("a_signed"), field("b_signed"));
                b_signed << 26 | a_signed << 25 | THIRD_OPCODES[field("width") as usize]
            }
        };
        code | registers | funct3 << 12
    }
}

/// The function of an instruction word of 32 bits for a unit with this opcode. A word with an opcode that is none of the unit's has the
/// function of the same word in `opcode`.
pub fn function<A: Algebra>(opcode: Opcode, word: &A::Int) -> A::Int {
    let funct3 = A::field(word, 12, 3);
    let plain = A::or(&A::shl(&A::field(word, 25, 7), 3), &funct3);
    let plain = PackedWord::function::<A>(word, &plain);
    if opcode != Opcode::Custom0 {
        return plain;
    }
    let mark = |name| A::int(1 << Control::field(name).lo);
    // Operation codes 6 and 7 are dot products, which have `d_signed` and `saturate` set; the other codes are arithmetic with `.add`.
    let shared = A::both(&A::bit(&funct3, 2), &A::bit(&funct3, 1));
    let marks = A::select(
        &shared,
        &A::or(&mark("d_signed"), &mark("saturate")),
        &mark("accumulate"),
    );
    let types = A::shl(&A::field(word, 25, 2), Control::field("a_signed").lo);
    let marks = A::or(&A::int(1 << THIRD), &A::or(&types, &marks));
    THIRD_OPCODES
        .iter()
        .zip(WIDTHS)
        .fold(plain, |function, (opcode, width)| {
            let width = A::int((width as i64) << Control::field("width").lo);
            let third = A::or(&A::or(&width, &marks), &funct3);
            A::select(&has_opcode::<A>(word, *opcode), &third, &function)
        })
}

/// Whether an instruction word has one of the opcodes of a unit with this opcode.
pub fn is_offered<A: Algebra>(opcode: Opcode, word: &A::Int) -> A::Cond {
    let third = THIRD_OPCODES.into_iter().filter(|_| opcode == Opcode::Custom0);
    let opcodes = [opcode.bits()].into_iter().chain(third).chain(PackedWord::MAJORS);
    opcodes.fold(A::known(false), |any, opcode| {
        A::either(&any, &has_opcode::<A>(word, opcode))
    })
}

/// An instruction with all lanes active and default selectors; the flags say whether d, a and b are signed.
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

/// The default mask and selectors, in the fields `mask`, `asel` and `bsel` of a control word, shifted right so that `mask` begins at
/// bit 0.
pub fn default_modifiers(width: Width) -> u32 {
    let (asel, bsel) = Instruction::default_selectors(width);
    let digits = |digits: [u8; 4]| {
        let lanes = (0..width.lanes()).map(|i| u32::from(digits[i as usize]) << (i * width.digit_bits()));
        lanes.sum::<u32>()
    };
    let place = |name, value: u32| value << (Control::field(name).lo - HELD);
    place("mask", Instruction::full_mask(width).into()) | place("asel", digits(asel)) | place("bsel", digits(bsel))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::encoding::FUNCTION_BITS;

    #[test]
    fn a_function_survives_being_an_instruction_word() {
        for (function, opcode) in (0..1 << FUNCTION_BITS).flat_map(|f| Opcode::ALL.map(|opcode| (f, opcode))) {
            let word = Function(function).word(opcode, 31, 0, 21);
            assert_eq!(Function::of(opcode, word), Function(function));
            assert_eq!((word & 0x7f, word >> 7 & 31, word >> 20 & 31), (opcode.bits(), 31, 21));
            let offered = Opcode::ALL.map(|other| is_offered::<Concrete>(other, &word.into()));
            for (other, offered) in Opcode::ALL.into_iter().zip(offered) {
                let third = other == Opcode::Custom0 && THIRD_OPCODES.contains(&opcode.bits());
                assert_eq!(offered, other == opcode || third, "{opcode:?} on a unit with {other:?}");
            }
        }
    }

    #[test]
    fn every_word_with_a_third_register_has_one_function_and_every_such_function_that_word() {
        let mut functions = vec![];
        for opcode in THIRD_OPCODES {
            for code in 0..1 << 5 {
                let word = (code >> 3) << 25 | (code & 7) << 12 | opcode;
                let function = Function::of(Opcode::Custom0, word | 21 << 27 | 4 << 20 | 9 << 15 | 30 << 7);
                assert_eq!(function.0 >> THIRD, 1);
                assert_eq!(function.word(Opcode::Custom0, 0, 0, 0), word);
                assert_eq!(
                    function.word(Opcode::Custom0, 30, 9, 4),
                    word | 4 << 20 | 9 << 15 | 30 << 7
                );
                functions.extend(function.instruction().map(|instruction| (function, instruction)));
            }
        }
        // dp4a on half-words is no instruction.
        assert_eq!(functions.len(), 2 * 32 - 4);
        for (function, instruction) in functions {
            assert_eq!(Function::third(Control::encode(&instruction)), Some(function));
        }
    }

    #[test]
    fn the_control_word_of_a_direct_function_is_what_the_front_end_encodes_without_mask_and_selectors() {
        for width in WIDTHS {
            let text = match width {
                Width::Quad => "vmax4.s32.u32.s32.sat r1, r2, r3, r4",
                Width::Dual => "vmax2.s32.u32.s32.sat r1, r2, r3, r4",
            };
            let instruction = lanesmith_ptx::parse(text, None).expect("an instruction");
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
