//! `lanesmith synth`.

use super::configuration::Emitted;
use super::data::Data;
use super::flow::{deliver, execute, installed, megahertz, store};
use super::number::{any, whole};
use super::prove::{NO_RE_ENCODING, ProvedNetlist};
use super::table::table;
use super::{CommandOutcome, Failure, Run, failure, say};
use clap::{Args, ValueEnum};
use lanesmith::files::{self, Scratch};
use lanesmith::gates::text;
use lanesmith::prove::{ProofPlan, ProofSubject};
use lanesmith::unit::Emission;
use lanesmith::verilog::EmittedFile;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Synthesises a module for an FPGA, and proves that the netlist equals the golden model
///
/// Runs yosys on the module, counts the cells of the netlist, and proves it as `prove --netlist` does. With nextpnr it also places and
/// routes the proved netlist between shift registers, so that each path begins and ends at a flip-flop, once for each seed.
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith synth --fpga ecp5
  lanesmith synth --module byte_permute --fpga ice40 --out netlist
  lanesmith synth --fpga ecp5 --flow=-nodsp --seeds 0

docs/synthesis.md describes the proof.

Exit status: 0 proved; 1 refuted, or not proved within the time limit; 2 bad input, or yosys is missing.")]
pub(super) struct Synth {
    #[command(flatten)]
    emitted: Emitted,
    /// The FPGA: an ECP5-25k of speed grade 6, or an iCE40 HX8K
    #[arg(long, value_enum)]
    fpga: Fpga,
    /// Options of synth_ecp5 or synth_ice40
    #[arg(long, value_name = "OPTIONS", default_value = "-abc9", allow_hyphen_values = true)]
    flow: String,
    /// Number of runs of place and route, 0 to leave it out
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole::<u32>(0..=1000))]
    seeds: u32,
    /// The folder for the netlist, TOP.DEVICE.v; created if it does not exist [default: not written]
    #[arg(long, value_name = "DIR", value_parser = super::out::folder())]
    out: Option<PathBuf>,
    /// Replaces a netlist in the folder that has other contents
    #[arg(long, requires = "out")]
    force: bool,
    /// Time limit for the comparison with the design and for each claim, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = whole::<u64>(1..=u64::MAX))]
    time: u64,
    /// Seed of the simulation patterns that guide the prover
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    #[command(flatten)]
    data: Data,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Fpga {
    Ecp5,
    Ice40,
}

impl Fpga {
    fn name(self) -> &'static str {
        match self {
            Fpga::Ecp5 => "ecp5",
            Fpga::Ice40 => "ice40",
        }
    }

    /// Options of the synthesis command, and of nextpnr.
    fn options(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Fpga::Ecp5 => (
                "",
                &[
                    "--25k",
                    "--package",
                    "CABGA381",
                    "--speed",
                    "6",
                    "--lpf-allow-unconstrained",
                ],
            ),
            Fpga::Ice40 => (
                "-device hx",
                &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"],
            ),
        }
    }
}

impl Run for Synth {
    fn run(self) -> Result<CommandOutcome, Failure> {
        self.data.check()?;
        self.out.as_deref().map_or(Ok(()), files::check_folder)?;
        if self
            .flow
            .contains(|c: char| !c.is_ascii_alphanumeric() && !" -_".contains(c))
        {
            return Err(failure!(
                "--flow `{}`: expected options of yosys, such as -nodsp",
                self.flow
            ));
        }
        let emission = self.emitted.emission()?;
        let (top, device) = (emission.top(), self.fpga.name());
        let scratch = Scratch::new().map_err(|error| failure!("cannot make a temporary folder: {error}"))?;
        let folder = scratch.path();
        let written: Vec<EmittedFile> = emission.files().map_err(|error| Failure::new(error.to_string()))?;
        let written = written.iter().filter(|file| file.name.ends_with(".v"));
        let mut names = vec![];
        for file in written {
            store(&folder.join(&file.name), &file.text)?;
            names.push(&file.name[..]);
        }
        let (options, _) = self.fpga.options();
        let name = format!("{top}.{device}.v");
        let flow = format!("synth_{device} {options} {} -top {top}", self.flow);
        let script = format!(
            "read_verilog {}\n{NO_RE_ENCODING}\n{flow}\nwrite_verilog -noattr {name}\n",
            names.join(" ")
        );
        let yosys = yosys(folder, &script)?;
        let netlist =
            fs::read_to_string(folder.join(&name)).map_err(|error| failure!("cannot read {name}: {error}"))?;
        let plan = ProofPlan {
            built_in: true,
            external: false,
            time: Duration::from_secs(self.time),
            seed: self.seed,
            all: false,
        };
        let proved = ProvedNetlist::new(&emission, (&name, &netlist), &plan)?;
        let cells = cells(&netlist);
        let clocks = match proved.is_proved() {
            true => self.clocks(folder, &emission, &name)?,
            false => Ok(vec![]),
        };
        if let Some(out) = &self.out {
            deliver(out, &[(name, netlist.into_bytes())], self.force)?;
        }
        let json = json!({
            "format_version": 1,
            "synthesis": {"tool": yosys, "command": flow},
            "cells": cells,
            "megahertz": clocks.as_ref().ok(),
            "proof": proved.json(),
        });
        self.data.report(&json, || {
            say!("{yosys}: {flow}")?;
            let mut counts = table(["cell", "number"], 1..2);
            cells.iter().for_each(|(kind, number)| {
                counts.add_row([kind.clone(), number.to_string()]);
            });
            say(counts.trim_fmt())?;
            match &clocks {
                Ok(clocks) if clocks.is_empty() => {}
                Ok(clocks) => {
                    let (median, last) = (clocks[clocks.len() / 2], clocks[clocks.len() - 1]);
                    let first = clocks[0];
                    say!(
                        "clock: {median:.1} MHz, {first:.1} to {last:.1} MHz, place and route with {} seeds",
                        clocks.len()
                    )?;
                }
                Err(why) => say!("clock: skipped: {why}")?,
            }
            proved.report()
        })?;
        Ok(CommandOutcome::unless(!proved.is_proved()))
    }
}

