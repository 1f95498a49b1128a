//! The assembler and linker: from files to words, in one run over all files.
//!
//! A source is scanned into statements. Macros and included files add statements between them. Each statement goes into a section
//! as a draft of known length. After all files, sections get their addresses and expressions their values.

mod directives;
mod draft;
mod expression;
mod layout;
mod link;
mod macros;
mod matcher;
mod preprocess;
mod scan;
mod source;
mod symbols;
mod text;
mod words;

use super::lexer::{BrewTokenKind, tokens};
use super::syntax::{NumberMeaning, is_keyword};
use crate::text::diagnostic::Diagnostic;
use crate::text::sources::{Errors, Located, SourceText};
use crate::unit::{AssemblySource, IncludeReader};
use expression::Expression;
use layout::{Content, LayoutItem, SectionLayout};
use macros::{ExpansionBudget, SharedMacro, blanks, word};
use preprocess::{ConditionalBlock, Frame};
use source::SourceLine;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::rc::Rc;
use symbols::{ExpressionFault, Symbols};
use words::{StatementWords, number_bits};

/// The words of one statement, or of several that share a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssembledStatement {
    /// The number of its line in its main file, from 1.
    pub line: usize,
    /// The byte address of the first word.
    pub address: u32,
    /// The words.
    pub words: Vec<u16>,
}

/// Assembles a text that includes no files. All its errors are reported together, in the order of their places.
pub fn assemble(source: &str) -> Result<Vec<AssembledStatement>, Vec<Diagnostic>> {
    let errors = |errors: Errors| errors.list.into_iter().map(|error| error.diagnostic).collect();
    let source = AssemblySource {
        path: PathBuf::new(),
        name: String::new(),
        text: source.to_owned(),
    };
    Assembler::new(None).run(vec![source], &[]).map_err(errors)
}

/// Assembles and links files. Names of included files are relative to the including file's folder. In a section, each file's
/// part follows the part of the file before it. `defined` are names with values that every file may use.
pub fn assemble_files(
    files: Vec<AssemblySource>,
    defined: &[(String, u32)],
    read: IncludeReader,
) -> Result<Vec<AssembledStatement>, Errors> {
    Assembler::new(Some(read)).run(files, defined)
}

/// The words of all statements, in order.
pub fn words(statements: &[AssembledStatement]) -> Vec<u16> {
    statements
        .iter()
        .flat_map(|statement| &statement.words)
        .copied()
        .collect()
}

/// The maximum size of expanded macros, repetitions and included files, in bytes.
const EXPANDED: usize = 1 << 24;

struct Assembler<'r> {
    read: Option<IncludeReader<'r>>,
    sources: Vec<SourceText>,
    paths: Vec<PathBuf>,
    frames: Vec<Frame>,
    conditions: Vec<ConditionalBlock>,
    macros: HashMap<String, SharedMacro>,
    /// How many macros have been expanded, for `\@`.
    expansions: usize,
    budget: ExpansionBudget,
    symbols: Symbols,
    layout: SectionLayout,
    /// The number of the main source of the file that is being read.
    main: usize,
    exports: Vec<link::Export>,
    /// Values that have to be found in the end although no word holds them, each with the number of its file.
    checks: Vec<(usize, Rc<SourceLine>, Expression)>,
    errors: Vec<Located>,
    /// The errors that are known already: a macro has them again and again.
    known: HashSet<(usize, Range<usize>, String)>,
}

/// The beginning of a statement: its labels, and a word with the place after it.
struct Head {
    labels: Vec<Range<usize>>,
    word: Range<usize>,
}

impl Head {
    fn of(text: &str) -> Self {
        let mut labels = Vec::new();
        let mut at = 0;
        loop {
            let start = at + blanks(&text[at..]);
            let end = start + word(&text[start..]);
            let colon = end + blanks(&text[end..]);
            if end == start || text[start..].starts_with('$') || !text[colon..].starts_with(':') {
                return Head {
                    labels,
                    word: start..end,
                };
            }
            labels.push(start..end);
            at = colon + 1;
        }
    }
}

