//! A selection as files: under which names, and with which texts.

use super::{DesignError, Selection, Unit};
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::Machine;
use crate::prove::{Deferred, Sources, Subject};
use crate::verilog::{Banner, EmittedFile, FileHash, Manifest, Parameter, cells, emit, file_list};
use std::fmt;
use std::str::FromStr;

/// Goes before the names of all modules, so that one design can hold several configurations. Mostly empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefix(String);

impl FromStr for Prefix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rest = text.strip_prefix(|first: char| first.is_ascii_alphabetic());
        let is_word = |rest: &str| rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match rest.is_some_and(is_word) && text.len() <= LONGEST {
            true => Ok(Prefix(text.to_owned())),
            false => Err(format!(
                "expected a letter, then letters, digits and `_`, {LONGEST} at most: the beginning of Verilog names"
            )),
        }
    }
}

/// Names of modules are names of files, which file systems limit to 255 bytes.
const LONGEST: usize = 100;

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Prefix {
    fn before(&self, name: &str) -> String {
        match self.0.is_empty() {
            true => name.to_owned(),
            false => format!("{}_{name}", self.0),
        }
    }
}

/// A selection with the names that it is emitted under.
pub struct Emission {
    selection: Selection,
    unit: Box<dyn Unit>,
    prefix: Prefix,
}

impl From<Selection> for Emission {
    fn from(selection: Selection) -> Self {
        Emission::new(selection, Prefix::default())
    }
}

impl Emission {
    /// `selection` with `prefix` before the names of its modules.
    pub fn new(selection: Selection, prefix: Prefix) -> Self {
        let unit = selection.unit();
        Emission {
            selection,
            unit,
            prefix,
        }
    }

    /// What is emitted.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// What goes before the names.
    pub fn prefix(&self) -> &Prefix {
        &self.prefix
    }

    /// The file name of a proof certificate beside the files.
    pub fn certificate(&self) -> String {
        format!("{}.proof.json", self.top())
    }

    /// What the files' heads say. The command writes to the folder it runs in, so that the text is the same wherever
    /// the files go.
    pub fn banner(&self) -> Banner {
        let value = |value: &serde_json::Value| value.as_str().map_or(value.to_string(), str::to_string);
        let configuration = self.parameters();
        let configuration = configuration.iter().map(|p| format!("{} {}", p.name, value(&p.value)));
        Banner {
            tool: crate::tool(),
            configuration: configuration.collect::<Vec<_>>().join(", "),
            command: format!("lanesmith generate {} --out .", self.options().join(" ")),
            licence: env!("CARGO_PKG_LICENSE").into(),
        }
    }

    /// All that is generated: the Verilog files, their list `TOP.f`, the manifest `TOP.json` and a FuseSoC core; with cells of a
    /// device also what they mean, a file for each.
    pub fn files(&self) -> Result<Vec<EmittedFile>, DesignError> {
        let design = self.design().map_err(DesignError)?;
        let banner = self.banner();
        let mut files = emit(&design, &banner);
        let cells = cells(&design, &banner);
        let mut manifest = Manifest::new(&design, &files, &banner, self.parameters(), self.selection.latency());
        let list = file_list(&design, &files);
        let arch = design.cells().next().map(|(_, cell)| cell.family.as_str());
        let core = manifest.fusesoc_core(&self.name(), env!("CARGO_PKG_VERSION"), &cells, arch);
        let hash = |file: &EmittedFile| FileHash::new(&file.name, file.text.as_bytes());
        manifest.beside = [&list, &core].into_iter().chain(&cells).map(hash).collect();
        manifest.prefix = self.prefix.to_string();
        files.extend([list, manifest.file(), core]);
        files.extend(cells);
        Ok(files)
    }
}

/// The unit, under the names that it is emitted under.
impl Subject for Emission {
    fn top(&self) -> String {
        self.prefix.before(&self.unit.top())
    }

    fn name(&self) -> String {
        self.prefix.before(&self.selection.name())
    }

    fn options(&self) -> Vec<String> {
        let mut options = self.selection.options();
        if self.prefix != Prefix::default() {
            options.push(format!("--prefix {}", self.prefix));
        }
        options
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.selection.parameters()
    }

    fn design(&self) -> Result<Design, String> {
        let mut design = self.unit.design()?;
        for module in design.modules.iter_mut().filter(|module| module.cell.is_none()) {
            module.name = self.prefix.before(&module.name);
        }
        Ok(design)
    }

    fn reset(&self) -> ResetStyle {
        self.unit.reset()
    }

    fn claims<'a>(&'a self, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
        self.unit.claims(machine)
    }

    fn outside(&self) -> &'static [&'static str] {
        self.unit.outside()
    }

    fn golden(&self) -> Sources {
        self.unit.golden()
    }
}
