//! The description of a leaf for the lowering: one line of text, in place of the block's own Verilog in rust-hdl.
//!
//! A leaf is a rust-hdl block with state, which kernels cannot describe. Its `hdl()` is `Verilog::Custom` of a [`LeafSpec`] as
//! text; the lowering parses it and puts the register or memory into the parent module. Port names are fixed:
//!
//! | leaf | ports |
//! | --- | --- |
//! | register | `clock`, `reset`, `enable`, `d`, `q` |
//! | stage | `clock`, `enable`, `d`, `q` |
//! | memory | `clock`, `write_enable`, `write_address`, `write_data`, and arrays `read_enable`, `read_address`, `read_data` |

use super::ir::ResetStyle;
use std::fmt;

/// The kind and parameters of a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeafSpec {
    /// A register with enable. With a reset: its style and the value taken, as a sized literal such as `8'hff`.
    Register(Option<(ResetStyle, String)>),
    /// A register with enable and no reset if `active`, else a wire from `d` to `q`.
    Stage {
        /// Whether there is a register.
        active: bool,
    },
    /// A memory with one write port.
    Memory {
        /// Number of words.
        depth: u32,
        /// Reads are registered with their enable; otherwise combinational and `read_enable` has no effect.
        synchronous: bool,
    },
}

const HEAD: &str = "lanesmith leaf";

impl fmt::Display for LeafSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeafSpec::Register(None) => write!(f, "{HEAD} register"),
            LeafSpec::Register(Some((style, value))) => {
                let timing = if style.asynchronous {
                    "asynchronous"
                } else {
                    "synchronous"
                };
                let level = if style.active_low { "low" } else { "high" };
                write!(f, "{HEAD} register reset {timing} {level} {value}")
            }
            LeafSpec::Stage { active } => write!(f, "{HEAD} stage {}", if *active { "active" } else { "wire" }),
            LeafSpec::Memory { depth, synchronous } => {
                let read = if *synchronous { "synchronous" } else { "asynchronous" };
                write!(f, "{HEAD} memory {depth} {read}")
            }
        }
    }
}

impl LeafSpec {
    /// The inverse of `Display`; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.strip_prefix(HEAD)?.split_whitespace().collect();
        let pick = |word: &str, no: &str, yes: &str| match word {
            _ if word == yes => Some(true),
            _ if word == no => Some(false),
            _ => None,
        };
        match words[..] {
            ["register"] => Some(LeafSpec::Register(None)),
            ["register", "reset", timing, level, value] => {
                let style = ResetStyle {
                    asynchronous: pick(timing, "synchronous", "asynchronous")?,
                    active_low: pick(level, "high", "low")?,
                };
                Some(LeafSpec::Register(Some((style, value.to_string()))))
            }
            ["stage", form] => Some(LeafSpec::Stage {
                active: pick(form, "wire", "active")?,
            }),
            ["memory", depth, read] => Some(LeafSpec::Memory {
                depth: depth.parse().ok()?,
                synchronous: pick(read, "asynchronous", "synchronous")?,
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spec_survives_its_text() {
        let mut specs = vec![LeafSpec::Register(None)];
        for flags in 0..4 {
            let style = ResetStyle {
                asynchronous: flags & 1 != 0,
                active_low: flags & 2 != 0,
            };
            specs.push(LeafSpec::Register(Some((style, "8'hff".to_string()))));
        }
        for flag in [false, true] {
            specs.push(LeafSpec::Stage { active: flag });
            specs.push(LeafSpec::Memory {
                depth: 15,
                synchronous: flag,
            });
        }
        for spec in specs {
            assert_eq!(LeafSpec::parse(&spec.to_string()), Some(spec));
        }
    }

    #[test]
    fn foreign_text_is_no_spec() {
        for text in [
            "",
            "assign q = d;",
            "lanesmith leaf",
            "lanesmith leaf stage maybe",
            "lanesmith leaf memory x synchronous",
        ] {
            assert_eq!(LeafSpec::parse(text), None, "{text}");
        }
    }
}
