//! `cores kernels`.

use super::unit::LATENCY;
use crate::core::RiscvCore;
use crate::kernels::{
    Counted, KERNELS, Kernel, KernelRun, PACKED_KERNELS, PackedPlatform, Platform, Utilisation, measure,
};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use comfy_table::Table;
use lanesmith::console::cases::{CaseRecorder, CaseReports};
use lanesmith::console::number::{any, whole};
use lanesmith::console::table::table;
use lanesmith::console::{CommandOutcome, Failure, NONE, out, progress, say};
use lanesmith::files;
use lanesmith::units::video::rtl::VideoConfig;
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Runs kernels in C on a core, with and without the unit, and compares cycles and results
///
/// The results of both programs are compared with the golden model. docs/riscv.md describes the kernels. With --isa p the compiler is the
/// clang of the Python package ziglang, which cores looks for in the folder that LANESMITH_CLANG names, in target/clang of the checkout,
/// and in Python's packages; docs/riscv-p.md describes these kernels.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 all results are correct, 1 a mismatch, 2 bad input, or a missing tool.

Examples:
  cores kernels sad
  cores kernels --core picorv32 --latency 2
  cores kernels --isa p --core cv32e40x
  cores kernels sad --core picorv32 --fpga ecp5
  cores kernels median --core none --pictures sim/out")]
pub(super) struct Kernels {
    /// The kernel [default: all]
    #[arg(value_parser = PossibleValuesParser::new(PACKED_KERNELS.iter().map(|kernel| kernel.name)))]
    kernel: Option<String>,
    /// The unit's instructions in the kernels
    #[arg(long, value_name = "ISA", value_enum, default_value = "custom")]
    isa: Isa,
    /// The core that runs the kernels
    #[arg(long, value_enum, default_value = "picorv32")]
    core: Place,
    /// Cycles from operands to result of an operation, 0 to 5 [default: 1]
    #[arg(long, value_name = "CYCLES", value_parser = whole::<u32>(0..=VideoConfig::MAX_LATENCY.into()))]
    latency: Option<u32>,
    /// Seed of the kernel's input
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// Also measures cells and clock of the core with and without the unit on this FPGA, with yosys and nextpnr; takes minutes
    /// [default: no measurement]
    #[arg(long, value_parser = PossibleValuesParser::new(["ecp5", "ice40"]))]
    fpga: Option<String>,
    /// The folder for PNG files of kernels on images, KERNEL-in.png and KERNEL-out.png [default: no pictures]
    #[arg(long, value_name = "DIR", value_parser = out::folder())]
    pictures: Option<PathBuf>,
    #[command(flatten)]
    reports: CaseReports,
}

/// Instructions that the unit adds to a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Isa {
    /// The unit's own, in opcodes for custom instructions; the C header has a function for each
    Custom,
    /// Packed instructions of the RISC-V P extension, which clang makes of vectors in C
    P,
}

/// Where kernels run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Place {
    /// PicoRV32, with the unit at its co-processor interface
    Picorv32,
    /// VexRiscv with caches, with the unit as its custom functions
    Vexriscv,
    /// CV32E40X, with the unit at its eXtension interface
    Cv32e40x,
    /// No core: this computer, with the unit in portable C, which counts its operations; with --isa p an interpreter of RV32IM,
    /// which counts instructions
    None,
}

impl Place {
    fn core(self) -> Option<RiscvCore> {
        match self {
            Place::Picorv32 => Some(RiscvCore::Picorv32),
            Place::Vexriscv => Some(RiscvCore::Vexriscv),
            Place::Cv32e40x => Some(RiscvCore::Cv32e40x),
            Place::None => None,
        }
    }

    fn name(self) -> &'static str {
        self.core().map_or("none", RiscvCore::name)
    }
}

impl Isa {
    fn name(self) -> &'static str {
        match self {
            Isa::Custom => "custom",
            Isa::P => "p",
        }
    }

    fn kernels(self) -> &'static [Kernel] {
        match self {
            Isa::Custom => &KERNELS,
            Isa::P => &PACKED_KERNELS,
        }
    }

    fn cores(self) -> &'static [RiscvCore] {
        match self {
            Isa::Custom => &RiscvCore::ALL,
            Isa::P => &PackedPlatform::CORES,
        }
    }
}

impl Kernels {
    /// What the numbers count.
    fn counts(&self) -> Counted {
        match (self.core, self.isa) {
            (Place::None, Isa::Custom) => Counted::Operations,
            (Place::None, Isa::P) => Counted::Instructions,
            _ => Counted::Cycles,
        }
    }

