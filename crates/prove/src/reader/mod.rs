//! Reads Verilog text as a netlist: the language that lanesmith writes, and nothing else. `docs/proofs.md` has the grammar.
//!
//! Proofs about text use this netlist and the graph that yosys makes of the same text ([`read_back`](super::read_back)). The language is
//! so small that no two tools interpret a text of it differently: every width is explicit, every net has one driver, every
//! precedence has parentheses, and nothing has a value at power-up.

mod expression;
mod instance;
mod lexer;
mod module;
mod parser;
mod process;

use lanesmith_netlist::{Design, Module, ModuleId};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::sources::SourceText;
use lexer::{Token, TokenKind, tokens};
use std::collections::HashMap;
use std::fmt;

type Parsed<T> = Result<T, Box<Diagnostic>>;

fn refused<T>(span: std::ops::Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> Parsed<T> {
    Err(Box::new(Diagnostic::new(span, message, expected)))
}

/// A text that is not in the language.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The text, with its name.
    pub source: SourceText,
    /// The first error.
    pub diagnostic: Diagnostic,
}

impl fmt::Display for Refused {
    /// `name:line:column: message; expected …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refused { source, diagnostic } = self;
        let (line, column) = diagnostic.position(&source.text);
        let (message, expected) = (&diagnostic.message, &diagnostic.expected);
        write!(f, "{}:{line}:{column}: {message}; expected {expected}", source.name)
    }
}

/// Reads the files of a design, which may instantiate these cells of a device. Every module of the files must be in the
/// language, also one that nothing instantiates.
///
/// Errors: the first place that is not in the language; no module `top`.
pub fn read(sources: &[SourceText], top: &str, cells: &[Module]) -> Result<Design, Box<Refused>> {
    let refused_in = |number: usize| {
        let source = &sources[number];
        move |diagnostic: Box<Diagnostic>| {
            Box::new(Refused {
                source: source.clone(),
                diagnostic: *diagnostic,
            })
        }
    };
    let mut texts = vec![];
    for (number, source) in sources.iter().enumerate() {
        texts.push(tokens(&source.text).map_err(refused_in(number))?);
    }
    let mut known = Known::default();
    cells.iter().for_each(|cell| known.add(cell.clone()));
    let mut extents: Vec<Extent> = vec![];
    for (source, tokens) in texts.iter().enumerate() {
        split(source, tokens, &known, &mut extents).map_err(refused_in(source))?;
    }
    for extent in in_order(&extents).map_err(|(source, error)| refused_in(source)(error))? {
        known.add(module::module(extent.tokens, &known).map_err(refused_in(extent.source))?);
    }
    if extents.iter().any(|extent| extent.name() == top) {
        return Ok(Design {
            top: known.ids[top],
            modules: known.modules,
        });
    }
    let source = sources.last().cloned().unwrap_or(SourceText {
        name: "no file".into(),
        text: String::new(),
    });
    let end = source.text.len();
    let message = format!("no module `{top}` in the files");
    let diagnostic = Diagnostic::new(end..end, message, format!("`module {top}`"));
    Err(Box::new(Refused { source, diagnostic }))
}

/// The modules that are read.
#[derive(Default)]
struct Known {
    modules: Vec<Module>,
    ids: HashMap<String, ModuleId>,
}

impl Known {
    fn add(&mut self, module: Module) {
        self.ids
            .insert(module.name.clone(), ModuleId(self.modules.len() as u32));
        self.modules.push(module);
    }

    fn get(&self, name: &str) -> Option<(ModuleId, &Module)> {
        let id = *self.ids.get(name)?;
        Some((id, &self.modules[id.0 as usize]))
    }
}

/// The tokens of a module, from `module` to `endmodule`, and the number of its file.
struct Extent<'a> {
    source: usize,
    tokens: &'a [Token<'a>],
}

impl<'a> Extent<'a> {
    fn name(&self) -> &'a str {
        self.tokens[1].text
    }
}

/// Divides a file into modules; between them only `default_nettype` stands.
fn split<'a>(source: usize, tokens: &'a [Token<'a>], known: &Known, extents: &mut Vec<Extent<'a>>) -> Parsed<()> {
    let mut at = 0;
    while tokens[at].kind != TokenKind::End {
        let next = tokens[at + 1];
        if tokens[at].text == "`default_nettype" && (next.is("none") || next.is("wire")) {
            at += 2;
            continue;
        }
        if !tokens[at].is("module") {
            let found = format!("unexpected `{}`", tokens[at].text);
            return tokens[at].refuse(found, "`module`, or `` `default_nettype none``");
        }
        if known.get(next.text).is_some() {
            let message = format!("the text defines the device's cell `{}`", next.text);
            return next.refuse(message, "no definition, because tools have the cell");
        }
        if extents.iter().any(|other| other.name() == next.text) {
            return next.refuse(format!("a second module `{}`", next.text), "each module once");
        }
        let Some(length) = tokens[at..].iter().position(|token| token.is("endmodule")) else {
            return tokens[at].refuse("a module without end", "`endmodule`");
        };
        extents.push(Extent {
            source,
            tokens: &tokens[at..=at + length],
        });
        at += length + 1;
    }
    Ok(())
}

/// The modules, each behind those that it instantiates. Error: one contains itself; with the number of its file.
fn in_order<'a, 'b>(extents: &'b [Extent<'a>]) -> Result<Vec<&'b Extent<'a>>, (usize, Box<Diagnostic>)> {
    let mut order = vec![];
    let mut waiting: Vec<&Extent> = extents.iter().collect();
    while !waiting.is_empty() {
        // The first instance of a module that waits. Two words side by side, or a word with parameters, are an instance.
        let missing = |extent: &Extent<'a>| {
            let mut instances = extent.tokens.windows(2);
            let is_missing = |pair: &&[Token]| {
                let is_instance = pair[1].kind == TokenKind::Word || pair[1].is("#");
                is_instance && waiting.iter().any(|other| other.name() == pair[0].text)
            };
            instances.find(is_missing).map(|pair| pair[0])
        };
        let Some(ready) = waiting.iter().position(|extent| missing(extent).is_none()) else {
            let token = missing(waiting[0]).expect("an instance");
            let message = format!("`{}` and other modules contain each other", token.text);
            let error = Diagnostic::new(token.span(), message, "a hierarchy");
            return Err((waiting[0].source, Box::new(error)));
        };
        order.push(waiting.remove(ready));
    }
    Ok(order)
}

#[cfg(test)]
mod tests;
