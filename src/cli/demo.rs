//! `lanesmith demo`.

use super::cases::{CaseRecorder, CaseReports};
use super::number::{any, whole};
use super::table::table;
use super::{CommandOutcome, Failure, Run, progress, say};
use lanesmith::files;
use lanesmith::unit::{Counted, DemoKernel, Demonstration, KernelRun, Picture, Platform, Utilisation};
use lanesmith::units::{DEFAULT_DEMONSTRATION, DEMONSTRATIONS};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use comfy_table::Table;
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Runs kernels in C on a RISC-V core, with and without the SIMD video ALU, and compares cycles and results
///
/// The results of both programs are compared with the golden model. The core comes from its author's package on the Python
/// Package Index. lanesmith looks for it in the folder that the environment variable LANESMITH_CORES names, in target/cores, and
/// in Python's packages; `pip install --target target/cores pythondata-cpu-picorv32` installs it (pythondata-cpu-vexriscv,
/// pythondata-cpu-cv32e40x). The command also needs Debian's gcc-riscv64-unknown-elf and Verilator, and lists the missing tools.
/// docs/riscv.md describes the kernels. With --isa p the compiler is the clang of the Python package ziglang, which lanesmith looks
/// for in the folder that LANESMITH_CLANG names, in target/clang, and in Python's packages; docs/riscv-p-programs.md describes
/// these kernels.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 all results are correct, 1 a mismatch, 2 bad input, or a missing tool.

Examples:
  lanesmith demo sad
  lanesmith demo --core picorv32 --latency 2
  lanesmith demo --isa p --core cv32e40x
  lanesmith demo sad --core picorv32 --fpga ecp5
  lanesmith demo median --core none --pictures sim/out")]
pub(super) struct Demo {
    /// The kernel [default: all]
    #[arg(value_parser = kernel())]
    kernel: Option<String>,
    /// The unit's instructions in the kernels
    #[arg(long, value_name = "ISA", value_parser = isa(), default_value = DEFAULT_DEMONSTRATION.instructions().name)]
    isa: &'static dyn Demonstration,
    /// The core that runs the kernels
    #[arg(long, value_parser = platform(), default_value = DEFAULT_DEMONSTRATION.default_platform().name)]
    core: String,
    /// Cycles from operands to result of an operation, 0 to 5 [default: 1]
    #[arg(long, value_name = "CYCLES", value_parser = whole::<u32>(DEFAULT_DEMONSTRATION.latencies()))]
    latency: Option<u32>,
    /// Seed of the kernel's input
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// Also measures cells and clock of the core with and without the unit on this FPGA, with yosys and nextpnr; takes minutes
    /// [default: no measurement]
    #[arg(long, value_parser = PossibleValuesParser::new(DEFAULT_DEMONSTRATION.fpgas()))]
    fpga: Option<String>,
    /// The folder for PNG files of kernels on images, KERNEL-in.png and KERNEL-out.png [default: no pictures]
    #[arg(long, value_name = "DIR", value_parser = super::out::folder())]
    pictures: Option<PathBuf>,
    #[command(flatten)]
    reports: CaseReports,
}

/// Cycles without --latency.
const LATENCY: u32 = 1;

/// What all demonstrations have of something, each name once.
fn all<T>(
    of: impl Fn(&'static dyn Demonstration) -> &'static [T],
    name: impl Fn(&T) -> &'static str,
) -> Vec<&'static T> {
    let mut all: Vec<&T> = vec![];
    for one in DEMONSTRATIONS.iter().flat_map(|(_, demonstration)| of(*demonstration)) {
        if all.iter().all(|other| name(other) != name(one)) {
            all.push(one);
        }
    }
    all
}

fn kernel() -> PossibleValuesParser {
    let kernels = all(|demonstration| demonstration.kernels(), |kernel| kernel.name);
    PossibleValuesParser::new(kernels.into_iter().map(|kernel| kernel.name))
}

fn isa() -> impl TypedValueParser<Value = &'static dyn Demonstration> {
    let sets = DEMONSTRATIONS.map(|(_, demonstration)| demonstration.instructions());
    PossibleValuesParser::new(sets.map(|set| PossibleValue::new(set.name).help(set.help))).map(|name| {
        let mut all = DEMONSTRATIONS.into_iter().map(|(_, demonstration)| demonstration);
        all.find(|one| one.instructions().name == name)
            .expect("one of the values")
    })
}

fn platform() -> PossibleValuesParser {
    let platforms = all(|demonstration| demonstration.platforms(), |platform| platform.name);
    PossibleValuesParser::new(
        platforms
            .into_iter()
            .map(|platform| PossibleValue::new(platform.name).help(platform.help)),
    )
}

/// What was asked for, in one demonstration.
struct Choice {
    kernels: Vec<&'static DemoKernel>,
    core: &'static Platform,
}

