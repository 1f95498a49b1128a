//! The values of expressions.

use crate::ir::ExprId;
use crate::kernel::IntegerKind;
use rust_hdl_core::prelude::TypeDescriptor;

/// The value of an expression.
#[derive(Clone, Debug)]
pub enum LoweredValue {
    /// An integer that the compiler knows: a literal or a Rust value, or arithmetic on them. Literals have no type.
    Integer(i128, Origin),
    /// A `usize` or `u64` made of signals, or bits whose width the other side decides; exact, and as narrow as may be.
    Loose(ExprId),
    /// Bits of known width, 64 in each part, least significant first; `true` if they are a signed number.
    Word(Vec<ExprId>, bool),
    /// A struct: its innermost fields, least significant first.
    Struct(Vec<ExprId>, TypeDescriptor),
}

/// The origin of an integer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin {
    /// Its type, if it has one.
    pub kind: Option<IntegerKind>,
    /// The constant that it is, if the kernel names one: its group and its own name.
    pub name: Option<[&'static str; 2]>,
}

impl From<Option<IntegerKind>> for Origin {
    fn from(kind: Option<IntegerKind>) -> Self {
        Origin { kind, name: None }
    }
}

impl LoweredValue {
    /// An integer that is no constant of the kernel's.
    pub fn integer(value: i128, kind: impl Into<Option<IntegerKind>>) -> Self {
        LoweredValue::Integer(value, kind.into().into())
    }

    /// Unsigned bits.
    pub fn bits(bits: ExprId) -> Self {
        LoweredValue::Word(vec![bits], false)
    }
}
