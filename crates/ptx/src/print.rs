//! Prints the syntax tree as text in one format: a statement on each line, numbers in decimal. Parsing the text gives the tree again.

use crate::tree::{
    Address, Argument, Block, Constant, Directive, Function, Guard, Initial, InitialKind, Instruction, Item, Module,
    Operand, OperandKind, Prototype, Register, SectionLine, Statement, Variable, Word,
};
use std::fmt::{self, Display, Formatter};
use std::slice;

/// The indentation of a statement in a block, for each block around it.
const INDENT: &str = "    ";

/// Deeper blocks are not indented further.
const MAX_INDENT: usize = 10;

impl Module<'_> {
    /// Whether both are the same tree, apart from places in the text.
    pub fn same(&self, other: &Module) -> bool {
        format!("{:?}", self.items) == format!("{:?}", other.items)
    }
}

impl Display for Module<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for item in &self.items {
            match item {
                Item::Directive(directive) => writeln!(f, "{directive}")?,
                Item::Variable(variable) => writeln!(f, "{variable};")?,
                Item::Function(function) => write!(f, "\n{function}")?,
            }
        }
        Ok(())
    }
}

/// Writes parts with a text between them.
fn join<T: Display>(f: &mut Formatter<'_>, parts: impl IntoIterator<Item = T>, between: &str) -> fmt::Result {
    for (index, part) in parts.into_iter().enumerate() {
        if index > 0 {
            f.write_str(between)?;
        }
        write!(f, "{part}")?;
    }
    Ok(())
}

impl Display for Word<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// With the semicolon of those that end with one.
impl Display for Directive<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        for Argument { word, after_comma } in &self.arguments {
            f.write_str(if *after_comma { ", " } else { " " })?;
            write!(f, "{word}")?;
        }
        match self.name.text {
            ".pragma" | ".alias" | ".branchtargets" | ".calltargets" => f.write_str(";"),
            ".section" => {
                f.write_str(" {\n")?;
                for line in &self.content {
                    match line {
                        SectionLine::Label(label) => writeln!(f, "{label}:")?,
                        SectionLine::Data(data) => writeln!(f, "{INDENT}{data}")?,
                    }
                }
                f.write_str("}")
            }
            _ => Ok(()),
        }
    }
}

impl Variable<'_> {
    /// What a declaration says before the names.
    fn head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(linkage) = self.linkage {
            write!(f, "{linkage} ")?;
        }
        write!(f, "{}", self.space)?;
        if let Some(align) = self.align {
            write!(f, " .align {align}")?;
        }
        attributes(f, &self.attributes)?;
        if self.vector > 1 {
            write!(f, " .v{}", self.vector)?;
        }
        write!(f, " {}", self.data_type)?;
        if let Some(pointer) = self.pointer {
            f.write_str(" .ptr")?;
            if let Some(space) = pointer.space {
                write!(f, " {space}")?;
            }
            if let Some(align) = pointer.align {
                write!(f, " .align {align}")?;
            }
        }
        f.write_str(" ")
    }

    /// The name with what follows it.
    fn declarator(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some(range) = self.range {
            write!(f, "<{range}>")?;
        }
        for dimension in &self.dimensions {
            match dimension {
                Some(count) => write!(f, "[{count}]")?,
                None => f.write_str("[]")?,
            }
        }
        match &self.initial {
            Some(initial) => write!(f, " = {initial}"),
            None => Ok(()),
        }
    }
}

fn attributes(f: &mut Formatter<'_>, attributes: &[Word]) -> fmt::Result {
    if attributes.is_empty() {
        return Ok(());
    }
    f.write_str(" .attribute(")?;
    join(f, attributes, ", ")?;
    f.write_str(")")
}

/// Without semicolon.
impl Display for Variable<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        self.declarator(f)
    }
}

impl Display for Initial<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            InitialKind::List(list) => {
                f.write_str("{")?;
                join(f, list, ", ")?;
                f.write_str("}")
            }
            InitialKind::Field(name, value) => write!(f, "{name} = {value}"),
            InitialKind::Constant(value) => value.fmt(f),
            InitialKind::Address(address) => {
                if let Some(mask) = address.mask {
                    write!(f, "{mask:#x}(")?;
                }
                match address.is_generic {
                    true => write!(f, "generic({})", address.name.word)?,
                    false => write!(f, "{}", address.name.word)?,
                }
                offset(f, address.offset)?;
                f.write_str(if address.mask.is_some() { ")" } else { "" })
            }
        }
    }
}

fn offset(f: &mut Formatter<'_>, offset: i64) -> fmt::Result {
    match offset {
        0 => Ok(()),
        _ => write!(f, "+{}", Constant::Integer(offset as u64, false)),
    }
}

impl Display for Constant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Constant::Integer(value, true) => write!(f, "{value}U"),
            // The number without its sign has no signed value.
            Constant::Integer(value, false) if value == 1 << 63 => f.write_str("(.s64)0x8000000000000000"),
            Constant::Integer(value, false) => write!(f, "{}", value as i64),
            Constant::Single(bits) => write!(f, "0f{bits:08X}"),
            Constant::Double(bits) => write!(f, "0d{bits:016X}"),
        }
    }
}

fn parameters(f: &mut Formatter<'_>, list: &[Variable]) -> fmt::Result {
    f.write_str("(")?;
    join(f, list, ", ")?;
    f.write_str(")")
}

