//! Programs as files: hexadecimal words, little-endian binary, Intel HEX.

use crate::text::diagnostic::Diagnostic;
use std::ops::Range;
use std::path::Path;

/// A file format for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ImageFormat {
    /// Words of four hexadecimal digits, separated by white space; `#` begins a comment.
    Words,
    /// Two bytes to the word, the low byte first.
    Binary,
    /// Intel HEX records with the bytes of `binary`.
    IntelHex,
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

/// The bytes of data in an Intel HEX record that is written here.
const RECORD: usize = 16;

impl ImageFormat {
    /// The format that a file has by its name, or else by its contents.
    pub fn detect(path: &Path, bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("bin") => ImageFormat::Binary,
            Some("hex" | "ihex" | "ihx") if bytes.first() == Some(&b':') => ImageFormat::IntelHex,
            _ if bytes.first() == Some(&b':') => ImageFormat::IntelHex,
            _ if bytes.is_ascii() && !bytes.contains(&0) => ImageFormat::Words,
            _ => ImageFormat::Binary,
        }
    }

    /// The file of a program; each slice of words gets a line of its own where the format has lines.
    pub fn write<'a>(self, lines: impl IntoIterator<Item = &'a [u16]>) -> Vec<u8> {
        match self {
            ImageFormat::Words => {
                let line = |words: &[u16]| {
                    words
                        .iter()
                        .map(|word| format!("{word:04x}"))
                        .collect::<Vec<_>>()
                        .join(" ")
                };
                lines
                    .into_iter()
                    .map(|words| line(words) + "\n")
                    .collect::<String>()
                    .into_bytes()
            }
            ImageFormat::Binary => lines
                .into_iter()
                .flatten()
                .flat_map(|word| word.to_le_bytes())
                .collect(),
            ImageFormat::IntelHex => intel_hex(&ImageFormat::Binary.write(lines)).into_bytes(),
        }
    }

    /// The words of a file.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<u16>, ImageError> {
        if self == ImageFormat::Binary {
            return from_bytes(bytes).ok_or_else(|| ImageError::Binary("the file ends within a word".to_owned()));
        }
        let mark = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
        let text = std::str::from_utf8(&bytes[mark..]).map_err(|error| {
            ImageError::Binary(format!(
                "the file is not text: byte {} is not UTF-8",
                mark + error.valid_up_to()
            ))
        })?;
        let read = if self == ImageFormat::Words {
            read_words
        } else {
            read_intel_hex
        };
        read(text).map_err(|mut diagnostic| {
            diagnostic.span = diagnostic.span.start + mark..diagnostic.span.end + mark;
            ImageError::Text(diagnostic)
        })
    }
}

fn from_bytes(bytes: &[u8]) -> Option<Vec<u16>> {
    let (pairs, rest) = bytes.as_chunks();
    rest.is_empty()
        .then(|| pairs.iter().copied().map(u16::from_le_bytes).collect())
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

fn intel_hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut record = |address: usize, kind: u8, data: &[u8]| {
        let mut all = vec![data.len() as u8, (address >> 8) as u8, address as u8, kind];
        all.extend(data);
        let sum = all.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
        all.push(sum.wrapping_neg());
        text.push(':');
        text.extend(all.iter().map(|byte| format!("{byte:02X}")));
        text.push('\n');
    };
    for (i, data) in bytes.chunks(RECORD).enumerate() {
        let address = i * RECORD;
        if address > 0 && address & 0xffff == 0 {
            record(0, 4, &((address >> 16) as u16).to_be_bytes());
        }
        record(address & 0xffff, 0, data);
    }
    record(0, 1, &[]);
    text
}

/// Reads records 00, 01, 02 and 04 whose data follow each other from address 0 on; start addresses (03, 05) are passed
/// over.
fn read_intel_hex(text: &str) -> Result<Vec<u16>, Diagnostic> {
    let mut bytes: Vec<u8> = Vec::new();
    let mut base = 0;
    let mut is_ended = false;
    for (piece, span) in pieces(text) {
        let wrong = |message: &str, expected: &str| Err(Diagnostic::new(span.clone(), message, expected));
        let digits = piece
            .strip_prefix(':')
            .filter(|digits| digits.bytes().all(|c| c.is_ascii_hexdigit()) && digits.len() % 2 == 0);
        let record: Option<Vec<u8>> = digits.and_then(|digits| {
            let byte = |i| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok();
            (0..digits.len()).step_by(2).map(byte).collect()
        });
        let Some(record) = record else {
            return wrong("this is not an Intel HEX record", "`:` and pairs of hexadecimal digits");
        };
        let [count, high, low, kind, data @ .., _] = record.as_slice() else {
            return wrong("the record is too short", "count, address, type, data and checksum");
        };
        if data.len() != usize::from(*count) {
            return wrong(
                "the record's count differs from its length",
                "as many data bytes as the count says",
            );
        }
        if record.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte)) != 0 {
            return wrong("the record's checksum is wrong", "a sum of all bytes of 0 modulo 256");
        }
        match (kind, data) {
            (0, _) => {
                let address = base + usize::from(u16::from_be_bytes([*high, *low]));
                if address != bytes.len() {
                    return wrong(
                        "the data do not follow the data before",
                        "addresses from 0 on without a gap",
                    );
                }
                bytes.extend(data);
            }
            (1, _) => {
                is_ended = true;
                break;
            }
            (2, [high, low]) => base = usize::from(u16::from_be_bytes([*high, *low])) << 4,
            (4, [high, low]) => base = usize::from(u16::from_be_bytes([*high, *low])) << 16,
            (3 | 5, _) => {}
            _ => return wrong("there is no such record type", "a record of type 00 to 05"),
        }
    }
    let end = text.trim_end().len();
    if !is_ended {
        let message = "the end record is missing: the file may have been cut short";
        return Err(Diagnostic::new(end..end, message, "`:00000001FF` as the last record"));
    }
    from_bytes(&bytes)
        .ok_or_else(|| Diagnostic::new(end..end, "the file ends within a word", "an even number of bytes"))
}
