//! `lanesmith prove`: hardware equals golden for all inputs.

mod checkable;
mod netlist;
mod outline;
mod report;
mod text;

use super::configuration::{self, Emitted};
use super::counterexample::{Counterexamples, Planted};
use super::data::Data;
use super::number::{any, whole};
use super::{CommandOutcome, Failure, Run, failure, give, lock, progress, say};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use lanesmith::counterexample::refutation;
use lanesmith::files::{self, OnInterrupt};
use lanesmith::prove::ProofSubject;
use lanesmith::prove::{
    CLOCKING, Certificate, ClaimInput, Conclusion, DRIVING, Progress, Proof, ProofPlan, Refutation, Witness, external,
    prove, prove_design, verdicts, witnesses,
};
use lanesmith::sim::EngineKind;
use lanesmith::unit::folder::{self, Folder};
use lanesmith::unit::{Emission, Hardware};
use lanesmith::units::shipped;
use lanesmith::verilog::emit;
pub(super) use netlist::{NO_RE_ENCODING, ProvedNetlist};
use report::{counterexample, report};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Proves that a module equals the golden model for all inputs, or finds a counterexample
///
/// Two methods decide the same claims: the built-in prover on the netlist, and yosys and ABC, if installed, on the emitted
/// Verilog. Claims about the ALU: each accepted instruction gives the golden result `latency` cycles later, for every operation,
/// width, mode, type combination, selector, mask and operand; the handshake loses, doubles and reorders no instruction. Claims
/// about the datapath: in every clock from reset on it retires what the golden machine retires, for any program and any timing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith prove                               video_alu at latency 3
  lanesmith prove --latency 5 --no-vop2
  lanesmith prove --module brew_datapath        377 claims, takes minutes
  lanesmith prove --shipped --out rtl_out       all shipped configurations, with certificates
  lanesmith prove --method built-in --time 60
  lanesmith prove --text rtl_out/video_alu_l3   Verilog that was edited by hand
  lanesmith prove --netlist alu.v               what yosys made of the module for an FPGA
  lanesmith prove --witness                     inputs that satisfy each claim's assumption
  lanesmith prove --latency 0 --proof proofs    proofs for DRAT checkers
  lanesmith prove --module brew_datapath --outline

The run stops at the first refutation, unless --all. A certificate is written if every claim is proved.
docs/proofs.md describes claims and methods.

Exit status: 0 proved; 1 refuted, not proved within the time limit, or vacuous; 2 bad input, or no method is available.")]
pub(super) struct Prove {
    #[command(flatten)]
    emitted: Emitted,
    /// Proves every shipped configuration
    #[arg(long, conflicts_with_all = configuration::options())]
    shipped: bool,
    /// Writes the certificates to this folder of generated files (with --shipped: to its subfolders) [default: no certificates]
    #[arg(long, value_name = "DIR", value_parser = super::out::folder())]
    out: Option<PathBuf>,
    /// Proves the Verilog in this folder, edited or not, with yosys and ABC and without a certificate. Reads the files of its list
    /// *.f, else all *.v. Its manifest *.json selects module and configuration, or the options do; --prefix chooses one of several
    /// manifests
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shipped", "out", "fault", "witness"])]
    text: Option<PathBuf>,
    /// Proves a netlist of the module behind synthesis, which yosys wrote (`write_verilog` after synth_ecp5 or synth_ice40), and the
    /// module, by the built-in method
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shipped", "out", "fault", "witness", "text", "outline", "proof", "method"])]
    netlist: Option<PathBuf>,
    /// Writes a proof of each claim that DRAT checkers check to this folder (with --shipped: to subfolders), which is new, empty, or
    /// holds earlier proofs. Needs yosys
    #[arg(long, value_name = "DIR", value_parser = super::out::folder(), conflicts_with_all = ["text", "fault", "witness"])]
    proof: Option<PathBuf>,
    /// Prints inputs that satisfy each claim's assumption, without deciding the claims
    #[arg(long, conflicts_with_all = ["out", "json", "output", "method"])]
    witness: bool,
    /// Prints the argument that the claims together are the module's theorem, a tree of steps and claims with verdicts and seconds
    /// of the built-in method; brew_datapath has one
    #[arg(long, conflicts_with_all = ["shipped", "out", "json", "output", "method", "text", "witness", "proof"])]
    outline: bool,
    /// Decides all claims, also after a refutation
    #[arg(long)]
    all: bool,
    /// The method of the proof
    #[arg(long, value_enum, default_value_t = MethodChoice::Both)]
    method: MethodChoice,
    /// Time limit for each claim, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = whole::<u64>(1..=u64::MAX))]
    time: u64,
    /// Seed of the simulation patterns that guide the built-in prover
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    #[command(flatten)]
    planted: Planted,
    #[command(flatten)]
    counterexamples: Counterexamples,
    #[command(flatten)]
    data: Data,
}

