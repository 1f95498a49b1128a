//! The one table of instructions. Decoder, encoder, assembler, disassembler, documentation and wave filters read it.

use BrewOperation as O;
use ExceptionRule::{AboveTypes, Always, Float, Never, Reserved};
use OperandSource::{A, AllOnes, B, FieldA, Long, Short, Tiny, Zero};
use TypeRule::{FromX, Int32, Kept, OfA, OfB};

/// The operation on the operands `x` and `y`.
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
    /// Of instructions that the assembler knows and the datapath does not execute.
    NotExecuted = 31,
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
    /// encoded negated), `CONST`, `TYPE`, `DIGITS`, lists `REGISTERS` and `TYPES`; other tokens are literal.
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
        "Computes the bitwise exclusive or of $rA and $rB."),
    row(".2..", O::Or, [A, B], OfA, Never, &[NOP, is("$rD <- $rS"), is("$rD <- $rA | $rB")],
        "Computes the bitwise or of $rA and $rB. With equal sources the instruction is a move; 0x2222 is the no-operation."),
    row(".3..", O::And, [A, B], OfA, Never, &[is("$rD <- $rA & $rB")],
        "Computes the bitwise and of $rA and $rB."),
    row(".4..", O::Add, [A, B], OfA, Reserved, &[is("$rD <- $rA + $rB")],
        "Adds $rA and $rB lane by lane."),
    row(".5..", O::Sub, [A, B], OfA, Reserved, &[is("$rD <- $rA - $rB")],
        "Subtracts $rB from $rA lane by lane."),
    row(".6..", O::ShiftLeft, [A, B], OfA, Reserved, &[is("$rD <- $rA << $rB")],
        "Shifts every lane of $rA left by the low 5 bits of $rB."),
    row(".7..", O::ShiftRight, [A, B], OfA, Reserved, &[is("$rD <- $rA >> $rB")],
        "Shifts every lane of $rA right by the low 5 bits of $rB, and fills it with zeros."),
    row(".8..", O::ShiftRightArithmetic, [A, B], OfA, Reserved, &[is("$rD <- $rA >>> $rB")],
        "Shifts every lane of $rA right by the low 5 bits of $rB, and fills it with its sign."),
    row(".9..", O::Mul, [A, B], OfA, Reserved, &[is("$rD <- $rA * $rB")],
        "Multiplies $rA and $rB lane by lane. A type that wraps keeps the low part of the product; a type that saturates clips the exact product."),
    row(".a..", O::AndNot, [A, B], OfA, Never, &[is("$rD <- ~$rA & $rB")],
        "Complements $rA, and computes the bitwise and with $rB."),
    row(".b..", O::AddToAll, [B, Tiny], OfB, Float, &[is("$rD <- tiny $rB + CONST"), is("$rD <- tiny $rB - NEGATED")],
        "Adds CONST, a signed number, to every lane of $rB."),
    // One register and a short value.
    row(".1f. ****", O::Xor, [Short, A], OfA, Never, &[is("$rD <- short VALUE ^ $rA"), is("$rD <- short $rA ^ VALUE")],
        "Computes the bitwise exclusive or of $rA and the sign-extended VALUE."),
    row(".2f. ****", O::Or, [Short, A], OfA, Never, &[is("$rD <- short VALUE | $rA"), is("$rD <- short $rA | VALUE")],
        "Computes the bitwise or of $rA and the sign-extended VALUE."),
    row(".3f. ****", O::And, [Short, A], OfA, Never, &[is("$rD <- short VALUE & $rA"), is("$rD <- short $rA & VALUE")],
        "Computes the bitwise and of $rA and the sign-extended VALUE."),
    row(".4f. ****", O::Add, [Short, A], OfA, Float,
        &[is("$rD <- short VALUE + $rA"), is("$rD <- short $rA + VALUE"), is("$rD <- short $rA - NEGATED")],
        "Sign-extends VALUE to 32 bits, and adds $rA lane by lane. Each lane adds the bits at its own position, so VALUE is not copied to every lane."),
    row(".5f. ****", O::Sub, [Short, A], OfA, Float, &[is("$rD <- short VALUE - $rA")],
        "Sign-extends VALUE to 32 bits, and subtracts $rA lane by lane."),
    row(".6f. ****", O::ShiftLeft, [A, Short], OfA, Reserved,
        &[is("$rD <- short $rA << VALUE"), is("$rD <- $rA << short VALUE")],
        "Shifts every lane of $rA left by the low 5 bits of VALUE."),
    row(".7f. ****", O::ShiftRight, [A, Short], OfA, Reserved,
        &[is("$rD <- short $rA >> VALUE"), is("$rD <- $rA >> short VALUE")],
        "Shifts every lane of $rA right by the low 5 bits of VALUE, and fills it with zeros."),
    row(".8f. ****", O::ShiftRightArithmetic, [A, Short], OfA, Reserved,
        &[is("$rD <- short $rA >>> VALUE"), is("$rD <- $rA >>> short VALUE")],
        "Shifts every lane of $rA right by the low 5 bits of VALUE, and fills it with its sign."),
    row(".9f. ****", O::Mul, [Short, A], OfA, Float,
        &[is("$rD <- short VALUE * $rA"), is("$rD <- short $rA * VALUE")],
        "Sign-extends VALUE to 32 bits, and multiplies by $rA lane by lane."),
    row(".af. ****", O::Swizzle, [A, Short], OfA, Never, &[is("$rD <- lane_swizzle $rA, DIGITS")],
        "Copies bytes of $rA: each digit names the source byte of one byte of $rD. The leftmost digit is for byte 3."),
    // A long value and one register.
    row(".1.f **** ****", O::Xor, [Long, B], OfB, Never, &[is("$rD <- VALUE ^ $rB"), is("$rD <- $rB ^ VALUE")],
        "Computes the bitwise exclusive or of VALUE and $rB."),
    row(".2.f **** ****", O::Or, [Long, B], OfB, Never, &[is("$rD <- VALUE | $rB"), is("$rD <- $rB | VALUE")],
        "Computes the bitwise or of VALUE and $rB."),
    row(".3.f **** ****", O::And, [Long, B], OfB, Never, &[is("$rD <- VALUE & $rB"), is("$rD <- $rB & VALUE")],
        "Computes the bitwise and of VALUE and $rB."),
    row(".4.f **** ****", O::Add, [Long, B], OfB, Reserved,
        &[is("$rD <- VALUE + $rB"), is("$rD <- $rB + VALUE"), is("$rD <- $rB - NEGATED")],
        "Adds VALUE and $rB lane by lane. VALUE has the type of $rB."),
    row(".5.f **** ****", O::Sub, [Long, B], OfB, Reserved, &[is("$rD <- VALUE - $rB")],
        "Subtracts $rB from VALUE lane by lane. VALUE has the type of $rB."),
    row(".6.f **** ****", O::ShiftLeft, [Long, B], OfB, Reserved, &[is("$rD <- VALUE << $rB")],
        "Shifts every lane of VALUE left by the low 5 bits of $rB. VALUE has the type of $rB."),
    row(".7.f **** ****", O::ShiftRight, [Long, B], OfB, Reserved, &[is("$rD <- VALUE >> $rB")],
        "Shifts every lane of VALUE right by the low 5 bits of $rB, and fills it with zeros. VALUE has the type of $rB."),
    row(".8.f **** ****", O::ShiftRightArithmetic, [Long, B], OfB, Reserved, &[is("$rD <- VALUE >>> $rB")],
        "Shifts every lane of VALUE right by the low 5 bits of $rB, and fills it with its sign. VALUE has the type of $rB."),
    row(".9.f **** ****", O::Mul, [Long, B], OfB, Reserved, &[is("$rD <- VALUE * $rB"), is("$rD <- $rB * VALUE")],
        "Multiplies VALUE and $rB lane by lane. VALUE has the type of $rB."),
    // One register.
    row(".03.", O::Negate, [A, Zero], OfA, Reserved, &[is("$rD <- -$rA")],
        "Subtracts every lane of $rA from 0. On float types it inverts the sign bit instead, also that of a NaN."),
    row(".04.", O::Xor, [A, AllOnes], OfA, Never, &[is("$rD <- ~$rA")],
        "Computes the bitwise complement of $rA."),
    row(".05.", O::ExtendByte, [A, Zero], OfA, Reserved, &[is("$rD <- bse $rA")],
        "Sign-extends the low 8 bits of every lane of $rA. Lanes of 8 bits do not change."),
    row(".06.", O::ExtendHalf, [A, Zero], OfA, Reserved, &[is("$rD <- wse $rA")],
        "Sign-extends the low 16 bits of every lane of $rA. Lanes of 8 and of 16 bits do not change."),
    // Load immediate.
    row(".01.", O::Or, [Tiny, Zero], Kept, Never, &[is("$rD <- tiny CONST")],
        "Sets $rD to CONST."),
    row(".0f0 ****", O::Or, [Short, Zero], Kept, Never, &[is("$rD <- short VALUE")],
        "Sets $rD to the sign-extended VALUE."),
    row(".00f **** ****", O::Or, [Long, Zero], Kept, Never, &[is("$rD <- VALUE")],
        "Sets $rD to VALUE."),
    // Types.
    row(".0c.", O::SetType, [A, Zero], FromX, AboveTypes, &[is("type $rD <- $rA")],
        "Sets the type of $rD to the type code in $rA. Code 15 leaves the type unchanged."),
    row(".0d.", O::ReadType, [A, Zero], Int32, Never, &[is("$rD <- type $rA")],
        "Sets $rD to the type code of $rA."),
    row(".0e.", O::SetType, [FieldA, Zero], FromX, Never, &[is("type $rD <- TYPE")],
        "Sets the type of $rD to TYPE. The value of $rD does not change."),
    row("80ef **** ****", O::SetTypesLow, [Long, Zero], FromX, Never,
        &[is("type REGISTERS <- TYPES"), is("type $r0...$r7 <- VALUE")],
        "Sets the types of $r0 to $r7 to the digits of VALUE. The lowest digit is for $r0. Digit f leaves a type unchanged."),
    row("90ef **** ****", O::SetTypesHigh, [Long, Zero], FromX, Never,
        &[is("type REGISTERS <- TYPES"), is("type $r8...$r14 <- VALUE")],
        "Sets the types of $r8 to $r14 to the digits of VALUE. The lowest digit is for $r8. Digit f leaves a type unchanged. The highest digit has no effect."),
    // Lane predicates.
    row("fff0 .00.", O::Equal, [A, Zero], Int32, Reserved, &[is("$rD <- $rA == 0")],
        "Sets a lane of $rD to all ones if the same lane of $rA is 0, else to 0."),
    row("fff0 .01.", O::NotEqual, [A, Zero], Int32, Reserved, &[is("$rD <- $rA != 0")],
        "Sets a lane of $rD to all ones if the same lane of $rA differs from 0, else to 0."),
    row("fff0 .02.", O::SignedLess, [A, Zero], Int32, Reserved, &[is("$rD <- $rA < 0")],
        "Sets a lane of $rD to all ones if the same lane of $rA, as a signed number, is below 0, else to 0."),
    row("fff0 .03.", O::SignedAtLeast, [A, Zero], Int32, Reserved, &[is("$rD <- $rA >= 0")],
        "Sets a lane of $rD to all ones if the same lane of $rA, as a signed number, is at least 0, else to 0."),
    row("fff0 .04.", O::SignedLess, [Zero, A], Int32, Reserved, &[is("$rD <- $rA > 0")],
        "Sets a lane of $rD to all ones if the same lane of $rA, as a signed number, is above 0, else to 0."),
    row("fff0 .05.", O::SignedAtLeast, [Zero, A], Int32, Reserved, &[is("$rD <- $rA <= 0")],
        "Sets a lane of $rD to all ones if the same lane of $rA, as a signed number, is at most 0, else to 0."),
    row("fff0 .1..", O::Equal, [B, A], Int32, Reserved, &[is("$rD <- $rB == $rA")],
        "Sets a lane of $rD to all ones if the same lane of $rB equals that of $rA, else to 0."),
    row("fff0 .2..", O::NotEqual, [B, A], Int32, Reserved, &[is("$rD <- $rB != $rA")],
        "Sets a lane of $rD to all ones if the same lane of $rB differs from that of $rA, else to 0."),
    row("fff0 .3..", O::SignedLess, [B, A], Int32, Reserved,
        &[is("$rD <- signed $rB < $rA"), is("$rD <- signed $rA > $rB")],
        "Sets a lane of $rD to all ones if the same lane of $rB, as a signed number, is below that of $rA, else to 0."),
    row("fff0 .4..", O::SignedAtLeast, [B, A], Int32, Reserved,
        &[is("$rD <- signed $rB >= $rA"), is("$rD <- signed $rA <= $rB")],
        "Sets a lane of $rD to all ones if the same lane of $rB, as a signed number, is at least that of $rA, else to 0."),
    row("fff0 .5..", O::Less, [B, A], Int32, Reserved, &[is("$rD <- $rB < $rA"), is("$rD <- $rA > $rB")],
        "Sets a lane of $rD to all ones if the same lane of $rB, as an unsigned number, is below that of $rA, else to 0."),
    row("fff0 .6..", O::AtLeast, [B, A], Int32, Reserved, &[is("$rD <- $rB >= $rA"), is("$rD <- $rA <= $rB")],
        "Sets a lane of $rD to all ones if the same lane of $rB, as an unsigned number, is at least that of $rA, else to 0."),
    // Spelled by the assembler, not executed by the datapath.
    row(".07.", O::NotExecuted, [A, Zero], OfA, Always, &[is("$rD <- float $rA")],
        "Converts $rA to float. lanesmith assembles this instruction, but does not execute it."),
    row(".08.", O::NotExecuted, [A, Zero], OfA, Always, &[is("$rD <- int $rA")],
        "Converts $rA to integer. lanesmith assembles this instruction, but does not execute it."),
    row(".09.", O::NotExecuted, [A, Zero], OfA, Always, &[is("$rD <- 1 / $rA")],
        "Computes the reciprocal of $rA. lanesmith assembles this instruction, but does not execute it."),
    row(".0a.", O::NotExecuted, [A, Zero], OfA, Always, &[is("$rD <- rsqrt $rA")],
        "Computes the reciprocal square root of $rA. lanesmith assembles this instruction, but does not execute it."),
    row(".0b.", O::NotExecuted, [A, Zero], OfA, Always, &[is("$rD <- sum $rA")],
        "Adds all lanes of $rA. lanesmith assembles this instruction, but does not execute it."),
];
