//! `lanesmith run`.

use super::configuration::Configuration;
use super::counterexample::{Counterexamples, Planted};
use super::number::{any, cycles};
use super::program::Written;
use super::stdout::stdout;
use super::{Failure, Outcome, Run, check_files, give, program, progress, registers, say};
use crate::sim::testbench::Profile;
use crate::sim::wave;
use crate::units::Hardware;
use crate::units::brew::Datapath;
use crate::units::brew::counterexample::datapath;
use crate::units::brew::golden::{Machine, Retire, Typed};
use crate::units::brew::isa::{Group, OtherInstruction, disassemble};
use crate::units::brew::rtl::Config;
use crate::units::brew::testbench::{Execution, Lockstep, Program};
use crate::vectors::Evaluator;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Runs a program on the register-ISA machine and prints the registers at its end
///
/// All registers are 0 and INT32 at the start unless --set or --registers says otherwise. The program ends behind its
/// last word.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 the program ran to its end, invalid instructions included; 1 a mismatch with --compare; 2 bad input.

Examples:
  lanesmith run sim/programs/luma.s
  lanesmith run sim/programs/dot_product.s --set r5=0x10 --set r3=fp32:1.5 --set r4=int8x4:1,2,3,4
  lanesmith run --format assembly - < sim/programs/luma.s
  lanesmith run sim/programs/luma.s --engine native --trace --vcd luma.vcd && gtkwave luma.gtkw
  lanesmith run sim/programs/luma.s --engine verilator --compare --gaps bursts")]
pub(super) struct RunProgram {
    /// Assembly (.s, .asm), or words in one of the formats of `lanesmith asm`
    file: PathBuf,
    /// How the program is written; seen from name and contents where it is missing
    #[arg(long, value_enum)]
    format: Option<Written>,
    /// What a register holds at first, `r5=0x10`, `r4=int8x4:1,2,3,4` with lane 0 first, `r3=fp32:1.5`; instructions
    /// before the program put it there. May be given several times
    #[arg(long, value_name = "REGISTER=[TYPE:]VALUE", value_parser = registers::setting)]
    set: Vec<registers::Setting>,
    /// Likewise from a file with one register to the line; --set goes before it
    #[arg(long, value_name = "FILE")]
    registers: Option<PathBuf>,
    /// What runs the program
    #[arg(long, value_name = "ENGINE", value_parser = engines(), default_value = "golden")]
    engine: Evaluator,
    /// Prints every instruction as it retires
    #[arg(long)]
    trace: bool,
    /// Compares every instruction that retires with the golden machine; the first mismatch ends the run
    #[arg(long)]
    compare: bool,
    /// With --compare: when the front end pauses
    #[arg(long, value_enum, requires = "compare", default_value_t = Profile::Always)]
    gaps: Profile,
    /// With --compare: decides the pauses
    #[arg(long, requires = "compare", default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// With --compare: resets the datapath in this cycle of the traffic, counted from the first offer; the program goes on
    #[arg(long, value_name = "CYCLE", requires = "compare", value_parser = any::<u64>())]
    reset_at: Option<u64>,
    #[command(flatten)]
    configuration: Configuration<true>,
    #[command(flatten)]
    planted: Planted,
    #[command(flatten)]
    counterexamples: Counterexamples,
    /// Writes waves to this file, with a GTKWave save file beside it; without --cycles those of all cycles
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// The cycles to write, the first one included and the last one not; cycle 0 is the first one of the reset
    #[arg(long, value_name = "A..B", requires = "vcd", value_parser = cycles)]
    cycles: Option<Range<u64>>,
}

/// What runs programs: not golden over bit-planes.
fn engines() -> impl TypedValueParser<Value = Evaluator> {
    let all = Evaluator::value_variants().iter();
    let own = all.filter(|evaluator| **evaluator != Evaluator::GoldenSliced);
    PossibleValuesParser::new(own.filter_map(Evaluator::to_possible_value))
        .try_map(|name| Evaluator::from_str(&name, false))
}

/// The end of a run.
struct End {
    registers: [Typed; 15],
    instructions: u64,
    cycles: Option<u64>,
}

