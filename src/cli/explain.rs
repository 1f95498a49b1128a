//! `lanesmith explain`.

use super::program::setting;
use super::simulate::parse_set;
use super::{CommandOutcome, Failure, NONE, Run, check_files, give, lines, once, text};
use clap::Args;
use lanesmith::execution;
use lanesmith::files;
use lanesmith::text::number;
use lanesmith::unit::{OperandStyle, OperandValues};
use lanesmith::units::{complete, language};
use std::path::{Path, PathBuf};

/// Explains one instruction lane by lane: operands, exact results, clamping, written value
#[derive(Args)]
#[command(after_help = "\
An instruction with `$` or `<-` is Brew, any other one is PTX: vop2, vop4, vset2, vset4, dp2a, dp4a, packed, scalar video or prmt.
Numbers have 32 bits: 0x… (hexadecimal), 0b… (binary), decimal, or as in Verilog 32'h…, also negative; _ may separate digits.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith explain \"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\" --a 0x7f80ff01 --c -1
  lanesmith explain \"vabsdiff2.u32.s32.u32.add r1, r2, r3, r4\" --a 0x8000 --b 0xffff
  lanesmith explain \"prmt.b32 r1, r2, r3, 0x7531\" --a 0x03020100 --b 0x07060504
  lanesmith explain '$r1 <- $r2 + $r3' --set r2=sint8x4s:0x7f80ff01 --set r3=0x01ff0001
  lanesmith explain --program sim/programs/blend.ptx --set a=0x80ff1234,b=-1")]
pub(super) struct Explain {
    /// A PTX or Brew instruction
    #[arg(required_unless_present_any = ["list", "program"])]
    instruction: Option<String>,
    /// Explains a file with one instruction on each line, all on the same values; # and // begin comments
    #[arg(long, value_name = "FILE", conflicts_with_all = ["instruction", "program"])]
    list: Option<PathBuf>,
    /// Explains the instructions of a PTX module that `simulate --program` executes on units, in the order of the text, each on the
    /// results of those before
    #[arg(long, value_name = "FILE", conflicts_with_all = ["instruction", "a", "b", "c"])]
    program: Option<PathBuf>,
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
    /// or, with the number of a type, `r2=7:0`; may be repeated [default: 0, INT32]. With --program: the value of a kernel parameter
    /// or register, `in_a=0x7f`, several separated by commas
    #[arg(long, value_name = "REGISTER=[TYPE:]VALUE")]
    set: Vec<String>,
}

/// Names of the operand options in messages.
const OPERANDS: [&str; 3] = ["--a", "--b", "--c"];

impl Explain {
    /// The explanation of one instruction.
    fn one(&self, text: &str) -> Result<String, Failure> {
        let text = &complete(text);
        let language = language(text);
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
        Ok((language.explain)(text, &OperandValues { operands, set })?)
    }

    /// The explanation of a PTX module.
    fn module(&self, path: &Path) -> Result<String, Failure> {
        let parts = self.set.iter().flat_map(|set| set.split(',')).map(parse_set);
        let set = parts
            .collect::<Result<Vec<_>, _>>()
            .map_err(|why| Failure::new(format_args!("--set: {why}")))?;
        once("--set", set.iter().map(|(name, _)| name))?;
        Ok(execution::explain(&files::input_name(path), &text::read(path)?, &set)?)
    }
}

impl Run for Explain {
    fn run(self) -> Result<CommandOutcome, Failure> {
        check_files(self.list.iter().chain(&self.program), NONE)?;
        if self.program.is_none() {
            let wrong = |set: &String| Some(format!("--set {set}: {}", setting(set).err()?));
            if let Some(why) = self.set.iter().find_map(wrong) {
                return Err(Failure::new(why));
            }
        }
        match (&self.list, &self.program, &self.instruction) {
            (Some(path), ..) => give(lines::each(path, |line| self.one(line))?.join("\n\n"))?,
            (_, Some(path), _) => give(self.module(path)?)?,
            (.., text) => give(self.one(text.as_deref().unwrap_or_default())?)?,
        }
        Ok(CommandOutcome::Success)
    }
}
