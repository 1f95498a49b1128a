//! Programs as files: hexadecimal words, little-endian binary.

use lanesmith_text::diagnostic::Diagnostic;
use std::ops::Range;
use std::path::Path;

/// A file format for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ImageFormat {
    /// Words of four hexadecimal digits, separated by white space; `#` begins a comment.
    Words,
    /// Two bytes to the word, the low byte first.
    Binary,
}

/// The error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageError {
    /// A place in a text file.
    Text(Diagnostic),
    /// A binary file as a whole.
    Binary(String),
}

/// The byte-order mark that some editors put before a text in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

impl ImageFormat {
    /// The format that a file has by its name, or else by its contents.
    pub fn detect(path: &Path, bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("bin") => ImageFormat::Binary,
            _ if bytes.is_ascii() && !bytes.contains(&0) => ImageFormat::Words,
            _ => ImageFormat::Binary,
        }
    }

    /// The file of a program; each slice of words gets a line of its own where the format has lines.
    pub fn write<'a>(self, lines: impl IntoIterator<Item = &'a [u16]>) -> Vec<u8> {
        let lines = lines.into_iter();
        if self == ImageFormat::Binary {
            return lines.flatten().flat_map(|word| word.to_le_bytes()).collect();
        }
        let line = |words: &[u16]| {
            let words: Vec<String> = words.iter().map(|word| format!("{word:04x}")).collect();
            words.join(" ") + "\n"
        };
        lines.map(line).collect::<String>().into_bytes()
    }

    /// The words of a file.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<u16>, ImageError> {
        if self == ImageFormat::Binary {
            let (pairs, rest) = bytes.as_chunks();
            return match rest {
                [] => Ok(pairs.iter().copied().map(u16::from_le_bytes).collect()),
                _ => Err(ImageError::Binary("the file ends within a word".to_owned())),
            };
        }
        let mark = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
        let text = std::str::from_utf8(&bytes[mark..]).map_err(|error| {
            ImageError::Binary(format!(
                "the file is not text: byte {} is not UTF-8",
                mark + error.valid_up_to()
            ))
        })?;
        read_words(text).map_err(|mut diagnostic| {
            diagnostic.span = diagnostic.span.start + mark..diagnostic.span.end + mark;
            ImageError::Text(diagnostic)
        })
    }
}

/// The pieces of `text` between white space, comments left out, with their places.
fn pieces(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let place = move |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).map(move |piece| {
        let start = place(piece);
        (piece, start..start + piece.len())
    })
}

fn read_words(text: &str) -> Result<Vec<u16>, Diagnostic> {
    let word = |(piece, span): (&str, Range<usize>)| {
        let digits = piece.len() == 4 && piece.bytes().all(|c| c.is_ascii_hexdigit());
        let value = u16::from_str_radix(piece, 16).ok().filter(|_| digits);
        value.ok_or_else(|| Diagnostic::new(span, format!("`{piece}` is not a word"), "four hexadecimal digits"))
    };
    pieces(text).map(word).collect()
}
