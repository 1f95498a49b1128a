//! PTX modules as work for the SIMD video ALU.

use super::Video;
use super::golden::evaluate;
use super::golden::explain::explain;
use super::rtl::VideoConfig;
use super::testbench::{PtxExecution, Unset, VideoCase, executes, remedies};
use crate::ptx::{OtherPtxInstruction, PtxModule, PtxStatement, foreign_kind};
use crate::text::diagnostic::{Diagnostic, render_all};
use crate::text::near::nearest;
use crate::unit::pipelined::{Case, Next, Source, Worker, run};
use crate::unit::{Refusal, RunReport};

/// A source that keeps the cases it gave.
struct Recorded<'s> {
    source: &'s mut dyn Source,
    cases: Vec<Case>,
}

impl Source for Recorded<'_> {
    fn next_case(&mut self) -> Next {
        let next = self.source.next_case();
        if let Next::Case(case) = &next {
            self.cases.push(case.clone());
        }
        next
    }

    fn result(&mut self, d: u32) {
        self.source.result(d);
    }
}

/// The module of a text, and its execution from the values of `set`. Errors: a module without SIMD video instructions, a register
/// or parameter without a value, and what `check` has against the module.
fn prepared(
    name: &str,
    source: &str,
    set: &[(String, u32)],
    check: impl Fn(&PtxModule) -> Vec<Diagnostic>,
) -> Result<(PtxModule, PtxExecution), Refusal> {
    let drawn = |errors: &[Diagnostic]| Refusal(render_all(name, source, errors));
    let module = PtxModule::parse(source).map_err(|errors| drawn(&errors))?;
    if module.statements.is_empty() {
        let foreign = foreign(&module).next().map(|(other, kind)| {
            let OtherPtxInstruction { mnemonic, line, .. } = other;
            format!("; `{mnemonic}` in line {line} is a {kind}, which is not executed")
        });
        let foreign = foreign.unwrap_or_default();
        return Err(Refusal::new(format_args!(
            "{name}: no SIMD video instruction in it{foreign}"
        )));
    }
    let refused = check(&module);
    if !refused.is_empty() {
        return Err(drawn(&refused));
    }
    check_set(&module, name, set)?;
    let initial = |name: &str| {
        let own = set.iter().find(|(set, _)| set == name);
        own.map(|(_, value)| *value)
    };
    let program = PtxExecution::new(&module, initial).map_err(|unset| {
        let draw = |unset: &Unset| {
            let expected = match unset.writer {
                None => format!("--set {}=VALUE gives it one", unset.register),
                Some(_) => {
                    "known are the values of --set, the results of SIMD video instructions, and what `mov` and `ld.param` \
                     of 32 bits copy of them"
                        .to_owned()
                }
            };
            Diagnostic::new(unset.place.clone(), unset.to_string(), expected)
        };
        drawn(&unset.iter().map(draw).collect::<Vec<_>>())
    })?;
    Ok((module, program))
}

/// Explains every executed SIMD video instruction of a PTX module, from the values of `set`.
pub(super) fn explain_module(name: &str, source: &str, set: &[(String, u32)]) -> Result<String, Refusal> {
    let (module, mut program) = prepared(name, source, set, |_| vec![])?;
    let mut explained = vec![];
    while let Next::Case(case) = program.next_case() {
        let (instruction, [a, b, c]) = (case.instruction(), case.operands);
        program.result(evaluate(&instruction, a, b, c));
        explained.push(explain(&instruction, a, b, c));
    }
    explained.extend(remarks(&module));
    Ok(explained.join("\n\n"))
}

/// Runs the SIMD video instructions, the `mov` and the `ld.param` of a PTX module.
pub(super) fn program(
    worker: &Worker<Video>,
    config: &VideoConfig,
    name: &str,
    source: &str,
    set: &[(String, u32)],
) -> Result<RunReport, Refusal> {
    let in_hardware = |module: &PtxModule| {
        let statements = module.statements.iter();
        let foreign = statements.filter(|statement| !executes(config, &statement.instruction));
        let foreign = foreign.map(|statement| {
            let message = format!("`{}` is not in this configuration", statement.instruction);
            let remedies = remedies(config, &statement.instruction).join(" ");
            let expected = format!("an instruction that the hardware has, or hardware {remedies}");
            Diagnostic::new(statement.place.clone(), message, expected)
        });
        foreign.collect()
    };
    let (module, mut program) = prepared(name, source, set, in_hardware)?;
    let source: &mut dyn Source = &mut program;
    let mut noted = Recorded { source, cases: vec![] };
    let engine = worker.run.engine(worker.hardware)?;
    let verdict = run(engine, &worker.job(), &mut noted)?;
    let cases = noted.cases;
    let registers = program.registers();
    let results = registers.filter_map(|(register, value)| Some(format!("{} = {:#010x}", register.name, value?)));
    let results = results.collect();
    if program.skipped() > 0 {
        let skipped = program.skipped();
        (worker.run.remark)(format!("{skipped} instructions not executed: guard false"));
    }
    remarks(&module).into_iter().for_each(worker.run.remark);
    Ok(RunReport {
        results,
        ..worker.report(verdict, cases.into_iter())
    })
}

/// The instructions that are not executed and are like ours, with their kinds.
fn foreign(module: &PtxModule) -> impl Iterator<Item = (&OtherPtxInstruction, &'static str)> {
    let others = module.others.iter();
    others.filter_map(|other| Some((other, foreign_kind(&other.mnemonic)?)))
}

/// Remarks about a module's text that is legal but perhaps a mistake.
fn remarks(module: &PtxModule) -> Vec<String> {
    let mut remarks = vec![];
    let mut negated = module.statements.iter().filter(|statement| statement.negated);
    let count = negated.clone().count();
    if let Some(PtxStatement { line, .. }) = negated.next() {
        remarks.push(format!(
            "{count} instructions with a sign before both a and b, the first in line {line}: such signs change nothing"
        ));
    }
    let mut branches = module.others.iter().filter(|other| other.is_branch());
    let count = branches.clone().count();
    if let Some(OtherPtxInstruction { mnemonic, line, .. }) = branches.next() {
        remarks.push(format!(
            "{count} branches not followed, the first `{mnemonic}` in line {line}"
        ));
    }
    let mut kinds: Vec<&str> = foreign(module).map(|(_, kind)| kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<&OtherPtxInstruction> = foreign(module)
            .filter(|found| found.1 == kind)
            .map(|found| found.0)
            .collect();
        if let [OtherPtxInstruction { mnemonic, line, .. }, ..] = of_kind[..] {
            let count = of_kind.len();
            remarks.push(format!(
                "{count} {kind}s not executed, the first `{mnemonic}` in line {line}"
            ));
        }
    }
    remarks
}

/// That every register of `set` is one that a program reads.
fn check_set(module: &PtxModule, shown: &str, set: &[(String, u32)]) -> Result<(), Refusal> {
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
