//! The generated files of a configuration.

use super::attachment::Attachment;
use super::formal::FormalSubject;
use super::{DesignError, Extra, Selection, Unit};
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, OutlineStep, ProofSubject, Provable};
use crate::verilog::{Banner, EmittedFile, FileHash, Manifest, Parameter, cells, emit, file_list, ports};
use std::fmt;
use std::str::FromStr;

/// A prefix for the names of all modules, so that one design can hold several configurations. The default is empty.
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

/// The maximum length of a prefix. Modules give files their names, which file systems limit to 255 bytes.
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

    /// The text with the prefix before these identifiers.
    fn in_text(&self, text: &str, names: &[&str]) -> String {
        let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '_';
        let renamed = |piece: &str| {
            let word = piece.trim_end_matches(is_other);
            match names.contains(&word) {
                true => self.before(piece),
                false => piece.to_owned(),
            }
        };
        text.split_inclusive(is_other).map(renamed).collect()
    }
}

/// A configuration to emit: prefix, and files for other tools.
pub struct Emission {
    selection: Selection,
    unit: Box<dyn Unit>,
    prefix: Prefix,
    attachments: Vec<&'static Attachment>,
    extras: Vec<Extra>,
}

impl From<Selection> for Emission {
    fn from(selection: Selection) -> Self {
        Emission::new(selection, Prefix::default())
    }
}

