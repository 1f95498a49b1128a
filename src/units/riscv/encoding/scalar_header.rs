//! Scalar instructions in the C header: as assembler, and as a model in portable C.

use super::{Features, Function, SCALAR, SCALAR_FIELDS, SCALAR_RESET, StateAccess, scalar_bits, scalar_instructions};
use crate::ptx::{MultiplyAddSign, ScalarInstruction, ScalarOperation, ScalarTail, SecondaryOperation};
use crate::units::scalar::encoding::CODES;
use std::fmt::Write;

/// The macros that insert a scalar instruction as assembler.
pub(super) const PRIMITIVE: &str = r#"
/* A scalar instruction: it depends on the state. */
#define LANESMITH_SCALAR_STATE(rd, function, rs1, rs2) \
    __asm__ volatile(".insn r %3, %4, %5, %0, %z1, %z2" : "=r"(rd) : "rJ"(rs1), "rJ"(rs2), \
                     "i"(LANESMITH_SCALAR_OPCODE), "i"((function) & 7u), "i"((function) >> 3 & 0x7fu))
"#;

/// The same macros for the portable model.
pub(super) const MODEL_MACRO: &str =
    "#define LANESMITH_SCALAR_STATE(rd, function, rs1, rs2) ((rd) = lanesmith_execute(function, rs1, rs2, 0u))\n";

/// The accesses and the call in the model of the unit.
pub(super) fn call() -> String {
    let [read, swap] = [
        StateAccess::ReadScalarConfiguration,
        StateAccess::SwapScalarConfiguration,
    ];
    let [read, swap] = [read, swap].map(|access| Function::access(access).0);
    format!(
        "    if (function == {read:#x}u)
        return lanesmith_scalar_configuration;
    if (function == {swap:#x}u) {{
        d = lanesmith_scalar_configuration;
        lanesmith_scalar_configuration = rs1 & LANESMITH_SCALAR_WRITABLE;
        return d;
    }}
    if (function & LANESMITH_SCALAR)
        return lanesmith_scalar(function, rs1, rs2);
"
    )
}

/// The state, and accesses to it.
pub(super) const STATE: &str = r#"
/* What the unit holds. A handler of interrupts that uses the unit saves it first and restores it at the end. */
typedef struct { uint32_t c, configuration, scalar; } lanesmith_state_t;

/* The state; afterwards both configurations are as after reset, so that nothing chains. */
LANESMITH_INLINE lanesmith_state_t lanesmith_save(void)
{
    lanesmith_state_t state;
    state.c = lanesmith_read_c();
    state.configuration = lanesmith_swap_configuration(LANESMITH_CONFIGURATION);
    state.scalar = lanesmith_swap_scalar_configuration(LANESMITH_SCALAR_CONFIGURATION);
    return state;
}

LANESMITH_INLINE void lanesmith_restore(lanesmith_state_t state)
{
    (void)lanesmith_swap_scalar_configuration(state.scalar);
    (void)lanesmith_swap_configuration(state.configuration);
    (void)lanesmith_swap_c(state.c);
}

/* A part of a register as in the text of an instruction, "b0" to "b3", "h0", "h1", or "" for the word. Another text traps. */
LANESMITH_INLINE uint32_t lanesmith_part(const char *text)
{
    unsigned last = text[0] == 'b' ? '3' : '1';
    if (!text[0])
        return 6;
    if ((text[0] != 'b' && text[0] != 'h') || text[1] < '0' || (unsigned)text[1] > last || text[2])
        __builtin_trap();
    return (text[0] == 'b' ? 0u : 4u) + (uint32_t)(text[1] - '0');
}

/* A scalar configuration with these parts of d, a and b, .clamp and no scale. Or-ed with 1u << LANESMITH_SCALAR_WRAP shifts have
 * .wrap; with 1u << LANESMITH_SCALAR_SCALE vmad has .shr7, and with 2u << LANESMITH_SCALAR_SCALE .shr15. */
LANESMITH_INLINE uint32_t lanesmith_parts(const char *dsel, const char *asel, const char *bsel)
{
    return lanesmith_part(asel) << LANESMITH_SCALAR_ASEL | lanesmith_part(bsel) << LANESMITH_SCALAR_BSEL
        | lanesmith_part(dsel) << LANESMITH_SCALAR_DSEL;
}

/* Makes that the scalar configuration; the value is the one before. */
LANESMITH_INLINE uint32_t lanesmith_configure_parts(const char *dsel, const char *asel, const char *bsel)
{
    return lanesmith_swap_scalar_configuration(lanesmith_parts(dsel, asel, bsel));
}
"#;

/// The forms of a scalar instruction, and of the accesses to its configuration.
const CALLS: &str = r#"
/* Scalar instructions: the scalar configuration names the parts of registers, the mode of shifts and the scale of vmad.
 * lanesmith_NAME(a, b): where the result replaces a part of c, the rest of d comes from the unit's c. */
#define LANESMITH_SCALAR_CALL(name, function) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, uint32_t b) \
        { uint32_t d; LANESMITH_SCALAR_STATE(d, function, a, b); return d; }

