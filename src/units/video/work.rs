//! Work for the SIMD video ALU and for its core.

use super::counterexample::{Noted, Stimulus};
use super::rtl::Config;
use super::testbench::{
    COPIES, Case, Independent, Job, Judged, Program, RandomCases, RandomCopies, Source, Unset, Verdict, copy_seed,
    executes, record_core, remedies, run_interrupted,
};
use super::vectors::results;
use crate::ptx::{Module, Other, Statement, foreign_kind};
use crate::sim::testbench::Settings;
use crate::text::diagnostic::{Diagnostic, render_all};
use crate::text::near::nearest;
use crate::unit::{Hardware, Refusal, Run, RunReport, Work};
use crate::vectors::Table;
use crate::vectors::require;
use std::sync::Arc;

/// Instructions from one step of the progress to the next.
const PROGRESS: u64 = 256;

/// From so many random instructions on there are copies of the ALU: each has to have some hundred for its trouble.
const MANY: u64 = 256 * COPIES as u64;

/// The ALU or the core in a configuration at work.
pub(super) struct Worker<'a> {
    pub config: Config,
    /// Without a handshake: neither programs nor resets.
    pub is_core: bool,
    pub hardware: &'a Hardware,
    pub run: &'a Run<'a>,
}

impl Worker<'_> {
    pub fn work(&self, work: Work) -> Result<RunReport, Refusal> {
        if self.is_core && (matches!(work, Work::Program(..)) || self.run.reset_at.is_some()) {
            return Err(Refusal::new(
                "video_core has no handshake: programs and resets in traffic are for video_alu",
            ));
        }
        match work {
            Work::Random(count) => {
                if self.is_many(count) {
                    return self.many(count);
                }
                let cases = || RandomCases::new(self.config, self.run.traffic.seed).take(count as usize);
                self.cases(cases)
            }
            Work::Vectors(table) => {
                let all = cases(table)?;
                let own = |case: &&Case| executes(&self.config, &case.instruction());
                let skipped = all.len() - all.iter().filter(own).count();
                if skipped > 0 {
                    let all = all.len();
                    (self.run.remark)(format!("{skipped} of {all} vectors skipped: not in this configuration"));
                }
                self.cases(|| all.iter().filter(own).cloned())
            }
            Work::Program(name, source, set) => self.program(name, source, set),
        }
    }

    /// Whether so many random instructions go through copies of the ALU side by side.
    fn is_many(&self, count: u64) -> bool {
        count >= MANY && !self.is_core && self.run.allows_copies(self.hardware)
    }

    /// Random instructions through copies of the ALU. Where one goes wrong its run is told as a run of its own.
    fn many(&self, count: u64) -> Result<RunReport, Refusal> {
        let traffic = self.run.traffic;
        let (each, rest) = (count / COPIES as u64, count % COPIES as u64);
        let own = |copy: usize| each + u64::from((copy as u64) < rest);
        let last = copy_seed(traffic.seed, COPIES - 1);
        (self.run.remark)(format!(
            "{COPIES} runs side by side, with seeds {} to {last}",
            traffic.seed
        ));
        let mut copies = RandomCopies::new(&self.hardware.flat()?, self.config, traffic);
        let (copy, fault) = match copies.run(own, self.run.progress) {
            Err(fault) => fault,
            Ok(runs) => {
                return Ok(RunReport {
                    instructions: runs.iter().map(|run| run.accepted).sum(),
                    right: runs.iter().map(|run| run.retired).sum(),
                    cycles: runs.iter().map(|run| run.cycles).sum(),
                    ..RunReport::default()
                });
            }
        };
        let seed = copy_seed(traffic.seed, copy);
        let run = Run {
            traffic: Settings { seed, ..traffic },
            ..self.run.clone()
        };
        let one = Worker { run: &run, ..*self };
        let ran = one.cases(|| RandomCases::new(self.config, seed).take(own(copy) as usize))?;
        match ran.fault {
            Some(_) => Ok(RunReport {
                seed: Some(seed),
                ..ran
            }),
            None => Err(Refusal::new(format_args!(
                "an error of lanesmith: with seed {seed} the netlist goes wrong as one of many copies ({fault}), and not alone"
            ))),
        }
    }

    fn cases<I: Iterator<Item = Case>>(&self, cases: impl Fn() -> I) -> Result<RunReport, Refusal> {
        let mut count = 0;
        let watched = Judged::new(cases()).inspect(|_| {
            count += 1;
            if count % PROGRESS == 0 {
                (self.run.progress)(PROGRESS);
            }
        });
        let engine = self.run.engine(self.hardware)?;
        let verdict = match self.is_core {
            true => record_core(engine, &self.job(), watched)?,
            false => run_interrupted(engine, &self.job(), &mut Independent(watched), self.run.reset_at)?,
        };
        Ok(self.ran(verdict, cases()))
    }

    fn job(&self) -> Job<'_> {
        Job {
            config: self.config,
            settings: self.run.traffic,
            waves: self.run.waves.clone(),
        }
    }

    fn ran(&self, verdict: Verdict, cases: impl Iterator<Item = Case>) -> RunReport {
        let last = |cases| Stimulus {
            reset_at: self.run.reset_at,
            ..Stimulus::last(cases, verdict.instructions, self.run.traffic)
        };
        RunReport {
            instructions: verdict.instructions,
            right: verdict.retired,
            cycles: verdict.cycles,
            was_reset: verdict.was_reset,
            fault: verdict.fault.map(|(_, text)| (text, Some(Arc::new(last(cases)) as _))),
            dumped: verdict.dumped,
            ..RunReport::default()
        }
    }

    fn program(&self, name: &str, source: &str, set: &[(String, u32)]) -> Result<RunReport, Refusal> {
        let drawn = |errors: &[Diagnostic]| Refusal(render_all(name, source, errors));
        let module = Module::parse(source).map_err(|errors| drawn(&errors))?;
        if module.statements.is_empty() {
            let foreign = foreign(&module).next().map(|(other, kind)| {
                let Other { mnemonic, line, .. } = other;
                format!("; `{mnemonic}` in line {line} is a {kind}, which is not executed")
            });
            let foreign = foreign.unwrap_or_default();
            return Err(Refusal::new(format_args!(
                "{name}: no SIMD video instruction in it{foreign}"
            )));
        }
        let statements = module.statements.iter();
        let foreign = statements.filter(|statement| !executes(&self.config, &statement.instruction));
        let foreign: Vec<Diagnostic> = foreign
            .map(|statement| {
                let message = format!("`{}` is not in this configuration", statement.instruction);
                let remedies = remedies(&self.config, &statement.instruction).join(" ");
                let expected = format!("an instruction that the hardware has, or hardware {remedies}");
                Diagnostic::new(statement.place.clone(), message, expected)
            })
            .collect();
        if !foreign.is_empty() {
            return Err(drawn(&foreign));
        }
        check_set(&module, name, set)?;
        let initial = |name: &str| {
            let own = set.iter().find(|(set, _)| set == name);
            own.map(|(_, value)| *value)
        };
        let mut program = Program::new(&module, initial).map_err(|unset| {
            let draw = |unset: &Unset| {
                let expected = match unset.writer {
                    None => format!("--set {}=VALUE gives it one", unset.register),
                    Some(_) => "known are the values of --set, the results of SIMD video instructions, and what `mov` copies of \
                                them"
                        .to_owned(),
                };
                Diagnostic::new(unset.place.clone(), unset.to_string(), expected)
            };
            drawn(&unset.iter().map(draw).collect::<Vec<_>>())
        })?;
        let source: &mut dyn Source = &mut program;
        let mut noted = Noted::new(source);
        let engine = self.run.engine(self.hardware)?;
        let verdict = run_interrupted(engine, &self.job(), &mut noted, self.run.reset_at)?;
        let cases = noted.into_cases();
        let registers = program.registers();
        let results = registers.filter_map(|(register, value)| Some(format!("{} = {:#010x}", register.name, value?)));
        let results = results.collect();
        if program.skipped() > 0 {
            let skipped = program.skipped();
            (self.run.remark)(format!("{skipped} instructions not executed: guard false"));
        }
        remarks(&module).into_iter().for_each(self.run.remark);
        Ok(RunReport {
            results,
            ..self.ran(verdict, cases.into_iter())
        })
    }
}

