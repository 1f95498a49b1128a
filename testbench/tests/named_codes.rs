//! Kernels of the units write the names of codes: operations, types, kinds, modes and their fields are no numbers there.

use std::fs;
use std::path::{Path, PathBuf};

/// Signals that carry codes: none is assigned a number, and no bits of them are named by a number.
const CODES: [&str; 21] = [
    "access",
    "code",
    "code_operation",
    "compare",
    "control",
    "extend",
    "function_id",
    "immediate",
    "in_control",
    "issue_resp_register_read",
    "kind",
    "lanes",
    "major",
    "new_type",
    "op",
    "opcode",
    "operand_type",
    "operation",
    "slow",
    "type_code",
    "unit",
];

/// Comparisons with numbers that are no codes, and bits of data that is called as codes are elsewhere: file, and what stands there.
const NUMBERS: [(&str, &str); 6] = [
    // A constant that may be loaded.
    ("decoder.rs", "a . val ( ) == 0"),
    // The core hands over no packed words.
    ("cfu.rs", "executor . immediate . next = 0"),
    // Biased exponents.
    ("float_round.rs", "exponent . val ( ) > 254"),
    ("float_round.rs", "exponent . val ( ) > 30"),
    // The second operand: an amount, or numbers of bytes.
    ("lane_shifter.rs", "control . val ( ) . get_bits"),
    // Bits that are combined one by one.
    ("type_rules.rs", "lanes . next = bits :: < 4 > ( 0 )"),
];

/// The pieces of a Rust text: names and numbers, and operators of up to three characters.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => ["<<", ">>", "==", "!=", "<=", ">=", "=>", "::", "->", "..", "&&", "||"]
                .iter()
                .find(|operator| rest.starts_with(**operator))
                .map_or(first.len_utf8(), |operator| operator.len()),
        };
        let (piece, after) = rest.split_at(length);
        if !first.is_whitespace() {
            pieces.push(piece.to_owned());
        }
        rest = after;
    }
    pieces
}

fn is_number(piece: &str) -> bool {
    piece.starts_with(|c: char| c.is_ascii_digit())
}

/// Behind generic arguments that may begin at `at`.
fn behind_generics(pieces: &[String], at: usize) -> usize {
    match pieces.get(at..at + 2) {
        Some([path, open]) if path == "::" && open == "<" => {
            let length = pieces[at..].iter().position(|piece| piece == ">").unwrap_or(0);
            at + length + 1
        }
        _ => at,
    }
}

/// Whether the piece at `at` is one of a comparison, not of generic arguments.
fn is_comparison(pieces: &[String], at: usize) -> bool {
    match pieces[at].as_str() {
        "==" | "!=" | "<=" | ">=" => true,
        "<" => pieces[at - 1] != "::",
        ">" => {
            let open = pieces[..at].iter().rposition(|piece| piece == "<");
            open.is_none_or(|open| at - open > 4 || pieces[open - 1] != "::")
        }
        _ => false,
    }
}

/// The signal that a chain of `.val()`, `.q` and `.next` before `at` is of.
fn signal(pieces: &[String], at: usize) -> &str {
    let chain = [".", "val", "(", ")", "q", "next"];
    let name = pieces[..at].iter().rev().find(|piece| !chain.contains(&piece.as_str()));
    name.map_or("", |name| name.as_str())
}

/// The places of a kernel where a number stands for a code. In a decoder all bits of all signals are those of codes.
fn found(kernel: &str, is_decoder: bool) -> Vec<String> {
    let pieces = pieces(kernel);
    let mut found = Vec::new();
    for at in 1..pieces.len().saturating_sub(1) {
        let after = |from: usize| {
            pieces
                .get(behind_generics(&pieces, from))
                .map_or("", |piece| piece.as_str())
        };
        let is_wrong = match pieces[at].as_str() {
            "=>" => is_number(&pieces[at - 1]),
            _ if is_comparison(&pieces, at) => is_number(&pieces[at + 1]) || is_number(&pieces[at - 1]),
            // Of an assignment, or of a list of connections.
            "=" | ":" => {
                let begin = if pieces[at + 1] == "bits" {
                    behind_generics(&pieces, at + 2) + 1
                } else {
                    at + 1
                };
                is_number(&pieces[begin.min(pieces.len() - 1)]) && CODES.contains(&signal(&pieces, at))
            }
            "get_bit" | "get_bits" => {
                let open = behind_generics(&pieces, at + 1);
                after(at + 1) == "("
                    && pieces.get(open + 1).is_some_and(|piece| is_number(piece))
                    && (is_decoder || CODES.contains(&signal(&pieces, at)))
            }
            _ => false,
        };
        if is_wrong {
            found.push(pieces[at.saturating_sub(6)..(at + 9).min(pieces.len())].join(" "));
        }
    }
    found
}

