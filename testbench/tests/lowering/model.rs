//! A small kernel language with an interpreter of its own, written apart from the lowering.

use rust_hdl::prelude::ast::*;
use std::collections::HashMap;

pub const INPUTS: [(&str, u32); 6] = [("f", 1), ("c", 3), ("a", 8), ("b", 8), ("h", 16), ("w", 33)];
pub const LOCALS: [(&str, u32); 3] = [("flag", 1), ("byte", 8), ("half", 16)];
pub const OUTPUTS: [(&str, u32); 4] = [("x", 1), ("y", 8), ("z", 16), ("v", 33)];

/// An expression of the interpreter; its meaning is written down apart from the lowering's.
#[derive(Clone, Debug)]
pub enum E {
    Signal(&'static str),
    /// A literal or, below a loop, its variable.
    Integer(u64),
    Variable,
    Truth(bool),
    Cast(Box<E>, u32),
    Not(Box<E>),
    Reduce(u32, Box<E>),
    Binary(usize, Box<E>, Box<E>),
    Bit(Box<E>, Box<E>),
    Slice(Box<E>, u32, Box<E>),
    Replace(Box<E>, Box<E>, Box<E>),
}

#[derive(Clone, Debug)]
pub enum S {
    Assign(&'static str, E),
    Part(&'static str, u32, u32, E),
    If(E, Vec<S>, Vec<S>),
    Match(E, Vec<(u64, Vec<S>)>, Vec<S>),
    Loop(u64, u64, Vec<S>),
}

pub const OPERATORS: [VerilogOp; 16] = [
    VerilogOp::Add,
    VerilogOp::Sub,
    VerilogOp::BitAnd,
    VerilogOp::BitOr,
    VerilogOp::BitXor,
    VerilogOp::Shl,
    VerilogOp::Shr,
    VerilogOp::Eq,
    VerilogOp::Ne,
    VerilogOp::Lt,
    VerilogOp::Le,
    VerilogOp::Gt,
    VerilogOp::Ge,
    VerilogOp::LogicalAnd,
    VerilogOp::LogicalOr,
    VerilogOp::Mul,
];
pub const SHIFTS: [usize; 2] = [5, 6];
pub const COMPARISONS: std::ops::Range<usize> = 7..13;
pub const MUL: usize = 15;

impl E {
    pub fn ast(&self) -> VerilogExpression {
        let boxed = |e: &E| Box::new(e.ast());
        match self {
            E::Signal(name) => VerilogExpression::Signal(name.to_string()),
            E::Integer(value) => VerilogExpression::Literal((*value).into()),
            E::Variable => VerilogExpression::Signal("i".to_string()),
            E::Truth(value) => VerilogExpression::Literal((*value).into()),
            E::Cast(x, width) => VerilogExpression::Cast(boxed(x), *width as usize),
            E::Not(x) => VerilogExpression::Unary(VerilogOpUnary::Not, boxed(x)),
            E::Reduce(0, x) => VerilogExpression::Unary(VerilogOpUnary::All, boxed(x)),
            E::Reduce(1, x) => VerilogExpression::Unary(VerilogOpUnary::Any, boxed(x)),
            E::Reduce(_, x) => VerilogExpression::Unary(VerilogOpUnary::Xor, boxed(x)),
            E::Binary(op, x, y) => {
                let (x, y) = (VerilogExpression::Paren(boxed(x)), VerilogExpression::Paren(boxed(y)));
                VerilogExpression::Binary(Box::new(x), OPERATORS[*op].clone(), Box::new(y))
            }
            E::Bit(x, i) => VerilogExpression::Index(boxed(x), boxed(i)),
            E::Slice(x, width, lo) => VerilogExpression::Slice(boxed(x), *width as usize, boxed(lo)),
            E::Replace(x, i, bit) => VerilogExpression::IndexReplace(boxed(x), boxed(i), boxed(bit)),
        }
    }

    /// Whether the value, of `width` bits, would be another one if nothing were cut off.
    pub fn wraps(&self, width: u32) -> bool {
        match self {
            E::Not(x) => width > 1 || x.wraps(width),
            E::Binary(0 | 1 | 5, ..) => true,
            E::Binary(2..=4, x, y) => x.wraps(width) || y.wraps(width),
            E::Binary(6, x, _) => x.wraps(width),
            _ => false,
        }
    }

    /// Value and width; integers have width 0.
    pub fn value(&self, values: &HashMap<&str, (u64, u32)>, i: u64) -> (u64, u32) {
        let at = |e: &E| e.value(values, i);
        let mask = |width: u32| u64::MAX >> (64 - width);
        match self {
            E::Signal(name) => values[name],
            E::Integer(value) => (*value, 0),
            E::Variable => (i, 0),
            E::Truth(value) => (u64::from(*value), 1),
            E::Cast(x, width) => (at(x).0 & mask(*width), *width),
            E::Not(x) => (!at(x).0 & mask(at(x).1), at(x).1),
            E::Reduce(kind, x) => {
                let (value, width) = at(x);
                let holds = match kind {
                    0 => value == mask(width),
                    1 => value != 0,
                    _ => value.count_ones() % 2 == 1,
                };
                (u64::from(holds), 1)
            }
            E::Binary(op, x, y) => {
                let ((x, width_x), (y, width_y)) = (at(x), at(y));
                let width = width_x.max(width_y);
                let amount = |shifted: fn(u64, u32) -> u64| if y < 64 { shifted(x, y as u32) } else { 0 };
                let value = match op {
                    0 => x.wrapping_add(y),
                    1 => x.wrapping_sub(y),
                    2 | 13 => x & y,
                    3 | 14 => x | y,
                    4 => x ^ y,
                    5 => return (amount(|x, n| x << n) & mask(width_x), width_x),
                    6 => return (amount(|x, n| x >> n), width_x),
                    7 => return (u64::from(x == y), 1),
                    8 => return (u64::from(x != y), 1),
                    9 => return (u64::from(x < y), 1),
                    10 => return (u64::from(x <= y), 1),
                    11 => return (u64::from(x > y), 1),
                    12 => return (u64::from(x >= y), 1),
                    _ => return (x * y, 2 * width),
                };
                (value & mask(width), width)
            }
            E::Bit(x, i) => (at(x).0 >> at(i).0 & 1, 1),
            E::Slice(x, width, lo) => (at(x).0 >> at(lo).0 & mask(*width), *width),
            E::Replace(x, i, bit) => {
                let (value, width) = at(x);
                (value & !(1 << at(i).0) | at(bit).0 << at(i).0, width)
            }
        }
    }
}

/// The statements as rust-hdl has them.
pub fn block(statements: &[S]) -> VerilogBlock {
    statements.iter().map(S::ast).collect()
}

impl S {
    pub fn ast(&self) -> VerilogStatement {
        let signal = |name: &str| VerilogExpression::Signal(format!("{name}$next"));
        match self {
            S::Assign(name, value) => VerilogStatement::Assignment(signal(name), value.ast()),
            S::Part(name, lo, width, value) => VerilogStatement::SliceAssignment {
                base: signal(name),
                width: *width as usize,
                offset: E::Integer(u64::from(*lo)).ast(),
                replacement: value.ast(),
            },
            S::If(test, then, otherwise) => VerilogStatement::If(VerilogConditional {
                test: test.ast(),
                then: block(then),
                otherwise: VerilogBlockOrConditional::Block(block(otherwise)),
            }),
            S::Match(test, arms, otherwise) => {
                let case = |condition: String, statements: &[S]| VerilogCase {
                    condition,
                    block: block(statements),
                };
                let arms = arms
                    .iter()
                    .map(|(value, statements)| case(value.to_string(), statements));
                VerilogStatement::Match(VerilogMatch {
                    test: test.ast(),
                    cases: arms.chain([case("default".to_string(), otherwise)]).collect(),
                })
            }
            S::Loop(from, to, statements) => VerilogStatement::Loop(VerilogLoop {
                index: "i".to_string(),
                from: (*from).into(),
                to: (*to).into(),
                block: block(statements),
            }),
        }
    }

    pub fn run(&self, values: &HashMap<&str, (u64, u32)>, next: &mut HashMap<&'static str, (u64, u32)>, i: u64) {
        let mut all = |statements: &[S], i| statements.iter().for_each(|statement| statement.run(values, next, i));
        match self {
            S::Assign(name, value) => {
                let value = value.value(values, i).0;
                next.get_mut(name).unwrap().0 = value;
            }
            S::Part(name, lo, width, value) => {
                let mask = (u64::MAX >> (64 - width)) << lo;
                let value = value.value(values, i).0 << lo;
                let target = next.get_mut(name).unwrap();
                target.0 = target.0 & !mask | value;
            }
            S::If(test, then, otherwise) => all(if test.value(values, i).0 != 0 { then } else { otherwise }, i),
            S::Match(test, arms, otherwise) => {
                let test = test.value(values, i).0;
                let arm = arms.iter().find(|(value, _)| *value == test);
                all(arm.map_or(otherwise, |(_, statements)| statements), i);
            }
            S::Loop(from, to, statements) => (*from..*to).for_each(|i| all(statements, i)),
        }
    }
}
