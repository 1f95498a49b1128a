//! One statement as an instruction: the tables' spellings are tried in turn.

use super::draft::Draft;
use super::expression::{ANY, Expression, ExpressionStop, OPERAND, misfit};
use super::symbols::ExpressionFault;
use crate::text::diagnostic::Diagnostic;
use crate::text::near::did_you_mean;
use crate::units::brew::isa::lexer::{BrewToken, BrewTokenKind};
use crate::units::brew::isa::number::{Number, Problem, register};
use crate::units::brew::isa::syntax::{NumberSpelling, Part, TEMPLATES, TableRow, Template, bulk};
use crate::units::brew::isa::types::{BrewType, MASK, TYPES};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// Why a spelling does not fit: the number of tokens that fitted, and what was expected next or is wrong there.
struct Miss {
    fitted: usize,
    expected: String,
    problem: Option<ExpressionFault>,
}

/// The instruction that `tokens` spell; `end` is the place in the statement where it ends. `names` are the other words that a
/// statement may begin with, for suggestions.
pub(super) fn instruction<'a>(
    tokens: &[BrewToken],
    end: usize,
    names: impl Iterator<Item = &'a str>,
) -> Result<Draft, Diagnostic> {
    let mut misses: Vec<Miss> = Vec::new();
    for template in TEMPLATES.iter().filter(|template| begins(template, tokens)) {
        match Matcher::new(template, tokens).run() {
            Ok(draft) => return Ok(draft),
            Err(miss) => {
                let furthest = misses.first().map_or(0, |first| first.fitted);
                if miss.fitted > furthest {
                    misses.clear();
                }
                if miss.fitted >= furthest {
                    misses.push(miss);
                }
            }
        }
    }
    match tokens.first() {
        Some(first) if misses.is_empty() && first.kind == BrewTokenKind::Name => {
            let firsts = FIRST_WORDS.iter().copied();
            let expected = did_you_mean(
                first.text,
                firsts.chain(names),
                "an instruction, a macro or a directive",
            );
            let message = format!("there is no instruction or macro `{}`", first.text);
            Err(Diagnostic::new(first.span.clone(), message, expected))
        }
        _ => Err(report(tokens, end, misses)),
    }
}

/// Whether the first part of a spelling fits, as far as is seen without reading it.
fn begins(template: &Template, tokens: &[BrewToken]) -> bool {
    let Some(first) = tokens.first() else { return false };
    match template.parts.first() {
        Some((_, Part::Text(text))) => text.eq_ignore_ascii_case(first.text),
        Some(_) => first.kind == BrewTokenKind::Register,
        None => false,
    }
}

/// The words that instructions begin with.
static FIRST_WORDS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
    let firsts = TEMPLATES.iter().filter_map(|template| template.parts.first());
    let words = firsts.filter_map(|(_, part)| match part {
        Part::Text(text) if text.starts_with(|c: char| c.is_ascii_alphabetic()) => Some(*text),
        _ => None,
    });
    words.collect()
});

fn report(tokens: &[BrewToken], end: usize, misses: Vec<Miss>) -> Diagnostic {
    let fitted = misses.first().map_or(0, |miss| miss.fitted);
    if let Some((span, problem)) = misses.iter().find_map(|miss| miss.problem.clone()) {
        return Diagnostic::new(span, problem.message, problem.expected);
    }
    let mut expected: Vec<String> = Vec::new();
    for miss in misses {
        if !expected.contains(&miss.expected) {
            expected.push(miss.expected);
        }
    }
    let expected = match expected.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "an instruction".to_owned(),
    };
    misfit(tokens, fitted, end, &expected)
}

/// Matches one spelling against a statement.
struct Matcher<'a> {
    template: &'a Template,
    tokens: &'a [BrewToken<'a>],
    at: usize,
    draft: Draft,
    list: Vec<u8>,
}

