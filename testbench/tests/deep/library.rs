//! The faults of the datapath, and the configurations that show them.

use super::circuit::edited;
use super::notation::{edit, entries};
use super::table::{DEFINITIONS, FAULTS};
use lanesmith::netlist::Flat;
use lanesmith::units::brew::rtl::{DatapathConfig, RegisterFileForm, design};

/// A fault that a person could put in, or an attacker.
pub struct Fault {
    pub name: &'static str,
    /// The smallest configuration that shows it.
    pub config: DatapathConfig,
    /// How the names of the claims begin that may refute it, besides those that are about no instruction.
    pub hints: Vec<&'static str>,
    /// Whether the regression's first 100,000 instructions fail on it. Of those that they do not fail on some need what no
    /// simulation reaches, some operands or words that are rare. `None`: it depends on the seed.
    pub reachable: Option<bool>,
    statements: String,
}

const FULL: DatapathConfig = DatapathConfig {
    float: true,
    multiplier: true,
    serial_multiplier: false,
    register_file: RegisterFileForm::Asynchronous,
};
const MULTIPLIER: DatapathConfig = DatapathConfig { float: false, ..FULL };
pub const INTEGER: DatapathConfig = DatapathConfig {
    multiplier: false,
    ..MULTIPLIER
};

fn config(name: &str) -> DatapathConfig {
    match name {
        "FULL" => FULL,
        "MULTIPLIER" => MULTIPLIER,
        "INTEGER" => INTEGER,
        "SERIAL" => DatapathConfig {
            serial_multiplier: true,
            ..FULL
        },
        "BLOCK" => DatapathConfig {
            register_file: RegisterFileForm::Synchronous,
            ..INTEGER
        },
        _ => panic!("no configuration {name}"),
    }
}

impl Fault {
    /// The fault of an entry of the table: name; properties and statements.
    fn new(name: &'static str, lines: &[&'static str]) -> Self {
        let (properties, statements) = lines.split_first().expect("properties");
        let mut properties = properties.split(", ");
        let mut fault = Fault {
            name,
            config: config(properties.next().expect("a configuration")),
            hints: vec![],
            reachable: Some(true),
            statements: statements.join(";"),
        };
        for property in properties {
            match property {
                "unreachable" => fault.reachable = Some(false),
                "by chance" => fault.reachable = None,
                hints => fault.hints = hints.split(" or ").collect(),
            }
        }
        fault
    }

    /// The datapath with it.
    pub fn flat(&self) -> Flat {
        let flat = Flat::new(&design(&self.config).unwrap()).unwrap();
        edited(&flat, |circuit| edit(circuit, DEFINITIONS, &self.statements))
    }
}

/// All faults of the table.
pub fn faults() -> Vec<Fault> {
    let entries = entries(FAULTS).into_iter();
    entries.map(|(name, lines)| Fault::new(name, &lines)).collect()
}
