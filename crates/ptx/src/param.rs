//! The parameters that functions declare.

use super::lexer::PtxTokenKind;
use super::source::integer;

/// A parameter as its function declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) name: String,
    /// `None` if the declaration does not show it.
    pub(super) bytes: Option<u64>,
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
    pub(super) fn see(&mut self, kind: &PtxTokenKind, text: &str) {
        if (kind, text) == (&PtxTokenKind::Dotted, ".param") {
            self.end();
            self.open = Some((None, None, None));
            return;
        }
        let Some((name, bytes, elements)) = &mut self.open else {
            return;
        };
        match kind {
            PtxTokenKind::Dotted => *bytes = width(text).or(*bytes),
            PtxTokenKind::Word if name.is_none() => *name = Some(text.to_owned()),
            PtxTokenKind::Number if name.is_some() => *elements = integer(text),
            PtxTokenKind::Symbol(',' | ')' | ';' | '{') => self.end(),
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
