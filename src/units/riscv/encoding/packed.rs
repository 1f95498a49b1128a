//! Words of the P extension, and of accesses to `vxsat`, as functions.

use super::function::{Function, THIRD};
use super::opcode::has_opcode;
use crate::riscv::isa::{OP_32, OP_IMM_32, PACKED, SYSTEM, VXSAT_ACCESSES, VxsatAccess, packed_row};
use lanesmith_algebra::{Algebra, Concrete};
use std::ops::Range;

/// The lowest bit of a function's number of the major opcode: 1 to 3 for [`PackedWord::MAJORS`], 0 for all other opcodes.
const MAJOR: u32 = THIRD + 1;
const MAJOR_BITS: u32 = 2;
/// The lowest bit of bits 24:15 of the word in a function.
const IMMEDIATE: u32 = MAJOR + MAJOR_BITS;
/// Where these bits are in the word.
const IMMEDIATE_IN_WORD: u32 = 15;
const IMMEDIATE_BITS: u32 = 10;

/// An instruction word in one of the opcodes of packed instructions, without rd.
///
/// Its [`Function`] has 23 bits, from the lowest: `funct3`, `funct7`, the bit [`THIRD`], the number of the major opcode (2 bits), and
/// bits 24:15 of the word, which can be an immediate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedWord(u32);

impl PackedWord {
    /// The bits of a function with the fields of a packed word.
    pub const FUNCTION_BITS: u32 = IMMEDIATE + IMMEDIATE_BITS;

    /// The bits of the number of the major opcode in a function.
    pub const MAJOR_RANGE: Range<usize> = MAJOR as usize..IMMEDIATE as usize;
    /// The mask of these bits.
    pub const MAJOR_MASK: u32 = (1 << IMMEDIATE) - (1 << MAJOR);
    /// The bits of a function that are bits 24:15 of a packed word.
    pub const IMMEDIATE_RANGE: Range<usize> = IMMEDIATE as usize..Self::FUNCTION_BITS as usize;

    /// The major opcodes.
    pub const MAJORS: [u32; 3] = [OP_32, OP_IMM_32, SYSTEM];

    /// The word of a function, if it is one.
    pub fn of(function: Function) -> Option<Self> {
        let major = (function.0 >> MAJOR & ((1 << MAJOR_BITS) - 1)).checked_sub(1)?;
        let word = Self::bits_of::<Concrete>(&function.0.into()) as u32;
        Some(PackedWord(word | Self::MAJORS[major as usize]))
    }

    /// The word with rd 0.
    pub fn word(self) -> u32 {
        self.0
    }

    /// The word with these register numbers. Bits that are not a register number in this instruction keep their value.
    pub fn with_registers(self, [rd, rs1, rs2]: [u32; 3]) -> u32 {
        // In a word that is no instruction only rd counts as a register number.
        let (has_rs1, has_rs2) = packed_row(self.0).map_or((false, false), |row| (row.reads_rs1(), row.reads_rs2()));
        let place = |is_there: bool, number: u32, lo: u32| {
            let number = if is_there { number } else { self.0 >> lo & 31 };
            number << lo
        };
        self.0 & !(0x3ff << 15) | place(has_rs1, rs1, 15) | place(has_rs2, rs2, 20) | rd << 7
    }

    /// The function of a word of 32 bits if it has one of [`PackedWord::MAJORS`], else `other`.
    pub(super) fn function<A: Algebra>(word: &A::Int, other: &A::Int) -> A::Int {
        let own = Self::squeezed::<A>(word);
        (1..)
            .zip(Self::MAJORS)
            .fold(other.clone(), |function, (number, opcode)| {
                let packed = A::or(&own, &A::int(number << MAJOR));
                A::select(&has_opcode::<A>(word, opcode), &packed, &function)
            })
    }

    /// The fields of a word in their places in a function.
    fn squeezed<A: Algebra>(word: &A::Int) -> A::Int {
        let low = A::or(&A::shl(&A::field(word, 25, 7), 3), &A::field(word, 12, 3));
        A::or(
            &low,
            &A::shl(&A::field(word, IMMEDIATE_IN_WORD, IMMEDIATE_BITS), IMMEDIATE),
        )
    }

    /// Whether a function is that of a packed word.
    pub fn is_in<A: Algebra>(function: &A::Int) -> A::Cond {
        A::not(&A::equal(&A::field(function, MAJOR, MAJOR_BITS), &A::int(0)))
    }

    /// The function of `word`, and the mask of the bits of the function that `mask` fixes; the bits between `funct7` and bits 24:15 of
    /// the word are always fixed.
    pub fn fixed(word: u32, mask: u32) -> (u32, u32) {
        let squeezed = |word: u32| Self::squeezed::<Concrete>(&word.into()) as u32;
        let major = Self::MAJORS.iter().position(|major| *major == word & 0x7f);
        let number = major.expect("a major opcode of packed instructions") as u32 + 1;
        // The mark for a third register, and the major opcode.
        let others = (1 << IMMEDIATE) - (1 << THIRD);
        (squeezed(word) | number << MAJOR, squeezed(mask) | others)
    }

    /// Whether the function is that of a word that equals `word` in the bits of `mask`.
    pub(in crate::riscv) fn matches<A: Algebra>(function: &A::Int, word: u32, mask: u32) -> A::Cond {
        let (value, known) = Self::fixed(word, mask);
        A::equal(&A::and(function, &A::int(known.into())), &A::int(value.into()))
    }

    /// The word of 32 bits of a function, without rd and the major opcode.
    pub(in crate::riscv) fn bits_of<A: Algebra>(function: &A::Int) -> A::Int {
        let immediate = A::shl(&A::field(function, IMMEDIATE, IMMEDIATE_BITS), IMMEDIATE_IN_WORD);
        let high = A::shl(&A::field(function, 3, 7), 25);
        A::or(&A::or(&high, &immediate), &A::shl(&A::field(function, 0, 3), 12))
    }
}

/// The index of a function in the list of [`PACKED`] followed by [`VXSAT_ACCESSES`]; `None` for other functions.
pub fn packed_place(function: Function) -> Option<usize> {
    let word = PackedWord::of(function)?.word();
    let is_access = |row: &VxsatAccess| word & VxsatAccess::MASK == row.word;
    match packed_row(word) {
        Some(row) => PACKED.iter().position(|other| other.name == row.name),
        None => VXSAT_ACCESSES
            .iter()
            .position(is_access)
            .map(|access| PACKED.len() + access),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Opcode;
    use super::*;
    use crate::riscv::isa::PACKED;

    #[test]
    fn a_packed_word_survives_being_a_function() {
        for row in PACKED {
            for noise in [0, !0, 0xa5a5_5a5a] {
                let word = row.word | noise & !row.mask;
                let function = Function::of(Opcode::Custom1, word);
                let back = PackedWord::of(function).expect("it is packed");
                assert_eq!(back.word(), word & !0xf80, "{}", row.name);
                assert_eq!(function.instruction(), None);
                assert!(PackedWord::matches::<lanesmith_algebra::Concrete>(
                    &function.0.into(),
                    row.word,
                    row.mask
                ));
            }
        }
    }

    #[test]
    fn registers_take_the_places_that_an_instruction_leaves_open() {
        for row in PACKED {
            let function = Function::of(Opcode::Custom0, row.word);
            let word = function.word(Opcode::Custom0, 3, 1, 2);
            assert!(row.matches(word), "{} {word:#010x}", row.name);
            assert_eq!(word >> 7 & 31, 3);
        }
    }
}
