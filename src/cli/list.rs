//! `lanesmith list`.

use super::data::Data;
use super::table::wrapped_table;
use super::{CommandOutcome, Failure, Run, give};
use clap::Args;
use lanesmith::unit::Selection;
use lanesmith::units::{defaults, shipped};
use lanesmith::verilog::{ManifestPort, Parameter, ports};
use serde::Serialize;

/// Lists the modules with their parameters and ports
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 success, 2 bad input.

Examples:
  lanesmith list
  lanesmith list --json | jq '.modules[].ports[].name'")]
pub(super) struct List {
    #[command(flatten)]
    data: Data,
}

#[derive(Serialize)]
struct Listing {
    format_version: u32,
    modules: Vec<Entry>,
    shipped: Vec<Shipped>,
}

/// A module in its default configuration.
#[derive(Serialize)]
struct Entry {
    name: String,
    description: String,
    parameters: Vec<Parameter>,
    ports: Vec<ManifestPort>,
}

/// A configuration whose Verilog comes with lanesmith.
#[derive(Serialize)]
struct Shipped {
    name: String,
    options: Vec<String>,
}

impl Run for List {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let modules = defaults().iter().map(entry).collect::<Result<_, _>>()?;
        let shipped = shipped().into_iter().map(|selection| Shipped {
            name: selection.name(),
            options: selection.options(),
        });
        let listing = Listing {
            format_version: 1,
            modules,
            shipped: shipped.collect(),
        };
        self.data.report(&listing, || print(&listing))?;
        Ok(CommandOutcome::Success)
    }
}

fn entry(selection: &Selection) -> Result<Entry, Failure> {
    let module = selection.module();
    let design = selection.design().map_err(Failure::new)?;
    Ok(Entry {
        name: module.name.into(),
        description: module.description.into(),
        parameters: selection.parameters(),
        ports: ports(&design),
    })
}

fn print(listing: &Listing) -> Result<(), Failure> {
    for entry in &listing.modules {
        give!("{}: {}", entry.name, entry.description)?;
        let mut parameters = wrapped_table(["parameter", "default", "meaning"]);
        for parameter in &entry.parameters {
            let value = parameter
                .value
                .as_str()
                .map_or(parameter.value.to_string(), str::to_string);
            parameters.add_row([&parameter.name, &value, &parameter.meaning]);
        }
        give(parameters)?;
        let mut ports = wrapped_table(["port", "direction", "bits", "meaning"]);
        for port in &entry.ports {
            ports.add_row([&port.name, &port.direction, &port.width.to_string(), &port.meaning]);
        }
        give!("{ports}\n")?;
    }
    let mut shipped = wrapped_table(["shipped as", "options"]);
    for entry in &listing.shipped {
        shipped.add_row([&entry.name, &entry.options.join(" ")]);
    }
    give(shipped)
}
