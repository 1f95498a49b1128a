//! Proves a module, by one method or both.

use super::agreement::agree;
use super::certificate::{Certificate, Conclusion, FORMAT_VERSION, Method};
use super::claim_input::ClaimInput;
use super::decide::ObligationOutcome;
use super::deferred::Deferred;
use super::external::{self, ExternalError};
use super::machine::{NetlistMachine, TransitionSystem};
use super::obligation::Obligation;
use super::read_back::{ReadBack, read_back};
use super::schedule::{self, Progress};
use super::solver::Stop;
use super::source_digests::SourceDigests;
use super::state_bits::StateBits;
use super::structure::{CLOCKING, DRIVING, Expected, Structure, of_netlist};
use super::subject::{ProofSubject, exclusions};
use super::sweep::{EquivalenceVerdict, Limits};
use lanesmith_netlist::verilog::{EmittedFile, FileHash, with_written_names};
use lanesmith_netlist::{Design, Flat};
use lanesmith_text::sources::SourceText;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The settings of a proof.
#[derive(Clone, Debug)]
pub struct ProofPlan {
    /// Prove the netlist with the built-in prover.
    pub built_in: bool,
    /// Prove the emitted text with yosys and ABC.
    pub external: bool,
    /// The time limit for one claim.
    pub time: Duration,
    /// The seed of the simulation patterns.
    pub seed: u64,
    /// Decide every claim; otherwise the first refutation ends the run.
    pub all: bool,
}

/// A claim that does not hold.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The claim's name.
    pub claim: String,
    /// The values that break it.
    pub inputs: Vec<(ClaimInput, u64)>,
}

impl Refutation {
    /// The value of an input, if the counterexample has it.
    pub fn value(&self, word: impl Into<ClaimInput>) -> Option<u64> {
        let word = word.into();
        let found = self.inputs.iter().find(|(input, _)| *input == word);
        found.map(|(_, value)| *value)
    }
}

/// The result of a proof: the certificate, and counterexamples of refuted claims.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The certificate.
    pub certificate: Certificate,
    /// A counterexample for each refuted claim.
    pub refutations: Vec<Refutation>,
}

