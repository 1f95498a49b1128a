//! One statement as an instruction: the spellings of the table are tried in turn.

use super::draft::Draft;
use super::expression::{ANY, Expression, ExpressionStop, OPERAND, misfit};
use super::{SET, WORD};
use crate::brew::isa::instruction::{BrewInstruction, decode};
use crate::brew::isa::lexer::{BrewToken, BrewTokenKind};
use crate::brew::isa::number::{Number, register};
use crate::brew::isa::syntax::{NumberSpelling, Part, TEMPLATES, Template, bulk};
use crate::brew::isa::types::{BrewType, MASK, TYPES};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;

/// Why a spelling does not fit: the number of tokens that fitted, and what was expected next or is wrong there.
struct Miss {
    fitted: usize,
    expected: String,
    error: Option<Diagnostic>,
}

/// The instruction that `tokens` spell.
pub(super) fn instruction<'a>(tokens: &[BrewToken<'a>]) -> Result<Draft<'a>, Diagnostic> {
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
            let words = TEMPLATES.iter().filter_map(|template| match template.parts.first() {
                Some((_, Part::Text(text))) => Some(*text),
                _ => None,
            });
            let expected = did_you_mean(first.text, words.chain([SET, WORD]), EXPECTED);
            let message = format!("there is no instruction `{}`", first.text);
            Err(Diagnostic::new(first.span.clone(), message, expected))
        }
        _ => Err(report(tokens, misses)),
    }
}

const EXPECTED: &str = "an instruction, `.set`, `.word`, or a name and `:` for a label";

/// Whether the first part of a spelling fits, as far as is seen without reading it.
fn begins(template: &Template, tokens: &[BrewToken]) -> bool {
    let Some(first) = tokens.first() else { return false };
    match template.parts.first() {
        Some((_, Part::Text(text))) => text.eq_ignore_ascii_case(first.text),
        Some(_) => first.kind == BrewTokenKind::Register,
        None => false,
    }
}

fn report(tokens: &[BrewToken], misses: Vec<Miss>) -> Diagnostic {
    let fitted = misses.first().map_or(0, |miss| miss.fitted);
    if let Some(error) = misses.iter().find_map(|miss| miss.error.clone()) {
        return error;
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
        None => EXPECTED.to_owned(),
    };
    misfit(tokens, fitted, &expected)
}

/// Matches one spelling against a statement.
struct Matcher<'t, 'a> {
    template: &'t Template,
    tokens: &'t [BrewToken<'a>],
    at: usize,
    instruction: BrewInstruction,
    number: Option<(Expression<'a>, bool)>,
    list: Vec<u8>,
}

impl<'t, 'a> Matcher<'t, 'a> {
    fn new(template: &'t Template, tokens: &'t [BrewToken<'a>]) -> Self {
        // A spelling for a single word fixes all fields.
        let fixed = template.only.and_then(|word| decode(&[word])?.instruction);
        let open = BrewInstruction {
            row: template.row,
            d: 0,
            b: 0,
            a: 0,
            e: 0,
        };
        Matcher {
            template,
            tokens,
            at: 0,
            instruction: fixed.unwrap_or(open),
            number: None,
            list: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Draft<'a>, Miss> {
        for (_, part) in &self.template.parts {
            self.part(*part)?;
        }
        match (self.tokens.get(self.at), self.template.parts.last()) {
            (None, _) => Ok(Draft {
                instruction: self.instruction,
                number: self.number,
            }),
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
            error: None,
        }
    }

    fn wrong(&self, error: Diagnostic) -> Miss {
        Miss {
            fitted: self.at,
            expected: String::new(),
            error: Some(error),
        }
    }

    /// The next token if it is of `kind`.
    fn next(&self, kind: BrewTokenKind, expected: &str) -> Result<&'t BrewToken<'a>, Miss> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == kind);
        token.ok_or_else(|| self.miss(expected))
    }

