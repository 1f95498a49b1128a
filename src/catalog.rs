//! What can be generated: the modules, their configurations, the files of each, and the set that is shipped.

use crate::netlist::Design;
use crate::rtl::video;
use crate::verilog::{Banner, EmittedFile, Manifest, Parameter, emit, file_list};
use std::fmt;

/// A module that can be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module {
    /// The Verilog name of the top module.
    pub name: &'static str,
    /// One sentence.
    pub description: &'static str,
}

/// All modules.
pub const MODULES: [Module; 2] = [
    Module {
        name: "video_alu",
        description: "SIMD video ALU with valid/ready handshake and tag.",
    },
    Module {
        name: "video_core",
        description: "Arithmetic core of the SIMD video ALU, stalled by an enable.",
    },
];

/// The latency that is used where none is asked for.
pub const DEFAULT_LATENCY: u32 = 3;

/// A module in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// `video_alu`.
    VideoAlu(video::Config),
    /// `video_core`.
    VideoCore(video::Config),
}

/// Why a selection has no design: a configuration out of range, or hardware that the lowering refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignError(pub String);

impl fmt::Display for DesignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DesignError {}

/// The configurations that are shipped in `rtl_out/`, proved and tested.
pub fn shipped() -> Vec<Selection> {
    let alu = (0..=video::Config::MAX_LATENCY).map(|latency| Selection::VideoAlu(video::Config::full(latency)));
    let core = Selection::VideoCore(video::Config::full(DEFAULT_LATENCY));
    alu.chain([core]).collect()
}

/// Name and version of this generator.
pub fn tool() -> String {
    format!("lanesmith {}", env!("CARGO_PKG_VERSION"))
}

impl Selection {
    /// Every module in its default configuration.
    pub fn defaults() -> Vec<Selection> {
        let config = video::Config::full(DEFAULT_LATENCY);
        vec![Selection::VideoAlu(config), Selection::VideoCore(config)]
    }

    /// What is selected, without its configuration.
    pub fn module(&self) -> Module {
        match self {
            Selection::VideoAlu(_) => MODULES[0],
            Selection::VideoCore(_) => MODULES[1],
        }
    }

    /// Cycles from operands to result.
    pub fn latency(&self) -> u32 {
        match self {
            Selection::VideoAlu(config) | Selection::VideoCore(config) => config.latency,
        }
    }

    /// The netlist.
    pub fn design(&self) -> Result<Design, DesignError> {
        match self {
            Selection::VideoAlu(config) => video::design(config),
            Selection::VideoCore(config) => video::core_design(config),
        }
        .map_err(|error| DesignError(error.to_string()))
    }

    /// A name for folders: the module, `_l` and the latency, and what differs from the full configuration.
    pub fn name(&self) -> String {
        let mut name = format!("{}_l{}", self.module().name, self.latency());
        for (_, suffix) in self.differences() {
            name += "_";
            name += suffix;
        }
        name
    }

    /// The options that select this configuration on the command line.
    pub fn options(&self) -> Vec<String> {
        let mut options = vec![format!("--latency {}", self.latency())];
        if self.module() != MODULES[0] {
            options.insert(0, format!("--module {}", self.module().name));
        }
        options.extend(self.differences().into_iter().map(|(option, _)| option.to_string()));
        options
    }

    /// Options that take something away or change the reset, with their names in folders.
    fn differences(&self) -> Vec<(&'static str, &'static str)> {
        let (config, resets) = match self {
            Selection::VideoAlu(config) => (config, true),
            Selection::VideoCore(config) => (config, false),
        };
        [
            (!config.selectors, ("--no-selectors", "noselectors")),
            (!config.accumulate, ("--no-accumulate", "noaccumulate")),
            (!config.dual, ("--no-vop2", "novop2")),
            (resets && config.reset.asynchronous, ("--reset async", "async")),
            (resets && config.reset.active_low, ("--reset-active low", "low")),
        ]
        .into_iter()
        .filter_map(|(differs, names)| differs.then_some(names))
        .collect()
    }

    /// The configuration, for manifests and tables.
    pub fn parameters(&self) -> Vec<Parameter> {
        let parameter = |name: &str, value: serde_json::Value, meaning: &str| Parameter {
            name: name.into(),
            value,
            meaning: meaning.into(),
        };
        let (config, resets) = match self {
            Selection::VideoAlu(config) => (config, true),
            Selection::VideoCore(config) => (config, false),
        };
        let mut parameters = vec![
            parameter(
                "latency",
                config.latency.into(),
                "Cycles from operands to result, 0 (combinational) to 5.",
            ),
            parameter(
                "selectors",
                config.selectors.into(),
                "Element selectors; without them every instruction takes its default elements.",
            ),
            parameter("accumulate", config.accumulate.into(), "The secondary operation .add."),
            parameter("vop2", config.dual.into(), "The instructions on two half-words."),
        ];
        if resets {
            let timing = if config.reset.asynchronous { "async" } else { "sync" };
            let level = if config.reset.active_low { "low" } else { "high" };
            parameters.push(parameter(
                "reset",
                timing.into(),
                "sync: at the clock edge, async: at once.",
            ));
            parameters.push(parameter(
                "reset_active",
                level.into(),
                "The level that resets, high or low.",
            ));
        }
        parameters
    }

    /// What the files' heads say. The command writes to the folder it runs in, so that the text is the same wherever
    /// the files go.
    pub fn banner(&self) -> Banner {
        let value = |value: &serde_json::Value| value.as_str().map_or(value.to_string(), str::to_string);
        let configuration = self.parameters();
        let configuration = configuration.iter().map(|p| format!("{} {}", p.name, value(&p.value)));
        Banner {
            tool: tool(),
            configuration: configuration.collect::<Vec<_>>().join(", "),
            command: format!("lanesmith generate {} --out .", self.options().join(" ")),
            certificate: format!("{}.proof.json", self.module().name),
            licence: env!("CARGO_PKG_LICENSE").into(),
        }
    }

    /// All that is generated: the Verilog files, their list `TOP.f`, the manifest `TOP.json` and a FuseSoC core.
    pub fn files(&self) -> Result<Vec<EmittedFile>, DesignError> {
        let design = self.design()?;
        let banner = self.banner();
        let mut files = emit(&design, &banner);
        let list = file_list(&design, &files);
        let manifest = Manifest::new(&design, &files, &banner, self.parameters(), self.latency());
        let core = manifest.fusesoc_core(&self.name(), env!("CARGO_PKG_VERSION"));
        files.extend([list, manifest.file(), core]);
        Ok(files)
    }
}