impl Run for RunProgram {
    fn run(self) -> Result<Outcome, Failure> {
        let waves = self.vcd.iter().map(|path| wave::names(path));
        let waves = waves.collect::<Result<Vec<_>, _>>()?.concat();
        let inputs: Vec<&Path> = [&self.file]
            .into_iter()
            .chain(&self.registers)
            .map(PathBuf::as_path)
            .collect();
        check_files(&inputs, &waves.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
        let words = program::read(&self.file, self.format)?;
        let before = self.registers()?;
        let program = [before.words(), words].concat();
        let selection = self.configuration.selection()?;
        let Some(Datapath(config)) = Datapath::of(&selection) else {
            return Err(Failure::new(format_args!("{} runs no programs", selection.name())));
        };
        let hardware = match self.engine.engine() {
            Some(kind) => Some(self.planted.hardware(selection, kind)?),
            None if self.vcd.is_some() => {
                return Err(Failure::new("the golden machine has no waves: give an --engine"));
            }
            None if self.compare || self.planted.is_some() || config != Config::full() => {
                let why = "this is the golden machine itself: what is compared, configured or broken needs an --engine";
                return Err(Failure::new(why));
            }
            None => None,
        };
        let compared = hardware.as_ref().filter(|_| self.compare);
        let instructions = Program::from_words(&program);
        if let Some(hardware) = compared
            && self.compare(hardware, config, &instructions)? == Outcome::Mismatch
        {
            return Ok(Outcome::Mismatch);
        }
        let mut out = BufWriter::new(stdout());
        let (mut exceptions, mut end_of_trace, mut written) = (0u64, 0, Ok(()));
        let mut lacking: Vec<Group> = Vec::new();
        let setup = before.instructions.len() as u64;
        let length = before.words().len();
        let bar = self.bar(instructions.instructions.len());
        let mut see = |retire: &Retire| {
            bar.inc(1);
            let Some(order) = retire.order.checked_sub(setup) else {
                return;
            };
            let retire = Retire {
                order,
                address: retire.address - 2 * length as u32,
                ..*retire
            };
            exceptions += u64::from(retire.exception);
            end_of_trace = retire.address as usize / 2 + usize::from(retire.length);
            let other = retire.exception.then(|| other(&retire)).flatten();
            lacking.extend(
                other
                    .map(|other| other.row.group)
                    .filter(|group| !lacking.contains(group)),
            );
            if self.trace && written.is_ok() {
                written = writeln!(out, "{}", line(&retire, other));
            }
        };
        let end = match &hardware {
            None => golden(&program, &mut see),
            Some(hardware) => self.execute(hardware, &program, &mut see)?,
        };
        written?;
        bar.finish_and_clear();
        out.flush()?;
        drop(out);
        for (register, typed) in end.registers.iter().enumerate() {
            give(format_args!("$r{register:<2} {typed}"))?;
        }
        let cycles = end.cycles.map_or(String::new(), |cycles| format!(", {cycles} cycles"));
        say(format_args!(
            "{} instructions, {exceptions} exceptions{cycles}",
            end.instructions - setup
        ))?;
        if setup > 0 && end.cycles.is_some() {
            say(format_args!(
                "the cycles and waves begin with {setup} instructions that set the registers"
            ))?;
        }
        if !lacking.is_empty() {
            let lacking: Vec<&str> = lacking.iter().map(|group| group.name()).collect();
            let lacking = lacking.join(", no ");
            say(format_args!(
                "this machine has no {lacking}: such instructions raised the exception"
            ))?;
        }
        if compared.is_some() {
            let (gaps, seed) = (self.gaps, self.seed);
            say(format_args!(
                "no mismatch with the golden machine; gaps {gaps}, seed {seed}"
            ))?;
        }
        if end_of_trace + length < program.len() {
            let address = 2 * end_of_trace;
            say(format_args!(
                "the instruction at {address:#06x} is cut short by the program's end and did not run"
            ))?;
        }
        Ok(Outcome::Success)
    }
}

fn golden(program: &[u16], see: &mut dyn FnMut(&Retire)) -> End {
    let mut machine = Machine::new(program.to_vec());
    while let Some(retire) = machine.step() {
        see(&retire);
    }
    End {
        registers: machine.registers,
        instructions: machine.retired,
        cycles: None,
    }
}

impl RunProgram {
    /// The instructions that give the registers what they hold at first.
    fn registers(&self) -> Result<Program, Failure> {
        let file = self.registers.as_deref().map(registers::read).transpose()?;
        let all = registers::all(&file.unwrap_or_default(), &self.set)?;
        let mut program = Program::default();
        for (register, typed) in (0..).zip(all).filter(|(_, typed)| *typed != Typed::default()) {
            program.load(register, typed.value);
            program.set_type(register, typed.code);
        }
        Ok(program)
    }

