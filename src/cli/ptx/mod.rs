//! `lanesmith ptx`: checks PTX modules and prints a summary, a listing or the syntax tree.
//!
//! `give` prints a line to standard output; `Data` has the options `--json` and `-o`.

mod listing;
mod opcode;
mod summary;

use self::summary::{FunctionSummary, ModuleSummary, VariableSummary};
use super::data::Data;
use super::table::table;
use super::{CommandOutcome, Failure, Run, check_files, give, text};
use clap::Args;
use lanesmith::execution::Kernel;
use lanesmith::files;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Reads PTX modules and shows what is in them
///
/// Checks the whole text: syntax, names, and every instruction with its modifiers, operands and types. Prints the functions with their
/// parameters, registers, variables, labels, calls and opcodes, and for each opcode whether a unit executes it, `lanesmith run` does,
/// or neither.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 every module is correct, 2 bad input.

Examples:
  lanesmith ptx sim/kernels/sha256.ptx
  lanesmith ptx --compact sim/kernels/sha256.ptx | grep bra
  lanesmith ptx --json sim/kernels/sha256.ptx | jq '.modules[].summary.functions[].name'
  nvcc -ptx -o - kernel.cu | lanesmith ptx --print -
  lanesmith ptx --opcode vabsdiff4")]
pub(super) struct Ptx {
    /// PTX modules; - is standard input
    #[arg(value_name = "FILE", required_unless_present = "opcode")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    form: Form,
    #[command(flatten)]
    data: Data,
}

/// What is printed.
#[derive(Args)]
#[group(multiple = false)]
struct Form {
    /// Prints the whole syntax tree, with line and column of every node
    #[arg(long)]
    tree: bool,
    /// Prints a line for each directive, declaration, label and instruction, with line and column
    #[arg(long)]
    compact: bool,
    /// Prints the module in lanesmith's format, without comments; read again, it gives the same tree
    #[arg(long)]
    print: bool,
    /// Prints a page about an opcode: what it does, and all its forms with their types, operands and architectures
    #[arg(long, value_name = "NAME", conflicts_with_all = ["files", "json", "output"])]
    opcode: Option<String>,
}

impl Run for Ptx {
    fn run(self) -> Result<CommandOutcome, Failure> {
        if let Some(name) = &self.form.opcode {
            give(opcode::page(name)?)?;
            return Ok(CommandOutcome::Success);
        }
        check_files(&self.files, self.data.file())?;
        let mut modules = vec![];
        let mut errors = vec![];
        for path in &self.files {
            match self.module(path) {
                Ok(json) => modules.push(json),
                Err(Failure(error)) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(Failure(errors.join("\n\n")));
        }
        let report = json!({ "format_version": 1, "tool": lanesmith::tool(), "modules": modules });
        self.data.report(&report, || Ok(()))?;
        Ok(CommandOutcome::Success)
    }
}

impl Ptx {
    /// Reads a module and prints it in the selected form, unless `--json` replaces the text. The result is the module's entry in the JSON
    /// report, or null if no report is written.
    fn module(&self, path: &Path) -> Result<Value, Failure> {
        let (name, source) = (files::input_name(path), text::read_ptx(path)?);
        let kernel = Kernel::read(&name, &source)?;
        let module = kernel.module();
        let summary = || ModuleSummary::of(module);
        if !self.data.json {
            match &self.form {
                Form { tree: true, .. } => listing::tree(module)?,
                Form { compact: true, .. } => listing::compact(module)?,
                Form { print: true, .. } => give(module.to_string().trim_end())?,
                // No option: the summary.
                _ => {
                    let summary = summary();
                    kernel.remarks().iter().try_for_each(give)?;
                    give!("{name}: {}", summary.head())?;
                    print_summary(&summary)?;
                }
            }
        }
        if !self.data.json && self.data.file().is_none() {
            return Ok(Value::Null);
        }
        Ok(json!({ "file": name, "remarks": kernel.remarks(), "summary": summary(), "tree": module }))
    }
}

/// Prints the variables and functions of a module.
fn print_summary(summary: &ModuleSummary) -> Result<(), Failure> {
    for variable in &summary.variables {
        give!("{}, line {}", describe(variable), variable.line)?;
    }
    summary.functions.iter().try_for_each(print_function)
}

/// State space, name and size of a variable.
fn describe(variable: &VariableSummary) -> String {
    let bytes = variable
        .bytes
        .map_or("of open size".to_owned(), |bytes| format!("{bytes} bytes"));
    format!("{} {} {bytes}", variable.space, variable.name)
}

/// Prints a function: a line for its name, indented rows such as `parameters`, and a table of its opcodes.
fn print_function(function: &FunctionSummary) -> Result<(), Failure> {
    let linkage = function.linkage.iter().map(|directive| format!("{directive} "));
    let content = match function.is_declaration {
        true => "declaration".to_owned(),
        false => format!("{} instructions", function.instructions),
    };
    let linkage: String = linkage.collect();
    give!(
        "\n{linkage}{} {}, line {}: {content}",
        function.kind,
        function.name,
        function.line
    )?;
    let registers = function.registers.iter().map(|(kind, count)| format!("{count} {kind}"));
    let variables = function.variables.iter();
    let variables = variables.map(|variable| format!("{}, line {}", describe(variable), variable.line));
    let labels = function.labels.iter().map(|label| {
        let used: Vec<String> = label.used_in.iter().map(ToString::to_string).collect();
        format!("{} line {}, used in {}", label.name, label.line, used.join(" "))
    });
    let calls = function.calls.iter().map(|call| {
        let callee = call.function.as_deref().unwrap_or("through a register");
        format!("{callee}, line {}", call.line)
    });
    for (title, rows) in [
        ("results", function.results.clone()),
        ("parameters", function.parameters.clone()),
        ("directives", function.directives.clone()),
        ("registers", vec![registers.collect::<Vec<_>>().join(", ")]),
        ("variables", variables.collect()),
        ("labels", labels.collect()),
        ("calls", calls.collect()),
    ] {
        let rows = rows.iter().filter(|row| !row.is_empty());
        // Only the first row shows the title.
        for (row, i) in rows.zip(0..) {
            give!("  {:10}  {row}", if i == 0 { title } else { "" })?;
        }
    }
    if function.opcodes.is_empty() {
        return Ok(());
    }
    let mut opcodes = table(["opcode", "count", "line", ""], 1..3);
    for row in &function.opcodes {
        let verdict = match (row.support, &row.detail) {
            ("unit", Some(unit)) => format!("on {unit}"),
            (support, Some(reason)) => format!("{support}: {reason}"),
            (support, None) => support.to_owned(),
        };
        opcodes.add_row([
            row.opcode.clone(),
            row.count.to_string(),
            row.first_line.to_string(),
            verdict,
        ]);
    }
    give(
        opcodes
            .to_string()
            .lines()
            .map(str::trim_end)
            .collect::<Vec<_>>()
            .join("\n"),
    )
}
