//! The units: what each is in its own folder, and here the table of them all.

pub mod brew;
mod counterexample;
mod emission;
mod error;
mod hardware;
mod mutation;
mod unit;
pub mod video;
mod work;

pub(crate) use counterexample::{CASE, make, word};
pub use counterexample::{Counterexample, Failing};
pub use emission::{Emission, Prefix};
pub use error::{ConfigError, DesignError};
pub use hardware::Hardware;
pub use mutation::{Mutation, MutationPlan, ProofResult, Score};
pub use unit::{Difference, Ended, Stages, Task, Unit};
pub use work::{Ran, Refusal, Run, Work};

use crate::netlist::Design;
use crate::sim::cover::Cross;
use crate::vectors::{self, Kind, Table, Unreadable};
use crate::verilog::{EmittedFile, Parameter};

/// A module that can be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module {
    /// The Verilog name of the top module.
    pub name: &'static str,
    /// One sentence.
    pub description: &'static str,
}

/// All modules.
pub const MODULES: [Module; 3] = [video::ALU, video::CORE, brew::DATAPATH];

/// All kinds of vector files.
pub const KINDS: [&Kind; 5] = [
    &video::vectors::results::KIND,
    &video::vectors::legality::KIND,
    &brew::vectors::results::KIND,
    &brew::vectors::encoding::KIND,
    &brew::vectors::decode::KIND,
];

/// The kind of a vector file, by its header; the columns' order is free.
pub fn recognise(table: &Table) -> Result<&'static Kind, Unreadable> {
    vectors::recognise(&KINDS, table)
}

/// That a vector file is of this kind.
fn require(table: &Table, kind: &Kind) -> Result<(), Unreadable> {
    match recognise(table)?.columns == kind.columns {
        true => Ok(()),
        false => {
            let expected = kind.columns.join(",");
            Err(table.header_error("these are no results of instructions", &expected))
        }
    }
}

/// A module in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// `video_alu`.
    VideoAlu(video::rtl::Config),
    /// `video_core`.
    VideoCore(video::rtl::Config),
    /// `brew_datapath`.
    BrewDatapath(brew::rtl::Config),
}

impl Selection {
    /// The unit that is selected.
    pub fn unit(&self) -> Box<dyn Unit> {
        match *self {
            Selection::VideoAlu(config) => Box::new(video::Video::alu(config)),
            Selection::VideoCore(config) => Box::new(video::Video::core(config)),
            Selection::BrewDatapath(config) => Box::new(brew::Datapath(config)),
        }
    }

    /// Every module in its default configuration.
    pub fn defaults() -> Vec<Selection> {
        let config = video::rtl::Config::full(video::DEFAULT_LATENCY);
        vec![
            Selection::VideoAlu(config),
            Selection::VideoCore(config),
            Selection::BrewDatapath(brew::rtl::Config::full()),
        ]
    }
}

/// The configurations that are shipped in `rtl_out/`, proved and tested.
pub fn shipped() -> Vec<Selection> {
    let alu =
        (0..=video::rtl::Config::MAX_LATENCY).map(|latency| Selection::VideoAlu(video::rtl::Config::full(latency)));
    let rest = Selection::defaults().into_iter();
    let all = Selection::VideoAlu(video::rtl::Config::all(video::DEFAULT_LATENCY));
    alu.chain([all])
        .chain(rest.filter(|selection| selection.module() != video::ALU))
        .collect()
}

/// The configurations that a regression runs: each unit's own choice, which has what is shipped.
pub fn configurations() -> Vec<Selection> {
    let alu = video::options::configurations(true)
        .into_iter()
        .map(Selection::VideoAlu);
    let core = video::options::configurations(false)
        .into_iter()
        .map(Selection::VideoCore);
    let datapath = brew::options::configurations().into_iter().map(Selection::BrewDatapath);
    alu.chain(core).chain(datapath).collect()
}

/// The crosses of all units.
pub fn crosses() -> impl Iterator<Item = &'static Cross> {
    video::coverage::cover::CROSSES
        .iter()
        .chain(&*brew::coverage::cover::CROSSES)
}

impl Selection {
    /// What is selected, without its configuration.
    pub fn module(&self) -> Module {
        self.unit().module()
    }

    /// The netlist.
    pub fn design(&self) -> Result<Design, DesignError> {
        self.unit().design().map_err(DesignError)
    }

    /// A name for folders: the module, its cycles or stages, and what differs from the full configuration.
    pub fn name(&self) -> String {
        self.unit().name()
    }

    /// The options that select this configuration on the command line.
    pub fn options(&self) -> Vec<String> {
        self.unit().options()
    }

    /// All that is generated, see [`Emission::files`].
    pub fn files(&self) -> Result<Vec<EmittedFile>, DesignError> {
        Emission::from(*self).files()
    }
}

/// [`Unit`]'s name for folders, made of its other answers.
fn name(unit: &dyn Unit) -> String {
    let (letter, _, count) = unit.stages();
    let mut name = format!("{}_{letter}{count}", unit.module().name);
    for (_, suffix) in taken(unit) {
        name += "_";
        name += suffix;
    }
    name
}

/// [`Unit`]'s options, made of its other answers. The first module needs not be named.
fn options(unit: &dyn Unit) -> Vec<String> {
    let mut options = Vec::new();
    if unit.module() != MODULES[0] {
        options.push(format!("--module {}", unit.module().name));
    }
    let (_, option, count) = unit.stages();
    options.push(format!("{option} {count}"));
    options.extend(taken(unit).map(|(option, _)| option.to_string()));
    options
}

fn taken(unit: &dyn Unit) -> impl Iterator<Item = Difference> {
    let differences = unit.differences().into_iter();
    differences.filter_map(|(differs, difference)| differs.then_some(difference))
}

fn parameter(name: &str, value: impl Into<serde_json::Value>, meaning: &str) -> Parameter {
    Parameter {
        name: name.into(),
        value: value.into(),
        meaning: meaning.into(),
    }
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
    fn every_option_of_every_module_is_used() {
        let used: HashSet<(&str, String)> = configurations()
            .iter()
            .flat_map(|selection| {
                selection
                    .options()
                    .into_iter()
                    .map(|option| (selection.module().name, option))
            })
            .collect();
        let has = |module, option: &str| used.contains(&(module, option.to_owned()));
        for option in [
            "--no-selectors",
            "--no-accumulate",
            "--no-vop2",
            "--vset",
            "--dot",
            "--latency 0",
            "--latency 5",
        ] {
            assert!(has("video_alu", option) && has("video_core", option), "{option}");
        }
        for option in ["--reset async", "--reset-active low"] {
            assert!(has("video_alu", option), "{option}");
        }
        for option in [
            "--no-float",
            "--no-multiplier",
            "--register-file synchronous",
            "--depth 2",
            "--depth 3",
        ] {
            assert!(has("brew_datapath", option), "{option}");
        }
    }

    #[test]
    fn every_source_of_golden_is_in_the_digest_of_its_unit() {
        // They say how instructions are shown, or run one after the other; claims do not use them.
        let others = ["explain.rs", "machine.rs", "batch.rs"];
        for (unit, modules) in [("video", false), ("brew", true)] {
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
