//! Kernels of PTX modules, as the commands run and explain them.

use super::argument::ArgumentValue;
use super::golden::{Golden, Observer, read};
use super::hardware::{Equipped, UnitsInLockStep};
use super::step::Step;
use crate::ptx::PtxInstruction;
use crate::ptx::tree::{Function, Item, Module, Span};
use crate::text::diagnostic::{Diagnostic, render_all};
use crate::text::lines::Lines;
use crate::text::near::suggestion;
use crate::unit::{Hardware, Refusal, RunOptions, RunReport, Selection};
use crate::units::PTX_UNITS;
use crate::units::ptx::PtxUnit;
use lanesmith_execution::{Argument, PrepareError, Program, prepare};
use std::collections::{BTreeSet, HashMap};

/// A module with its name and text, read and checked.
pub struct Kernel<'a> {
    name: &'a str,
    module: Module<'a>,
    lines: Lines,
    remarks: Vec<String>,
}

/// How a kernel is launched.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The kernel; `None` is the only one.
    pub entry: Option<String>,
    /// The number of blocks.
    pub grid: [u32; 3],
    /// The number of threads of a block; `None` is that of `.reqntid`, or 1.
    pub block: Option<[u32; 3]>,
    /// The arguments by the names of parameters, and contents of variables of the module.
    pub arguments: Vec<(String, ArgumentValue)>,
    /// Dynamic shared memory in bytes.
    pub shared: u32,
    /// The most instructions.
    pub limit: u64,
}

/// A kernel ready to run.
pub struct PreparedKernel<'k, 'a> {
    kernel: &'k Kernel<'a>,
    entry: &'k Function<'a>,
    program: Program,
    launch: lanesmith_execution::Launch,
}

/// A buffer or variable at the end of a run.
#[derive(Clone, Debug)]
pub struct Buffer {
    /// The name of the parameter or variable.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
    /// Whether the kernel has changed it.
    pub is_changed: bool,
}

/// The result of running a kernel.
#[derive(Debug)]
pub struct KernelReport {
    /// The kernel's name.
    pub entry: String,
    /// The number of blocks.
    pub grid: [u32; 3],
    /// The number of threads of a block.
    pub block: [u32; 3],
    /// Executed instructions of all threads.
    pub instructions: u64,
    /// Executed instructions of each unit.
    pub units: Vec<(&'static str, u64)>,
    /// All buffers and variables in global memory.
    pub buffers: Vec<Buffer>,
    /// Remarks about the text.
    pub remarks: Vec<String>,
    /// The comparison with hardware, if there was one.
    pub hardware: Option<RunReport>,
}

impl<'a> Kernel<'a> {
    /// Reads a module. Errors: all errors of the text, with excerpts.
    pub fn read(name: &'a str, source: &'a str) -> Result<Self, Refusal> {
        let (module, remarks) = Module::read(source).map_err(|errors| Refusal(render_all(name, source, &errors)))?;
        let lines = Lines::new(source);
        let remarks = remarks.iter().map(|remark| {
            let (line, column) = lines.position(source, remark.span.range().start);
            format!("{name}:{line}:{column}: {}", remark.message)
        });
        Ok(Kernel {
            name,
            remarks: remarks.collect(),
            lines,
            module,
        })
    }

    /// The module.
    pub fn module(&self) -> &Module<'a> {
        &self.module
    }

    /// Remarks about the text, each with its place.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// An error with its place in the text, or without one if its span is empty.
    fn refusal(&self, error: &Diagnostic) -> Refusal {
        let (name, Diagnostic { message, expected, .. }) = (self.name, error);
        match error.span.is_empty() {
            true => Refusal::new(format_args!("{name}: {message}: expected {expected}")),
            false => Refusal(render_all(self.name, self.module.source, std::slice::from_ref(error))),
        }
    }

