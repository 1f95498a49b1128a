//! The functions that the macros' generated code calls.
//!
//! The generated code is large, and every program compiles it. So it passes numbers instead of trees: this thread stores the parts of
//! the tree, and a [`Handle`] is the number of a part. For values with destructors the compiler would generate code after every call.

use super::{
    Arm, At, Documentation, HandedOver, IntegerKind, Kernel, KernelConstant, KernelExpr, KernelExprKind, KernelSource,
    KernelType, Operator, Path, PathStep, Pattern, Stmt, StmtKind, UnaryOp, ValueArm, hand_over,
};
use rust_hdl_core::prelude::Verilog;
use rust_hdl_core::prelude::ast::VerilogLink;
use std::cell::RefCell;
use std::marker::PhantomData;

/// The number of a part of the tree, for one use.
pub struct Handle<T>(u32, PhantomData<T>);

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

type Expr = Handle<KernelExpr>;
type Body = Handle<Vec<Stmt>>;

/// The parts of one kernel.
#[derive(Default)]
struct Builder {
    exprs: Vec<Option<KernelExpr>>,
    paths: Vec<Option<Path>>,
    patterns: Vec<Option<Pattern>>,
    arms: Vec<Option<Arm>>,
    value_arms: Vec<Option<ValueArm>>,
    bodies: Vec<Option<Vec<Stmt>>>,
    /// Bodies to which statements are still added, innermost last.
    open: Vec<Vec<Stmt>>,
    /// The elements of an array of Rust values.
    values: Vec<KernelConstant>,
}

thread_local! {
    static BUILDER: RefCell<Builder> = RefCell::default();
}

/// A kind of part.
pub trait PartOfKernel: Sized {
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "nobody else implements or calls it")]
    fn pool(builder: &mut Builder) -> &mut Vec<Option<Self>>;
}

macro_rules! pools {
    ($($part:ty => $pool:ident),+) => {
        $(impl PartOfKernel for $part {
            #[allow(private_interfaces, reason = "as in the trait")]
            fn pool(builder: &mut Builder) -> &mut Vec<Option<Self>> {
                &mut builder.$pool
            }
        })+
    };
}

pools!(KernelExpr => exprs, Path => paths, Pattern => patterns, Arm => arms, ValueArm => value_arms, Vec<Stmt> => bodies);

fn put<T: PartOfKernel>(part: T) -> Handle<T> {
    BUILDER.with_borrow_mut(|builder| {
        let pool = T::pool(builder);
        pool.push(Some(part));
        Handle(pool.len() as u32 - 1, PhantomData)
    })
}

fn take<T: PartOfKernel>(handle: Handle<T>) -> T {
    let part = BUILDER.with_borrow_mut(|builder| T::pool(builder)[handle.0 as usize].take());
    part.expect("the generated code uses a handle once")
}

fn take_all<T: PartOfKernel>(handles: &[Handle<T>]) -> Vec<T> {
    handles.iter().map(|handle| take(*handle)).collect()
}

/// Begins a kernel. Discards the parts of an earlier kernel whose Rust values panicked.
pub fn begin() {
    BUILDER.take();
}

/// Ends the kernel.
pub fn finish(source: KernelSource, documentation: Documentation, body: Body) -> Verilog {
    let body = take(body);
    BUILDER.take();
    hand_over(HandedOver::Kernel(Kernel {
        source,
        documentation,
        body,
    }))
}

/// Begins a body: the following statements belong to it.
pub fn open() {
    BUILDER.with_borrow_mut(|builder| builder.open.push(Vec::new()));
}

/// Ends the body that was begun last.
pub fn close() -> Body {
    let body = BUILDER.with_borrow_mut(|builder| builder.open.pop());
    put(body.expect("a body is open"))
}

/// A body without statements.
pub fn nothing() -> Body {
    put(Vec::new())
}

/// Moves the statements of a body into the body around it.
pub fn extend(body: Body) {
    let body = take(body);
    BUILDER.with_borrow_mut(|builder| builder.open.last_mut().expect("a body is open").extend(body));
}

