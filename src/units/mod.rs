//! The units: what each is in its own folder, and here the table of them all.

pub mod brew;
mod choice;
mod counterexample;
mod demonstration;
mod emission;
mod error;
mod hardware;
mod image;
mod mutation;
pub mod permute;
pub mod pipelined;
mod programs;
pub mod riscv;
mod selection;
mod unit;
pub mod video;
mod word;
mod work;

pub use choice::{Choice, Form, Values};
pub(crate) use counterexample::{CASE, make, repeat, word};
pub use counterexample::{Counterexample, Failing};
pub use demonstration::{Board, Demonstration, Kernel, Measured, Picture, Place, Room, Times};
pub use emission::{Emission, Packaging, Prefix};
pub use error::{ConfigError, DesignError};
pub use hardware::Hardware;
pub(crate) use hardware::flat;
pub use mutation::{Mutation, MutationPlan, ProofResult, Score};
pub use programs::{Executed, Format, ImageError, Program, Programs, Read, See, Start, programs};
pub(crate) use selection::LATENCY;
pub use selection::{Given, Language, Module, Row, Selection, Takes, language};
pub use unit::{Attachment, Ended, Task, Unit};
pub use word::{Companion, CompanionText, Field, Word, Words};
pub use work::{Ran, Refusal, Run, Work};

use crate::sim::cover::Cross;
use crate::vectors::{self, Kind, Table, Unreadable};

/// The table: a row for each module that can be generated.
pub static ROWS: [&Row; 7] = [
    &video::ALU,
    &video::CORE,
    &permute::PERMUTE,
    &brew::DATAPATH,
    &riscv::PCPI,
    &riscv::CFU,
    &riscv::CV_X_IF,
];

/// The texts for other tools, those of the first module that has some first; one that several modules name once.
pub fn companions() -> impl Iterator<Item = &'static Companion> {
    let all = || ROWS.into_iter().flat_map(|row| row.companions);
    let is_first = move |(i, one): &(usize, &Companion)| all().take(*i).all(|other| other.name != one.name);
    all().enumerate().filter(is_first).map(|(_, one)| one)
}

/// The control words of the first language that has some.
pub fn words() -> Option<Words> {
    ROWS.into_iter().find_map(|row| row.language?.words)
}

/// The demonstration of the first module that has one.
pub fn demonstration() -> Option<&'static dyn Demonstration> {
    ROWS.into_iter().find_map(|row| row.demonstration)
}

/// All kinds of vector files.
pub fn kinds() -> Vec<&'static Kind> {
    ROWS.into_iter().flat_map(|row| row.kinds).copied().collect()
}

/// The kind of a vector file, by its header; the columns' order is free.
pub fn recognise(table: &Table) -> Result<&'static Kind, Unreadable> {
    vectors::recognise(&kinds(), table)
}

/// That a vector file is of this kind.
fn require(table: &Table, kind: &Kind) -> Result<(), Unreadable> {
    let found = recognise(table)?;
    if found.columns == kind.columns {
        return Ok(());
    }
    let mut expected = format!("{}: {}", kind.columns.join(","), kind.name);
    let module = ROWS
        .into_iter()
        .find(|row| row.kinds.iter().any(|one| one.columns == found.columns));
    if let Some(row) = module.filter(|_| found.waves.is_some()) {
        expected += &format!("; --module {} runs this file", row.module.name);
    }
    Err(table.header_error(&format!("these are {}", found.name), &expected))
}

/// The configurations that are shipped in `rtl_out/`, proved and tested.
pub fn shipped() -> Vec<Selection> {
    selections(|row| (row.shipped)())
}

/// The configurations that a regression runs: each unit's own choice, which has what is shipped.
pub fn configurations() -> Vec<Selection> {
    selections(|row| (row.configurations)())
}

fn selections(values: impl Fn(&Row) -> Vec<Values>) -> Vec<Selection> {
    let of = |row: &'static Row| {
        values(row)
            .into_iter()
            .map(|values| Selection::new(row, values))
            .collect::<Vec<_>>()
    };
    ROWS.into_iter().flat_map(of).collect()
}

/// The crosses of all units.
pub fn crosses() -> impl Iterator<Item = &'static Cross> {
    let mut units: Vec<&'static [Cross]> = ROWS.iter().map(|row| (row.crosses)()).collect();
    units.dedup_by_key(|crosses| crosses.as_ptr());
    units.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prove::golden_digest;
    use std::collections::HashSet;

    #[test]
    fn all_are_different_and_what_is_shipped_is_among_them() {
        let all = configurations();
        let names: HashSet<String> = all.iter().map(Selection::name).collect();
        assert_eq!(names.len(), all.len());
        assert!(shipped().iter().all(|selection| all.contains(selection)));
    }

    #[test]
    fn every_value_of_every_choice_is_regressed() {
        let used: HashSet<(&str, String)> = configurations()
            .iter()
            .flat_map(|one| {
                one.parameters()
                    .into_iter()
                    .map(|p| (one.module().name, format!("{} {}", p.name, p.value)))
            })
            .collect();
        for row in ROWS {
            for choice in row.choices {
                let values = match choice.form {
                    Form::Count { first, last, .. } => first..=last,
                    Form::Part { .. } | Form::Extra { .. } => 0..=1,
                    Form::Word { words, silent, .. } => silent.into()..=words.len() as u32 - 1,
                };
                for value in values {
                    let chosen = choice.parameter(value).expect("what is chosen is told");
                    let chosen = format!("{} {}", chosen.name, chosen.value);
                    assert!(
                        used.contains(&(row.module.name, chosen.clone())),
                        "{} {chosen}",
                        row.module.name
                    );
                }
            }
        }
    }

    #[test]
    fn a_unit_is_what_was_selected() {
        for selection in configurations() {
            assert_eq!(selection.unit().selection(), selection);
            assert_eq!(selection.validate(), Ok(()));
        }
    }

    #[test]
    fn every_source_of_golden_is_in_the_digest_of_its_unit() {
        // They say how instructions are shown, or run one after the other; claims do not use them.
        let others = ["explain.rs", "machine.rs", "batch.rs"];
        for (unit, modules) in [("video", false), ("brew", true), ("riscv", false)] {
            let selections = Selection::defaults();
            let selection = selections
                .iter()
                .find(|selection| selection.name().starts_with(unit))
                .unwrap();
            let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("src/units")
                .join(unit)
                .join("golden");
            for entry in std::fs::read_dir(golden).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                let expected = !(others.contains(&&name[..]) || modules && name == "mod.rs");
                let path = format!("golden/{name}");
                let has = selection.unit().golden().iter().any(|(other, _)| *other == path);
                assert_eq!(has, expected, "{unit} {path}");
            }
        }
    }

    #[test]
    fn modules_with_different_golden_sources_have_different_digests() {
        let digests: Vec<String> = Selection::defaults()
            .iter()
            .map(|one| golden_digest(&*one.unit()))
            .collect();
        assert_eq!(digests[0], digests[1]);
        assert_ne!(digests[0], digests[2]);
    }
}
