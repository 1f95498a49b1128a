//! `lanesmith explain`.

use super::{Failure, Outcome, Run, say};
use crate::golden;
use crate::isa::{number, ptx};
use clap::Args;

/// Explains one instruction lane by lane: selected elements, exact results, clamping, merging or accumulating.
#[derive(Args)]
#[command(after_help = "\
Numbers: 32 bits as 0x… (hexadecimal), 0b… (binary) or decimal, negative too; _ may separate digits.

Examples:
  lanesmith explain \"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\" --a 0x7f80ff01 --c -1
  lanesmith explain \"vabsdiff2.u32.s32.u32.add r1, r2, r3, r4\" --a 0x8000 --b 0xffff")]
pub(super) struct Explain {
    /// A vop2 or vop4 instruction in PTX syntax.
    instruction: String,
    /// The value of the first source register.
    #[arg(long, value_parser = number::parse_u32, allow_negative_numbers = true, default_value = "0")]
    a: u32,
    /// The value of the second source register.
    #[arg(long, value_parser = number::parse_u32, allow_negative_numbers = true, default_value = "0")]
    b: u32,
    /// The value of the third source register.
    #[arg(long, value_parser = number::parse_u32, allow_negative_numbers = true, default_value = "0")]
    c: u32,
}

impl Run for Explain {
    fn run(self) -> Result<Outcome, Failure> {
        let instruction = ptx::parse(&self.instruction, None)
            .map_err(|diagnostic| Failure::at("instruction", &self.instruction, &diagnostic))?;
        say(golden::explain::explain(&instruction, self.a, self.b, self.c))?;
        Ok(Outcome::Success)
    }
}
