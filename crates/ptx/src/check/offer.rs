//! What operands offer: the types of registers, constants and addresses.

use crate::data_type::{DataType, TypeClass};
use crate::opcodes::Pattern;
use std::borrow::Cow;

pub(super) const SURFACES: [&str; 4] = ["suld", "sust", "sured", "suq"];

const fn offer(name: &'static str, class: TypeClass, bits: u32) -> DataType {
    DataType { name, class, bits }
}

/// Of a name that is not known. 0 bits fit all sizes.
pub(super) const ANY: DataType = offer("", TypeClass::Bits, 0);
/// Of an integer constant.
pub(super) const INTEGER: DataType = offer("an integer", TypeClass::Unsigned, 0);
/// Of a floating-point constant of 32 bits, `0f…`.
pub(super) const SINGLE: DataType = offer("a number of single precision", TypeClass::Float, 32);
/// Of another floating-point constant.
pub(super) const DOUBLE: DataType = offer("a floating-point number", TypeClass::Float, 64);
/// Of a component of a special register.
pub(super) const SPECIAL: DataType = offer("a component of a special register", TypeClass::Unsigned, 32);
/// Of the address of a variable.
pub(super) const ADDRESS: DataType = offer("the address of a variable", TypeClass::Unsigned, 0);

/// An offer in words.
pub(super) fn describe(offer: DataType) -> Cow<'static, str> {
    match offer.name.starts_with('.') {
        true => format!("a register of type `{}`", offer.name).into(),
        false => offer.name.into(),
    }
}

fn is_integer(kind: DataType) -> bool {
    matches!(kind.class, TypeClass::Signed | TypeClass::Unsigned)
}

/// Whether it is a type such as `.u8x4`, whose registers are declared as `.b32`.
pub(super) fn is_packed_integer(kind: DataType) -> bool {
    is_integer(kind) && kind.name.contains('x')
}

/// Whether an offer is an integer of 32 or 64 bits.
pub(super) fn is_address(offer: DataType) -> bool {
    (is_integer(offer) || offer.class == TypeClass::Bits) && matches!(offer.bits, 0 | 32 | 64)
}

/// What two elements of a vector offer together, if they agree: `.b` types agree with all of their size.
pub(super) fn merge(one: DataType, other: DataType) -> Option<DataType> {
    let is_constant = |offer: DataType| offer == SINGLE || offer == DOUBLE || offer.bits == 0;
    let has_size = one.bits == other.bits || is_constant(one) || is_constant(other);
    match (one.class, other.class) {
        _ if !has_size => None,
        (TypeClass::Bits, _) => Some(one),
        (_, TypeClass::Bits) => Some(other),
        _ if is_integer(one) != is_integer(other) => None,
        _ => Some(if is_constant(one) { other } else { one }),
    }
}

/// Whether a register or constant fits a type (PTX ISA, section "Operand Size Exceeding Instruction-Type Size").
pub(super) fn fits(offer: DataType, kind: DataType, pattern: &Pattern) -> bool {
    // `mov.u16` takes the low half of a component.
    let is_half = offer == SPECIAL && kind.bits == 16;
    let size = offer.bits == 0 || is_half || offer.bits == kind.bits || (pattern.is_relaxed && offer.bits > kind.bits);
    match (kind.class, offer.class) {
        (TypeClass::Predicate, class) => class == TypeClass::Predicate || offer == INTEGER || offer == ANY,
        (_, TypeClass::Predicate) => false,
        (TypeClass::Float, _) if offer == SINGLE || offer == DOUBLE => matches!(kind.name, ".f32" | ".f64"),
        (TypeClass::Bits, _) if offer == SINGLE || offer == DOUBLE => offer.bits == kind.bits,
        (TypeClass::Bits, _) | (TypeClass::Float, TypeClass::Bits) => size,
        (TypeClass::Float, _) => offer.name == kind.name,
        // NVIDIA's assembler takes registers of `.f16x2` as integers of the instruction's type.
        (_, TypeClass::Float) => size && offer.name == ".f16x2" && !pattern.is_strict(),
        (_, TypeClass::Unsigned | TypeClass::Signed) => size && !is_packed_integer(kind),
        _ => size,
    }
}

/// Whether a variable's space is among those that an instruction names; without names its address is generic.
pub(super) fn is_in(space: &str, spaces: &[&str]) -> bool {
    let space = &space[1..];
    match spaces {
        [] => matches!(space, "global" | "shared" | "local"),
        _ => spaces.iter().any(|name| name.split("::").next() == Some(space)),
    }
}
