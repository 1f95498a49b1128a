//! Preprocessing: conditions, macros, repetitions, other files.

use super::macros::{self, Macro, SharedMacro, arguments, blanks, expand, trimmed, values};
use super::source::SourceLine;
use super::text::TracedText;
use super::{Assembler, EXPANDED, Head, diagnostic, end};
use crate::text::diagnostic::Diagnostic;
use crate::units::brew::isa::lexer::{BrewTokenKind, tokens};
use crate::units::brew::isa::number::unescaped;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// Statements that are being read.
pub(super) struct Frame {
    lines: std::vec::IntoIter<Rc<SourceLine>>,
    /// The file that they are, if they are one.
    file: Option<PathBuf>,
}

impl Frame {
    /// The statements of an expansion, or of the main file.
    pub fn of(lines: Vec<Rc<SourceLine>>) -> Self {
        Frame {
            lines: lines.into_iter(),
            file: None,
        }
    }
}

/// A condition that has not ended.
pub(super) struct ConditionalBlock {
    /// Its first line.
    pub line: Rc<SourceLine>,
    /// Whether the following lines are active.
    is_active: bool,
    /// Whether none of its branches may be read any more.
    is_over: bool,
    /// Whether `.else` has come.
    has_else: bool,
}

/// Expansions and files within each other.
const DEEPEST: usize = 100;

