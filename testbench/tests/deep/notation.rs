//! Faults in a notation close to Verilog: statements that edit a flat design.
//!
//! ```text
//! net = expression                    drives the net with the expression, in which `old` is what drove it
//! load register = x when condition    the register loads x where the condition holds, whatever its enable
//! write register = x when condition   the same for a register of the register file
//! enable register = expression        the enable of a register, in which `old` is the enable, 1 of a register that always loads
//! without reset register              the register keeps its value in reset; `without enable`: it always loads
//! let name = expression               a name for an expression
//! reg name[width] = expression        another register, which reset clears; `static`: reset does not
//! ```
//!
//! Operators are `~ + ^ == & | ?:` in this order, `x[i]`, `x[high:low]` and `{x, y}`. Numbers take their width from the other operand, or have
//! one: `4'h6`. `past(x, n)` is x n clocks ago, 0 before reset; `past_reset(x, n)` looks beyond a reset. `count(x, n)` counts the clocks with x
//! in n bits, `since(x, n)` those behind the last one, and `ever(x)` holds from the clock after x on. `resets` holds in reset.

use super::circuit::{Circuit, State, edited};
use lanesmith::netlist::{ExprId, Flat};
use std::collections::HashMap;

/// Names for nets and expressions of a unit.
pub type Definitions<'a> = &'a [(&'a str, &'a str)];

/// A number without a width, or an expression.
#[derive(Clone, Copy)]
enum Value {
    Number(u64),
    Expression(ExprId),
}

/// The entries of a table: a line without indentation, and the indented lines behind it.
pub fn entries(table: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let lines: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
    let entries = lines.chunk_by(|_, next| next.starts_with(' '));
    let entry = |lines: &[&'static str]| (lines[0], lines[1..].iter().map(|line| line.trim()).collect());
    entries.map(entry).collect()
}

/// The design with these statements done.
pub fn broken(flat: &Flat, statements: &str) -> Flat {
    edited(flat, |circuit| edit(circuit, &[], statements))
}

/// Does one or more statements, separated by `;`.
pub fn edit(circuit: &mut Circuit, definitions: Definitions, statements: &str) {
    let mut names = HashMap::new();
    for statement in statements.split(';') {
        let tokens = tokens(statement, definitions);
        let mut editor = Editor {
            circuit,
            names,
            tokens: &tokens,
            statement,
        };
        editor.statement();
        assert!(editor.tokens.is_empty(), "{statement}: {:?}", editor.tokens);
        names = editor.names;
        names.remove("old");
    }
}

/// The tokens of a text, with definitions in place of their names.
fn tokens<'a>(text: &'a str, definitions: Definitions<'a>) -> Vec<&'a str> {
    let mut found = vec![];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_.'".contains(c);
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => 1 + usize::from(rest.starts_with("==")),
        };
        let token = &rest[..length];
        match definitions.iter().find(|(name, _)| *name == token) {
            None => found.push(token),
            Some((_, definition)) => match tokens(definition, &[])[..] {
                [net] => found.push(net),
                ref tokens => found.extend([&["("], tokens, &[")"]].concat()),
            },
        }
        rest = rest[length..].trim_start();
    }
    found
}

struct Editor<'a, 'b> {
    circuit: &'a mut Circuit,
    names: HashMap<&'b str, ExprId>,
    tokens: &'a [&'b str],
    statement: &'a str,
}

