//! Makes a kernel of a module ready to run.

use crate::cause::{Cause, NotExecuted};
use crate::decode::Decoder;
use crate::layout::Layout;
use crate::program::{End, Parameter, Program};
use crate::select::{callee, select};
use lanesmith_ptx::tree::{Function, Item, Module};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use std::collections::{BTreeMap, HashMap};

/// Why a kernel cannot run.
#[derive(Clone, Debug)]
pub enum PrepareError {
    /// There is an error in the text, or no such kernel.
    Wrong(Diagnostic),
    /// The kernel, or a function that it calls, has instructions that are not executed; one entry for each cause.
    NotExecuted(Vec<NotExecuted>),
}

/// Makes the kernel of a module with a name ready to run; the module has passed all checks. Errors: there is no such kernel, or it
/// has instructions that are not executed.
pub fn prepare(module: &Module, entry: &str) -> Result<Program, PrepareError> {
    let defined = module.items.iter().filter_map(|item| match item {
        Item::Function(function) if function.body.is_some() => Some((function.name.text, function)),
        _ => None,
    });
    let defined: HashMap<&str, &Function> = defined.collect();
    let kernel = defined.get(entry).filter(|function| function.is_entry).ok_or_else(|| {
        let kernels = defined.values().filter(|function| function.is_entry);
        let mut names: Vec<&str> = kernels.map(|function| function.name.text).collect();
        names.sort_unstable();
        let expected = format!("one of the kernels {}", names.join(", "));
        let expected = did_you_mean(entry, names.iter().copied(), &expected);
        PrepareError::Wrong(Diagnostic::new(0..0, format!("there is no kernel `{entry}`"), expected))
    })?;
    let mut functions = vec![*kernel];
    let mut names = HashMap::from([(entry, 0)]);
    let mut causes: BTreeMap<Cause, NotExecuted> = BTreeMap::new();
    let mut next = 0;
    while let Some(function) = functions.get(next).copied() {
        next += 1;
        for instruction in function.instructions() {
            let mut cause = select(instruction).err();
            if let ("call", Some(name)) = (instruction.opcode.text, callee(instruction)) {
                let name = name.word.text;
                match defined.get(name) {
                    None => cause = Some(Cause::ExternalFunction),
                    Some(called) if !names.contains_key(name) => {
                        names.insert(called.name.text, functions.len());
                        functions.push(called);
                    }
                    Some(_) => {}
                }
            }
            if let Some(cause) = cause {
                let first = instruction.span;
                let entry = causes.entry(cause).or_insert(NotExecuted { cause, count: 0, first });
                entry.count += 1;
            }
        }
    }
    if !causes.is_empty() {
        return Err(PrepareError::NotExecuted(causes.into_values().collect()));
    }
    let layout = Layout::new(module, &functions).map_err(PrepareError::Wrong)?;
    let mut units = Vec::new();
    let decoded = (0..)
        .zip(&functions)
        .map(|(index, function)| Decoder::new(module, (*function, index), &layout, &names, &mut units).function());
    let decoded = decoded.collect::<Result<_, _>>().map_err(PrepareError::Wrong)?;
    let parameters = kernel.parameters.iter().zip(&layout.frames[0].parameters);
    let parameters = parameters.map(|(variable, (end, bytes))| Parameter {
        name: variable.name.text.to_owned(),
        data_type: variable.kind,
        bytes: *bytes,
        offset: match end {
            End::Memory(offset) | End::Slot(offset) => *offset,
        },
    });
    Ok(Program {
        functions: decoded,
        units,
        parameters: parameters.collect(),
        required_block: required_block(kernel),
        shared: layout.shared as u32,
        memory: layout.memory,
        variables: layout.variables,
    })
}

/// The block of `.reqntid`.
fn required_block(kernel: &Function) -> Option<[u32; 3]> {
    let mut directives = kernel.directives.iter();
    let directive = directives.find(|directive| directive.name.text == ".reqntid")?;
    let mut block = [1; 3];
    for (size, argument) in block.iter_mut().zip(&directive.arguments) {
        *size = argument.word.text.parse().ok()?;
    }
    Some(block)
}