/// Number of refuted claims with a counterexample.
const SHOWN: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodChoice {
    /// The netlist against golden, by SAT sweeping in lanesmith
    BuiltIn,
    /// The Verilog against golden, by yosys and ABC
    External,
    /// Both methods; if yosys or ABC is missing, only the built-in one
    Both,
}

impl Run for Prove {
    fn run(self) -> Result<CommandOutcome, Failure> {
        self.data.check()?;
        if let Some(folder) = &self.text {
            let _on_interrupt = self.on_interrupt(vec![folder.display().to_string()]);
            return self.text(folder);
        }
        if let Some(netlist) = &self.netlist {
            return self.netlist(netlist);
        }
        let selections = match self.shipped {
            true => shipped(),
            false => vec![*self.emitted.emission()?.selection()],
        };
        if self.emitted.is_stream() && self.shipped {
            return Err(Failure::new(
                "--stream cannot be used with --shipped: not all units have the handshake",
            ));
        }
        if self.emitted.is_stream() && (self.planted.is_some() || self.witness || self.outline) {
            return Err(Failure::new(
                "--fault, --witness and --outline are about the unit alone: leave out --stream",
            ));
        }
        if self.planted.is_some() && (self.shipped || self.out.is_some()) {
            return Err(Failure::new(
                "a faulty design has no certificate: --fault cannot be used with --shipped and --out",
            ));
        }
        let hardware = selections.iter().map(|selection| match self.data.json {
            true => self.planted.quietly(*selection, EngineKind::Native),
            false => self.planted.hardware(*selection, EngineKind::Native),
        });
        let hardware = hardware.collect::<Result<Vec<_>, _>>()?;
        let plan = self.plan();
        if self.witness {
            return self.witnesses(&hardware, &plan);
        }
        if self.outline {
            return self.outline(&hardware, &plan);
        }
        if self.method == MethodChoice::External {
            has_tools("--method external")?;
        }
        if let Some(folder) = &self.proof {
            has_tools("--proof")?;
            for selection in &selections {
                checkable::may_hold(&self.folder_of(folder, &self.emitted.of(*selection)))?;
            }
        }
        let names: Vec<String> = selections.iter().map(|one| self.emitted.of(*one).name()).collect();
        let (on_interrupt, certificates) = self.on_interrupt(names.clone());
        let bar = progress::claims();
        let mut proofs: Vec<Proof> = vec![];
        let mut written = vec![];
        for (selection, hardware) in selections.iter().zip(&hardware) {
            let emission = self.emitted.of(*selection);
            let folder = self.out.as_ref().map(|out| self.folder_of(out, &emission));
            let mut progress = listener(&bar, selection.name());
            let proof = match self.planted.is_some() {
                true => broken(hardware, &plan, &mut progress)?,
                false => proof(&emission, folder.as_deref(), &plan, &mut progress)?,
            };
            let certificate = &proof.certificate;
            lock(&certificates).push(certificate.clone());
            let is_refuted = !proof.refutations.is_empty();
            if let (Some(folder), Conclusion::Proved) = (&self.proof, certificate.verdict) {
                let folder = self.folder_of(folder, &emission);
                let manifest = checkable::write(&emission, certificate, &folder, &plan, &mut progress)?;
                written.push((folder, manifest));
            }
            proofs.push(proof);
            if is_refuted && !self.all {
                break;
            }
        }
        bar.finish_and_clear();
        drop(on_interrupt);
        self.data.report(&report::json(&proofs), || {
            report(&names, &proofs)?;
            for (folder, manifest) in &written {
                checkable::report(folder, manifest)?;
            }
            let mut proofs = hardware.iter().zip(&proofs);
            proofs.try_for_each(|(hardware, proof)| self.refutations(hardware, proof))
        })?;
        match written.iter().all(|(_, manifest)| manifest.open.is_empty()) {
            true => Ok(outcome(&proofs, selections.len())),
            false => Ok(CommandOutcome::Mismatch),
        }
    }
}

