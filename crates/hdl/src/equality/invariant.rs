//! Invariants that a user gives for two designs: conditions on their registers, memories and ports that hold in every clock.

use std::ops;
use std::rc::Rc;

/// A condition that holds in every clock from power-up on, with a name for messages. It is proved before it is used.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Its name in messages.
    pub name: String,
    /// The condition.
    pub condition: Condition,
}

impl Invariant {
    /// A condition with a name.
    pub fn new(name: impl Into<String>, condition: Condition) -> Self {
        Invariant {
            name: name.into(),
            condition,
        }
    }
}

/// An integer: the unsigned value of a signal, or exact arithmetic on such values, which never wraps.
#[derive(Clone, Debug)]
pub struct Term(pub(super) Rc<TermKind>);

#[derive(Debug)]
pub(super) enum TermKind {
    Number(i64),
    /// The side, 0 or 1, and the name.
    Signal(usize, String),
    Add(Term, Term),
    Sub(Term, Term),
    Mul(Term, Term),
    Bits(Term, u32, u32),
}

/// A truth value.
#[derive(Clone, Debug)]
pub struct Condition(pub(super) Rc<ConditionKind>);

#[derive(Debug)]
pub(super) enum ConditionKind {
    Equal(Term, Term),
    Less(Term, Term),
    Not(Condition),
    And(Condition, Condition),
    Or(Condition, Condition),
}

/// The unsigned value of a net of the left design, in the clock looked at: a register (`count` or `count_q` for the field
/// `count`), a port, `lane_0.sum` in an instance, `words[3]` for a word of a memory.
pub fn left(name: impl Into<String>) -> Term {
    Term::of(TermKind::Signal(0, name.into()))
}

/// The unsigned value of a net of the right design, named as in [`left`].
pub fn right(name: impl Into<String>) -> Term {
    Term::of(TermKind::Signal(1, name.into()))
}

impl Term {
    fn of(kind: TermKind) -> Self {
        Term(Rc::new(kind))
    }

    /// `self == other`.
    pub fn equals(self, other: impl Into<Term>) -> Condition {
        Condition::of(ConditionKind::Equal(self, other.into()))
    }

    /// `self != other`.
    pub fn differs_from(self, other: impl Into<Term>) -> Condition {
        !self.equals(other)
    }

    /// `self < other`.
    pub fn is_less_than(self, other: impl Into<Term>) -> Condition {
        Condition::of(ConditionKind::Less(self, other.into()))
    }

    /// `self <= other`.
    pub fn is_at_most(self, other: impl Into<Term>) -> Condition {
        !other.into().is_less_than(self)
    }

    /// Bits `lo .. lo + width` of the two's complement as an unsigned number.
    pub fn bits(self, lo: u32, width: u32) -> Term {
        Term::of(TermKind::Bits(self, lo, width))
    }
}

impl Condition {
    fn of(kind: ConditionKind) -> Self {
        Condition(Rc::new(kind))
    }

    /// `other` holds in every clock in which this condition holds.
    pub fn implies(self, other: Condition) -> Condition {
        !self | other
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl From<$number> for Term {
            fn from(value: $number) -> Self {
                Term::of(TermKind::Number(value.into()))
            }
        })+
    };
}
numbers!(i32, u32, i64);

macro_rules! operator {
    ($kind:ident::$operator:ident, $method:ident, $left:ty, $right:ty) => {
        impl ops::$operator<$right> for $left {
            type Output = $left;
            fn $method(self, other: $right) -> $left {
                <$left>::of($kind::$operator(self, other.into()))
            }
        }
    };
}

operator!(TermKind::Add, add, Term, Term);
operator!(TermKind::Sub, sub, Term, Term);
operator!(TermKind::Mul, mul, Term, Term);
operator!(TermKind::Add, add, Term, i32);
operator!(TermKind::Sub, sub, Term, i32);
operator!(TermKind::Mul, mul, Term, i32);

impl ops::BitAnd for Condition {
    type Output = Condition;
    fn bitand(self, other: Condition) -> Condition {
        Condition::of(ConditionKind::And(self, other))
    }
}

impl ops::BitOr for Condition {
    type Output = Condition;
    fn bitor(self, other: Condition) -> Condition {
        Condition::of(ConditionKind::Or(self, other))
    }
}

impl ops::Not for Condition {
    type Output = Condition;
    fn not(self) -> Condition {
        Condition::of(ConditionKind::Not(self))
    }
}
