//! The notation of the tables.
//!
//! A line `= Section` begins a section, `name .x .y: Summary` an opcode, of whose name `.x` and `.y` are parts; an indented line is a
//! form:
//!
//! - `.rn` is a modifier, `.(rn|rz)` one of several, `{.ftz}` an optional one. A name of
//!   `sets.txt` stands for its members; `#` in a member for digits.
//! - `d` is a register, `a` (or `b`, `c`, `e`, `f`, `g`) a register or constant, `ra` a source without constants, `#a` a constant,
//!   `p` a predicate, `!a` a predicate with or without `!`, `[a]` an address, `[a, …:2]` one with coordinates of a type, `{d}` a
//!   vector that packs the type, `{d, …}` one with elements of the type, `_` the sink, `d|p` and `d{|p}` a pair, `label`, `targets` and `function` what they say, `...` any further operands.
//! - `:u32` gives an operand's type, `:2` says it is the form's second type, `:wide` twice the first one, `:any` any; else it is the first.
//! - After it, `*` is a vector if the form has `.v2` or the like; `~` allows wider registers; `_` allows the sink; `%` allows special
//!   registers; `&` allows addresses of variables and functions; `<16` bounds constants, which `/32` has to divide; `=4+8` lists them.
//! - After all of these, `.` allows a mask or selector, and a final `-` a minus sign, which a and b have both or neither.
//! - `{, c}` is an optional operand; `{, policy}` one that `.L2::cache_hint` demands and nothing else allows.
//! - `@80/7.0` is the least architecture and version of PTX, `@90a` an architecture with its own features, `@100a-110` a range of these
//!   (`@0-69` holds from version 6.4 on).

use crate::data_type::{DATA_TYPES, DataType};
use std::collections::HashMap;

/// The least architecture and version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    /// Such as 80 of `sm_80`.
    pub architecture: u16,
    /// Whether only targets such as `sm_90a` or `sm_100f` have it.
    pub is_specific: bool,
    /// The last architecture that has it; 0 if all later ones do.
    pub last: u16,
    /// 10 · major + minor.
    pub version: u16,
}

/// One of the modifiers of a slot.
#[derive(Debug)]
pub(crate) struct Choice {
    /// Without its dot.
    pub(crate) name: &'static str,
    pub(crate) kind: Option<DataType>,
    pub(crate) since: Since,
}

/// A place for a modifier.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) choices: Vec<Choice>,
    pub(crate) is_optional: bool,
}

/// The kinds of operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A register that is written, or a source without constants.
    Register,
    /// A register or constant.
    Source,
    Constant,
    Address,
    /// With coordinates or the like.
    LongAddress,
    /// A register's value in parts.
    Vector,
    /// Elements of the type.
    Elements,
    Sink,
    Label,
    Targets,
    Function,
}

/// Which type an operand has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperandType {
    /// That of a modifier, counted from 0.
    Modifier(usize),
    /// Twice as wide as that of the first modifier.
    Wide,
    Fixed(DataType),
    /// An integer of 32 or 64 bits.
    Address,
    Any,
}

/// The constants that an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    All,
    Below(u64),
    MultiplesOf(u64),
    /// Those of a list such as `4+8`.
    Listed(&'static str),
}

/// An operand of a form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    pub(crate) shape: Shape,
    pub(crate) kind: OperandType,
    pub(crate) is_optional: bool,
    pub(crate) is_written: bool,
    /// Whether `|p` may follow, and whether it has to.
    pub(crate) pair: Option<bool>,
    /// Whether `!` may stand before it.
    pub(crate) negates: bool,
    /// Whether it is a vector where the form's modifiers say so.
    pub(crate) may_be_vector: bool,
    pub(crate) is_relaxed: bool,
    pub(crate) takes_sink: bool,
    pub(crate) takes_sign: bool,
    pub(crate) takes_selector: bool,
    pub(crate) takes_special: bool,
    pub(crate) takes_address: bool,
    pub(crate) limit: Limit,
    /// Whether it belongs to the modifier `.L2::cache_hint`.
    pub(crate) is_policy: bool,
}

/// A form of an instruction.
#[derive(Debug)]
pub struct Form {
    /// As the table has it.
    pub syntax: &'static str,
    /// The least architecture and version that have it.
    pub since: Since,
    pub(crate) slots: Vec<Slot>,
    pub(crate) operands: Vec<Pattern>,
    /// Whether any operands may follow.
    pub(crate) has_tail: bool,
}

/// Sets of modifiers by name.
pub(super) type Sets = HashMap<&'static str, &'static str>;

/// Reads `sets.txt`.
pub(super) fn sets(text: &'static str) -> Sets {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let entries = lines.filter_map(|line| line.split_once(' '));
    entries.map(|(name, members)| (name, members.trim())).collect()
}

