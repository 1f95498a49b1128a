//! `lanesmith explain`.

use super::{Failure, Outcome, Run, give, once};
use crate::text::near::did_you_mean;
use crate::text::number;
use crate::units::brew::golden::Typed;
use crate::units::brew::isa as brew;
use crate::units::video::ptx;
use clap::Args;

/// Explains one instruction lane by lane: operands, exact results, clamping or clipping, what is written
#[derive(Args)]
#[command(after_help = "\
A text with `$` or `<-` is a Brew instruction, any other one a SIMD video instruction in PTX syntax.
Numbers: 32 bits as 0x… (hexadecimal), 0b… (binary) or decimal, negative too; _ may separate digits.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith explain \"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\" --a 0x7f80ff01 --c -1
  lanesmith explain \"vabsdiff2.u32.s32.u32.add r1, r2, r3, r4\" --a 0x8000 --b 0xffff
  lanesmith explain '$r1 <- $r2 + $r3' --set r2=sint8x4s:0x7f80ff01 --set r3=0x01ff0001")]
pub(super) struct Explain {
    /// A SIMD video instruction in PTX syntax, or a Brew instruction
    instruction: String,
    /// PTX: the value of the first source register
    #[arg(long, value_parser = number::parse_u32, allow_hyphen_values = true)]
    a: Option<u32>,
    /// PTX: the value of the second source register
    #[arg(long, value_parser = number::parse_u32, allow_hyphen_values = true)]
    b: Option<u32>,
    /// PTX: the value of the third source register
    #[arg(long, value_parser = number::parse_u32, allow_hyphen_values = true)]
    c: Option<u32>,
    /// Brew: what a register holds, `r2=0x7f`, `r2=int8x4:0x7f` or, with the number of a type, `r2=7:0`; the others are
    /// 0 and INT32
    #[arg(long, value_name = "REGISTER=[TYPE:]VALUE", value_parser = parse_register)]
    set: Vec<(usize, Typed)>,
}

/// What `--a`, `--b` and `--c` are called in messages.
const OPERANDS: [&str; 3] = ["--a", "--b", "--c"];

impl Run for Explain {
    fn run(self) -> Result<Outcome, Failure> {
        let text = &self.instruction;
        let is_brew = text.contains('$') || text.contains("<-") || text.trim_start().starts_with(".word");
        give(if is_brew { self.brew()? } else { self.video()? })?;
        Ok(Outcome::Success)
    }
}

impl Explain {
    fn video(&self) -> Result<String, Failure> {
        if !self.set.is_empty() {
            return Err(Failure::new(
                "--set is for Brew instructions; --a, --b and --c give the operands of this one",
            ));
        }
        let instruction = ptx::parse(&self.instruction, None)
            .map_err(|diagnostic| Failure::at("instruction", &self.instruction, &diagnostic))?;
        let [a, b, c] = [self.a, self.b, self.c].map(Option::unwrap_or_default);
        Ok(crate::units::video::golden::explain::explain(&instruction, a, b, c))
    }

    fn brew(&self) -> Result<String, Failure> {
        let given = OPERANDS.iter().zip([self.a, self.b, self.c]);
        if let Some((option, _)) = given.into_iter().find(|(_, value)| value.is_some()) {
            return Err(Failure::new(format_args!(
                "{option} is for PTX instructions; --set gives a Brew instruction's registers"
            )));
        }
        let text = &self.instruction;
        let statements = brew::assemble(text).map_err(|errors| Failure::all("instruction", text, &errors))?;
        let words = brew::words(&statements);
        let one = brew::decode(&words).is_some_and(|decoded| decoded.length == words.len());
        if !one {
            return Err(Failure::new(format_args!("`{text}` is not one instruction")));
        }
        let mut registers = [Typed::default(); brew::REGISTERS];
        once("--set", self.set.iter().map(|(register, _)| format!("r{register}")))?;
        for (register, typed) in &self.set {
            registers[*register] = *typed;
        }
        Ok(crate::units::brew::golden::explain(&words, &registers))
    }
}

fn parse_register(text: &str) -> Result<(usize, Typed), String> {
    let form = || format!("`{text}` is not REGISTER=[TYPE:]VALUE, such as r2=int8x4:0x80ff");
    let (name, value) = text.split_once('=').ok_or_else(form)?;
    let number = name
        .trim_start_matches('$')
        .strip_prefix('r')
        .and_then(|digits| digits.parse().ok());
    let register = number
        .filter(|register| *register < brew::REGISTERS)
        .ok_or_else(|| format!("`{name}` is not a register: r0 to r14"))?;
    let (code, value) = match value.split_once(':') {
        None => (0, value),
        Some((kind, value)) => {
            let named = brew::Type::by_name(kind).map(|kind| kind.code);
            let code = named.or_else(|| kind.parse().ok().filter(|code| *code < brew::MASK));
            let types = || brew::TYPES.iter().filter_map(|kind| kind.name);
            let wrong = || {
                let expected = format!("{}, or a number, 0 to 14", types().collect::<Vec<_>>().join(", "));
                format!("`{kind}` is not a type: {}", did_you_mean(kind, types(), &expected))
            };
            (code.ok_or_else(wrong)?, value)
        }
    };
    let value = number::parse_u32(value)?;
    Ok((register, Typed { value, code }))
}