    /// The kernels of the module.
    fn entries(&self) -> Vec<&Function<'a>> {
        let functions = self.module.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(function),
            _ => None,
        });
        functions.filter(|one| one.is_entry && one.body.is_some()).collect()
    }

    /// The kernel of a name, or the only one.
    fn entry(&self, name: Option<&str>) -> Result<&Function<'a>, Refusal> {
        let entries = self.entries();
        let names = || entries.iter().map(|entry| entry.name.text);
        let all = names().collect::<Vec<_>>().join(", ");
        let refuse = |why: String| Err(Refusal::new(format_args!("{}: {why}", self.name)));
        match (name, &entries[..]) {
            (_, []) => refuse("no kernel in it".into()),
            (None, [only]) => Ok(only),
            (None, _) => refuse(format!("it has several kernels: choose one with --entry: {all}")),
            (Some(name), _) => match entries.iter().find(|entry| entry.name.text == name) {
                Some(entry) => Ok(entry),
                None => {
                    let expected = suggestion(name, names(), &format!("one of {all}"));
                    refuse(format!("no kernel `{name}`: {expected}"))
                }
            },
        }
    }

    /// Makes a kernel ready to run. `dumps` are buffers and variables that the user wants to see. Errors: instructions that are not
    /// executed, summed up by cause; arguments and dumps that do not belong to the kernel.
    pub fn prepare(&self, launch: Launch, dumps: &[&str]) -> Result<PreparedKernel<'_, 'a>, Refusal> {
        let entry = self.entry(launch.entry.as_deref())?;
        let program = prepare(&self.module, entry.name.text).map_err(|error| match error {
            PrepareError::Wrong(error) => self.refusal(&error),
            PrepareError::NotExecuted(causes) => {
                let errors = causes.iter().map(|cause| {
                    let expected = "kernels of instructions that `lanesmith ptx` lists as executed or on a unit";
                    let message = format!("`{}` has {cause}, which lanesmith does not execute", entry.name.text);
                    Diagnostic::new(cause.first.range(), message, expected)
                });
                Refusal(render_all(self.name, self.module.source, &errors.collect::<Vec<_>>()))
            }
        })?;
        let mut arguments: Vec<(String, Argument)> = vec![];
        for (name, value) in launch.arguments {
            let parameter = entry.parameters.iter().find(|one| one.name.text == name);
            let argument = match (parameter, value) {
                (Some(parameter), value) => value
                    .argument(parameter)
                    .map_err(|why| Refusal::new(format_args!("--arg {name}: {why}")))?,
                // A variable of the module, or no name at all: `Program::run` knows.
                (None, ArgumentValue::Bytes(bytes)) => Argument::Bytes(bytes),
                (None, ArgumentValue::Number(_)) => {
                    let names = entry.parameters.iter().map(|one| one.name.text);
                    let all = names.clone().collect::<Vec<_>>().join(", ");
                    let expected = suggestion(&name, names, &format!("one of the parameters {all}"));
                    let message = format!("--arg {name}: {} has no such parameter: {expected}", entry.name.text);
                    return Err(Refusal::new(message));
                }
            };
            arguments.push((name, argument));
        }
        let buffers = || {
            let buffers = arguments.iter().filter(|(_, one)| matches!(one, Argument::Buffer(_)));
            let variables = self.module.items.iter().filter_map(|item| match item {
                Item::Variable(variable) if variable.space.text == ".global" => Some(variable.name.text),
                _ => None,
            });
            buffers.map(|(name, _)| &name[..]).chain(variables)
        };
        for dump in dumps {
            if !buffers().any(|buffer| buffer == *dump) {
                let all = buffers().collect::<Vec<_>>().join(", ");
                let expected = suggestion(dump, buffers(), &format!("one of {all}"));
                let message = "no argument with a buffer and no variable in global memory";
                return Err(Refusal::new(format_args!("--dump {dump}: {message}: {expected}")));
            }
        }
        let block = launch.block.or(program.required_block()).unwrap_or([1; 3]);
        Ok(PreparedKernel {
            kernel: self,
            entry,
            program,
            launch: lanesmith_execution::Launch {
                grid: launch.grid,
                block,
                arguments,
                dynamic_shared: launch.shared,
                instruction_limit: launch.limit,
                tracks_dependences: false,
            },
        })
    }
}

impl PreparedKernel<'_, '_> {
    /// Runs the kernel on golden alone.
    pub fn golden(&mut self, progress: &dyn Fn(u64)) -> Result<KernelReport, Refusal> {
        self.run(Golden::new(None), progress)
    }

    /// Explains the first execution of each instruction of a unit, in the order of the execution.
    pub fn explain(&mut self) -> Result<Vec<String>, Refusal> {
        let mut explained = Explained::default();
        self.run(Golden::new(Some((&self.kernel.lines, &mut explained))), &|_| {})?;
        Ok(explained.texts)
    }

    /// Runs the kernel on golden, and its instructions of units on hardware too: those of the selected hardware's unit there, those of
    /// other units on hardware that has what they need. All results are compared.
    pub fn on_hardware(
        &mut self,
        selected: &Hardware,
        run: &RunOptions,
        progress: &dyn Fn(u64),
    ) -> Result<KernelReport, Refusal> {
        let hardware = self.hardware(selected, run)?;
        let units = hardware.iter().map(|(unit, other)| Equipped {
            unit,
            hardware: other.as_ref().unwrap_or(selected),
            is_selected: other.is_none(),
        });
        let units: Vec<_> = units.collect();
        let others = RunOptions {
            waves: None,
            ..run.clone()
        };
        let mut lock_step = UnitsInLockStep::new(&units, run, &others)?;
        self.launch.tracks_dependences = true;
        let report = self.run(Golden::new(Some((&self.kernel.lines, &mut lock_step))), progress)?;
        Ok(KernelReport {
            hardware: Some(lock_step.finish()?),
            ..report
        })
    }