/// Proves a module whose Verilog files are `files`. Calls `progress` as claims are begun and decided.
///
/// Errors: the netlist or the claims cannot be built, a tool failed, the text has other state bits than the netlist.
pub fn prove(
    subject: &dyn ProofSubject,
    files: &[EmittedFile],
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<Proof, String> {
    prove_design(subject, &subject.design()?, files, plan, progress)
}

/// Like [`prove`], but for `design`, from which `files` are emitted, instead of the subject's own design. For planted faults.
pub fn prove_design(
    subject: &dyn ProofSubject,
    design: &Design,
    files: &[EmittedFile],
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<Proof, String> {
    let flat = Flat::new(design).map_err(|error| error.to_string())?;
    let job = Job::new(subject, design, &flat, plan)?;
    let sources = sources(files);
    let mut methods = vec![];
    let mut refutations = vec![];
    if plan.built_in {
        let structure = of_netlist(&flat, &job.expected());
        methods.push(built_in(&job, &flat, &structure, BUILT_IN, &mut refutations, progress)?);
    }
    if plan.external && !refutations.is_empty() && !plan.all {
        methods.push(skipped(REFUTED));
    } else if plan.external {
        methods.push(match read(&job, &sources, progress)? {
            Ok(text) => {
                // The claims about the netlist hold for the text, too.
                let written = Flat::new(&with_written_names(design)).map_err(|error| error.to_string())?;
                agree(&NetlistMachine(&written), &NetlistMachine(&text.read.flat))
                    .map_err(|why| format!("the text is not that of its netlist: {why}"))?;
                by_text(&job, &text, &mut refutations, progress)?
            }
            Err(skipped) => skipped,
        });
    }
    Ok(job.proof(&sources, methods, refutations))
}

/// Like [`prove`], for any Verilog in the language of [`reader`](super::reader), emitted or not: as lanesmith reads it by the built-in
/// method, and as yosys reads it by the external method.
pub fn prove_text(
    subject: &dyn ProofSubject,
    sources: &[SourceText],
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<Proof, String> {
    let design = subject.design()?;
    let flat = Flat::new(&design).map_err(|error| error.to_string())?;
    let job = Job::new(subject, &design, &flat, plan)?;
    let mut methods = vec![];
    let mut refutations = vec![];
    match read(&job, sources, progress)? {
        Ok(text) => {
            let ReadBack { flat, structure, .. } = &text.read;
            methods.push(built_in(&job, flat, structure, OF_TEXT, &mut refutations, progress)?);
            methods.push(match refutations.is_empty() || plan.all {
                true => by_text(&job, &text, &mut refutations, progress)?,
                false => skipped(REFUTED),
            });
        }
        Err(skipped) => methods.push(skipped),
    }
    Ok(job.proof(sources, methods, refutations))
}

/// Emitted files as texts.
pub(super) fn sources(files: &[EmittedFile]) -> Vec<SourceText> {
    let source = |EmittedFile { name, text, .. }: &EmittedFile| SourceText {
        name: name.clone(),
        text: text.clone(),
    };
    files.iter().map(source).collect()
}

/// The subject and the methods of a proof.
struct Job<'a> {
    subject: &'a dyn ProofSubject,
    design: &'a Design,
    flat: &'a Flat,
    plan: &'a ProofPlan,
    /// The names of all claims.
    claims: Vec<String>,
}

impl<'a> Job<'a> {
    fn new(
        subject: &'a dyn ProofSubject,
        design: &'a Design,
        flat: &'a Flat,
        plan: &'a ProofPlan,
    ) -> Result<Self, String> {
        Ok(Job {
            subject,
            design,
            flat,
            plan,
            claims: claim_names(&subject.claims(&NetlistMachine(flat))?),
        })
    }

    /// The structure that is claimed of the module.
    fn expected(&self) -> Expected {
        Expected::new(self.subject.reset(), self.design)
    }

    fn proof(self, sources: &[SourceText], methods: Vec<Method>, refutations: Vec<Refutation>) -> Proof {
        let hash = |source: &SourceText| FileHash::new(source.name.clone(), source.text.as_bytes());
        let files = sources.iter().map(hash).collect();
        Proof {
            certificate: Certificate::new(self.subject, self.flat, self.claims, files, methods),
            refutations,
        }
    }
}

impl Certificate {
    /// The certificate of a subject with this netlist and these claims.
    pub(super) fn new(
        subject: &dyn ProofSubject,
        flat: &Flat,
        claims: Vec<String>,
        files: Vec<FileHash>,
        methods: Vec<Method>,
    ) -> Self {
        Certificate {
            format_version: FORMAT_VERSION,
            tool: lanesmith_text::tool(),
            sources: SourceDigests::of(subject),
            top: subject.top(),
            options: subject.options(),
            parameters: subject.parameters(),
            files,
            state: StateBits::of(flat),
            claims,
            exclusions: exclusions(subject),
            verdict: Conclusion::of_all(methods.iter().map(|method| method.verdict)),
            methods,
        }
    }
}

/// The names of all claims: those about the structure, then those about the function.
pub(super) fn claim_names(claims: &[Deferred]) -> Vec<String> {
    let structure = [CLOCKING, DRIVING].map(String::from).into_iter();
    structure.chain(claims.iter().map(|claim| claim.name.clone())).collect()
}

impl ProofPlan {
    pub(super) fn limits(&self) -> Limits {
        Limits::of(self.time)
    }
}

/// Proves the claims about a netlist, which is the subject's or one of the same function.
fn built_in(
    job: &Job,
    flat: &Flat,
    structure: &Structure,
    description: &str,
    refutations: &mut Vec<Refutation>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Method, String> {
    let start = Instant::now();
    let plan = job.plan;
    let lemmas = Arc::default();
    let decided = decide_each(job, &NetlistMachine(flat), structure, progress, |claim, stop| {
        let outcome = claim.decide_with(&lemmas, plan.limits(), plan.seed, stop);
        Ok((conclusion(&outcome.verdict), refutation(&outcome)))
    })?;
    Ok(decided.method("built-in", description, vec![solver()], refutations, start))
}

/// The description of the built-in method.
pub(super) const BUILT_IN: &str = "the netlist against golden, as And-Inverter Graphs, by SAT sweeping";
/// The same of a text.
const OF_TEXT: &str = "the text, as lanesmith reads it, against golden, as And-Inverter Graphs, by SAT sweeping";
/// The description of the external method.
pub(super) const BY_TEXT: &str = "the text, which yosys and lanesmith read alike, against golden, by ABC's &cec or cec";
/// The reason to leave out the external method.
const REFUTED: &str = "not run, because a claim is already refuted";

/// Name and version of the built-in method's solver.
pub(super) fn solver() -> String {
    format!("{} with {SOLVER}", lanesmith_text::tool())
}

/// The SAT solver, with the version that `Cargo.toml` asks for.
const SOLVER: &str = "batsat 0.6";

/// A text, with the versions of the tools that read it, and the time at which reading began.
struct Text {
    read: ReadBack,
    versions: Vec<String>,
    start: Instant,
}

/// Reads a Verilog text; without yosys the entry of a method that did not run.
fn read(job: &Job, sources: &[SourceText], progress: &mut dyn FnMut(Progress)) -> Result<Result<Text, Method>, String> {
    let start = Instant::now();
    progress(Progress {
        claim: "reading the text",
        decided: 0,
        claims: 0,
    });
    let read = external::versions().and_then(|versions| {
        let read = read_back(sources, &job.subject.top(), &job.expected())?;
        Ok(Text { read, versions, start })
    });
    match read {
        Ok(text) => Ok(Ok(text)),
        Err(ExternalError::Unavailable(why)) => Ok(Err(skipped(&format!("skipped: {why}")))),
        Err(ExternalError::Failed(why)) => Err(why),
    }
}

/// Proves the claims about a text as yosys has read it.
fn by_text(
    job: &Job,
    text: &Text,
    refutations: &mut Vec<Refutation>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Method, String> {
    let plan = job.plan;
    let Text { read, versions, start } = text;
    let decided = decide_each(job, &read.machine, &read.structure, progress, |claim, stop| {
        let decided = external::decide(claim, plan.time, plan.seed, stop).map_err(ExternalError::message)?;
        // ABC only reports that there is a difference; the built-in prover finds the inputs.
        let found = (decided == Conclusion::Refuted).then(|| {
            refutation(&claim.decide(plan.limits(), plan.seed)).unwrap_or(Refutation {
                claim: claim.name.clone(),
                inputs: vec![],
            })
        });
        Ok((decided, found))
    })?;
    Ok(decided.method("external", BY_TEXT, versions.clone(), refutations, *start))
}

/// The claims of one method with their verdicts: name, conclusion, description.
struct Decided {
    claims: Vec<(String, Conclusion, String)>,
    refutations: Vec<Refutation>,
    undecided: usize,
}

/// Decides all claims about a module, those about its structure first, on all cores.
fn decide_each(
    job: &Job,
    machine: &dyn TransitionSystem,
    structure: &Structure,
    progress: &mut dyn FnMut(Progress),
    decide: impl Fn(&Obligation, &Stop) -> Result<(Conclusion, Option<Refutation>), String> + Sync,
) -> Result<Decided, String> {
    let Job { subject, plan, .. } = job;
    let claims = subject.claims(machine)?;
    if claims.is_empty() {
        return Err(format!("there are no claims about {}", subject.name()));
    }
    if claim_names(&claims) != job.claims {
        let name = subject.name();
        return Err(format!("the claims about text and netlist of {name} differ"));
    }
    let mut decided = Decided {
        claims: vec![],
        refutations: vec![],
        undecided: 0,
    };
    for (name, wrong) in structure.claims() {
        decided
            .claims
            .push((name.into(), of_structure(wrong), wrong.join("; ")));
        let inputs = (!wrong.is_empty()).then(Vec::new);
        let claim = name.to_owned();
        decided
            .refutations
            .extend(inputs.map(|inputs| Refutation { claim, inputs }));
    }
    let stop = Stop::default();
    if !decided.refutations.is_empty() && !plan.all {
        stop.raise();
    }
    let shift = decided.claims.len();
    let mut shifted = |now: Progress| {
        progress(Progress {
            decided: now.decided + shift,
            claims: now.claims + shift,
            ..now
        })
    };
    let found = schedule::each(&claims, &stop, &mut shifted, |claim| {
        let one = decide(claim, &stop);
        // A claim that was cancelled after another claim's refutation is not decided.
        if stop.is_raised() && matches!(one, Ok((Conclusion::NotProved, _))) {
            return None;
        }
        if one.is_err() || (!plan.all && matches!(one, Ok((Conclusion::Refuted, _)))) {
            stop.raise();
        }
        Some(one.map(|one| (one, claim.pairs.is_empty())))
    })?;
    for (claim, one) in claims.into_iter().zip(found) {
        let Some(one) = one else {
            decided.undecided += 1;
            continue;
        };
        let ((conclusion, refutation), is_empty) = one?;
        let words = match conclusion {
            Conclusion::Vacuous if is_empty => "the claim compares nothing",
            Conclusion::Vacuous => "the assumption cannot be satisfied",
            _ => "",
        };
        decided.claims.push((claim.name, conclusion, words.into()));
        decided.refutations.extend(refutation);
    }
    Ok(decided)
}

impl Decided {
    /// The certificate's entry for a method. Appends its refutations to `refutations`, each claim once.
    fn method(
        self,
        name: &str,
        description: &str,
        tools: Vec<String>,
        refutations: &mut Vec<Refutation>,
        start: Instant,
    ) -> Method {
        for found in self.refutations {
            if refutations.iter().all(|known| known.claim != found.claim) {
                refutations.push(found);
            }
        }
        let open = self.claims.iter().filter(|claim| claim.1 != Conclusion::Proved);
        let open: Vec<String> = open
            .map(|(claim, conclusion, words)| match &words[..] {
                "" => format!("{claim}: {conclusion}"),
                words => format!("{claim}: {conclusion}: {words}"),
            })
            .collect();
        let decided = Conclusion::of_all(self.claims.iter().map(|(_, conclusion, _)| *conclusion));
        Method {
            name: name.into(),
            description: description.into(),
            tools,
            claims: self.claims.len() + self.undecided,
            proved: self.claims.len() - open.len(),
            open,
            undecided: self.undecided,
            seconds: (start.elapsed().as_secs_f64() * 100.0).round() / 100.0,
            verdict: match (decided, self.undecided) {
                (Conclusion::Proved, 1..) => Conclusion::NotProved,
                _ => decided,
            },
        }
    }
}

/// The certificate's entry for an external method that did not run.
fn skipped(why: &str) -> Method {
    Method::skipped(format!("{BY_TEXT}; {why}"))
}

impl Method {
    /// The entry of an external method that did not run.
    pub(super) fn skipped(description: String) -> Self {
        Method {
            name: "external".into(),
            description,
            tools: vec![],
            claims: 0,
            proved: 0,
            open: vec![],
            undecided: 0,
            seconds: 0.0,
            verdict: Conclusion::Skipped,
        }
    }
}

/// The conclusion about a claim of the structure with these violations.
pub(super) fn of_structure(wrong: &[String]) -> Conclusion {
    match wrong {
        [] => Conclusion::Proved,
        _ => Conclusion::Refuted,
    }
}

pub(super) fn conclusion(verdict: &EquivalenceVerdict) -> Conclusion {
    match verdict {
        EquivalenceVerdict::Proved => Conclusion::Proved,
        EquivalenceVerdict::Refuted(_) => Conclusion::Refuted,
        EquivalenceVerdict::NotProved => Conclusion::NotProved,
        EquivalenceVerdict::Vacuous => Conclusion::Vacuous,
    }
}

fn refutation(outcome: &ObligationOutcome) -> Option<Refutation> {
    matches!(outcome.verdict, EquivalenceVerdict::Refuted(_)).then(|| Refutation {
        claim: outcome.name.clone(),
        inputs: outcome.counterexample.clone(),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_solver_has_the_version_that_the_build_asks_for() {
        let (name, version) = super::SOLVER.split_once(' ').unwrap();
        let manifest = include_str!("../../../Cargo.toml");
        assert!(manifest.contains(&format!("\n{name} = \"{version}\"\n")));
    }
}
