//! What is in a PTX module, function by function.

use lanesmith::execution::{NotExecuted, Support, support, unit_of};
use lanesmith::ptx::tree::{Function, Instruction, Item, Module, Symbol, Variable};
use lanesmith::text::lines::Lines;
use serde::Serialize;
use std::collections::BTreeMap;

/// A module.
#[derive(Serialize)]
pub(super) struct ModuleSummary {
    /// `.version 8.4`, `.target sm_80`, `.address_size 64` without their names.
    version: Option<String>,
    target: Option<String>,
    address_size: Option<String>,
    /// Of the text.
    lines: usize,
    pub(super) variables: Vec<VariableSummary>,
    pub(super) functions: Vec<FunctionSummary>,
}

/// A variable.
#[derive(Serialize)]
pub(super) struct VariableSummary {
    pub(super) line: usize,
    pub(super) space: String,
    pub(super) name: String,
    /// `None` where its size or type is open.
    pub(super) bytes: Option<u64>,
}

/// A kernel or function.
#[derive(Serialize)]
pub(super) struct FunctionSummary {
    pub(super) line: usize,
    /// `.entry` or `.func`.
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) linkage: Option<String>,
    pub(super) is_declaration: bool,
    pub(super) results: Vec<String>,
    pub(super) parameters: Vec<String>,
    pub(super) directives: Vec<String>,
    /// The number of registers of each type.
    pub(super) registers: BTreeMap<&'static str, u64>,
    pub(super) variables: Vec<VariableSummary>,
    pub(super) labels: Vec<LabelSummary>,
    pub(super) calls: Vec<CallSummary>,
    pub(super) instructions: usize,
    pub(super) opcodes: Vec<OpcodeSummary>,
}

/// A label.
#[derive(Serialize)]
pub(super) struct LabelSummary {
    pub(super) name: String,
    pub(super) line: usize,
    /// The lines of the instructions that name it.
    pub(super) used_in: Vec<usize>,
}

/// A call.
#[derive(Serialize)]
pub(super) struct CallSummary {
    pub(super) line: usize,
    /// The function; `None` of a call through a register.
    pub(super) function: Option<String>,
}

/// An opcode with its modifiers.
#[derive(Serialize)]
pub(super) struct OpcodeSummary {
    pub(super) opcode: String,
    pub(super) count: usize,
    pub(super) first_line: usize,
    /// `unit`, `executed` or `not executed`.
    pub(super) support: &'static str,
    /// The unit that executes it, or why nothing does.
    pub(super) detail: Option<String>,
}

impl ModuleSummary {
    pub(super) fn of(module: &Module) -> Self {
        let lines = Lines::new(module.source);
        let mut summary = ModuleSummary {
            version: None,
            target: None,
            address_size: None,
            lines: lines.count(module.source),
            variables: vec![],
            functions: vec![],
        };
        for item in &module.items {
            match item {
                Item::Directive(directive) => {
                    let field = match directive.name.text {
                        ".version" => &mut summary.version,
                        ".target" => &mut summary.target,
                        ".address_size" => &mut summary.address_size,
                        _ => continue,
                    };
                    let words: Vec<&str> = directive.arguments.iter().map(|one| one.word.text).collect();
                    *field = Some(words.join(", "));
                }
                Item::Variable(variable) => summary.variables.push(VariableSummary::of(variable, &lines)),
                Item::Function(function) => summary.functions.push(FunctionSummary::of(module, function, &lines)),
            }
        }
        summary
    }

    /// The first line of the printed summary.
    pub(super) fn head(&self) -> String {
        let part = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".into());
        format!(
            "PTX {}, target {}, addresses of {} bits, {} lines",
            part(&self.version),
            part(&self.target),
            self.address_size.as_deref().unwrap_or("32"),
            self.lines
        )
    }
}

impl VariableSummary {
    fn of(variable: &Variable, lines: &Lines) -> Self {
        VariableSummary {
            line: lines.line(variable.name.start as usize),
            space: variable.space.text.to_owned(),
            name: variable.name.text.to_owned(),
            bytes: variable.bytes(),
        }
    }
}

impl FunctionSummary {
    fn of(module: &Module, function: &Function, lines: &Lines) -> Self {
        let line = |start: u32| lines.line(start as usize);
        let texts = |variables: &[Variable]| variables.iter().map(ToString::to_string).collect();
        let mut registers: BTreeMap<&'static str, u64> = BTreeMap::new();
        for register in &function.registers {
            *registers.entry(register.kind.name).or_default() += u64::from(register.range.unwrap_or(1));
        }
        let mut labels: Vec<LabelSummary> = function
            .labels
            .iter()
            .map(|label| LabelSummary {
                name: label.text.to_owned(),
                line: line(label.start),
                used_in: vec![],
            })
            .collect();
        let mut calls = vec![];
        let mut opcodes: BTreeMap<String, OpcodeSummary> = BTreeMap::new();
        let mut instructions = 0;
        for instruction in function.instructions() {
            let line = line(instruction.opcode.start);
            instructions += 1;
            for name in instruction.names() {
                if let Symbol::Label(label) = name.symbol {
                    labels[label as usize].used_in.push(line);
                }
            }
            if instruction.opcode.text == "call" {
                calls.push(CallSummary {
                    line,
                    function: called(module, instruction),
                });
            }
            let opcode = instruction.mnemonic();
            let entry = opcodes.entry(opcode.clone()).or_insert_with(|| {
                let (support, detail) = match support(instruction) {
                    Support::Unit => ("unit", unit_of(instruction).map(str::to_owned)),
                    Support::Executed => ("executed", None),
                    Support::NotExecuted(cause) => {
                        let (count, first) = (1, instruction.span);
                        let why = NotExecuted { cause, count, first };
                        ("not executed", Some(why.to_string()))
                    }
                };
                OpcodeSummary {
                    opcode,
                    count: 0,
                    first_line: line,
                    support,
                    detail,
                }
            });
            entry.count += 1;
        }
        let mut opcodes: Vec<OpcodeSummary> = opcodes.into_values().collect();
        opcodes.sort_by_key(|row| row.first_line);
        FunctionSummary {
            line: line(function.name.start),
            kind: if function.is_entry { ".entry" } else { ".func" },
            name: function.name.text.to_owned(),
            linkage: function.linkage.map(|word| word.text.to_owned()),
            is_declaration: function.body.is_none(),
            results: texts(&function.results),
            parameters: texts(&function.parameters),
            directives: function.directives.iter().map(ToString::to_string).collect(),
            registers,
            variables: function
                .variables
                .iter()
                .map(|one| VariableSummary::of(one, lines))
                .collect(),
            labels,
            calls,
            instructions,
            opcodes,
        }
    }
}

/// The function that an instruction calls, unless it is in a register.
fn called(module: &Module, call: &Instruction) -> Option<String> {
    let names = call.names();
    let function = names.iter().find(|name| match name.symbol {
        Symbol::Item(item) => matches!(module.items[item as usize], Item::Function(_)),
        _ => false,
    });
    function.map(|name| name.word.text.to_owned())
}
