//! The subset of Verilog-2005 that all tools interpret alike, the only one that proofs about text accept. `docs/proofs.md` lists it.
//!
//! Yosys reads the text for the proof, other tools read it for simulation and synthesis. Where they may disagree (conditional
//! compilation, values at power-up, unknown values, incomplete sensitivity lists, races), the text is refused with its place.

mod always;
mod lexer;
mod literal;

use crate::netlist::is_keyword;
use crate::text::diagnostic::Diagnostic;
use lexer::{Token, TokenKind, tokens};

/// Keywords that are accepted anywhere; processes (`always`) have keywords of their own.
const ACCEPTED: [&str; 21] = [
    "assign",
    "begin",
    "case",
    "default",
    "else",
    "end",
    "endcase",
    "endgenerate",
    "endmodule",
    "for",
    "generate",
    "genvar",
    "if",
    "input",
    "localparam",
    "module",
    "output",
    "parameter",
    "reg",
    "signed",
    "wire",
];
/// Functions of the language that may be called.
const FUNCTIONS: [&str; 3] = ["$signed", "$unsigned", "$clog2"];
/// Further keywords of SystemVerilog, because some tools read every file as SystemVerilog.
const OTHERS: [&str; 5] = ["always_comb", "always_ff", "always_latch", "endclass", "endinterface"];

/// Reasons why frequent keywords are not accepted.
const REASONS: [(&str, &str); 11] = [
    (
        "initial",
        "synthesis may ignore initial values, and a proof begins with any value",
    ),
    ("inout", "use `output`, which only the module drives"),
    ("casex", "unknown bits match anything in simulation; use `case`"),
    ("casez", "unknown bits match anything in simulation; use `case`"),
    (
        "function",
        "unassigned variables of a function keep their values in simulation only; use `assign`",
    ),
    ("task", "write the statements in place"),
    (
        "integer",
        "an integer is a register in simulation; use `genvar`, or `reg` with a width",
    ),
    ("wand", "tools resolve several drivers differently; use `wire`"),
    ("wor", "tools resolve several drivers differently; use `wire`"),
    ("tri", "tools resolve several drivers differently; use `wire`"),
    ("defparam", "give parameters at the instance, `#(.NAME (value))`"),
];
/// Keywords of processes, and the expectation elsewhere.
const IN_ALWAYS: [(&str, &str); 3] = [
    ("or", "`or` between the edges of `always @(…)`, else `|`"),
    ("posedge", "edges in `always @(…)` only"),
    ("negedge", "edges in `always @(…)` only"),
];

/// The errors in a Verilog text, in the order of their places; empty if the text is accepted.
pub fn check(source: &str) -> Vec<Diagnostic> {
    let (tokens, mut errors) = tokens(source);
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        errors.extend(common(&tokens, at));
        if token.is_word("always") {
            let end = always::check(&tokens, at, &mut errors);
            (at + 1..end).for_each(|at| errors.extend(common(&tokens, at)));
            at = end;
            continue;
        }
        errors.extend(outside_always(&tokens, at));
        at += 1;
    }
    errors.sort_by_key(|error| (error.span.start, error.span.end));
    errors.dedup_by(|one, other| one.span == other.span);
    errors
}

/// The first error of a text in one line, `path:line:column: message`.
pub(super) fn first_error(path: &str, source: &str) -> Option<String> {
    let errors = check(source);
    let first = errors.first()?;
    let (line, column) = first.position(source);
    Some(format!(
        "{path}:{line}:{column}: {}; expected {}",
        first.message, first.expected
    ))
}

fn error(token: &Token, message: impl Into<String>, expected: impl Into<String>) -> Option<Diagnostic> {
    Some(Diagnostic::new(token.span(), message, expected))
}

/// The error in a piece, independent of its place.
fn common(tokens: &[Token], at: usize) -> Option<Diagnostic> {
    let token = &tokens[at];
    let before = at.checked_sub(1).map(|at| &tokens[at]);
    let after = tokens.get(at + 1);
    let text = token.text;
    match token.kind {
        TokenKind::Text if is_setting(tokens, at) => None,
        TokenKind::Text => error(
            token,
            "a string",
            "numbers; strings of letters and digits as parameters of instances only, `#(.NAME (\"TEXT\"))`",
        ),
        TokenKind::System if FUNCTIONS.contains(&text) => None,
        TokenKind::System => error(
            token,
            format!("`{text}`: a task or function of the tool"),
            "`$signed`, `$unsigned` or `$clog2`",
        ),
        TokenKind::Directive => directive(token),
        TokenKind::Number => literal::error(token),
        TokenKind::Word => word(token),
        TokenKind::Sign => match text {
            "===" | "!==" => error(token, "a comparison of unknown values", "`==` or `!=`"),
            "**" | "++" | "--" | "+=" | "-=" | "::" | "'{" | "->" | ".*" | "@" | "\"" => match text {
                "@" if before.is_some_and(|before| before.is_word("always")) => None,
                _ => error(
                    token,
                    format!("`{text}`: an operator that some tools lack"),
                    "other operators",
                ),
            },
            "/" | "%" if !after.is_some_and(literal::is_not_zero) => error(
                token,
                "a division by something other than a nonzero literal",
                "a literal other than 0",
            ),
            "(" if after.is_some_and(|after| after.is("*"))
                && !tokens.get(at + 2).is_some_and(|third| third.is(")")) =>
            {
                error(token, "an attribute, which tools obey differently", "no `(* … *)`")
            }
            "#" if !is_parameters(tokens, at) => error(token, "a delay", "no delays; `#( … )` for parameters"),
            "." if !(before.is_some_and(|before| before.is("(") || before.is(","))
                && after.is_some_and(|after| after.kind == TokenKind::Word)
                && tokens.get(at + 2).is_some_and(|third| third.is("("))) =>
            {
                error(
                    token,
                    "a name in another module, or a port by its name alone",
                    "`.port (net)`",
                )
            }
            "{" if after.is_some_and(literal::is_zero) && tokens.get(at + 2).is_some_and(|third| third.is("{")) => {
                error(token, "zero copies", "a positive number of copies")
            }
            _ => None,
        },
    }
}

