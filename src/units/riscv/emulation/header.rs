//! The C header of a unit with packed instructions: a function for each of them.

use super::super::encoding::{Features, TITLE, custom_functions, header_file};
use super::super::isa::{DRAFT, PackedConstant, PackedMeaning, PackedRow, ShiftAmount, VXSAT_CSR};
use super::model::effect;
use super::{body, c_name};
use crate::riscv::encoding::FeatureSet;
use lanesmith_ptx::Width;
use std::fmt::Write;

const PACKED_TITLE: &str = "The packed instructions of a RISC-V core with lanesmith's unit.";

/// The header of a unit; `command` is the command that generates it.
pub fn c_header(features: &Features, command: &str) -> String {
    let custom = features.custom.then(|| custom_functions(features, &effect(features)));
    let packed = features.packed.then(|| packed_functions(features));
    let title = if features.custom { TITLE } else { PACKED_TITLE };
    let parts: Vec<String> = custom.into_iter().chain(packed).collect();
    header_file(features, title, command, &parts)
}

/// The operands of an instruction's function in C.
enum CallOperands {
    /// rs1.
    One,
    /// rs1 and a shift amount below this number, which is in the word from bit 20 on.
    Amount(u32),
    /// rs1 and rs2.
    Two,
    /// rs1, rs2 and the old value of rd.
    Three,
}

/// `None` for instructions that load a constant, which need no function in C.
fn operands(row: &PackedRow) -> Option<CallOperands> {
    match row.meaning {
        PackedMeaning::Constant(PackedConstant::Byte | PackedConstant::Half | PackedConstant::UpperHalf) => None,
        PackedMeaning::Shift {
            amount: ShiftAmount::Immediate,
            ..
        } => Some(CallOperands::Amount(match row.width {
            Width::Quad => 8,
            Width::Dual => 16,
        })),
        _ if row.reads_rd() => Some(CallOperands::Three),
        _ if row.reads_rs2() => Some(CallOperands::Two),
        _ => Some(CallOperands::One),
    }
}

/// The part of the header about packed instructions.
fn packed_functions(features: &Features) -> String {
    let rows: Vec<_> = features
        .packed_rows()
        .filter_map(|row| Some((row, operands(row)?)))
        .collect();
    let mut text = format!(
        "\n/* Packed instructions of the RISC-V P extension, draft {DRAFT}: lanesmith_padd_b(a, b) is padd.b with rs1 and rs2, and so on. The \
         last operand\n * of a shift by a constant is the amount. Instructions that read rd have what it held as their last operand. */\n\
         \n#if defined(__riscv) && !defined(LANESMITH_PORTABLE)\n{WORDS}"
    );
    if features.vxsat {
        let _ = write!(
            text,
            "\n#define LANESMITH_P_VXSAT(d, funct3, value) \\\n    __asm__ volatile(\".insn i 0x73, %2, %0, %z1, {VXSAT_CSR}\" : \
             \"=r\"(d) : \"rJ\"(value), \"i\"(funct3))\n"
        );
    }
    text += "\n#else\n\n";
    text += match features.vxsat {
        true => MODEL_OF_VXSAT,
        false => "#define LANESMITH_P_SATURATED() (void)0\n",
    };
    text += MODEL;
    for (row, _) in &rows {
        let _ = write!(text, "LANESMITH_P_MODEL({})\n{}", c_name(row.name), body(row));
    }
    text += "\n#endif\n\n";
    for (row, operands) in &rows {
        text += &call(row, operands, features.vxsat && row.saturates());
    }
    text + if features.vxsat { ACCESSES } else { "" }
}

/// The function of an instruction. If it sets `vxsat` (`stays`), it is volatile: the compiler keeps its order with accesses to `vxsat`.
fn call(row: &PackedRow, operands: &CallOperands, stays: bool) -> String {
    let (name, word) = (c_name(row.name), row.word);
    let (opcode, funct3, funct7) = (word & 0x7f, word >> 12 & 7, word >> 25);
    let volatile = if stays { "volatile" } else { "" };
    let immediate = word as i32 >> 20;
    match operands {
        CallOperands::One => format!("LANESMITH_P_ONE({volatile}, {name}, {opcode:#x}, {funct3}, {immediate})\n"),
        CallOperands::Amount(count) => {
            format!("LANESMITH_P_SHIFT{count}({name}, {opcode:#x}, {funct3}, {immediate})\n")
        }
        CallOperands::Two => format!("LANESMITH_P_TWO({volatile}, {name}, {opcode:#x}, {funct3}, {funct7:#x})\n"),
        CallOperands::Three => format!("LANESMITH_P_THREE({volatile}, {name}, {opcode:#x}, {funct3}, {funct7:#x})\n"),
    }
}

