//! Texts with names.

/// A text with the name that it has in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// A path, or a name for standard input.
    pub name: String,
    /// The contents.
    pub text: String,
}