impl Assembler<'_> {
    /// The next statement.
    pub(super) fn next(&mut self) -> Option<Rc<SourceLine>> {
        loop {
            let frame = self.frames.last_mut()?;
            if let Some(line) = frame.lines.next() {
                return Some(line);
            }
            self.frames.pop();
        }
    }

    /// Whether no condition keeps statements from being read.
    pub(super) fn is_active(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.is_active)
    }

    /// Takes a statement that is part of a condition; `false` if it is none.
    pub(super) fn conditional(&mut self, line: &Rc<SourceLine>, head: &Head, word: &str) -> Result<bool, Diagnostic> {
        let at = head.word.clone();
        match word {
            ".if" | ".ifdef" | ".ifndef" => {
                let is_read = self.is_active();
                self.conditions.push(ConditionalBlock {
                    line: line.clone(),
                    is_active: false,
                    is_over: !is_read,
                    has_else: false,
                });
                if is_read {
                    self.branch(line, word, at)?;
                }
            }
            ".elseif" | ".else" | ".endif" => {
                let Some(last) = self
                    .conditions
                    .last_mut()
                    .filter(|last| word == ".endif" || !last.has_else)
                else {
                    let message = format!("`{word}` does not belong to a condition");
                    return Err(Diagnostic::new(at, message, "`.if` before it"));
                };
                last.is_over |= last.is_active;
                last.is_active = false;
                match word {
                    ".endif" => drop(self.conditions.pop()),
                    ".else" => {
                        last.has_else = true;
                        last.is_active = !last.is_over;
                    }
                    _ if !last.is_over => self.branch(line, word, at)?,
                    _ => {}
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Makes the last condition active if what `word` asks holds.
    fn branch(&mut self, line: &Rc<SourceLine>, word: &str, at: Range<usize>) -> Result<(), Diagnostic> {
        let whole = line.text.as_str();
        let holds = match word {
            ".ifdef" | ".ifndef" => {
                let name = whole[at.end..].trim();
                if name.is_empty() {
                    return Err(Diagnostic::new(
                        end(whole)..end(whole),
                        "the line ends too early",
                        "a name",
                    ));
                }
                (self.symbols.is_known(name) || self.macros.contains_key(name)) == (word == ".ifdef")
            }
            _ => {
                let expression = self.expression(line, at.end)?;
                self.symbols.integer(&expression).map_err(diagnostic)? != 0
            }
        };
        if let Some(last) = self.conditions.last_mut() {
            last.is_active = holds;
        }
        Ok(())
    }

    /// The statements of the block that begins with `word`, up to the statement that ends it.
    fn block(&mut self, at: Range<usize>, word: &str) -> Result<Vec<TracedText>, Diagnostic> {
        let (begins, ends): (&[&str], &str) = match word {
            ".macro" => (&[".macro"], ".endm"),
            _ => (&[".rept", ".irp", ".irpc"], ".endr"),
        };
        let mut depth = 0;
        let mut body = Vec::new();
        // It ends in the file or expansion that it begins in.
        while let Some(line) = self.frames.last_mut().and_then(|frame| frame.lines.next()) {
            let whole = line.text.as_str();
            let first = &whole[Head::of(whole).word];
            if first == ends {
                if depth == 0 {
                    return Ok(body);
                }
                depth -= 1;
            }
            depth += usize::from(begins.contains(&first));
            body.push(line.text.clone());
        }
        let message = format!("`{word}` has no end");
        Err(Diagnostic::new(at, message, format!("`{ends}` behind it")))
    }

    /// `.macro`.
    pub(super) fn define(&mut self, line: &Rc<SourceLine>, at: Range<usize>) -> Result<(), Diagnostic> {
        let body = self.block(at.clone(), ".macro")?;
        let mut new = Macro::new(&line.text, at.end)?;
        new.body = body;
        self.macros.insert(new.name.clone(), Rc::new(new));
        Ok(())
    }

    /// A macro's call with the arguments from `from` on.
    pub(super) fn call(&mut self, line: &Rc<SourceLine>, called: &SharedMacro, from: usize) -> Result<(), Diagnostic> {
        let bindings = called.bind(&line.text, from)?;
        let title = format!("in the expansion of the macro `{}`", called.name);
        self.expand(line, title, &called.body, &[bindings])
    }

    /// `.rept`, `.irp` and `.irpc`.
    pub(super) fn repeat(&mut self, line: &Rc<SourceLine>, at: Range<usize>, word: &str) -> Result<(), Diagnostic> {
        let body = self.block(at.clone(), word)?;
        let whole = line.text.as_str();
        let bindings = if word == ".rept" {
            let expression = self.expression(line, at.end)?;
            let span = expression.span.clone();
            let count = self.symbols.integer(&expression).map_err(diagnostic)?;
            let expected = format!("0 to {EXPANDED}");
            let count = usize::try_from(count).ok().filter(|count| *count <= EXPANDED);
            let count = count.ok_or_else(|| Diagnostic::new(span, "it cannot be repeated so often", expected))?;
            vec![Vec::new(); count]
        } else {
            let (name, parts) = named(whole, at.end).ok_or_else(|| {
                Diagnostic::new(
                    at.end..end(whole).max(at.end),
                    "there is no name",
                    "a name, a comma and values",
                )
            })?;
            let characters = |part: Range<usize>| {
                let part = trimmed(whole, part);
                let text = whole[part.clone()].char_indices();
                text.map(move |(i, c)| part.start + i..part.start + i + c.len_utf8())
                    .collect::<Vec<_>>()
            };
            let parts = match word {
                ".irpc" => parts.into_iter().flat_map(characters).collect(),
                _ => parts,
            };
            values(name, &line.text, parts)
        };
        self.expand(line, format!("in the repetition of `{word}`"), &body, &bindings)
    }

    /// Puts the body before what follows, once for each of the bindings.
    fn expand(
        &mut self,
        line: &Rc<SourceLine>,
        title: String,
        body: &[TracedText],
        all: &[macros::Bindings],
    ) -> Result<(), Diagnostic> {
        let place = || blanks(line.text.as_str())..end(line.text.as_str());
        if self.frames.len() >= DEEPEST {
            self.abandon();
            let message = format!("expansions are more than {DEEPEST} deep");
            let expected = "what comes to an end: a macro that calls itself needs a condition around the call";
            return Err(Diagnostic::new(place(), message, expected));
        }
        let Some(texts) = self.texts(body, all) else {
            self.abandon();
            let message = "macros and repetitions expand to too much";
            let expected = format!("{} MiB in all at most", EXPANDED >> 20);
            return Err(Diagnostic::new(place(), message, expected));
        };
        self.expansions += 1;
        self.frames.push(Frame::of(line.inner(title, texts)));
        Ok(())
    }

    /// The body once for each of the bindings; `None` if the budget does not do, which is seen before the work is done.
    fn texts(&mut self, body: &[TracedText], all: &[macros::Bindings]) -> Option<Vec<TracedText>> {
        let least = body.iter().map(macros::cost).sum::<usize>().checked_mul(all.len())?;
        if least > self.budget.0 {
            return None;
        }
        // An empty body costs something too: it may be repeated often.
        self.budget.take(all.len())?;
        let mut texts = Vec::new();
        for bindings in all {
            texts.extend(expand(body, bindings, self.expansions, &mut self.budget)?);
        }
        Some(texts)
    }

    /// Stops reading, because the rest might never end.
    fn abandon(&mut self) {
        self.frames.clear();
        self.conditions.clear();
    }

    /// `.include`.
    pub(super) fn include(&mut self, line: &Rc<SourceLine>, at: Range<usize>) -> Result<(), Diagnostic> {
        let whole = line.text.as_str();
        let tokens = tokens(&whole[at.end..], at.end)?;
        let [name] = tokens.as_slice() else {
            return Err(Diagnostic::new(
                at.end..end(whole).max(at.end),
                "there is no file name",
                "a name in quotes",
            ));
        };
        let wrong = |message: String, expected: &str| Err(Diagnostic::new(name.span.clone(), message, expected));
        if name.kind != BrewTokenKind::Text {
            return wrong(format!("`{}` is no file name", name.text), "a name in quotes");
        }
        let bytes = unescaped(&name.text[1..name.text.len() - 1])
            .map_err(|problem| Diagnostic::new(name.span.clone(), problem.message, problem.expected))?;
        let file = String::from_utf8_lossy(&bytes).into_owned();
        let Some(read) = self.read else {
            return wrong(
                format!("`{file}` cannot be read: this text is in no file"),
                "all in one text",
            );
        };
        let (source, _) = line.text.place(name.span.clone());
        let folder = self.paths[source].parent().unwrap_or(Path::new(""));
        let path = normal(&folder.join(&file));
        let open = self.frames.iter().filter_map(|frame| frame.file.as_ref());
        if normal(&self.paths[self.main]) == path || open.into_iter().any(|other| *other == path) {
            return wrong(
                format!("`{file}` includes itself"),
                "files that do not lead back to each other",
            );
        }
        if self.frames.len() >= DEEPEST {
            return wrong(
                format!("files are included more than {DEEPEST} deep"),
                "fewer files within each other",
            );
        }
        let text = match read(&path) {
            Ok(text) => text,
            Err(why) => return wrong(format!("`{file}` cannot be read: {why}"), "a file beside this one"),
        };
        if self.budget.take(text.len()).is_none() {
            return wrong("the included files are too large".to_owned(), "16 MiB in all at most");
        }
        let name = path.display().to_string();
        let statements = self.source(path.clone(), name, text);
        let texts = statements.into_iter().map(|(_, text)| text).collect();
        let mut frame = Frame::of(line.inner("included from here".to_owned(), texts));
        frame.file = Some(path);
        self.frames.push(frame);
        Ok(())
    }
}

/// The name before the first comma or blank, and the parts behind it.
fn named(whole: &str, from: usize) -> Option<(&str, Vec<Range<usize>>)> {
    let start = from + blanks(&whole[from..]);
    let end = start
        + whole[start..]
            .find(|c: char| c == ',' || c.is_whitespace())
            .unwrap_or(whole.len() - start);
    let behind = end + blanks(&whole[end..]);
    let behind = behind + usize::from(whole[behind..].starts_with(','));
    (end > start).then(|| (&whole[start..end], arguments(whole, behind, false)))
}

/// A path without detours, as far as is seen without looking at folders.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(normal.components().next_back(), Some(Component::Normal(_))) => {
                normal.pop();
            }
            component => normal.push(component),
        }
    }
    normal
}
