//! A small kernel language with an interpreter of its own, written apart from the lowering.

use lanesmith::netlist::kernel::{
    self as tree, At, IntegerKind, KernelConstant, KernelExpr, KernelType, LogicConstant, Operator,
};
use rust_hdl::prelude::{TypeDescriptor, TypeKind, Verilog};
use std::collections::HashMap;

const AT: At = At {
    line: 0,
    column: 0,
    end_line: 0,
    end_column: 0,
};

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
    If(E, Vec<S>, Vec<S>),
    Match(E, Vec<(u64, Vec<S>)>, Vec<S>),
    Loop(u64, u64, Vec<S>),
}

const OPERATORS: [Operator; 16] = [
    Operator::Add,
    Operator::Sub,
    Operator::BitAnd,
    Operator::BitOr,
    Operator::BitXor,
    Operator::Shl,
    Operator::Shr,
    Operator::Eq,
    Operator::Ne,
    Operator::Lt,
    Operator::Le,
    Operator::Gt,
    Operator::Ge,
    Operator::And,
    Operator::Or,
    Operator::Mul,
];
pub const SHIFTS: [usize; 2] = [5, 6];
pub const COMPARISONS: std::ops::Range<usize> = 7..13;
pub const MUL: usize = 15;

impl E {
    /// The expression as the macro hands it over, `i` the value of the loop's variable.
    fn tree(&self, i: u64) -> tree::Handle<KernelExpr> {
        let of = |e: &E| e.tree(i);
        let index = |e: &E| match e {
            E::Integer(_) => e.tree(i),
            e => tree::integer(&AT, e.tree(i)),
        };
        match self {
            E::Signal(name) => tree::signal(&AT, path(name)),
            E::Integer(value) => tree::literal(&AT, (*value).into()),
            E::Variable => tree::constant(&AT, KernelConstant::Integer(i.into(), IntegerKind::USIZE)),
            E::Truth(value) => tree::constant(&AT, (&tree::Of(value)).constant()),
            E::Cast(x, width) => tree::cast(&AT, of(x), Some(bits(*width))),
            E::Not(x) => tree::not(&AT, of(x)),
            E::Reduce(0, x) => tree::all(&AT, of(x)),
            E::Reduce(1, x) => tree::any(&AT, of(x)),
            E::Reduce(_, x) => tree::parity(&AT, of(x)),
            E::Binary(op, x, y) => tree::binary(&AT, OPERATORS[*op], of(x), of(y)),
            E::Bit(x, i) => tree::get_bit(&AT, of(x), index(i)),
            E::Slice(x, width, lo) => tree::get_bits(&AT, of(x), *width as usize, index(lo)),
            E::Replace(x, i, bit) => tree::replace_bit(&AT, of(x), index(i), of(bit)),
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

fn path(name: &'static str) -> tree::Handle<tree::Path> {
    tree::path(&AT, &[tree::Step::Field(name)])
}

fn bits(width: u32) -> KernelType {
    let descriptor = TypeDescriptor {
        name: format!("Bits::<{width}>"),
        kind: TypeKind::Bits(width as usize),
    };
    KernelType { descriptor, width }
}

/// A kernel as the macro hands it over.
pub fn code(statements: &[S]) -> Verilog {
    tree::begin();
    let body = body(statements, 0);
    tree::finish(tree::KernelSource::default(), tree::Documentation::default(), body)
}

fn body(statements: &[S], i: u64) -> tree::Handle<Vec<tree::Stmt>> {
    tree::open();
    statements.iter().for_each(|statement| statement.tree(i));
    tree::close()
}

impl S {
    fn tree(&self, i: u64) {
        match self {
            S::Assign(name, value) => tree::assign(&AT, path(name), &[], value.tree(i)),
            S::If(test, then, otherwise) => tree::branch(&AT, test.tree(i), body(then, i), body(otherwise, i)),
            S::Match(test, arms, otherwise) => {
                let value = |value: &u64| KernelConstant::Integer((*value).into(), IntegerKind::USIZE);
                let arms = arms
                    .iter()
                    .map(|(number, statements)| (tree::pattern_value(value(number)), body(statements, i)));
                let arms: Vec<_> = arms.collect();
                let arms = arms.into_iter().chain([(tree::pattern_any(), body(otherwise, i))]);
                let arms: Vec<_> = arms
                    .map(|(pattern, statements)| tree::arm(&AT, pattern, None, statements))
                    .collect();
                tree::matching(&AT, &[tree::integer(&AT, test.tree(i))], &arms);
            }
            S::Loop(from, to, statements) => {
                for i in *from..*to {
                    tree::inner(&AT, body(statements, i));
                }
            }
        }
    }

    pub fn run(&self, values: &HashMap<&str, (u64, u32)>, next: &mut HashMap<&'static str, (u64, u32)>, i: u64) {
        let mut all = |statements: &[S], i| statements.iter().for_each(|statement| statement.run(values, next, i));
        match self {
            S::Assign(name, value) => {
                let value = value.value(values, i).0;
                next.get_mut(name).unwrap().0 = value;
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
