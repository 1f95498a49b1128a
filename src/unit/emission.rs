//! The generated files of a configuration.

use super::formal::FormalSubject;
use super::{DesignError, Extra, Selection, Unit, testbench_name};
use lanesmith_netlist::verilog::{Banner, EmittedFile, FileHash, Manifest, Parameter, cells, emit, file_list, ports};
use lanesmith_netlist::{Design, ResetStyle};
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_prove::{Deferred, OutlineStep, ProofSubject, Provable};
use lanesmith_rtl::axi_stream;
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
    stream: bool,
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
            stream: false,
            extras: vec![],
        }
    }

    /// With a module around the unit that has AXI-Stream ports, if `stream` is set. Units without the handshake of pipelined units
    /// then have no [`design`](Provable::design).
    #[must_use]
    pub fn streaming(mut self, stream: bool) -> Self {
        self.stream = stream;
        self
    }

    /// The emission without files for other tools.
    #[doc(hidden)]
    #[must_use]
    pub fn plain(&self) -> Self {
        Emission::new(self.selection, self.prefix.clone()).streaming(self.stream)
    }

    /// Whether the unit is behind AXI-Stream ports.
    #[doc(hidden)]
    pub fn is_stream(&self) -> bool {
        self.stream
    }

    /// Adds files for other tools. Error: the unit does not have them.
    #[doc(hidden)]
    pub fn add(&mut self, extra: Extra) -> Result<(), String> {
        if self.file_of(extra).is_none() {
            let name = self.selection.module().name;
            return Err(match extra {
                Extra::Wiring if self.selection.entry().wiring.is_some() => {
                    let name = self.selection.name();
                    format!("{name} does not have the option --wiring, other configurations do")
                }
                Extra::Testbench if self.stream => {
                    "the Verilog testbench drives the unit alone: leave out --stream axi or --testbench".into()
                }
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
        let is_there = |extra: &Extra| self.file_of(*extra).is_some();
        self.extras = Extra::SHIPPED.into_iter().filter(is_there).collect();
        self
    }

    /// The name of a file that each design with these files for other tools has; `None` if the configuration does not have them.
    pub(super) fn file_of(&self, extra: Extra) -> Option<String> {
        let top = self.top();
        match extra {
            Extra::Wiring => {
                let wiring = self.selection.entry().wiring?;
                (wiring.text)(self.selection.values())?;
                Some(format!("{}.{}", self.prefix.before(wiring.module), wiring.extension))
            }
            Extra::Testbench if self.stream => None,
            Extra::Testbench => (self.selection.entry().testbench).map(|_| format!("{}.v", testbench_name(&top))),
            Extra::Formal => self.selection.formal().map(|_| format!("{top}_formal.sv")),
        }
    }

    /// The files for other tools that were asked for, by their kind.
    fn extras(&self, design: &Design, sources: &[&EmittedFile], banner: &Banner) -> Vec<(Extra, Vec<EmittedFile>)> {
        let ports = ports(design);
        let top = self.top();
        let files = |extra: &Extra| {
            let head = with_option(banner, extra.option()).text();
            let files = match extra {
                Extra::Wiring => self.wiring(&head).map(|file| vec![file]),
                Extra::Testbench => (self.selection.testbench()).map(|testbench| testbench.files(&top, &head).into()),
                Extra::Formal => self.selection.formal().map(|(rules, values)| {
                    let subject = FormalSubject {
                        top: &top,
                        ports: &ports,
                        aliases: aliases(design),
                        reset: self.reset(),
                        sources: sources.iter().map(|file| &file.name[..]).collect(),
                    };
                    rules.files(&subject, values, &head).into()
                }),
            };
            (*extra, files.unwrap_or_default())
        };
        self.extras.iter().map(files).collect()
    }

    /// The file that connects the unit to its core, with the prefix in the names of modules.
    fn wiring(&self, head: &str) -> Option<EmittedFile> {
        let wiring = self.selection.entry().wiring?;
        let text = (wiring.text)(self.selection.values())?;
        let head = head.replace("`default_nettype none\n", "");
        let head = match wiring.extension {
            "vhd" => head.replace("//", "--"),
            _ => head,
        };
        let own = wiring.takes_prefix.then_some(wiring.module);
        let names: Vec<&str> = own.into_iter().chain([self.selection.module().name]).collect();
        Some(EmittedFile {
            name: self.file_of(Extra::Wiring)?,
            text: head + &self.prefix.in_text(text, &names),
        })
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
            tool: lanesmith_text::tool(),
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
        let beside = [&list, &core].into_iter().chain(&cells).chain(&extras);
        manifest.beside = beside.map(hash).collect();
        manifest.prefix = self.prefix.to_string();
        files.extend([list, manifest.file(), core]);
        files.extend(cells);
        files.extend(extras);
        Ok(files)
    }
}

/// The names of ports inside lanesmith and in the text, with their widths, where the names differ.
fn aliases(design: &Design) -> Vec<(String, String, u32)> {
    let top = design.top_module();
    let names = top.text_names.iter().map(|(id, text)| (top.net_ref(*id), text));
    names
        .map(|(net, text)| (net.name.clone(), text.clone(), net.width))
        .collect()
}

/// A banner with one more option in its command.
fn with_option(banner: &Banner, option: &str) -> Banner {
    Banner {
        command: banner.command.replacen(" --out", &format!(" --{option} --out"), 1),
        ..banner.clone()
    }
}

impl Provable for Emission {
    fn design(&self) -> Result<Design, String> {
        let mut design = self.unit.design()?;
        if self.stream {
            let latency = self.selection.latency().unwrap_or_default();
            design = axi_stream::wrap(design, latency, self.unit.reset()).map_err(|error| error.to_string())?;
        }
        for module in design.modules.iter_mut().filter(|module| module.cell.is_none()) {
            module.name = self.prefix.before(&module.name);
        }
        Ok(design)
    }

    fn reset(&self) -> ResetStyle {
        match self.stream {
            true => axi_stream::reset(self.unit.reset()),
            false => self.unit.reset(),
        }
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
        let module = self.selection.module().name;
        match self.stream {
            true => self.prefix.before(&axi_stream::module_name(module)),
            false => self.prefix.before(module),
        }
    }

    fn name(&self) -> String {
        let suffix = if self.stream { "_axis" } else { "" };
        self.prefix.before(&(self.selection.name() + suffix))
    }

    fn options(&self) -> Vec<String> {
        let mut options = self.selection.options();
        if self.prefix != Prefix::default() {
            options.push(format!("--prefix {}", self.prefix));
        }
        if self.stream {
            options.push("--stream axi".to_owned());
        }
        options
    }

    fn parameters(&self) -> Vec<Parameter> {
        let mut parameters = self.selection.parameters();
        if self.stream {
            parameters.push(Parameter {
                name: "stream".into(),
                value: "axi".into(),
                meaning: "The protocol of the ports, AXI-Stream.".into(),
            });
        }
        parameters
    }
}
