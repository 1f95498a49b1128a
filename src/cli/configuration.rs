//! The options that choose a module and its configuration, the same for every subcommand that takes them.

use super::Failure;
use crate::catalog::{DEFAULT_LATENCY, MODULES, Selection};
use crate::netlist::ResetStyle;
use crate::rtl::video;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

/// Flatten this into a subcommand's arguments.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Configuration")]
pub(super) struct Configuration {
    /// What to generate; `lanesmith list` describes the modules
    #[arg(long, default_value = MODULES[0].name, value_parser = PossibleValuesParser::new(MODULES.map(|m| m.name)))]
    module: String,
    /// Short for --module video_core
    #[arg(long, conflicts_with = "module")]
    core: bool,
    /// Cycles from operands to result, 0 to 5
    #[arg(long, value_name = "CYCLES", default_value_t = DEFAULT_LATENCY)]
    latency: u32,
    /// Leave out the element selectors
    #[arg(long)]
    no_selectors: bool,
    /// Leave out .add
    #[arg(long)]
    no_accumulate: bool,
    /// Leave out the instructions on half-words
    #[arg(long)]
    no_vop2: bool,
    /// When the reset acts: at the clock edge or at once
    #[arg(long, value_enum, default_value_t = ResetTiming::Sync)]
    reset: ResetTiming,
    /// The level that resets; the port is reset or reset_n
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = ResetLevel::High)]
    reset_active: ResetLevel,
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

impl Configuration {
    /// The selected module and configuration; an error if the options do not go together.
    pub(super) fn selection(&self) -> Result<Selection, Failure> {
        let config = video::Config {
            latency: self.latency,
            selectors: !self.no_selectors,
            accumulate: !self.no_accumulate,
            dual: !self.no_vop2,
            reset: ResetStyle {
                asynchronous: self.reset == ResetTiming::Async,
                active_low: self.reset_active == ResetLevel::Low,
            },
        };
        config.validate().map_err(Failure::new)?;
        if self.core || self.module == MODULES[1].name {
            if config.reset != video::Config::full(0).reset {
                return Err(Failure::new(
                    "video_core has no reset: leave out --reset and --reset-active",
                ));
            }
            return Ok(Selection::VideoCore(config));
        }
        Ok(Selection::VideoAlu(config))
    }
}
