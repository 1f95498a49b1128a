//! The words that have values in a counterexample of a claim.

use std::fmt;

/// A word of free bits in a claim. Claims about several runs number the runs from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClaimInput {
    /// A word of the claim itself, such as a control word or an operand.
    Word(String),
    /// A register or memory word in the state in which a run begins.
    State {
        /// Its name.
        name: String,
        /// The run.
        run: usize,
    },
    /// A register or memory word that the claim leaves free before a clock.
    Replaced {
        /// Its name.
        name: String,
        /// The run.
        run: usize,
        /// The clock, from 0.
        clock: usize,
    },
    /// An input port in a clock.
    Port {
        /// Its name.
        name: String,
        /// The run.
        run: usize,
        /// The clock, from 0.
        clock: usize,
    },
}

impl ClaimInput {
    /// The name of the word, register or port.
    pub fn name(&self) -> &str {
        match self {
            ClaimInput::Word(name)
            | ClaimInput::State { name, .. }
            | ClaimInput::Replaced { name, .. }
            | ClaimInput::Port { name, .. } => name,
        }
    }

    /// A register in the state in which the first run begins.
    pub fn state(name: impl Into<String>) -> Self {
        ClaimInput::State {
            name: name.into(),
            run: 0,
        }
    }
}

impl<T: AsRef<str>> From<T> for ClaimInput {
    fn from(name: T) -> Self {
        ClaimInput::Word(name.as_ref().to_owned())
    }
}

/// As in reports: `state NAME`, `NAME@CLOCK`, with a `'` for each run before its own.
impl fmt::Display for ClaimInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, run) = match self {
            ClaimInput::Word(name) => (name.clone(), 0),
            ClaimInput::State { name, run } => (format!("state {name}"), *run),
            ClaimInput::Replaced { name, run, clock } => (format!("state {name}@{clock}"), *run),
            ClaimInput::Port { name, run, clock } => (format!("{name}@{clock}"), *run),
        };
        f.pad(&(text + &"'".repeat(run)))
    }
}