/// Reads a table.
pub(super) fn opcodes(text: &'static str, sets: &Sets) -> Vec<super::Opcode> {
    let mut opcodes: Vec<super::Opcode> = Vec::new();
    let mut section = "";
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("= ") {
            section = title;
        } else if let Some(syntax) = line.strip_prefix("  ") {
            let opcode = opcodes.last_mut().expect("an opcode before its forms");
            opcode.forms.push(form(syntax, opcode.name, sets));
        } else if let Some((name, summary)) = line.split_once(": ") {
            let mut words = name.split(' ');
            opcodes.push(super::Opcode {
                name: words.next().unwrap_or_default(),
                fixed: words.map(|word| &word[1..]).collect(),
                section,
                summary,
                forms: Vec::new(),
            });
        }
    }
    opcodes
}

fn form(syntax: &'static str, opcode: &'static str, sets: &Sets) -> Form {
    let (rest, since) = syntax.split_once(" @").unwrap_or((syntax, ""));
    let (head, operands) = rest.split_once(' ').unwrap_or((rest, ""));
    let mut modifiers = &head[opcode.len()..];
    let mut slots = Vec::new();
    while !modifiers.is_empty() {
        let is_optional = modifiers.starts_with('{');
        let inner = modifiers.trim_start_matches('{');
        let (body, rest) = match inner.strip_prefix(".(") {
            Some(list) => list.split_once(')').expect("a closed list"),
            None => inner[1..].split_at(inner[1..].find(['.', '{', '}']).unwrap_or(inner.len() - 1)),
        };
        let rest = if is_optional { &rest[1..] } else { rest };
        modifiers = rest;
        let names = body.split('|');
        let members = names.flat_map(|name| sets.get(name).unwrap_or(&name).split_whitespace());
        slots.push(Slot {
            choices: members.map(choice).collect(),
            is_optional,
        });
    }
    let mut patterns = Vec::new();
    let mut has_tail = false;
    for text in split(operands) {
        has_tail |= text.ends_with("...");
        let text = text.trim_end_matches("...");
        if !text.is_empty() {
            patterns.push(pattern(text));
        }
    }
    Form {
        syntax,
        since: self::since(since),
        slots,
        operands: patterns,
        has_tail,
    }
}

/// The operands' texts; those of optional ones begin with `?`.
fn split(operands: &'static str) -> Vec<&'static str> {
    let mut texts = Vec::new();
    let (mut start, mut depth) = (0, 0);
    for (at, byte) in operands.bytes().enumerate() {
        depth += i32::from(byte == b'[') - i32::from(byte == b']');
        // `{, c}` is an optional operand, `{a, …}` a vector.
        if byte == b',' && depth == 0 && !operands[at..].starts_with(", …") {
            texts.push(operands[start..at].trim_end_matches('{'));
            start = at + 2;
        }
    }
    texts.push(&operands[start.min(operands.len())..]);
    texts
}

fn choice(text: &'static str) -> Choice {
    let (name, since) = text.split_once('@').unwrap_or((text, ""));
    Choice {
        name,
        kind: data_type(name),
        since: self::since(since),
    }
}

fn since(text: &str) -> Since {
    let (architecture, version) = text.split_once('/').unwrap_or((text, ""));
    let (architecture, last) = architecture.split_once('-').unwrap_or((architecture, ""));
    let digits = architecture.trim_end_matches('a');
    Since {
        architecture: digits.parse().unwrap_or(0),
        is_specific: digits.len() < architecture.len(),
        last: last.parse().unwrap_or(0),
        version: version.replace('.', "").parse().unwrap_or(0),
    }
}

fn pattern(text: &'static str) -> Pattern {
    // An optional operand `{, c}` lost its opening brace to `split`.
    let is_optional = text.ends_with('}') && text.matches('}').count() > text.matches('{').count();
    let text = if is_optional { &text[..text.len() - 1] } else { text };
    let (text, limit) = match text.find(['=', '<', '/']).map(|at| text.split_at(at)) {
        None => (text, Limit::All),
        Some((text, limit)) => {
            let number = limit[1..].parse().unwrap_or_default();
            let limit = match limit.as_bytes()[0] {
                b'<' => Limit::Below(number),
                b'/' => Limit::MultiplesOf(number),
                _ => Limit::Listed(&limit[1..]),
            };
            (text, limit)
        }
    };
    let is_policy = text == "policy";
    let pair = text.contains('|').then(|| !text.contains("{|"));
    let negates = text.starts_with('!');
    let name = text.trim_start_matches('!');
    let shape = match name {
        "label" => Shape::Label,
        "targets" => Shape::Targets,
        "function" => Shape::Function,
        "_" => Shape::Sink,
        _ if name.starts_with('[') && name.contains('…') => Shape::LongAddress,
        _ if name.starts_with('{') && name.contains('…') => Shape::Elements,
        _ => match name.as_bytes()[0] {
            b'[' => Shape::Address,
            b'{' => Shape::Vector,
            b'#' => Shape::Constant,
            b'd' | b'p' | b'r' if !is_policy => Shape::Register,
            _ => Shape::Source,
        },
    };
    const MARKS: [char; 9] = ['}', ']', '*', '~', '_', '%', '&', '-', '.'];
    let given = text.split_once(':').map(|(_, kind)| kind.trim_end_matches(MARKS));
    let kind = match given {
        Some("wide") => OperandType::Wide,
        Some("address") => OperandType::Address,
        Some("any") => OperandType::Any,
        Some(number) if number.len() == 1 => OperandType::Modifier(usize::from(number.as_bytes()[0] - b'1')),
        Some(name) => fixed(name),
        None if is_policy => fixed("u64"),
        None if negates || name.starts_with('p') => fixed("pred"),
        None if shape == Shape::Constant => fixed("u32"),
        None => OperandType::Modifier(0),
    };
    let has = |mark: char| text.contains(mark);
    Pattern {
        shape,
        kind,
        is_optional,
        is_written: name.trim_start_matches('{').starts_with(['d', 'p']),
        pair,
        negates,
        may_be_vector: has('*'),
        is_relaxed: has('~'),
        takes_sink: has('_'),
        takes_special: has('%'),
        takes_address: has('&'),
        limit,
        is_policy,
        takes_sign: text.ends_with('-'),
        takes_selector: text.trim_end_matches('-').ends_with('.'),
    }
}

/// The type with a name without its dot.
fn data_type(name: &str) -> Option<DataType> {
    DATA_TYPES.iter().find(|kind| &kind.name[1..] == name).copied()
}

fn fixed(name: &str) -> OperandType {
    OperandType::Fixed(data_type(name).unwrap_or_else(|| panic!("the table names an unknown type {name}")))
}

impl Slot {
    /// Whether it chooses the type of operands.
    pub(crate) fn is_type(&self) -> bool {
        self.choices.iter().all(|choice| choice.kind.is_some())
    }

    /// Whether types are among its choices, those of matrices included.
    pub(crate) fn has_types(&self) -> bool {
        let is_type = |choice: &Choice| choice.kind.is_some() || matches!(choice.name, "b1" | "u4" | "e2m1");
        self.choices.iter().any(is_type)
    }

    /// The choice with a name, without its dot.
    pub(crate) fn find(&self, name: &str) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.fits(name))
    }
}