impl<'b> Editor<'_, 'b> {
    fn take(&mut self) -> &'b str {
        let (first, rest) = self
            .tokens
            .split_first()
            .unwrap_or_else(|| panic!("{}: unexpected end", self.statement));
        self.tokens = rest;
        first
    }

    fn passes(&mut self, token: &str) -> bool {
        let passes = self.tokens.first() == Some(&token);
        self.tokens = &self.tokens[usize::from(passes)..];
        passes
    }

    fn need(&mut self, token: &str) {
        assert!(
            self.passes(token),
            "{}: no {token} before {:?}",
            self.statement,
            self.tokens
        );
    }

    fn statement(&mut self) {
        if self.passes("let") {
            let name = self.take();
            self.need("=");
            let value = self.expression();
            self.names.insert(name, value);
        } else if self.passes("reg") {
            self.state(true);
        } else if self.passes("static") {
            self.state(false);
        } else if self.passes("without") {
            let is_reset = self.take() == "reset";
            let register = self.take();
            let register = self.circuit.register(register);
            match is_reset {
                true => register.reset = None,
                false => register.enable = None,
            }
        } else if self.passes("enable") {
            let register = self.take();
            self.need("=");
            let always = self.circuit.constant(1, 1);
            let old = self.circuit.register(register).enable.unwrap_or(always);
            self.names.insert("old", old);
            let enable = self.expression();
            self.circuit.register(register).enable = Some(enable);
        } else if self.passes("load") {
            let register = self.take();
            let net = self.circuit.net(register);
            let (value, condition) = self.value_when(self.circuit.width(net));
            self.circuit.overwrite(register, condition, value);
        } else if self.passes("write") {
            let register = self.operators(3);
            let register = self.sized(register, 4);
            let (value, condition) = self.value_when(32);
            self.circuit.write(condition, register, value);
        } else {
            let net = self.take();
            self.need("=");
            let old = self.circuit.driver(net);
            self.names.insert("old", old);
            let value = self.choice();
            let value = self.sized(value, self.circuit.width(old));
            self.circuit.drive(net, |_, _| value);
        }
    }

    /// `= value when condition`
    fn value_when(&mut self, width: u32) -> (ExprId, ExprId) {
        self.need("=");
        let value = self.choice();
        let value = self.sized(value, width);
        self.need("when");
        (value, self.expression())
    }

    /// `name[width] = expression`
    fn state(&mut self, cleared: bool) {
        let name = self.take();
        self.need("[");
        let width = self.number() as u32;
        self.need("]");
        self.need("=");
        let state: State = self.circuit.state(width, cleared);
        self.names.insert(name, state.q);
        let next = self.choice();
        let next = self.sized(next, width);
        self.circuit.load(state, next);
    }

    fn number(&mut self) -> u64 {
        let token = self.take();
        number(token).unwrap_or_else(|| panic!("{}: {token} is no number", self.statement))
    }

    fn sized(&mut self, value: Value, width: u32) -> ExprId {
        match value {
            Value::Number(number) => self.circuit.constant(width, number),
            Value::Expression(id) => id,
        }
    }

    /// Two operands of one width.
    fn both(&mut self, x: Value, y: Value) -> [ExprId; 2] {
        let width = match (x, y) {
            (Value::Expression(id), _) | (_, Value::Expression(id)) => self.circuit.width(id),
            _ => panic!("{}: numbers without a width", self.statement),
        };
        [x, y].map(|value| self.sized(value, width))
    }

    fn expression(&mut self) -> ExprId {
        match self.choice() {
            Value::Expression(id) => id,
            Value::Number(_) => panic!("{}: a number without a width", self.statement),
        }
    }

    fn choice(&mut self) -> Value {
        let condition = self.operators(0);
        if !self.passes("?") {
            return condition;
        }
        let condition = self.sized(condition, 1);
        let then = self.choice();
        self.need(":");
        let otherwise = self.choice();
        let [then, otherwise] = self.both(then, otherwise);
        Value::Expression(self.circuit.mux(condition, then, otherwise))
    }

    /// Operands with operators from this level on.
    fn operators(&mut self, level: usize) -> Value {
        const LEVELS: [&str; 5] = ["|", "&", "==", "^", "+"];
        let Some(operator) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut value = self.operators(level + 1);
        while self.passes(operator) {
            let other = self.operators(level + 1);
            let operands = self.both(value, other);
            value = Value::Expression(self.circuit.binary(operator, operands));
        }
        value
    }

    fn unary(&mut self) -> Value {
        if self.passes("~") {
            let Value::Expression(inner) = self.unary() else {
                panic!("{}: ~ of a number", self.statement)
            };
            return Value::Expression(self.circuit.not(inner));
        }
        let value = self.primary();
        let (Value::Expression(whole), true) = (value, self.passes("[")) else {
            return value;
        };
        let high = self.number() as u32;
        let low = if self.passes(":") { self.number() as u32 } else { high };
        self.need("]");
        Value::Expression(self.circuit.slice(whole, low, high + 1 - low))
    }

    fn primary(&mut self) -> Value {
        let token = self.take();
        if token == "(" {
            let inner = self.choice();
            self.need(")");
            return inner;
        }
        if token == "{" {
            let mut parts = vec![self.expression()];
            while self.passes(",") {
                parts.push(self.expression());
            }
            self.need("}");
            return Value::Expression(self.circuit.concat(&parts));
        }
        if let Some((width, digits)) = token.split_once("'h") {
            let [width, value] = [width, &format!("0x{digits}")].map(|text| number(text).expect("a number"));
            return Value::Expression(self.circuit.constant(width as u32, value));
        }
        if let Some(value) = number(token) {
            return Value::Number(value);
        }
        Value::Expression(self.named(token))
    }

    /// A call, a name or a net.
    fn named(&mut self, name: &'b str) -> ExprId {
        if self.passes("(") {
            let x = self.expression();
            let number = if self.passes(",") { self.number() as u32 } else { 0 };
            self.need(")");
            return match name {
                "past" => self.circuit.delayed(x, number, true),
                "past_reset" => self.circuit.delayed(x, number, false),
                "count" => self.circuit.counter(number, x),
                "since" => self.circuit.since(number, x),
                "ever" => self.circuit.sticky(x),
                _ => panic!("{}: no function {name}", self.statement),
            };
        }
        match self.names.get(name) {
            Some(known) => *known,
            None if name == "resets" => self.circuit.resets(),
            None => self.circuit.net(name),
        }
    }
}

fn number(token: &str) -> Option<u64> {
    match token.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => token.parse().ok(),
    }
}