/// The kernels of a source, without comments and texts.
fn kernels(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("readable");
    let text = text.split("#[cfg(test)]\nmod tests").next().expect("the first part");
    let plain = |line: &&str| !line.trim_start().starts_with("//") && !line.contains("comment!(\"");
    let kernels = text
        .split("#[hdl_gen]")
        .skip(1)
        .map(|kernel| kernel.split("\n}\n").next().expect("its body"));
    let lines = |kernel: &str| {
        kernel
            .lines()
            .filter(plain)
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    // Texts of several lines: every second part is one.
    let without_texts = |kernel: String| kernel.split('"').step_by(2).collect::<String>();
    kernels.map(lines).map(without_texts).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let inner = folders.iter().flat_map(|folder| sources(folder));
    files.into_iter().chain(inner).collect()
}

#[test]
fn kernels_of_units_write_names_of_codes_and_no_numbers() {
    let units = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/units");
    let mut kernel_count = 0;
    let (mut wrong, mut used) = (Vec::new(), Vec::new());
    for path in sources(&units) {
        let is_decoder = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().ends_with("decoder.rs"));
        for kernel in kernels(&path) {
            kernel_count += 1;
            // A macro that makes kernels has their registers too, with widths.
            for place in (found(&kernel, is_decoder).into_iter()).filter(|place| !place.contains(": Register <")) {
                let allowed = NUMBERS
                    .iter()
                    .position(|(file, text)| path.ends_with(file) && place.contains(text));
                match allowed {
                    Some(row) => used.push(row),
                    None => wrong.push(format!("{}: {place}", path.display())),
                }
            }
        }
    }
    assert!(kernel_count > 40, "{kernel_count} kernels");
    assert!(
        wrong.is_empty(),
        "numbers in place of names of codes:\n{}",
        wrong.join("\n")
    );
    let idle = (0..NUMBERS.len())
        .filter(|row| !used.contains(row))
        .map(|row| NUMBERS[row]);
    assert_eq!(idle.collect::<Vec<_>>(), [], "exceptions that nothing needs");
}

#[test]
fn numbers_in_place_of_codes_are_found() {
    for (kernel, count) in [
        ("if self.kind.val() == 4 { }", 1),
        ("if (self.x.val() < 12) | (7 >= self.y.val()) { }", 2),
        (
            "match self.c.val().index() { 1 => self.x.next = a, 2 | 3 => {} _ => {} }",
            2,
        ),
        ("self.decoded.next.operation = 5.into();", 1),
        ("self.lanes.next = bits::<4>(3);", 1),
        ("connect!(self.unit { operation: 5.into(), a: 0.into() });", 1),
        (
            "if self.control.val().get_bit(7) & self.op.val().get_bits::<2>(1).any() { }",
            2,
        ),
        ("self.executing.val().lanes.get_bit(0);", 1),
        (
            "if self.kind.val() == Kind::Add { self.operation.next = operation::ADD.into(); }",
            0,
        ),
        (
            "self.a.next = bit_cast::<32, 4>(self.b.val()) << 24; self.count.next = 0.into();",
            0,
        ),
        (
            "if self.control.val().get_bit(field::SATURATE) { self.a.next = self.b.val().get_bits::<8>(16); }",
            0,
        ),
    ] {
        let found = found(kernel, false);
        assert_eq!(found.len(), count, "{kernel}: {found:?}");
    }
    let kernel = "if self.second_b.val().get_bit(2) & self.d.val().get_bits::<3>(1).any() { }";
    assert_eq!([false, true].map(|is_decoder| found(kernel, is_decoder).len()), [0, 2]);
}