impl Choice {
    fn fits(&self, name: &str) -> bool {
        if !self.name.contains('#') {
            return self.name == name;
        }
        let mut shape = name.replace(|c: char| c.is_ascii_digit(), "#");
        while shape.contains("##") {
            shape = shape.replace("##", "#");
        }
        shape == self.name
    }
}

impl Limit {
    /// Whether a constant is among them.
    pub(crate) fn allows(self, value: u64) -> bool {
        match self {
            Limit::All => true,
            Limit::Below(limit) => value < limit,
            Limit::MultiplesOf(divisor) => value.is_multiple_of(divisor),
            Limit::Listed(list) => list.split('+').any(|listed| listed.parse() == Ok(value as i64)),
        }
    }

    /// In words, after the name of an operand.
    pub(crate) fn describe(self) -> String {
        match self {
            Limit::All => String::new(),
            Limit::Below(limit) => format!(", constants below {limit}"),
            Limit::MultiplesOf(divisor) => format!(", constants that are multiples of {divisor}"),
            Limit::Listed(list) => format!(", one of the constants {}", list.replace('+', " ")),
        }
    }
}

impl Pattern {
    /// The shape of the elements of a vector.
    pub(crate) fn element_shape(&self) -> Shape {
        match self.shape {
            Shape::Register => Shape::Register,
            _ if self.is_written => Shape::Register,
            _ => Shape::Source,
        }
    }

    /// The pattern of the elements of a vector.
    pub(crate) fn of_elements(&self, shape: Shape) -> Pattern {
        Pattern {
            takes_sink: self.shape == Shape::Vector || self.takes_sink || self.is_relaxed,
            shape,
            may_be_vector: false,
            takes_special: true,
            takes_address: false,
            pair: None,
            ..*self
        }
    }

    /// Whether its type does not depend on modifiers; registers of `.f16x2` then are no integers.
    pub(crate) fn is_strict(&self) -> bool {
        matches!(self.kind, OperandType::Fixed(_))
    }
}

impl Form {
    /// The opcode without modifiers.
    pub(crate) fn opcode(&self) -> &'static str {
        self.syntax.split(['.', '{', ' ']).next().unwrap_or_default()
    }

    /// Whether it takes so many operands.
    pub(crate) fn takes(&self, count: usize) -> bool {
        let least = self.operands.iter().filter(|pattern| !pattern.is_optional).count();
        count >= least && (self.has_tail || count <= self.operands.len())
    }
}
