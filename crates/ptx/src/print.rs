//! Prints the syntax tree as text in one format: a statement on each line, numbers in decimal. Parsing the text gives the tree again.

use crate::tree::{
    Address, Block, Constant, Directive, Function, Initial, InitialKind, Instruction, Item, Module, Operand,
    OperandKind, Pointer, Register, SectionLine, Statement, Variable, Word,
};
use std::fmt::{self, Display, Formatter};

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

/// Parts with a text between them.
struct Joined<'t, T>(&'t [T], &'t str);

impl<T: Display> Display for Joined<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if index > 0 { self.1 } else { "" })?;
        }
        Ok(())
    }
}

/// A part that may be missing, between two texts.
fn some<T: Display>(before: &str, part: Option<T>, after: &str) -> String {
    part.map_or(String::new(), |part| format!("{before}{part}{after}"))
}

fn attributes(list: &[Word]) -> String {
    some(" .attribute(", (!list.is_empty()).then_some(Joined(list, ", ")), ")")
}

/// Implements `Display` by an expression with a formatter.
macro_rules! display {
    ($($kind:ty, $this:ident, $f:ident => $body:expr;)*) => {
        $(impl Display for $kind {
            fn fmt(&self, $f: &mut Formatter<'_>) -> fmt::Result {
                let $this = self;
                $body
            }
        })*
    };
}

display! {
    Module<'_>, module, f => module.items.iter().try_for_each(|item| match item {
        Item::Directive(directive) => writeln!(f, "{directive}"),
        Item::Variable(variable) => writeln!(f, "{variable};"),
        Item::Function(function) => write!(f, "\n{function}"),
    });
    Word<'_>, word, f => f.write_str(word.text);
    // With the semicolon of those that end with one.
    Directive<'_>, directive, f => {
        directive.name.fmt(f)?;
        for argument in &directive.arguments {
            write!(f, "{} {}", if argument.after_comma { "," } else { "" }, argument.word)?;
        }
        match directive.name.text {
            ".pragma" | ".alias" | ".branchtargets" | ".calltargets" => f.write_str(";"),
            ".section" => {
                let lines = directive.content.iter().map(|line| match line {
                    SectionLine::Label(label) => format!("{label}:\n"),
                    SectionLine::Data(data) => format!("{INDENT}{data}\n"),
                });
                write!(f, " {{\n{}}}", lines.collect::<String>())
            }
            _ => Ok(()),
        }
    };
    Variable<'_>, variable, f => write!(f, "{}{}", head(variable), declarator(variable));
    Initial<'_>, initial, f => match &initial.kind {
        InitialKind::List(list) => write!(f, "{{{}}}", Joined(list, ", ")),
        InitialKind::Field(name, value) => write!(f, "{name} = {value}"),
        InitialKind::Constant(value) => value.fmt(f),
        InitialKind::Address(address) => {
            let name = some("generic(", address.is_generic.then_some(address.name.word), ")");
            let name = if address.is_generic { &name } else { address.name.word.text };
            let end = if address.mask.is_some() { ")" } else { "" };
            write!(f, "{}{name}{}{end}", some("", address.mask, "("), offset(address.offset))
        }
    };
    Constant, constant, f => match *constant {
        Constant::Integer(value, true) => write!(f, "{value}U"),
        // Without its sign, this number is unsigned.
        Constant::Integer(value, false) if value == 1 << 63 => f.write_str("(.s64)0x8000000000000000"),
        Constant::Integer(value, false) => write!(f, "{}", value as i64),
        Constant::Single(bits) => write!(f, "0f{bits:08X}"),
        Constant::Double(bits) => write!(f, "0d{bits:016X}"),
    };
    Function<'_>, function, f => {
        let linkage = some("", function.linkage, " ");
        let kind = if function.is_entry { ".entry" } else { ".func" };
        let results = (!function.results.is_empty()).then_some(Joined(&function.results, ", "));
        let (attributes, results) = (attributes(&function.attributes), some(" (", results, ")"));
        write!(f, "{linkage}{kind}{attributes}{results} {}(", function.name)?;
        match &function.parameters[..] {
            [] => f.write_str(")")?,
            list => write!(f, "\n{INDENT}{}\n)", Joined(list, &format!(",\n{INDENT}")))?,
        }
        for directive in &function.directives {
            write!(f, "\n{directive}")?;
        }
        match &function.body {
            None => f.write_str(";\n"),
            Some(body) => block(f, function, body),
        }
    };
    Register<'_>, register, f => write!(f, "{}{}", register.name, some("<", register.range, ">"));
    Instruction<'_>, instruction, f => {
        if let Some(guard) = &instruction.guard {
            write!(f, "@{}{} ", if guard.is_negated { "!" } else { "" }, guard.predicate.word)?;
        }
        let space = if instruction.operands.is_empty() { "" } else { " " };
        let (modifiers, operands) = (Joined(&instruction.modifiers, ""), Joined(&instruction.operands, ", "));
        write!(f, "{}{modifiers}{space}{operands}", instruction.opcode)
    };
    Operand<'_>, operand, f => match &operand.kind {
        OperandKind::Name(name) => name.word.fmt(f),
        OperandKind::Part(whole, part) => write!(f, "{whole}{part}"),
        OperandKind::Not(name) => write!(f, "!{}", name.word),
        OperandKind::Negative(name) => write!(f, "-{}", name.word),
        OperandKind::Offset(name, bytes) => write!(f, "{}+{}", name.word, Constant::Integer(*bytes as u64, false)),
        OperandKind::Element(names) => write!(f, "{}[{}]", names[0].word, names[1].word),
        OperandKind::Constant(value) => value.fmt(f),
        OperandKind::Vector(list) => write!(f, "{{{}}}", Joined(list, ", ")),
        OperandKind::Address(address) => address.fmt(f),
        OperandKind::Pair(pair) => Joined(&pair[..], "|").fmt(f),
        OperandKind::List(list) => write!(f, "({})", Joined(list, ", ")),
        OperandKind::Sink => f.write_str("_"),
    };
    Address<'_>, address, f => {
        let (bytes, rest) = (Constant::Integer(address.offset as u64, false), Joined(&address.rest, ", "));
        let comma = if address.rest.is_empty() { "" } else { ", " };
        match &address.base {
            None => write!(f, "[{bytes}{comma}{rest}]"),
            Some(base) => write!(f, "[{base}{}{comma}{rest}]", offset(address.offset)),
        }
    };
}