    fn run(&self, mut golden: Golden, progress: &dyn Fn(u64)) -> Result<KernelReport, Refusal> {
        let mut before = 0;
        let mut advance = |instructions: u64| {
            progress(instructions - before);
            before = instructions;
        };
        let finished = self.program.run(&self.launch, &mut golden, &mut advance);
        let finished = finished.map_err(|error| self.kernel.refusal(&error))?;
        let arguments = self.launch.arguments.iter();
        // Arguments give buffers and variables their contents at the start.
        let arguments = arguments.map(|(name, argument)| match argument {
            Argument::Buffer(bytes) | Argument::Bytes(bytes) => (&name[..], &bytes[..]),
        });
        let before: HashMap<&str, &[u8]> = self.program.variables().chain(arguments).collect();
        let buffers = finished.memory.into_iter().map(|(name, bytes)| Buffer {
            is_changed: before.get(&name[..]).is_none_or(|before| **before != *bytes),
            name,
            bytes,
        });
        Ok(KernelReport {
            entry: self.entry.name.text.to_owned(),
            grid: self.launch.grid,
            block: self.launch.block,
            instructions: finished.instructions,
            units: golden.counts(),
            buffers: buffers.collect(),
            remarks: self.kernel.remarks.clone(),
            hardware: None,
        })
    }

    /// The instructions of a unit in the text that the kernel may execute, with their places.
    fn instructions(&self, unit: &'static PtxUnit) -> Vec<(&PtxInstruction, Span)> {
        let of_unit = |(instruction, _): &(&PtxInstruction, Span)| std::ptr::eq(read(instruction).0, unit);
        self.program.unit_instructions().filter(of_unit).collect()
    }

    /// A configuration of a unit that executes all of these instructions: the default one, if it does.
    fn configuration(unit: &PtxUnit, instructions: &[(&PtxInstruction, Span)]) -> Selection {
        let [defaults, full] = unit.configurations();
        let executes = |(one, _): &(&PtxInstruction, Span)| unit.remedies(&defaults, one).is_empty();
        let is_enough = instructions.iter().all(executes);
        if is_enough { defaults } else { full }
    }

    /// A configuration of the first unit that the kernel needs, with all that it needs. `None` if it needs no unit.
    pub fn selection(&self) -> Option<Selection> {
        let mut units = PTX_UNITS.iter().map(|unit| (unit, self.instructions(unit)));
        let (unit, instructions) = units.find(|(_, instructions)| !instructions.is_empty())?;
        Some(Self::configuration(unit, &instructions))
    }

    /// The units that the kernel needs, each with its hardware unless it is the selected one. Errors: an instruction that the selected
    /// hardware lacks.
    fn hardware(
        &self,
        selected: &Hardware,
        run: &RunOptions,
    ) -> Result<Vec<(&'static PtxUnit, Option<Hardware>)>, Refusal> {
        let mut own = vec![];
        let mut errors = vec![];
        for unit in PTX_UNITS {
            let instructions = self.instructions(unit);
            if unit.entry.module == selected.selection().module() {
                errors.extend(instructions.iter().filter_map(|(instruction, place)| {
                    let remedies = unit.remedies(selected.selection(), instruction);
                    let name = selected.selection().module().name;
                    let message = format!("`{instruction}` is not in this configuration of {name}");
                    let remedies = remedies.join(" ");
                    let expected = format!("an instruction that the hardware has, or hardware {remedies}");
                    (!remedies.is_empty()).then(|| Diagnostic::new(place.range(), message, expected))
                }));
                // Hardware without an instruction runs for its waves or its fault.
                if !instructions.is_empty() || run.waves.is_some() || selected.fault().is_some() {
                    own.push((unit, None));
                }
            } else if !instructions.is_empty() {
                let selection = Self::configuration(unit, &instructions);
                own.push((unit, Some(Hardware::new(selection, selected.kind(), None)?)));
            }
        }
        match errors.is_empty() {
            true => Ok(own),
            false => {
                let (name, source) = (self.kernel.name, self.kernel.module.source);
                Err(Refusal(render_all(name, source, &errors)))
            }
        }
    }
}

/// The explanations so far.
#[derive(Default)]
struct Explained {
    texts: Vec<String>,
    /// The places of the instructions.
    seen: BTreeSet<usize>,
}

impl Observer for Explained {
    fn see(&mut self, step: Step) {
        if self.seen.insert(step.origin.place.start) {
            let picture = (step.unit.explain)(&step.case);
            self.texts.push(format!("{}\n{picture}", step.origin));
        }
    }
}
