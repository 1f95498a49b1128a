//! The one table of instructions. Decoder, encoder, assembler, disassembler, documentation and wave filters read it.

use BrewOperation as O;
use ExceptionRule::{AboveTypes, Always, Float, Never, Reserved};
use OperandSource::{A, AllOnes, B, FieldA, Long, Short, Tiny, Zero};
use TypeRule::{FromX, Int32, Kept, OfA, OfB};

/// The operation on the operands `x` and `y`. The discriminant is its number in waves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BrewOperation {
    /// `x ^ y` on 32 bits. The complement is `x ^ 0xffffffff`.
    Xor = 0,
    /// `x | y` on 32 bits. A plain value is `x | 0`.
    Or = 1,
    /// `x & y` on 32 bits.
    And = 2,
    /// `~x & y` on 32 bits.
    AndNot = 3,
    /// `x + y` by lanes.
    Add = 4,
    /// `x - y` by lanes.
    Sub = 5,
    /// `x << (y & 31)` by lanes.
    ShiftLeft = 6,
    /// `x >> (y & 31)` by lanes, zeros from the left.
    ShiftRight = 7,
    /// `x >>> (y & 31)` by lanes, the sign from the left.
    ShiftRightArithmetic = 8,
    /// `x * y` by lanes.
    Mul = 9,
    /// Bytes of `x` as `y[7:0]` picks them.
    Swizzle = 10,
    /// `x + y` by lanes, where `y` is one signed number for all lanes.
    AddToAll = 11,
    /// `0 - x` by lanes; the sign flipped for floats.
    Negate = 12,
    /// Every lane of `x` sign-extended from its low 8 bits.
    ExtendByte = 13,
    /// Every lane of `x` sign-extended from its low 16 bits.
    ExtendHalf = 14,
    /// `x == y` by lanes.
    Equal = 16,
    /// `x != y` by lanes.
    NotEqual = 17,
    /// `x < y` by lanes as signed numbers.
    SignedLess = 18,
    /// `x >= y` by lanes as signed numbers.
    SignedAtLeast = 19,
    /// `x < y` by lanes as unsigned numbers.
    Less = 20,
    /// `x >= y` by lanes as unsigned numbers.
    AtLeast = 21,
    /// The type code of register A as a number.
    ReadType = 24,
    /// The type of register D becomes the number `x`.
    SetType = 25,
    /// The types of `$r0` … `$r7` become the digits of `x`.
    SetTypesLow = 26,
    /// The types of `$r8` … `$r14` become the digits of `x`.
    SetTypesHigh = 27,
    /// Known to the assembler, not executed here.
    Outside = 31,
}

impl BrewOperation {
    /// Whether a saturating type clips the result.
    pub const fn is_arithmetic(self) -> bool {
        matches!(self, O::Add | O::Sub | O::Mul | O::AddToAll | O::Negate)
    }

    /// Whether the result says of every lane if something holds.
    pub const fn is_comparison(self) -> bool {
        matches!(
            self,
            O::Equal | O::NotEqual | O::SignedLess | O::SignedAtLeast | O::Less | O::AtLeast
        )
    }
}

/// Where an operand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OperandSource {
    /// The constant 0.
    Zero,
    /// The register that FIELD_A names.
    A,
    /// The register that FIELD_B names.
    B,
    /// FIELD_E of 16 bits, sign-extended.
    Short,
    /// FIELD_E of 32 bits.
    Long,
    /// FIELD_A as a one's complement number, -7 … 7, sign-extended.
    Tiny,
    /// FIELD_A unchanged, 0 … 14.
    FieldA,
    /// The constant 0xffffffff.
    AllOnes,
}

/// Which type an instruction works by, and the type of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TypeRule {
    /// By and of register A.
    OfA,
    /// By and of register B.
    OfB,
    /// The destination keeps its type.
    Kept,
    /// By register A, the result is INT32.
    Int32,
    /// The operand `x` is the new type or types; the value is kept.
    FromX,
}

/// When an instruction is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ExceptionRule {
    /// Never.
    Never,
    /// When the type it works by is reserved.
    Reserved,
    /// When the type it works by is reserved or a float.
    Float,
    /// When the new type is above 15.
    AboveTypes,
    /// Always: the datapath does not have it.
    Always,
}

