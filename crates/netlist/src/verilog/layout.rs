//! Line breaking of long expressions: a group stays on one line if it fits, and otherwise breaks at all its break points.

/// The longest line, except for lines without a break point.
pub(super) const WIDTH: usize = 100;

/// A text with break points.
#[derive(Clone, Debug)]
pub(super) enum Doc {
    Text(String),
    /// A space, or a new line.
    Line,
    /// Nothing, or a new line.
    Fold,
    Join(Vec<Doc>),
    /// New lines inside are indented by four more columns.
    Nest(Box<Doc>),
    /// Breaks at all its break points or at none; inner groups decide for themselves.
    Group(Box<Doc>),
}

impl Doc {
    pub(super) fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    pub(super) fn nest(self) -> Doc {
        Doc::Nest(Box::new(self))
    }

    pub(super) fn group(self) -> Doc {
        Doc::Group(Box::new(self))
    }

    pub(super) fn parentheses(self) -> Doc {
        Doc::Join(vec![Doc::text("("), self.nest(), Doc::text(")")]).group()
    }

    /// The text, where the first line already holds `column` columns and inner lines start at `indent`.
    pub(super) fn render(&self, indent: usize, column: usize) -> String {
        let mut out = String::new();
        let mut column = column;
        let mut stack = vec![(self, indent, false)];
        while let Some((doc, indent, flat)) = stack.pop() {
            match doc {
                Doc::Text(text) => {
                    out += text;
                    column += text.chars().count();
                }
                Doc::Line if flat => {
                    out.push(' ');
                    column += 1;
                }
                Doc::Fold if flat => {}
                Doc::Line | Doc::Fold => {
                    out.push('\n');
                    out.extend(std::iter::repeat_n(' ', indent));
                    column = indent;
                }
                Doc::Join(parts) => stack.extend(parts.iter().rev().map(|part| (part, indent, flat))),
                Doc::Nest(inner) => stack.push((inner, indent + 4, flat)),
                Doc::Group(inner) => {
                    let room = WIDTH.checked_sub(column);
                    let fits = flat || room.is_some_and(|room| inner.flat_width(room).is_some());
                    stack.push((inner, indent, fits));
                }
            }
        }
        out
    }

    /// Columns taken on one line, if no more than `room`.
    fn flat_width(&self, room: usize) -> Option<usize> {
        let width = match self {
            Doc::Text(text) => text.chars().count(),
            Doc::Line => 1,
            Doc::Fold => 0,
            Doc::Join(parts) => {
                let mut total = 0;
                for part in parts {
                    total += part.flat_width(room - total)?;
                }
                total
            }
            Doc::Nest(inner) | Doc::Group(inner) => inner.flat_width(room)?,
        };
        (width <= room).then_some(width)
    }
}
