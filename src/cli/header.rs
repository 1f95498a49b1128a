//! `lanesmith header`.

use super::{Failure, Outcome, Run, check_files};
use crate::files;
use crate::units::riscv::encoding::header;
use clap::Args;
use std::path::PathBuf;

/// Writes the C header of the SIMD video instructions for RISC-V cores
///
/// It has a function for every instruction, by name like vabsdiff4_u32_u32_u32_add. Where there is no unit, or with
/// LANESMITH_PORTABLE defined, portable C does the same. docs/riscv.md describes the instructions.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 success, 2 a file that cannot be written.

Examples:
  lanesmith header -o lanesmith.h
  lanesmith header | riscv64-unknown-elf-gcc -march=rv32i -mabi=ilp32 -x c -c -o /dev/null -")]
pub(super) struct Header {
    /// Where to write it
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Run for Header {
    fn run(self) -> Result<Outcome, Failure> {
        check_files(&[], &[&self.output])?;
        files::write(&[(self.output, header().as_bytes())])?;
        Ok(Outcome::Success)
    }
}