impl<'a> Matcher<'a> {
    fn new(template: &'a Template, tokens: &'a [BrewToken<'a>]) -> Self {
        Matcher {
            template,
            tokens,
            at: 0,
            draft: Draft {
                row: template.row,
                registers: [0; 3],
                extension: 0,
                numbers: Vec::new(),
            },
            list: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Draft, Miss> {
        for (_, part) in &self.template.parts {
            self.part(*part)?;
        }
        match (self.tokens.get(self.at), self.template.parts.last()) {
            (None, _) => Ok(self.draft),
            (Some(_), Some((_, Part::Value(NumberSpelling { is_single: true, .. })))) => {
                Err(self.miss("the end of the line, or parentheses around the whole number"))
            }
            (Some(_), _) => Err(self.miss("the end of the line")),
        }
    }

    fn miss(&self, expected: impl Into<String>) -> Miss {
        Miss {
            fitted: self.at,
            expected: expected.into(),
            problem: None,
        }
    }

    fn wrong(&self, span: Range<usize>, problem: Problem) -> Miss {
        Miss {
            fitted: self.at,
            expected: String::new(),
            problem: Some((span, problem)),
        }
    }

    /// The next token if it is of `kind`.
    fn next(&self, kind: BrewTokenKind, expected: &str) -> Result<&'a BrewToken<'a>, Miss> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == kind);
        token.ok_or_else(|| self.miss(expected))
    }

    fn register(&mut self) -> Result<u8, Miss> {
        let token = self.next(BrewTokenKind::Register, "a register")?;
        let number = register(token.text).map_err(|problem| self.wrong(token.span.clone(), problem))?;
        self.at += 1;
        Ok(number)
    }

    fn text(&mut self, text: &str) -> Result<(), Miss> {
        match self.tokens.get(self.at) {
            Some(token) if token.text.eq_ignore_ascii_case(text) => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.miss(format!("`{text}`"))),
        }
    }

    fn part(&mut self, part: Part) -> Result<(), Miss> {
        match part {
            Part::D => self.draft.registers[0] = self.register()?,
            Part::B => self.draft.registers[1] = self.register()?,
            Part::A => self.draft.registers[2] = self.register()?,
            Part::Both => {
                let both = self.register()?;
                self.draft.registers[1..].fill(both);
            }
            Part::Value(NumberSpelling { is_single: true, .. }) => self.number(part, OPERAND)?,
            Part::Value(_) | Part::Bit => self.number(part, ANY)?,
            Part::Type => self.draft.registers[2] = self.type_code()?,
            Part::Digits => self.digits()?,
            Part::Registers => self.registers()?,
            Part::Types => self.types()?,
            Part::Text(text) => self.text(text)?,
            Part::Register(number) => {
                let token = self.next(BrewTokenKind::Register, &format!("`$r{number}`"))?;
                if register(token.text) != Ok(number) {
                    return Err(self.miss(format!("`$r{number}`")));
                }
                self.at += 1;
            }
            Part::Number(number) => {
                let token = self.next(BrewTokenKind::Number, &format!("`{number}`"))?;
                if Number::parse(token.text) != Ok(Number::Integer(number)) {
                    return Err(self.miss(format!("`{number}`")));
                }
                self.at += 1;
            }
        }
        Ok(())
    }

    /// An expression of operators of `level` and above.
    fn number(&mut self, part: Part, level: u8) -> Result<(), Miss> {
        const EXPECTED: &str = "a number or symbol";
        let (expression, at) = Expression::parse(self.tokens, self.at, level).map_err(|stop| match stop {
            ExpressionStop { at, problem: None } => Miss {
                fitted: at,
                ..self.miss(EXPECTED)
            },
            ExpressionStop {
                problem: Some((span, problem)),
                ..
            } => self.wrong(span, problem),
        })?;
        // A word with more behind it may have been meant as an operation.
        let first = &self.tokens[self.at];
        let goes_on = self.tokens.get(at).is_some_and(|next| next.kind != BrewTokenKind::Mark);
        if at == self.at + 1 && first.kind == BrewTokenKind::Name && goes_on {
            return Err(self.miss(EXPECTED));
        }
        self.at = at;
        self.draft.numbers.push((part, expression));
        Ok(())
    }