fn push(at: &At, kind: StmtKind) {
    let statement = Stmt { at: *at, kind };
    BUILDER.with_borrow_mut(|builder| builder.open.last_mut().expect("a body is open").push(statement));
}

/// A name without the mark of Rust's raw identifiers.
fn plain(name: &str) -> String {
    name.strip_prefix("r#").unwrap_or(name).to_owned()
}

/// A step down a path.
#[derive(Clone, Copy)]
pub enum Step {
    /// A field.
    Field(&'static str),
    /// An element of an array.
    Element(Handle<KernelExpr>),
}

impl Step {
    fn of_tree(self) -> PathStep {
        match self {
            Step::Field(name) => PathStep::Field(plain(name)),
            Step::Element(index) => PathStep::Element(Box::new(take(index))),
        }
    }
}

/// A path.
pub fn path(at: &At, steps: &[Step]) -> Handle<Path> {
    let steps = steps.iter().map(|step| step.of_tree()).collect();
    put(Path { at: *at, steps })
}

/// A field of what a path leads to.
pub fn below_path(path: Handle<Path>, field: &'static str) -> Handle<Path> {
    let mut path = take(path);
    path.steps.push(Step::Field(field).of_tree());
    put(path)
}

impl KernelExpr {
    /// An expression.
    pub fn new(at: At, kind: KernelExprKind) -> Self {
        KernelExpr { at, kind }
    }
}

fn expr(at: &At, kind: KernelExprKind) -> Expr {
    put(KernelExpr::new(*at, kind))
}

fn boxed(x: Expr) -> Box<KernelExpr> {
    Box::new(take(x))
}

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty => $stored:expr),*) = $variant:ident;)+) => {
        $($(#[$doc])*
        pub fn $name(at: &At, $($argument: $kind),*) -> Handle<KernelExpr> {
            expr(at, KernelExprKind::$variant($($stored),*))
        })+
    };
}

