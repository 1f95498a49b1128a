//! Reads a netlist: one module of structural Verilog, as yosys' `write_verilog` writes it behind synthesis.
//!
//! ```text
//! module     = "module" name [ "(" [ name { "," name } ] ")" ] ";" { item } "endmodule"
//! item       = ( "input" | "output" | "wire" | "reg" ) [ range ] name ";" | "assign" value "=" value ";" | instance
//! range      = "[" number ":" number "]"
//! instance   = name [ "#" "(" connection { "," connection } ")" ] name "(" [ connection { "," connection } ] ")" ";"
//! connection = "." name "(" [ value | string ] ")"
//! value      = constant | name [ "[" number [ ":" number ] "]" ] | "{" [ number "{" ] value { "," value } [ "}" ] "}"
//! ```
//! `"input wire"` and a list of ports with directions are not in the language. Attributes `(* … *)` may stand before each item.

use super::lexer::{Token, TokenKind, tokens};
use lanesmith_text::diagnostic::Diagnostic;
use rustc_hash::FxHashMap;
use std::ops::Range;

pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

pub(super) fn refused<T>(span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> Parsed<T> {
    Err(Box::new(Diagnostic::new(span, message, expected)))
}

/// One bit of a net, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bit {
    /// 0 or 1.
    Constant(bool),
    /// `x` or `z`.
    Undefined,
    /// A bit of a net, by number.
    Net(u32),
}

/// A declared net or port.
#[derive(Clone, Debug)]
pub struct Wire {
    /// Its name without `\`.
    pub name: String,
    /// Its bits, the lowest first.
    pub bits: Vec<Bit>,
    /// The index of the lowest bit.
    pub low: u32,
    /// `Some(true)` for an input, `Some(false)` for an output.
    pub input: Option<bool>,
}

/// The value of a cell's parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A number, its lowest bit first; `None` is `x` or `z`.
    Bits(Vec<Option<bool>>),
    /// A string.
    Text(String),
}

/// An instance of a cell.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The cell's name, `LUT4`.
    pub kind: String,
    /// The instance's name.
    pub name: String,
    /// The place of the cell's name in the text.
    pub span: Range<usize>,
    /// Parameters, by name.
    pub settings: FxHashMap<String, Setting>,
    /// Connected ports, by name, the lowest bit first.
    pub ports: FxHashMap<String, Vec<Bit>>,
}

/// A netlist.
#[derive(Clone, Debug, Default)]
pub struct Netlist {
    /// The module's name.
    pub name: String,
    /// Nets and ports, in order.
    pub wires: Vec<Wire>,
    /// The number of net bits.
    pub bits: u32,
    /// Each assigned bit with its value, and the place of the assignment.
    pub assigns: Vec<(u32, Bit, Range<usize>)>,
    /// The cells.
    pub instances: Vec<Instance>,
}

/// Reads a netlist. Error: the first place that is not in the language.
pub fn read(source: &str) -> Result<Netlist, Box<Diagnostic>> {
    let tokens = tokens(source)?;
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        netlist: Netlist::default(),
        names: FxHashMap::default(),
    };
    reader.attributes()?;
    reader.module()?;
    Ok(reader.netlist)
}

/// The maximum width of a net and of a constant.
const WIDEST: u32 = 1 << 16;

struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    netlist: Netlist,
    names: FxHashMap<&'a str, usize>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Token<'a> {
        self.tokens[self.at]
    }

    fn advance(&mut self) -> Token<'a> {
        let token = self.tokens[self.at];
        self.at += usize::from(self.at + 1 < self.tokens.len());
        token
    }

    fn passes(&mut self, text: &str) -> bool {
        let passes = self.peek().is(text);
        if passes {
            self.advance();
        }
        passes
    }

    fn need(&mut self, text: &str) -> Parsed<()> {
        match self.passes(text) {
            true => Ok(()),
            false => self.unexpected(format!("`{text}`")),
        }
    }

    fn unexpected<T>(&self, expected: impl Into<String>) -> Parsed<T> {
        let token = self.peek();
        match token.kind {
            TokenKind::End => token.refuse("the text ends here", expected),
            _ => token.refuse(format!("unexpected `{}`", token.text), expected),
        }
    }

    /// Goes past attributes, which do not change the function.
    fn attributes(&mut self) -> Parsed<()> {
        while self.passes("(*") {
            while !self.passes("*)") {
                if self.advance().kind == TokenKind::End {
                    return self.unexpected("`*)`");
                }
            }
        }
        Ok(())
    }

    fn name(&mut self) -> Parsed<Token<'a>> {
        match self.peek().kind {
            TokenKind::Word { .. } => Ok(self.advance()),
            _ => self.unexpected("a name"),
        }
    }

    fn number(&mut self) -> Parsed<u32> {
        let token = self.peek();
        match token.text.parse() {
            Ok(number) if token.kind == TokenKind::Number && number < WIDEST => {
                self.advance();
                Ok(number)
            }
            _ => self.unexpected(format!("a number below {WIDEST}")),
        }
    }

    fn module(&mut self) -> Parsed<()> {
        self.need("module")?;
        self.netlist.name = self.name()?.text.to_owned();
        if self.passes("(") {
            while !self.passes(")") {
                self.name()?;
                self.passes(",");
            }
        }
        self.need(";")?;
        loop {
            self.attributes()?;
            let first = self.peek();
            match first.text {
                _ if first.kind != (TokenKind::Word { escaped: false }) => self.instance()?,
                "endmodule" => {
                    self.advance();
                    break;
                }
                "input" | "output" | "wire" | "reg" => self.declaration()?,
                "assign" => self.assignment()?,
                "inout" | "always" | "initial" | "parameter" | "localparam" | "function" | "specify" => {
                    let expected = "the netlist behind synth_ecp5 or synth_ice40: ports, wires, assignments, instances";
                    return first.refuse(format!("`{}` in a netlist", first.text), expected);
                }
                _ => self.instance()?,
            }
        }
        self.attributes()?;
        match self.peek().kind {
            TokenKind::End => Ok(()),
            _ => self.unexpected("the end: synthesis makes one module of the hierarchy, unless -noflatten"),
        }
    }

    fn declaration(&mut self) -> Parsed<()> {
        let kind = self.advance();
        let (mut low, mut width) = (0, 1);
        let place = self.peek();
        if self.passes("[") {
            let high = self.number()?;
            self.need(":")?;
            low = self.number()?;
            self.need("]")?;
            if high < low {
                return place.refuse("an ascending range", "the higher index first");
            }
            width = high - low + 1;
        }
        let name = self.name()?;
        self.need(";")?;
        let input = match kind.text {
            "input" => Some(true),
            "output" => Some(false),
            _ => None,
        };
        let wires = &mut self.netlist.wires;
        let known = *self.names.entry(name.text).or_insert(wires.len());
        if known < wires.len() {
            // A port is declared once as port and once as wire.
            let wire = &mut wires[known];
            if wire.bits.len() as u32 != width || wire.low != low || wire.input.is_some() == input.is_some() {
                return name.refuse(format!("`{}` is declared before", name.text), "another name");
            }
            wire.input = wire.input.or(input);
            return Ok(());
        }
        let bits = self.netlist.bits..self.netlist.bits + width;
        self.netlist.bits += width;
        wires.push(Wire {
            name: name.text.to_owned(),
            bits: bits.map(Bit::Net).collect(),
            low,
            input,
        });
        Ok(())
    }

    fn assignment(&mut self) -> Parsed<()> {
        let start = self.advance().start;
        let left = self.value()?;
        self.need("=")?;
        let place = self.peek();
        let right = self.value()?;
        self.need(";")?;
        if left.len() != right.len() {
            let message = format!("{} bits for {} bits", right.len(), left.len());
            return place.refuse(message, "as many bits on both sides");
        }
        for (left, right) in left.into_iter().zip(right) {
            let Bit::Net(left) = left else {
                return refused(start..start + "assign".len(), "a constant is assigned", "a net");
            };
            self.netlist.assigns.push((left, right, start..start + "assign".len()));
        }
        Ok(())
    }

    fn instance(&mut self) -> Parsed<()> {
        let kind = self.name()?;
        let mut settings = FxHashMap::default();
        if self.passes("#") {
            for (name, value) in self.connections()? {
                let value = match value {
                    Value::Text(text) => Setting::Text(text.to_owned()),
                    Value::Bits(bits) => Setting::Bits(self.constant(&name, &bits)?),
                };
                settings.insert(name.text.to_owned(), value);
            }
        }
        let name = self.name()?;
        let mut ports = FxHashMap::default();
        for (port, value) in self.connections()? {
            let Value::Bits(bits) = value else {
                return port.refuse("a string at a port", "a net or a constant");
            };
            if ports.insert(port.text.to_owned(), bits).is_some() {
                return port.refuse(format!("`{}` is connected twice", port.text), "each port once");
            }
        }
        self.need(";")?;
        self.netlist.instances.push(Instance {
            kind: kind.text.to_owned(),
            name: name.text.to_owned(),
            span: kind.span(),
            settings,
            ports,
        });
        Ok(())
    }

    fn constant(&self, name: &Token, bits: &[Bit]) -> Parsed<Vec<Option<bool>>> {
        let constant = |bit: &Bit| match bit {
            Bit::Constant(value) => Ok(Some(*value)),
            Bit::Undefined => Ok(None),
            Bit::Net(_) => name.refuse("a net as parameter", "a constant"),
        };
        bits.iter().map(constant).collect()
    }

    /// `(.name(value), …)`; a port without a value is left out.
    fn connections(&mut self) -> Parsed<Vec<(Token<'a>, Value<'a>)>> {
        let mut found = vec![];
        self.need("(")?;
        while !self.passes(")") {
            self.need(".")?;
            let name = self.name()?;
            self.need("(")?;
            if self.passes(")") {
                self.passes(",");
                continue;
            }
            let value = match self.peek().kind {
                TokenKind::Text => Value::Text(self.advance().text),
                _ => Value::Bits(self.value()?),
            };
            self.need(")")?;
            found.push((name, value));
            if !self.passes(",") {
                self.need(")")?;
                break;
            }
        }
        Ok(found)
    }

    /// The bits of a value, the lowest first.
    fn value(&mut self) -> Parsed<Vec<Bit>> {
        let token = self.peek();
        match token.kind {
            TokenKind::Number => {
                self.advance();
                literal(&token)
            }
            TokenKind::Word { .. } => self.bits_of_net(),
            _ if self.passes("{") => {
                let mut parts = vec![];
                let is_count = self.tokens[(self.at + 1).min(self.tokens.len() - 1)].is("{");
                if is_count {
                    let count = self.number()?;
                    let place = self.peek();
                    let part = self.value()?;
                    self.need("}")?;
                    if part.len() as u64 * u64::from(count) > u64::from(WIDEST) {
                        return place.refuse("a value too wide", format!("at most {WIDEST} bits"));
                    }
                    return Ok(part.repeat(count as usize));
                }
                loop {
                    parts.push(self.value()?);
                    if !self.passes(",") {
                        break;
                    }
                }
                self.need("}")?;
                Ok(parts.into_iter().rev().flatten().collect())
            }
            _ => self.unexpected("a net, a constant, or `{`"),
        }
    }

    fn bits_of_net(&mut self) -> Parsed<Vec<Bit>> {
        let name = self.advance();
        let Some(wire) = self.names.get(name.text).copied() else {
            return name.refuse(format!("`{}` is not declared", name.text), "a declaration before");
        };
        let place = self.peek();
        if !self.passes("[") {
            return Ok(self.netlist.wires[wire].bits.clone());
        }
        let high = self.number()?;
        let low = if self.passes(":") { self.number()? } else { high };
        self.need("]")?;
        let wire = &self.netlist.wires[wire];
        match (low.checked_sub(wire.low), high.checked_sub(wire.low)) {
            (Some(low), Some(high)) if low <= high && (high as usize) < wire.bits.len() => {
                Ok(wire.bits[low as usize..=high as usize].to_vec())
            }
            _ => {
                let (first, last) = (wire.low, wire.low + wire.bits.len() as u32 - 1);
                place.refuse("bits that the net does not have", format!("[{last}:{first}] or a part"))
            }
        }
    }
}