impl Selection {
    /// All generated files, as [`Emission::files`] describes them. Error: the configuration is invalid, or the lowering refuses the
    /// hardware.
    pub fn files(&self) -> Result<Vec<EmittedFile>, DesignError> {
        Emission::from(*self).files()
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
            attachments: vec![],
            extras: vec![],
        }
    }

    /// Adds files for other tools. Error: the unit does not have them.
    #[doc(hidden)]
    pub fn add(&mut self, extra: Extra) -> Result<(), String> {
        if !self.has(extra) {
            let name = self.selection.module().name;
            return Err(match extra {
                Extra::Testbench => format!(
                    "{name} has no testbench in Verilog, because a processor drives it. --formal writes the rules of its interface as \
                     assertions, `lanesmith prove` proves the unit, and the package `cores` runs programs on RISC-V cores with it"
                ),
                _ => format!("{name} does not have the option --{}", extra.option()),
            });
        }
        let mut all = Extra::ALL.to_vec();
        all.retain(|one| *one == extra || self.extras.contains(one));
        self.extras = all;
        Ok(())
    }

    /// Adds the files for other tools that every shipped configuration has.
    #[doc(hidden)]
    pub fn shipped(mut self) -> Self {
        let extras = Extra::ALL.into_iter().filter(|extra| self.has(*extra));
        self.extras = extras.collect();
        self
    }

    /// Whether the unit has these files for other tools.
    pub(super) fn has(&self, extra: Extra) -> bool {
        match extra {
            Extra::Formal => self.selection.formal().is_some(),
            Extra::Testbench => self.selection.entry().testbench.is_some(),
        }
    }

    /// The files for other tools that were asked for, by their kind.
    fn extras(&self, design: &Design, sources: &[&EmittedFile], banner: &Banner) -> Vec<(Extra, Vec<EmittedFile>)> {
        let ports = ports(design);
        let top = self.top();
        let files = |extra: &Extra| {
            let head = with_options(banner, &[extra.option()]).text();
            let files = match extra {
                Extra::Testbench => (self.selection.testbench()).map(|testbench| testbench.files(&top, &head).into()),
                Extra::Formal => self.selection.formal().map(|(rules, values)| {
                    let subject = FormalSubject {
                        top: &top,
                        ports: &ports,
                        reset: self.unit.reset(),
                        sources: sources.iter().map(|file| &file.name[..]).collect(),
                    };
                    rules.files(&subject, values, &head).into()
                }),
            };
            (*extra, files.unwrap_or_default())
        };
        self.extras.iter().map(files).collect()
    }

    /// Adds the file that an option of `generate` asks for. Error: the configuration does not have it.
    #[doc(hidden)]
    pub fn attach(&mut self, option: &str) -> Result<(), String> {
        let mut own = self.selection.entry().attachments.iter();
        let found = own.find(|attachment| attachment.option == option);
        let name = self.selection.module().name;
        let found = found.ok_or_else(|| format!("{name} does not have the option --{option}"))?;
        if (found.text)(self.selection.values()).is_none() {
            let name = self.selection.name();
            return Err(format!(
                "{name} does not have the option --{option}, other configurations do"
            ));
        }
        self.attachments.push(found);
        Ok(())
    }

    /// The files that options of `generate` asked for, with the prefix in the names of modules.
    fn attached(&self, banner: &Banner) -> Vec<EmittedFile> {
        let options: Vec<&str> = self.attachments.iter().map(|one| one.option).collect();
        let head = with_options(banner, &options).text();
        let head = head.replace("`default_nettype none\n", "");
        let file = |one: &&Attachment| {
            let text = (one.text)(self.selection.values()).unwrap_or_default();
            let head = match one.extension {
                "vhd" => head.replace("//", "--"),
                _ => head.clone(),
            };
            let own = one.takes_prefix.then_some(one.module);
            let names: Vec<&str> = own.into_iter().chain([self.selection.module().name]).collect();
            EmittedFile {
                name: format!("{}.{}", self.prefix.before(one.module), one.extension),
                text: head + &self.prefix.in_text(text, &names),
            }
        };
        self.attachments.iter().map(file).collect()
    }

    /// The configuration to emit.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// The prefix of module names.
    pub fn prefix(&self) -> &Prefix {
        &self.prefix
    }

    /// The file name of a proof certificate beside the files.
    #[doc(hidden)]
    pub fn certificate(&self) -> String {
        format!("{}.proof.json", self.top())
    }

    /// The banner of the files. Its command writes to the current folder, so that the text does not depend on the folder of the
    /// files.
    #[doc(hidden)]
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

    /// All generated files: the Verilog files, their list `TOP.f`, the manifest `TOP.json` and a FuseSoC core; for each cell of a
    /// device, a file with a model of the cell; then the requested files for other tools.
    ///
    /// Error: the configuration is invalid, or the lowering refuses the hardware.
    pub fn files(&self) -> Result<Vec<EmittedFile>, DesignError> {
        let design = self.design().map_err(DesignError)?;
        let banner = self.banner();
        let mut files = emit(&design, &banner);
        let cells = cells(&design, &banner);
        let mut manifest = Manifest::new(&design, &files, &banner, self.parameters(), self.selection.latency());
        let list = file_list(&design, &files);
        let arch = design.cells().next().map(|(_, cell)| cell.family.as_str());
        let sources: Vec<&EmittedFile> = files.iter().chain(&cells).collect();
        let extras = self.extras(&design, &sources, &banner);
        let of = |kind| {
            let found = extras.iter().find(|(extra, _)| *extra == kind);
            found.map_or(&[][..], |(_, files)| files)
        };
        let (testbench, formal) = (of(Extra::Testbench), of(Extra::Formal));
        let core = manifest.fusesoc_core(&self.name(), env!("CARGO_PKG_VERSION"), &cells, testbench, formal, arch);
        let extras: Vec<EmittedFile> = extras.into_iter().flat_map(|(_, files)| files).collect();
        let hash = |file: &EmittedFile| FileHash::new(&file.name, file.text.as_bytes());
        let attached = self.attached(&banner);
        let beside = [&list, &core].into_iter().chain(&cells).chain(&attached).chain(&extras);
        manifest.beside = beside.map(hash).collect();
        manifest.prefix = self.prefix.to_string();
        files.extend([list, manifest.file(), core]);
        files.extend(cells);
        files.extend(attached);
        files.extend(extras);
        Ok(files)
    }
}

/// A banner with more options in its command.
fn with_options(banner: &Banner, options: &[&str]) -> Banner {
    let options: String = options.iter().map(|option| format!(" --{option}")).collect();
    Banner {
        command: banner.command.replacen(" --out", &(options + " --out"), 1),
        ..banner.clone()
    }
}

impl Provable for Emission {
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

    fn claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
        let claims = self.unit.claims(machine);
        claims.map_err(|why| format!("{why}: the claims find registers and memories by their names"))
    }

    fn exclusions(&self) -> &'static [&'static str] {
        self.unit.exclusions()
    }

    fn outline(&self) -> &'static [OutlineStep] {
        self.unit.outline()
    }

    fn sources(&self) -> Vec<(&'static str, &'static str)> {
        self.unit.sources()
    }
}

impl ProofSubject for Emission {
    fn top(&self) -> String {
        self.prefix.before(self.selection.module().name)
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
}
