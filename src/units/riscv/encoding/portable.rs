//! The unit in portable C, a part of the header.

use super::scalar_header;
use super::{Features, Function, StateAccess};
use crate::ptx::{Family, Operation};
use crate::units::video::encoding::{CODES, Control, OperationCode};
use std::fmt::Write;

/// The unit in C. The places of the control word's bits come from the tables. What each operation computes is written here again, in C.
pub(super) fn portable(features: &Features) -> String {
    let scalar_model = match features.scalar {
        true => scalar_header::model(),
        false => String::new(),
    };
    [
        state_and_elements(),
        dot_product(),
        lanes(),
        scalar_model,
        execute(features),
    ]
    .concat()
}

/// The lowest bit of a field of the control word.
fn lowest_bit(field: &str) -> u32 {
    Control::field(field).lo
}

/// The number of operation codes that belong to one operation alone. Above them several operations share a code, and further bits of
/// the control word tell them apart.
fn own_codes() -> usize {
    let is_own = |code: &&OperationCode| code.operation.family() == Family::Arithmetic;
    CODES.iter().filter(is_own).count()
}

/// The further bits of the control word that tell an operation apart from others with its code.
fn code_bits(code: &OperationCode) -> u64 {
    code.set.iter().map(|name| 1 << lowest_bit(name)).sum()
}

/// Whether a code is that of a dot product.
fn is_dot(code: &OperationCode) -> bool {
    !code.operation.family().has_lanes()
}

/// The macro for shared operation codes, the state, and a function that gives an element of two words.
fn state_and_elements() -> String {
    let own = own_codes();
    let shared = CODES
        .iter()
        .filter(|code| is_dot(code))
        .fold(!0, |all, code| all & code_bits(code));
    format!(
        r#"
/* With the operation codes from {own} on, these bits belong to the code; of dot products they are all 1. */
#define LANESMITH_CODE {shared:#x}u

__attribute__((weak)) uint32_t lanesmith_configuration = LANESMITH_CONFIGURATION, lanesmith_c;

/* An element of a register pair as its type has it. */
static inline int32_t lanesmith_element(uint64_t ba, unsigned element, unsigned bits, unsigned is_signed)
{{
    uint32_t value = (uint32_t)(ba >> element * bits) & ((1u << bits) - 1u);
    return is_signed && value >> (bits - 1) ? (int32_t)value - (int32_t)(1u << bits) : (int32_t)value;
}}

"#
    )
}

fn dot_product() -> String {
    let [width, a_signed, b_signed] = ["width", "a_signed", "b_signed"].map(lowest_bit);
    format!(
        r#"/* A dot product: the control word's low bits. */
static inline uint32_t lanesmith_dot(uint32_t control, uint32_t a, uint32_t b, uint32_t c)
{{
    unsigned halves = control & 1u, bits = halves ? 16 : 8, first = halves && control >> {width} & 1u ? 2 : 0, i;
    for (i = 0; i < 32 / bits; i++)
        c += (uint32_t)(lanesmith_element(a, i, bits, control >> {a_signed} & 1u) *
                        lanesmith_element(b, first + i, 8, control >> {b_signed} & 1u));
    return c;
}}

"#
    )
}

fn lanes() -> String {
    let [width, d_signed, a_signed, b_signed, saturate, accumulate] =
        ["width", "d_signed", "a_signed", "b_signed", "saturate", "accumulate"].map(lowest_bit);
    let (own, cases) = (own_codes(), lane_cases());
    format!(
        r#"/* An operation on lanes: the control word's low bits, and its modifiers. */
static inline uint32_t lanesmith_lanes(uint32_t control, uint32_t modifiers, uint32_t a, uint32_t b, uint32_t c)
{{
    unsigned dual = control >> {width} & 1u, lanes = dual ? 2 : 4, bits = 32 / lanes, digit = dual ? 2 : 3, lane;
    unsigned is_own = (control & 7u) < {own}u;
    uint64_t ba = (uint64_t)b << 32 | a;
    for (lane = 0; lane < lanes; lane++) {{
        uint32_t asel = modifiers >> (LANESMITH_ASEL + lane * digit) & (2 * lanes - 1);
        uint32_t bsel = modifiers >> (LANESMITH_BSEL + lane * digit) & (2 * lanes - 1);
        int32_t va = lanesmith_element(ba, asel, bits, control >> {a_signed} & 1u);
        int32_t vb = lanesmith_element(ba, bsel, bits, control >> {b_signed} & 1u);
        int32_t t = 0;
        if (!(modifiers >> (LANESMITH_MASK + lane) & 1u))
            continue;
        switch (control & (is_own ? 7u : 7u | LANESMITH_CODE)) {{
{cases}        }}
        if (is_own && control >> {saturate} & 1u) {{
            int32_t low = control >> {d_signed} & 1u ? -(int32_t)(1u << (bits - 1)) : 0;
            int32_t high = low + (int32_t)(1u << bits) - 1;
            t = t < low ? low : t > high ? high : t;
        }}
        if (control >> {accumulate} & 1u) {{
            c += (uint32_t)t;
        }} else {{
            uint32_t ones = ((1u << bits) - 1u) << lane * bits;
            c = (c & ~ones) | ((uint32_t)t << lane * bits & ones);
        }}
    }}
    return c;
}}

"#
    )
}