impl<'r> Assembler<'r> {
    fn new(read: Option<IncludeReader<'r>>) -> Self {
        Assembler {
            read,
            sources: Vec::new(),
            paths: Vec::new(),
            frames: Vec::new(),
            conditions: Vec::new(),
            macros: HashMap::new(),
            expansions: 0,
            budget: ExpansionBudget(EXPANDED),
            symbols: Symbols::default(),
            layout: SectionLayout::new(),
            main: 0,
            exports: Vec::new(),
            checks: Vec::new(),
            errors: Vec::new(),
            known: HashSet::new(),
        }
    }

    fn report(&mut self, line: &SourceLine, diagnostic: Diagnostic) {
        let located = line.locate(diagnostic, &self.sources);
        let Diagnostic { span, message, .. } = &located.diagnostic;
        if self.known.insert((located.source, span.clone(), message.clone())) {
            self.errors.push(located);
        }
    }

    /// One statement with its labels.
    fn statement(&mut self, line: &Rc<SourceLine>) -> Result<(), Diagnostic> {
        let whole = line.text.as_str();
        let head = Head::of(whole);
        let first = &whole[head.word.clone()];
        if self.conditional(line, &head, first)? || !self.is_active() {
            return Ok(());
        }
        let mut refused = Ok(());
        for label in &head.labels {
            // A bad label is no reason not to read the rest.
            refused = self.label(whole, label).and(refused);
        }
        let rest = head.word.end + blanks(&whole[head.word.end..]);
        let read = if whole[rest..].starts_with('=') && !whole[rest..].starts_with("==") {
            self.set(line, head.word.clone(), rest + 1)
        } else if first.starts_with('.') {
            self.directive(line, head.word.clone())
        } else if let Some(called) = self.macros.get(first).cloned() {
            self.call(line, &called, head.word.end)
        } else {
            self.instruction(line, head.word.start)
        };
        match refused {
            Ok(()) => read,
            Err(first) => {
                if let Err(second) = read {
                    self.report(line, second);
                }
                Err(first)
            }
        }
    }

