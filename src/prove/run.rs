//! Proving a module of the catalogue, one way or the other.

use super::Deferred;
use super::certificate::{Certificate, Conclusion, FORMAT_VERSION, Method, golden_digest};
use super::external::{self, ExternalError};
use super::machine::{Machine, NetlistMachine};
use super::obligation::{Obligation, Outcome};
use super::sweep::{Limits, Verdict};
use super::{brew, video};
use crate::catalog::Selection;
use crate::netlist::{Design, Flat};
use crate::verilog::{EmittedFile, FileHash};
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How to prove.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Prove the netlist with the built-in checker.
    pub built_in: bool,
    /// Prove the emitted text with yosys and ABC.
    pub external: bool,
    /// For one claim.
    pub time: Duration,
    /// Of the simulation patterns.
    pub seed: u64,
}

/// A claim that does not hold.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The claim's name.
    pub claim: String,
    /// What breaks it, by name: an instruction's parts, `state REGISTER` for what the first clock finds, `NAME@CLOCK` for
    /// input ports; with a `'` for each run before, where the claim is about several.
    pub inputs: Vec<(String, u64)>,
}

/// A certificate, and why not where something was refuted.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The certificate.
    pub certificate: Certificate,
    /// A counterexample for each refuted claim.
    pub refutations: Vec<Refutation>,
}

/// Decides everything that is claimed of a module, with `machine` as its hardware; on all cores where the claims are
/// large. `progress` hears the claims' names.
fn each<T: Send>(
    selection: &Selection,
    machine: &dyn Machine,
    progress: &mut dyn FnMut(&str),
    decide: impl Fn(&Obligation) -> T + Sync,
) -> Result<Vec<T>, String> {
    let mut in_turn = |obligations: &mut dyn Iterator<Item = Obligation>| {
        let one = |obligation: Obligation| {
            progress(&obligation.name);
            decide(&obligation)
        };
        obligations.map(one).collect()
    };
    Ok(match selection {
        Selection::VideoAlu(config) => in_turn(&mut video::alu_obligations(config, machine)),
        Selection::VideoCore(config) => in_turn(&mut video::core_obligations(config, machine)),
        Selection::BrewDatapath(config) => {
            let claims = brew::claims(config, machine)?;
            let (sender, names) = mpsc::channel();
            let decide = &decide;
            std::thread::scope(|scope| {
                let one = move |sender: &mut mpsc::Sender<String>, claim: &Deferred| {
                    // Nobody listens to a claim's name once the thread below has gone.
                    let _ = sender.send(claim.name.clone());
                    decide(&claim.obligation())
                };
                let all = scope.spawn(move || claims.par_iter().map_with(sender, one).collect());
                names.iter().for_each(|name| progress(&name));
                all.join()
            })
            .map_err(|_| "a proof broke off")?
        }
    })
}

/// Proves a module whose Verilog files are `files` in `folder`. `progress` hears the names of the claims as they are
/// decided.
pub fn prove(
    selection: &Selection,
    folder: &Path,
    files: &[EmittedFile],
    plan: &Plan,
    progress: &mut dyn FnMut(&str),
) -> Result<Proof, String> {
    let design = selection.design().map_err(|error| error.to_string())?;
    prove_design(selection, &design, folder, files, plan, progress)
}

/// Likewise of another design than the selection's, which `files` are emitted from: to see faults found.
pub fn prove_design(
    selection: &Selection,
    design: &Design,
    folder: &Path,
    files: &[EmittedFile],
    plan: &Plan,
    progress: &mut dyn FnMut(&str),
) -> Result<Proof, String> {
    let mut methods = vec![];
    let mut refutations = vec![];
    if plan.built_in {
        methods.push(built_in(selection, design, plan, &mut refutations, progress)?);
    }
    if plan.external {
        let paths: Vec<PathBuf> = files.iter().map(|file| folder.join(&file.name)).collect();
        methods.push(by_text(selection, &paths, plan, &mut refutations, progress)?);
    }
    Ok(Proof {
        certificate: Certificate {
            format_version: FORMAT_VERSION,
            tool: crate::catalog::tool(),
            golden: golden_digest(),
            top: selection.module().name.to_string(),
            options: selection.options(),
            parameters: selection.parameters(),
            files: files
                .iter()
                .map(|file| FileHash::new(file.name.clone(), file.text.as_bytes()))
                .collect(),
            outside: match selection {
                Selection::BrewDatapath(_) => brew::OUTSIDE,
                Selection::VideoAlu(_) | Selection::VideoCore(_) => video::OUTSIDE,
            }
            .iter()
            .map(|text| text.to_string())
            .collect(),
            verdict: Conclusion::of_all(methods.iter().map(|method| method.verdict)),
            methods,
        },
        refutations,
    })
}

