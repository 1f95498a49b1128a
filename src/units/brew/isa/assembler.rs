//! Assembles whole files.
//!
//! A line holds labels (`name:`), then nothing, an instruction, or `.word` with 16-bit numbers; `#` begins a comment.
//! Programs begin at address 0; a label is the byte address of the next word and may stand wherever a number may.

use super::lexer::{Kind, Token, tokens};
use super::number::{Number, Problem};
use super::parse::{Draft, Reference, instruction, undefined};
use super::syntax::{KEYWORDS, Room};
use crate::text::diagnostic::Diagnostic;
use std::collections::HashMap;

/// The words of one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The line's number, from 1.
    pub line: usize,
    /// The byte address of the first word.
    pub address: u32,
    /// The words.
    pub words: Vec<u16>,
}

/// Assembles a file. All errors of the file are reported together, in the order of its lines.
pub fn assemble(source: &str) -> Result<Vec<Statement>, Vec<Diagnostic>> {
    let mut errors = Vec::new();
    let lines = split(source, &mut errors);
    let mut labels = HashMap::new();
    for name in lines.iter().flat_map(|line| &line.labels) {
        define(&mut labels, name, &mut errors);
    }
    let mut address = 0;
    let mut parsed = Vec::new();
    for line in &lines {
        for name in &line.labels {
            labels.insert(name.text, address);
        }
        if line.tokens.is_empty() {
            continue;
        }
        match statement(line, &labels) {
            Ok(pieces) => {
                parsed.push((line.number, address, pieces.clone()));
                address += 2 * pieces.iter().map(Piece::length).sum::<usize>() as u32;
            }
            Err(error) => errors.push(error),
        }
    }
    let mut statements = Vec::with_capacity(parsed.len());
    for (line, address, pieces) in parsed {
        let mut words = Vec::new();
        for piece in pieces {
            match piece.words(&labels) {
                Ok(more) => words.extend(more),
                Err(error) => errors.push(error),
            }
        }
        statements.push(Statement { line, address, words });
    }
    if errors.is_empty() {
        return Ok(statements);
    }
    errors.sort_by_key(|error| error.span.start);
    Err(errors)
}

/// The words of all statements, in order.
pub fn words(statements: &[Statement]) -> Vec<u16> {
    statements
        .iter()
        .flat_map(|statement| &statement.words)
        .copied()
        .collect()
}

struct Line<'a> {
    number: usize,
    end: usize,
    labels: Vec<Token<'a>>,
    tokens: Vec<Token<'a>>,
}

fn split<'a>(source: &'a str, errors: &mut Vec<Diagnostic>) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (number, text) in (1..).zip(source.split_inclusive('\n')) {
        let body = text.trim_end_matches(['\n', '\r']);
        match tokens(body, start) {
            Ok(mut tokens) => {
                let is_label = |pair: &&[Token]| pair[0].kind == Kind::Name && pair[1].text == ":";
                let count = tokens.chunks_exact(2).take_while(is_label).count();
                let labels = tokens.drain(..2 * count).step_by(2).collect();
                let end = tokens.last().map_or(start + body.len(), |last| last.span.end);
                lines.push(Line {
                    number,
                    end,
                    labels,
                    tokens,
                });
            }
            Err(error) => errors.push(error),
        }
        start += text.len();
    }
    lines
}

fn define<'a>(labels: &mut HashMap<&'a str, u32>, name: &Token<'a>, errors: &mut Vec<Diagnostic>) {
    let complaint = if KEYWORDS.contains(name.text) || name.text.starts_with('.') {
        Some("is a word of the language and cannot be a label")
    } else if labels.insert(name.text, 0).is_some() {
        Some("is already a label")
    } else {
        None
    };
    if let Some(complaint) = complaint {
        let message = format!("`{}` {complaint}", name.text);
        errors.push(Diagnostic::new(name.span.clone(), message, "another name"));
    }
}

