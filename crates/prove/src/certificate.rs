//! Certificates: the proved claims and the files that they are about.

use super::source_digests::SourceDigests;
use super::state_bits::StateBits;
use lanesmith_netlist::verilog::{FileHash, Parameter};
use serde::{Deserialize, Serialize};

/// The version of the certificate's format; it increases with each change that readers must know.
pub const FORMAT_VERSION: u32 = 5;

/// A proof certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this format.
    pub format_version: u32,
    /// Name and version of the generator.
    pub tool: String,
    /// Digests of the sources that the proof rests on.
    pub sources: SourceDigests,
    /// The top module.
    pub top: String,
    /// The options that generate the files.
    pub options: Vec<String>,
    /// The configuration.
    pub parameters: Vec<Parameter>,
    /// The Verilog files that the proof is about.
    pub files: Vec<FileHash>,
    /// The register and memory bits of the module, each of which may have any value at power-up.
    pub state: StateBits,
    /// The names of all claims, in the order in which they are made.
    pub claims: Vec<String>,
    /// The exclusions.
    pub exclusions: Vec<String>,
    /// The methods.
    pub methods: Vec<Method>,
    /// The verdict: `proved`, `refuted`, `not proved` or `vacuous`.
    pub verdict: Conclusion,
}

/// One way of proving.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Method {
    /// `built-in` or `external`.
    pub name: String,
    /// A description of the method.
    pub description: String,
    /// Names and versions of the tools.
    pub tools: Vec<String>,
    /// The number of claims; 0 if the method was skipped.
    pub claims: usize,
    /// Claims that hold.
    pub proved: usize,
    /// Claims that were refuted, not decided within the limit, or vacuous, by name.
    pub open: Vec<String>,
    /// The number of claims that were not decided because a refutation ended the run.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub undecided: usize,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Its verdict; `skipped` if a tool was missing.
    pub verdict: Conclusion,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// An outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// Not tried: a tool was missing, or a refutation came before.
    Skipped,
    /// Holds for all inputs.
    Proved,
    /// The assumption cannot be satisfied, or nothing is compared, so the claim proves nothing.
    Vacuous,
    /// Neither, within the limit.
    NotProved,
    /// There is a counterexample.
    Refuted,
}

impl std::fmt::Display for Conclusion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Conclusion::Proved => "proved",
            Conclusion::Refuted => "refuted",
            Conclusion::NotProved => "not proved",
            Conclusion::Vacuous => "vacuous",
            Conclusion::Skipped => "skipped",
        })
    }
}

impl Conclusion {
    /// The conclusion from several ones: the greatest one, because it takes precedence over the others. Skipped ones do not count;
    /// without any others the conclusion is not proved.
    pub fn of_all(conclusions: impl IntoIterator<Item = Conclusion>) -> Self {
        match conclusions.into_iter().max() {
            None | Some(Conclusion::Skipped) => Conclusion::NotProved,
            Some(conclusion) => conclusion,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Conclusion::{self, *};

    #[test]
    fn a_skipped_way_proves_nothing_and_a_refutation_outweighs_a_proof() {
        assert_eq!(Conclusion::of_all([Proved, Skipped]), Proved);
        assert_eq!(Conclusion::of_all([Skipped]), NotProved);
        assert_eq!(Conclusion::of_all([]), NotProved);
        assert_eq!(Conclusion::of_all([Proved, Refuted]), Refuted);
        assert_eq!(Conclusion::of_all([NotProved, Proved]), NotProved);
        assert_eq!(Conclusion::of_all([Proved, Vacuous]), Vacuous);
        assert_eq!(Conclusion::of_all([Vacuous, Skipped]), Vacuous);
        assert_eq!(Conclusion::of_all([Vacuous, NotProved]), NotProved);
    }

    #[test]
    fn a_vacuous_conclusion_is_written_as_that_word() {
        assert_eq!(serde_json::to_string(&Vacuous).unwrap(), "\"vacuous\"");
        assert_eq!(Vacuous.to_string(), "vacuous");
    }
}
