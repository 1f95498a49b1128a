//! Ports by name, and the errors of names and values.

use super::Error;
use lanesmith_netlist::{Flat, is_reserved_port, mask};
use lanesmith_sim::{Port, PortDirection};
use lanesmith_text::near::nearest;

/// The names of a design's clocks, in port order.
pub(super) fn clocks(flat: &Flat) -> Vec<String> {
    let name = |net| flat.module.net_ref(net).name.clone();
    flat.clock_ports().into_iter().map(name).collect()
}

/// The number of a port.
pub(super) fn find(ports: &[Port], clocks: &[String], name: &str) -> Result<usize, Error> {
    if let Some(found) = ports.iter().position(|port| is_called(&port.name, name)) {
        return Ok(found);
    }
    if clocks.iter().any(|clock| is_called(clock, name)) {
        return Err(Error::Ports(format!(
            "{name} is a clock: it is ticked, not set or read"
        )));
    }
    Err(unknown("port", ports.iter().map(|port| port.name.as_str()), name))
}

#[cfg(feature = "native")]
/// The number of a clock.
pub(super) fn find_clock(clocks: &[String], name: &str) -> Result<usize, Error> {
    let found = clocks.iter().position(|clock| is_called(clock, name));
    found.ok_or_else(|| unknown("clock", clocks.iter().map(String::as_str), name))
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

fn unknown<'a>(what: &str, names: impl Iterator<Item = &'a str> + Clone, name: &str) -> Error {
    let hint = match nearest(name, names.clone()) {
        Some(near) => format!("did you mean {near}? "),
        None => String::new(),
    };
    let names: Vec<&str> = names.collect();
    let known = match names[..] {
        [] => "there is none".to_owned(),
        _ => format!("the {what}s are {}", names.join(", ")),
    };
    Error::Ports(format!("there is no {what} {name}; {hint}{known}"))
}