impl Demo {
    /// The kernels and the core. An error if the demonstration lacks one, or if an option has no effect.
    fn check(&self) -> Result<Choice, Failure> {
        let isa = self.isa.instructions().name;
        let lacks = |what: &str, name: &str, others: Vec<&str>| {
            Failure::new(format_args!(
                "--isa {isa} has no {what} {name}; choose one of {}",
                others.join(", ")
            ))
        };
        let (kernels, platforms) = (self.isa.kernels(), self.isa.platforms());
        let core = platforms.iter().find(|platform| platform.name == self.core);
        let core = core.ok_or_else(|| {
            lacks(
                "core",
                &self.core,
                platforms.iter().map(|platform| platform.name).collect(),
            )
        })?;
        let chosen = |kernel: &&DemoKernel| self.kernel.as_ref().is_none_or(|name| *name == kernel.name);
        let chosen: Vec<&DemoKernel> = kernels.iter().filter(chosen).collect();
        if let (Some(name), []) = (&self.kernel, &chosen[..]) {
            return Err(lacks(
                "kernel",
                name,
                kernels.iter().map(|kernel| kernel.name).collect(),
            ));
        }
        let is_hardware = core.counts == Counted::Cycles;
        let name = core.name;
        let idle = match &chosen[..] {
            _ if !is_hardware && self.latency.is_some() => {
                Some(("--latency", format!("--core {name} has no unit in hardware")))
            }
            _ if !is_hardware && self.fpga.is_some() => Some(("--fpga", format!("--core {name} is not hardware"))),
            _ if self.fpga.is_some() && self.isa.fpgas().is_empty() => {
                Some(("--fpga", format!("docs/area.md has the area of units for --isa {isa}")))
            }
            [kernel] if self.pictures.is_some() && kernel.pictures.is_none() => Some((
                "--pictures",
                format!("the kernel {} does not work on images", kernel.name),
            )),
            _ => None,
        };
        match idle {
            Some((option, why)) => Err(Failure::new(format_args!(
                "{option} has no effect here: {why}; leave it out"
            ))),
            None => Ok(Choice { kernels: chosen, core }),
        }
    }

    /// The numbers of a run for the report.
    fn values(&self, core: &Platform, measured: &KernelRun) -> serde_json::Value {
        let (plain, unit) = (measured.plain_times, measured.unit_times);
        let mut values = json!({"seed": self.seed, "words": measured.unit.len()});
        let both = json!({
            "plain": plain.all,
            "with_unit": unit.all,
            "plain_loop": plain.inner,
            "with_unit_loop": unit.inner,
        });
        match core.counts {
            Counted::Cycles => {
                values["latency"] = self.latency().into();
                values["cycles"] = both;
            }
            Counted::Instructions => values["instructions"] = both,
            Counted::Operations => values["operations"] = unit.all.into(),
        }
        if !measured.instructions.is_empty() {
            let counts = measured
                .instructions
                .iter()
                .map(|row| (row.instruction.clone(), row.count));
            values["instructions_of_unit"] = counts.collect();
        }
        values
    }

    fn latency(&self) -> u32 {
        self.latency.unwrap_or(LATENCY)
    }

    /// Writes the pictures of a kernel on images.
    fn draw(&self, kernel: &DemoKernel, measured: &KernelRun) -> Result<(), Failure> {
        let (Some(folder), Some([input, output])) = (&self.pictures, kernel.pictures) else {
            return Ok(());
        };
        for (which, words, picture) in [("in", &measured.input, input), ("out", &measured.unit, output)] {
            let path = folder.join(format!("{}-{which}.png", kernel.name));
            files::write_set(&[(path, &png(words, picture)?)])?;
        }
        Ok(())
    }

    /// Prints the conditions of the measurement.
    fn print_conditions(&self, core: &Platform) -> Result<(), Failure> {
        match core.counts {
            Counted::Cycles => say(format_args!(
                "cycles on {}; latency of operations {}; seed {}",
                core.name,
                self.latency(),
                self.seed
            )),
            Counted::Instructions => say(format_args!(
                "instructions that an interpreter executes; seed {}",
                self.seed
            )),
            Counted::Operations => Ok(()),
        }
    }

    /// Prints and reports the cells and the clock of the core on an FPGA, alone and with the unit.
    fn print_utilisation(&self, core: &Platform, fpga: &str, recorder: &CaseRecorder) -> Result<(), Failure> {
        let core_name = core.name;
        recorder.start(core_name, format!("utilisation of {fpga}"));
        let bar = progress::label(format!(
            "placing and routing {core_name} alone and with the unit on {fpga}"
        ));
        let utilisation = self.isa.utilisation(core, self.latency(), fpga)?;
        bar.finish_and_clear();
        let shown =
            |one: &Utilisation| json!({"cells": one.cells, "flip_flops": one.flip_flops, "megahertz": one.megahertz});
        let shown = utilisation
            .as_ref()
            .map(|[alone, with]| json!({"alone": shown(alone), "with_unit": shown(with)}));
        recorder.end(None, shown.unwrap_or_default());
        say(match &utilisation {
            Some(utilisation) => fpga_table(utilisation),
            None => format!("{core_name} is not hardware and has neither cells nor a clock"),
        })
    }
}

