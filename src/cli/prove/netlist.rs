//! `lanesmith prove --netlist`: a netlist behind synthesis equals the design, and the design equals golden.

use super::super::table::table;
use super::super::{CommandOutcome, Failure, progress, say, text};
use super::{Prove, listener};
use lanesmith::gates::equal::{Comparison, Since, Verdict, compare};
use lanesmith::gates::map::{Design, with_whole_memories};
use lanesmith::gates::{Gates, Problem, text as netlist_text};
use lanesmith::netlist::Flat;
use lanesmith::prove::{Conclusion, Expected, Limits, Proof, ProofPlan, ProofSubject, Provable, prove_design};
use lanesmith::unit::Emission;
use lanesmith::verilog::with_written_names;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// The command of yosys that keeps the codes of states.
pub(in super::super) const NO_RE_ENCODING: &str = "setattr -set fsm_encoding \"none\" w:*";

impl Prove {
    pub(super) fn netlist(&self, path: &Path) -> Result<CommandOutcome, Failure> {
        let emission = self.emitted.emission()?;
        let source = text::read(path)?;
        let plan = ProofPlan {
            external: false,
            ..self.plan()
        };
        let proved = ProvedNetlist::new(&emission, (&path.display().to_string(), &source), &plan)?;
        let mut json = proved.json();
        json["format_version"] = 1.into();
        self.data.report(&json, || proved.report())?;
        Ok(CommandOutcome::unless(!proved.is_proved()))
    }
}

/// The proofs about a netlist.
pub(in super::super) struct ProvedNetlist {
    name: String,
    /// The comparison with the design, or the reason why the netlist is no state machine that could equal it.
    comparison: Result<Comparison, String>,
    seconds: f64,
    /// The proof that the design equals golden, which follows if the netlist equals the design.
    golden: Option<Proof>,
}

impl ProvedNetlist {
    /// Proves the text of a netlist, which has a name. Error: a place that is not in the language, or a cell without a model.
    pub fn new(emission: &Emission, (name, source): (&str, &str), plan: &ProofPlan) -> Result<Self, Failure> {
        let start = Instant::now();
        let design = with_whole_memories(&emission.design().map_err(Failure::new)?);
        let flat = Flat::new(&with_written_names(&design)).map_err(|error| Failure::new(error.to_string()))?;
        let expected = Expected::new(emission.reset(), &design);
        let (port, active) = emission.reset().port(true);
        let read = netlist_text::read(source).map_err(Problem::from);
        let comparison = match read.and_then(|netlist| Gates::new(netlist, &expected)) {
            Ok(gates) => {
                let design = Design {
                    reset: flat.port(port).map(|_| (port, active)),
                    flat: &flat,
                };
                let limits = Limits {
                    time: plan.time,
                    ..Limits::default()
                };
                Ok(compare(&gates, &design, limits, plan.seed))
            }
            Err(Problem::Wrong(why)) => Err(why),
            Err(Problem::Refused(refused)) => return Err(Failure::all(name, source, &[*refused])),
        };
        let mut proved = ProvedNetlist {
            name: emission.name(),
            comparison,
            seconds: start.elapsed().as_secs_f64(),
            golden: None,
        };
        if proved.verdict() == Conclusion::Proved {
            let bar = progress::claims();
            let golden = prove_design(emission, &design, &[], plan, &mut listener(&bar, emission.name()));
            bar.finish_and_clear();
            proved.golden = Some(golden.map_err(Failure::new)?);
        }
        Ok(proved)
    }

    /// The verdict of the comparison with the design.
    fn verdict(&self) -> Conclusion {
        match self.comparison.as_ref().map(|comparison| &comparison.verdict) {
            Ok(Verdict::Proved) => Conclusion::Proved,
            Ok(Verdict::NotProved) => Conclusion::NotProved,
            Ok(Verdict::Refuted(_)) | Err(_) => Conclusion::Refuted,
        }
    }

    /// Whether the netlist equals golden.
    pub fn is_proved(&self) -> bool {
        let golden = self.golden.as_ref().map(|proof| proof.certificate.verdict);
        golden == Some(Conclusion::Proved)
    }