fn offset(bytes: i64) -> String {
    some("+", (bytes != 0).then_some(Constant::Integer(bytes as u64, false)), "")
}

/// What a declaration says before the names.
fn head(variable: &Variable) -> String {
    let linkage = some("", variable.linkage, " ");
    let align = some(" .align ", variable.align, "");
    let attributes = attributes(&variable.attributes);
    let vector = some(" .v", (variable.vector > 1).then_some(variable.vector), "");
    let parts = |pointer: Pointer| some(" ", pointer.space, "") + &some(" .align ", pointer.align, "");
    let pointer = some(".ptr", variable.pointer.map(parts), " ");
    let (space, data_type) = (variable.space, variable.data_type);
    format!("{linkage}{space}{align}{attributes}{vector} {data_type} {pointer}")
}

/// The name of a variable with what follows it.
fn declarator(variable: &Variable) -> String {
    let range = some("<", variable.range, ">");
    let sizes = variable.dimensions.iter();
    let sizes: String = sizes.map(|size| format!("[{}]", some("", *size, ""))).collect();
    let initial = some(" = ", variable.initial.as_ref(), "");
    format!("{}{range}{sizes}{initial}", variable.name)
}

fn block(f: &mut Formatter<'_>, function: &Function, body: &Block) -> fmt::Result {
    f.write_str("\n{\n")?;
    let mut open: Vec<std::slice::Iter<Statement>> = vec![body.statements.iter()];
    while let Some(innermost) = open.last_mut() {
        let statement = innermost.next();
        let is_outside = matches!(statement, Some(Statement::Label(_)) | None);
        let depth = open.len() - usize::from(is_outside);
        f.write_str(&INDENT.repeat(depth.min(MAX_INDENT)))?;
        match statement {
            None => {
                open.pop();
                f.write_str("}")?;
            }
            Some(Statement::Block(block)) => {
                open.push(block.statements.iter());
                f.write_str("{")?;
            }
            Some(statement) => line(f, function, statement)?,
        }
        f.write_str("\n")?;
    }
    Ok(())
}

/// A statement of the function, except blocks.
fn line(f: &mut Formatter<'_>, function: &Function, statement: &Statement) -> fmt::Result {
    match statement {
        Statement::Registers(_, range) => {
            let registers = &function.registers[range.start as usize..range.end as usize];
            let vectors = registers.first().filter(|first| first.vector > 1);
            let vector = some(" .v", vectors.map(|first| first.vector), "");
            let kind = some(" ", registers.first().map(|first| first.kind.name), " ");
            write!(f, ".reg{vector}{kind}{};", Joined(registers, ", "))
        }
        Statement::Variables(_, range) => {
            let variables = &function.variables[range.start as usize..range.end as usize];
            let names: Vec<String> = variables.iter().map(declarator).collect();
            let head = some("", variables.first().map(head), "");
            write!(f, "{head}{};", names.join(", "))
        }
        Statement::Label(label) => write!(f, "{}:", function.labels[*label as usize]),
        Statement::Instruction(instruction) => write!(f, "{instruction};"),
        Statement::Directive(directive) => directive.fmt(f),
        Statement::Targets(label, directive) => write!(f, "{}: {directive}", function.labels[*label as usize]),
        Statement::Prototype(prototype) => {
            let label = function.labels[prototype.label as usize];
            let [results, parameters] = [&prototype.results, &prototype.parameters].map(|list| Joined(list, ", "));
            let directives = Joined(&prototype.directives, " ");
            write!(f, "{label}: .callprototype ({results}) _ ({parameters}) {directives};")
        }
        Statement::Block(_) => Ok(()),
    }
}
