//! Symbols, and the values of expressions.

use super::expression::{Expression, ExpressionItem};
use super::link::Export;
use crate::text::near::did_you_mean;
use crate::units::brew::isa::number::{Number, Problem};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The value of an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum SymbolValue {
    Number(Number),
    /// A byte of a section.
    Address(usize, i64),
}

#[derive(Clone, Debug)]
enum Definition {
    Label(usize, i64),
    Value(SymbolValue),
    /// An expression with symbols that were not known when the name was set.
    Formula(Expression),
}

/// The error in an expression, and its place in the statement.
pub(super) type ExpressionFault = (Range<usize>, Problem);

/// The names of a file.
#[derive(Debug, Default)]
struct FileNames {
    /// The file's name in messages.
    file: String,
    known: HashMap<String, Definition>,
}

/// The symbols of all files.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// The names of each file. Names from the command line count as those of a first file.
    files: Vec<FileNames>,
    /// The number of the file whose names count.
    pub file: usize,
    /// The names that all files know: the file that defines each, and whether another one may.
    exports: HashMap<String, (usize, bool)>,
    /// How many times each local label is in this file so far.
    locals: HashMap<String, usize>,
    /// The addresses of the sections' first bytes, when they are known.
    bases: Option<Vec<i64>>,
    /// Formulas that have been worked out, by file and name.
    found: HashMap<(usize, String), SymbolValue>,
}

/// Formulas that lead to formulas.
const DEEPEST: usize = 200;

impl Symbols {
    /// Makes names known to all files.
    pub fn define(&mut self, defined: &[(String, u32)]) {
        self.begin_file("--define");
        for (name, value) in defined {
            let value = Definition::Value(SymbolValue::Number(Number::Integer(i64::from(*value))));
            self.files[0].known.insert(name.clone(), value);
            self.exports.insert(name.clone(), (0, false));
        }
    }

    /// Begins a file, with no names yet.
    pub fn begin_file(&mut self, name: &str) {
        self.locals.clear();
        self.file = self.files.len();
        self.files.push(FileNames {
            file: name.to_owned(),
            known: HashMap::new(),
        });
    }

    /// The names of the current file.
    fn own(&mut self) -> &mut HashMap<String, Definition> {
        &mut self.files[self.file].known
    }

    /// Exports a name of a file to all files. A name that its file does not define is an import, and changes nothing.
    pub fn export(&mut self, export: &Export) -> Result<(), Problem> {
        let Export {
            file, name, is_weak, ..
        } = export;
        if !self.files[*file].known.contains_key(name) {
            return Ok(());
        }
        match self.exports.get(name) {
            Some((other, false)) if other != file && !is_weak => {
                let other = &self.files[*other].file;
                let message = format!("`{name}` is exported by {other}, too");
                return Err(Problem::new(message, "one definition for all files"));
            }
            Some((other, was_weak)) if other != file && (*is_weak || !was_weak) => {}
            _ => drop(self.exports.insert(name.clone(), (*file, *is_weak))),
        }
        Ok(())
    }

    /// Makes a label of this name; `false` if the name is taken.
    pub fn label(&mut self, name: &str, section: usize, offset: i64) -> bool {
        let is_new = !self.own().contains_key(name);
        if is_new {
            self.own().insert(name.to_owned(), Definition::Label(section, offset));
        }
        is_new
    }

    /// Makes a local label: a number that may label several statements.
    pub fn local(&mut self, digits: &str, section: usize, offset: i64) {
        let count = self.locals.entry(digits.to_owned()).or_default();
        let name = instance(digits, *count);
        *count += 1;
        self.own().insert(name, Definition::Label(section, offset));
    }

