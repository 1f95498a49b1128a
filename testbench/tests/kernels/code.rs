//! Pieces of Rust source that are put together with the parentheses they need.

/// Source, and how tightly it binds: the levels of Rust's operators.
#[derive(Clone, Debug)]
pub struct Code {
    pub text: String,
    pub level: u8,
}

/// The levels of Rust's operators.
pub const METHOD: u8 = 12;
pub const UNARY: u8 = 11;
pub const CAST: u8 = 10;
pub const COMPARISON: u8 = 3;

impl Code {
    pub fn new(text: impl Into<String>) -> Self {
        Code {
            text: text.into(),
            level: METHOD,
        }
    }

    /// In parentheses unless it binds at least as tightly.
    pub fn at(&self, level: u8) -> String {
        match self.level >= level {
            true => self.text.clone(),
            false => format!("({})", self.text),
        }
    }

    /// `self op other`, left-associative.
    pub fn binary(&self, op: &str, level: u8, other: &Code) -> Code {
        // Comparisons don't associate.
        let left = if level == COMPARISON { level + 1 } else { level };
        let mut left = self.at(left);
        // `a as T < b` reads as the beginning of a generic type.
        if self.level == CAST && (op == "<" || op == "<<") {
            left = format!("({left})");
        }
        Code {
            text: format!("{left} {op} {}", other.at(level + 1)),
            level,
        }
    }

    pub fn prefix(&self, op: &str) -> Code {
        Code {
            text: format!("{op}{}", self.at(UNARY)),
            level: UNARY,
        }
    }

    pub fn method(&self, call: &str) -> Code {
        Code::new(format!("{}.{call}", self.at(METHOD)))
    }

    /// A block-like expression, which needs parentheses everywhere but alone.
    pub fn block(text: String) -> Code {
        Code { text, level: 0 }
    }
}
