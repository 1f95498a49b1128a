//! `lanesmith prove`: hardware equals golden for all inputs.

use super::configuration::Configuration;
use super::counterexample::{Counterexamples, Planted};
use super::{Failure, Outcome, Run, output, say};
use crate::catalog::{Selection, shipped};
use crate::counterexample::{Hardware, refutation};
use crate::golden::{explain, video::evaluate};
use crate::isa::ptx::{Control, Instruction};
use crate::prove::{Conclusion, Plan, Proof, Refutation, prove, prove_design};
use crate::sim::EngineKind;
use crate::verilog::{EmittedFile, emit};
use clap::{Args, ValueEnum};
use comfy_table::Table;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Prove that a module equals the golden model for all inputs
///
/// Two ways that share only the claims: the netlist by the built-in checker, and the emitted text by yosys and ABC where
/// they are installed. Claims of the ALU: what goes in comes out `latency` cycles later as golden's result, for every
/// operation, width, mode, type combination, selector, mask and operand; and a handshake that loses, doubles and reorders
/// nothing. Claims of the datapath: every instruction by every type, and all words that are none, do to registers, types
/// and exceptions what golden does, whatever else is in the pipeline.
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith prove                               video_alu at latency 3
  lanesmith prove --latency 5 --no-vop2
  lanesmith prove --module brew_datapath        minutes: some hundred claims
  lanesmith prove --shipped --out rtl_out       everything in rtl_out, with a certificate beside each
  lanesmith prove --method built-in --time 60

Exit status 0: proved; 1: refuted or not proved within the time; 2: bad input, or no method could be used.")]
pub(super) struct Prove {
    #[command(flatten)]
    configuration: Configuration,
    /// Prove every shipped configuration
    #[arg(long)]
    shipped: bool,
    /// Write the certificates into this folder of generated files (with --shipped: into its subfolders)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How to prove
    #[arg(long, value_enum, default_value_t = Way::Both)]
    method: Way,
    /// Give up on a claim after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    time: u64,
    /// Seed of the simulation patterns that guide the built-in checker
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    planted: Planted,
    #[command(flatten)]
    counterexamples: Counterexamples,
    /// Write the certificates as one JSON array to standard output instead of a table
    #[arg(long)]
    json: bool,
}

/// Of so many refuted claims a counterexample is left.
const SHOWN: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Way {
    BuiltIn,
    External,
    Both,
}

impl Run for Prove {
    fn run(self) -> Result<Outcome, Failure> {
        let selections = match self.shipped {
            true => shipped(),
            false => vec![self.configuration.selection()?],
        };
        let plan = Plan {
            built_in: self.method != Way::External,
            external: self.method != Way::BuiltIn,
            time: Duration::from_secs(self.time),
            seed: self.seed,
        };
        if self.planted.is_some() && (self.shipped || self.out.is_some()) {
            return Err(Failure::new(
                "a faulty design has no certificate: --fault goes without --shipped and --out",
            ));
        }
        let hardware: Vec<Hardware> = selections
            .iter()
            .map(|selection| match self.json {
                true => self.planted.quietly(*selection, EngineKind::Native),
                false => self.planted.hardware(*selection, EngineKind::Native),
            })
            .collect::<Result<_, _>>()?;
        let bar =
            ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}").expect("a template"));
        let mut proofs = vec![];
        for (selection, hardware) in selections.iter().zip(&hardware) {
            let folder = self.out.as_ref().map(|out| match self.shipped {
                true => out.join(selection.name()),
                false => out.clone(),
            });
            let mut progress = |claim: &str| {
                bar.set_message(format!("{} {claim}", selection.name()));
                bar.tick();
            };
            proofs.push(match self.planted.is_some() {
                true => broken(hardware, &plan, &mut progress)?,
                false => proof(selection, folder.as_deref(), &plan, &mut progress)?,
            });
        }
        bar.finish_and_clear();
        report(&selections, &proofs, self.json)?;
        if !self.json {
            for (hardware, proof) in hardware.iter().zip(&proofs) {
                self.refutations(hardware, proof)?;
            }
        }
        let all = Conclusion::of_all(proofs.iter().map(|proof| proof.certificate.verdict));
        Ok(match all {
            Conclusion::Proved => Outcome::Success,
            _ => Outcome::Mismatch,
        })
    }
}

impl Prove {
    /// Tells of the first refuted claims what breaks them, and leaves a counterexample of each.
    fn refutations(&self, hardware: &Hardware, proof: &Proof) -> Result<(), Failure> {
        for refuted in proof.refutations.iter().take(SHOWN) {
            say("")?;
            let claim = refuted
                .claim
                .replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-");
            let name = format!("{}-{claim}", hardware.name());
            let left = self.counterexamples.leave(&name, |folder| {
                let made = refutation(hardware, refuted, folder)?;
                say(&made.explanation).map_err(|failure| failure.0)?;
                Ok(Some(made))
            })?;
            if left.is_none() {
                say(counterexample(hardware.selection(), refuted))?;
            }
        }
        let more = proof.refutations.len().saturating_sub(SHOWN);
        if more > 0 {
            say(format_args!("\nand {more} more refuted claims"))?;
        }
        Ok(())
    }
}

