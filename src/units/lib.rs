//! The shipped units: which modules there are, in which configurations, and their Verilog.
//!
//! A [`Selection`] is a module in a configuration. [`shipped`] lists the selections whose Verilog comes with this crate in
//! `rtl_out/`, [`configurations`] the selections of a regression, [`defaults`] each module without options. Find a selection by
//! its [name](Selection::name), which is also its folder in `rtl_out/`, then ask for its [files](Selection::files) or its
//! [netlist](Selection::design):
//!
//! ```
//! use lanesmith::units;
//!
//! # fn main() -> Result<(), units::DesignError> {
//! let permute = units::shipped().into_iter().find(|one| one.name() == "byte_permute_l1").expect("it is shipped");
//! let files = permute.files()?;
//! let names: Vec<&str> = files.iter().map(|file| &file.name[..]).collect();
//! assert!(names.contains(&"byte_permute.v") && names.contains(&"byte_permute.f"));
//! # Ok(())
//! # }
//! ```
//!
//! [`Emission`] emits a selection under other module names, so that one design can hold two configurations.

#[doc(hidden)]
pub mod brew;
#[doc(hidden)]
pub mod permute;
#[doc(hidden)]
pub mod ptx;
#[doc(hidden)]
pub mod riscv;
#[doc(hidden)]
pub mod scalar;
#[doc(hidden)]
pub mod video;

pub use lanesmith_netlist::verilog::Parameter;
use lanesmith_sim::cover::Cross;
use lanesmith_unit::vectors::{self, Refusal, Table, VectorFileKind};
use lanesmith_unit::{Companion, Language, OptionValues, ProgramInspection, Programs};
pub use lanesmith_unit::{ConfigError, DesignError, Emission, ModuleInfo, Prefix, Selection};
#[doc(hidden)]
pub use lanesmith_unit::{Hardware, Unit, UnitEntry};
use std::borrow::Cow;

/// The modules that can be generated.
#[doc(hidden)]
pub static UNITS: [&UnitEntry; 9] = [
    &video::ALU,
    &video::CORE,
    &scalar::SCALAR,
    &permute::PERMUTE,
    &brew::DATAPATH,
    &riscv::PCPI,
    &riscv::CFU,
    &riscv::CV_X_IF,
    &riscv::NEORV32,
];

/// PTX, whose SIMD video instructions the video ALU executes.
#[doc(hidden)]
pub static PTX: &Language = &video::LANGUAGE;

/// The languages of instructions other than those of PTX.
#[doc(hidden)]
pub static LANGUAGES: [&Language; 1] = [&brew::LANGUAGE];

/// The units that execute instructions of PTX modules. The first one's language takes all texts that no other language recognises.
#[doc(hidden)]
pub static PTX_UNITS: [&ptx::PtxUnit; 3] = [&video::PTX_UNIT, &scalar::PTX_UNIT, &permute::PTX_UNIT];

/// The module of a control word if the user names none.
#[doc(hidden)]
pub static DEFAULT_CONTROL_WORD: &UnitEntry = &video::ALU;

/// Texts for other tools.
#[doc(hidden)]
pub static COMPANIONS: [&Companion; 4] = [
    &video::C_HEADER,
    &video::SV_PACKAGE,
    &riscv::C_HEADER,
    &riscv::P_EMULATION,
];

/// The inspections of compiled programs.
#[doc(hidden)]
pub static PROGRAM_INSPECTIONS: [&ProgramInspection; 1] = [&riscv::PROGRAM_INSPECTION];

/// Programs that run from reset to their end, by the module that runs them.
#[doc(hidden)]
pub static PROGRAMS: [(&UnitEntry, &dyn Programs); 1] = [(&brew::DATAPATH, &brew::programs::Brew)];

/// Kinds of vector files. A kind that hardware runs has the module that runs it.
#[doc(hidden)]
pub static KINDS: [(&VectorFileKind, Option<&UnitEntry>); 11] = [
    (&scalar::RESULTS, Some(&scalar::SCALAR)),
    (&scalar::vectors::DEVIATIONS, None),
    (&video::RESULTS, Some(&video::ALU)),
    (&video::vectors::legality::KIND, None),
    (&permute::KIND, Some(&permute::PERMUTE)),
    (&brew::vectors::results::KIND, Some(&brew::DATAPATH)),
    (&brew::vectors::encoding::KIND, None),
    (&brew::vectors::decode::KIND, None),
    (&riscv::vectors::results::KIND, Some(&riscv::PCPI)),
    (&riscv::vectors::encoding::KIND, None),
    (&riscv::vectors::foreign::KIND, None),
];

/// The entry of the module with this name.
#[doc(hidden)]
pub fn entry(module: &str) -> Option<&'static UnitEntry> {
    UNITS.into_iter().find(|entry| entry.module.name == module)
}

/// Every module in its default configuration.
pub fn defaults() -> Vec<Selection> {
    let default = |entry: &'static UnitEntry| Selection::new(entry, entry.defaults());
    UNITS.into_iter().map(default).collect()
}

/// The language of an instruction's text.
#[doc(hidden)]
pub fn language(text: &str) -> &'static Language {
    let of_units = PTX_UNITS.into_iter().rev().map(|unit| unit.language);
    let mut all = LANGUAGES.into_iter().chain(of_units);
    all.find(|language| (language.claims)(text))
        .expect("the last one takes all texts")
}