/// The instructions that are not executed and are like ours, with their kinds.
fn foreign(module: &Module) -> impl Iterator<Item = (&Other, &'static str)> {
    let others = module.others.iter();
    others.filter_map(|other| Some((other, foreign_kind(&other.mnemonic)?)))
}

/// What is to be said about a module's text that is accepted and perhaps not meant.
fn remarks(module: &Module) -> Vec<String> {
    let mut remarks = vec![];
    let mut negated = module.statements.iter().filter(|statement| statement.negated);
    let count = negated.clone().count();
    if let Some(Statement { line, .. }) = negated.next() {
        remarks.push(format!(
            "{count} instructions with a sign before both a and b, the first in line {line}: such signs change nothing"
        ));
    }
    let mut branches = module.others.iter().filter(|other| other.is_branch());
    let count = branches.clone().count();
    if let Some(Other { mnemonic, line, .. }) = branches.next() {
        remarks.push(format!(
            "{count} branches not followed, the first `{mnemonic}` in line {line}"
        ));
    }
    let mut kinds: Vec<&str> = foreign(module).map(|(_, kind)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<&Other> = foreign(module)
            .filter(|found| found.1 == kind)
            .map(|found| found.0)
            .collect();
        if let [Other { mnemonic, line, .. }, ..] = of_kind[..] {
            let count = of_kind.len();
            remarks.push(format!(
                "{count} {kind}s not executed, the first `{mnemonic}` in line {line}"
            ));
        }
    }
    remarks
}

/// That every register of `set` is one that a program reads.
fn check_set(module: &Module, shown: &str, set: &[(String, u32)]) -> Result<(), Refusal> {
    let names = || module.registers.iter().map(|register| register.name.as_str());
    let is_read = |name: &str| {
        module.statements.iter().any(|statement| {
            let sources = statement.operands[1..].iter().filter_map(|operand| operand.register());
            let mut read = sources.chain(statement.predicate);
            read.any(|register| module.registers[register].name == name)
        }) || module.others.iter().filter_map(|other| other.mov.as_ref()).any(|mov| {
            let predicate = mov.guard.as_ref().map(|guard| guard.1);
            let mut read = mov.source.register().into_iter().chain(predicate);
            read.any(|register| module.registers[register].name == name)
        })
    };
    for (name, _) in set {
        if !names().any(|register| register == name) {
            let hint = match nearest(name, names()) {
                Some(near) => format!("; did you mean {near}?"),
                None => String::new(),
            };
            let why = format!("--set {name}: no executed instruction of {shown} names it{hint}");
            return Err(Refusal::new(why));
        }
        if !is_read(name) {
            let why = format!("--set {name}: no executed instruction of {shown} reads it");
            return Err(Refusal::new(why));
        }
    }
    Ok(())
}

/// The rows of a table of results as cases.
fn cases(table: &Table) -> Result<Vec<Case>, Refusal> {
    require(table, &results::KIND)?;
    Ok(results::rows(table)?.iter().map(Case::from).collect())
}
