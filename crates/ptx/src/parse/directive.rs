//! Directives with their arguments, and sections of debug information (PTX ISA, sections "Directives", "Debugging Directives").

use super::{Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Argument, Directive, SectionLine, Word};

/// The places of directives: at the outermost level, between the head of a kernel or function and its body, among the statements of a
/// block, after a label.
pub(super) const MODULE: char = 'm';
pub(super) const KERNEL: char = 'k';
pub(super) const FUNCTION: char = 'f';
pub(super) const BLOCK: char = 'b';
pub(super) const LABEL: char = 'l';

/// A directive: its name, its places, its arguments, further arguments, how often these may follow at most, and whether a semicolon
/// ends it. In arguments `n` is an integer, `v` a number, `q` a string, `a` an integer or a string, `w` a name, `l` a label (also
/// `name+4` or `name<4>`), `i` one of the parts `function_name` and `inlined_at` of `.loc`, `,` a comma.
type Row = (&'static str, &'static str, &'static str, &'static str, u32, bool);

const DIRECTIVES: &[Row] = &[
    (".version", "m", "v", "", 0, false),
    (".target", "m", "w", ",w", u32::MAX, false),
    (".address_size", "m", "n", "", 0, false),
    (".file", "m", "nq", ",n,n", 1, false),
    (".alias", "m", "w,w", "", 0, true),
    (".loc", "b", "nnn", ",i", 2, false),
    (".pragma", "mkfb", "q", ",q", u32::MAX, true),
    (".maxnreg", "k", "n", "", 0, false),
    (".maxntid", "k", "n", ",n", 2, false),
    (".reqntid", "k", "n", ",n", 2, false),
    (".minnctapersm", "k", "n", "", 0, false),
    (".maxnctapersm", "k", "n", "", 0, false),
    (".explicitcluster", "k", "", "", 0, false),
    (".reqnctapercluster", "k", "n", ",n", 2, false),
    (".maxclusterrank", "k", "n", "", 0, false),
    (".blocksareclusters", "k", "", "", 0, false),
    (".language", "kf", "a", "", 0, false),
    (".noreturn", "f", "", "", 0, false),
    (".abi_preserve", "f", "n", "", 0, false),
    (".abi_preserve_control", "f", "n", "", 0, false),
    (".branchtargets", "l", "l", ",l", u32::MAX, true),
    (".calltargets", "l", "l", ",l", u32::MAX, true),
];

/// The directives of a place.
pub(super) fn names(place: char) -> impl Iterator<Item = &'static str> {
    let rows = DIRECTIVES.iter().filter(move |row| row.1.contains(place));
    rows.map(|row| row.0)
}

impl<'a> Parser<'a> {
    /// Parses the directives that come next.
    pub(super) fn directives(&mut self, place: char) -> Parse<Vec<Directive<'a>>> {
        std::iter::from_fn(|| self.directive(place).transpose()).collect()
    }

    /// Parses a directive; `None` if the next token begins none of this place.
    pub(super) fn directive(&mut self, place: char) -> Parse<Option<Directive<'a>>> {
        let mut rows = DIRECTIVES.iter().filter(|row| row.1.contains(place));
        let Some((text, _, first, further, times, has_end)) = rows.find(|row| row.0 == self.peek()) else {
            return Ok(None);
        };
        let name = self.word();
        let mut arguments = Vec::new();
        self.arguments(&mut arguments, text, first)?;
        let mut times = 0..*times;
        while self.is(',') && times.next().is_some() {
            self.arguments(&mut arguments, text, further)?;
        }
        let directive = self.finish(name, arguments, vec![]);
        if *has_end {
            self.expect(';', text)?;
        }
        Ok(Some(directive))
    }

    fn arguments(&mut self, arguments: &mut Vec<Argument<'a>>, what: &str, kinds: &str) -> Parse<()> {
        let mut after_comma = false;
        for kind in kinds.chars() {
            let word = match (kind, self.token.kind) {
                (',', _) => {
                    self.expect(',', what)?;
                    after_comma = true;
                    continue;
                }
                ('a', PtxTokenKind::Quoted) | ('v', PtxTokenKind::Number) => self.word(),
                ('i', _) => {
                    let is_known = matches!(self.peek(), "function_name" | "inlined_at");
                    let word = self.word_if(is_known, what, "`function_name` or `inlined_at`")?;
                    arguments.push(Argument { word, after_comma });
                    let kinds = if word.text == "inlined_at" { "nnn" } else { "l" };
                    self.arguments(arguments, what, kinds)?;
                    continue;
                }
                ('q', kind) => self.word_if(kind == PtxTokenKind::Quoted, what, "a string")?,
                ('n' | 'a', _) => self.digits(what)?,
                ('w', _) => self.name(what)?,
                _ => self.label_argument(what)?,
            };
            arguments.push(Argument { word, after_comma });
            after_comma = false;
        }
        Ok(())
    }

    /// `name`, `name+4`, `name-label` or `name<4>`.
    fn label_argument(&mut self, what: &str) -> Parse<Word<'a>> {
        let start = self.token.span.start;
        match self.token.kind {
            PtxTokenKind::Dotted => drop(self.word()),
            _ => drop(self.name(what)?),
        }
        if self.skip('-') {
            self.name(what)?;
        } else if self.skip('+') {
            self.digits(what)?;
        } else if self.skip('<') {
            self.digits(what)?;
            self.expect('>', what)?;
        }
        Ok(self.slice(start))
    }

    /// A section of debug information.
    pub(super) fn section(&mut self) -> Parse<Directive<'a>> {
        let name = self.word();
        let is_dotted = self.token.kind == PtxTokenKind::Dotted;
        let word = self.word_if(is_dotted, "`.section`", "a name such as `.debug_info`")?;
        let after_comma = false;
        let arguments = vec![Argument { word, after_comma }];
        self.expect('{', "the name of a section")?;
        let mut content = vec![];
        while !self.skip('}') {
            content.push(self.section_line()?);
        }
        Ok(self.finish(name, arguments, content))
    }

    fn section_line(&mut self) -> Parse<SectionLine<'a>> {
        if self.is_second(':') {
            let label = self.name("a section")?;
            self.take();
            return Ok(SectionLine::Label(label));
        }
        let is_data = matches!(self.peek(), ".b8" | ".b16" | ".b32" | ".b64");
        let name = self.word_if(is_data, "a section", "`.b8`, `.b16`, `.b32`, `.b64`, a label or `}`")?;
        let mut arguments = Vec::with_capacity(1);
        while arguments.is_empty() || self.skip(',') {
            let after_comma = !arguments.is_empty();
            let start = self.token.span.start;
            let word = match self.token.kind {
                PtxTokenKind::Word | PtxTokenKind::Dotted => self.label_argument("a section")?,
                _ => {
                    self.skip('-');
                    self.digits("a section")?;
                    self.slice(start)
                }
            };
            arguments.push(Argument { word, after_comma });
        }
        Ok(SectionLine::Data(self.finish(name, arguments, vec![])))
    }

    fn finish(&self, name: Word<'a>, arguments: Vec<Argument<'a>>, content: Vec<SectionLine<'a>>) -> Directive<'a> {
        let span = self.since(name.start);
        Directive {
            span,
            name,
            arguments,
            content,
        }
    }
}