    fn register(&mut self) -> Result<u8, Miss> {
        let token = self.next(BrewTokenKind::Register, "a register")?;
        let number = register(token.text).map_err(|problem| self.wrong(problem.at(token.span.clone())))?;
        self.at += 1;
        Ok(number)
    }

    fn literal(&mut self, text: &str, fits: impl Fn(&BrewToken) -> bool) -> Result<(), Miss> {
        if !self.tokens.get(self.at).is_some_and(fits) {
            return Err(self.miss(format!("`{text}`")));
        }
        self.at += 1;
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Miss> {
        self.literal(text, |token| token.text.eq_ignore_ascii_case(text))
    }

    fn part(&mut self, part: Part) -> Result<(), Miss> {
        match part {
            Part::D => self.instruction.d = self.register()?,
            Part::B => self.instruction.b = self.register()?,
            Part::A => self.instruction.a = self.register()?,
            Part::Both => {
                self.instruction.a = self.register()?;
                self.instruction.b = self.instruction.a;
            }
            Part::Value(spelling) => self.number(spelling)?,
            Part::Type => self.instruction.a = self.type_code()?,
            Part::Digits => self.digits()?,
            Part::Registers => self.registers()?,
            Part::Types => self.types()?,
            Part::Text(text) => self.text(text)?,
            Part::Register(number) => self.literal(&format!("$r{number}"), |token| {
                token.kind == BrewTokenKind::Register && register(token.text) == Ok(number)
            })?,
            Part::Number(number) => self.literal(&number.to_string(), |token| {
                Number::parse(token.text) == Ok(Number::Integer(number))
            })?,
        }
        Ok(())
    }

    /// The number of the instruction.
    fn number(&mut self, spelling: NumberSpelling) -> Result<(), Miss> {
        const EXPECTED: &str = "a number or symbol";
        let level = if spelling.is_single { OPERAND } else { ANY };
        let parsed = Expression::parse(self.tokens, self.at, level);
        let (expression, at) = parsed.map_err(|ExpressionStop { at, error }| match error {
            Some(error) => self.wrong(error),
            None => Miss {
                fitted: at,
                ..self.miss(EXPECTED)
            },
        })?;
        // A word with more behind it may have been meant as an operation.
        let first = &self.tokens[self.at];
        let goes_on = self.tokens.get(at).is_some_and(|next| next.kind != BrewTokenKind::Mark);
        if at == self.at + 1 && first.kind == BrewTokenKind::Name && goes_on {
            return Err(self.miss(EXPECTED));
        }
        self.at = at;
        self.number = Some((expression, spelling.is_negated));
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
            let message = format!("`{}` is not a type", token.text);
            self.wrong(Diagnostic::new(token.span.clone(), message, EXPECTED))
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
            self.wrong(Diagnostic::new(token.span.clone(), message, EXPECTED))
        };
        let bits = digits
            .ok_or_else(wrong)?
            .iter()
            .fold(0, |word, digit| word << 2 | digit);
        self.instruction.e = bits;
        self.at += 1;
        Ok(())
    }

    /// A list of two or more registers of the row's group.
    fn registers(&mut self) -> Result<(), Miss> {
        let (first, count) = bulk(self.template.row);
        loop {
            let at = self.at;
            let number = self.register()?;
            let group = format!(
                "registers of one group only, $r{first} to $r{}, each once",
                first + count - 1
            );
            if !(first..first + count).contains(&number) || self.list.contains(&number) {
                // The other group's row reports a list that mixes; a first register says which group is meant.
                let span = self.tokens[at].span.clone();
                self.at = at;
                return Err(if at > 1 {
                    self.wrong(Diagnostic::new(span, "this register cannot be in the list", group))
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
        let (first, _) = bulk(self.template.row);
        let mut word = u32::MAX;
        for (i, register) in std::mem::take(&mut self.list).into_iter().enumerate() {
            if i > 0 {
                self.text(",")?;
            }
            let code = self.type_code()?;
            let lo = 4 * (register - first);
            word = word & !(15 << lo) | u32::from(code) << lo;
        }
        self.instruction.e = word;
        Ok(())
    }
}