fn built_in(
    selection: &Selection,
    design: &Design,
    plan: &Plan,
    refutations: &mut Vec<Refutation>,
    progress: &mut dyn FnMut(&str),
) -> Result<Method, String> {
    let start = Instant::now();
    let flat = Flat::new(design).map_err(|error| error.to_string())?;
    let machine = NetlistMachine(&flat);
    let outcomes = each(selection, &machine, progress, |obligation| decide(obligation, plan))?;
    refutations.extend(outcomes.iter().filter_map(refutation));
    let verdicts: Vec<(String, Conclusion)> = outcomes
        .into_iter()
        .map(|outcome| (outcome.name, conclusion(&outcome.verdict)))
        .collect();
    Ok(method(
        "built-in",
        "the netlist against golden, as And-Inverter Graphs, by SAT sweeping",
        vec![format!("{} with batsat", crate::catalog::tool())],
        &verdicts,
        start,
    ))
}

fn by_text(
    selection: &Selection,
    paths: &[PathBuf],
    plan: &Plan,
    refutations: &mut Vec<Refutation>,
    progress: &mut dyn FnMut(&str),
) -> Result<Method, String> {
    let start = Instant::now();
    let description = "the emitted text, read back by yosys, against golden, by ABC's cec";
    let files: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    progress("reading the emitted text");
    let read = external::versions().and_then(|versions| {
        let machine = external::read_back(&files, selection.module().name, "clock")?;
        Ok((versions, machine))
    });
    let (versions, machine) = match read {
        Ok(read) => read,
        Err(ExternalError::Unavailable(why)) => {
            return Ok(Method {
                name: "external".into(),
                description: format!("{description}; skipped: {why}"),
                tools: vec![],
                claims: 0,
                proved: 0,
                open: vec![],
                seconds: 0.0,
                verdict: Conclusion::Skipped,
            });
        }
        Err(ExternalError::Failed(why)) => return Err(why),
    };
    let decided = each(selection, &machine, progress, |obligation| {
        let decided = external::decide(obligation, plan.time.as_secs().max(1))?;
        // ABC says only that there is a difference; the built-in checker finds where.
        let found = (decided == Conclusion::Refuted).then(|| refutation(&decide(obligation, plan)));
        Ok((obligation.name.clone(), decided, found.flatten()))
    })?;
    let mut verdicts = vec![];
    for claim in decided {
        let (name, conclusion, found) = claim.map_err(|error| match error {
            ExternalError::Unavailable(why) | ExternalError::Failed(why) => why,
        })?;
        let known = refutations.iter().any(|known| known.claim == name);
        refutations.extend(found.filter(|_| !known));
        verdicts.push((name, conclusion));
    }
    Ok(method("external", description, versions, &verdicts, start))
}

fn decide(obligation: &Obligation, plan: &Plan) -> Outcome {
    let limits = Limits {
        time: plan.time,
        ..Limits::default()
    };
    obligation.decide(limits, plan.seed)
}

fn conclusion(verdict: &Verdict) -> Conclusion {
    match verdict {
        Verdict::Proved => Conclusion::Proved,
        Verdict::Refuted(_) => Conclusion::Refuted,
        Verdict::NotProved => Conclusion::NotProved,
    }
}

fn refutation(outcome: &Outcome) -> Option<Refutation> {
    matches!(outcome.verdict, Verdict::Refuted(_)).then(|| Refutation {
        claim: outcome.name.clone(),
        inputs: outcome.counterexample.clone(),
    })
}

fn method(
    name: &str,
    description: &str,
    tools: Vec<String>,
    verdicts: &[(String, Conclusion)],
    start: Instant,
) -> Method {
    let open = verdicts.iter().filter(|(_, verdict)| *verdict != Conclusion::Proved);
    let open: Vec<String> = open.map(|(claim, verdict)| format!("{claim}: {verdict}")).collect();
    Method {
        name: name.into(),
        description: description.into(),
        tools,
        claims: verdicts.len(),
        proved: verdicts.len() - open.len(),
        open,
        seconds: (start.elapsed().as_secs_f64() * 100.0).round() / 100.0,
        verdict: Conclusion::of_all(verdicts.iter().map(|(_, verdict)| *verdict)),
    }
}
