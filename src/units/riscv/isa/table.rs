//! The table of packed instructions.

use super::row::{
    ElementResult, InstructionClass, PackedConstant, PackedMeaning, PackedRow, SecondElements, ShiftAmount, ShiftKind,
    SumBase,
};
use ElementResult::{Halved, Low, Mask, Saturated};
use InstructionClass::{A, B, C};
use Operation::{AbsDiff, Add, Max, Min, SetEq, SetLt, Sub};
use PackedConstant::{Byte, Half, UpperHalf};
use ShiftAmount::{Immediate, Register};
use ShiftKind::{Left, RightArithmetic, RightLogical};
use SumBase::{Rd, Rs2, Zero};
use Width::{Dual, Quad};
use lanesmith_ptx::{Operation, Width};

/// The draft of the specification that the table follows.
pub const DRAFT: &str = "0.21";

const SIGNED: bool = true;
const UNSIGNED: bool = false;

const OWN: SecondElements = SecondElements::Own;
const FIRST: SecondElements = SecondElements::First;
const ZERO: SecondElements = SecondElements::Zero;

const fn elements(operation: Operation, signed: bool, second: SecondElements, result: ElementResult) -> PackedMeaning {
    PackedMeaning::Elements {
        operation,
        signed,
        second,
        result,
    }
}

const fn crossed(upper: Operation, result: ElementResult) -> PackedMeaning {
    PackedMeaning::Crossed { upper, result }
}

const fn sum(operation: Operation, signed: bool, second: SecondElements, base: SumBase) -> PackedMeaning {
    PackedMeaning::Sum {
        operation,
        signed,
        second,
        base,
    }
}

const fn products(a_signed: bool, b_signed: bool, base: SumBase) -> PackedMeaning {
    PackedMeaning::Products {
        a_signed,
        b_signed,
        base,
    }
}

const fn constant(constant: PackedConstant) -> PackedMeaning {
    PackedMeaning::Constant(constant)
}

const fn shift(kind: ShiftKind, amount: ShiftAmount) -> PackedMeaning {
    PackedMeaning::Shift { kind, amount }
}

const fn pair(a_odd: bool, b_odd: bool) -> PackedMeaning {
    PackedMeaning::Pair { a_odd, b_odd }
}

const fn row(
    name: &'static str,
    word: u32,
    mask: u32,
    class: InstructionClass,
    width: Width,
    meaning: PackedMeaning,
) -> PackedRow {
    PackedRow {
        name,
        word,
        mask,
        class,
        width,
        meaning,
    }
}

/// The fixed bits of most words: all but rd, rs1 and rs2.
const R: u32 = 0xfe00_707f;

