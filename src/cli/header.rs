//! `lanesmith header`.

use super::{Failure, Outcome, Run, check_files};
use crate::files;
use crate::units::{Companion, companions};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::PathBuf;

/// Writes a C header of the SIMD video instructions for RISC-V cores, or the control word for C or SystemVerilog
///
/// That for RISC-V cores has a function for every instruction, by name like vabsdiff4_u32_u32_u32_add. Where there is no
/// unit, or with LANESMITH_PORTABLE defined, portable C does the same. docs/riscv.md describes the instructions,
/// docs/ptx.md the control word.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 success, 2 a file that cannot be written.

Examples:
  lanesmith header -o lanesmith.h
  lanesmith header --format sv-package -o lanesmith_control_pkg.sv
  lanesmith header | riscv64-unknown-elf-gcc -march=rv32i -mabi=ilp32 -x c -c -o /dev/null -")]
pub(super) struct Header {
    /// What is written
    #[arg(long, value_name = "FORMAT", value_parser = format(), default_value = "riscv")]
    format: &'static Companion,
    /// Where to write it
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

fn format() -> impl TypedValueParser<Value = &'static Companion> {
    let value = |one: &Companion| PossibleValue::new(one.name).help(one.help);
    PossibleValuesParser::new(companions().map(value)).map(|name| {
        let mut all = companions();
        all.find(|one| one.name == name).expect("one of the values")
    })
}

impl Run for Header {
    fn run(self) -> Result<Outcome, Failure> {
        check_files(&[], &[&self.output])?;
        files::write(&[(self.output, (self.format.write)().as_bytes())])?;
        Ok(Outcome::Success)
    }
}