/// Whether all `modules` modules are proved.
fn outcome(proofs: &[Proof], modules: usize) -> CommandOutcome {
    let all = Conclusion::of_all(proofs.iter().map(|proof| proof.certificate.verdict));
    CommandOutcome::unless(all != Conclusion::Proved || proofs.len() < modules)
}

/// An error if yosys or ABC is missing, for options that need them.
pub(super) fn has_tools(what: &str) -> Result<(), Failure> {
    use external::ExternalError::{Failed, Unavailable};
    match external::versions() {
        Ok(_) => Ok(()),
        Err(Unavailable(why) | Failed(why)) => Err(failure!("{what} needs yosys and yosys-abc: {why}")),
    }
}

/// Shows the progress of a module's proof on a terminal.
fn listener(bar: &ProgressBar, name: String) -> impl FnMut(Progress) {
    move |now| {
        bar.set_length(now.claims as u64);
        bar.set_position(now.decided as u64);
        bar.set_message(format!("{name} {}", now.claim));
    }
}

/// The refutations with values; those of a design's structure have a description instead.
fn with_values(proof: &Proof) -> impl Iterator<Item = &Refutation> {
    let structural = |refuted: &&Refutation| ![CLOCKING, DRIVING].contains(&refuted.claim.as_str());
    proof.refutations.iter().filter(structural)
}

impl Prove {
    /// The folder of a configuration.
    fn folder_of(&self, folder: &Path, emission: &Emission) -> PathBuf {
        match self.shipped {
            true => folder.join(emission.name()),
            false => folder.to_owned(),
        }
    }

    /// An interrupt writes the certificates that the returned list has by then, and that the proof of the next module is missing,
    /// while the first result lives.
    fn on_interrupt(&self, modules: Vec<String>) -> (OnInterrupt, Arc<Mutex<Vec<Certificate>>>) {
        let certificates: Arc<Mutex<Vec<Certificate>>> = Arc::default();
        let finished = certificates.clone();
        let on_interrupt = self.data.on_interrupt(move || {
            let finished = lock(&finished);
            report::interrupted(&finished, modules.get(finished.len()))
        });
        (on_interrupt, certificates)
    }

    fn plan(&self) -> ProofPlan {
        ProofPlan {
            built_in: self.method != MethodChoice::External,
            external: self.method != MethodChoice::BuiltIn,
            time: Duration::from_secs(self.time),
            seed: self.seed,
            all: self.all,
        }
    }

    /// Prints the argument about a module.
    fn outline(&self, hardware: &[Hardware], plan: &ProofPlan) -> Result<CommandOutcome, Failure> {
        let hardware = &hardware[0];
        let unit = hardware.selection().unit();
        let steps = unit.outline();
        if steps.is_empty() {
            return outline::print(&hardware.selection().name(), steps, &[]);
        }
        let bar = progress::claims();
        let mut progress = listener(&bar, hardware.selection().name());
        let found = verdicts(&*unit, &hardware.design()?, plan, &mut progress).map_err(Failure::new)?;
        bar.finish_and_clear();
        outline::print(&hardware.selection().name(), steps, &found)
    }

