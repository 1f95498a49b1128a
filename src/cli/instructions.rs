//! `lanesmith instructions`.

use super::configuration::Scope;
use super::data::Data;
use super::header::Described;
use super::table::table;
use super::{CommandOutcome, Failure, Run, failure, give, say};
use clap::Args;
use lanesmith::files;
use lanesmith::unit::{InstructionCount, ProgramInspection, UnitEntry};
use lanesmith::units::PROGRAM_INSPECTIONS;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Lists the packed instructions of a compiled RISC-V program, and which of them a unit executes
///
/// The program is an ELF file for RV32, an object file or a linked one. The list has the words in the opcodes of the P extension, its
/// instructions pack and abs, and the accesses to vxsat. The unit is the one of the options of its Verilog, or of its manifest.
/// docs/riscv-p.md says which compiler makes such programs, and what becomes of instructions that trap.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 the unit executes all of them, 1 some trap, 2 bad input, or a file that cannot be read.

Examples:
  lanesmith instructions kernel.o --module riscv_pcpi --encoding p --dot
  lanesmith instructions program --manifest rtl/riscv_pcpi.json --json")]
pub(super) struct Instructions {
    /// The program
    #[arg(value_name = "FILE")]
    program: PathBuf,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    unit: Described<WithPrograms>,
}

/// Modules whose instructions compilers put into programs.
#[derive(Clone, Debug)]
struct WithPrograms;

impl Scope for WithPrograms {
    fn includes(entry: &UnitEntry) -> bool {
        inspection(entry.module.name).is_some()
    }
}

fn inspection(module: &str) -> Option<&'static ProgramInspection> {
    let mut all = PROGRAM_INSPECTIONS.into_iter();
    all.find(|one| one.modules.contains(&module))
}

#[derive(Serialize)]
struct Report<'a> {
    format_version: u32,
    program: &'a Path,
    unit: Vec<String>,
    instructions: Vec<InstructionCount>,
}

impl Run for Instructions {
    fn run(self) -> Result<CommandOutcome, Failure> {
        self.data.check()?;
        self.unit.check()?;
        let unit = self.unit.selection()?;
        let module = unit.module().name;
        let inspection =
            inspection(module).ok_or_else(|| failure!("{module} executes no instructions of compiled programs"))?;
        let path = self.program.display();
        let bytes = files::read(&self.program).map_err(Failure::new)?;
        let instructions = (inspection.inspect)(&unit, &bytes).map_err(|why| failure!("{path}: {why}"))?;
        let report = Report {
            format_version: 1,
            program: &self.program,
            unit: unit.options(),
            instructions,
        };
        let traps = report.instructions.iter().filter(|row| row.lacks.is_some());
        let (all, trapping) = (count(report.instructions.iter()), count(traps));
        self.data.report(&report, || {
            print(&report.instructions)?;
            say(match trapping {
                0 => format!("{module} executes all {all} packed instructions of {path}"),
                _ => format!("{trapping} of {all} packed instructions of {path} trap on {module}"),
            })
        })?;
        Ok(CommandOutcome::unless(trapping > 0))
    }
}

fn count<'a>(rows: impl Iterator<Item = &'a InstructionCount>) -> u32 {
    rows.map(|row| row.count).sum()
}

fn print(rows: &[InstructionCount]) -> Result<(), Failure> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut picture = table(["instruction", "count", "first at", ""], 1..2);
    for row in rows {
        let verdict = match row.lacks {
            None => "executed".to_owned(),
            Some(what) => format!("traps: the unit lacks {what}"),
        };
        let place = format!("{}+{:#x}", row.section, row.address);
        picture.add_row([row.instruction.clone(), row.count.to_string(), place, verdict]);
    }
    give(picture.trim_fmt())
}
