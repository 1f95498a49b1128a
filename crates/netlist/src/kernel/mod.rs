//! The syntax tree of a kernel, as [`hdl_gen`](crate::hdl_gen) makes it of the user's source.
//!
//! Loops and conditions on Rust values have run when the tree exists, because they are Rust in the generated code. The tree has the
//! statements and expressions that depend on signals, with their places in the source.

mod constant;
mod documentation;
pub(super) mod literal;
mod make;
mod transport;

pub use constant::{
    IntegerConstant, IntegerKind, KernelConstant, KernelType, LogicConstant, Of, ReferenceConstant, is_same_function,
    named, number, type_of,
};
pub use documentation::{Documentation, FieldDocumentation, Undocumented};
pub use make::*;
pub use transport::{HandedOver, hand_over, take_over};

pub use crate::ir::{BinaryOp, UnaryOp};
use rust_hdl_core::prelude::ast::VerilogLink;

/// Where something stands in a file: lines and columns from 1, columns in characters; the end is behind the last character.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct At {
    /// First line.
    pub line: u32,
    /// Column in the first line.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column behind the end in the last line.
    pub end_column: u32,
}

/// The text of a kernel.
#[derive(Clone, Copy, Debug, Default)]
pub struct KernelSource {
    /// Path as the compiler was given it; empty if there is no source.
    pub file: &'static str,
    /// The body with its braces; empty if the compiler has no text, as for code from another macro.
    pub text: &'static str,
    /// Where the text begins.
    pub at: At,
}

/// A kernel.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// Its text.
    pub source: KernelSource,
    /// The documentation in the block's declaration.
    pub documentation: Documentation,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A signal of the block: `self.lane[i].sum` is a field, an element, a field.
#[derive(Clone, Debug)]
pub struct Path {
    /// Where it stands.
    pub at: At,
    /// Steps from `self` down.
    pub steps: Vec<PathStep>,
}

/// A step down a path.
#[derive(Clone, Debug)]
pub enum PathStep {
    /// A field of a struct, an interface or a block.
    Field(String),
    /// An element of an array.
    Element(Box<KernelExpr>),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Where it stands.
    pub at: At,
    /// What it does.
    pub kind: StmtKind,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `self.path.next.field = value`.
    Assign(Path, Vec<String>, KernelExpr),
    /// `if test { … } else { … }`.
    If(KernelExpr, Vec<Stmt>, Vec<Stmt>),
    /// `match value { … }`; a tuple has several values.
    Match(Vec<KernelExpr>, Vec<Arm>),
    /// `let name = value`, for the rest of the block.
    Let(&'static str, KernelExpr),
    /// `Bus::link(…)`, `Bus::join(…)`.
    Link(Vec<VerilogLink>),
    /// A loop with more rounds than are unrolled.
    Endless,
    /// Statements with `let`s of their own.
    Block(Vec<Stmt>),
}

/// An arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Where its pattern stands.
    pub at: At,
    /// What it takes.
    pub pattern: Pattern,
    /// The condition behind `if`.
    pub guard: Option<KernelExpr>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// `_`.
    Any,
    /// A literal, constant or variant.
    Value(KernelConstant),
    /// `a..=b`, `a..b`, `a..`: the last value belongs to it.
    Range(Option<KernelConstant>, Option<KernelConstant>, bool),
    /// `a | b`.
    Or(Vec<Pattern>),
    /// `(a, b)`.
    Tuple(Vec<Pattern>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct KernelExpr {
    /// Where it stands.
    pub at: At,
    /// What it is.
    pub kind: KernelExprKind,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum KernelExprKind {
    /// `self.path.val()`.
    Signal(Path),
    /// A call of a function that has the name of one of rust-hdl's and is another one.
    Foreign(&'static str),
    /// A field of a struct's value.
    Field(Box<KernelExpr>, String),
    /// An integer without suffix.
    Literal(u128),
    /// A Rust value.
    Constant(KernelConstant),
    /// An element of an array of Rust values.
    Element(Vec<KernelConstant>, Box<KernelExpr>),
    /// A variable of a `let`.
    Variable(&'static str),
    /// Two operands.
    Binary(Operator, Box<KernelExpr>, Box<KernelExpr>),
    /// `!x`.
    Not(Box<KernelExpr>),
    /// `-x`.
    Negate(Box<KernelExpr>),
    /// `x.all()`, `x.any()`, `x.xor()`.
    Reduce(UnaryOp, Box<KernelExpr>),
    /// Cut off or extended, with zeros or a signed value's sign, to a type; to that of the other side without one.
    Cast(Option<KernelType>, Box<KernelExpr>),
    /// The same bits as a number that is signed or not.
    Signed(bool, Box<KernelExpr>),
    /// A `usize` or `u64` of a value: `.index()`, `.to_u64()`.
    Integer(Box<KernelExpr>),
    /// An integer as bits: `.to_bits()`, `.into()`, `bits()`, of a type or that of the other side.
    Convert(Option<KernelType>, Box<KernelExpr>),
    /// `x as` an integer.
    As(IntegerKind, Box<KernelExpr>),
    /// `x.get_bit(i)`.
    GetBit(Box<KernelExpr>, Box<KernelExpr>),
    /// `x.get_bits::<WIDTH>(i)`.
    GetBits(Box<KernelExpr>, u32, Box<KernelExpr>),
    /// `x.replace_bit(i, bit)`.
    ReplaceBit(Box<KernelExpr>, Box<KernelExpr>, Box<KernelExpr>),
    /// `if test { x } else { y }`.
    If(Box<KernelExpr>, Box<KernelExpr>, Box<KernelExpr>),
    /// `match value { … }`, each arm with its value.
    Match(Vec<KernelExpr>, Vec<ValueArm>),
    /// `{ let a = x; y }`.
    Block(Vec<Stmt>, Box<KernelExpr>),
}

/// An arm of a `match` that gives a value.
#[derive(Clone, Debug)]
pub struct ValueArm {
    /// Pattern and guard; its body is the statements before the value.
    pub arm: Arm,
    /// The value.
    pub value: KernelExpr,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// One of the netlist.
    Plain(BinaryOp),
    /// `&&` or `||`, as the netlist's operator on one bit.
    Logical(BinaryOp),
    /// `/`.
    Quotient,
    /// `%`.
    Remainder,
}