/// The functions with assembler. A shift has a case for each amount, because `.insn` accepts only constants.
const WORDS: &str = r#"
#define LANESMITH_P_ONE(volatile, name, opcode, funct3, immediate) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a) \
        { uint32_t d; __asm__ volatile(".insn i " #opcode ", " #funct3 ", %0, %z1, " #immediate : "=r"(d) : "rJ"(a)); return d; }
#define LANESMITH_P_TWO(volatile, name, opcode, funct3, funct7) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, uint32_t b) \
        { uint32_t d; __asm__ volatile(".insn r " #opcode ", " #funct3 ", " #funct7 ", %0, %z1, %z2" : "=r"(d) : "rJ"(a), "rJ"(b)); return d; }
#define LANESMITH_P_THREE(volatile, name, opcode, funct3, funct7) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, uint32_t b, uint32_t d) \
        { __asm__ volatile(".insn r " #opcode ", " #funct3 ", " #funct7 ", %0, %z1, %z2" : "+r"(d) : "rJ"(a), "rJ"(b)); return d; }

#define LANESMITH_P_AMOUNT(opcode, funct3, immediate, amount) \
    case amount: __asm__(".insn i " #opcode ", " #funct3 ", %0, %z1, " #immediate " + " #amount : "=r"(d) : "rJ"(a)); break;
#define LANESMITH_P_BELOW8(opcode, funct3, immediate) \
    LANESMITH_P_AMOUNT(opcode, funct3, immediate, 0) LANESMITH_P_AMOUNT(opcode, funct3, immediate, 1) \
    LANESMITH_P_AMOUNT(opcode, funct3, immediate, 2) LANESMITH_P_AMOUNT(opcode, funct3, immediate, 3) \
    LANESMITH_P_AMOUNT(opcode, funct3, immediate, 4) LANESMITH_P_AMOUNT(opcode, funct3, immediate, 5) \
    LANESMITH_P_AMOUNT(opcode, funct3, immediate, 6) LANESMITH_P_AMOUNT(opcode, funct3, immediate, 7)
#define LANESMITH_P_FROM8(opcode, funct3, immediate) \
    LANESMITH_P_AMOUNT(opcode, funct3, immediate, 8) LANESMITH_P_AMOUNT(opcode, funct3, immediate, 9) \
    LANESMITH_P_AMOUNT(opcode, funct3, immediate, 10) LANESMITH_P_AMOUNT(opcode, funct3, immediate, 11) \
    LANESMITH_P_AMOUNT(opcode, funct3, immediate, 12) LANESMITH_P_AMOUNT(opcode, funct3, immediate, 13) \
    LANESMITH_P_AMOUNT(opcode, funct3, immediate, 14) LANESMITH_P_AMOUNT(opcode, funct3, immediate, 15)
#define LANESMITH_P_SHIFT8(name, opcode, funct3, immediate) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, unsigned amount) \
        { uint32_t d = a; switch (amount & 7u) { LANESMITH_P_BELOW8(opcode, funct3, immediate) } return d; }
#define LANESMITH_P_SHIFT16(name, opcode, funct3, immediate) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, unsigned amount) \
        { uint32_t d = a; switch (amount & 15u) { LANESMITH_P_BELOW8(opcode, funct3, immediate) \
                                                  LANESMITH_P_FROM8(opcode, funct3, immediate) } return d; }
"#;

/// `vxsat` on other computers than RISC-V: a variable.
const MODEL_OF_VXSAT: &str = r"static uint32_t lanesmith_model_vxsat __attribute__((unused));
#define LANESMITH_P_SATURATED() (void)(lanesmith_model_vxsat = 1)
/* csrrw has 1 as its funct3; csrrs, which reads here, has 2. */
#define LANESMITH_P_VXSAT(d, funct3, value) \
    ((d) = lanesmith_model_vxsat, (void)(lanesmith_model_vxsat = (funct3) == 1 ? (value) & 1u : lanesmith_model_vxsat))
";

/// The functions as portable C.
const MODEL: &str = r"
/* What an instruction makes of its word, rs1, rs2, and what rd held before. The integers of the golden model are words here. */
#define LANESMITH_P_MODEL(name) \
    static inline uint32_t lanesmith_model_##name( \
        uint32_t word __attribute__((unused)), uint32_t a __attribute__((unused)), uint32_t b __attribute__((unused)), \
        uint32_t c __attribute__((unused)))
#define LANESMITH_P_ONE(volatile, name, opcode, funct3, immediate) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a) { return lanesmith_model_##name(0, a, 0, 0); }
#define LANESMITH_P_TWO(volatile, name, opcode, funct3, funct7) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, uint32_t b) { return lanesmith_model_##name(0, a, b, 0); }
#define LANESMITH_P_THREE(volatile, name, opcode, funct3, funct7) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, uint32_t b, uint32_t d) { return lanesmith_model_##name(0, a, b, d); }
#define LANESMITH_P_SHIFT8(name, opcode, funct3, immediate) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, unsigned amount) \
        { return lanesmith_model_##name((uint32_t)(amount & 7u) << 20, a, 0, 0); }
#define LANESMITH_P_SHIFT16(name, opcode, funct3, immediate) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, unsigned amount) \
        { return lanesmith_model_##name((uint32_t)(amount & 15u) << 20, a, 0, 0); }

";

const ACCESSES: &str = r"
/* vxsat: 1 after a saturating instruction whose result was clamped. */
LANESMITH_INLINE uint32_t lanesmith_read_vxsat(void) { uint32_t d; LANESMITH_P_VXSAT(d, 2, 0u); return d; }
/* Writes vxsat; returns what it was. */
LANESMITH_INLINE uint32_t lanesmith_swap_vxsat(uint32_t value) { uint32_t d; LANESMITH_P_VXSAT(d, 1, value); return d; }
";