    /// Gives a name a value; `false` if the name is a label.
    pub fn set(&mut self, name: &str, expression: Expression) -> Result<bool, ExpressionFault> {
        if let Some(Definition::Label(..)) = self.own().get(name) {
            return Ok(false);
        }
        let definition = match self.value(&expression) {
            Ok(value) => Definition::Value(value),
            Err(_)
                if expression
                    .items
                    .iter()
                    .any(|(item, _)| matches!(item, ExpressionItem::Symbol(_) | ExpressionItem::Address(..))) =>
            {
                Definition::Formula(expression)
            }
            Err(fault) => return Err(fault),
        };
        self.own().insert(name.to_owned(), definition);
        Ok(true)
    }

    /// Whether the name is defined so far.
    pub fn is_known(&self, name: &str) -> bool {
        self.files[self.file].known.contains_key(name)
    }

    /// Replaces names by their present values: `.`, local labels, and symbols that may get other values later.
    pub fn bind(&self, expression: &mut Expression, here: (usize, i64)) -> Result<(), ExpressionFault> {
        for (item, span) in &mut expression.items {
            let ExpressionItem::Symbol(name) = item else { continue };
            if name == "." {
                *item = ExpressionItem::Address(here.0, here.1);
            } else if let Some(digits) = local(name) {
                let count = self.locals.get(digits).copied().unwrap_or_default();
                let which = match name.ends_with('f') {
                    true => count,
                    false => count.checked_sub(1).ok_or_else(|| no_local(span, digits, "before"))?,
                };
                *name = instance(digits, which);
            } else if let Some(Definition::Value(value)) = self.files[self.file].known.get(name) {
                *item = match value {
                    SymbolValue::Number(number) => ExpressionItem::Number(*number),
                    SymbolValue::Address(section, offset) => ExpressionItem::Address(*section, *offset),
                };
            }
        }
        Ok(())
    }

    /// From now on every label has an address.
    pub fn place(&mut self, bases: Vec<i64>) {
        self.bases = Some(bases);
    }

    /// The value of an expression with the symbols known so far.
    pub fn value(&mut self, expression: &Expression) -> Result<SymbolValue, ExpressionFault> {
        self.evaluate(expression, &mut HashSet::new())
    }

    /// The same as a number.
    pub fn number(&mut self, expression: &Expression) -> Result<Number, ExpressionFault> {
        match self.value(expression)? {
            SymbolValue::Number(number) => Ok(number),
            SymbolValue::Address(..) => Err(early(&expression.span, "this address")),
        }
    }

    /// The same as a whole number.
    pub fn integer(&mut self, expression: &Expression) -> Result<i64, ExpressionFault> {
        match self.number(expression)? {
            Number::Integer(value) => Ok(value),
            Number::Float(_) => Err((expression.span.clone(), whole())),
        }
    }

    fn evaluate(
        &mut self,
        expression: &Expression,
        within: &mut HashSet<(usize, String)>,
    ) -> Result<SymbolValue, ExpressionFault> {
        let mut stack: Vec<SymbolValue> = Vec::new();
        for (item, span) in &expression.items {
            let faulty = |problem| (span.clone(), problem);
            let value = match item {
                ExpressionItem::Number(number) => SymbolValue::Number(*number),
                ExpressionItem::Address(section, offset) => self.absolute(*section, *offset),
                ExpressionItem::Symbol(name) => self.symbol(name, span, within)?,
                ExpressionItem::Unary(operator) => {
                    let value = stack.pop().unwrap_or(SymbolValue::Number(Number::Integer(0)));
                    unary(operator, value).map_err(faulty)?
                }
                ExpressionItem::Binary(operator) => {
                    let right = stack.pop().unwrap_or(SymbolValue::Number(Number::Integer(0)));
                    let left = stack.pop().unwrap_or(SymbolValue::Number(Number::Integer(0)));
                    binary(operator, left, right).map_err(faulty)?
                }
            };
            stack.push(value);
        }
        Ok(stack.pop().unwrap_or(SymbolValue::Number(Number::Integer(0))))
    }