impl Synth {
    /// The clocks of the netlist between shift registers, in MHz, in ascending order; why there are none without nextpnr.
    fn clocks(&self, folder: &Path, emission: &Emission, netlist: &str) -> Result<Result<Vec<f64>, String>, Failure> {
        if self.seeds == 0 {
            return Ok(Ok(vec![]));
        }
        let router = match installed(&format!("nextpnr-{}", self.fpga.name())) {
            Ok(found) => found.program,
            Err(Failure(why)) => return Ok(Err(why)),
        };
        store(&folder.join("around.v"), &around(emission)?)?;
        let (device, (_, options)) = (self.fpga.name(), self.fpga.options());
        let script = format!("read_verilog {netlist} around.v\nsynth_{device} -top around\nwrite_json around.json\n");
        yosys(folder, &script)?;
        let mut clocks = vec![];
        for seed in 1..=self.seeds {
            let seed = seed.to_string();
            let common = [
                "--json",
                "around.json",
                "--freq",
                "300",
                "--timing-allow-fail",
                "--seed",
                &seed,
            ];
            let log = execute(folder, &router, &[options, &common[..]].concat())?;
            let clock = megahertz(&log);
            clocks.push(clock.ok_or_else(|| failure!("{router} reports no clock"))?);
        }
        clocks.sort_by(f64::total_cmp);
        Ok(Ok(clocks))
    }
}

/// Runs a script of yosys; its name and version.
fn yosys(folder: &Path, script: &str) -> Result<String, Failure> {
    let found = installed("yosys")?;
    store(&folder.join("script.ys"), script)?;
    execute(folder, &found.program, &["-q", "-s", "script.ys"])?;
    Ok(format!("{} {}", found.program, found.version.unwrap_or_default()))
}

/// The cells of a netlist by kind.
fn cells(netlist: &str) -> BTreeMap<String, usize> {
    let mut cells = BTreeMap::new();
    for cell in text::read(netlist).map(|netlist| netlist.instances).unwrap_or_default() {
        *cells.entry(cell.kind).or_default() += 1;
    }
    cells
}

/// A module around the unit: all inputs come from a shift register, and all outputs go to one.
fn around(emission: &Emission) -> Result<String, Failure> {
    let design = emission
        .selection()
        .design()
        .map_err(|error| Failure::new(error.to_string()))?;
    let (mut inputs, mut outputs, mut connections) = (0, 0, vec![]);
    for (_, port) in design.top_module().ports() {
        let (name, width) = (&port.name, port.width);
        let is_input = port.kind == lanesmith::netlist::NetKind::Input;
        let (word, place) = if is_input {
            ("source", &mut inputs)
        } else {
            ("result", &mut outputs)
        };
        connections.push(match name == "clock" {
            true => ".clock(clock)".to_owned(),
            false => {
                *place += width;
                format!(".{name}({word}[{}:{}])", *place - 1, *place - width)
            }
        });
    }
    let (top, connections, high) = (emission.top(), connections.join(", "), inputs - 1);
    // Each bit of the folded result depends on all outputs so far, so that nothing is optimised away.
    Ok(format!(
        "module around (input clock, input serial_in, output serial_out);
  reg [{high}:0] source;
  wire [{last}:0] result;
  reg [{last}:0] captured;
  reg [{last}:0] folded;
  assign serial_out = folded[{last}];
  always @(posedge clock) begin
    source <= {{source, serial_in}};
    captured <= result;
    folded <= {{folded, folded[{last}]}} ^ captured;
  end
  {top} unit ({connections});
endmodule
",
        last = outputs - 1
    ))
}
