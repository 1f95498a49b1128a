//! What the generated code calls: short, since the compiler reads much of it.

use super::{
    Arm, At, Constant, KernelExpr, KernelExprKind, KernelType, Operator, Path, PathStep, Pattern, Stmt, StmtKind,
    ValueArm,
};
use rust_hdl::prelude::ast::VerilogLink;

/// A place.
pub fn at(line: u32, column: u32, end_line: u32, end_column: u32) -> At {
    At {
        line,
        column,
        end_line,
        end_column,
    }
}

impl KernelExpr {
    /// An expression.
    pub fn new(at: At, kind: KernelExprKind) -> Self {
        KernelExpr { at, kind }
    }
}

/// A field of a path.
pub fn field(name: &str) -> PathStep {
    PathStep::Field(name.strip_prefix("r#").unwrap_or(name).to_owned())
}

/// An element of a path.
pub fn element(index: KernelExpr) -> PathStep {
    PathStep::Element(Box::new(index))
}

/// A path.
pub fn path(at: At, steps: Vec<PathStep>) -> Path {
    Path { at, steps }
}

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty => $stored:expr),*) = $variant:ident;)+) => {
        $($(#[$doc])*
        pub fn $name(at: At, $($argument: $kind),*) -> KernelExpr {
            KernelExpr::new(at, KernelExprKind::$variant($($stored),*))
        })+
    };
}

constructors! {
    /// `self.path.val()`.
    signal(path: Path => path) = Signal;
    /// `x.name`.
    member(x: KernelExpr => Box::new(x), name: &str => name.strip_prefix("r#").unwrap_or(name).to_owned()) = Field;
    /// An integer without suffix.
    literal(value: u128 => value) = Literal;
    /// A Rust value.
    constant(value: Constant => value) = Constant;
    /// An element of a Rust array.
    table(values: Vec<Constant> => values, index: KernelExpr => Box::new(index)) = Element;
    /// A variable of a `let`.
    variable(name: &'static str => name) = Variable;
    /// Two operands.
    binary(op: Operator => op, x: KernelExpr => Box::new(x), y: KernelExpr => Box::new(y)) = Binary;
    /// `!x`.
    not(x: KernelExpr => Box::new(x)) = Not;
    /// `-x`.
    negate(x: KernelExpr => Box::new(x)) = Negate;
    /// `x.all()`.
    all(x: KernelExpr => Box::new(x)) = All;
    /// `x.any()`.
    any(x: KernelExpr => Box::new(x)) = Any;
    /// `x.xor()`.
    parity(x: KernelExpr => Box::new(x)) = Parity;
    /// A call of a function that only has the name of rust-hdl's.
    foreign(name: &'static str => name) = Foreign;
    /// A cast.
    cast(to: Option<KernelType> => to, x: KernelExpr => Box::new(x)) = Cast;
    /// The same bits, signed.
    to_signed(x: KernelExpr => Box::new(x)) = ToSigned;
    /// The same bits, unsigned.
    to_unsigned(x: KernelExpr => Box::new(x)) = ToUnsigned;
    /// `x.index()`.
    integer(x: KernelExpr => Box::new(x)) = Integer;
    /// `x.to_bits()`, `x.into()`.
    convert(to: Option<KernelType> => to, x: KernelExpr => Box::new(x)) = Convert;
    /// `x.get_bit(i)`.
    get_bit(x: KernelExpr => Box::new(x), i: KernelExpr => Box::new(i)) = GetBit;
    /// `x.get_bits::<WIDTH>(i)`.
    get_bits(x: KernelExpr => Box::new(x), width: usize => width as u32, i: KernelExpr => Box::new(i)) = GetBits;
    /// `x.replace_bit(i, bit)`.
    replace_bit(x: KernelExpr => Box::new(x), i: KernelExpr => Box::new(i), bit: KernelExpr => Box::new(bit)) = ReplaceBit;
    /// `if test { x } else { y }`.
    either(test: KernelExpr => Box::new(test), x: KernelExpr => Box::new(x), y: KernelExpr => Box::new(y)) = If;
    /// `match values { … }`.
    select(values: Vec<KernelExpr> => values, arms: Vec<ValueArm> => arms) = Match;
    /// `{ let a = x; y }`.
    block(body: Vec<Stmt> => body, x: KernelExpr => Box::new(x)) = Block;
}

/// `x as kind`; `kind` is an integer type's name.
pub fn cast_integer(at: At, kind: &str, x: KernelExpr) -> KernelExpr {
    let kind = super::IntegerKind::named(kind).unwrap_or(super::IntegerKind::USIZE);
    KernelExpr::new(at, KernelExprKind::As(kind, Box::new(x)))
}

/// `self.path.next.fields = value`.
pub fn assign(at: At, path: Path, fields: &[&str], value: KernelExpr) -> Stmt {
    let fields = fields
        .iter()
        .map(|name| name.strip_prefix("r#").unwrap_or(name).to_string());
    let kind = StmtKind::Assign(path, fields.collect(), value);
    Stmt { at, kind }
}

/// `if test { … } else { … }`.
pub fn branch(at: At, test: KernelExpr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    let kind = StmtKind::If(test, then, otherwise);
    Stmt { at, kind }
}

/// `match values { … }`.
pub fn matching(at: At, values: Vec<KernelExpr>, arms: Vec<Arm>) -> Stmt {
    let kind = StmtKind::Match(values, arms);
    Stmt { at, kind }
}

/// An arm.
pub fn arm(at: At, pattern: Pattern, guard: Option<KernelExpr>, body: Vec<Stmt>) -> Arm {
    Arm {
        at,
        pattern,
        guard,
        body,
    }
}

/// An arm with a value.
pub fn value_arm(arm: Arm, value: KernelExpr) -> ValueArm {
    ValueArm { arm, value }
}

/// `let name = value`.
pub fn bind(at: At, name: &'static str, value: KernelExpr) -> Stmt {
    let kind = StmtKind::Let(name, value);
    Stmt { at, kind }
}

/// `Bus::link(…)`.
pub fn link(at: At, links: Vec<VerilogLink>) -> Stmt {
    let kind = StmtKind::Link(links);
    Stmt { at, kind }
}

/// `comment!("…")`.
pub fn comment(at: At, text: &str) -> Stmt {
    let kind = StmtKind::Comment(text.to_owned());
    Stmt { at, kind }
}

/// The most rounds of a loop.
pub const LONGEST_LOOP: usize = 1 << 16;

/// A loop with more rounds.
pub fn endless(at: At) -> Stmt {
    let kind = StmtKind::Endless;
    Stmt { at, kind }
}

/// `{ … }`.
pub fn inner(at: At, body: Vec<Stmt>) -> Stmt {
    let kind = StmtKind::Block(body);
    Stmt { at, kind }
}

/// The name of an interface in a link, one step further down.
pub fn below(name: String, step: &str) -> String {
    match name.is_empty() {
        true => step.to_owned(),
        false => format!("{name}${step}"),
    }
}
