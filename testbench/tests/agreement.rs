//! Where compiler, manual and golden agree: the tables of `docs/agreement.md`, counted from the vector files; and two published
//! miscompilations, on hardware.

use crate::page;
use crate::program::lanesmith_line;
use crate::ptx_kernel;
use lanesmith::units::recognise;
use lanesmith::vectors::{Evaluator, Table, VectorReport};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

fn path(file: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "src/units/vectors", file].iter().collect()
}

fn checked(file: &str) -> (Table, VectorReport) {
    let table = Table::read(&path(file)).expect("readable");
    let mut report = VectorReport::new(0);
    let kind = recognise(&table).expect("a kind of vector file");
    (kind.check)(&table, Evaluator::Golden, &mut report).expect("checked");
    (table, report)
}

/// Files of results, and whose they are.
const RESULTS: [(&str, &str, &str); 7] = [
    (
        "ptx_vop.csv",
        "`vop2`, `vop4`",
        "the machine code that `ptxas` 12.4 writes, executed by a model of the machine instructions",
    ),
    (
        "ptx_vset.csv",
        "`vset2`, `vset4`",
        "as in the first row; the manual's pseudo-code gives the same results",
    ),
    (
        "ptx_dp.csv",
        "`dp4a`, `dp2a`",
        "as in the first row; the manual's pseudo-code gives the same results",
    ),
    (
        "ptx_packed.csv",
        "`add` and `sub` on `.u8x4` and `.s8x4`; `neg.s8x4`",
        "`ptxas` 13.5, which computes the result at compile time if all operands are constants",
    ),
    (
        "ptx_scalar.csv",
        "`vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr`, `vmad`, `vset`",
        "`ptxas` 12.4 and 13.5; only rows in which both give the manual's result",
    ),
    (
        "ptx_packed_manual.csv",
        "`add` on half-words, `min` and `max`",
        "the manual's description",
    ),
    ("prmt.csv", "`prmt`", "the manual's table"),
];

fn results() -> String {
    let mut text = String::from(
        "| file | instructions | source of the results | rows | golden agrees | golden differs |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for (file, instructions, origin) in RESULTS {
        let (table, report) = checked(file);
        let (passed, failed) = (report.passed(), report.failed());
        assert_eq!((passed + failed, failed), (table.len(), 0), "{file}");
        let _ = writeln!(
            text,
            "| `{file}` | {instructions} | {origin} | {passed} | {passed} | {failed} |"
        );
    }
    text
}

const LEGALITY: [&str; 6] = [
    "ptx_legality.csv",
    "ptx_vset_legality.csv",
    "ptx_dp_legality.csv",
    "ptx_scalar_legality.csv",
    "ptx_packed_legality.csv",
    "ptx_packed_more_legality.csv",
];

fn legality() -> String {
    let mut text = String::from(
        "| file | texts | `ptxas` accepts | `ptxas` refuses | lanesmith agrees | lanesmith differs |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for file in LEGALITY {
        let (table, report) = checked(file);
        let verdict = table.column("accepted").expect("a verdict");
        let accepted = (0..table.len())
            .filter(|row| table.cell(*row, verdict) == "yes")
            .count();
        let others: usize = report.skipped().map(|(_, rows)| rows).sum();
        assert_eq!(report.failed(), 0, "{file}");
        let _ = writeln!(
            text,
            "| `{file}` | {} | {accepted} | {} | {} | {others} |",
            table.len(),
            table.len() - accepted,
            report.passed()
        );
    }
    text
}

