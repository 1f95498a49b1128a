//! `lanesmith doctor`.

use super::data::Data;
use super::table::wrapped_table;
use super::tools::{ExternalTool, Installed, TOOLS};
use super::{CommandOutcome, Failure, Run, give, say};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

/// Lists the external tools that lanesmith can use, their versions, and how to install the missing ones
///
/// lanesmith itself needs none of them: Verilog, simulation and the built-in proof work without.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 success, 1 a tool of --require is missing, 2 bad input.

Examples:
  lanesmith doctor
  lanesmith doctor --require verilator,yosys
  lanesmith doctor --json | jq -r '.tools[] | select(.installed == null) | .install'")]
pub(super) struct Doctor {
    /// Exit status 1 if one of these tools is missing [default: none]
    #[arg(long, value_name = "TOOL", value_delimiter = ',', value_parser = tool())]
    require: Vec<&'static ExternalTool>,
    #[command(flatten)]
    data: Data,
}

fn tool() -> impl TypedValueParser<Value = &'static ExternalTool> {
    PossibleValuesParser::new(TOOLS.iter().map(|tool| tool.name))
        .map(|name| TOOLS.iter().find(|tool| tool.name == name).expect("one of the values"))
}

#[derive(Serialize)]
struct Report {
    format_version: u32,
    tools: Vec<Checked>,
}

/// A tool, and whether it is installed.
#[derive(Serialize)]
struct Checked {
    name: &'static str,
    installed: Option<Installed>,
    enables: &'static str,
    /// The command that installs it.
    install: String,
    package: Option<&'static str>,
    /// The version of the package that recorded results are from.
    recorded_with: Option<&'static str>,
}

impl Run for Doctor {
    fn run(self) -> Result<CommandOutcome, Failure> {
        self.data.check()?;
        let tools = TOOLS.iter().map(|tool| Checked {
            name: tool.name,
            installed: tool.find(),
            enables: tool.enables,
            install: tool.installation(),
            package: tool.package(),
            recorded_with: tool.recorded,
        });
        let report = Report {
            format_version: 1,
            tools: tools.collect(),
        };
        let missing = || report.tools.iter().filter(|tool| tool.installed.is_none());
        self.data.report(&report, || {
            print(&report.tools)?;
            commands(missing())
        })?;
        let required = |tool: &&Checked| self.require.iter().any(|required| required.name == tool.name);
        let names: Vec<&str> = missing().filter(required).map(|tool| tool.name).collect();
        if names.is_empty() {
            return Ok(CommandOutcome::Success);
        }
        if !self.data.json {
            say!("required and missing: {}", names.join(", "))?;
        }
        Ok(CommandOutcome::Mismatch)
    }
}

fn print(tools: &[Checked]) -> Result<(), Failure> {
    let mut picture = wrapped_table(["tool", "version", "results are from", "needed for"]);
    for tool in tools {
        let installed = |installed: &'_ Installed| installed.version.clone().unwrap_or("installed".to_owned());
        let version = &tool.installed.as_ref().map_or("missing".to_owned(), installed);
        picture.add_row([tool.name, version, tool.recorded_with.unwrap_or_default(), tool.enables]);
    }
    give(picture.trim_fmt())
}

/// The commands that install the missing tools, one for all packages of a source.
fn commands<'a>(missing: impl Iterator<Item = &'a Checked>) -> Result<(), Failure> {
    let mut commands: Vec<(&str, Vec<&str>)> = vec![];
    for tool in missing {
        let (command, name) = match tool.package {
            Some(name) => (tool.install.strip_suffix(name).unwrap_or(&tool.install), name),
            None => (&tool.install[..], ""),
        };
        match commands.iter_mut().find(|(other, _)| *other == command) {
            Some((_, names)) if names.contains(&name) => {}
            Some((_, names)) => names.push(name),
            None => commands.push((command, vec![name])),
        }
    }
    if !commands.is_empty() {
        give("\nto install the missing tools:")?;
    }
    commands
        .iter()
        .try_for_each(|(command, names)| give!("  {command}{}", names.join(" ")))
}
