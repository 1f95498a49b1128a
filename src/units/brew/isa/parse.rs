//! One line of assembly as an instruction: the table's spellings are tried in turn.

use super::instruction::{Instruction, decode};
use super::lexer::{Kind, Token};
use super::number::{Number, Problem, register};
use super::syntax::{KEYWORDS, Part, Room, TEMPLATES, Template, bulk, has_tiny};
use super::types::{MASK, TYPES, Type};
use crate::text::diagnostic::Diagnostic;
use crate::text::near::did_you_mean;
use std::collections::HashMap;
use std::ops::Range;

/// A label in place of a number: filled in when all addresses are known.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub name: String,
    pub span: Range<usize>,
    pub negated: bool,
}

/// An instruction whose number may still be a label's address.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub instruction: Instruction,
    pub reference: Option<Reference>,
}

/// Groups of the assembler's language that the datapath does not have.
const OUTSIDE: [(&str, &str); 10] = [
    ("full", "scaled multiplication"),
    ("interpolate", "interpolation"),
    ("$pc", "the program counter"),
    ("$tpc", "the task's program counter"),
    ("swi", "software interrupts"),
    ("syscall", "software interrupts"),
    ("fill", "software interrupts"),
    ("woi", "waiting for interrupts"),
    ("fence", "memory fences"),
    ("mem", "memory access"),
];

impl Room {
    /// The field's bits for `number`.
    pub fn place(self, number: Number) -> Result<u32, Problem> {
        let range = self.range();
        let (low, high) = (range.start(), range.end());
        match (self, number) {
            (Room::Long, Number::Float(value)) => Ok(value.to_bits()),
            (_, Number::Float(_)) => {
                let message = "a floating-point number needs the long form";
                Err(Problem::new(message, format!("an integer, {low} to {high}")))
            }
            (_, Number::Integer(value)) if !range.contains(&value) => {
                let message = match self {
                    Room::Tiny => "the number does not fit the tiny form",
                    Room::Short => "the number does not fit the short form's 16 bits",
                    Room::Long => "the number does not fit 32 bits",
                };
                Err(Problem::new(message, format!("{low} to {high}")))
            }
            (Room::Tiny, Number::Integer(value)) => Ok((if value < 0 { value + 15 } else { value }) as u32),
            (Room::Short, Number::Integer(value)) => Ok(u32::from(value as u16)),
            (Room::Long, Number::Integer(value)) => Ok(value as u32),
        }
    }

    /// The field's bits for `-number` where that is `negated`; both have to fit, but for long numbers, which wrap.
    pub fn place_signed(self, number: Number, negated: bool) -> Result<u32, Problem> {
        let plain = self.place(number)?;
        match (negated, self) {
            (false, _) => Ok(plain),
            (true, Room::Long) => Ok(match number {
                Number::Float(_) => plain ^ 1 << 31,
                Number::Integer(_) => plain.wrapping_neg(),
            }),
            (true, _) => self.place(number.negated()),
        }
    }
}

impl Draft {
    /// Puts a number's bits where the row has them.
    pub fn put(&mut self, bits: u32) {
        if has_tiny(self.instruction.row) {
            self.instruction.a = bits as u8;
        } else {
            self.instruction.e = bits;
        }
    }
}

/// Why a spelling does not fit: how many tokens did, and what was wanted then or is wrong there.
struct Miss {
    fitted: usize,
    expected: String,
    problem: Option<(Range<usize>, Problem)>,
}

/// The instruction that `tokens` spell; `end` is the place in the source where the line ends.
pub(super) fn instruction(tokens: &[Token], end: usize, labels: &HashMap<&str, u32>) -> Result<Draft, Diagnostic> {
    let mut misses: Vec<Miss> = Vec::new();
    for template in TEMPLATES.iter() {
        match Matcher::new(template, tokens, labels).run() {
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
    let outside = |token: &&Token| OUTSIDE.iter().any(|(word, _)| stem(token.text) == *word);
    if let Some(token) = tokens.iter().find(outside) {
        let group = OUTSIDE
            .iter()
            .find(|(word, _)| stem(token.text) == *word)
            .map_or("", |row| row.1);
        let message = format!("`{}`: {group} is outside of the datapath's instructions", token.text);
        let expected = "an arithmetic, logic, shift, swizzle, type or compare instruction";
        return Err(Diagnostic::new(token.span.clone(), message, expected));
    }
    Err(report(tokens, end, misses))
}

/// The text without what a group's words differ in: `fence_rw_rw`, `mem16`.
fn stem(text: &str) -> &str {
    let text = text.split('_').next().unwrap_or(text);
    text.trim_end_matches(|c: char| c.is_ascii_digit())
}

fn report(tokens: &[Token], end: usize, misses: Vec<Miss>) -> Diagnostic {
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
    match tokens.get(fitted) {
        Some(token) => Diagnostic::new(
            token.span.clone(),
            format!("`{}` does not fit here", token.text),
            expected,
        ),
        None => Diagnostic::new(end..end, "the line ends too early", expected),
    }
}

/// What is wrong with a name that no line has as its label.
pub(super) fn undefined(name: &str, labels: &HashMap<&str, u32>, expected: &str) -> Problem {
    let message = format!("the label `{name}` is not defined");
    Problem::new(message, did_you_mean(name, labels.keys().copied(), expected))
}

/// Matches one spelling against a line.
struct Matcher<'a> {
    template: &'a Template,
    tokens: &'a [Token<'a>],
    at: usize,
    labels: &'a HashMap<&'a str, u32>,
    draft: Draft,
    list: Vec<u8>,
}