    /// The selected kernels. An error if the instructions lack the kernel or the core, or if an option has no effect.
    fn check(&self) -> Result<Vec<&'static Kernel>, Failure> {
        let isa = self.isa.name();
        let lacks = |what: &str, name: &str, others: Vec<&str>| {
            Err(Failure::new(format_args!(
                "--isa {isa} has no {what} {name}; choose one of {}",
                others.join(", ")
            )))
        };
        let kernels = self.isa.kernels();
        if let Some(core) = self.core.core().filter(|core| !self.isa.cores().contains(core)) {
            let others = self.isa.cores().iter().map(|core| core.name()).chain(["none"]);
            return lacks("core", core.name(), others.collect());
        }
        let chosen = |kernel: &&Kernel| self.kernel.as_ref().is_none_or(|name| *name == kernel.name);
        let chosen: Vec<&Kernel> = kernels.iter().filter(chosen).collect();
        if let (Some(name), []) = (&self.kernel, &chosen[..]) {
            return lacks("kernel", name, kernels.iter().map(|kernel| kernel.name).collect());
        }
        let is_hardware = self.core != Place::None;
        let idle = match &chosen[..] {
            _ if !is_hardware && self.latency.is_some() => {
                Some(("--latency", "--core none has no unit in hardware".to_owned()))
            }
            _ if !is_hardware && self.fpga.is_some() => Some(("--fpga", "--core none is not hardware".to_owned())),
            _ if self.fpga.is_some() && self.isa == Isa::P => {
                Some(("--fpga", "docs/numbers.md has the area of units for --isa p".to_owned()))
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
            None => Ok(chosen),
        }
    }

    /// The numbers of a run for the report.
    fn values(&self, measured: &KernelRun) -> serde_json::Value {
        let (plain, unit) = (measured.plain_times, measured.unit_times);
        let mut values = json!({"seed": self.seed, "words": measured.unit.len()});
        let both = json!({
            "plain": plain.all,
            "with_unit": unit.all,
            "plain_loop": plain.inner,
            "with_unit_loop": unit.inner,
        });
        match self.counts() {
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
    fn draw(&self, kernel: &Kernel, measured: &KernelRun) -> Result<(), Failure> {
        let (Some(folder), Some([input, output])) = (&self.pictures, kernel.pictures) else {
            return Ok(());
        };
        for (which, words, picture) in [("in", &measured.input, input), ("out", &measured.unit, output)] {
            let path = folder.join(format!("{}-{which}.png", kernel.name));
            files::write_set(&[(path, &picture.png(words))])?;
        }
        Ok(())
    }

    /// Prints the conditions of the measurement.
    fn print_conditions(&self) -> Result<(), Failure> {
        match self.counts() {
            Counted::Cycles => say(format_args!(
                "cycles on {}; latency of operations {}; seed {}",
                self.core.name(),
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
    fn print_utilisation(&self, core: RiscvCore, fpga: &str, recorder: &CaseRecorder) -> Result<(), Failure> {
        let name = core.name();
        recorder.start(name, format!("utilisation of {fpga}"));
        let bar = progress::label(format!("placing and routing {name} alone and with the unit on {fpga}"));
        let utilisation = measure(core, self.latency(), fpga)?;
        bar.finish_and_clear();
        let [alone, with_unit] = utilisation
            .map(|one| json!({"cells": one.cells, "flip_flops": one.flip_flops, "megahertz": one.megahertz}));
        recorder.end(None, json!({"alone": alone, "with_unit": with_unit}));
        say(fpga_table(&utilisation))
    }

    pub(super) fn run(self) -> Result<CommandOutcome, Failure> {
        let kernels = self.check()?;
        let recorder = self.reports.begin("kernels", NONE, &[])?;
        if let Some(folder) = &self.pictures {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::new(format_args!("cannot make {}: {error}", folder.display())))?;
        }
        let bar = progress::label(format!("compiling {}", self.core.name()));
        let platform = match self.isa {
            Isa::Custom => Platform::custom(self.core.core(), self.latency())?,
            Isa::P => Platform::Packed(PackedPlatform::new(self.core.core(), self.latency())?),
        };
        let has_plain = self.counts() != Counted::Operations;
        let mut words = table(["kernel", "the unit's instructions in the program"], 0..0);
        let mut has_words = false;
        let mut table = results_table(has_plain);
        let (mut faults, mut runs) = (vec![], 0);
        for kernel in kernels {
            bar.set_message(format!("compiling and running {}", kernel.name));
            recorder.start(self.core.name(), kernel.name);
            let measured = platform.run(kernel, self.seed)?;
            let fault = measured.fault(kernel);
            recorder.end(fault.clone(), self.values(&measured));
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
        self.print_conditions()?;
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
        if let Some((fpga, core)) = self.fpga.as_ref().zip(self.core.core()) {
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