impl Run for Demo {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let Choice { kernels, core } = self.check()?;
        let recorder = self.reports.begin("demo", &[], &[])?;
        if let Some(folder) = &self.pictures {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::new(format_args!("cannot make {}: {error}", folder.display())))?;
        }
        let bar = progress::label(format!("compiling {}", core.name));
        let board = self.isa.build(core, self.latency())?;
        let has_plain = core.counts != Counted::Operations;
        let mut words = table(["kernel", "the unit's instructions in the program"], 0..0);
        let mut has_words = false;
        let mut table = results_table(has_plain);
        let (mut faults, mut runs) = (vec![], 0);
        for kernel in kernels {
            bar.set_message(format!("compiling and running {}", kernel.name));
            recorder.start(core.name, kernel.name);
            let measured = board.run(kernel, self.seed)?;
            let fault = measured.fault(kernel);
            recorder.end(fault.clone(), self.values(core, &measured));
            let verdict = if fault.is_some() { "MISMATCH" } else { kernel.sentence };
            let mut row = vec![kernel.name.to_owned()];
            match has_plain {
                true => row.extend(cycles(&measured)),
                false => row.extend(results(&measured)),
            }
            row.push(verdict.to_owned());
            table.add_row(row);
            let counts = measured
                .instructions
                .iter()
                .map(|row| format!("{} {}", row.count, row.instruction));
            let counts: Vec<String> = counts.collect();
            has_words |= !counts.is_empty();
            words.add_row([kernel.name.to_owned(), counts.join(", ")]);
            self.draw(kernel, &measured)?;
            faults.extend(fault.map(|fault| format!("{}: {fault}", kernel.name)));
            runs += 1;
        }
        bar.finish_and_clear();
        say(table.trim_fmt())?;
        self.print_conditions(core)?;
        if has_words {
            say(words.trim_fmt())?;
        }
        faults.iter().try_for_each(say)?;
        say(match faults.len() {
            0 => format!(
                "results equal golden's in all {} runs: {runs} kernels in plain C and with the unit",
                2 * runs
            ),
            wrong => format!("results differ from golden's in {wrong} of {runs} kernels"),
        })?;
        if let Some(fpga) = &self.fpga {
            self.print_utilisation(core, fpga, &recorder)?;
        }
        recorder.finish()?;
        Ok(match faults.is_empty() {
            true => CommandOutcome::Success,
            false => CommandOutcome::Mismatch,
        })
    }
}

/// The empty table of results. `has_plain`: whether the programs in plain C run too.
fn results_table(has_plain: bool) -> Table {
    match has_plain {
        true => table(
            [
                "kernel",
                "plain C",
                "with the unit",
                "speed-up",
                "loop, plain C",
                "loop, with the unit",
                "loop, speed-up",
                "",
            ],
            1..7,
        ),
        false => table(["kernel", "operations", "words", "result", ""], 1..3),
    }
}

/// The cycles of both programs and of their loops, and the speed-up.
fn cycles(measured: &KernelRun) -> impl Iterator<Item = String> {
    let (plain, unit) = (measured.plain_times, measured.unit_times);
    let pairs = [[plain.all, unit.all], [plain.inner, unit.inner]];
    pairs.into_iter().flat_map(|[plain, unit]| {
        let times = f64::from(plain) / f64::from(unit.max(1));
        [plain.to_string(), unit.to_string(), format!("{times:.2}")]
    })
}

/// Without a cycle count: operations of the unit, number of words of the result, and the first word.
fn results(measured: &KernelRun) -> [String; 3] {
    let first = measured
        .unit
        .first()
        .map_or(String::new(), |word| format!("{word:#010x}"));
    let more = if measured.unit.len() > 1 { " …" } else { "" };
    [
        measured.unit_times.all.to_string(),
        measured.unit.len().to_string(),
        first + more,
    ]
}

/// Cells and clock of the core alone and with the unit.
fn fpga_table(utilisation: &[Utilisation; 2]) -> String {
    let mut table = table(["", "cells", "flip-flops", "MHz"], 1..4);
    for (name, utilisation) in ["core alone", "core with the unit"].into_iter().zip(utilisation) {
        let clock = format!("{:.1}", utilisation.megahertz);
        table.add_row([
            name.to_owned(),
            utilisation.cells.to_string(),
            utilisation.flip_flops.to_string(),
            clock,
        ]);
    }
    table.trim_fmt()
}

/// A picture in grey.
fn png(words: &[u32], picture: Picture) -> Result<Vec<u8>, Failure> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut file = vec![];
    let mut encoder = png::Encoder::new(&mut file, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    let pixels = &bytes[..picture.width * picture.height];
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(pixels));
    written.map_err(Failure::new)?;
    Ok(file)
}
