//! What is proved.

use super::deferred::Deferred;
use super::machine::Machine;
use crate::netlist::{Design, ResetStyle};
use crate::verilog::Parameter;

/// Sources by their path in their folder, with the texts that this program was built from.
pub type Sources = &'static [(&'static str, &'static str)];

/// Source texts and their paths, which are relative to the file that says so.
#[macro_export]
macro_rules! sources {
    ($($path:literal),+ $(,)?) => { &[$(($path, include_str!($path))),+] };
}

/// A module in a configuration, and what is claimed of it.
pub trait Subject {
    /// The module's name in Verilog.
    fn top(&self) -> String;
    /// A name for the module in this configuration.
    fn name(&self) -> String;
    /// The options that generate it.
    fn options(&self) -> Vec<String>;
    /// The configuration.
    fn parameters(&self) -> Vec<Parameter>;
    /// The netlist; an error in words.
    fn design(&self) -> Result<Design, String>;
    /// How it is reset.
    fn reset(&self) -> ResetStyle;
    /// Everything that is claimed, with `machine` as the hardware; an error where that lacks what claims speak of.
    fn claims<'a>(&'a self, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String>;
    /// What the claims leave out, a sentence each.
    fn exclusions(&self) -> &'static [&'static str];
    /// The sources that golden's meaning of the module depends on.
    fn golden(&self) -> Sources;
    /// Folders and files below `src/` that say what is claimed, as prefixes of paths.
    fn claim_sources(&self) -> &'static [&'static str];
}
