//! The files of the corpus, and random edits of them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fmt;
use std::path::Path;

/// A file's bytes; shown as text with escapes.
#[derive(Clone, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

impl Bytes {
    /// As text, with replacement characters for what is none.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// The files of `testbench/corpus/TARGET/`, in the order of their names.
pub fn files(target: &str) -> Vec<Vec<u8>> {
    files_of(&format!("testbench/corpus/{target}"))
}

/// The files of a folder of the repository, in the order of their names.
pub fn files_of(folder: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.iter().map(|path| std::fs::read(path).expect("a file")).collect()
}

/// What breaks readers of any language.
const NUISANCES: [&[u8]; 24] = [
    b"\r\n",
    b"\n",
    b"\r",
    b"\t",
    b" ",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xc3\xa9",
    b"\xe2\x82\xac",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xa8",
    b"\x1b[31m",
    b"\"",
    b"\"\"",
    b"'",
    b"+",
    b"-",
    b"--",
    b"99999999999999999999",
    b"-2147483649",
    b"0x",
    b"1e999",
    b"\\",
];

/// A change of a text. Places are taken from the borders between its tokens.
#[derive(Clone, Debug)]
enum Edit {
    Delete(Index, Index),
    /// A piece once more, somewhere.
    Copy(Index, Index, Index),
    /// A piece many times over.
    Repeat(Index, Index, u8),
    Insert(Index, Vec<u8>),
    /// This in place of one token.
    Replace(Index, Vec<u8>),
    /// The rest from another file.
    Splice(Index, Index, Index),
    /// These bits of one byte.
    Flip(Index, u8),
    Truncate(Index),
}

/// Places where a token may begin or end: letters and digits belong together, everything else stands alone.
fn borders(text: &[u8]) -> Vec<usize> {
    let joined = |pair: &[u8]| pair.iter().all(u8::is_ascii_alphanumeric);
    let inner = text.windows(2).zip(1..).filter(|(pair, _)| !joined(pair));
    let mut all: Vec<usize> = [0].into_iter().chain(inner.map(|(_, at)| at)).collect();
    if !text.is_empty() {
        all.push(text.len());
    }
    all
}

impl Edit {
    fn apply(&self, text: &mut Vec<u8>, files: &[Vec<u8>]) {
        let borders = borders(text);
        let border = |index: &Index| borders[index.index(borders.len())];
        let piece = |x: &Index, y: &Index| border(x).min(border(y))..border(x).max(border(y));
        match self {
            Edit::Delete(x, y) => drop(text.drain(piece(x, y))),
            Edit::Copy(x, y, to) => {
                let copied = text[piece(x, y)].to_vec();
                let to = border(to);
                text.splice(to..to, copied);
            }
            Edit::Repeat(x, y, times) => {
                let piece = piece(x, y);
                let times = usize::from(*times).min(4000 / piece.len().max(1));
                let repeated = text[piece.clone()].repeat(times);
                text.splice(piece.end..piece.end, repeated);
            }
            Edit::Insert(at, token) => {
                let at = border(at);
                text.splice(at..at, token.iter().copied());
            }
            Edit::Replace(at, token) => {
                let at = at.index(borders.len());
                let end = borders.get(at + 1).copied().unwrap_or(text.len());
                text.splice(borders[at]..end, token.iter().copied());
            }
            Edit::Splice(at, file, from) => {
                let other = &files[file.index(files.len())];
                let others = self::borders(other);
                text.truncate(border(at));
                text.extend_from_slice(&other[others[from.index(others.len())]..]);
            }
            Edit::Flip(at, bits) if !text.is_empty() => {
                let at = at.index(text.len());
                text[at] ^= bits;
            }
            Edit::Flip(..) => {}
            Edit::Truncate(at) => text.truncate(at.index(text.len() + 1)),
        }
    }
}

/// The files of a target with up to five edits; `tokens` are the words of its language.
pub fn edited(target: &str, tokens: Vec<String>) -> impl Strategy<Value = Bytes> + use<> {
    edited_files(files(target), tokens)
}

/// Like [`edited`], of these files.
pub fn edited_files(files: Vec<Vec<u8>>, tokens: Vec<String>) -> impl Strategy<Value = Bytes> + use<> {
    let tokens = tokens.into_iter().map(String::into_bytes);
    let token = select(tokens.chain(NUISANCES.map(<[u8]>::to_vec)).collect::<Vec<_>>());
    let place = any::<Index>;
    let edit = prop_oneof![
        2 => (place(), place()).prop_map(|(x, y)| Edit::Delete(x, y)),
        2 => (place(), place(), place()).prop_map(|(x, y, to)| Edit::Copy(x, y, to)),
        1 => (place(), place(), any::<u8>()).prop_map(|(x, y, times)| Edit::Repeat(x, y, times)),
        4 => (place(), token.clone()).prop_map(|(at, token)| Edit::Insert(at, token)),
        6 => (place(), token).prop_map(|(at, token)| Edit::Replace(at, token)),
        2 => (place(), place(), place()).prop_map(|(at, file, from)| Edit::Splice(at, file, from)),
        2 => (place(), any::<u8>()).prop_map(|(at, bits)| Edit::Flip(at, bits)),
        1 => place().prop_map(Edit::Truncate),
    ];
    (any::<Index>(), vec(edit, 0..6)).prop_map(move |(file, edits)| {
        let mut text = files[file.index(files.len())].clone();
        edits.iter().for_each(|edit| edit.apply(&mut text, &files));
        Bytes(text)
    })
}
