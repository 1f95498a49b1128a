//! PTX modules by name and text, as the commands have them.

use super::hardware::{self, Equipped};
use super::remarks::{foreign, remarks};
use super::{PtxExecution, Unset};
use crate::ptx::{Operand, OtherPtxInstruction, PtxModule, PtxRegister, PtxStatement};
use crate::text::diagnostic::{Diagnostic, render_all};
use crate::text::near::nearest;
use crate::unit::pipelined::Case;
use crate::unit::{Hardware, Refusal, RunOptions, RunReport, Selection};
use crate::units::PTX_UNITS;
use crate::units::ptx::PtxUnit;

/// A module with its name and text.
struct Named<'a> {
    name: &'a str,
    source: &'a str,
    module: PtxModule,
}

/// Explains every executed instruction of a unit in a PTX module, from the values of `set`.
pub fn explain(name: &str, source: &str, set: &[(String, u32)]) -> Result<String, Refusal> {
    let named = Named::read(name, source)?;
    let execution = named.execute(set)?;
    let explained = execution.steps().iter().map(|step| (step.unit.explain)(&step.case));
    let all: Vec<String> = explained.chain(remarks(&named.module)).collect();
    Ok(all.join("\n\n"))
}

/// Runs the instructions of a PTX module: those of the selected hardware's unit there, those of other units on hardware that
/// has what they need, and plain ones on the golden model.
pub fn simulate(
    selected: &Hardware,
    name: &str,
    source: &str,
    set: &[(String, u32)],
    run: &RunOptions,
) -> Result<RunReport, Refusal> {
    let named = Named::read(name, source)?;
    let is_selected = |unit: &PtxUnit| unit.entry.module == selected.selection().module();
    let mut own = vec![];
    let mut errors = vec![];
    for unit in PTX_UNITS {
        let cases = named.cases(unit);
        if is_selected(unit) {
            errors.extend(cases.iter().filter_map(|(statement, case)| {
                let remedies = unit.remedies(selected.selection(), case);
                lacking(selected.selection(), statement, &remedies)
            }));
            // Hardware without an instruction runs for its waves or its fault.
            if !cases.is_empty() || run.waves.is_some() || selected.fault().is_some() {
                own.push((unit, None));
            }
        } else if !cases.is_empty() {
            let executes = |selection: &Selection| {
                let mut cases = cases.iter();
                cases.all(|(_, case)| unit.remedies(selection, case).is_empty())
            };
            let [defaults, full] = unit.configurations();
            let selection = if executes(&defaults) { defaults } else { full };
            own.push((unit, Some(Hardware::new(selection, selected.kind(), None)?)));
        }
    }
    if !errors.is_empty() {
        return Err(named.drawn(&errors));
    }
    let execution = named.execute(set)?;
    let equipped = own.iter().map(|(unit, other)| Equipped {
        unit,
        hardware: other.as_ref().unwrap_or(selected),
        is_selected: other.is_none(),
    });
    let equipped: Vec<Equipped> = equipped.collect();
    let ran = hardware::run(&equipped, &execution, run)?;
    if execution.skipped() > 0 {
        let skipped = execution.skipped();
        (run.remark)(format!("{skipped} instructions not executed: guard false"));
    }
    remarks(&named.module).into_iter().for_each(run.remark);
    hardware::shares(&equipped, execution.steps())
        .into_iter()
        .for_each(run.remark);
    let results = match ran.fault {
        Some(_) => vec![],
        None => results(&execution),
    };
    Ok(RunReport { results, ..ran })
}

/// Names and values of the registers at the end.
fn results(execution: &PtxExecution) -> Vec<String> {
    let known = execution
        .registers()
        .filter_map(|(register, value)| Some((register, value?)));
    let line = |(register, value): (&PtxRegister, u32)| match register.kind.bits() {
        Some(16) => format!("{} = {value:#06x}", register.name),
        _ => format!("{} = {value:#010x}", register.name),
    };
    known.map(line).collect()
}

/// That hardware lacks an instruction, unless there are no remedies because it has it.
fn lacking(selection: &Selection, statement: &PtxStatement, remedies: &[&str]) -> Option<Diagnostic> {
    let name = selection.module().name;
    let message = format!("`{}` is not in this configuration of {name}", statement.instruction);
    let expected = format!(
        "an instruction that the hardware has, or hardware {}",
        remedies.join(" ")
    );
    (!remedies.is_empty()).then(|| Diagnostic::new(statement.place.clone(), message, expected))
}