/// One way to write an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// Registers `$rD`, `$rA`, `$rB` (`$rS` is both sources), numbers `VALUE` (`NEGATED` is
    /// encoded negated), `CONST`, `TYPE`, `DIGITS`, lists `REGISTERS` and `TYPES`; anything else stands for itself.
    pub text: &'static str,
    /// Set if the spelling belongs to this first word only.
    pub only: Option<u16>,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct InstructionRow {
    /// The words in hexadecimal, most significant digit first: `.` is 0 … e, `*` is 0 … f.
    pub pattern: &'static str,
    /// Its operation.
    pub operation: BrewOperation,
    /// First operand.
    pub x: OperandSource,
    /// Second operand.
    pub y: OperandSource,
    /// The type it works by and the type of the result.
    pub types: TypeRule,
    /// When it is invalid.
    pub exceptions: ExceptionRule,
    /// How it is written; the disassembler takes the first that fits.
    pub spellings: &'static [Spelling],
    /// One sentence for documentation.
    pub sentence: &'static str,
}

const fn row(
    pattern: &'static str,
    operation: BrewOperation,
    [x, y]: [OperandSource; 2],
    types: TypeRule,
    exceptions: ExceptionRule,
    spellings: &'static [Spelling],
    sentence: &'static str,
) -> InstructionRow {
    InstructionRow {
        pattern,
        operation,
        x,
        y,
        types,
        exceptions,
        spellings,
        sentence,
    }
}

const fn is(text: &'static str) -> Spelling {
    Spelling { text, only: None }
}

const NOP: Spelling = Spelling {
    text: "nop",
    only: Some(0x2222),
};

