//! Directives of a module, passed over by their outer shape: their ends, function headers, parameters.

use super::lexer::{Cursor, PtxTokenKind};
use super::param::Declarations;
use super::reader::Reader;
use super::registers::Registers;
use lanesmith_text::diagnostic::Diagnostic;

impl Reader<'_> {
    /// A directive that ends without `;`: `.version 8.4`, `.target sm_80, debug`, `.loc 1 2 3, inlined_at 1 2 3`.
    pub(super) fn line_directive(&mut self) {
        self.cursor.take();
        let arguments = |cursor: &mut Cursor| {
            while matches!(
                cursor.peek().kind,
                PtxTokenKind::Number | PtxTokenKind::Quoted | PtxTokenKind::Symbol('+')
            ) {
                cursor.take();
            }
        };
        if self.cursor.peek_second().kind != PtxTokenKind::Symbol(':') {
            self.cursor.take_if(PtxTokenKind::Word);
        }
        arguments(&mut self.cursor);
        while self.cursor.take_if(PtxTokenKind::Symbol(',')).is_some() {
            let word = self.cursor.take_if(PtxTokenKind::Word);
            if word.is_some_and(|word| self.cursor.text(&word) == "function_name") {
                self.cursor.take_if(PtxTokenKind::Word);
            }
            arguments(&mut self.cursor);
        }
    }

    /// Any other directive: up to `;`, or a function's header up to the brace that opens its body.
    pub(super) fn directive(&mut self, scope_count: &mut usize) -> Result<(), Diagnostic> {
        let start = self.cursor.peek().clone();
        let (mut function, mut initializer) = (false, false);
        // The names in a prototype are placeholders, `_` for each.
        let prototype = self.cursor.text(&start) == ".callprototype";
        let mut parameters = Registers::default();
        let mut declared = Declarations::default();
        loop {
            let token = self.cursor.peek().clone();
            declared.see(&token.kind, self.cursor.text(&token));
            match (token.kind, self.cursor.text(&token)) {
                (PtxTokenKind::Symbol(';'), _) => {
                    self.cursor.take();
                    if !function && !prototype {
                        self.parameters.extend(declared.finish());
                    }
                    return Ok(());
                }
                (PtxTokenKind::Symbol('{'), _) if function => {
                    self.branch = None;
                    self.parameters = declared.finish();
                    return self.open(parameters, scope_count);
                }
                (PtxTokenKind::Symbol('{'), _) => {
                    self.braces()?;
                    // `.section .debug_info { … }` ends with its brace, `.global .u32 x[2] = { … };` does not.
                    if !initializer {
                        return Ok(());
                    }
                }
                (PtxTokenKind::Dotted, ".reg") if !prototype => parameters.declaration(&mut self.cursor)?,
                (PtxTokenKind::End | PtxTokenKind::Symbol('}'), _) => {
                    let message = format!("the directive `{}` does not end", self.cursor.text(&start));
                    return Err(Diagnostic::new(start.span, message, "`;` or `{` after it"));
                }
                (_, text) => {
                    function |= matches!(text, ".entry" | ".func");
                    initializer |= text == "=";
                    self.cursor.take();
                }
            }
        }
    }

    /// Passes over `{` … `}`, nested ones included.
    fn braces(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.peek().span.clone();
        let mut depth = 0;
        loop {
            match self.cursor.take().kind {
                PtxTokenKind::Symbol('{') => depth += 1,
                PtxTokenKind::Symbol('}') => depth -= 1,
                PtxTokenKind::End => return Err(Diagnostic::new(start, "this brace is not closed", "`}` after it")),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}
