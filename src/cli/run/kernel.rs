//! PTX kernels.

use super::HardwareOptions;
use crate::cli::data::Data;
use crate::cli::launch::{self, LaunchOptions};
use crate::cli::waves::described;
use crate::cli::{CommandOutcome, Failure, failure, give, once, progress, say, text};
use clap::Args;
use lanesmith::execution::{Kernel, KernelReport};
use lanesmith::files;
use lanesmith::sim::EngineKind;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::unit::{self, Hardware, RunReport};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Set on each option: a heading of the group would also apply to the options after it.
const HEADING: &str = "PTX kernels";

/// The options of PTX kernels.
#[derive(Args)]
pub(super) struct KernelOptions {
    #[command(flatten)]
    launch: LaunchOptions,
    /// Writes the bytes of a buffer argument or of a variable of the module, as the kernel leaves them, to this file, to
    /// one that ends in .hex as words in hexadecimal digits; may be repeated
    #[arg(long = "dump", help_heading = HEADING, value_name = "NAME=FILE", value_parser = dump)]
    dumps: Vec<(String, PathBuf)>,
}

/// Reads `NAME=FILE`.
fn dump(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, file)) if !name.is_empty() && !file.is_empty() => Ok((name.to_owned(), file.into())),
        _ => Err(format!("`{text}` is not NAME=FILE, such as out=out.bin")),
    }
}

