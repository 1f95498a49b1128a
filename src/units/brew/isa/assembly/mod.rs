//! The assembler: from a text to words. Its grammar, in which a line is a statement:
//!
//! ```text
//! line        = { label ":" } [ ".set" name "," expression | ".word" expression { "," expression } | instruction ] [ "#" comment ]
//! instruction = a spelling of the instruction table, with registers, expressions (VALUE, CONST, NEGATED), types and lists in its
//!               places; beside an operator of the spelling other than "+" an expression is an operand
//! register    = "$r0" … "$r14", or "$" and a name of a register
//! expression  = logic { ( "+" | "-" ) logic }
//! logic       = product { ( "|" | "&" | "^" ) product }
//! product     = operand { ( "*" | "/" | "%" | "<<" | ">>" ) operand }
//! operand     = number | name | ( "-" | "~" ) operand | "(" expression ")"
//! number      = decimal | "0" octal | "0x" hexadecimal | "0b" binary | decimal floating point | "'" character [ "'" ]
//! label, name = letter or "_", then letters, digits, "_" and "."; no word of a spelling and no type
//! ```
//!
//! A first pass reads all lines, whose lengths do not depend on values; so every label has its address before the second pass
//! computes the expressions.

mod draft;
mod expression;
mod matcher;
mod symbols;

use super::lexer::{BrewToken, BrewTokenKind, tokens};
use super::number::{Number, Problem};
use draft::Draft;
use expression::{Expression, misfit};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use symbols::Symbols;

const SET: &str = ".set";
const WORD: &str = ".word";

/// The words of each statement of a program that begins at address 0. All errors are reported together, in the order of their
/// places.
pub fn assemble(source: &str) -> Result<Vec<Vec<u16>>, Vec<Diagnostic>> {
    let mut assembler = Assembler::default();
    let mut start = 0;
    for line in source.split('\n') {
        if let Err(error) = assembler.line(line, start) {
            assembler.errors.push(error);
        }
        start += line.len() + 1;
    }
    assembler.words()
}

/// A statement whose numbers are not computed yet.
enum Statement<'a> {
    Instruction(Draft<'a>),
    Words(Vec<Expression<'a>>),
}

#[derive(Default)]
struct Assembler<'a> {
    symbols: Symbols<'a>,
    sets: Vec<(&'a str, Expression<'a>)>,
    statements: Vec<Statement<'a>>,
    /// The address of the next statement.
    address: i64,
    errors: Vec<Diagnostic>,
}

impl<'a> Assembler<'a> {
    /// Reads a line, which begins at `start` in the source.
    fn line(&mut self, line: &'a str, start: usize) -> Result<(), Diagnostic> {
        let tokens = tokens(line, start)?;
        let mut rest = tokens.as_slice();
        while let [name, colon, behind @ ..] = rest
            && name.kind == BrewTokenKind::Name
            && colon.text == ":"
        {
            let address = Number::Integer(self.address);
            // A bad label is no reason not to read the rest.
            if let Err(problem) = self.symbols.define(name, Some(address)) {
                self.errors.push(problem.at(name.span.clone()));
            }
            rest = behind;
        }
        let Some(first) = rest.first() else { return Ok(()) };
        let statement = match first.text {
            SET => return self.set(rest),
            WORD => Statement::Words(Expression::list(rest, 1)?),
            name if name.starts_with('.') && first.kind == BrewTokenKind::Name => {
                let expected = did_you_mean(name, [SET, WORD], "`.set` or `.word`, the only directives");
                let message = format!("there is no directive `{name}`");
                return Err(Diagnostic::new(first.span.clone(), message, expected));
            }
            _ => Statement::Instruction(matcher::instruction(rest)?),
        };
        self.address += 2 * match &statement {
            Statement::Instruction(draft) => draft.length(),
            Statement::Words(numbers) => numbers.len(),
        } as i64;
        self.statements.push(statement);
        Ok(())
    }

    /// `.set name, value`.
    fn set(&mut self, tokens: &[BrewToken<'a>]) -> Result<(), Diagnostic> {
        let Some(name) = tokens.get(1).filter(|name| name.kind == BrewTokenKind::Name) else {
            return Err(misfit(tokens, 1, "a name, a comma and a value"));
        };
        if tokens.get(2).is_none_or(|comma| comma.text != ",") {
            return Err(misfit(tokens, 2, "a comma and a value"));
        }
        let mut values = Expression::list(tokens, 3)?.into_iter();
        let defined = self.symbols.define(name, None);
        defined.map_err(|problem| problem.at(name.span.clone()))?;
        self.sets.extend(values.next().map(|value| (name.text, value)));
        match values.next() {
            Some(extra) => Err(Problem::new("this value is one too many", "one value").at(extra.span)),
            None => Ok(()),
        }
    }

    /// Computes the expressions.
    fn words(mut self) -> Result<Vec<Vec<u16>>, Vec<Diagnostic>> {
        for (name, expression) in self.sets {
            let value = expression.value(&self.symbols).unwrap_or_else(|error| {
                self.errors.push(error);
                Number::Integer(0)
            });
            self.symbols.set(name, value);
        }
        let mut all = Vec::with_capacity(self.statements.len());
        for statement in &self.statements {
            let words = match statement {
                Statement::Instruction(draft) => draft.words(&self.symbols),
                Statement::Words(numbers) => numbers.iter().map(|number| word(number, &self.symbols)).collect(),
            };
            match words {
                Ok(words) => all.push(words),
                Err(error) => self.errors.push(error),
            }
        }
        self.errors.sort_by_key(|error| error.span.start);
        match self.errors.is_empty() {
            true => Ok(all),
            false => Err(self.errors),
        }
    }
}

/// The word of a number, signed or not.
fn word(expression: &Expression, symbols: &Symbols) -> Result<u16, Diagnostic> {
    let value = expression.value(symbols)?;
    let problem = match value {
        Number::Integer(number @ -0x8000..=0xffff) => return Ok(number as u16),
        Number::Integer(_) => Problem::new("the number does not fit 16 bits", "-32768 to 65535"),
        Number::Float(_) => Problem::new(
            "a floating-point number does not fit 16 bits",
            "an integer, -32768 to 65535",
        ),
    };
    Err(expression.error(value, problem))
}