/// Part of a statement whose length is known before the labels are.
#[derive(Clone, Debug)]
enum Piece {
    Instruction(Draft),
    Word(u16),
    Address(Reference),
}

impl Piece {
    fn length(&self) -> usize {
        match self {
            Piece::Instruction(draft) => draft.instruction.encode().len(),
            Piece::Word(_) | Piece::Address(_) => 1,
        }
    }

    fn words(self, labels: &HashMap<&str, u32>) -> Result<Vec<u16>, Diagnostic> {
        let place = |reference: &Reference, room: Room| {
            let address = i64::from(labels.get(reference.name.as_str()).copied().unwrap_or_default());
            room.place_signed(Number::Integer(address), reference.negated)
                .map_err(|problem| {
                    let message = format!("`{}` is address {address}: {}", reference.name, problem.message);
                    Diagnostic::new(reference.span.clone(), message, problem.expected)
                })
        };
        match self {
            Piece::Word(word) => Ok(vec![word]),
            Piece::Address(reference) => Ok(vec![place(&reference, Room::Short)? as u16]),
            Piece::Instruction(mut draft) => {
                if let Some(reference) = draft.reference.take() {
                    let bits = place(&reference, Room::of(draft.instruction.row))?;
                    draft.put(bits);
                }
                Ok(draft.instruction.encode())
            }
        }
    }
}

fn statement(line: &Line, labels: &HashMap<&str, u32>) -> Result<Vec<Piece>, Diagnostic> {
    let first = &line.tokens[0];
    if first.text == ".word" {
        return word_list(&line.tokens[1..], line.end, labels);
    }
    if first.kind == Kind::Name && first.text.starts_with('.') {
        let message = format!("there is no directive `{}`", first.text);
        return Err(Diagnostic::new(
            first.span.clone(),
            message,
            "`.word` or an instruction",
        ));
    }
    Ok(vec![Piece::Instruction(instruction(&line.tokens, line.end, labels)?)])
}

/// The numbers and labels after `.word`, separated by commas.
fn word_list(tokens: &[Token], end: usize, labels: &HashMap<&str, u32>) -> Result<Vec<Piece>, Diagnostic> {
    const EXPECTED: &str = "a 16-bit number, -32768 to 65535, or a label";
    let mut pieces = Vec::new();
    let mut rest = tokens;
    loop {
        let minus = rest.first().is_some_and(|token| token.text == "-");
        let start = rest.first().map_or(end, |token| token.span.start);
        rest = &rest[usize::from(minus)..];
        let Some((token, tail)) = rest.split_first() else {
            return Err(Diagnostic::new(end..end, "the line ends too early", EXPECTED));
        };
        let wrong = |problem: Problem| Diagnostic::new(start..token.span.end, problem.message, problem.expected);
        pieces.push(match token.kind {
            Kind::Number => match Number::parse(token.text).map_err(wrong)? {
                Number::Integer(value) if !minus && value <= 0xffff => Piece::Word(value as u16),
                Number::Integer(value) if minus && value <= 0x8000 => Piece::Word((value as u16).wrapping_neg()),
                _ => return Err(wrong(Problem::new("the number does not fit 16 bits", EXPECTED))),
            },
            Kind::Name if !minus && labels.contains_key(token.text) => Piece::Address(Reference {
                name: token.text.to_owned(),
                span: token.span.clone(),
                negated: false,
            }),
            Kind::Name if !minus && !KEYWORDS.contains(token.text) => {
                return Err(wrong(undefined(token.text, labels, EXPECTED)));
            }
            _ => {
                return Err(wrong(Problem::new(
                    format!("`{}` does not fit here", token.text),
                    EXPECTED,
                )));
            }
        });
        match tail.split_first() {
            None => return Ok(pieces),
            Some((comma, after)) if comma.text == "," => rest = after,
            Some((other, _)) => {
                let message = format!("`{}` does not fit here", other.text);
                return Err(Diagnostic::new(
                    other.span.clone(),
                    message,
                    "`,` or the end of the line",
                ));
            }
        }
    }
}
