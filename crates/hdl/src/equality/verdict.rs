//! The verdict on two designs.

use crate::sequential::trace::{self, Trace};
use std::fmt;
use std::time::Duration;

/// The verdict on two designs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// Equal outputs in every clock for all inputs, with all state 0 at first.
    Proved,
    /// Different outputs in the last of these clocks, which begin at power-up; each has the inputs by name.
    Refuted(Trace),
    /// Neither a difference nor a proof was found.
    Unknown(Undecided),
}

/// Why two designs are neither proved equal nor refuted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// The number of clocks from power-up for which the outputs are proved equal.
    pub equal_clocks: usize,
    /// The reason why the proof stopped.
    pub reason: Reason,
}

/// The reason why a proof stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The solver did not answer a question in time.
    Time {
        /// The question, as a clause that begins with `whether` or `which`.
        question: String,
        /// The time limit of the proof.
        time: Duration,
    },
    /// The solver answered all questions. From some states, this number of clocks with equal outputs is followed by one with
    /// different outputs; equal registers do not exclude these states.
    NoInduction {
        /// The number of clocks.
        clocks: usize,
    },
}

impl fmt::Display for Equality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Equality::Proved => f.write_str("equal in every clock for all inputs"),
            Equality::Unknown(why) => write!(f, "undecided: {why}"),
            Equality::Refuted(trace) => {
                write!(f, "different in clock {}", trace.len().saturating_sub(1))?;
                trace::write(f, trace)
            }
        }
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Time { question, time } => {
                write!(f, "in {time:?} the solver did not find out {question}. ")?;
                self.bounded(f)?;
                f.write_str(" An Effort with more time may decide it")
            }
            Reason::NoInduction { clocks } => {
                self.bounded(f)?;
                let follows = match clocks {
                    0 => "the outputs differ".to_owned(),
                    1 => "one clock with equal outputs is followed by one with different outputs".to_owned(),
                    clocks => format!("{clocks} clocks with equal outputs are followed by one with different outputs"),
                };
                write!(
                    f,
                    " From some states of the registers, {follows}; perhaps no run reaches these states. "
                )?;
                f.write_str("An Effort with more clocks or states may decide it")
            }
        }
    }
}

impl Undecided {
    fn bounded(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.equal_clocks {
            0 => f.write_str("Nothing is proved of any clock."),
            1 => f.write_str("In the first clock the outputs are equal for all inputs."),
            clocks => write!(f, "In the first {clocks} clocks the outputs are equal for all inputs."),
        }
    }
}
