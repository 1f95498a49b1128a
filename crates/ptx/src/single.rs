//! One instruction by itself, or in the blocks that inline assembly puts around it.

use super::Instruction;
use super::cursor::Cursor;
use super::lexer::PtxTokenKind;
use super::operand::find;
use super::parser::{instruction, take_label};
use super::registers::{Registers, Scope};
use lanesmith_text::diagnostic::Diagnostic;

/// Parses one instruction: labels, guard, operation, modifiers, operands, and a `;` that may be left out. Blocks `{ … }` may
/// stand around it, which may declare registers; in these the `;` has to be there.
///
/// With `registers`, every register must be declared there, or in a block, with a type that fits; without, any name is a
/// register.
pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Instruction, Diagnostic> {
    parse_single(source, registers, instruction)
}

/// One instruction of any kind with labels and blocks around it: `instruction` parses from the guard to the last operand.
pub(super) fn parse_single<I>(
    source: &str,
    registers: Option<&Registers>,
    instruction: impl Fn(&mut Cursor, Scope) -> Result<I, Diagnostic>,
) -> Result<I, Diagnostic> {
    let mut cursor = Cursor::new(source)?;
    let mut scopes: Option<Vec<Registers>> = registers.map(|registers| vec![registers.clone()]);
    let mut opened = vec![];
    loop {
        while take_label(&mut cursor) {}
        let token = cursor.peek().clone();
        match (token.kind, cursor.text(&token)) {
            (PtxTokenKind::Symbol('{'), _) => {
                cursor.take();
                opened.push(token.span);
                scopes.iter_mut().for_each(|scopes| scopes.push(Registers::default()));
            }
            (PtxTokenKind::Dotted, ".reg") if !opened.is_empty() => {
                let mut anywhere = Registers::default();
                let innermost = scopes.as_mut().and_then(|scopes| scopes.last_mut());
                innermost.unwrap_or(&mut anywhere).statement(&mut cursor)?;
            }
            (PtxTokenKind::Symbol('}'), _) if !opened.is_empty() => {
                return Err(Diagnostic::new(token.span, "a block without an instruction", ONE));
            }
            (PtxTokenKind::Symbol('@'), _) if take_guard_of_block(&mut cursor) => {
                let guard = token.span.start..cursor.gap().end;
                return Err(guard_before_block(guard));
            }
            _ => break,
        }
    }
    let lookup = |name: &str| find(scopes.as_deref()?, name);
    let instruction = instruction(&mut cursor, scopes.is_some().then_some(&lookup))?;
    let has_end = cursor.take_if(PtxTokenKind::Symbol(';')).is_some();
    if !has_end && !opened.is_empty() {
        let message = format!("{} after the last operand", cursor.found());
        return Err(Diagnostic::new(cursor.place(), message, "`;`"));
    }
    while let Some(brace) = opened.pop() {
        while take_label(&mut cursor) {}
        if cursor.peek().kind == PtxTokenKind::End {
            let message = "this brace is not closed";
            return Err(Diagnostic::new(brace, message, "`}` behind the instruction"));
        }
        if cursor.take_if(PtxTokenKind::Symbol('}')).is_none() {
            let message = format!("{} follows the instruction", cursor.found());
            let expected = format!("`}}`: {ONE} is wanted here");
            return Err(Diagnostic::new(cursor.place(), message, expected));
        }
    }
    match cursor.peek().kind {
        PtxTokenKind::End => Ok(instruction),
        _ => {
            let message = format!("{} follows the instruction", cursor.found());
            Err(Diagnostic::new(cursor.place(), message, "nothing more"))
        }
    }
}

const ONE: &str = "exactly one instruction";

/// Takes `@p` or `@!p` where `{` follows it.
pub(super) fn take_guard_of_block(cursor: &mut Cursor) -> bool {
    let start = cursor.mark();
    cursor.take();
    cursor.take_if(PtxTokenKind::Symbol('!'));
    let is_guard = cursor.take_if(PtxTokenKind::Word).is_some() && cursor.peek().kind == PtxTokenKind::Symbol('{');
    if !is_guard {
        cursor.reset(start);
    }
    is_guard
}

/// That a block takes no guard.
pub(super) fn guard_before_block(guard: std::ops::Range<usize>) -> Diagnostic {
    let message = "a guard before a block";
    let expected = "the guard before each instruction of the block, or a branch around it";
    Diagnostic::new(guard, message, expected)
}