/* lanesmith_NAME_c(a, b) computes with the unit's c. If the configuration says chain, d becomes the unit's c, for the next one.
 * lanesmith_NAME(a, b, c) computes with this c, two instructions: the first one overwrites the unit's c. */
#define LANESMITH_SCALAR_CALL_C(name, function) \
    LANESMITH_SCALAR_CALL(name##_c, function) \
    LANESMITH_INLINE uint32_t LANESMITH_NAME(name)(uint32_t a, uint32_t b, uint32_t c) \
        { lanesmith_swap_c(c); return LANESMITH_NAME(name##_c)(a, b); }

"#;

/// A function for every instruction of a unit with these features.
pub(super) fn calls(features: &Features) -> String {
    let mut text = CALLS.to_owned();
    for instruction in scalar_instructions().filter(|one| features.mad || one.operation != ScalarOperation::Mad) {
        let function = Function::scalar(&instruction);
        let kind = match scalar_uses_c(&instruction) {
            true => "SCALAR_CALL_C",
            false => "SCALAR_CALL",
        };
        let _ = writeln!(
            text,
            "LANESMITH_{kind}({}, {:#05x}u)",
            scalar_name(&instruction),
            function.0
        );
    }
    text
}

/// Opcode, and places of bits.
pub(super) fn constants(features: &Features, define: &mut impl FnMut(&str, u32, &str)) {
    let opcode = features.opcode.scalar();
    define(
        "SCALAR_OPCODE",
        opcode.bits(),
        &format!("of scalar instructions: {}", opcode.name()),
    );
    define("SCALAR", 1 << SCALAR, "in a function: it is scalar");
    define("SCALAR_CONFIGURATION", SCALAR_RESET, "after reset");
    define(
        "SCALAR_WRITABLE",
        (1 << scalar_bits()) - 1,
        "the scalar configuration's bits",
    );
    for field in SCALAR_FIELDS {
        let name = format!("SCALAR_{}", field.name.to_uppercase());
        define(&name, field.lo, &field.place());
    }
}

/// The name in C of a scalar instruction, without `lanesmith_`: its text with `_` for `.`, without mode and scale, which the
/// scalar configuration has; signs of `vmad` are `_negp`, `_negc` and `_po`.
pub fn scalar_name(instruction: &ScalarInstruction) -> String {
    let mut name =
        instruction.operation.row().mnemonic.to_owned() + &instruction.operation.row().comparison.replace('.', "_");
    for is_signed in instruction.types() {
        name += if is_signed { "_s32" } else { "_u32" };
    }
    if instruction.saturate {
        name += "_sat";
    }
    name += match instruction.tail {
        ScalarTail::Secondary { operation, .. } => match operation {
            SecondaryOperation::None => "",
            SecondaryOperation::Add => "_add",
            SecondaryOperation::Min => "_min",
            SecondaryOperation::Max => "_max",
        },
        ScalarTail::MultiplyAdd { sign, .. } => match sign {
            MultiplyAddSign::Plain => "",
            MultiplyAddSign::NegatedProduct => "_negp",
            MultiplyAddSign::NegatedAddend => "_negc",
            MultiplyAddSign::PlusOne => "_po",
        },
    };
    name
}

/// Whether a scalar instruction uses c in every configuration.
pub fn scalar_uses_c(instruction: &ScalarInstruction) -> bool {
    !matches!(
        instruction.tail,
        ScalarTail::Secondary {
            operation: SecondaryOperation::None,
            ..
        }
    )
}

/// The accesses in C.
pub(super) const ACCESS_MACROS: &str = r#"#define LANESMITH_SCALAR_READ(name, function) \
    LANESMITH_INLINE uint32_t lanesmith_##name(void) { uint32_t d; LANESMITH_SCALAR_STATE(d, function, 0u, 0u); return d; }
#define LANESMITH_SCALAR_SWAP(name, function) \
    LANESMITH_INLINE uint32_t lanesmith_##name(uint32_t value) { uint32_t d; LANESMITH_SCALAR_STATE(d, function, value, 0u); return d; }

"#;

/// The model of scalar instructions. What each operation computes is written here again, in C.
pub(super) fn model() -> String {
    let mut cases = String::new();
    for (code, operation) in CODES.iter().enumerate().take(14) {
        let body = match operation {
            ScalarOperation::Add => "t = va + vb",
            ScalarOperation::Sub => "t = va - vb",
            ScalarOperation::AbsDiff => "t = va < vb ? vb - va : va - vb",
            ScalarOperation::Min => "t = va < vb ? va : vb",
            ScalarOperation::Max => "t = va < vb ? vb : va",
            // A signed number of 34 bits.
            ScalarOperation::Shl => "t = (int64_t)((uint64_t)va << amount << 30) >> 30",
            ScalarOperation::Shr => "t = va >> amount",
            ScalarOperation::Mad => "return lanesmith_multiply_add(function, va, vb)",
            ScalarOperation::SetEq => "t = va == vb",
            ScalarOperation::SetNe => "t = va != vb",
            ScalarOperation::SetLt => "t = va < vb",
            ScalarOperation::SetGe => "t = va >= vb",
            ScalarOperation::SetLe => "t = va <= vb",
            ScalarOperation::SetGt => "t = va > vb",
        };
        let row = operation.row();
        let _ = writeln!(
            cases,
            "    case {code:#x}u: {body}; break; /* {}{} */",
            row.mnemonic, row.comparison
        );
    }
    MODEL.replace("CASES\n", &cases)
}

const MODEL: &str = r#"__attribute__((weak)) uint32_t lanesmith_scalar_configuration = LANESMITH_SCALAR_CONFIGURATION;

/* A part of a register: 0 to 3 a byte, 4 and 5 a half-word, else the word. */
static inline int64_t lanesmith_value(uint32_t word, unsigned part, unsigned is_signed)
{
    unsigned bits = part < 4 ? 8 : part < 6 ? 16 : 32, low = part < 4 ? 8 * part : part == 5 ? 16 : 0;
    int64_t value = (int64_t)((uint64_t)(word >> low) & ((1ull << bits) - 1));
    return is_signed && value >> (bits - 1) ? value - (int64_t)(1ull << bits) : value;
}

/* vmad: the sum needs 66 bits, 34 of them in high. */
static inline uint32_t lanesmith_multiply_add(uint32_t function, int64_t a, int64_t b)
{
    unsigned signs = function >> 8 & 3u, scale = lanesmith_scalar_configuration >> LANESMITH_SCALAR_SCALE & 3u;
    unsigned is_signed = (function >> 5 & 3u) || signs == 1 || signs == 2, shift = scale == 0 ? 0 : scale == 1 ? 7 : 15;
    uint64_t product = (uint64_t)(a < 0 ? -a : a) * (uint64_t)(b < 0 ? -b : b), low = (uint32_t)product;
    int64_t high = (int64_t)(product >> 32), c = lanesmith_value(lanesmith_c, 6, is_signed);
    uint32_t d;
    if (((a < 0) != (b < 0)) != (signs == 1)) {
        high = -high - (low != 0);
        low = (uint32_t)-low;
    }
    c = (signs == 2 ? -c : c) + (signs == 3);
    low += (uint32_t)c;
    high += (c >> 32) + (int64_t)(low >> 32);
    d = shift ? (uint32_t)low >> shift | (uint32_t)high << (32 - shift) : (uint32_t)low;
    high >>= shift;
    if (function & 0x80u) {
        if (!is_signed)
            d = high ? 0xffffffffu : d;
        else if (high != (d >> 31 ? -1 : 0))
            d = high < 0 ? 0x80000000u : 0x7fffffffu;
    }
    if (lanesmith_configuration >> LANESMITH_CHAIN & 1u)
        lanesmith_c = d;
    return d;
}

/* A scalar instruction. */
static inline uint32_t lanesmith_scalar(uint32_t function, uint32_t a, uint32_t b)
{
    uint32_t held = lanesmith_scalar_configuration, operation = function & 15u, secondary = function >> 8 & 3u, c = lanesmith_c, d;
    unsigned d_signed = function >> 4 & 1u, part = held >> LANESMITH_SCALAR_DSEL & 7u, is_set = operation > 7;
    unsigned bits = part < 4 ? 8 : part < 6 ? 16 : 32, place = part < 4 ? 8 * part : part == 5 ? 16 : 0;
    int64_t va = lanesmith_value(a, held >> LANESMITH_SCALAR_ASEL & 7u, function >> 5 & 1u);
    int64_t vb = lanesmith_value(b, held >> LANESMITH_SCALAR_BSEL & 7u, function >> 6 & 1u);
    int64_t t = 0, vc = lanesmith_value(c, 6, d_signed);
    uint32_t amount = (uint32_t)vb;
    amount = held >> LANESMITH_SCALAR_WRAP & 1u ? amount & 31u : amount > 32 ? 32 : amount;
    if (operation > 13 || (operation == 7 && !LANESMITH_HAS_MAD) || (is_set && function & 0x90u)
        || ((operation == 5 || operation == 6) && function & 0x40u))
        return 0;
    switch (operation) {
CASES
    }
    if (function & 0x80u) {
        int64_t low = d_signed ? -(int64_t)(1ull << (bits - 1)) : 0, high = low + (int64_t)(1ull << bits) - 1;
        t = t < low ? low : t > high ? high : t;
    }
    if (bits < 32) {
        uint32_t ones = ((1u << bits) - 1u) << place;
        d = (c & ~ones) | ((uint32_t)t << place & ones);
    } else {
        d = (uint32_t)(secondary == 0 ? t : secondary == 1 ? t + vc : secondary == 2 ? (t < vc ? t : vc) : t < vc ? vc : t);
    }
    if (secondary && lanesmith_configuration >> LANESMITH_CHAIN & 1u)
        lanesmith_c = d;
    return d;
}

"#;
