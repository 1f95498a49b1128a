//! The PTX modules in `testbench/ptx_modules/` and their mutants: lanesmith accepts what NVIDIA's assembler accepts.

use crate::program::lanesmith;
use lanesmith::ptx::decode;
use lanesmith::ptx::tree::Module;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn rows(file: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(Path::new(ROOT).join(file)).expect(file);
    reader.deserialize().map(|row| row.expect(file)).collect()
}

/// The paths of all modules, from the root of the repository.
fn modules() -> Vec<String> {
    let rows = rows("testbench/ptx_modules/modules.csv");
    rows.iter()
        .map(|row| format!("testbench/ptx_modules/{}", row["file"]))
        .collect()
}

fn bytes(file: &str) -> Vec<u8> {
    fs::read(Path::new(ROOT).join(file)).expect(file)
}

/// The errors of a module.
fn errors(file: &str, bytes: Vec<u8>) -> Vec<String> {
    let text = match decode(bytes) {
        Ok(text) => text,
        Err((text, error)) => return vec![error.render(file, &text, false)],
    };
    let errors = Module::read(&text).err().unwrap_or_default();
    errors.iter().map(|error| error.render(file, &text, false)).collect()
}

#[test]
fn every_module_is_read_and_its_printed_text_is_the_same_tree() {
    for file in modules() {
        let text = decode(bytes(&file)).expect(&file);
        let read = |text| {
            Module::read(text)
                .unwrap_or_else(|errors| panic!("{file}: {errors:?}"))
                .0
        };
        let module = read(&text);
        let printed = module.to_string();
        assert!(read(&printed).same(&module), "{file}");
        assert_eq!(read(&printed).to_string(), printed, "{file}");
    }
}

#[test]
fn every_module_is_in_the_table_and_lanesmith_ptx_accepts_all() {
    let modules = modules();
    let there = ["compiled", "written"].map(|folder| {
        let folder = format!("testbench/ptx_modules/{folder}");
        let entries = fs::read_dir(Path::new(ROOT).join(&folder)).expect("a folder");
        let name = |entry: fs::DirEntry| format!("{folder}/{}", entry.file_name().to_string_lossy());
        entries.map(|entry| name(entry.expect("an entry"))).collect::<Vec<_>>()
    });
    let listed: BTreeSet<&String> = modules.iter().collect();
    assert_eq!(there.iter().flatten().collect::<BTreeSet<_>>(), listed);
    let arguments: Vec<&str> = ["ptx"].into_iter().chain(modules.iter().map(String::as_str)).collect();
    let (status, out, err) = lanesmith(ROOT, &arguments);
    assert_eq!((status, err.as_str()), (0, ""));
    for file in modules {
        assert!(out.contains(&format!("{file}: PTX ")), "{file}");
    }
}

/// A cell with escapes as bytes.
fn unescaped(cell: &str) -> Vec<u8> {
    let mut bytes = vec![];
    let mut rest = cell.bytes();
    while let Some(byte) = rest.next() {
        let mut next = || rest.next().expect("a whole escape");
        bytes.push(match byte {
            b'\\' => match next() {
                b'n' => b'\n',
                b't' => b'\t',
                b'x' => {
                    let digits = [next(), next()].map(char::from);
                    u8::from_str_radix(&digits.iter().collect::<String>(), 16).expect(cell)
                }
                other => other,
            },
            byte => byte,
        });
    }
    bytes
}

/// Compares verdicts on texts, each with its name, with those of ptxas: all accepted texts are accepted, and of the refused ones at
/// least so many in a hundred are refused.
fn compare(texts: impl Iterator<Item = (String, Vec<u8>, bool)>, refused_percent: usize) {
    let (mut accepted, mut refused) = (0, 0);
    let (mut too_strict, mut too_lax) = (vec![], vec![]);
    for (name, text, is_accepted) in texts {
        let errors = errors(&name, text);
        if is_accepted {
            accepted += 1;
            too_strict.extend(errors.into_iter().next());
        } else {
            refused += 1;
            too_lax.extend(errors.is_empty().then_some(name));
        }
    }
    println!(
        "{accepted} accepted, {} of them refused here; {refused} refused, {} of them accepted here",
        too_strict.len(),
        too_lax.len()
    );
    assert!(accepted > 0 && too_strict.is_empty(), "{}", too_strict.join("\n"));
    let right = refused - too_lax.len();
    assert!(
        100 * right >= refused_percent * refused,
        "{right} of {refused} refused; accepted:\n{}",
        too_lax.join("\n")
    );
}

#[test]
fn mutants_that_ptxas_accepts_are_accepted_and_those_that_it_refuses_are_refused() {
    let rows = rows("src/units/vectors/ptx_mutants.csv");
    assert_eq!(rows.len(), 1000);
    let texts = rows.iter().map(|row| {
        let [removed, inserted] = ["removed", "inserted"].map(|column| unescaped(&row[column]));
        let at: usize = row["offset"].parse().expect("a number");
        let mut text = bytes(&row["file"]);
        assert_eq!(&text[at..at + removed.len()], removed, "{row:?}");
        text.splice(at..at + removed.len(), inserted);
        let name = format!(
            "{}, byte {at}, {}: {:?} for {:?}; {}",
            row["file"], row["kind"], row["inserted"], row["removed"], row["message"]
        );
        (name, text, row["verdict"] == "accepted")
    });
    compare(texts, 99);
}

#[test]
fn short_modules_that_ptxas_accepts_are_accepted_and_those_that_it_refuses_are_refused() {
    let rows = rows("src/units/vectors/ptx_forms.csv");
    let texts = rows.iter().map(|row| {
        let name = format!("{}; {}", row["module"], row["message"]);
        (name, unescaped(&row["module"]), row["verdict"] == "accepted")
    });
    compare(texts, 92);
}