    /// A type's name, or the number of a code that has no name.
    fn type_code(&mut self) -> Result<u8, Miss> {
        const EXPECTED: &str = "a type: int32, int16x2, int8x4, uint16x2s, sint16x2s, uint8x4s, sint8x4s, fp32, fp16x2";
        let token = self
            .tokens
            .get(self.at)
            .filter(|token| token.kind != BrewTokenKind::Mark);
        let token = token.ok_or_else(|| self.miss(EXPECTED))?;
        let code = match token.kind {
            BrewTokenKind::Name => BrewType::by_name(&token.text.to_ascii_lowercase()).map(|row| row.code),
            BrewTokenKind::Number => match Number::parse(token.text) {
                Ok(Number::Integer(code)) if TYPES[..usize::from(MASK)].get(code as usize).is_some() => {
                    Some(code as u8)
                }
                _ => None,
            },
            _ => return Err(self.miss(EXPECTED)),
        };
        let wrong = || {
            self.wrong(
                token.span.clone(),
                Problem::new(format!("`{}` is not a type", token.text), EXPECTED),
            )
        };
        let code = code.ok_or_else(wrong)?;
        self.at += 1;
        Ok(code)
    }

    /// The source bytes of a swizzle, the leftmost for byte 3.
    fn digits(&mut self) -> Result<(), Miss> {
        const EXPECTED: &str = "four digits of 0 to 3, the leftmost for byte 3";
        let token = self.next(BrewTokenKind::Number, EXPECTED)?;
        let digits: Option<Vec<u32>> = token.text.chars().map(|c| c.to_digit(4)).collect();
        let digits = digits.filter(|digits| digits.len() == 4);
        let wrong = || {
            let message = format!("`{}` does not choose four bytes", token.text);
            self.wrong(token.span.clone(), Problem::new(message, EXPECTED))
        };
        let bits = digits
            .ok_or_else(wrong)?
            .iter()
            .fold(0, |word, digit| word << 2 | digit);
        self.draft.extension = bits;
        self.at += 1;
        Ok(())
    }

    /// The registers whose types the row sets in one go.
    fn bulk(&self) -> (u8, u8) {
        match self.template.row {
            TableRow::Decoded(row, _) => bulk(row),
            TableRow::AssemblerOnly(_) => (0, 0),
        }
    }

    /// A list of two or more registers of the row's group.
    fn registers(&mut self) -> Result<(), Miss> {
        let (first, count) = self.bulk();
        loop {
            let at = self.at;
            let number = self.register()?;
            let group = format!(
                "registers of one group only, $r{first} to $r{}, each once",
                first + count - 1
            );
            if !(first..first + count).contains(&number) || self.list.contains(&number) {
                // The other group's row reports a list that mixes; a first register says which group is meant.
                let problem = Problem::new("this register cannot be in the list", group);
                let span = self.tokens[at].span.clone();
                self.at = at;
                return Err(if at > 1 {
                    self.wrong(span, problem)
                } else {
                    self.miss("a register")
                });
            }
            self.list.push(number);
            if self.list.len() >= 2 && self.text("<-").is_ok() {
                self.at -= 1;
                return Ok(());
            }
            self.text(",")?;
        }
    }

    /// As many types as there are registers in the list.
    fn types(&mut self) -> Result<(), Miss> {
        let (first, _) = self.bulk();
        let mut word = u32::MAX;
        for (i, register) in std::mem::take(&mut self.list).into_iter().enumerate() {
            if i > 0 {
                self.text(",")?;
            }
            let code = self.type_code()?;
            let lo = 4 * (register - first);
            word = word & !(15 << lo) | u32::from(code) << lo;
        }
        self.draft.extension = word;
        Ok(())
    }
}
