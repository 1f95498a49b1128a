//! The options that choose a module and its configuration, the same for every subcommand that takes them.

use super::Failure;
use super::number::whole;
use crate::netlist::ResetStyle;
use crate::units::brew::rtl as brew;
use crate::units::video::DEFAULT_LATENCY;
use crate::units::video::rtl as video;
use crate::units::{Emission, MODULES, Prefix, Selection};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

/// All options of [`Configuration`], for what goes without one.
pub(super) const OPTIONS: [&str; 14] = [
    "module",
    "core",
    "latency",
    "no_selectors",
    "no_accumulate",
    "no_vop2",
    "vset",
    "dot",
    "reset",
    "reset_active",
    "depth",
    "no_float",
    "no_multiplier",
    "register_file",
];

/// On each option, not on the whole: that would also be the heading of the options behind these.
const HEADING: &str = "Configuration";

/// Flatten this into a subcommand's arguments.
#[derive(Args, Clone, Debug)]
pub(super) struct Configuration {
    /// The module; `lanesmith list` describes them
    #[arg(long, help_heading = HEADING, default_value = MODULES[0].name, value_parser = PossibleValuesParser::new(MODULES.map(|m| m.name)))]
    module: String,
    /// Short for --module video_core
    #[arg(long, help_heading = HEADING, conflicts_with = "module")]
    core: bool,
    /// video: cycles from operands to result, 0 to 5 [default: 3]
    #[arg(long, help_heading = HEADING, value_name = "CYCLES", value_parser = whole::<u32>(0..=video::Config::MAX_LATENCY.into()))]
    latency: Option<u32>,
    /// video: leave out the element selectors
    #[arg(long, help_heading = HEADING)]
    no_selectors: bool,
    /// video: leave out .add
    #[arg(long, help_heading = HEADING)]
    no_accumulate: bool,
    /// video: leave out the instructions on half-words
    #[arg(long, help_heading = HEADING)]
    no_vop2: bool,
    /// video: add the comparisons, vset2 and vset4
    #[arg(long, help_heading = HEADING)]
    vset: bool,
    /// video: add the dot products, dp4a and dp2a
    #[arg(long, help_heading = HEADING)]
    dot: bool,
    /// video_alu: when the reset acts, at the clock edge or at once [default: sync]
    #[arg(long, help_heading = HEADING, value_enum)]
    reset: Option<ResetTiming>,
    /// video_alu: the level that resets; the port is reset or reset_n [default: high]
    #[arg(long, help_heading = HEADING, value_name = "LEVEL", value_enum)]
    reset_active: Option<ResetLevel>,
    #[command(flatten)]
    datapath: Datapath,
}

/// A configuration with the names of its files. Flatten this into a subcommand that is about emitted files.
#[derive(Args, Clone, Debug)]
pub(super) struct Emitted {
    #[command(flatten)]
    configuration: Configuration,
    /// Goes before the names of all modules, with `_` between, so that one design can hold several configurations
    #[arg(long, help_heading = HEADING, value_name = "NAME")]
    prefix: Option<Prefix>,
}

/// The options of `brew_datapath` alone. Flatten this into a subcommand that runs nothing else.
#[derive(Args, Clone, Debug)]
pub(super) struct Datapath {
    /// brew_datapath: stages before retirement, 2 or 3 [default: 3]
    #[arg(long, help_heading = HEADING, value_name = "STAGES", value_parser = whole::<u32>(2..=3))]
    depth: Option<u32>,
    /// brew_datapath: leave out floating-point arithmetic
    #[arg(long, help_heading = HEADING)]
    no_float: bool,
    /// brew_datapath: leave out multiplication
    #[arg(long, help_heading = HEADING)]
    no_multiplier: bool,
    /// brew_datapath: how the registers are read [default: asynchronous]
    #[arg(long, help_heading = HEADING, value_name = "FORM", value_enum)]
    register_file: Option<ReadForm>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResetTiming {
    Sync,
    Async,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResetLevel {
    High,
    Low,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReadForm {
    Asynchronous,
    Synchronous,
}

impl Emitted {
    /// What is emitted; an error if the options do not go together.
    pub(super) fn emission(&self) -> Result<Emission, Failure> {
        Ok(self.of(self.configuration.selection()?))
    }

    /// Likewise of another selection.
    pub(super) fn of(&self, selection: Selection) -> Emission {
        Emission::new(selection, self.prefix.clone().unwrap_or_default())
    }
}

impl Configuration {
    /// The selected module and configuration; an error if the options do not go together.
    pub(super) fn selection(&self) -> Result<Selection, Failure> {
        let resets = [
            ("--reset", self.reset.is_some()),
            ("--reset-active", self.reset_active.is_some()),
        ];
        let video = [
            ("--latency", self.latency.is_some()),
            ("--no-selectors", self.no_selectors),
            ("--no-accumulate", self.no_accumulate),
            ("--no-vop2", self.no_vop2),
            ("--vset", self.vset),
            ("--dot", self.dot),
        ];
        let brew = [
            ("--depth", self.datapath.depth.is_some()),
            ("--no-float", self.datapath.no_float),
            ("--no-multiplier", self.datapath.no_multiplier),
            ("--register-file", self.datapath.register_file.is_some()),
        ];
        let module = if self.core {
            MODULES[1].name
        } else {
            self.module.as_str()
        };
        let without = |options: &[(&str, bool)]| match options.iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(Failure::new(format_args!("{module} does not have the option {option}"))),
            None => Ok(()),
        };
        if module == MODULES[2].name {
            without(&resets)?;
            without(&video)?;
            return Ok(Selection::BrewDatapath(self.datapath.config()?));
        }
        without(&brew)?;
        if module == MODULES[1].name {
            without(&resets)?;
            return Ok(Selection::VideoCore(self.video()?));
        }
        Ok(Selection::VideoAlu(self.video()?))
    }

    fn video(&self) -> Result<video::Config, Failure> {
        let config = video::Config {
            latency: self.latency.unwrap_or(DEFAULT_LATENCY),
            selectors: !self.no_selectors,
            accumulate: !self.no_accumulate,
            dual: !self.no_vop2,
            vset: self.vset,
            dot: self.dot,
            reset: ResetStyle {
                asynchronous: self.reset == Some(ResetTiming::Async),
                active_low: self.reset_active == Some(ResetLevel::Low),
            },
        };
        config.validate().map_err(Failure::new)?;
        Ok(config)
    }
}

impl Datapath {
    /// The configuration; an error if the options do not go together.
    pub(super) fn config(&self) -> Result<brew::Config, Failure> {
        let full = brew::Config::full();
        let config = brew::Config {
            float: !self.no_float,
            multiplier: !self.no_multiplier,
            depth: self.depth.unwrap_or(full.depth),
            register_file: match self.register_file {
                Some(ReadForm::Synchronous) => brew::RegisterFileForm::Synchronous,
                _ => brew::RegisterFileForm::Asynchronous,
            },
        };
        config.validate().map_err(Failure::new)?;
        Ok(config)
    }
}