impl Display for Function<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(linkage) = self.linkage {
            write!(f, "{linkage} ")?;
        }
        f.write_str(if self.is_entry { ".entry" } else { ".func" })?;
        attributes(f, &self.attributes)?;
        if !self.results.is_empty() {
            f.write_str(" ")?;
            parameters(f, &self.results)?;
        }
        write!(f, " {}", self.name)?;
        match &self.parameters[..] {
            [] => f.write_str("()")?,
            list => {
                write!(f, "(\n{INDENT}")?;
                join(f, list, &format!(",\n{INDENT}"))?;
                f.write_str("\n)")?;
            }
        }
        for directive in &self.directives {
            write!(f, "\n{directive}")?;
        }
        match &self.body {
            None => f.write_str(";\n"),
            Some(body) => self.body(f, body),
        }
    }
}

impl Function<'_> {
    fn body(&self, f: &mut Formatter<'_>, body: &Block) -> fmt::Result {
        f.write_str("\n{\n")?;
        let mut open: Vec<slice::Iter<Statement>> = vec![body.statements.iter()];
        while let Some(innermost) = open.last_mut() {
            let statement = innermost.next();
            let is_label = matches!(statement, Some(Statement::Label(_)));
            let depth = open.len() - usize::from(statement.is_none() || is_label);
            for _ in 0..depth.min(MAX_INDENT) {
                f.write_str(INDENT)?;
            }
            match statement {
                None => {
                    open.pop();
                    f.write_str("}\n")?;
                }
                Some(Statement::Block(block)) => {
                    f.write_str("{\n")?;
                    open.push(block.statements.iter());
                }
                Some(statement) => {
                    self.statement(f, statement)?;
                    f.write_str("\n")?;
                }
            }
        }
        Ok(())
    }

    /// A statement of the function, except blocks.
    fn statement(&self, f: &mut Formatter<'_>, statement: &Statement) -> fmt::Result {
        match statement {
            Statement::Registers(_, range) => {
                let registers = &self.registers[range.start as usize..range.end as usize];
                if let Some(first) = registers.first() {
                    f.write_str(".reg ")?;
                    if first.vector > 1 {
                        write!(f, ".v{} ", first.vector)?;
                    }
                    write!(f, "{} ", first.kind.name)?;
                }
                join(f, registers, ", ")?;
                f.write_str(";")
            }
            Statement::Variables(_, range) => {
                for (index, variable) in self.variables[range.start as usize..range.end as usize]
                    .iter()
                    .enumerate()
                {
                    match index {
                        0 => variable.head(f)?,
                        _ => f.write_str(", ")?,
                    }
                    variable.declarator(f)?;
                }
                f.write_str(";")
            }
            Statement::Label(label) => write!(f, "{}:", self.labels[*label as usize]),
            Statement::Instruction(instruction) => write!(f, "{instruction};"),
            Statement::Block(block) => self.body(f, block),
            Statement::Directive(directive) => directive.fmt(f),
            Statement::Targets(label, directive) => write!(f, "{}: {directive}", self.labels[*label as usize]),
            Statement::Prototype(prototype) => write!(f, "{}: {prototype}", self.labels[prototype.label as usize]),
        }
    }
}

impl Display for Register<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.range {
            Some(count) => write!(f, "{}<{count}>", self.name),
            None => self.name.fmt(f),
        }
    }
}

/// Without its label.
impl Display for Prototype<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(".callprototype ")?;
        parameters(f, &self.results)?;
        write!(f, " {} ", self.name)?;
        parameters(f, &self.parameters)?;
        for directive in &self.directives {
            write!(f, " {directive}")?;
        }
        f.write_str(";")
    }
}

/// Without semicolon.
impl Display for Instruction<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(Guard {
            is_negated, predicate, ..
        }) = &self.guard
        {
            write!(f, "@{}{} ", if *is_negated { "!" } else { "" }, predicate.word)?;
        }
        write!(f, "{}", self.opcode)?;
        join(f, &self.modifiers, "")?;
        if !self.operands.is_empty() {
            f.write_str(" ")?;
        }
        join(f, &self.operands, ", ")
    }
}

impl Display for Operand<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            OperandKind::Name(name) => name.word.fmt(f),
            OperandKind::Part(whole, part) => write!(f, "{whole}{part}"),
            OperandKind::Not(name) => write!(f, "!{}", name.word),
            OperandKind::Negative(name) => write!(f, "-{}", name.word),
            OperandKind::Offset(name, bytes) => write!(f, "{}+{}", name.word, Constant::Integer(*bytes as u64, false)),
            OperandKind::Constant(value) => value.fmt(f),
            OperandKind::Vector(list) => {
                f.write_str("{")?;
                join(f, list, ", ")?;
                f.write_str("}")
            }
            OperandKind::Address(address) => address.fmt(f),
            OperandKind::Pair(pair) => write!(f, "{}|{}", pair[0], pair[1]),
            OperandKind::List(list) => {
                f.write_str("(")?;
                join(f, list, ", ")?;
                f.write_str(")")
            }
            OperandKind::Sink => f.write_str("_"),
        }
    }
}

impl Display for Address<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        match &self.base {
            None => Constant::Integer(self.offset as u64, false).fmt(f)?,
            Some(base) => {
                base.fmt(f)?;
                offset(f, self.offset)?;
            }
        }
        for part in &self.rest {
            write!(f, ", {part}")?;
        }
        f.write_str("]")
    }
}
