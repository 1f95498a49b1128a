//! `lanesmith explain`.

use super::data::Data;
use super::launch::LaunchOptions;
use super::program::setting;
use super::{CommandOutcome, Failure, Run, check_files, failure, give, lines, text};
use clap::Args;
use lanesmith::execution::Kernel;
use lanesmith::files;
use lanesmith::text::number;
use lanesmith::unit::{OperandStyle, OperandValues};
use lanesmith::units::{complete, language};
use serde_json::json;
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
  lanesmith explain --program sim/kernels/fir_filter.ptx --block 4 --arg fir_filter_param_0=@sim/kernels/fir_filter/samples.hex --arg fir_filter_param_1=zeros:16 --arg fir_filter_param_2=4")]
pub(super) struct Explain {
    /// A PTX or Brew instruction
    #[arg(required_unless_present_any = ["list", "program"])]
    instruction: Option<String>,
    /// Explains a file with one instruction on each line, all on the same values; # and // begin comments
    #[arg(long, value_name = "FILE", conflicts_with_all = ["instruction", "program"])]
    list: Option<PathBuf>,
    /// Runs a kernel of a PTX module, as `lanesmith run` does, and explains the first execution of each instruction that a unit executes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["instruction", "a", "b", "c", "set"])]
    program: Option<PathBuf>,
    #[command(flatten)]
    launch: LaunchOptions,
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
    #[arg(long, value_name = "REGISTER=[TYPE:]VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    data: Data,
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
                return Err(failure!(
                    "--set gives registers; --a, --b and --c give the operands of this {name} instruction"
                ));
            }
            (OperandStyle::Registers, Some((option, _))) => {
                return Err(failure!(
                    "{option} gives an operand; --set gives the registers of this {name} instruction"
                ));
            }
            _ => {}
        }
        let set = &self.set;
        Ok((language.explain)(text, &OperandValues { operands, set })?)
    }

    /// The explanations of a kernel's instructions.
    fn kernel(&self, path: &Path) -> Result<Vec<String>, Failure> {
        let (name, source) = (files::input_name(path), text::read_ptx(path)?);
        let kernel = Kernel::read(&name, &source)?;
        Ok(kernel.prepare(self.launch.launch()?, &[])?.explain()?)
    }
}

impl Run for Explain {
    fn run(self) -> Result<CommandOutcome, Failure> {
        match &self.program {
            Some(path) => self.launch.check_files(path, self.data.file())?,
            None => check_files(&self.list, self.data.file())?,
        }
        if let (None, Some(option)) = (&self.program, self.launch.given()) {
            return Err(failure!("{option} launches a kernel: it needs --program"));
        }
        if self.program.is_none() {
            let wrong = |set: &String| Some(format!("--set {set}: {}", setting(set).err()?));
            if let Some(why) = self.set.iter().find_map(wrong) {
                return Err(Failure::new(why));
            }
        }
        let texts = match (&self.list, &self.program, &self.instruction) {
            (Some(path), ..) => lines::each(path, |line| self.one(line))?,
            (_, Some(path), _) => self.kernel(path)?,
            (.., text) => vec![self.one(text.as_deref().unwrap_or_default())?],
        };
        let explanations = texts.iter().map(|text| text.lines().collect::<Vec<_>>());
        let report = json!({ "format_version": 1, "explanations": explanations.collect::<Vec<_>>() });
        self.data.report(&report, || give(texts.join("\n\n")))?;
        Ok(CommandOutcome::Success)
    }
}