/// The scalar instructions: rows on which two compilers and two readings of the manual do not all give the same.
fn scalar() -> String {
    let mut reader = csv::Reader::from_path(path("ptx_scalar_deviations.csv")).expect("readable");
    let mut counts: BTreeMap<String, [usize; 5]> = BTreeMap::new();
    for row in reader.records().map(|row| row.expect("a row")) {
        let stem = row[0].split('.').next().expect("a name").to_owned();
        let [first, second, manual, cut] = [&row[4], &row[5], &row[6], &row[7]];
        assert!([second, manual, cut].iter().any(|other| *other != first), "{row:?}");
        let differ = [true, first != manual, second != manual, first != second, manual != cut];
        for name in [stem, "all".to_owned()] {
            let counts = counts.entry(name).or_default();
            counts
                .iter_mut()
                .zip(differ)
                .for_each(|(count, differs)| *count += usize::from(differs));
        }
    }
    let mut text = String::from(
        "| instruction | rows | 12.4 and manual differ | 13.5 and manual differ | 12.4 and 13.5 differ | the manual's two readings differ |\n\
         | --- | --- | --- | --- | --- | --- |\n",
    );
    let all = counts.remove("all").expect("rows");
    let named = counts.iter().map(|(name, counts)| (format!("`{name}`"), counts));
    for (name, counts) in named.chain([("all".to_owned(), &all)]) {
        let cells = counts.map(|count| count.to_string()).join(" | ");
        let _ = writeln!(text, "| {name} | {cells} |");
    }
    text
}

#[test]
fn the_tables_of_the_page_on_agreement_are_counted_from_the_vector_files() {
    let tables = [("results", results()), ("legality", legality()), ("scalar", scalar())];
    page::has_tables("docs/agreement.md", &tables);
}

/// Verdicts on modules and on other opcodes, which the tests of the checks count.
const OF_MODULES: [&str; 3] = ["ptx_forms.csv", "ptx_mutants.csv", "ptx_opcodes_legality.csv"];

#[test]
fn every_file_of_ptx_vectors_is_on_the_page() {
    let entries = fs::read_dir(path("")).expect("vectors");
    let mut found: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .filter(|name| name.ends_with(".csv") && (name.starts_with("ptx") || name.starts_with("prmt")))
        .filter(|name| !OF_MODULES.contains(&&name[..]))
        .collect();
    let mut listed: Vec<&str> = RESULTS
        .iter()
        .map(|row| row.0)
        .chain(LEGALITY)
        .chain(["ptx_scalar_deviations.csv"])
        .collect();
    found.sort_unstable();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

/// The difference that hardware computes in the thread `x` of several, after the others have ended.
fn difference(vsub4: &str, x: u32) -> u32 {
    let folder = ptx_kernel::folder(&format!("setp.ne.u32 p0, r29, {x}; @p0 ret; mov.u32 r5, 32; {vsub4}"));
    let line = "run k.ptx --block 8 --arg out=zeros:128 --arg x=0 --arg y=0 --engine native --dump out=out.bin";
    let (status, out, err) = lanesmith_line(folder.path(), line);
    assert_eq!(status, 0, "{out}{err}");
    let bytes = fs::read(folder.path().join("out.bin")).expect("a file");
    let words: Vec<u32> = bytes
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().expect("whole")))
        .collect();
    words[4 * x as usize]
}

/// What the compiler subtracts with internally, and in both cases left in the result.
const BIAS: u32 = 0x8080_8080;

#[test]
fn two_published_miscompilations_have_the_unoptimised_results_here() {
    // m014 of the published list: a constant in a branch that one thread takes.
    let first = difference("vsub4.u32.u32.u32 r1, r30, r29, r2;", 4);
    assert_eq!(first, 0x0000_00fc, "unoptimised");
    assert_eq!(first ^ BIAS, 0x8080_807c, "optimised");
    // m042: the multiplication and addition behind it are scalar.
    let behind = |difference: u32| difference.wrapping_mul(0x882a_34e1).wrapping_add(46_474);
    let second = difference("vsub4.u32.u32.u32 r1, r5, r29, r29;", 2);
    assert_eq!(behind(second), 0xf4f2_e7e8, "unoptimised");
    assert_eq!(behind(second ^ BIAS), 0x14fd_d868, "optimised");
}
