//! `lanesmith prove --netlist`: a netlist behind synthesis equals the design.

use super::super::{CommandOutcome, Failure, say, text};
use super::Prove;
use lanesmith::gates::equal::{Comparison, Difference, Verdict, compare};
use lanesmith::gates::map::Design;
use lanesmith::gates::{Gates, Problem};
use lanesmith::netlist::Flat;
use lanesmith::prove::{Expected, Limits, ProofSubject, Provable};
use lanesmith::unit::Emission;
use lanesmith::verilog::with_written_names;
use std::path::Path;
use std::time::{Duration, Instant};

impl Prove {
    pub(super) fn netlist(&self, path: &Path) -> Result<CommandOutcome, Failure> {
        let emission = self.emitted.emission()?;
        let source = text::read(path)?;
        let start = Instant::now();
        let limits = Limits {
            time: Duration::from_secs(self.time),
            ..Limits::default()
        };
        let name = path.display().to_string();
        match prove(&emission, &source, limits, self.seed)? {
            Ok(comparison) => {
                report(&emission, &comparison, start.elapsed())?;
                Ok(CommandOutcome::unless(comparison.verdict != Verdict::Proved))
            }
            Err(Problem::Refused(refused)) => Err(Failure::all(&name, &source, &[*refused])),
            Err(Problem::Wrong(why)) => {
                say!("refuted: {name}: {why}")?;
                Ok(CommandOutcome::Mismatch)
            }
        }
    }
}

/// Compares the text of a netlist with the unit's design.
fn prove(
    emission: &Emission,
    source: &str,
    limits: Limits,
    seed: u64,
) -> Result<Result<Comparison, Problem>, Failure> {
    let design = with_written_names(&emission.design().map_err(Failure::new)?);
    let flat = Flat::new(&design).map_err(|error| Failure::new(error.to_string()))?;
    let expected = Expected::new(emission.reset(), &design);
    let read = lanesmith::gates::text::read(source).map_err(Problem::from);
    let gates = match read.and_then(|netlist| Gates::new(netlist, &expected)) {
        Ok(gates) => gates,
        Err(problem) => return Ok(Err(problem)),
    };
    let (port, active) = emission.reset().port(true);
    let has_reset = flat.port(port).is_some();
    let design = Design {
        flat: &flat,
        reset: has_reset.then_some((port, active)),
    };
    Ok(Ok(compare(&gates, &design, limits, seed)))
}

fn report(emission: &Emission, found: &Comparison, time: Duration) -> Result<(), Failure> {
    let name = emission.name();
    let verdict = match &found.verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted(_) => "refuted",
        Verdict::NotProved => "not proved within the time limit",
    };
    say!("{name}: {verdict}, {:.1} s", time.as_secs_f64())?;
    say!(
        "{name}: {} output bits, {} state bits by name, {} by simulation, {} not in the netlist, {} copies",
        found.outputs,
        found.named,
        found.simulated.len(),
        found.free.len(),
        found.copies.count
    )?;
    if let Verdict::Refuted(difference) = &found.verdict {
        say!("{}", counterexample(difference))?;
    }
    Ok(())
}

fn counterexample(difference: &Difference) -> String {
    let mut text = String::new();
    for what in difference.differing.iter().take(8) {
        text += &format!("{what} differs\n");
    }
    for (name, value) in &difference.inputs {
        text += &format!("  {name} = {value:#x}\n");
    }
    text += &format!("  state bits that are 1: {}\n", difference.state.join(" "));
    text += &format!("  free: {}\n", difference.free.join(" "));
    text
}