/// All instructions, those that are operations of the ALU first.
#[rustfmt::skip]
pub const PACKED: [PackedRow; 82] = [
    row("padd.b", 0x8400_003b, R, A, Quad, elements(Add, UNSIGNED, OWN, Low)),
    row("padd.h", 0x8000_003b, R, A, Dual, elements(Add, UNSIGNED, OWN, Low)),
    row("psub.b", 0xc400_003b, R, A, Quad, elements(Sub, UNSIGNED, OWN, Low)),
    row("psub.h", 0xc000_003b, R, A, Dual, elements(Sub, UNSIGNED, OWN, Low)),
    row("psadd.b", 0x9400_003b, R, A, Quad, elements(Add, SIGNED, OWN, Saturated)),
    row("psadd.h", 0x9000_003b, R, A, Dual, elements(Add, SIGNED, OWN, Saturated)),
    row("psaddu.b", 0xb400_003b, R, A, Quad, elements(Add, UNSIGNED, OWN, Saturated)),
    row("psaddu.h", 0xb000_003b, R, A, Dual, elements(Add, UNSIGNED, OWN, Saturated)),
    row("pssub.b", 0xd400_003b, R, A, Quad, elements(Sub, SIGNED, OWN, Saturated)),
    row("pssub.h", 0xd000_003b, R, A, Dual, elements(Sub, SIGNED, OWN, Saturated)),
    row("pssubu.b", 0xf400_003b, R, A, Quad, elements(Sub, UNSIGNED, OWN, Saturated)),
    row("pssubu.h", 0xf000_003b, R, A, Dual, elements(Sub, UNSIGNED, OWN, Saturated)),
    row("pabd.b", 0xcc00_003b, R, A, Quad, elements(AbsDiff, SIGNED, OWN, Low)),
    row("pabd.h", 0xc800_003b, R, A, Dual, elements(AbsDiff, SIGNED, OWN, Low)),
    row("pabdu.b", 0xec00_003b, R, A, Quad, elements(AbsDiff, UNSIGNED, OWN, Low)),
    row("pabdu.h", 0xe800_003b, R, A, Dual, elements(AbsDiff, UNSIGNED, OWN, Low)),
    row("pmin.b", 0xe400_603b, R, A, Quad, elements(Min, SIGNED, OWN, Low)),
    row("pmin.h", 0xe000_603b, R, A, Dual, elements(Min, SIGNED, OWN, Low)),
    row("pminu.b", 0xec00_603b, R, A, Quad, elements(Min, UNSIGNED, OWN, Low)),
    row("pminu.h", 0xe800_603b, R, A, Dual, elements(Min, UNSIGNED, OWN, Low)),
    row("pmax.b", 0xf400_603b, R, A, Quad, elements(Max, SIGNED, OWN, Low)),
    row("pmax.h", 0xf000_603b, R, A, Dual, elements(Max, SIGNED, OWN, Low)),
    row("pmaxu.b", 0xfc00_603b, R, A, Quad, elements(Max, UNSIGNED, OWN, Low)),
    row("pmaxu.h", 0xf800_603b, R, A, Dual, elements(Max, UNSIGNED, OWN, Low)),
    row("padd.bs", 0x9c00_201b, R, A, Quad, elements(Add, UNSIGNED, FIRST, Low)),
    row("padd.hs", 0x9800_201b, R, A, Dual, elements(Add, UNSIGNED, FIRST, Low)),
    row("psabs.b", 0xe470_201b, 0xfff0_707f, A, Quad, elements(AbsDiff, SIGNED, ZERO, Saturated)),
    row("psabs.h", 0xe070_201b, 0xfff0_707f, A, Dual, elements(AbsDiff, SIGNED, ZERO, Saturated)),
    row("predsum.bs", 0x9c00_401b, R, A, Quad, sum(Add, SIGNED, ZERO, Rs2)),
    row("predsum.hs", 0x9800_401b, R, A, Dual, sum(Add, SIGNED, ZERO, Rs2)),
    row("predsumu.bs", 0xbc00_401b, R, A, Quad, sum(Add, UNSIGNED, ZERO, Rs2)),
    row("predsumu.hs", 0xb800_401b, R, A, Dual, sum(Add, UNSIGNED, ZERO, Rs2)),
    row("pabdsumu.b", 0xb400_103b, R, A, Quad, sum(AbsDiff, UNSIGNED, OWN, Zero)),
    row("pabdsumau.b", 0xbc00_103b, R, A, Quad, sum(AbsDiff, UNSIGNED, OWN, Rd)),
    row("pm4add.b", 0x8400_503b, R, A, Quad, products(SIGNED, SIGNED, Zero)),
    row("pm4addu.b", 0xa400_503b, R, A, Quad, products(UNSIGNED, UNSIGNED, Zero)),
    row("pm4addsu.b", 0xe400_503b, R, A, Quad, products(SIGNED, UNSIGNED, Zero)),
    row("pm4adda.b", 0x8c00_503b, R, A, Quad, products(SIGNED, SIGNED, Rd)),
    row("pm4addau.b", 0xac00_503b, R, A, Quad, products(UNSIGNED, UNSIGNED, Rd)),
    row("pm4addasu.b", 0xec00_503b, R, A, Quad, products(SIGNED, UNSIGNED, Rd)),
    row("paadd.b", 0x9c00_003b, R, B, Quad, elements(Add, SIGNED, OWN, Halved)),
    row("paadd.h", 0x9800_003b, R, B, Dual, elements(Add, SIGNED, OWN, Halved)),
    row("paaddu.b", 0xbc00_003b, R, B, Quad, elements(Add, UNSIGNED, OWN, Halved)),
    row("paaddu.h", 0xb800_003b, R, B, Dual, elements(Add, UNSIGNED, OWN, Halved)),
    row("pasub.b", 0xdc00_003b, R, B, Quad, elements(Sub, SIGNED, OWN, Halved)),
    row("pasub.h", 0xd800_003b, R, B, Dual, elements(Sub, SIGNED, OWN, Halved)),
    row("pasubu.b", 0xfc00_003b, R, B, Quad, elements(Sub, UNSIGNED, OWN, Halved)),
    row("pasubu.h", 0xf800_003b, R, B, Dual, elements(Sub, UNSIGNED, OWN, Halved)),
    row("pmseq.b", 0xc400_603b, R, B, Quad, elements(SetEq, UNSIGNED, OWN, Mask)),
    row("pmseq.h", 0xc000_603b, R, B, Dual, elements(SetEq, UNSIGNED, OWN, Mask)),
    row("pmslt.b", 0xd400_603b, R, B, Quad, elements(SetLt, SIGNED, OWN, Mask)),
    row("pmslt.h", 0xd000_603b, R, B, Dual, elements(SetLt, SIGNED, OWN, Mask)),
    row("pmsltu.b", 0xdc00_603b, R, B, Quad, elements(SetLt, UNSIGNED, OWN, Mask)),
    row("pmsltu.h", 0xd800_603b, R, B, Dual, elements(SetLt, UNSIGNED, OWN, Mask)),
    row("pas.hx", 0x8000_603b, R, B, Dual, crossed(Add, Low)),
    row("psa.hx", 0x8400_603b, R, B, Dual, crossed(Sub, Low)),
    row("psas.hx", 0x9000_603b, R, B, Dual, crossed(Add, Saturated)),
    row("pssa.hx", 0x9400_603b, R, B, Dual, crossed(Sub, Saturated)),
    row("paas.hx", 0x9800_603b, R, B, Dual, crossed(Add, Halved)),
    row("pasa.hx", 0x9c00_603b, R, B, Dual, crossed(Sub, Halved)),
    row("pli.b", 0xb400_201b, 0xff00_f07f, C, Quad, constant(Byte)),
    row("pli.h", 0xb000_201b, R, C, Dual, constant(Half)),
    row("plui.h", 0xf000_201b, R, C, Dual, constant(UpperHalf)),
    row("pslli.b", 0x8080_201b, 0xff80_707f, C, Quad, shift(Left, Immediate)),
    row("pslli.h", 0x8100_201b, 0xff00_707f, C, Dual, shift(Left, Immediate)),
    row("psll.bs", 0x8c00_201b, R, C, Quad, shift(Left, Register)),
    row("psll.hs", 0x8800_201b, R, C, Dual, shift(Left, Register)),
    row("psrli.b", 0x8080_401b, 0xff80_707f, C, Quad, shift(RightLogical, Immediate)),
    row("psrli.h", 0x8100_401b, 0xff00_707f, C, Dual, shift(RightLogical, Immediate)),
    row("psrl.bs", 0x8c00_401b, R, C, Quad, shift(RightLogical, Register)),
    row("psrl.hs", 0x8800_401b, R, C, Dual, shift(RightLogical, Register)),
    row("psrai.b", 0xc080_401b, 0xff80_707f, C, Quad, shift(RightArithmetic, Immediate)),
    row("psrai.h", 0xc100_401b, 0xff00_707f, C, Dual, shift(RightArithmetic, Immediate)),
    row("psra.bs", 0xcc00_401b, R, C, Quad, shift(RightArithmetic, Register)),
    row("psra.hs", 0xc800_401b, R, C, Dual, shift(RightArithmetic, Register)),
    row("ppaire.b", 0x8000_403b, R, C, Quad, pair(false, false)),
    row("ppaireo.b", 0x9000_403b, R, C, Quad, pair(false, true)),
    row("ppairoe.b", 0xa000_403b, R, C, Quad, pair(true, false)),
    row("ppairo.b", 0xb000_403b, R, C, Quad, pair(true, true)),
    row("ppaireo.h", 0x9200_403b, R, C, Dual, pair(false, true)),
    row("ppairoe.h", 0xa200_403b, R, C, Dual, pair(true, false)),
    row("ppairo.h", 0xb200_403b, R, C, Dual, pair(true, true)),
];

