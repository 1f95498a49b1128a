//! `explain` on instructions of PTX and Brew.

use crate::program::cases;
use std::path::Path;

fn explain(table: &str) {
    cases(Path::new(env!("CARGO_MANIFEST_DIR")), table);
}

#[test]
fn each_lane_is_shown_with_its_elements_and_result() {
    explain(
        r#"
explain "vabsdiff2.u32.s32.u32.add r1, r2, r3, r4" --a 0x8000 --b -1 --c 0b101 => 0: half 0 of a 0x8000 .s32 = -32768  half 0 of b 0xffff .u32 = 65535  98303 | d = r1 = 0x00000005 + (65535) + (98303) = 0x00028003
explain "dp2a.lo.u32.u32 r1, 0x1ffffffff, r3, r4" => 0: a = 4294967295 = 0xffffffff
explain "$r1 <- $r2 + $r3" --set r2=sint8x4s:0x7f80ff01 --set r3=0x01ff0001 => 0: clipped to -128…127 | 0x80 = -128  0xff = -1  -129   -128 | $r1 = 0x7f80ff02 sint8x4s
explain "$r1 <- $r2 * $r3" --set r2=fp16x2:0x3c004900 --set r3=0x7bff0001 => 0: 0x4900 = 10.0 | 65504.0 | $r1 = 0x7bff000a fp16x2
explain "$r1 <- short $r2 >>> 3" --set $r2=int16x2:0xc900 => 0: x = $r2, y = 3 | 0xf920 | $r1 = 0x0000f920 int16x2
explain "$r1 <- $r2 < $r3" --set r3=uint8x4s:0x010001 => 0: holds | does not hold | $r1 = 0x00ff00ff int32
explain "$r1 <- lane_swizzle $r2, 0123" --set r2=0x12345678 => 0: byte 3 is byte 0 of 0x12345678: 0x78 | $r1 = 0x78563412
explain "type $r1, $r2 <- int8x4, fp32" => 0: type $r2 = fp32, was int32
explain "$r1 <- $r2 * $r3" --set r2=7:1 => 0: invalid instruction, nothing is written: it does not work on the type 7
explain ".word 0xffff, 1" => 0: these words are no instruction
"#,
    );
}

#[test]
fn wrong_texts_and_operands_are_refused_with_their_place() {
    explain(
        r#"
explain "vadd4.u32.u32.u32 r1, r2.b1238, r3, r4" => 2: instruction:1:30 | `8` in `.b1238` | ^
explain "vadd4.u32.u32.u32 r1, r2, r3" => 2: instruction:1:29 | lacks operand 4
explain "" => 2: instead of a SIMD video instruction
explain "vadd4.u32.u32.u32 r1, r2, r3, r4" --a 12z => 2: --a | `12z` is not a 32-bit number
explain => 2: <INSTRUCTION>
explain "$r1 <- $r1 & 7 7" => 2: instruction:1:16
explain "nop $r1" => 2: instruction:1:5
explain "$r1 <- 7" --set r15=1 => 2: `r15` is not a register
explain "$r1 <- 7" --set r1=int9:1 => 2: `int9` is not a type: int32
explain "$r1 <- $r2 + $r3" --set r2=int8x5:0 => 2: did you mean `int8x4`?
explain "$r1 <- 7" --a 1 => 2: --set gives the registers of this Brew instruction
explain "vadd4.u32.u32.u32 r1, r2, r3, r4" --set r1=1 => 2: --a, --b and --c give the operands of this PTX instruction
"#,
    );
}

#[test]
fn a_register_has_one_value_and_a_number_in_the_text_its_own() {
    explain(
        r#"
explain "dp4a.s32.s32 r1, r2, r3, 5" --c 9 => 2: error: --c 0x9: this operand is the number 5 in the text
explain "prmt.b32 r1, 7, r3, 0x7531" --a 8 => 2: error: --a 0x8: this operand is the number 7 in the text
explain "vadd4.u32.u32.u32 r1, r2, r2, r4" --a 1 --b 2 => 2: error: --a 0x1 and --b 0x2 give two values to one register, r2
explain "prmt.b32 r1, r3, r2, r2" --b 1 --c 2 => 2: error: --b 0x1 and --c 0x2 give two values to one register, r2
explain "neg.s8x4 r1, r2" --a 1 --b 2 => 2: error: a negation has one source: --a gives it
explain "dp4a.s32.s32 r1, r2, r3, 5" --c 5 => 0: = 0x00000005
explain "vadd4.u32.u32.u32 r1, r2, r2, r4" --b 1 => 0: d = r1 = 0x00000002
explain "vadd4.u32.u32.u32 r1, r2, r2, r2" --a 3 --b 3 --c 3 => 0: d = r1 = 0x00000006
explain "prmt.b32 r1, r2, r2, 0x7654" --a 0x12345678 => 0: d 0x12345678
"#,
    );
}
