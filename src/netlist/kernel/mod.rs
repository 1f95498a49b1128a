//! The syntax tree of a kernel, as [`hdl_gen`](crate::hdl_gen) makes it of the user's source.
//!
//! Loops and conditions on Rust values are Rust in the generated code: they have run when the tree exists. What depends on
//! signals is in the tree, with the place in the source where it stands.

mod constant;
mod documentation;
mod make;
mod transport;

pub use constant::{
    Constant, IntegerConstant, IntegerKind, LogicConstant, Of, ReferenceConstant, Type, is_same_function, number,
    type_of,
};
pub use documentation::{Documentation, FieldDocumentation, Undocumented};
pub use make::*;
pub use transport::{hand_over, take_over};

use rust_hdl::prelude::ast::VerilogLink;

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
pub struct Source {
    /// Path as the compiler was given it; empty if there is no source.
    pub file: &'static str,
    /// The body with its braces; empty where the compiler has none, as in code that another macro makes.
    pub text: &'static str,
    /// Where the text begins.
    pub at: At,
}

/// A kernel.
#[derive(Clone, Debug, Default)]
pub struct Kernel {
    /// Its text.
    pub source: Source,
    /// What the block's declaration says.
    pub documentation: Documentation,
    /// What it does.
    pub body: Vec<Stmt>,
    /// The digest of rust-hdl's own tree, if its own macro made it; see `lower::stock_macro`.
    pub stock: Option<u64>,
}

/// A signal of the block: `self.lane[i].sum` is a field, an element, a field.
#[derive(Clone, Debug)]
pub struct Path {
    /// Where it stands.
    pub at: At,
    /// Steps from `self` down.
    pub steps: Vec<Step>,
}

/// A step down a path.
#[derive(Clone, Debug)]
pub enum Step {
    /// A field of a struct, an interface or a block.
    Field(String),
    /// An element of an array.
    Element(Box<Expr>),
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
    Assign(Path, Vec<String>, Expr),
    /// Bits of a signal at a position are assigned; only rust-hdl's own macro makes it.
    AssignBits(Path, Expr, u32, Expr),
    /// `if test { … } else { … }`.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `match value { … }`; a tuple has several values.
    Match(Vec<Expr>, Vec<Arm>),
    /// `let name = value`, for the rest of the block.
    Let(&'static str, Expr),
    /// `Bus::link(…)`, `Bus::join(…)`.
    Link(Vec<VerilogLink>),
    /// `comment!("…")`.
    Comment(String),
    /// The rounds of a loop of rust-hdl's own tree, over a variable of this name.
    Loop(String, Vec<Stmt>),
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
    pub guard: Option<Expr>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// `_`.
    Any,
    /// A literal, constant or variant.
    Value(Constant),
    /// `a..=b`, `a..b`, `a..`: the last value belongs to it.
    Range(Option<Constant>, Option<Constant>, bool),
    /// `a | b`.
    Or(Vec<Pattern>),
    /// `(a, b)`.
    Tuple(Vec<Pattern>),
    /// The path of a variant, in rust-hdl's own tree.
    Name(String),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Where it stands.
    pub at: At,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `self.path.val()`.
    Signal(Path),
    /// A name in rust-hdl's own tree.
    Name(String),
    /// A call of a function that has the name of one of rust-hdl's and is another one.
    Foreign(&'static str),
    /// A field of a struct's value.
    Field(Box<Expr>, String),
    /// An integer without suffix.
    Literal(u128),
    /// A Rust value.
    Constant(Constant),
    /// An element of an array of Rust values.
    Element(Vec<Constant>, Box<Expr>),
    /// A variable of a `let`.
    Variable(&'static str),
    /// Two operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `!x`.
    Not(Box<Expr>),
    /// `-x`.
    Negate(Box<Expr>),
    /// `x.all()`.
    All(Box<Expr>),
    /// `x.any()`.
    Any(Box<Expr>),
    /// `x.xor()`.
    Parity(Box<Expr>),
    /// Cut off or extended, with zeros or a signed value's sign, to a type; to that of the other side without one.
    Cast(Option<Type>, Box<Expr>),
    /// The same bits as a signed number.
    ToSigned(Box<Expr>),
    /// The same bits as an unsigned number.
    ToUnsigned(Box<Expr>),
    /// A `usize` or `u64` of a value: `.index()`, `.to_u64()`.
    Integer(Box<Expr>),
    /// An integer as bits: `.to_bits()`, `.into()`, `bits()`, of a type or that of the other side.
    Convert(Option<Type>, Box<Expr>),
    /// `x as` an integer.
    As(IntegerKind, Box<Expr>),
    /// `x.get_bit(i)`.
    GetBit(Box<Expr>, Box<Expr>),
    /// `x.get_bits::<WIDTH>(i)`.
    GetBits(Box<Expr>, u32, Box<Expr>),
    /// `x.replace_bit(i, bit)`.
    ReplaceBit(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `if test { x } else { y }`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `match value { … }`, each arm with its value.
    Match(Vec<Expr>, Vec<ValueArm>),
    /// `{ let a = x; y }`.
    Block(Vec<Stmt>, Box<Expr>),
}

/// An arm of a `match` that gives a value.
#[derive(Clone, Debug)]
pub struct ValueArm {
    /// Pattern and guard; its body is the statements before the value.
    pub arm: Arm,
    /// The value.
    pub value: Expr,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "named as in Rust's operator traits")]
pub enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    And,
    Or,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}
