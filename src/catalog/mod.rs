//! What can be generated: the modules, their configurations, the files of each, and the set that is shipped.

mod brew;
mod emission;
mod video;

pub use emission::{Emission, Prefix};

use crate::netlist::Design;
use crate::rtl;
use crate::verilog::{EmittedFile, Parameter};
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
pub const MODULES: [Module; 3] = [
    Module {
        name: "video_alu",
        description: "SIMD video ALU with valid/ready handshake and tag.",
    },
    Module {
        name: "video_core",
        description: "Arithmetic core of the SIMD video ALU, stalled by an enable.",
    },
    Module {
        name: "brew_datapath",
        description: "Register-ISA datapath: typed registers, packed, saturating and floating-point arithmetic.",
    },
];

/// The latency that is used where none is asked for.
pub const DEFAULT_LATENCY: u32 = 3;

/// A module in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// `video_alu`.
    VideoAlu(rtl::video::Config),
    /// `video_core`.
    VideoCore(rtl::video::Config),
    /// `brew_datapath`.
    BrewDatapath(rtl::brew::Config),
}

/// An option that leads away from the full configuration, and its name in folders.
type Difference = (&'static str, &'static str);

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
    let alu =
        (0..=rtl::video::Config::MAX_LATENCY).map(|latency| Selection::VideoAlu(rtl::video::Config::full(latency)));
    let core = Selection::VideoCore(rtl::video::Config::full(DEFAULT_LATENCY));
    let datapath = Selection::BrewDatapath(rtl::brew::Config::full());
    alu.chain([core, datapath]).collect()
}

/// Name and version of this generator.
pub fn tool() -> String {
    format!("lanesmith {}", env!("CARGO_PKG_VERSION"))
}

impl Selection {
    /// Every module in its default configuration.
    pub fn defaults() -> Vec<Selection> {
        let config = rtl::video::Config::full(DEFAULT_LATENCY);
        vec![
            Selection::VideoAlu(config),
            Selection::VideoCore(config),
            Selection::BrewDatapath(rtl::brew::Config::full()),
        ]
    }

    /// What is selected, without its configuration.
    pub fn module(&self) -> Module {
        match self {
            Selection::VideoAlu(_) => MODULES[0],
            Selection::VideoCore(_) => MODULES[1],
            Selection::BrewDatapath(_) => MODULES[2],
        }
    }

    /// Cycles from operands to result; of the datapath its stages before retirement.
    pub fn latency(&self) -> u32 {
        match self {
            Selection::VideoAlu(config) | Selection::VideoCore(config) => config.latency,
            Selection::BrewDatapath(config) => config.depth,
        }
    }

    /// The netlist.
    pub fn design(&self) -> Result<Design, DesignError> {
        let error = |error: &dyn fmt::Display| DesignError(error.to_string());
        match self {
            Selection::VideoAlu(config) => rtl::video::design(config).map_err(|e| error(&e)),
            Selection::VideoCore(config) => rtl::video::core_design(config).map_err(|e| error(&e)),
            Selection::BrewDatapath(config) => {
                config.validate().map_err(|e| error(&e))?;
                rtl::brew::design(config).map_err(|e| error(&e))
            }
        }
    }

    /// A name for folders: the module, the latency, and what differs from the full configuration.
    pub fn name(&self) -> String {
        let latency = match self {
            Selection::BrewDatapath(_) => "d",
            _ => "l",
        };
        let mut name = format!("{}_{latency}{}", self.module().name, self.latency());
        for (_, suffix) in self.differences() {
            name += "_";
            name += suffix;
        }
        name
    }

    /// The options that select this configuration on the command line.
    pub fn options(&self) -> Vec<String> {
        let mut options = Vec::new();
        if self.module() != MODULES[0] {
            options.push(format!("--module {}", self.module().name));
        }
        options.push(match self {
            Selection::BrewDatapath(config) => format!("--depth {}", config.depth),
            _ => format!("--latency {}", self.latency()),
        });
        options.extend(self.differences().into_iter().map(|(option, _)| option.to_string()));
        options
    }

    fn differences(&self) -> Vec<Difference> {
        let differences = match self {
            Selection::VideoAlu(config) => video::differences(config, true),
            Selection::VideoCore(config) => video::differences(config, false),
            Selection::BrewDatapath(config) => brew::differences(config),
        };
        differences
            .into_iter()
            .filter_map(|(differs, difference)| differs.then_some(difference))
            .collect()
    }

    /// The configuration, for manifests and tables.
    pub fn parameters(&self) -> Vec<Parameter> {
        match self {
            Selection::VideoAlu(config) => video::parameters(config, true),
            Selection::VideoCore(config) => video::parameters(config, false),
            Selection::BrewDatapath(config) => brew::parameters(config),
        }
    }

    /// All that is generated, see [`Emission::files`].
    pub fn files(&self) -> Result<Vec<EmittedFile>, DesignError> {
        Emission::from(*self).files()
    }
}

fn parameter(name: &str, value: impl Into<serde_json::Value>, meaning: &str) -> Parameter {
    Parameter {
        name: name.into(),
        value: value.into(),
        meaning: meaning.into(),
    }
}
