//! Directives with their arguments, and sections of debug information (PTX ISA, sections "Directives", "Debugging Directives").

use super::{Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Argument, Directive, SectionLine, Word};

/// Where a directive may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Module,
    /// Between the head of a kernel and its body.
    Entry,
    /// Between the head of a function and its body.
    Function,
    /// Among the statements of a block.
    Block,
    /// After a label.
    Label,
}

use Place::{Block, Entry, Label, Module};

/// A directive: its name, its places, its arguments. In the arguments, `n` is a number, `q` a string, `w` a name, `l` a name with an
/// offset or a number of names, `a` a number or a string, `,` a comma. The second part may follow up to as many times as the number
/// says. The last part is whether a semicolon ends the directive.
type Row = (&'static str, &'static [Place], &'static str, &'static str, u32, bool);

const DIRECTIVES: &[Row] = &[
    (".version", &[Module], "n", "", 0, false),
    (".target", &[Module], "w", ",w", u32::MAX, false),
    (".address_size", &[Module], "n", "", 0, false),
    (".file", &[Module], "nq", ",n,n", 1, false),
    (".alias", &[Module], "w,w", "", 0, true),
    (".loc", &[Block], "nnn", "", 0, false),
    (
        ".pragma",
        &[Module, Entry, Place::Function, Block],
        "q",
        ",q",
        u32::MAX,
        true,
    ),
    (".maxnreg", &[Entry], "n", "", 0, false),
    (".maxntid", &[Entry], "n", ",n", 2, false),
    (".reqntid", &[Entry], "n", ",n", 2, false),
    (".minnctapersm", &[Entry], "n", "", 0, false),
    (".maxnctapersm", &[Entry], "n", "", 0, false),
    (".explicitcluster", &[Entry], "", "", 0, false),
    (".reqnctapercluster", &[Entry], "n", ",n", 2, false),
    (".maxclusterrank", &[Entry], "n", "", 0, false),
    (".blocksareclusters", &[Entry], "", "", 0, false),
    (".language", &[Entry, Place::Function], "a", "", 0, false),
    (".noreturn", &[Place::Function], "", "", 0, false),
    (".abi_preserve", &[Place::Function], "n", "", 0, false),
    (".abi_preserve_control", &[Place::Function], "n", "", 0, false),
    (".branchtargets", &[Label], "l", ",l", u32::MAX, true),
    (".calltargets", &[Label], "l", ",l", u32::MAX, true),
];

impl Place {
    /// The directives of this place.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        let rows = DIRECTIVES.iter().filter(move |row| row.1.contains(&self));
        rows.map(|row| row.0)
    }
}

