//! A running instance whose ports are called by their names.

use super::Error;
use crate::netlist::mask;
use crate::sim::native::Native;
use crate::sim::{Engine, Port, PortDirection};
use crate::text::near::nearest;

/// A running instance of a design. In each clock: [`set`](Simulation::set) inputs, [`settle`](Simulation::settle),
/// [`get`](Simulation::get) outputs, [`tick`](Simulation::tick). Inputs keep their values until they are set again.
pub struct Simulation {
    engine: Native,
}

impl Simulation {
    pub(super) fn new(engine: Native) -> Self {
        Simulation { engine }
    }

    fn port(&self, name: &str) -> Result<(usize, &Port), Error> {
        let mut ports = self.engine.ports().iter().enumerate();
        ports.find(|(_, port)| port.name == name).ok_or_else(|| {
            let names = || self.engine.ports().iter().map(|port| port.name.as_str());
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean {near}? "),
                None => String::new(),
            };
            let names = names().collect::<Vec<_>>().join(", ");
            Error::Ports(format!("there is no port {name}; {hint}the ports are {names}"))
        })
    }

    /// Sets an input port.
    ///
    /// Errors: [`Error::Ports`] if there is no such input, [`Error::TooWide`] if the value has more bits than the port.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), Error> {
        let (index, port) = self.port(name)?;
        if port.direction == PortDirection::Output {
            return Err(Error::Ports(format!("{name} is an output, which cannot be set")));
        }
        if value & !mask(port.width) != 0 {
            return Err(Error::TooWide {
                port: name.to_owned(),
                width: port.width,
                value,
            });
        }
        self.engine.set(index, value);
        Ok(())
    }

    /// Reads a port as of the last [`settle`](Simulation::settle). Error: [`Error::Ports`] if there is no such port.
    pub fn get(&self, name: &str) -> Result<u64, Error> {
        let (index, _) = self.port(name)?;
        Ok(self.engine.get(index))
    }

    /// Propagates inputs and state through the combinational logic.
    pub fn settle(&mut self) {
        self.engine.settle();
    }

    /// One rising clock edge; the new state is visible after the next [`settle`](Simulation::settle).
    pub fn tick(&mut self) {
        self.engine.tick();
    }

    /// The engine itself, whose ports are called by their numbers, for testbenches that make millions of clocks, and for waves.
    pub fn engine(&mut self) -> &mut Native {
        &mut self.engine
    }
}
