//! `lanesmith run`.

use super::configuration::Configuration;
use super::counterexample::{Counterexamples, Planted};
use super::number::any;
use super::stdout::stdout;
use super::{Failure, Outcome, Run, check_files, give, program, say};
use crate::sim::testbench::Profile;
use crate::sim::wave;
use crate::units::Hardware;
use crate::units::brew::Datapath;
use crate::units::brew::counterexample::datapath;
use crate::units::brew::golden::{Machine, Retire, Typed};
use crate::units::brew::isa::{Format, disassemble, words};
use crate::units::brew::rtl::Config;
use crate::units::brew::testbench::{Execution, Lockstep, Program};
use crate::vectors::Evaluator;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Runs a program on the register-ISA machine and prints the registers at its end
///
/// All registers are 0 and INT32 at the start. The program ends behind its last word.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 the program ran to its end, invalid instructions included; 1 a mismatch with --compare; 2 bad input.

Examples:
  lanesmith run sim/programs/luma.s
  lanesmith run sim/programs/luma.s --engine native --trace --vcd luma.vcd && gtkwave luma.gtkw
  lanesmith run sim/programs/luma.s --engine verilator --compare --gaps bursts")]
pub(super) struct RunProgram {
    /// Assembly (.s, .asm), or words in one of the formats of `lanesmith asm`
    file: PathBuf,
    /// How the words are written; seen from name and contents where it is missing
    #[arg(long, value_enum)]
    format: Option<Format>,
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
    /// Writes the waves of all cycles to this file, with a GTKWave save file beside it
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
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
        check_files(&[&self.file], &waves.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
        let program = if true { program::read(&self.file, None)? } else if false {
            words(&program::assembled(&self.file)?)
        } else {
            program::words(&self.file, self.format)?
        };
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
        if let Some(hardware) = compared
            && self.compare(hardware, config, &Program::from_words(&program))? == Outcome::Mismatch
        {
            return Ok(Outcome::Mismatch);
        }
        let mut out = BufWriter::new(stdout());
        let (mut exceptions, mut end_of_trace, mut written) = (0u64, 0, Ok(()));
        let mut see = |retire: &Retire| {
            exceptions += u64::from(retire.exception);
            end_of_trace = retire.address as usize / 2 + usize::from(retire.length);
            if self.trace && written.is_ok() {
                written = writeln!(out, "{}", line(retire));
            }
        };
        let end = match &hardware {
            None => golden(&program, &mut see),
            Some(hardware) => self.execute(hardware, &program, &mut see)?,
        };
        written?;
        out.flush()?;
        drop(out);
        for (register, typed) in end.registers.iter().enumerate() {
            give(format_args!("$r{register:<2} {typed}"))?;
        }
        let cycles = end.cycles.map_or(String::new(), |cycles| format!(", {cycles} cycles"));
        say(format_args!(
            "{} instructions, {exceptions} exceptions{cycles}",
            end.instructions
        ))?;
        if compared.is_some() {
            let (gaps, seed) = (self.gaps, self.seed);
            say(format_args!(
                "no mismatch with the golden machine; gaps {gaps}, seed {seed}"
            ))?;
        }
        if end_of_trace < program.len() {
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
    /// In lock-step with the golden machine. The waves, if they are asked for, are those of this run.
    fn compare(&self, hardware: &Hardware, config: Config, program: &Program) -> Result<Outcome, Failure> {
        let lockstep = |traced| {
            let mut lockstep = Lockstep::new(hardware.engine(traced)?, config);
            lockstep.set_reset(self.reset_at);
            Ok::<_, Failure>(lockstep)
        };
        if let Some(path) = &self.vcd {
            // The outcome is the one below, where the program is also made shorter.
            let (_, _) = lockstep(true)?.record(program, self.gaps, self.seed, path, 0..u64::MAX)?;
        }
        let mismatch = match lockstep(false)?.run(program, self.gaps, self.seed) {
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
                "repeat: lanesmith run {} --engine {} {} --compare --gaps {} --seed {}{reset} --no-counterexample",
                self.file.display(),
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
            Some(path) => execution.record(program, path, see)?.0,
        };
        let executed = outcome.map_err(Failure::new)?;
        Ok(End {
            registers: executed.registers,
            instructions: executed.instructions,
            cycles: Some(executed.cycles),
        })
    }
}

/// An instruction of the trace: order, address, words, text, effect.
fn line(retire: &Retire) -> String {
    let words = &retire.words[..usize::from(retire.length)];
    let digits: Vec<String> = words.iter().map(|word| format!("{word:04x}")).collect();
    let text = disassemble(words).into_iter().map(|line| line.text).collect::<String>();
    let new = Typed {
        value: retire.value,
        code: retire.new_type,
    };
    let effect = match (retire.exception, retire.writes) {
        (true, _) => "invalid instruction".to_owned(),
        (false, true) => format!("$r{} = {new}", retire.register),
        (false, false) => format!("type $r{} = {}", retire.register, new.kind()),
    };
    let (order, address) = (retire.order, retire.address);
    format!("{order:5} {address:04x}: {:14}  {text:40}  {effect}", digits.join(" "))
}