/// A case for each operation on lanes.
fn lane_cases() -> String {
    let mut cases = String::new();
    for code in CODES.iter().filter(|code| !is_dot(code)) {
        let body = match code.operation {
            Operation::Add => "t = va + vb",
            Operation::Sub => "t = va - vb",
            Operation::Avrg => "t = va + vb; t = t >= 0 ? (t + 1) / 2 : -((1 - t) / 2)",
            Operation::AbsDiff => "t = va < vb ? vb - va : va - vb",
            Operation::Min => "t = va < vb ? va : vb",
            Operation::Max => "t = va < vb ? vb : va",
            Operation::SetLt => "t = va < vb",
            Operation::SetGe => "t = va >= vb",
            Operation::SetLe => "t = va <= vb",
            Operation::SetGt => "t = va > vb",
            Operation::SetEq => "t = va == vb",
            Operation::SetNe => "t = va != vb",
            other => unreachable!("{other:?} has no lanes"),
        };
        let (key, row) = (code.op | code_bits(code), code.operation.row());
        let _ = writeln!(
            cases,
            "        case {key:#05x}u: {body}; break; /* {}{} */",
            row.mnemonic, row.modifier
        );
    }
    cases
}

/// A case for each access to the state.
fn access_cases(features: &Features) -> String {
    let mut accesses = String::new();
    for row in features.accesses() {
        let body = match row.access {
            StateAccess::ReadConfiguration => "return configuration",
            StateAccess::ReadC => "return c",
            StateAccess::ReadVersion => "return LANESMITH_VERSION",
            StateAccess::SwapConfiguration => {
                "lanesmith_configuration = rs1 & LANESMITH_WRITABLE; return configuration"
            }
            StateAccess::SwapC => "lanesmith_c = rs1; return c",
            StateAccess::ReadScalarConfiguration => "return lanesmith_scalar_configuration",
            StateAccess::SwapScalarConfiguration => {
                "d = lanesmith_scalar_configuration; lanesmith_scalar_configuration = rs1 & LANESMITH_SCALAR_WRITABLE; return d"
            }
        };
        let _ = writeln!(accesses, "    case {:#05x}u: {body};", Function::access(row.access).0);
    }
    accesses
}

/// The function that executes any instruction of the unit.
fn execute(features: &Features) -> String {
    let [width, saturate, accumulate] = ["width", "saturate", "accumulate"].map(lowest_bit);
    let (own, accesses) = (own_codes(), access_cases(features));
    let scalar = if features.scalar { scalar_header::CALL } else { "" };
    format!(
        r#"/* What the unit does. A function that it does not have gives 0. */
static inline uint32_t lanesmith_execute(uint32_t function, uint32_t rs1, uint32_t rs2, uint32_t rs3)
{{
    unsigned is_third = (function & LANESMITH_THIRD) != 0;
    uint32_t configuration = lanesmith_configuration, c = is_third ? rs3 : lanesmith_c, d;
    uint32_t modifiers = function >> {width} & 1u ? LANESMITH_MODIFIERS2 : LANESMITH_MODIFIERS4;
    unsigned adds = function >> {accumulate} & 1u, is_held = (function & LANESMITH_HELD) != 0, is_own = (function & 7u) < {own}u;
    unsigned is_dual = function >> {width} & 1u, is_dot = !is_own && (function & LANESMITH_CODE) == LANESMITH_CODE;
    switch (function) {{
{accesses}    }}
{scalar}    if (is_third && (!LANESMITH_HAS_RS3 || is_held || !(adds || is_dot)))
        return 0;
    if (is_dot) {{
        if (!LANESMITH_HAS_DOT || adds || is_held || (!(function & 1u) && is_dual))
            return 0;
        d = lanesmith_dot(function, rs1, rs2, c);
        adds = 1;
    }} else {{
        if ((adds && !LANESMITH_HAS_ADD) || (is_dual && !LANESMITH_HAS_VOP2) || (!is_own && !LANESMITH_HAS_VSET))
            return 0;
        if (is_own && function >> {saturate} & adds)
            return 0;
        if (is_held)
            modifiers = (configuration & LANESMITH_WRITABLE) | (modifiers & ~LANESMITH_WRITABLE);
        d = lanesmith_lanes(function, modifiers, rs1, rs2, c);
    }}
    if (!is_third && (adds & configuration >> LANESMITH_CHAIN))
        lanesmith_c = d;
    return d;
}}
"#
    )
}
