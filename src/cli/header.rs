//! `lanesmith header`.

use super::{Failure, Outcome, Run, check_files};
use crate::files;
use crate::units::riscv::encoding;
use crate::units::video::ptx;
use clap::{Args, ValueEnum};
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
    #[arg(long, value_enum, default_value_t = Format::Riscv)]
    format: Format,
    /// Where to write it
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// C: the instructions as functions, for RISC-V cores with the unit
    Riscv,
    /// C: the control word's fields and codes as macros
    C,
    /// SystemVerilog: the control word's fields and codes as a package
    SvPackage,
}

impl Run for Header {
    fn run(self) -> Result<Outcome, Failure> {
        check_files(&[], &[&self.output])?;
        let text = match self.format {
            Format::Riscv => encoding::header(),
            Format::C => ptx::c_header(),
            Format::SvPackage => ptx::sv_package(),
        };
        files::write(&[(self.output, text.as_bytes())])?;
        Ok(Outcome::Success)
    }
}