impl<'a> Matcher<'a> {
    fn new(template: &'a Template, tokens: &'a [Token<'a>], labels: &'a HashMap<&'a str, u32>) -> Self {
        let blank = Instruction {
            row: template.row,
            d: 0,
            b: 0,
            a: 0,
            e: 0,
        };
        let only = template.spelling.only.and_then(|word| decode(&[word])?.instruction);
        let draft = Draft {
            instruction: only.unwrap_or(blank),
            reference: None,
        };
        Matcher {
            template,
            tokens,
            at: 0,
            labels,
            draft,
            list: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Draft, Miss> {
        for (_, part) in &self.template.parts {
            self.part(*part)?;
        }
        match self.tokens.get(self.at) {
            None => Ok(self.draft),
            Some(_) => Err(self.miss("the end of the line")),
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
    fn next(&self, kind: Kind, expected: &str) -> Result<&'a Token<'a>, Miss> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == kind);
        token.ok_or_else(|| self.miss(expected))
    }

    fn register(&mut self) -> Result<u8, Miss> {
        let token = self.next(Kind::Register, "a register")?;
        let number = register(token.text).map_err(|problem| self.wrong(token.span.clone(), problem))?;
        self.at += 1;
        Ok(number)
    }

    fn text(&mut self, text: &str) -> Result<(), Miss> {
        match self.tokens.get(self.at) {
            Some(token) if token.text == text => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.miss(format!("`{text}`"))),
        }
    }

    fn part(&mut self, part: Part) -> Result<(), Miss> {
        match part {
            Part::D => self.draft.instruction.d = self.register()?,
            Part::A => self.draft.instruction.a = self.register()?,
            Part::B => self.draft.instruction.b = self.register()?,
            Part::Both => {
                self.draft.instruction.a = self.register()?;
                self.draft.instruction.b = self.draft.instruction.a;
            }
            Part::Value { negated } => self.value(negated)?,
            Part::Type => self.draft.instruction.a = self.type_code()?,
            Part::Digits => self.digits()?,
            Part::Registers => self.registers()?,
            Part::Types => self.types()?,
            Part::Text(text) => self.text(text)?,
            Part::Register(number) => {
                let token = self.next(Kind::Register, &format!("`$r{number}`"))?;
                if register(token.text) != Ok(number) {
                    return Err(self.miss(format!("`$r{number}`")));
                }
                self.at += 1;
            }
            Part::Number(number) => {
                let token = self.next(Kind::Number, &format!("`{number}`"))?;
                if Number::parse(token.text) != Ok(Number::Integer(number)) {
                    return Err(self.miss(format!("`{number}`")));
                }
                self.at += 1;
            }
        }
        Ok(())
    }

    /// A number with or without a minus sign, or a label.
    fn value(&mut self, negated: bool) -> Result<(), Miss> {
        let start = self.at;
        let minus = self.text("-").is_ok();
        let token = self.tokens.get(self.at);
        if let Some(token) = token.filter(|token| token.kind == Kind::Name && !minus) {
            if KEYWORDS.contains(token.text) || !self.labels.contains_key(token.text) {
                // Where more follows, the word may have been meant as an operation.
                return Err(match self.tokens.get(self.at + 1) {
                    None if !KEYWORDS.contains(token.text) => self.wrong(
                        token.span.clone(),
                        undefined(token.text, self.labels, "a number or label"),
                    ),
                    _ => self.miss("a number or label"),
                });
            }
            self.at += 1;
            self.draft.reference = Some(Reference {
                name: token.text.to_owned(),
                span: token.span.clone(),
                negated,
            });
            return Ok(());
        }
        let Some(token) = token.filter(|token| token.kind == Kind::Number) else {
            self.at = start;
            return Err(self.miss("a number or label"));
        };
        let span = self.tokens[start].span.start..token.span.end;
        let number = Number::parse(token.text).map(|number| if minus { number.negated() } else { number });
        let bits = number.and_then(|number| Room::of(self.template.row).place_signed(number, negated));
        self.draft.put(bits.map_err(|problem| self.wrong(span, problem))?);
        self.at += 1;
        Ok(())
    }

    /// A type's name, or the number of a code that has no name.
    fn type_code(&mut self) -> Result<u8, Miss> {
        const EXPECTED: &str = "a type: int32, int16x2, int8x4, uint16x2s, sint16x2s, uint8x4s, sint8x4s, fp32, fp16x2";
        let token = self.tokens.get(self.at).filter(|token| token.kind != Kind::Mark);
        let token = token.ok_or_else(|| self.miss(EXPECTED))?;
        let code = match token.kind {
            Kind::Name => Type::by_name(&token.text.to_ascii_lowercase()).map(|row| row.code),
            Kind::Number => match Number::parse(token.text) {
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
        let token = self.next(Kind::Number, EXPECTED)?;
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
        self.draft.instruction.e = bits;
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
        self.draft.instruction.e = word;
        Ok(())
    }
}