    fn label(&mut self, whole: &str, at: &Range<usize>) -> Result<(), Diagnostic> {
        let name = &whole[at.clone()];
        let (section, offset) = self.layout.here();
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            if name.bytes().all(|c| c.is_ascii_digit()) {
                self.symbols.local(name, section, offset);
                return Ok(());
            }
            let message = format!("`{name}` is no label");
            return Err(Diagnostic::new(
                at.clone(),
                message,
                "a name, or a number for a local label",
            ));
        }
        let complaint = if !may_be_symbol(name) {
            "is a word of the language and cannot be a label"
        } else if !self.symbols.label(name, section, offset) {
            "is already defined"
        } else {
            return Ok(());
        };
        Err(Diagnostic::new(
            at.clone(),
            format!("`{name}` {complaint}"),
            "another name",
        ))
    }

    /// `name = value`, also as `.set name, value`: the value begins at `from`.
    fn set(&mut self, line: &Rc<SourceLine>, name: Range<usize>, from: usize) -> Result<(), Diagnostic> {
        let whole = line.text.as_str();
        let span = match name.is_empty() {
            true => name.start..name.start + whole[name.start..].chars().next().map_or(0, char::len_utf8),
            false => name.clone(),
        };
        let name = &whole[name];
        if !may_be_symbol(name) {
            let message = format!("`{name}` cannot be given a value");
            return Err(Diagnostic::new(span, message, "a name that is no word of the language"));
        }
        let expression = self.expression(line, from)?;
        if expression
            .items
            .iter()
            .any(|(item, _)| matches!(item, expression::ExpressionItem::Symbol(_)))
        {
            self.checks.push((self.symbols.file, line.clone(), expression.clone()));
        }
        match self.symbols.set(name, expression) {
            Ok(true) => Ok(()),
            Ok(false) => Err(Diagnostic::new(span, format!("`{name}` is a label"), "another name")),
            Err(fault) => Err(diagnostic(fault)),
        }
    }

    /// The expression that the rest of a line is.
    fn expression(&mut self, line: &SourceLine, from: usize) -> Result<Expression, Diagnostic> {
        let whole = line.text.as_str();
        let tokens = tokens(&whole[from..], from)?;
        let mut expression = Expression::whole(&tokens, end(whole))?;
        self.symbols
            .bind(&mut expression, self.layout.here())
            .map_err(diagnostic)?;
        Ok(expression)
    }

    fn instruction(&mut self, line: &Rc<SourceLine>, from: usize) -> Result<(), Diagnostic> {
        let whole = line.text.as_str();
        let tokens = tokens(&whole[from..], from)?;
        if tokens.is_empty() {
            return Ok(());
        }
        let names = self.macros.keys().map(String::as_str);
        let mut draft = matcher::instruction(&tokens, end(whole), names)?;
        let here = self.layout.here();
        for (_, expression) in &mut draft.numbers {
            self.symbols.bind(expression, here).map_err(diagnostic)?;
        }
        let complaint = match (here.1 % 2, self.layout.is_without_contents()) {
            (_, true) => Some((
                "a section without contents cannot hold an instruction",
                "`.text` before it",
            )),
            (1, _) => Some(("the instruction begins at an odd address", "`.p2align 1` before it")),
            _ => None,
        };
        self.layout.push(line, Content::Instruction(draft));
        match complaint {
            Some((message, expected)) => Err(Diagnostic::new(from..end(whole).max(from), message, expected)),
            None => Ok(()),
        }
    }

    /// Gives sections their addresses and expressions their values.
    fn finish(&mut self) -> Vec<AssembledStatement> {
        let order = self.layout.order();
        let mut bases = vec![0; order.len()];
        order.iter().for_each(|(section, base)| bases[*section] = *base);
        self.symbols.place(bases);
        for (file, line, expression) in std::mem::take(&mut self.checks) {
            self.symbols.file = file;
            if let Err(fault) = self.symbols.number(&expression) {
                self.report(&line, diagnostic(fault));
            }
        }
        let mut words = StatementWords::default();
        for (section, base) in order {
            for item in std::mem::take(&mut self.layout.sections[section].items) {
                self.symbols.file = item.file;
                words.pad(item.line.number, base);
                match self.bytes(&item, base) {
                    Ok(bytes) => words.push(item.line.number, bytes),
                    Err(fault) => self.report(&item.line, diagnostic(fault)),
                }
            }
        }
        words.finish()
    }

    fn bytes(&mut self, item: &LayoutItem, base: i64) -> Result<Vec<u8>, ExpressionFault> {
        match &item.content {
            Content::Instruction(draft) => {
                let words = draft.words(base + item.offset, |expression| self.symbols.number(expression))?;
                Ok(words.iter().flat_map(|word| word.to_le_bytes()).collect())
            }
            Content::Numbers(width, numbers) => {
                let mut bytes = Vec::with_capacity(width * numbers.len());
                for expression in numbers {
                    let number = self.symbols.number(expression)?;
                    let number = if *width == 4 {
                        expression.wrapped(number)
                    } else {
                        number
                    };
                    let bits = number_bits(*width, number).map_err(|problem| {
                        let problem = draft::explained(expression, number, NumberMeaning::Same, problem);
                        (expression.span.clone(), problem)
                    })?;
                    bytes.extend(&bits.to_le_bytes()[..*width]);
                }
                Ok(bytes)
            }
            Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::Fill(unit, count) => Ok(unit.repeat(*count)),
        }
    }
}

/// Whether a name may be defined.
fn may_be_symbol(name: &str) -> bool {
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '.') && name != ".";
    let is_token =
        || tokens(name, 0).is_ok_and(|tokens| matches!(tokens.as_slice(), [one] if one.kind == BrewTokenKind::Name));
    is_word && is_token() && !is_keyword(name)
}

/// Where a statement ends.
fn end(whole: &str) -> usize {
    whole.trim_end().len()
}

fn diagnostic((span, problem): ExpressionFault) -> Diagnostic {
    Diagnostic::new(span, problem.message, problem.expected)
}
