//! `lanesmith generate`.

use super::configuration::{self, Emitted};
use super::{CommandOutcome, Failure, Run, configurations, say};
use clap::Args;
use lanesmith::files;
use lanesmith::prove::ProofSubject;
use lanesmith::unit::folder::{self, Folder};
use lanesmith::unit::{Emission, Extra};
use lanesmith::units::shipped;
use std::path::{Path, PathBuf};

/// Writes the Verilog of a module, with file list, manifest and FuseSoC core
///
/// Removes unmodified files of earlier runs that this run does not write. Refuses to replace files that somebody edited or that
/// lanesmith did not write, and to remove the design of another module. The folder may also hold a design with another --prefix.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 files written, or with --check no file differs; 1 with --check files differ; 2 bad input, or files that only
--force would replace.

Examples:
  lanesmith generate --out rtl                           the SIMD video ALU, latency 3
  lanesmith generate --out rtl --latency 0 --no-vop2     combinational, bytes only
  lanesmith generate --out rtl --core                    the arithmetic without a handshake
  lanesmith generate --out left --prefix left            modules left_video_alu, left_video_core, …
  lanesmith generate --out rtl --module riscv_cfu --wiring         with module Cfu for the CFU Playground
  lanesmith generate --out rtl --formal                  with assertions, and video_alu.sby for SymbiYosys
  lanesmith generate --out rtl --testbench               with video_alu_tb.v, which Icarus Verilog and Verilator run
  lanesmith generate --out rtl --check                   exit status 1 if rtl differs
  lanesmith generate --out rtl_out --shipped             all shipped configurations")]
pub(super) struct Generate {
    /// The folder for the files; created if it does not exist
    #[arg(long, value_name = "DIR", value_parser = super::out::folder())]
    out: PathBuf,
    /// Writes no files; lists those that differ from the generator's output
    #[arg(long)]
    check: bool,
    /// Replaces files that somebody edited or that lanesmith did not write, and removes the design of another module
    #[arg(long, conflicts_with = "check")]
    force: bool,
    /// Writes every shipped configuration to a folder of its own in DIR, and their list to configurations.json
    #[arg(long, conflicts_with_all = configuration::options())]
    shipped: bool,
    /// Also writes the module that connects the unit to its core. riscv_cv_x_if: a SystemVerilog module for CV32E40X; riscv_cfu: Cfu.v
    /// for the CFU Playground; neorv32_cfu: NEORV32's entity in VHDL
    #[arg(long, conflicts_with = "shipped")]
    wiring: bool,
    /// Also writes the rules of the interface as SystemVerilog assertions, TOP_formal.sv, with TOP.sby for SymbiYosys; with
    /// the parameter ASSERT_INPUTS 1 they also check what drives the unit, for example a core. --shipped always writes them
    #[arg(long)]
    formal: bool,
    /// Also writes a self-checking testbench in Verilog, TOP_tb.v and TOP_tb.mem, which units in RISC-V cores do not have;
    /// --shipped always does
    #[arg(long)]
    testbench: bool,
    #[command(flatten)]
    emitted: Emitted,
}

impl Run for Generate {
    fn run(self) -> Result<CommandOutcome, Failure> {
        match self.check {
            true => drop(folder::names(&self.out)?),
            false => files::check_folder(&self.out)?,
        }
        if self.shipped && self.emitted.is_stream() {
            return Err(Failure::new(
                "--stream cannot be used with --shipped: not all units have the handshake",
            ));
        }
        let mut one = self.emitted.emission()?;
        let extras = [
            (Extra::Wiring, self.wiring),
            (Extra::Testbench, self.testbench),
            (Extra::Formal, self.formal),
        ];
        for (extra, is_given) in extras {
            if is_given && !self.shipped {
                one.add(extra).map_err(Failure::new)?;
            }
        }
        let all = shipped()
            .into_iter()
            .map(|selection| self.emitted.of(selection).shipped());
        let work = if self.shipped { all.collect() } else { vec![one] };
        let folders = match &work[..] {
            [one] if !self.shipped => vec![Folder::new(one, &self.out)?],
            all => configurations::folders(&self.out, all)?,
        };
        let shipped = self.shipped.then_some(self.out.as_path());
        if self.check {
            return check(&work, &folders, shipped);
        }
        write(&work, &folders, shipped, self.force)
    }
}

/// Compares folders with the generator's output; `shipped` is the folder of all of them.
fn check(work: &[Emission], folders: &[Folder], shipped: Option<&Path>) -> Result<CommandOutcome, Failure> {
    let mut outcome = CommandOutcome::Success;
    let differences = shipped.map(|out| configurations::differences(out, work)).transpose()?;
    for line in differences.unwrap_or_default() {
        say(line)?;
        outcome = CommandOutcome::Mismatch;
    }
    for (emission, folder) in work.iter().zip(folders) {
        let differences = match shipped {
            None => folder.differences()?,
            Some(_) => {
                let mut found = folder.own_differences()?;
                found.extend(folder::foreign(folder.path(), std::slice::from_ref(folder))?);
                found
            }
        };
        for line in &differences {
            say(line)?;
        }
        match differences.is_empty() {
            true => tell(emission, folder, ", no file differs")?,
            false => outcome = CommandOutcome::Mismatch,
        }
    }
    Ok(outcome)
}

fn write(
    work: &[Emission],
    folders: &[Folder],
    shipped: Option<&Path>,
    force: bool,
) -> Result<CommandOutcome, Failure> {
    let beside = shipped.map_or_else(Vec::new, |out| configurations::files(out, work));
    let notes = folder::write(folders, beside, force)?;
    for (emission, folder) in work.iter().zip(folders) {
        tell(emission, folder, " written")?;
    }
    notes.iter().try_for_each(say)?;
    Ok(CommandOutcome::Success)
}

fn tell(emission: &Emission, folder: &Folder, what: &str) -> Result<(), Failure> {
    let (path, name, count) = (folder.path().display(), emission.name(), folder.files().len());
    say!("{path}: {name}, {count} files{what}")
}
