//! A running instance whose ports are called by their names.

use super::Error;
use super::recording::Recording;
use crate::netlist::{Flat, mask};
use crate::sim::native::Native;
use crate::sim::wave::Dumped;
use crate::sim::{Engine, Port, PortDirection};
use crate::text::near::nearest;
use std::path::Path;

/// A running instance of a design. In each clock: [`set`](Simulation::set) inputs, [`settle`](Simulation::settle),
/// [`get`](Simulation::get) outputs, [`tick`](Simulation::tick). Inputs keep their values until they are set again.
///
/// [`record`](Simulation::record) writes waves of it.
pub struct Simulation {
    flat: Flat,
    engine: Native,
    cycle: u64,
    recording: Option<Recording>,
}

impl Simulation {
    pub(super) fn new(flat: Flat) -> Result<Self, Error> {
        Ok(Simulation {
            engine: Native::new(&flat)?,
            flat,
            cycle: 0,
            recording: None,
        })
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
        self.sample();
        self.engine.tick();
        self.cycle += 1;
    }

    /// Records waves from now on: each cycle in which [`tick`](Simulation::tick) is called, with every port and inner net by its name
    /// in its instance, into a VCD file. A file of that name is replaced. The simulation is slower from then on.
    ///
    /// The file appears in [`finish_recording`](Simulation::finish_recording), or when the simulation is dropped, after a failed
    /// assertion for instance; then errors of writing it are lost. Error: [`Error::Waves`] if the file can't be written, is called other
    /// than `.vcd`, or another recording is under way.
    pub fn record(&mut self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        if self.recording.is_some() {
            let why = "waves are being recorded already: finish_recording ends that";
            return Err(Error::Waves(format!("cannot write {}: {why}", path.display())));
        }
        let mut traced = Native::traced(&self.flat)?;
        traced.load(&self.flat, self.engine.unload(&self.flat));
        for port in 0..traced.ports().len() {
            traced.set(port, self.engine.get(port));
        }
        self.recording = Some(Recording::new(path, &self.flat, &traced)?);
        self.engine = traced;
        Ok(())
    }

    /// Ends the recording with the values that there are now, and writes it: `NAME.vcd`; beside it `NAME.gtkw`, which GTKWave opens
    /// with clock, ports and registers, and `NAME.sucl`, which does the same for Surfer; and files with the names of values of
    /// enumerations for both. Error: [`Error::Waves`] if nothing is recorded, or a file can't be written.
    pub fn finish_recording(&mut self) -> Result<Dumped, Error> {
        self.sample();
        match self.recording.take() {
            Some(recording) => recording.finish(),
            None => Err(Error::Waves("no waves are being recorded: call record first".into())),
        }
    }

    fn sample(&mut self) {
        if let Some(recording) = &mut self.recording {
            self.engine.settle();
            recording.sample(&self.engine, self.cycle);
        }
    }

    /// The engine itself, whose ports are called by their numbers, for testbenches that make millions of clocks. Clocks that it ticks are
    /// not recorded.
    pub fn engine(&mut self) -> &mut Native {
        &mut self.engine
    }
}

impl Drop for Simulation {
    fn drop(&mut self) {
        if self.recording.is_some() {
            // Nobody is there to take an error.
            drop(self.finish_recording());
        }
    }
}