    fn absolute(&self, section: usize, offset: i64) -> SymbolValue {
        match &self.bases {
            Some(bases) => SymbolValue::Number(Number::Integer(bases[section] + offset)),
            None => SymbolValue::Address(section, offset),
        }
    }

    fn symbol(
        &mut self,
        name: &str,
        span: &Range<usize>,
        within: &mut HashSet<(usize, String)>,
    ) -> Result<SymbolValue, ExpressionFault> {
        let is_own = self.is_known(name);
        let exported = self.exports.get(name).filter(|_| !is_own && self.bases.is_some());
        let file = exported.map_or(self.file, |(file, _)| *file);
        let key = (file, name.to_owned());
        match self.files[file].known.get(name) {
            Some(Definition::Label(section, offset)) => Ok(self.absolute(*section, *offset)),
            Some(Definition::Value(SymbolValue::Number(number))) => Ok(SymbolValue::Number(*number)),
            Some(Definition::Value(SymbolValue::Address(section, offset))) => Ok(self.absolute(*section, *offset)),
            Some(Definition::Formula(_)) if within.contains(&key) => {
                let message = format!("the value of `{name}` depends on itself");
                Err((
                    span.clone(),
                    Problem::new(message, "a value that leads to numbers and labels"),
                ))
            }
            Some(Definition::Formula(_)) if within.len() >= DEEPEST => {
                let message = format!("`{name}` is behind {DEEPEST} definitions that lead to each other");
                Err((span.clone(), Problem::new(message, "a shorter way to its value")))
            }
            Some(Definition::Formula(formula)) => {
                if let Some(value) = self.found.get(&key) {
                    return Ok(*value);
                }
                let formula = formula.clone();
                within.insert(key.clone());
                let asking = std::mem::replace(&mut self.file, file);
                let value = self.evaluate(&formula, within);
                self.file = asking;
                within.remove(&key);
                // The formula is in another place: the message is about the place that uses its value.
                let value = value.map_err(|(_, problem)| match problem.message.contains(&format!("`{name}`")) {
                    true => (span.clone(), problem),
                    false => {
                        let message = format!("`{name}`: {}", problem.message);
                        (span.clone(), Problem::new(message, problem.expected))
                    }
                })?;
                if self.bases.is_some() {
                    self.found.insert(key, value);
                }
                Ok(value)
            }
            None if self.bases.is_none() => Err(early(span, &format!("`{name}`"))),
            None => Err(match name.split_once(':') {
                Some((digits, _)) => no_local(span, digits, "behind"),
                None => {
                    let other = self.files.iter().find(|other| other.known.contains_key(name));
                    let expected = match other {
                        Some(other) => format!("`.global {name}` in {}, which defines it for itself", other.file),
                        None => {
                            let own = self.files[self.file].known.keys().chain(self.exports.keys());
                            let names = own.map(String::as_str).filter(|name| !name.contains(':'));
                            did_you_mean(name, names, "a name of this file, or one that another file exports")
                        }
                    };
                    (span.clone(), Problem::new(format!("`{name}` is not defined"), expected))
                }
            }),
        }
    }
}

/// The digits of `1f` or `1b`.
fn local(name: &str) -> Option<&str> {
    name.starts_with(|c: char| c.is_ascii_digit())
        .then(|| &name[..name.len() - 1])
        .filter(|_| !name.contains(':'))
}

/// The name of one of the local labels with these digits; no other name has a colon.
fn instance(digits: &str, count: usize) -> String {
    format!("{digits}:{count}")
}

fn no_local(span: &Range<usize>, digits: &str, side: &str) -> ExpressionFault {
    let message = format!("there is no label `{digits}:` {side} this line");
    let expected = "`f` behind the number of a label further on, `b` behind that of one further back";
    (span.clone(), Problem::new(message, expected))
}

fn early(span: &Range<usize>, what: &str) -> ExpressionFault {
    let message = format!("{what} is not known yet");
    let expected = "numbers, symbols set before, or the distance of two labels of one section before";
    (span.clone(), Problem::new(message, expected))
}