enum Value<'a> {
    Text(&'a str),
    Bits(Vec<Bit>),
}

/// The bits of a number: `4'h3`, `2'bx1`, or a decimal number, which has 32 bits.
fn literal(token: &Token) -> Parsed<Vec<Bit>> {
    let text = token.text.replace('_', "");
    let wrong = || {
        token.refuse(
            format!("`{}` is no constant", token.text),
            "width, base and digits, as in `4'h3`",
        )
    };
    let (width, rest) = text.split_once('\'').unwrap_or(("32", &text));
    let (signless, decimal) = (rest.trim_start_matches(['s', 'S']), !text.contains('\''));
    let Some(width) = width.parse::<u32>().ok().filter(|width| (1..=WIDEST).contains(width)) else {
        return wrong();
    };
    let (base, digits) = match decimal {
        true => ("d", signless),
        false => signless.split_at(signless.len().min(1)),
    };
    let bits_per_digit = match base {
        "b" | "B" => 1,
        "o" | "O" => 3,
        "h" | "H" => 4,
        "d" | "D" => match digits.parse::<u64>() {
            Ok(value) => {
                let bit = |i: u32| Bit::Constant(i < 64 && value >> i & 1 != 0);
                return Ok((0..width).map(bit).collect());
            }
            Err(_) => return wrong(),
        },
        _ => return wrong(),
    };
    let mut bits = vec![];
    for digit in digits.chars().rev() {
        let digit_bits: Vec<Bit> = match digit.to_digit(1 << bits_per_digit) {
            Some(value) => (0..bits_per_digit)
                .map(|i| Bit::Constant(value >> i & 1 != 0))
                .collect(),
            None if matches!(digit, 'x' | 'X' | 'z' | 'Z') => vec![Bit::Undefined; bits_per_digit],
            None => return wrong(),
        };
        bits.extend(digit_bits);
    }
    // Verilog extends a number whose first digit is `x` with `x`.
    let fill = match bits.last() {
        None => return wrong(),
        Some(Bit::Undefined) => Bit::Undefined,
        Some(_) => Bit::Constant(false),
    };
    bits.resize(width as usize, fill);
    Ok(bits)
}
