//! Instructions of a module that no unit executes, and the registers that they write.

use super::lexer::{Cursor, PtxToken, PtxTokenKind};
use super::plain::PlainInstruction;
use std::ops::Range;

/// An instruction that no unit executes. It is not executed unless it is a [`PlainInstruction`].
#[derive(Clone, Debug)]
pub struct OtherPtxInstruction {
    /// Line of its guard or mnemonic, from 1.
    pub line: usize,
    /// The place of its mnemonic.
    pub place: Range<usize>,
    /// With its modifiers: `ld.global.u32`.
    pub mnemonic: String,
    /// The number of the module's [statements](super::PtxModule::statements) before it.
    pub before: usize,
    /// Whether it is `@!p`, with the index of `p` if an executed instruction names that too.
    pub guard: Option<(Option<usize>, bool)>,
    /// The module's registers that it may write, as indices.
    pub writes: Vec<usize>,
    /// The plain instruction, if the golden model executes it as one.
    pub plain: Option<PlainInstruction>,
    /// The line of the branch because of which a plain instruction is not executed.
    pub behind: Option<usize>,
}

/// An [`OtherPtxInstruction`] with names, each with the number of its scope, in place of indices.
pub(super) struct Seen {
    pub(super) line: usize,
    pub(super) place: Range<usize>,
    pub(super) mnemonic: String,
    pub(super) before: usize,
    pub(super) guard: Option<(Option<(String, usize)>, bool)>,
    pub(super) writes: Vec<(String, usize)>,
    pub(super) plain: Option<PlainInstruction>,
    pub(super) behind: Option<usize>,
}

impl OtherPtxInstruction {
    /// Whether it is a branch, `bra` or `brx`.
    pub fn is_branch(&self) -> bool {
        is_branch(&self.mnemonic)
    }
}

/// Whether an instruction is a branch.
pub(super) fn is_branch(mnemonic: &str) -> bool {
    matches!(mnemonic.split('.').next().map(str::trim_end), Some("bra" | "brx"))
}

impl Seen {
    /// With the indices of those names that executed instructions have.
    pub(super) fn resolve(self, index: impl Fn(&(String, usize)) -> Option<usize>) -> OtherPtxInstruction {
        let guard = self
            .guard
            .map(|(name, negated)| (name.and_then(|name| index(&name)), negated));
        OtherPtxInstruction {
            line: self.line,
            place: self.place,
            mnemonic: self.mnemonic,
            before: self.before,
            guard,
            writes: self.writes.iter().filter_map(index).collect(),
            plain: self.plain,
            behind: self.behind,
        }
    }
}

/// An instruction taken apart.
pub(super) struct Shape<'a> {
    pub(super) guard: Option<(&'a str, bool)>,
    /// Index of the mnemonic among the tokens.
    pub(super) first: usize,
    pub(super) mnemonic: &'a str,
    pub(super) place: Range<usize>,
    /// Names in the first operand, where that may be a destination.
    pub(super) writes: Vec<&'a str>,
}

/// Instructions whose first operand is only read. Of any other, known or not, it counts as written.
const READERS: [&str; 8] = [
    "bra",
    "brx",
    "call",
    "bar",
    "barrier",
    "nanosleep",
    "stackrestore",
    "setmaxnreg",
];

/// Takes apart the tokens of an instruction.
pub(super) fn shape<'a>(cursor: &Cursor<'a>, tokens: &[PtxToken]) -> Shape<'a> {
    let is = |at: usize, symbol| {
        tokens
            .get(at)
            .is_some_and(|token| token.kind == PtxTokenKind::Symbol(symbol))
    };
    let mut at = 0;
    let mut guard = None;
    if is(0, '@') {
        let negated = is(1, '!');
        at = 1 + usize::from(negated);
        guard = tokens.get(at).map(|token| (cursor.text(token), negated));
        at += 1;
    }
    let index = at;
    let first = tokens
        .get(at)
        .or(tokens.last())
        .map_or(0..0, |token| token.span.clone());
    let stem = &cursor.source[first.clone()];
    at += 1;
    // `st.shared::cta.u32` is one mnemonic.
    let is_modifier = |at: usize| match tokens.get(at).map(|token| token.kind) {
        Some(PtxTokenKind::Dotted) | Some(PtxTokenKind::Symbol(':')) => true,
        Some(PtxTokenKind::Word) => is(at - 1, ':'),
        _ => false,
    };
    while is_modifier(at) {
        at += 1;
    }
    let place = first.start..tokens.get(at - 1).map_or(first.end, |token| token.span.end);
    let mnemonic = &cursor.source[place.clone()];
    let reduces = matches!(stem, "bar" | "barrier") && mnemonic.contains(".red");
    let returns = stem == "call" && is(at, '(');
    let is_reader = READERS.contains(&stem) && !reduces && !returns;
    let writes = match tokens.get(at..) {
        Some(operands) if !is_reader && !is(at, '[') => names(cursor, operands),
        _ => vec![],
    };
    Shape {
        guard,
        first: index,
        mnemonic,
        place,
        writes,
    }
}

/// The names in the first operand, which may be a vector or a pair.
fn names<'a>(cursor: &Cursor<'a>, operands: &[PtxToken]) -> Vec<&'a str> {
    let mut depth = 0;
    let mut found = vec![];
    for token in operands {
        match token.kind {
            PtxTokenKind::Symbol(',') if depth == 0 => break,
            PtxTokenKind::Symbol('{' | '(') => depth += 1,
            PtxTokenKind::Symbol('}' | ')') => depth -= 1,
            PtxTokenKind::Word => found.push(cursor.text(token)),
            _ => {}
        }
    }
    found
}