constructors! {
    /// `self.path.val()`.
    signal(path: Handle<Path> => take(path)) = Signal;
    /// `x.name`.
    member(x: Expr => boxed(x), name: &str => plain(name)) = Field;
    /// An integer without suffix.
    literal(value: u128 => value) = Literal;
    /// A Rust value.
    constant(value: KernelConstant => value) = Constant;
    /// A variable of a `let`.
    variable(name: &'static str => name) = Variable;
    /// Two operands.
    binary(op: Operator => op, x: Expr => boxed(x), y: Expr => boxed(y)) = Binary;
    /// `!x`.
    not(x: Expr => boxed(x)) = Not;
    /// `-x`.
    negate(x: Expr => boxed(x)) = Negate;
    /// `x.all()`, `x.any()`, `x.xor()`.
    reduce(op: UnaryOp => op, x: Expr => boxed(x)) = Reduce;
    /// A call of a function with the name of one of rust-hdl's that is another function.
    foreign(name: &'static str => name) = Foreign;
    /// The same bits, signed or not.
    signed(is_signed: bool => is_signed, x: Expr => boxed(x)) = Signed;
    /// `x.index()`.
    integer(x: Expr => boxed(x)) = Integer;
    /// `x.get_bit(i)`.
    get_bit(x: Expr => boxed(x), i: Expr => boxed(i)) = GetBit;
    /// `x.get_bits::<WIDTH>(i)`.
    get_bits(x: Expr => boxed(x), width: usize => width as u32, i: Expr => boxed(i)) = GetBits;
    /// `x.replace_bit(i, bit)`.
    replace_bit(x: Expr => boxed(x), i: Expr => boxed(i), bit: Expr => boxed(bit)) = ReplaceBit;
    /// `if test { x } else { y }`.
    either(test: Expr => boxed(test), x: Expr => boxed(x), y: Expr => boxed(y)) = If;
    /// `match values { … }`.
    select(values: &[Expr] => take_all(values), arms: &[Handle<ValueArm>] => take_all(arms)) = Match;
    /// `{ let a = x; y }`.
    block(body: Body => take(body), x: Expr => boxed(x)) = Block;
}

/// A cast.
pub fn cast(at: &At, x: Expr, to: Option<KernelType>) -> Expr {
    expr(at, KernelExprKind::Cast(to, boxed(x)))
}

/// `x.to_bits()`, `x.into()`.
pub fn convert(at: &At, x: Expr, to: Option<KernelType>) -> Expr {
    expr(at, KernelExprKind::Convert(to, boxed(x)))
}

/// `x as kind`; `kind` is an integer type's name.
pub fn cast_integer(at: &At, kind: &str, x: Expr) -> Expr {
    let kind = IntegerKind::named(kind).unwrap_or(IntegerKind::USIZE);
    expr(at, KernelExprKind::As(kind, boxed(x)))
}

/// The elements of an array follow, each by [`value`].
pub fn begin_values() {
    BUILDER.with_borrow_mut(|builder| builder.values.clear());
}

/// An element of the array that was begun.
pub fn value(value: KernelConstant) {
    BUILDER.with_borrow_mut(|builder| builder.values.push(value));
}

/// An element of the array of Rust values that was begun.
pub fn table(at: &At, index: Expr) -> Expr {
    let values = BUILDER.with_borrow_mut(|builder| std::mem::take(&mut builder.values));
    expr(at, KernelExprKind::Element(values, boxed(index)))
}

/// `_`.
pub fn pattern_any() -> Handle<Pattern> {
    put(Pattern::Any)
}

/// A literal, constant or variant.
pub fn pattern_value(value: KernelConstant) -> Handle<Pattern> {
    put(Pattern::Value(value))
}

/// `a..=b`, `a..b`, `a..`: with `inclusive` the last value belongs to it.
pub fn pattern_range(lo: Option<KernelConstant>, hi: Option<KernelConstant>, inclusive: bool) -> Handle<Pattern> {
    put(Pattern::Range(lo, hi, inclusive))
}

/// `a | b`.
pub fn pattern_or(cases: &[Handle<Pattern>]) -> Handle<Pattern> {
    put(Pattern::Or(take_all(cases)))
}

/// `(a, b)`.
pub fn pattern_tuple(parts: &[Handle<Pattern>]) -> Handle<Pattern> {
    put(Pattern::Tuple(take_all(parts)))
}

/// An arm.
pub fn arm(at: &At, pattern: Handle<Pattern>, guard: Option<Expr>, body: Body) -> Handle<Arm> {
    put(Arm {
        at: *at,
        pattern: take(pattern),
        guard: guard.map(take),
        body: take(body),
    })
}

/// An arm with a value.
pub fn value_arm(arm: Handle<Arm>, value: Expr) -> Handle<ValueArm> {
    put(ValueArm {
        arm: take(arm),
        value: take(value),
    })
}

/// `self.path.next.fields = value`.
pub fn assign(at: &At, path: Handle<Path>, fields: &[&str], value: Expr) {
    let fields = fields.iter().map(|name| plain(name)).collect();
    push(at, StmtKind::Assign(take(path), fields, take(value)));
}

/// `if test { … } else { … }`.
pub fn branch(at: &At, test: Expr, then: Body, otherwise: Body) {
    push(at, StmtKind::If(take(test), take(then), take(otherwise)));
}

/// `match values { … }`.
pub fn matching(at: &At, values: &[Expr], arms: &[Handle<Arm>]) {
    push(at, StmtKind::Match(take_all(values), take_all(arms)));
}

/// `let name = value`.
pub fn bind(at: &At, name: &'static str, value: Expr) {
    push(at, StmtKind::Let(name, take(value)));
}

/// `Bus::link(…)`.
pub fn link(at: &At, links: Vec<VerilogLink>) {
    push(at, StmtKind::Link(links));
}

/// The most rounds of a loop.
pub const LONGEST_LOOP: usize = 1 << 16;

/// A loop with more rounds.
pub fn endless(at: &At) {
    push(at, StmtKind::Endless);
}

/// `{ … }`.
pub fn inner(at: &At, body: Body) {
    push(at, StmtKind::Block(take(body)));
}

/// The name of an interface in a link, one step further down.
pub fn below(name: String, step: &str) -> String {
    match name.is_empty() {
        true => step.to_owned(),
        false => format!("{name}${step}"),
    }
}
