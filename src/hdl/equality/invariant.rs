//! Invariants that a user gives for two designs: conditions on their registers, memories and ports that hold in every clock.

use crate::hdl::sequential::trace::{self, Trace, Values};
use std::fmt;
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

    /// `other` holds where this one does.
    pub fn implies(self, other: Condition) -> Condition {
        !self | other
    }
}

impl From<i32> for Term {
    fn from(value: i32) -> Self {
        Term::of(TermKind::Number(value.into()))
    }
}

impl From<u32> for Term {
    fn from(value: u32) -> Self {
        Term::of(TermKind::Number(value.into()))
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Self {
        Term::of(TermKind::Number(value))
    }
}

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

/// Why an invariant helps no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvariantError {
    /// The error that a name matches no signal, or several; it lists the existing names.
    Name {
        /// The invariant.
        invariant: String,
        /// The sentence.
        why: String,
    },
    /// It is false in the last of these clocks, which begin at power-up.
    Fails {
        /// The invariant.
        invariant: String,
        /// The inputs of each clock.
        trace: Trace,
    },
    /// It does not follow from itself, the other invariants and registers alike: with these states and inputs all hold in one
    /// clock and this one does not in the next. No run from power-up need reach that state.
    NotInductive {
        /// The invariant.
        invariant: String,
        /// The registers and memories in the first clock, as `left.name` and `right.name`.
        before: Vec<(String, u64)>,
        /// The same in the second clock.
        after: Vec<(String, u64)>,
        /// The inputs of both clocks.
        trace: Trace,
    },
}

impl fmt::Display for InvariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvariantError::Name { invariant, why } => write!(f, "invariant \"{invariant}\": {why}"),
            InvariantError::Fails { invariant, trace } => {
                let clock = trace.len().saturating_sub(1);
                write!(f, "invariant \"{invariant}\" is false in clock {clock} from power-up:")?;
                trace::write(f, trace)
            }
            InvariantError::NotInductive {
                invariant,
                before,
                after,
                trace,
            } => {
                write!(
                    f,
                    "invariant \"{invariant}\" is not inductive: it holds in one clock and not in the next, with"
                )?;
                let states = [before, after].into_iter().zip(["a clock", "the next"]);
                for (i, (state, clock)) in states.enumerate() {
                    let inputs = trace.get(i).map_or(&[][..], |inputs| inputs);
                    write!(f, "\n  {clock}: {}", shown(state))?;
                    write!(f, "; inputs: {}", Values(inputs))?;
                }
                f.write_str("\nNo run may reach the first of these states: exclude it by a stronger invariant")
            }
        }
    }
}

/// The maximum number of printed registers and words; those that are 0 are omitted first.
const MOST: usize = 40;

fn shown(state: &[(String, u64)]) -> String {
    let is_shown = |(_, value): &&(String, u64)| state.len() <= MOST || *value != 0;
    let some: Vec<(String, u64)> = state.iter().filter(is_shown).take(MOST).cloned().collect();
    let text = Values(&some).to_string();
    match some.len() == state.len() {
        true if state.is_empty() => "no registers".to_owned(),
        true => text,
        false => format!("{text}, and {} others", state.len() - some.len()),
    }
}
