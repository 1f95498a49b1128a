//! Register declarations: `.reg .u32 r<8>, s; .reg .pred p;`.

use super::cursor::Cursor;
use super::lexer::PtxTokenKind;
use crate::data_type::DataType;
use lanesmith_text::diagnostic::Diagnostic;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

/// The type that a register is declared with, such as `.u32`, `.pred` or `.v4 .f32`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterType(Cow<'static, str>);

/// The type of the register of a name; `None` if any name is a register.
pub(super) type Scope<'a> = Option<&'a dyn Fn(&str) -> Option<RegisterType>>;

impl RegisterType {
    /// Whether the SIMD video instructions take such a register: `.u32`, `.s32` and `.b32` mix freely.
    pub fn is_word(&self) -> bool {
        matches!(self.0.as_ref(), ".u32" | ".s32" | ".b32")
    }

    /// That of a register with so many elements of a type.
    pub(super) fn of(kind: DataType, vector: u32) -> Self {
        match vector {
            1 => RegisterType(kind.name.into()),
            _ => RegisterType(format!(".v{vector} {}", kind.name).into()),
        }
    }

    /// Whether the packed instructions take such a register: `.b32` alone.
    pub fn is_bits(&self) -> bool {
        self.0 == ".b32"
    }

    /// Whether a guard takes such a register.
    pub fn is_predicate(&self) -> bool {
        self.0 == ".pred"
    }
}

impl fmt::Display for RegisterType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The registers that a text may name.
#[derive(Clone, Debug, Default)]
pub struct Registers {
    names: HashMap<String, RegisterType>,
    /// Prefix, and the number of registers: `r<8>` declares `r0` to `r7`.
    ranges: HashMap<String, (u64, RegisterType)>,
}

impl Registers {
    /// Reads declarations only, such as `.reg .u32 r<8>; .reg .pred p, q;`.
    pub fn parse(source: &str) -> Result<Self, Diagnostic> {
        let mut cursor = Cursor::new(source)?;
        let mut registers = Registers::default();
        while cursor.peek().kind != PtxTokenKind::End {
            if cursor.text(cursor.peek()) != ".reg" {
                let message = format!("{} is not a register declaration", cursor.found());
                return Err(Diagnostic::new(cursor.place(), message, "`.reg`"));
            }
            registers.statement(&mut cursor)?;
        }
        Ok(registers)
    }

    /// The type of the register called `name`, if it is declared.
    pub fn find(&self, name: &str) -> Option<&RegisterType> {
        self.names.get(name).or_else(|| {
            let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
            // The prefix may itself end in digits: `r1<8>` declares r10 to r17. No number has more than 20.
            let first = prefix.len().max(name.len().saturating_sub(20));
            (first..name.len()).find_map(|split| {
                let (count, kind) = self.ranges.get(&name[..split])?;
                let digits = &name[split..];
                let canonical = digits == "0" || !digits.starts_with('0');
                let number: u64 = digits.parse().ok()?;
                (canonical && number < *count).then_some(kind)
            })
        })
    }

    /// Reads a declaration from its `.reg` to its `;`.
    pub(super) fn statement(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        self.declaration(cursor)?;
        match cursor.take_if(PtxTokenKind::Symbol(';')) {
            Some(_) => Ok(()),
            None => Err(Diagnostic::new(
                cursor.place(),
                format!("{} in a register declaration", cursor.found()),
                "`,` and another register, or `;`",
            )),
        }
    }

    /// Reads a declaration from its `.reg` to its last name.
    pub(super) fn declaration(&mut self, cursor: &mut Cursor) -> Result<(), Diagnostic> {
        cursor.take();
        let mut types = Vec::new();
        while let Some(token) = cursor.take_if(PtxTokenKind::Dotted) {
            types.push(cursor.text(&token));
        }
        if types.is_empty() {
            let message = "a register declaration has no type";
            return Err(Diagnostic::new(cursor.place(), message, "a type such as `.u32`"));
        }
        let kind = RegisterType(types.join(" ").into());
        loop {
            self.name(cursor, &kind)?;
            // A parameter list also separates declarations by commas; each has its own `.reg`.
            if cursor.peek().kind != PtxTokenKind::Symbol(',') || cursor.peek_second().kind != PtxTokenKind::Word {
                return Ok(());
            }
            cursor.take();
        }
    }

    fn name(&mut self, cursor: &mut Cursor, kind: &RegisterType) -> Result<(), Diagnostic> {
        let Some(name) = cursor.take_if(PtxTokenKind::Word) else {
            let message = format!("{} is not a register's name", cursor.found());
            let expected = "a name such as `r1`, or a range such as `r<8>`";
            return Err(Diagnostic::new(cursor.place(), message, expected));
        };
        let text = cursor.text(&name).to_string();
        let known = match cursor.take_if(PtxTokenKind::Symbol('<')) {
            None => self.names.insert(text.clone(), kind.clone()).is_some(),
            Some(_) => {
                let count = range_length(cursor)?;
                self.ranges.insert(text.clone(), (count, kind.clone())).is_some()
            }
        };
        if known {
            let message = format!("register `{text}` is declared twice in one scope");
            return Err(Diagnostic::new(name.span, message, "another name"));
        }
        Ok(())
    }
}

/// The number in `<8>`, after its `<`.
fn range_length(cursor: &mut Cursor) -> Result<u64, Diagnostic> {
    let refuse = |cursor: &Cursor, expected: &str| {
        let message = format!("{} in the range of a register declaration", cursor.found());
        Err(Diagnostic::new(cursor.place(), message, expected))
    };
    let Ok(length) = cursor.text(cursor.peek()).parse() else {
        return refuse(cursor, "a decimal number");
    };
    cursor.take();
    match cursor.take_if(PtxTokenKind::Symbol('>')) {
        Some(_) => Ok(length),
        None => refuse(cursor, "`>`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_ranges_are_found_with_their_types_and_nothing_beside_them() {
        let registers =
            Registers::parse(".reg .u32 r<8>, x; .reg .pred p,q; .reg .v4 .f32 v; .reg .b64 r1<2>;").unwrap();
        let text = |name| registers.find(name).map(|kind| kind.to_string());
        assert_eq!(text("r7").as_deref(), Some(".u32"));
        assert_eq!(text("x").as_deref(), Some(".u32"));
        assert_eq!(text("q").as_deref(), Some(".pred"));
        assert_eq!(text("v").as_deref(), Some(".v4 .f32"));
        assert_eq!(text("r11").as_deref(), Some(".b64"));
        for absent in ["r8", "r", "r07", "y", "r12"] {
            assert_eq!(text(absent), None, "{absent}");
        }
    }

    #[test]
    fn a_wrong_declaration_is_refused_at_the_place_that_is_wrong() {
        for (source, offending) in [
            (".reg r1;", "r1"),
            (".reg .u32 r<x>;", "x"),
            (".reg .u32 r1 r2;", "r2"),
            (".reg .u32 a, a;", "a"),
            ("mov;", "mov"),
        ] {
            let error = Registers::parse(source).unwrap_err();
            assert_eq!(&source[error.span.clone()], offending, "{source}");
        }
    }
}
