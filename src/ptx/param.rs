//! `ld.param` of 32 bits, which a program executes as a `mov` from the parameter.

use super::lexer::{Cursor, Kind, Token};
use super::source::integer;
use std::ops::Range;

/// A parameter as its function declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: String,
    /// `None` if the declaration does not show it.
    pub(super) bytes: Option<u64>,
}

/// What an `ld.param` of 32 bits names.
pub(super) struct Shape<'a> {
    pub(super) d: &'a str,
    pub(super) parameter: &'a str,
    /// In bytes.
    pub(super) offset: u64,
    /// Where the parameter stands in the text.
    pub(super) place: Range<usize>,
}

/// Takes the tokens of an instruction apart, its guard left out, as `ld.param.u32 d, [parameter+offset];`, also with `.s32` and
/// `.b32`.
pub(super) fn shape<'a>(cursor: &Cursor<'a>, tokens: &[Token]) -> Option<Shape<'a>> {
    let text = |token: &Token| cursor.text(token);
    let (load, rest) = tokens.split_first()?;
    let (param, mut rest) = rest.split_first()?;
    if (text(load), text(param)) != ("ld", ".param") {
        return None;
    }
    // `ld.param::entry` and `ld.param::func` say whose parameter it is.
    if let [first, second, word, behind @ ..] = rest
        && [first.kind, second.kind, word.kind] == [Kind::Symbol(':'), Kind::Symbol(':'), Kind::Word]
    {
        rest = behind;
    }
    let [kind, d, comma, open, inner @ .., close, end] = rest else {
        return None;
    };
    let is_type = [".u32", ".s32", ".b32"].contains(&text(kind));
    let kinds = [d.kind, comma.kind, open.kind, close.kind, end.kind];
    let expected = [
        Kind::Word,
        Kind::Symbol(','),
        Kind::Symbol('['),
        Kind::Symbol(']'),
        Kind::Symbol(';'),
    ];
    if !is_type || kinds != expected {
        return None;
    }
    let (name, offset) = match inner {
        [name] => (name, 0),
        [name, plus, number] if (plus.kind, number.kind) == (Kind::Symbol('+'), Kind::Number) => {
            (name, integer(text(number))?)
        }
        _ => return None,
    };
    (name.kind == Kind::Word).then(|| Shape {
        d: text(d),
        parameter: text(name),
        offset,
        place: name.span.start..inner[inner.len() - 1].span.end,
    })
}

/// Collects the parameters of a directive while its tokens go by.
#[derive(Default)]
pub(super) struct Declarations {
    /// The parameter that is being declared: its name, the bytes of its type, its number of elements.
    open: Option<(Option<String>, Option<u64>, Option<u64>)>,
    found: Vec<Parameter>,
}

impl Declarations {
    /// One token.
    pub(super) fn see(&mut self, kind: &Kind, text: &str) {
        if (kind, text) == (&Kind::Dotted, ".param") {
            self.end();
            self.open = Some((None, None, None));
            return;
        }
        let Some((name, bytes, elements)) = &mut self.open else {
            return;
        };
        match kind {
            Kind::Dotted => *bytes = width(text).or(*bytes),
            Kind::Word if name.is_none() => *name = Some(text.to_owned()),
            Kind::Number if name.is_some() => *elements = integer(text),
            Kind::Symbol(',' | ')' | ';' | '{') => self.end(),
            _ => {}
        }
    }

    fn end(&mut self) {
        if let Some((Some(name), bytes, elements)) = self.open.take() {
            let bytes = bytes.and_then(|bytes| bytes.checked_mul(elements.unwrap_or(1)));
            self.found.push(Parameter { name, bytes });
        }
    }

    /// All parameters.
    pub(super) fn finish(mut self) -> Vec<Parameter> {
        self.end();
        self.found
    }
}

/// The bytes of a fundamental type.
fn width(kind: &str) -> Option<u64> {
    let digits = kind.strip_prefix(['.'])?.strip_prefix(['u', 's', 'b', 'f'])?;
    let bits: u64 = digits.parse().ok()?;
    [8, 16, 32, 64, 128].contains(&bits).then_some(bits / 8)
}