impl<'a> Named<'a> {
    /// Errors: a module without instructions of units.
    fn read(name: &'a str, source: &'a str) -> Result<Self, Refusal> {
        let module = PtxModule::parse(source).map_err(|errors| Refusal(render_all(name, source, &errors)))?;
        if module.statements.is_empty() {
            let foreign = foreign(&module).next().map(|(other, kind)| {
                let OtherPtxInstruction { mnemonic, line, .. } = other;
                format!("; `{mnemonic}` in line {line} is a {kind}, which is not executed")
            });
            let foreign = foreign.unwrap_or_default();
            return Err(Refusal::new(format_args!(
                "{name}: no video, packed or permute instruction in it{foreign}"
            )));
        }
        Ok(Named { name, source, module })
    }

    /// Errors with their places in the text.
    fn drawn(&self, errors: &[Diagnostic]) -> Refusal {
        Refusal(render_all(self.name, self.source, errors))
    }

    /// The instructions of a unit, on operands that are 0.
    fn cases(&self, unit: &PtxUnit) -> Vec<(&PtxStatement, Case)> {
        let statements = self.module.statements.iter();
        let case = |statement: &'_ PtxStatement| (unit.case)(&statement.instruction, [0; 3]);
        statements
            .filter_map(|statement| Some((statement, case(statement)?)))
            .collect()
    }

    /// The golden execution from the values of `set`. Errors: a register or parameter without a value.
    fn execute(&self, set: &[(String, u32)]) -> Result<PtxExecution, Refusal> {
        self.check_set(set)?;
        let initial = |name: &str| {
            let own = set.iter().find(|(set, _)| set == name);
            own.map(|(_, value)| *value)
        };
        PtxExecution::new(&self.module, initial).map_err(|unset| {
            let draw = |unset: &Unset| {
                let expected = match unset.writer {
                    None => format!("--set {}=VALUE gives it one", unset.register),
                    Some(_) => {
                        "known are the values of --set, the results of executed instructions, and what plain instructions of at most \
                         32 bits compute from them"
                            .to_owned()
                    }
                };
                Diagnostic::new(unset.place.clone(), unset.to_string(), expected)
            };
            self.drawn(&unset.iter().map(draw).collect::<Vec<_>>())
        })
    }

    /// Checks that an executed instruction reads every register of `set`, and that the register has the bits of its value.
    fn check_set(&self, set: &[(String, u32)]) -> Result<(), Refusal> {
        let (module, shown) = (&self.module, self.name);
        let registers = |operands: &[Operand]| operands.iter().filter_map(|one| one.register()).collect::<Vec<_>>();
        let statements = module.statements.iter().flat_map(|statement| {
            let sources = registers(&statement.operands[1..]);
            sources.into_iter().chain(statement.predicate)
        });
        let plain = module.others.iter().filter_map(|other| other.plain.as_ref());
        let plain = plain.flat_map(|plain| {
            let predicate = plain.guard.as_ref().map(|guard| guard.1);
            registers(&plain.sources).into_iter().chain(predicate)
        });
        let read: Vec<usize> = statements.chain(plain).collect();
        let refuse = |why: String| Err(Refusal::new(why));
        for (name, value) in set {
            let names = || module.registers.iter().map(|register| register.name.as_str());
            if !names().any(|register| register == name) {
                let hint = nearest(name, names()).map_or(String::new(), |near| format!("; did you mean {near}?"));
                return refuse(format!(
                    "--set {name}: no executed instruction of {shown} names it{hint}"
                ));
            }
            let mut own = read.iter().map(|register| &module.registers[*register]);
            let Some(register) = own.find(|register| register.name == *name) else {
                return refuse(format!("--set {name}: no executed instruction of {shown} reads it"));
            };
            let fits = i16::try_from(*value as i32).is_ok() || u16::try_from(*value).is_ok();
            if register.kind.bits() == Some(16) && !fits {
                return refuse(format!(
                    "--set {name}: {value:#x} does not fit into the 16 bits of the register"
                ));
            }
        }
        Ok(())
    }
}
