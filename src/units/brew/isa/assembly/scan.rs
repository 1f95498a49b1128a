//! A source as statements: comments are left out, `;` and line ends separate.

use super::text::TracedText;
use crate::text::diagnostic::Diagnostic;
use crate::units::brew::isa::lexer::quoted;

/// The statements of a source with the numbers of the lines that they begin in, from 1, and a comment that does not end.
pub(super) fn statements(number: usize, source: &str) -> (Vec<(usize, TracedText)>, Option<Diagnostic>) {
    let mut found = Vec::new();
    let mut unended = None;
    let mut statement = TracedText::default();
    // `from` is where the piece in hand begins, `line` the line of the statement in hand.
    let (mut at, mut from, mut line, mut lines) = (0, 0, 1, 1);
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        if first == '\n' || first == ';' {
            statement.push(number, from, &source[from..at]);
            found.push((line, std::mem::take(&mut statement)));
            at += 1;
            from = at;
            lines += usize::from(first == '\n');
            line = lines;
        } else if first == '#' || rest.starts_with("//") {
            statement.push(number, from, &source[from..at]);
            at += rest.find('\n').unwrap_or(rest.len());
            from = at;
        } else if let Some(inner) = rest.strip_prefix("/*") {
            statement.push(number, from, &source[from..at]);
            statement.push(number, at, " ");
            let length = inner.find("*/").map(|end| end + 4);
            if length.is_none() {
                let message = "the comment does not end in this file";
                unended = Some(Diagnostic::new(at..at + 2, message, "`*/`"));
            }
            let comment = &rest[..length.unwrap_or(rest.len())];
            lines += comment.matches('\n').count();
            if statement.as_str().trim().is_empty() {
                line = lines;
            }
            at += comment.len();
            from = at;
        } else {
            at += match first {
                // A string that does not end goes to the line's end; the lexer says so.
                '"' | '\'' => quoted(rest).unwrap_or_else(|| rest.find('\n').unwrap_or(rest.len())),
                _ => first.len_utf8(),
            };
        }
    }
    statement.push(number, from, &source[from..]);
    found.push((line, statement));
    (found, unended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_no_part_of_statements_and_their_marks_in_strings_are() {
        let source = "a # b ; c\n x; y // z\n.ascii \"#;//\" /* \n */ 1 ; ';'\n'";
        let (found, unended) = statements(0, source);
        let found: Vec<(usize, &str)> = found.iter().map(|(line, text)| (*line, text.as_str().trim())).collect();
        let wanted = [
            (1, "a"),
            (2, "x"),
            (2, "y"),
            (3, ".ascii \"#;//\"   1"),
            (4, "';'"),
            (5, "'"),
        ];
        assert_eq!(found, wanted);
        assert_eq!(unended, None);
        let (found, unended) = statements(0, "a /* b");
        assert_eq!(unended.map(|error| error.span), Some(2..4));
        assert_eq!(found.len(), 1);
    }
}
