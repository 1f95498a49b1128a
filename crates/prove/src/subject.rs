//! The subject of a proof.

use super::deferred::Deferred;
use super::machine::TransitionSystem;
use super::outline::OutlineStep;
use lanesmith_netlist::verilog::Parameter;
use lanesmith_netlist::{Design, ResetStyle};

/// Hardware, and the claims about it.
pub trait Provable {
    /// The netlist; an error in words.
    fn design(&self) -> Result<Design, String>;
    /// Its reset.
    fn reset(&self) -> ResetStyle {
        ResetStyle::default()
    }
    /// All claims, with `machine` as the hardware; an error if it lacks a signal that claims mention.
    fn claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String>;
    /// The exclusions, a sentence each.
    fn exclusions(&self) -> &'static [&'static str] {
        &[]
    }
    /// The argument that the claims together are the module's theorem, the theorem first; empty where it is on paper only.
    fn outline(&self) -> &'static [OutlineStep] {
        &[]
    }
    /// The folders of sources on which golden model and claims rest, with their digests.
    fn sources(&self) -> Vec<(&'static str, &'static str)>;
}

/// The subject of a certificate: hardware with the names in its emitted form.
pub trait ProofSubject: Provable {
    /// The module's name in Verilog.
    fn top(&self) -> String;
    /// A name for the module in this configuration.
    fn name(&self) -> String;
    /// The options that generate it.
    fn options(&self) -> Vec<String>;
    /// The configuration.
    fn parameters(&self) -> Vec<Parameter>;
}

/// The exclusions of a module, for certificates.
pub(super) fn exclusions(subject: &dyn ProofSubject) -> Vec<String> {
    subject.exclusions().iter().map(|text| text.to_string()).collect()
}