/// An instruction with a control word that is written without its operands, with registers as operands; other texts as they are.
#[doc(hidden)]
pub fn complete(text: &str) -> Cow<'_, str> {
    const REGISTERS: [&str; 3] = ["r1, r2, r3, r4", "r1, r2, r3", "r1, r2"];
    let name = text.trim().trim_end_matches(';');
    let words = language(text).words.filter(|_| !name.contains(char::is_whitespace));
    let completed = words.and_then(|words| {
        let mut texts = REGISTERS.map(|registers| format!("{name} {registers}")).into_iter();
        texts.find(|text| (words.encode)(text).is_ok())
    });
    completed.map_or(text.into(), Cow::from)
}

/// The programs that a module runs, if it runs any.
#[doc(hidden)]
pub fn programs(entry: &UnitEntry) -> Option<&'static dyn Programs> {
    let own = |(other, _): &&(&UnitEntry, _)| other.module == entry.module;
    PROGRAMS.iter().find(own).map(|(_, programs)| *programs)
}

/// All kinds of vector files.
#[doc(hidden)]
pub fn kinds() -> Vec<&'static VectorFileKind> {
    KINDS.iter().map(|(kind, _)| *kind).collect()
}

/// The kind of a vector file, by its header; the columns' order is free.
#[doc(hidden)]
pub fn recognise(table: &Table) -> Result<&'static VectorFileKind, Refusal> {
    vectors::recognise(&kinds(), table)
}

/// Checks that the selected module runs a vector file.
#[doc(hidden)]
pub fn require(table: &Table, selection: &Selection) -> Result<(), Refusal> {
    let (kinds, found) = (selection.unit().vector_kinds(), recognise(table)?);
    if kinds.iter().any(|kind| std::ptr::eq(found, *kind)) {
        return Ok(());
    }
    let kinds = kinds
        .iter()
        .map(|kind| format!("{}: {}", kind.columns.join(","), kind.name));
    let mut expected = kinds.collect::<Vec<_>>().join(" | ");
    let runs = KINDS.iter().find(|(other, _)| std::ptr::eq(*other, found));
    if let Some(entry) = runs.and_then(|(_, module)| *module) {
        expected += &format!("; --module {} runs this file", entry.module.name);
    }
    Err(table.header_error(&format!("these are {}", found.name), &expected))
}

/// The configurations that are shipped in `rtl_out/`, proved and tested.
pub fn shipped() -> Vec<Selection> {
    selections(|entry| (entry.shipped)())
}

/// The configurations that a regression runs: each unit's own choice, which includes the shipped ones.
pub fn configurations() -> Vec<Selection> {
    selections(|entry| (entry.configurations)())
}

fn selections(values: impl Fn(&UnitEntry) -> Vec<OptionValues>) -> Vec<Selection> {
    let of = |entry: &'static UnitEntry| {
        let values = values(entry).into_iter();
        values.map(move |values| Selection::new(entry, values))
    };
    UNITS.into_iter().flat_map(of).collect()
}

/// The crosses of all units.
#[doc(hidden)]
pub fn crosses() -> impl Iterator<Item = &'static Cross> {
    let mut units: Vec<&'static [Cross]> = UNITS.iter().map(|entry| (entry.crosses)()).collect();
    units.dedup_by_key(|crosses| crosses.as_ptr());
    units.into_iter().flatten()
}

/// The digests of the sources on which the claims of units rest, besides those of the prover.
const SOURCES: [(&str, &str); 7] = [
    ("ptx/instructions", lanesmith_ptx::SOURCE_DIGEST),
    ("unit", lanesmith_unit::SOURCE_DIGEST),
    ("units/brew", lanesmith_macros::source_digest!("brew")),
    ("units/permute", lanesmith_macros::source_digest!("permute")),
    ("units/riscv", lanesmith_macros::source_digest!("riscv")),
    ("units/scalar", lanesmith_macros::source_digest!("scalar")),
    ("units/video", lanesmith_macros::source_digest!("video")),
];

/// The digests for claims that use golden models and encodings of these units.
fn sources(units: &[&str]) -> Vec<(&'static str, &'static str)> {
    let matters = |name: &str| match name.split_once('/') {
        Some(("rtl" | "units", unit)) => units.contains(&unit),
        _ => true,
    };
    let all = SOURCES.into_iter().chain(lanesmith_rtl::SOURCES);
    all.filter(|(name, _)| matters(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::path::{Path, PathBuf};

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
        for row in UNITS {
            for choice in row.options {
                for value in choice.values() {
                    // Manifests of hardware without some parts leave these out.
                    let Some(chosen) = choice.parameter(value) else {
                        continue;
                    };
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

    /// The Rust sources at or below a path.
    fn sources(path: &Path) -> Vec<PathBuf> {
        match path.is_dir() {
            true => (std::fs::read_dir(path).unwrap())
                .flat_map(|entry| sources(&entry.unwrap().path()))
                .collect(),
            false => vec![path.to_owned()],
        }
    }

    #[test]
    fn the_sources_of_a_unit_use_no_other_unit_than_those_whose_digests_certificates_contain() {
        let units = Path::new(env!("CARGO_MANIFEST_DIR")).to_owned();
        for selection in defaults() {
            let unit = selection.unit();
            let digests = unit.sources();
            let folders: Vec<&str> = (digests.iter().filter_map(|(name, _)| name.strip_prefix("units/"))).collect();
            assert!(
                !folders.is_empty() && digests.iter().all(|(_, digest)| digest.len() == 64),
                "{digests:?}"
            );
            for path in folders.iter().flat_map(|folder| sources(&units.join(folder))) {
                let text = std::fs::read_to_string(&path).unwrap();
                let named = text.split("crate::").skip(1).filter_map(|rest| rest.split("::").next());
                let mut others = named.filter(|name| units.join(name).is_dir() && !folders.contains(name));
                assert_eq!(others.next(), None, "{}", path.display());
            }
        }
    }
}