#[cfg(test)]
mod tests {
    use super::super::{OP_32, OP_IMM_32};
    use super::*;

    #[test]
    fn no_word_is_two_instructions() {
        for (i, one) in PACKED.iter().enumerate() {
            assert_eq!(one.word & !one.mask, 0, "{}", one.name);
            assert!([OP_32, OP_IMM_32].contains(&(one.word & 0x7f)), "{}", one.name);
            for other in &PACKED[i + 1..] {
                let shared = one.mask & other.mask;
                assert_ne!(
                    one.word & shared,
                    other.word & shared,
                    "{} and {}",
                    one.name,
                    other.name
                );
                assert_ne!(one.name, other.name);
            }
        }
    }

    #[test]
    fn forty_instructions_are_operations_of_the_alu_and_twenty_nearly_so() {
        let count = |class| PACKED.iter().filter(|row| row.class == class).count();
        assert_eq!([A, B].map(count), [40, 20]);
        assert_eq!(PACKED.iter().filter(|row| row.reads_rd()).count(), 4);
        assert_eq!(PACKED.iter().filter(|row| row.saturates()).count(), 12);
    }

    #[test]
    fn rd_is_read_where_the_sum_is_added_to_it() {
        for row in PACKED {
            let base = match row.meaning {
                PackedMeaning::Sum { base, .. } | PackedMeaning::Products { base, .. } => base,
                _ => Zero,
            };
            assert_eq!(row.reads_rd(), base == Rd, "{}", row.name);
        }
    }
}