    /// The report as JSON.
    pub fn json(&self) -> Value {
        let comparison = match &self.comparison {
            Err(why) => json!({ "why": why }),
            Ok(found) => json!({
                "output_bits": found.outputs,
                "state_bits": {"by_name": found.named, "by_simulation": found.simulated, "not_in_the_netlist": found.free},
                "re_encoded_registers": found.re_encoded,
                "copies": {"bits": found.copies.count, "equal": since(found.copies.since)},
                "difference": match &found.verdict {
                    Verdict::Refuted(difference) => json!({
                        "differing": difference.differing,
                        "inputs": difference.inputs.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
                        "state_bits_that_are_1": difference.state,
                    }),
                    _ => Value::Null,
                },
            }),
        };
        json!({
            "module": self.name,
            "netlist": {"verdict": self.verdict(), "seconds": self.seconds, "comparison": comparison},
            "golden": self.golden.as_ref().map(|proof| &proof.certificate),
        })
    }

    /// Prints the verdicts, what they rest on, and a difference.
    pub fn report(&self) -> Result<(), Failure> {
        let mut verdicts = table(["module", "proof", "seconds", "verdict"], 2..3);
        let row = |proof: &str, seconds: f64, verdict: Conclusion| {
            [
                self.name.clone(),
                proof.to_owned(),
                format!("{seconds:.2}"),
                verdict.to_string(),
            ]
        };
        verdicts.add_row(row("netlist equals design", self.seconds, self.verdict()));
        for method in self.golden.iter().flat_map(|proof| &proof.certificate.methods) {
            let proof = format!("design equals golden, {} claims", method.claims);
            verdicts.add_row(row(&proof, method.seconds, method.verdict));
        }
        say(verdicts.trim_fmt())?;
        let found = match &self.comparison {
            Ok(found) => found,
            Err(why) => return say!("refuted: {why}"),
        };
        let (named, simulated, free) = (found.named, &found.simulated, &found.free);
        say!(
            "compared: {} output bits; state bits of the design: {named} found by name{}{}",
            found.outputs,
            listed(simulated, "by their values in simulation",),
            listed(free, "not in the netlist, which equals the design for all their values")
        )?;
        if !found.re_encoded.is_empty() {
            say!(
                "registers whose states yosys has given another code: {}; `{NO_RE_ENCODING}` before the synthesis prevents it",
                found.re_encoded.join(", ")
            )?;
        }
        if found.copies.count > 0 {
            say!(
                "copies in the netlist: {} state bits, equal {}",
                found.copies.count,
                since(found.copies.since)
            )?;
        }
        say("assumed: the models of the cells; one clock; place and route, and the device, keep the function")?;
        for text in self.golden.iter().flat_map(|proof| &proof.certificate.exclusions) {
            say!("exclusion of the design's proof: {text}")?;
        }
        let Verdict::Refuted(difference) = &found.verdict else {
            return Ok(());
        };
        say!("\nrefuted: {} differs", difference.differing.join(", "))?;
        for (name, value) in difference.inputs.iter().filter(|(_, value)| *value != 0) {
            say!("  {name} = {value:#x}")?;
        }
        let state: Vec<&str> = difference.state.iter().map(String::as_str).collect();
        say!(
            "  and 0 for all other inputs; state bits of the design that are 1: {}",
            match &state[..] {
                [] => "none".to_owned(),
                bits => bits.join(", "),
            }
        )
    }
}

/// The time from which copies are equal.
fn since(since: Since) -> &'static str {
    match since {
        Since::Configuration => "after configuration",
        Since::Reset => "after a clock with reset",
        Since::Assumed => {
            "if configuration gives equal values to memory bits that the netlist leaves undefined, as nextpnr does"
        }
    }
}

/// The number of names, with the first ones.
fn listed(names: &[String], how: &str) -> String {
    const SHOWN: usize = 4;
    match names {
        [] => String::new(),
        names => {
            let more = if names.len() > SHOWN { ", …" } else { "" };
            let first = names[..names.len().min(SHOWN)].join(", ");
            format!(", {} {how} ({first}{more})", names.len())
        }
    }
}
