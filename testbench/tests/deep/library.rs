//! The entries of the library.

use super::circuit::{Circuit, edited};
use super::{floats, hazards, products, retirement, waiting};
use lanesmith::netlist::Flat;
use lanesmith::units::brew::rtl::{DatapathConfig, RegisterFileForm, design};

/// A fault that a person could put in, or an attacker.
pub struct Fault {
    pub name: &'static str,
    pub description: &'static str,
    /// The smallest configuration that shows it.
    pub config: DatapathConfig,
    /// How the names of the claims begin that may refute it, besides those that are about no instruction.
    pub hints: &'static [&'static str],
    /// Whether the regression's first 100,000 instructions fail on it. Of those that they do not fail on some need what no
    /// simulation reaches, some operands or words that are rare. `None`: as the seed will have it.
    pub reachable: Option<bool>,
    edit: Box<dyn Fn(&mut Circuit) + Sync + Send>,
}

pub const FULL: DatapathConfig = DatapathConfig {
    float: true,
    multiplier: true,
    serial_multiplier: false,
    depth: 3,
    register_file: RegisterFileForm::Asynchronous,
};
pub const MULTIPLIER: DatapathConfig = DatapathConfig { float: false, ..FULL };
pub const INTEGER: DatapathConfig = DatapathConfig {
    multiplier: false,
    ..MULTIPLIER
};
pub const SERIAL: DatapathConfig = DatapathConfig {
    serial_multiplier: true,
    ..FULL
};
pub const DEPTH2: DatapathConfig = DatapathConfig { depth: 2, ..MULTIPLIER };
pub const BLOCK: DatapathConfig = DatapathConfig {
    register_file: RegisterFileForm::Synchronous,
    ..INTEGER
};

pub fn fault(
    name: &'static str,
    description: &'static str,
    config: DatapathConfig,
    edit: impl Fn(&mut Circuit) + Sync + Send + 'static,
) -> Fault {
    Fault {
        name,
        description,
        config,
        hints: &[],
        reachable: Some(true),
        edit: Box::new(edit),
    }
}

impl Fault {
    pub fn of(self, hints: &'static [&'static str]) -> Self {
        Fault { hints, ..self }
    }

    pub fn unreachable(self) -> Self {
        Fault {
            reachable: Some(false),
            ..self
        }
    }

    pub fn by_chance(self) -> Self {
        Fault {
            reachable: None,
            ..self
        }
    }

    /// The datapath with it.
    pub fn flat(&self) -> Flat {
        let flat = Flat::new(&design(&self.config).unwrap()).unwrap();
        edited(&flat, |circuit| (self.edit)(circuit))
    }
}

/// All of them.
pub fn faults() -> Vec<Fault> {
    let themes = [
        retirement::faults,
        waiting::faults,
        hazards::faults,
        floats::faults,
        products::faults,
    ];
    themes.iter().flat_map(|theme| theme()).collect()
}