/// All instructions. Each row has one address, which identifies it. No two patterns overlap.
#[rustfmt::skip]
pub static INSTRUCTIONS: &[InstructionRow] = &[
    // Register and register.
    row(".1..", O::Xor, [A, B], OfA, Never, &[is("$rD <- $rA ^ $rB")],
        "Bitwise exclusive or."),
    row(".2..", O::Or, [A, B], OfA, Never, &[NOP, is("$rD <- $rS"), is("$rD <- $rA | $rB")],
        "Bitwise or; with equal sources a move, and 0x2222 is the no-operation."),
    row(".3..", O::And, [A, B], OfA, Never, &[is("$rD <- $rA & $rB")],
        "Bitwise and."),
    row(".4..", O::Add, [A, B], OfA, Reserved, &[is("$rD <- $rA + $rB")],
        "Sum by lanes."),
    row(".5..", O::Sub, [A, B], OfA, Reserved, &[is("$rD <- $rA - $rB")],
        "Difference by lanes."),
    row(".6..", O::ShiftLeft, [A, B], OfA, Reserved, &[is("$rD <- $rA << $rB")],
        "All lanes shifted left by the low 5 bits of $rB."),
    row(".7..", O::ShiftRight, [A, B], OfA, Reserved, &[is("$rD <- $rA >> $rB")],
        "All lanes shifted right by the low 5 bits of $rB, zeros from the left."),
    row(".8..", O::ShiftRightArithmetic, [A, B], OfA, Reserved, &[is("$rD <- $rA >>> $rB")],
        "All lanes shifted right by the low 5 bits of $rB, the sign from the left."),
    row(".9..", O::Mul, [A, B], OfA, Reserved, &[is("$rD <- $rA * $rB")],
        "Product by lanes: the low part where the type wraps, the clipped exact product where it saturates."),
    row(".a..", O::AndNot, [A, B], OfA, Never, &[is("$rD <- ~$rA & $rB")],
        "Bitwise and with the complement of $rA."),
    row(".b..", O::AddToAll, [B, Tiny], OfB, Float, &[is("$rD <- tiny $rB + CONST"), is("$rD <- tiny $rB - NEGATED")],
        "CONST, -7 to 7, added to every lane."),
    // One register and a short value.
    row(".1f. ****", O::Xor, [Short, A], OfA, Never, &[is("$rD <- short VALUE ^ $rA"), is("$rD <- short $rA ^ VALUE")],
        "Bitwise exclusive or with the sign-extended VALUE."),
    row(".2f. ****", O::Or, [Short, A], OfA, Never, &[is("$rD <- short VALUE | $rA"), is("$rD <- short $rA | VALUE")],
        "Bitwise or with the sign-extended VALUE."),
    row(".3f. ****", O::And, [Short, A], OfA, Never, &[is("$rD <- short VALUE & $rA"), is("$rD <- short $rA & VALUE")],
        "Bitwise and with the sign-extended VALUE."),
    row(".4f. ****", O::Add, [Short, A], OfA, Float,
        &[is("$rD <- short VALUE + $rA"), is("$rD <- short $rA + VALUE"), is("$rD <- short $rA - NEGATED")],
        "Sum by lanes with the 32 bits of the sign-extended VALUE, which is not replicated to the lanes."),
    row(".5f. ****", O::Sub, [Short, A], OfA, Float, &[is("$rD <- short VALUE - $rA")],
        "The 32 bits of the sign-extended VALUE less $rA, by lanes."),
    row(".6f. ****", O::ShiftLeft, [A, Short], OfA, Reserved,
        &[is("$rD <- short $rA << VALUE"), is("$rD <- $rA << short VALUE")],
        "All lanes shifted left by the low 5 bits of VALUE."),
    row(".7f. ****", O::ShiftRight, [A, Short], OfA, Reserved,
        &[is("$rD <- short $rA >> VALUE"), is("$rD <- $rA >> short VALUE")],
        "All lanes shifted right by the low 5 bits of VALUE, zeros from the left."),
    row(".8f. ****", O::ShiftRightArithmetic, [A, Short], OfA, Reserved,
        &[is("$rD <- short $rA >>> VALUE"), is("$rD <- $rA >>> short VALUE")],
        "All lanes shifted right by the low 5 bits of VALUE, the sign from the left."),
    row(".9f. ****", O::Mul, [Short, A], OfA, Float,
        &[is("$rD <- short VALUE * $rA"), is("$rD <- short $rA * VALUE")],
        "Product by lanes with the 32 bits of the sign-extended VALUE."),
    row(".af. ****", O::Swizzle, [A, Short], OfA, Never, &[is("$rD <- lane_swizzle $rA, DIGITS")],
        "Each digit names the source byte of a destination byte, the leftmost that of byte 3."),
    // A long value and one register.
    row(".1.f **** ****", O::Xor, [Long, B], OfB, Never, &[is("$rD <- VALUE ^ $rB"), is("$rD <- $rB ^ VALUE")],
        "Bitwise exclusive or with VALUE."),
    row(".2.f **** ****", O::Or, [Long, B], OfB, Never, &[is("$rD <- VALUE | $rB"), is("$rD <- $rB | VALUE")],
        "Bitwise or with VALUE."),
    row(".3.f **** ****", O::And, [Long, B], OfB, Never, &[is("$rD <- VALUE & $rB"), is("$rD <- $rB & VALUE")],
        "Bitwise and with VALUE."),
    row(".4.f **** ****", O::Add, [Long, B], OfB, Reserved,
        &[is("$rD <- VALUE + $rB"), is("$rD <- $rB + VALUE"), is("$rD <- $rB - NEGATED")],
        "Sum by lanes with VALUE, 32 bits of $rB's type."),
    row(".5.f **** ****", O::Sub, [Long, B], OfB, Reserved, &[is("$rD <- VALUE - $rB")],
        "VALUE, 32 bits of $rB's type, less $rB, by lanes."),
    row(".6.f **** ****", O::ShiftLeft, [Long, B], OfB, Reserved, &[is("$rD <- VALUE << $rB")],
        "All lanes of VALUE shifted left by the low 5 bits of $rB."),
    row(".7.f **** ****", O::ShiftRight, [Long, B], OfB, Reserved, &[is("$rD <- VALUE >> $rB")],
        "All lanes of VALUE shifted right by the low 5 bits of $rB, zeros from the left."),
    row(".8.f **** ****", O::ShiftRightArithmetic, [Long, B], OfB, Reserved, &[is("$rD <- VALUE >>> $rB")],
        "All lanes of VALUE shifted right by the low 5 bits of $rB, the sign from the left."),
    row(".9.f **** ****", O::Mul, [Long, B], OfB, Reserved, &[is("$rD <- VALUE * $rB"), is("$rD <- $rB * VALUE")],
        "Product by lanes with VALUE, 32 bits of $rB's type."),
    // One register.
    row(".03.", O::Negate, [A, Zero], OfA, Reserved, &[is("$rD <- -$rA")],
        "0 less $rA by lanes; floats have their sign flipped."),
    row(".04.", O::Xor, [A, AllOnes], OfA, Never, &[is("$rD <- ~$rA")],
        "Bitwise complement."),
    row(".05.", O::ExtendByte, [A, Zero], OfA, Reserved, &[is("$rD <- bse $rA")],
        "Every lane sign-extended from its low 8 bits."),
    row(".06.", O::ExtendHalf, [A, Zero], OfA, Reserved, &[is("$rD <- wse $rA")],
        "Every lane sign-extended from its low 16 bits; 8-bit lanes stay."),
    // Load immediate.
    row(".01.", O::Or, [Tiny, Zero], Kept, Never, &[is("$rD <- tiny CONST")],
        "A number, -7 to 7."),
    row(".0f0 ****", O::Or, [Short, Zero], Kept, Never, &[is("$rD <- short VALUE")],
        "The sign-extended VALUE."),
    row(".00f **** ****", O::Or, [Long, Zero], Kept, Never, &[is("$rD <- VALUE")],
        "VALUE."),
    // Types.
    row(".0c.", O::SetType, [A, Zero], FromX, AboveTypes, &[is("type $rD <- $rA")],
        "The type code is the number in $rA; 15 leaves the type unchanged."),
    row(".0d.", O::ReadType, [A, Zero], Int32, Never, &[is("$rD <- type $rA")],
        "The type code of $rA as a number."),
    row(".0e.", O::SetType, [FieldA, Zero], FromX, Never, &[is("type $rD <- TYPE")],
        "The type is set, the value stays."),
    row("80ef **** ****", O::SetTypesLow, [Long, Zero], FromX, Never,
        &[is("type REGISTERS <- TYPES"), is("type $r0...$r7 <- VALUE")],
        "One digit of VALUE for each register, $r0 lowest; f leaves the type unchanged."),
    row("90ef **** ****", O::SetTypesHigh, [Long, Zero], FromX, Never,
        &[is("type REGISTERS <- TYPES"), is("type $r8...$r14 <- VALUE")],
        "One digit of VALUE for each register, $r8 lowest; f leaves the type unchanged. The top digit is ignored."),
    // Lane predicates.
    row("fff0 .00.", O::Equal, [A, Zero], Int32, Reserved, &[is("$rD <- $rA == 0")],
        "Lanes all ones where $rA equals 0."),
    row("fff0 .01.", O::NotEqual, [A, Zero], Int32, Reserved, &[is("$rD <- $rA != 0")],
        "Lanes all ones where $rA differs from 0."),
    row("fff0 .02.", O::SignedLess, [A, Zero], Int32, Reserved, &[is("$rD <- $rA < 0")],
        "Lanes all ones where $rA, signed, is below 0."),
    row("fff0 .03.", O::SignedAtLeast, [A, Zero], Int32, Reserved, &[is("$rD <- $rA >= 0")],
        "Lanes all ones where $rA, signed, is not below 0."),
    row("fff0 .04.", O::SignedLess, [Zero, A], Int32, Reserved, &[is("$rD <- $rA > 0")],
        "Lanes all ones where $rA, signed, is above 0."),
    row("fff0 .05.", O::SignedAtLeast, [Zero, A], Int32, Reserved, &[is("$rD <- $rA <= 0")],
        "Lanes all ones where $rA, signed, is not above 0."),
    row("fff0 .1..", O::Equal, [B, A], Int32, Reserved, &[is("$rD <- $rB == $rA")],
        "Lanes all ones where the two are equal."),
    row("fff0 .2..", O::NotEqual, [B, A], Int32, Reserved, &[is("$rD <- $rB != $rA")],
        "Lanes all ones where the two differ."),
    row("fff0 .3..", O::SignedLess, [B, A], Int32, Reserved,
        &[is("$rD <- signed $rB < $rA"), is("$rD <- signed $rA > $rB")],
        "Lanes all ones where $rB is below $rA as signed numbers."),
    row("fff0 .4..", O::SignedAtLeast, [B, A], Int32, Reserved,
        &[is("$rD <- signed $rB >= $rA"), is("$rD <- signed $rA <= $rB")],
        "Lanes all ones where $rB is not below $rA as signed numbers."),
    row("fff0 .5..", O::Less, [B, A], Int32, Reserved, &[is("$rD <- $rB < $rA"), is("$rD <- $rA > $rB")],
        "Lanes all ones where $rB is below $rA as unsigned numbers, or as floats."),
    row("fff0 .6..", O::AtLeast, [B, A], Int32, Reserved, &[is("$rD <- $rB >= $rA"), is("$rD <- $rA <= $rB")],
        "Lanes all ones where $rB is not below $rA as unsigned numbers, or as floats."),
    // Spelled by the assembler, not executed by the datapath.
    row(".07.", O::Outside, [A, Zero], OfA, Always, &[is("$rD <- float $rA")],
        "Conversion to float: assembled, but an invalid instruction here."),
    row(".08.", O::Outside, [A, Zero], OfA, Always, &[is("$rD <- int $rA")],
        "Conversion to integer: assembled, but an invalid instruction here."),
    row(".09.", O::Outside, [A, Zero], OfA, Always, &[is("$rD <- 1 / $rA")],
        "Reciprocal: assembled, but an invalid instruction here."),
    row(".0a.", O::Outside, [A, Zero], OfA, Always, &[is("$rD <- rsqrt $rA")],
        "Reciprocal square root: assembled, but an invalid instruction here."),
    row(".0b.", O::Outside, [A, Zero], OfA, Always, &[is("$rD <- sum $rA")],
        "Sum of all lanes: assembled, but an invalid instruction here."),
];
