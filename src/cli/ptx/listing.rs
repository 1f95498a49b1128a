//! The syntax tree of a module as text.

use crate::cli::{Failure, give};
use lanesmith::ptx::tree::{Block, Function, Item, Module, Span, Statement};
use lanesmith::text::lines::Lines;
use serde_json::Value;
use std::fmt::Display;

/// Prints a line for each directive, declaration, label and instruction.
pub(super) fn compact(module: &Module) -> Result<(), Failure> {
    let listing = Listing {
        source: module.source,
        lines: Lines::new(module.source),
    };
    for item in &module.items {
        match item {
            Item::Directive(directive) => listing.line(directive.span, 0, directive)?,
            Item::Variable(variable) => listing.line(variable.span, 0, variable)?,
            Item::Function(function) => {
                let kind = if function.is_entry { ".entry" } else { ".func" };
                listing.line(function.span, 0, format_args!("{kind} {}", function.name.text))?;
                for variable in function.results.iter().chain(&function.parameters) {
                    listing.line(variable.span, 1, variable)?;
                }
                for directive in &function.directives {
                    listing.line(directive.span, 1, directive)?;
                }
                if let Some(body) = &function.body {
                    listing.block(function, body, 1)?;
                }
            }
        }
    }
    Ok(())
}

struct Listing<'m> {
    source: &'m str,
    lines: Lines,
}

impl Listing<'_> {
    fn line(&self, span: Span, depth: usize, text: impl Display) -> Result<(), Failure> {
        let (line, column) = self.lines.position(self.source, span.range().start);
        // One line, whatever the node's own format is.
        let text = text.to_string();
        let words: Vec<&str> = text.split_whitespace().collect();
        give!(
            "{:>9}  {:indent$}{}",
            format!("{line}:{column}"),
            "",
            words.join(" "),
            indent = 2 * depth
        )
    }

    fn block(&self, function: &Function, block: &Block, depth: usize) -> Result<(), Failure> {
        for statement in &block.statements {
            match statement {
                Statement::Registers(span, range) => {
                    let range = range.start as usize..range.end as usize;
                    for register in &function.registers[range] {
                        self.line(*span, depth, format_args!(".reg {} {register}", register.kind.name))?;
                    }
                }
                Statement::Variables(span, range) => {
                    let range = range.start as usize..range.end as usize;
                    for variable in &function.variables[range] {
                        self.line(*span, depth, variable)?;
                    }
                }
                Statement::Label(label) => {
                    let word = function.labels[*label as usize];
                    self.line(word.span(), depth, format_args!("{}:", word.text))?;
                }
                Statement::Instruction(instruction) => self.line(instruction.span, depth, instruction)?,
                Statement::Block(inner) => {
                    self.line(inner.span, depth, "{ }")?;
                    self.block(function, inner, depth + 1)?;
                }
                Statement::Directive(directive) => self.line(directive.span, depth, directive)?,
                Statement::Targets(label, directive) => {
                    let word = function.labels[*label as usize];
                    self.line(directive.span, depth, format_args!("{}: {directive}", word.text))?;
                }
                Statement::Prototype(prototype) => {
                    let word = function.labels[prototype.label as usize];
                    self.line(prototype.span, depth, format_args!("{}: .callprototype", word.text))?;
                }
            }
        }
        Ok(())
    }
}

/// Prints the tree with all nodes, as `--json` has it.
pub(super) fn tree(module: &Module) -> Result<(), Failure> {
    let lines = Lines::new(module.source);
    let value = serde_json::to_value(module).map_err(Failure::new)?;
    let mut text = String::new();
    node(module.source, &lines, &mut text, 0, "module", &value);
    give(text.trim_end())
}

/// Appends a node. Nodes are nested as deep as the JSON that `serde_json` has made of the tree.
fn node(source: &str, lines: &Lines, text: &mut String, depth: usize, name: &str, value: &Value) {
    let indent = 2 * depth;
    let place = |span: &Value| {
        let start = span[0].as_u64().unwrap_or(0) as usize;
        let (line, column) = lines.position(source, start);
        format!("{line}:{column}")
    };
    let mut add = |line: String| *text += &format!("{:indent$}{line}\n", "");
    match value {
        Value::Null => {}
        Value::Array(nodes) if nodes.is_empty() => {}
        // A declaration: its span, and the range of what it declares.
        Value::Array(nodes) if nodes[0].is_array() && nodes[nodes.len() - 1].get("start").is_some() => {
            let range = &nodes[nodes.len() - 1];
            add(format!(
                "{name} {} {}..{}",
                place(&nodes[0]),
                range["start"],
                range["end"]
            ));
        }
        Value::Array(nodes) if nodes.iter().all(Value::is_number) => {
            let numbers: Vec<String> = nodes.iter().map(Value::to_string).collect();
            add(format!("{name} {}", numbers.join(" ")));
        }
        Value::Array(nodes) => {
            for one in nodes {
                node(source, lines, text, depth, name, one);
            }
        }
        Value::Object(fields) => {
            let span = fields.get("span").map(place).unwrap_or_default();
            if let (Some(Value::String(word)), 2) = (fields.get("text"), fields.len()) {
                return add(format!("{name} `{word}` {span}"));
            }
            add(format!("{name} {span}").trim_end().to_owned());
            for (name, field) in fields.iter().filter(|(name, _)| *name != "span") {
                node(source, lines, text, depth + 1, name, field);
            }
        }
        Value::String(word) => add(format!("{name} {word}")),
        _ => add(format!("{name} {value}")),
    }
}
