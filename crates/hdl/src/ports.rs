//! Ports by name, and the errors of names and values.

use super::Error;
use lanesmith_netlist::{Flat, is_reserved_port, mask};
use lanesmith_sim::{Port, PortDirection};
use lanesmith_text::near::nearest;

/// The name of a design's clock port.
pub(super) fn clock(flat: &Flat) -> Option<String> {
    Some(flat.module.net_ref(flat.clock_port()?).name.clone())
}

/// The number of a port.
pub(super) fn find(ports: &[Port], clock: Option<&str>, name: &str) -> Result<usize, Error> {
    if let Some(found) = ports.iter().position(|port| is_called(&port.name, name)) {
        return Ok(found);
    }
    if clock.is_some_and(|clock| is_called(clock, name)) {
        return Err(Error::Ports(format!(
            "{name} is a clock: it is ticked, not set or read"
        )));
    }
    let names = ports.iter().map(|port| port.name.as_str());
    let hint = match nearest(name, names.clone()) {
        Some(near) => format!("did you mean {near}? "),
        None => String::new(),
    };
    let names: Vec<&str> = names.collect();
    let known = match names[..] {
        [] => "there is none".to_owned(),
        _ => format!("the ports are {}", names.join(", ")),
    };
    Err(Error::Ports(format!("there is no port {name}; {hint}{known}")))
}

/// Whether a port can be set to a value.
pub(super) fn check_input(port: &Port, value: u64) -> Result<(), Error> {
    if port.direction == PortDirection::Output {
        return Err(Error::Ports(format!("{} is an output, which cannot be set", port.name)));
    }
    match value & !mask(port.width) {
        0 => Ok(()),
        _ => Err(Error::TooWide {
            port: port.name.clone(),
            width: port.width,
            value,
        }),
    }
}

/// The field of a block whose name is reserved has an underscore more as a port.
pub(super) fn is_called(port: &str, field: &str) -> bool {
    port == field || (is_reserved_port(field) && port.strip_suffix('_') == Some(field))
}