    /// The options about registers once more.
    fn settings(&self) -> String {
        let file = self
            .registers
            .as_ref()
            .map(|path| format!(" --registers {}", path.display()));
        let set = self
            .set
            .iter()
            .map(|(register, Typed { value, code })| format!(" --set r{register}={code}:{value:#x}"));
        file.into_iter().chain(set).collect()
    }

    /// Progress, where the trace does not show it.
    fn bar(&self, instructions: usize) -> ProgressBar {
        match self.trace {
            true => ProgressBar::hidden(),
            false => progress::bar("run", instructions as u64),
        }
    }

    /// The cycles of the waves.
    fn window(&self) -> Range<u64> {
        self.cycles.clone().unwrap_or(0..u64::MAX)
    }

    /// In lock-step with the golden machine. The waves, if they are asked for, are those of this run.
    fn compare(&self, hardware: &Hardware, config: Config, program: &Program) -> Result<Outcome, Failure> {
        let lockstep = |traced| {
            let mut lockstep = Lockstep::new(hardware.engine(traced)?, config);
            lockstep.set_reset(self.reset_at);
            Ok::<_, Failure>(lockstep)
        };
        if let Some(path) = &self.vcd {
            // The outcome is the one below, where the program is also made shorter.
            let (_, _) = lockstep(true)?.record(program, self.gaps, self.seed, path, self.window())?;
        }
        let bar = self.bar(program.instructions.len());
        let watched = lockstep(false)?.watch(program, self.gaps, self.seed, |_| bar.inc(1));
        bar.finish_and_clear();
        let mismatch = match watched {
            Ok(statistics) => {
                if let Some(cycle) = self.reset_at.filter(|cycle| *cycle >= statistics.cycles) {
                    return Err(Failure::new(format_args!(
                        "--reset-at {cycle}: the program took {} cycles, so there was no reset in it",
                        statistics.cycles
                    )));
                }
                return Outcome::of(statistics.instructions, false, "the program has no instruction");
            }
            Err(mismatch) => mismatch,
        };
        say(mismatch.to_string().trim_end())?;
        let left = self
            .counterexamples
            .leave(&hardware.name(), |folder| datapath(hardware, &mismatch, folder))?;
        if left.is_none() {
            let reset = self
                .reset_at
                .map_or(String::new(), |cycle| format!(" --reset-at {cycle}"));
            say(format_args!(
                "repeat: lanesmith run {}{} --engine {} {} --compare --gaps {} --seed {}{reset} --no-counterexample",
                self.file.display(),
                self.settings(),
                hardware.kind(),
                hardware.run_options(),
                self.gaps,
                self.seed
            ))?;
        }
        Ok(Outcome::Mismatch)
    }

    fn execute(&self, hardware: &Hardware, program: &[u16], see: &mut dyn FnMut(&Retire)) -> Result<End, Failure> {
        // With --compare the waves are those of the comparison.
        let vcd = self.vcd.as_ref().filter(|_| !self.compare);
        let mut execution = Execution::new(hardware.engine(vcd.is_some())?);
        let outcome = match vcd {
            None => execution.run(program, see),
            Some(path) => execution.record(program, path, self.window(), see)?.0,
        };
        let executed = outcome.map_err(Failure::new)?;
        Ok(End {
            registers: executed.registers,
            instructions: executed.instructions,
            cycles: Some(executed.cycles),
        })
    }
}

/// What the ISA has for words that this machine refuses.
fn other(retire: &Retire) -> Option<OtherInstruction> {
    OtherInstruction::decode(&retire.words[..usize::from(retire.length)])
}

/// An instruction of the trace: order, address, words, text, effect.
fn line(retire: &Retire, other: Option<OtherInstruction>) -> String {
    let words = &retire.words[..usize::from(retire.length)];
    let digits: Vec<String> = words.iter().map(|word| format!("{word:04x}")).collect();
    let text = disassemble(words).into_iter().map(|line| line.text).collect::<String>();
    let new = Typed {
        value: retire.value,
        code: retire.new_type,
    };
    let effect = match (retire.exception, retire.writes) {
        (true, _) => match other {
            Some(other) => format!("invalid instruction: this machine has no {}", other.row.group.name()),
            None => "invalid instruction".to_owned(),
        },
        (false, true) => format!("$r{} = {new}", retire.register),
        (false, false) => format!("type $r{} = {}", retire.register, new.kind()),
    };
    let (order, address) = (retire.order, retire.address);
    format!("{order:5} {address:04x}: {:14}  {text:40}  {effect}", digits.join(" "))
}
