//! The emitted Verilog names codes: a signal that is compared with a named constant is never compared with a number.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The Verilog files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries
        .map(|entry| entry.expect("an entry").path())
        .partition(|path| path.is_dir());
    let here = files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "v"));
    here.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

/// The constants with which a module compares each signal: behind `==` and `!=`, and as labels of a `case`.
fn compared(text: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let is_bound = |c: char| c.is_whitespace() || "()&|~?:;,{}".contains(c);
    let mut subject = None;
    for line in text.lines() {
        for operator in [" == ", " != "] {
            for (at, _) in line.match_indices(operator) {
                let (left, right) = (&line[..at], &line[at + operator.len()..]);
                let signal = left.rsplit(is_bound).next().unwrap_or_default();
                let constant = right.split(is_bound).next().unwrap_or_default();
                found.entry(signal).or_default().insert(constant);
            }
        }
        let line = line.trim();
        match (line.strip_prefix("case ("), subject, line.split_once(": ")) {
            (Some(rest), ..) => subject = rest.strip_suffix(')'),
            _ if line == "endcase" => subject = None,
            (_, Some(subject), Some((labels, _))) if labels != "default" => {
                found.entry(subject).or_default().extend(labels.split(", "));
            }
            _ => {}
        }
    }
    found
}

/// The signals of a module with both.
fn mixed(text: &str) -> (usize, Vec<String>) {
    let is_name = |constant: &&&str| constant.starts_with(|c: char| c.is_ascii_uppercase());
    let is_number = |constant: &&&str| constant.contains('\'');
    let compared = compared(text).into_iter();
    let named: Vec<_> = compared
        .filter(|(_, constants)| constants.iter().any(|one| is_name(&one)))
        .collect();
    let mixed = named
        .iter()
        .filter(|(_, constants)| constants.iter().any(|one| is_number(&one)));
    let mixed = mixed
        .map(|(signal, constants)| format!("{signal}: {constants:?}"))
        .collect();
    (named.len(), mixed)
}

#[test]
fn shipped_verilog_compares_codes_with_names_and_no_numbers() {
    let mut count = 0;
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl_out")) {
        let (named, mixed) = mixed(&std::fs::read_to_string(&path).expect("readable"));
        assert!(mixed.is_empty(), "{}: {mixed:?}", path.display());
        count += named;
    }
    assert!(count > 60, "{count} signals with named codes");
}

#[test]
fn a_number_in_place_of_a_code_is_found() {
    let text = "assign a = (kind == KIND_ADD) | (kind != 3'd2);\nassign b = wide == 8'hff;\ncase (op[3:0])\n  OP_ADD, 4'd3: c = d;\nendcase\n";
    let (named, mixed) = mixed(text);
    assert_eq!((named, mixed.len()), (2, 2), "{mixed:?}");
}