    /// Prints inputs that satisfy the assumption of each claim.
    fn witnesses(&self, hardware: &[Hardware], plan: &ProofPlan) -> Result<CommandOutcome, Failure> {
        let bar = progress::claims();
        let mut outcome = CommandOutcome::Success;
        for hardware in hardware {
            let selection = hardware.selection();
            let mut progress = listener(&bar, selection.name());
            let found =
                witnesses(&*selection.unit(), &hardware.design()?, plan, &mut progress).map_err(Failure::new)?;
            bar.finish_and_clear();
            for (claim, witness) in found {
                if !matches!(witness, Witness::Found(_)) {
                    outcome = CommandOutcome::Mismatch;
                }
                let words = match witness {
                    Witness::Found(words) => {
                        let word = |(input, value): &(ClaimInput, u64)| {
                            format!(" {}={value:#x}", input.to_string().replace(' ', ":"))
                        };
                        words.iter().map(word).collect()
                    }
                    Witness::Unsatisfiable => {
                        " none: the assumption cannot be satisfied, so the claim is vacuous".to_owned()
                    }
                    Witness::Unknown => " none found within the time limit".to_owned(),
                };
                give!("{} {claim}:{words}", selection.name())?;
            }
        }
        Ok(outcome)
    }

    /// Explains the first refuted claims, and writes a counterexample of each.
    fn refutations(&self, hardware: &Hardware, proof: &Proof) -> Result<(), Failure> {
        for refuted in with_values(proof).take(SHOWN) {
            say("")?;
            let is_other = |c: char| !c.is_ascii_alphanumeric() && c != '.';
            let claim = refuted.claim.replace(is_other, "-");
            let name = format!("{}-{claim}", hardware.name());
            let left = self.counterexamples.leave(&name, |folder| {
                let made = refutation(hardware, refuted, folder)?;
                say(&made.explanation).map_err(|failure| failure.0)?;
                Ok(Some(made))
            })?;
            if !left {
                say(counterexample(hardware.selection(), refuted))?;
            }
        }
        more(proof)
    }
}

/// Prints the number of refutations without an explanation.
fn more(proof: &Proof) -> Result<(), Failure> {
    match with_values(proof).count() {
        0..=SHOWN => Ok(()),
        count => say!("\nand {} more refuted claims", count - SHOWN),
    }
}

/// Proves hardware with a fault.
fn broken(hardware: &Hardware, plan: &ProofPlan, progress: &mut dyn FnMut(Progress)) -> Result<Proof, Failure> {
    let design = hardware.design()?;
    let emission = Emission::from(*hardware.selection());
    let files = emit(&design, &emission.banner());
    prove_design(&emission, &design, &files, plan, progress).map_err(Failure::new)
}

/// Proves one selection, with the files in `folder` if given, otherwise with generated ones.
pub(super) fn proof(
    emission: &Emission,
    folder: Option<&Path>,
    plan: &ProofPlan,
    progress: &mut dyn FnMut(Progress),
) -> Result<Proof, Failure> {
    let path = folder.unwrap_or(Path::new("."));
    let mut whole = emission.plain();
    if let Some(folder) = folder {
        whole = folder::with_extras(folder, whole)?;
    }
    let generated = Folder::new(&whole, path)?;
    let verilog = generated.verilog();
    let Some(folder) = folder else {
        return prove(emission, &verilog, plan, progress).map_err(Failure::new);
    };
    let differences = generated.differences()?;
    if !differences.is_empty() {
        let (lines, command) = (differences.join("\n"), emission.banner().command);
        let message = "the files differ from the generator's output";
        return Err(failure!("{message}:\n{lines}\nrun: {command}"));
    }
    let proved = prove(emission, &verilog, plan, progress).map_err(Failure::new)?;
    if proved.certificate.verdict == Conclusion::Proved {
        let text = proved.certificate.text();
        files::write_set(&[(folder.join(emission.certificate()), text.as_bytes())])?;
    }
    Ok(proved)
}
