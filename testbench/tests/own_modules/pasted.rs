//! Modules whose Verilog by rust-hdl itself is wrong: its macro, its text, Icarus Verilog. The table in
//! `docs/decisions.md` is made here.

use super::harness::{Own, Record, record};
use super::icarus::{Bench, Shown};
use lanesmith::rtl::Top;
use lanesmith::sim::Engine;
use lanesmith::sim::rust_hdl::RustHdl;
use rust_hdl::prelude::ModuleDefines;

pub mod ours;
#[allow(clippy::duplicate_mod, unreachable_patterns)]
mod theirs;

/// Why the modules of `values.rs` compute other values, in their order.
const VALUES: [&str; 9] = [
    "the Verilog subtracts in 16 bits; the Rust code subtracts in 8 bits and wraps",
    "in Verilog `==` binds tighter than `&`; in Rust `&` binds tighter",
    "`!bit` becomes `~bit` in an expression of 6 bits; Verilog extends the bit to 6 bits before it inverts it",
    "in a loop over `i` the field `self.i` becomes the loop variable",
    "in Rust several cases of a `match` can have the same value and different conditions (*guards*, such as `if self.button.val()`). rust-hdl's macro drops the guards, so the first of these cases is always taken",
    "`1..=8` becomes `1..8`, so the last sum is never assigned",
    "`.index()` converts a number of 4 bits to one of 64 bits. rust-hdl's macro drops it, so the sum wraps at 4 bits",
    "rust-hdl's macro drops the guards of a `match`, so the first case with a guard is taken for every value",
    "`signed_bit_cast` does not extend the sign in the Verilog",
];

/// Why the modules of `text.rs` are no Verilog, in their order.
const TEXT: [&str; 7] = [
    "labels of `case` keep Rust's notation, such as `0x0`",
    "elements of an array of arrays get names such as `stage$0[i]`, which the Verilog does not declare",
    "ports have the names `begin`, `case` and `byte`, which are keywords of Verilog or SystemVerilog",
    "the Verilog selects bits of an expression, which Verilog does not allow",
    "an instance has the name `time`, a keyword of Verilog",
    "the Verilog uses the Rust constant `LIMIT` without declaring it",
    "ports have the names `r#type` and `r#match`, which are no names in Verilog",
];

fn pairs() -> impl Iterator<Item = (&'static Own, &'static Own, &'static str)> {
    let rows = |ours: &'static [Own], theirs: &'static [Own], why: &'static [&str]| {
        assert!(ours.len() == theirs.len() && ours.len() == why.len());
        ours.iter()
            .zip(theirs)
            .zip(why)
            .map(|((ours, theirs), why)| (ours, theirs, *why))
    };
    let values = rows(ours::values::MODULES, theirs::values::MODULES, &VALUES);
    values.chain(rows(ours::text::MODULES, theirs::text::MODULES, &TEXT))
}

/// What rust-hdl writes for a module.
fn pasted(own: &Own) -> String {
    let mut block = (own.make)();
    block.connect_all();
    let mut defines = ModuleDefines::default();
    block.accept("top", &mut defines);
    defines.defines()
}

/// What that text does where rust-hdl's simulation shows this.
fn verdict(own: &Own, record: &Record) -> String {
    let block: Box<dyn Top> = (own.make)();
    let ports = block.ports().into_iter().map(|port| port.name);
    let clocks: Vec<String> = ports.filter(|name| name == "clock").collect();
    let fields = RustHdl::new(block).ports().to_vec();
    let mut bench = Bench::default();
    bench.add(0, "top", &clocks, &fields, &pasted(own), &[], &record.rows);
    let folder = tempfile::tempdir().expect("a folder");
    match bench.run(folder.path()).as_ref().map(|shown| &shown[&0]) {
        Err(_) => "Icarus Verilog refuses it".to_owned(),
        Ok(Shown::Same) => "the same values".to_owned(),
        Ok(Shown::Differs { samples, unknowns, .. }) if unknowns == samples => "unknown values".to_owned(),
        Ok(Shown::Differs { .. }) => "other values".to_owned(),
    }
}

#[test]
fn the_page_about_rust_hdls_verilog_says_what_it_does_and_ours_is_right() {
    if !crate::emission::available("iverilog") {
        return;
    }
    let mut table = "| module | rust-hdl's Verilog | why |\n| --- | --- | --- |\n".to_owned();
    let mut bench = Bench::default();
    for (number, (ours, theirs, why)) in pairs().enumerate() {
        // The netlist does what rust-hdl simulates, or there is no record.
        let record = record(ours, 1).unwrap_or_else(|said| panic!("{}: {said}", ours.name));
        bench.add_design(number, &record.design, &record.ports, &record.rows);
        let verdict = verdict(theirs, &record);
        assert_ne!(verdict, "the same values", "{}", theirs.name);
        table += &format!("| {} | {verdict} | {why} |\n", ours.name);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let shown = bench.run(folder.path()).unwrap_or_else(|said| panic!("{said}"));
    assert!(shown.values().all(|shown| *shown == Shown::Same), "ours: {shown:?}");

    let path = format!("{}/docs/decisions.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).expect("the page");
    let begin = "<!-- modules -->\n";
    let mut wanted = page.clone();
    let start = wanted.find(begin).expect(begin) + begin.len();
    let end = start + wanted[start..].find("<!-- end -->").expect("the table's end");
    wanted.replace_range(start..end, &table);
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        std::fs::write(&path, &wanted).expect("writable");
    }
    assert!(
        page == wanted,
        "{path} is outdated: run this test once with LANESMITH_UPDATE=1\n{table}"
    );
}