fn whole() -> Problem {
    Problem::new("a floating-point number is no whole number", "an integer")
}

fn unary(operator: &str, value: SymbolValue) -> Result<SymbolValue, Problem> {
    let number = match (operator, value) {
        ("+", value) => return Ok(value),
        ("-", SymbolValue::Number(number)) => Number::negated(number),
        ("~", SymbolValue::Number(Number::Integer(value))) => Number::Integer(!value),
        ("!", SymbolValue::Number(Number::Integer(value))) => Number::Integer((value == 0).into()),
        (_, SymbolValue::Number(Number::Float(_))) => return Err(whole()),
        (_, SymbolValue::Address(..)) => return Err(unplaced()),
        (operator, _) => unreachable!("{operator} is no operator"),
    };
    Ok(SymbolValue::Number(number))
}

fn unplaced() -> Problem {
    Problem::new(
        "addresses of sections are not known yet",
        "an address and a number added, or the distance of two addresses of one section",
    )
}

fn binary(operator: &str, left: SymbolValue, right: SymbolValue) -> Result<SymbolValue, Problem> {
    use self::Number::{Float, Integer};
    use self::SymbolValue::{Address, Number};
    let large = || Problem::new("the value does not fit 64 bits", "a smaller value");
    match (operator, left, right) {
        ("+", Address(section, x), Number(Integer(y))) | ("+", Number(Integer(x)), Address(section, y)) => {
            Ok(Address(section, x.checked_add(y).ok_or_else(large)?))
        }
        ("-", Address(section, x), Number(Integer(y))) => Ok(Address(section, x.checked_sub(y).ok_or_else(large)?)),
        ("-" | "==" | "!=" | "<>" | "<" | ">" | "<=" | ">=", Address(one, x), Address(other, y)) if one == other => {
            integers(operator, x, y).map(|value| Number(Integer(value)))
        }
        (_, Address(..), _) | (_, _, Address(..)) => Err(unplaced()),
        (_, Number(Integer(x)), Number(Integer(y))) => integers(operator, x, y).map(|value| Number(Integer(value))),
        (_, Number(Float(_)), _) | (_, _, Number(Float(_))) => Err(whole()),
    }
}

/// Comparisons are -1 where they hold, as in the GNU assembler, so that their bits can be used.
fn integers(operator: &str, x: i64, y: i64) -> Result<i64, Problem> {
    let holds = |truth: bool| Some(-i64::from(truth));
    let shifts = || u32::try_from(y).ok().filter(|y| *y < 64);
    let none = |message: &str, expected: &str| Err(Problem::new(message, expected));
    let value = match operator {
        "/" | "%" if y == 0 => return none("division by 0", "a divisor other than 0"),
        "<<" | ">>" if shifts().is_none() => return none("the shift is out of range", "0 to 63"),
        "+" => x.checked_add(y),
        "-" => x.checked_sub(y),
        "*" => x.checked_mul(y),
        "/" => x.checked_div(y),
        "%" => x.checked_rem(y),
        "<<" => shifts().and_then(|by| i64::try_from(i128::from(x) << by).ok()),
        ">>" => shifts().map(|by| x >> by),
        "|" => Some(x | y),
        "&" => Some(x & y),
        "^" => Some(x ^ y),
        "!" => Some(x | !y),
        "==" => holds(x == y),
        "!=" | "<>" => holds(x != y),
        "<" => holds(x < y),
        ">" => holds(x > y),
        "<=" => holds(x <= y),
        ">=" => holds(x >= y),
        "&&" => Some((x != 0 && y != 0).into()),
        "||" => Some((x != 0 || y != 0).into()),
        operator => unreachable!("{operator} is no operator"),
    };
    value.ok_or_else(|| Problem::new("the value does not fit 64 bits", "a smaller value"))
}