/// Proves hardware with a fault.
fn broken(hardware: &Hardware, plan: &Plan, progress: &mut dyn FnMut(&str)) -> Result<Proof, Failure> {
    let design = hardware.design()?;
    let files = emit(&design, &hardware.selection().banner());
    let pairs: Vec<output::File> = files
        .iter()
        .map(|file| (&file.name[..], file.text.as_bytes()))
        .collect();
    let folder = tempfile::tempdir().map_err(Failure::new)?;
    output::write(folder.path(), &pairs)?;
    prove_design(hardware.selection(), &design, folder.path(), &files, plan, progress).map_err(Failure::new)
}

/// Proves one selection; the files are those in `folder` where given, otherwise what the generator writes.
pub(super) fn proof(
    selection: &Selection,
    folder: Option<&Path>,
    plan: &Plan,
    progress: &mut dyn FnMut(&str),
) -> Result<Proof, Failure> {
    let files = selection.files().map_err(Failure::new)?;
    let files: Vec<EmittedFile> = files.into_iter().filter(|file| file.name.ends_with(".v")).collect();
    let pairs: Vec<output::File> = files
        .iter()
        .map(|file| (&file.name[..], file.text.as_bytes()))
        .collect();
    let scratch = tempfile::tempdir().map_err(Failure::new)?;
    let proved = match folder {
        Some(folder) => {
            let differences = output::differences(folder, &pairs)?;
            if !differences.is_empty() {
                let lines = differences.join("\n");
                let hint = format!("run: {}", selection.banner().command);
                return Err(Failure(format!(
                    "error: not what the generator writes:\n{lines}\n{hint}"
                )));
            }
            prove(selection, folder, &files, plan, progress)
        }
        None => {
            output::write(scratch.path(), &pairs)?;
            prove(selection, scratch.path(), &files, plan, progress)
        }
    }
    .map_err(Failure::new)?;
    if let (Some(folder), Conclusion::Proved) = (folder, proved.certificate.verdict) {
        let text = serde_json::to_string_pretty(&proved.certificate).map_err(Failure::new)? + "\n";
        output::write(folder, &[(&selection.banner().certificate, text.as_bytes())])?;
    }
    Ok(proved)
}

fn report(selections: &[Selection], proofs: &[Proof], json: bool) -> Result<(), Failure> {
    if json {
        let certificates: Vec<_> = proofs.iter().map(|proof| &proof.certificate).collect();
        say(serde_json::to_string_pretty(&certificates).map_err(Failure::new)?)?;
    } else {
        let mut table = Table::new();
        table.load_style(comfy_table::presets::UTF8_HORIZONTAL_ONLY);
        table.set_header(["module", "method", "claims", "proved", "seconds", "verdict"]);
        for (selection, proof) in selections.iter().zip(proofs) {
            for method in &proof.certificate.methods {
                table.add_row([
                    selection.name(),
                    method.name.clone(),
                    method.claims.to_string(),
                    method.proved.to_string(),
                    format!("{:.2}", method.seconds),
                    method.verdict.to_string(),
                ]);
            }
        }
        say(table)?;
        let mut outside: Vec<&String> = proofs.iter().flat_map(|proof| &proof.certificate.outside).collect();
        outside.dedup();
        for text in outside {
            say(format_args!("not claimed: {text}"))?;
        }
        for method in proofs.iter().flat_map(|proof| &proof.certificate.methods) {
            if method.verdict == Conclusion::Skipped {
                say(&method.description)?;
            }
            for open in &method.open {
                say(format_args!("{}: {open}", method.name))?;
            }
        }
    }
    Ok(())
}

/// A counterexample for people: the instruction, the lanes, and the line that runs it.
fn counterexample(selection: &Selection, refutation: &Refutation) -> String {
    let value = |name: &str| {
        let input = refutation.inputs.iter().find(|(input, _)| input == name);
        input.map(|(_, value)| *value)
    };
    let mut text = format!("refuted: {} of {}\n", refutation.claim, selection.name());
    match value("control").map(Control).map(Instruction::try_from) {
        Some(Ok(instruction)) => {
            let [a, b, c] = ["a", "b", "c"].map(|name| value(name).unwrap_or(0) as u32);
            let d = evaluate(&instruction, a, b, c);
            text += &explain::explain(&instruction, a, b, c);
            text += &format!(
                "\nas a vector:\ninstruction,a,b,c,d\n\"{instruction}\",{a:#010x},{b:#010x},{c:#010x},{d:#010x}\n"
            );
            text += &format!(
                "reproduce: lanesmith simulate {} --vectors FILE, with these two lines in FILE",
                selection.options().join(" ")
            );
        }
        _ => {
            for (name, value) in &refutation.inputs {
                text += &format!("  {name} = {value:#x}\n");
            }
        }
    }
    text
}