/// The error in a piece outside of `always`.
fn outside_always(tokens: &[Token], at: usize) -> Option<Diagnostic> {
    let token = &tokens[at];
    let in_always = IN_ALWAYS.iter().find(|(word, _)| token.is_word(word));
    if let Some((word, expected)) = in_always {
        return error(token, format!("`{word}` is not accepted here"), *expected);
    }
    if !["reg", "input", "output"].iter().any(|word| token.is_word(word)) {
        return None;
    }
    // To the end of the declaration, or of the list of ports.
    let mut depth = 0;
    for inner in &tokens[at + 1..] {
        match inner.text {
            _ if inner.kind != TokenKind::Sign => {}
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return None,
            ")" | "]" | "}" => depth -= 1,
            ";" => return None,
            "=" if depth == 0 => {
                let (message, expected) = ("an initial value, which synthesis may ignore", "a reset");
                return error(inner, message, expected);
            }
            _ => {}
        }
    }
    None
}

/// The error in a directive: tools interpret most directives differently.
fn directive(token: &Token) -> Option<Diagnostic> {
    let line = token.text.split("//").next().unwrap_or("");
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or("");
    let rest: Vec<&str> = words.collect();
    match (name, &rest[..]) {
        ("`default_nettype", ["none" | "wire"]) => None,
        ("`timescale", ["1ns" | "1ps" | "1us", "/", "1ns" | "1ps"] | ["1ns/1ps" | "1ns/1ns" | "1ps/1ps"]) => None,
        _ => {
            let span = token.start..token.start + name.len();
            let (message, expected) = (
                format!("`{}`: tools define macros of their own", name.trim_start_matches('`')),
                "no directives but default_nettype and timescale",
            );
            Some(Diagnostic::new(span, message, expected))
        }
    }
}

fn word(token: &Token) -> Option<Diagnostic> {
    let text = token.text;
    let in_process = text == "always" || IN_ALWAYS.iter().any(|(word, _)| *word == text);
    if ACCEPTED.contains(&text) || in_process || !(is_keyword(text) || OTHERS.contains(&text)) {
        return None;
    }
    let reason = REASONS.iter().find(|(word, _)| *word == text);
    let expected = reason.map_or("a construct that docs/proofs.md lists", |(_, reason)| reason);
    error(token, format!("`{text}` is not accepted"), expected)
}

/// Whether the `#` at `at` begins parameters: of a module behind its name, or of an instance.
fn is_parameters(tokens: &[Token], at: usize) -> bool {
    let is_name = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|token| token.kind == TokenKind::Word && !is_keyword(token.text))
    };
    if at == 0 || !is_name(at - 1) || !tokens.get(at + 1).is_some_and(|token| token.is("(")) {
        return false;
    }
    let end = closing(tokens, at + 1);
    let is_module = at > 1 && tokens[at - 2].is_word("module");
    is_module || (is_name(end + 1) && tokens.get(end + 2).is_some_and(|token| token.is("(")))
}

/// Whether the string at `at` is a word given to a parameter of an instance: `#(…, .NAME ("WORD"), …)`.
fn is_setting(tokens: &[Token], at: usize) -> bool {
    let word = tokens[at].text.trim_matches('"');
    let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let alone = at > 2
        && tokens[at - 1].is("(")
        && tokens[at - 2].kind == TokenKind::Word
        && tokens[at - 3].is(".")
        && tokens.get(at + 1).is_some_and(|token| token.is(")"));
    if !is_word || !alone {
        return false;
    }
    let mut depth = 0;
    let opening = (0..at - 3).rev().find(|i| {
        depth += i32::from(tokens[*i].is("(")) - i32::from(tokens[*i].is(")"));
        depth > 0
    });
    opening.is_some_and(|open| open > 0 && tokens[open - 1].is("#"))
}

/// The number of the parenthesis that closes the one at `open`; the last piece if none does.
fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            _ if token.kind != TokenKind::Sign => {}
            "(" => depth += 1,
            ")" if depth == 1 => return at,
            ")" => depth -= 1,
            _ => {}
        }
    }
    tokens.len().saturating_sub(1)
}

#[cfg(test)]
mod tests;
