//! Registers that are read without having a known value.

use crate::ptx::foreign_kind;
use std::fmt;
use std::ops::Range;

/// A register that is read without having a known value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unset {
    /// The register's name.
    pub register: String,
    /// The line that reads it, from 1.
    pub line: usize,
    /// Where that stands in the text.
    pub place: Range<usize>,
    /// The instruction that has written it and is not executed, if there is one.
    pub writer: Option<Writer>,
}

/// An instruction that writes what nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writer {
    /// Its mnemonic with its modifiers.
    pub mnemonic: String,
    /// Its line, from 1.
    pub line: usize,
    /// The line of the branch that it stands behind, where that is why.
    pub behind: Option<usize>,
}

impl fmt::Display for Unset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let register = &self.register;
        match &self.writer {
            None => write!(f, "`{register}` is read before it has a value"),
            Some(Writer { mnemonic, line, behind }) => {
                let kind = foreign_kind(mnemonic).map_or(String::new(), |kind| format!(" (a {kind})"));
                let why = behind.map_or(String::new(), |branch| {
                    format!(", because of the branch in line {branch}")
                });
                write!(
                    f,
                    "the value of `{register}` is unknown: `{mnemonic}`{kind} in line {line} writes it and is not executed{why}"
                )
            }
        }
    }
}

impl std::error::Error for Unset {}
