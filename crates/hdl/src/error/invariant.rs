//! Invariants that help no proof.

use crate::sequential::trace::{self, Trace, Values};
use std::fmt;

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