impl<'a> Parser<'a> {
    /// Parses a directive; `None` if the next token begins none of this place.
    pub(super) fn directive(&mut self, place: Place) -> Parse<Option<Directive<'a>>> {
        let text = self.peek();
        let row = DIRECTIVES.iter().find(|row| row.0 == text && row.1.contains(&place));
        let Some((_, _, first, further, times, has_end)) = row else {
            return Ok(None);
        };
        let token = self.take();
        let mut arguments = Vec::new();
        self.arguments(&mut arguments, text, first)?;
        let mut count = 0;
        while self.is(',') && count < *times {
            self.arguments(&mut arguments, text, further)?;
            count += 1;
        }
        while text == ".loc" && self.is(',') {
            self.arguments(&mut arguments, text, ",w")?;
            match arguments.last().map(|last| last.word.text) {
                Some("function_name") => self.arguments(&mut arguments, text, "l")?,
                Some("inlined_at") => self.arguments(&mut arguments, text, "nnn")?,
                _ => {
                    let expected = "`function_name` with a label, or `inlined_at` with three numbers";
                    return Err(self.unexpected("`.loc`", expected));
                }
            }
        }
        let span = self.since(token.start);
        if *has_end {
            self.expect(';', &format!("`{text}`"))?;
        }
        arguments.shrink_to_fit();
        Ok(Some(Directive {
            span,
            name: self.word(token),
            arguments,
            content: vec![],
        }))
    }

    fn arguments(&mut self, arguments: &mut Vec<Argument<'a>>, name: &str, kinds: &str) -> Parse<()> {
        let mut after_comma = false;
        for kind in kinds.chars() {
            let what = format!("`{name}`");
            let word = match (kind, self.token.kind) {
                (',', _) => {
                    self.expect(',', &what)?;
                    after_comma = true;
                    continue;
                }
                ('n' | 'a', PtxTokenKind::Number) | ('q' | 'a', PtxTokenKind::Quoted) => {
                    let token = self.take();
                    self.word(token)
                }
                ('w', PtxTokenKind::Word) => self.name(&what)?,
                ('l', PtxTokenKind::Word) => self.label_argument(&what)?,
                _ => {
                    let expected = match kind {
                        'n' => "a number",
                        'q' => "a string",
                        'a' => "a number or a string",
                        _ => "a name",
                    };
                    return Err(self.unexpected(&what, expected));
                }
            };
            arguments.push(Argument { word, after_comma });
            after_comma = false;
        }
        Ok(())
    }

    /// `name`, `name+4` or `name<4>`.
    fn label_argument(&mut self, what: &str) -> Parse<Word<'a>> {
        let start = self.name(what)?.start;
        let is_range = self.is('<');
        if is_range || self.is('+') {
            self.take();
            self.digits(what)?;
            if is_range {
                self.expect('>', what)?;
            }
        }
        Ok(self.slice(start))
    }

    /// All from a first byte to the last token taken, as one word.
    pub(super) fn slice(&self, start: u32) -> Word<'a> {
        let text = &self.source[start as usize..self.end as usize];
        Word { text, start }
    }

    /// A section of debug information.
    pub(super) fn section(&mut self) -> Parse<Directive<'a>> {
        let token = self.take();
        if self.token.kind != PtxTokenKind::Dotted {
            return Err(self.unexpected("`.section`", "a name with its dot, such as `.debug_info`"));
        }
        let section = self.take();
        let word = self.word(section);
        self.expect('{', "the name of a section")?;
        let mut content = vec![];
        while !self.skip('}') {
            content.push(self.section_line()?);
        }
        content.shrink_to_fit();
        Ok(Directive {
            span: self.since(token.start),
            name: self.word(token),
            arguments: vec![Argument {
                word,
                after_comma: false,
            }],
            content,
        })
    }

    fn section_line(&mut self) -> Parse<SectionLine<'a>> {
        if self.token.kind == PtxTokenKind::Word && self.is_second(':') {
            let label = self.name("a section")?;
            self.take();
            return Ok(SectionLine::Label(label));
        }
        if !matches!(self.peek(), ".b8" | ".b16" | ".b32" | ".b64") {
            let expected = "a label, `}`, or data: `.b8`, `.b16`, `.b32` or `.b64`";
            return Err(self.unexpected("a section", expected));
        }
        let name = self.take();
        let mut arguments = Vec::with_capacity(1);
        loop {
            let word = self.section_value()?;
            let after_comma = !arguments.is_empty();
            arguments.push(Argument { word, after_comma });
            if !self.skip(',') {
                break;
            }
        }
        Ok(SectionLine::Data(Directive {
            span: self.since(name.start),
            name: self.word(name),
            arguments,
            content: vec![],
        }))
    }

    /// A number, a label or section with an offset, or the difference of two labels.
    fn section_value(&mut self) -> Parse<Word<'a>> {
        let start = self.token.start;
        let what = "the data of a section";
        match self.token.kind {
            PtxTokenKind::Word if self.is_second('-') => {
                self.take();
                self.take();
                self.name(what)?;
            }
            PtxTokenKind::Word | PtxTokenKind::Dotted => {
                self.take();
                if self.skip('+') {
                    self.digits(what)?;
                }
            }
            _ => {
                self.skip('-');
                self.digits(what)?;
            }
        }
        Ok(self.slice(start))
    }
}
