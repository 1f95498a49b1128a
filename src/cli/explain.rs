//! `lanesmith explain`.

use super::program::setting;
use super::{CommandOutcome, Failure, Run, give};
use crate::text::number;
use crate::unit::{OperandStyle, OperandValues};
use crate::units::language;
use clap::Args;

/// Explains one instruction lane by lane: operands, exact results, clamping, written value
#[derive(Args)]
#[command(after_help = "\
An instruction with `$` or `<-` is Brew, any other one is PTX: vop2, vop4, vset2, vset4, dp2a, dp4a, packed or prmt.
Numbers have 32 bits: 0x… (hexadecimal), 0b… (binary) or decimal, also negative; _ may separate digits.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith explain \"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\" --a 0x7f80ff01 --c -1
  lanesmith explain \"vabsdiff2.u32.s32.u32.add r1, r2, r3, r4\" --a 0x8000 --b 0xffff
  lanesmith explain \"prmt.b32 r1, r2, r3, 0x7531\" --a 0x03020100 --b 0x07060504
  lanesmith explain '$r1 <- $r2 + $r3' --set r2=sint8x4s:0x7f80ff01 --set r3=0x01ff0001")]
pub(super) struct Explain {
    /// A PTX or Brew instruction
    instruction: String,
    /// PTX: the value of the first source register; a register that is several sources has one value [default: 0]
    #[arg(long, value_parser = number::parse_u32, allow_hyphen_values = true)]
    a: Option<u32>,
    /// PTX: the value of the second source register [default: 0]
    #[arg(long, value_parser = number::parse_u32, allow_hyphen_values = true)]
    b: Option<u32>,
    /// PTX: the value of the third source register [default: 0]
    #[arg(long, value_parser = number::parse_u32, allow_hyphen_values = true)]
    c: Option<u32>,
    /// Brew: the value of a register, `r2=0x7f`, `r2=int8x4:0x7f`, `r2=int8x4:1,2,3,4` with lane 0 first, `r2=fp32:1.5`
    /// or, with the number of a type, `r2=7:0`; may be repeated [default: 0, INT32]
    #[arg(long, value_name = "REGISTER=[TYPE:]VALUE", value_parser = setting)]
    set: Vec<String>,
}

/// Names of the operand options in messages.
const OPERANDS: [&str; 3] = ["--a", "--b", "--c"];

impl Run for Explain {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let language = language(&self.instruction);
        let (name, operands) = (language.name, [self.a, self.b, self.c]);
        let given = OPERANDS.iter().zip(operands).find(|(_, value)| value.is_some());
        match (language.takes, given) {
            (OperandStyle::Operands, _) if !self.set.is_empty() => {
                return Err(Failure::new(format_args!(
                    "--set gives registers; --a, --b and --c give the operands of this {name} instruction"
                )));
            }
            (OperandStyle::Registers, Some((option, _))) => {
                return Err(Failure::new(format_args!(
                    "{option} gives an operand; --set gives the registers of this {name} instruction"
                )));
            }
            _ => {}
        }
        let set = &self.set;
        give((language.explain)(&self.instruction, &OperandValues { operands, set })?)?;
        Ok(CommandOutcome::Success)
    }
}