impl KernelOptions {
    /// The first of these options on the command line.
    pub(super) fn given(&self) -> Option<&'static str> {
        let dumps = || (!self.dumps.is_empty()).then_some("--dump");
        self.launch.given().or_else(dumps)
    }

    pub(super) fn run(&self, path: &Path, how: &HardwareOptions, data: &Data) -> Result<CommandOutcome, Failure> {
        let waves = how.waves.outputs()?;
        let dumps = self.dumps.iter().map(|(_, file)| file.as_path());
        let outputs = waves.iter().map(PathBuf::as_path).chain(dumps).chain(data.file());
        self.launch.check_files(path, outputs)?;
        once("--dump", self.dumps.iter().map(|(name, _)| name))?;
        how.check_golden()?;
        if data.json {
            say::be_silent();
        }
        let (name, source) = (files::input_name(path), text::read_ptx(path)?);
        let kernel = Kernel::read(&name, &source)?;
        let dumped: Vec<&str> = self.dumps.iter().map(|(name, _)| &name[..]).collect();
        let mut prepared = kernel.prepare(self.launch.launch()?, &dumped)?;
        let bar = progress::plain(0);
        let report = match how.engine.engine() {
            None => prepared.golden(&|instructions| bar.inc(instructions))?,
            Some(kind) => {
                // Without options the hardware has what the kernel needs.
                let needed = (!how.configuration.is_given()).then(|| prepared.selection());
                let selection = match needed {
                    Some(None) => {
                        let why =
                            "the kernel has no instruction of a unit to run on hardware; run it with --engine golden";
                        return Err(failure!("{name}: {why}"));
                    }
                    Some(Some(selection)) => selection,
                    None => how.configuration.selection()?,
                };
                let hardware = how.planted.hardware(selection, kind)?;
                let run = unit::RunOptions {
                    traffic: how.traffic(Profile::Rare),
                    reset_at: how.reset_at,
                    is_one: true,
                    waves: how.waves.dump(),
                    progress: &|_| {},
                    remark: &|line| drop(say(line)),
                };
                let report = prepared.on_hardware(&hardware, &run, &|instructions| bar.inc(instructions))?;
                bar.finish_and_clear();
                if let Some(ran) = &report.hardware {
                    self.compared(how, &hardware, ran, path)?;
                }
                report
            }
        };
        bar.finish_and_clear();
        let fault = report.hardware.as_ref().and_then(|ran| ran.fault.as_ref());
        if fault.is_none() {
            let contents = self.dumps.iter().map(|(name, file)| {
                let buffer = report.buffers.iter().find(|buffer| buffer.name == *name);
                Ok((file, &buffer.expect("checked by prepare").bytes))
            });
            for (file, bytes) in contents.collect::<Result<Vec<_>, Failure>>()? {
                launch::write(file, bytes)?;
            }
        }
        // What a kernel leaves after a mismatch are golden's values alone.
        let text = || if fault.is_some() { Ok(()) } else { print(&report) };
        data.report(&self.json(&name, how, &report), text)?;
        Ok(CommandOutcome::unless(fault.is_some()))
    }

    /// Reports the comparison with hardware.
    fn compared(
        &self,
        how: &HardwareOptions,
        hardware: &Hardware,
        ran: &RunReport,
        path: &Path,
    ) -> Result<(), Failure> {
        if let Some((description, found)) = &ran.fault {
            say(description)?;
            how.counterexamples.leave_work(hardware, found)?;
        } else if ran.instructions == 0 {
            let why = "no instruction was executed on hardware";
            return Err(failure!("{}: {why}", path.display()));
        } else if let (Some(cycle), false) = (how.reset_at, ran.was_reset) {
            return Err(failure!(
                "--reset-at {cycle}: {} took only {} cycles; choose an earlier cycle",
                path.display(),
                ran.cycles
            ));
        }
        let TrafficSettings { gaps, stalls, seed } = how.traffic(Profile::Rare);
        let verdict = if ran.fault.is_some() {
            "1 mismatch"
        } else {
            "no mismatch"
        };
        say!(
            "{verdict}: {} instructions on hardware, {} cycles; engine {}, gaps {gaps}, stalls {stalls}, seed {seed}",
            ran.instructions,
            ran.cycles,
            hardware.kind(),
        )?;
        ran.dumped.iter().try_for_each(|dumped| say(described(dumped)))
    }

    fn json(&self, file: &str, how: &HardwareOptions, report: &KernelReport) -> Value {
        let TrafficSettings { gaps, stalls, seed } = how.traffic(Profile::Rare);
        let hardware = report.hardware.as_ref().map(|ran| {
            json!({
                "engine": how.engine.engine().map(|kind: EngineKind| kind.to_string()),
                "gaps": gaps.to_string(),
                "stalls": stalls.to_string(),
                "seed": seed,
                "instructions": ran.instructions,
                "cycles": ran.cycles,
                "mismatch": ran.fault.as_ref().map(|(description, _)| description),
                "waves": ran.dumped.as_ref().map(|dumped| &dumped.file),
            })
        });
        let buffers = report
            .buffers
            .iter()
            .map(|buffer| json!({"name": buffer.name, "bytes": buffer.bytes.len(), "changed": buffer.is_changed}));
        let units = report.units.iter();
        let units = units.map(|(unit, count)| json!({"unit": unit, "instructions": count}));
        json!({
            "format_version": 1,
            "file": file,
            "entry": report.entry,
            "grid": report.grid,
            "block": report.block,
            "instructions": report.instructions,
            "units": units.collect::<Vec<_>>(),
            "buffers": buffers.collect::<Vec<_>>(),
            "remarks": report.remarks,
            "hardware": hardware,
        })
    }
}

/// Words of a buffer that are printed.
const SHOWN: usize = 4;

fn print(report: &KernelReport) -> Result<(), Failure> {
    report.remarks.iter().try_for_each(say)?;
    let [gx, gy, gz] = report.grid;
    let [bx, by, bz] = report.block;
    let units: Vec<String> = report
        .units
        .iter()
        .map(|(unit, count)| format!("{count} of {unit}"))
        .collect();
    let units = match units.is_empty() {
        true => "none of a unit".to_owned(),
        false => units.join(", "),
    };
    say!(
        "{}: grid {gx},{gy},{gz}, block {bx},{by},{bz}; {} instructions, {units}",
        report.entry,
        report.instructions
    )?;
    for buffer in &report.buffers {
        let words = buffer.bytes.chunks(4).take(SHOWN).map(|word| {
            let digits = word.iter().rev().map(|byte| format!("{byte:02x}"));
            format!("0x{}", digits.collect::<String>())
        });
        let words = words.collect::<Vec<_>>().join(" ");
        let rest = if buffer.bytes.len() > 4 * SHOWN { " …" } else { "" };
        let changed = if buffer.is_changed { "" } else { ", not changed" };
        give!("{}: {} bytes{changed}: {words}{rest}", buffer.name, buffer.bytes.len())?;
    }
    Ok(())
}
