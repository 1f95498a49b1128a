//! A running instance with ports by name.

use super::recording::{Recording, view};
use super::{Error, ports};
use lanesmith_netlist::Flat;
use lanesmith_sim::Engine;
use lanesmith_sim::native::Native;
use lanesmith_sim::wave::{DumpedWaves, Keep};
use std::path::Path;

/// A running instance of a design. In each clock: [`set`](Simulation::set) inputs, [`settle`](Simulation::settle),
/// [`get`](Simulation::get) outputs, [`tick`](Simulation::tick). Inputs keep their values until they are set again.
///
/// [`record`](Simulation::record) writes waves of it.
pub struct Simulation {
    flat: Flat,
    engine: Native,
    clock: Option<String>,
    cycle: u64,
    recording: Option<Recording>,
}

impl Simulation {
    pub(super) fn new(flat: Flat) -> Result<Self, Error> {
        Ok(Simulation {
            engine: Native::new(&flat)?,
            clock: ports::clock(&flat),
            flat,
            cycle: 0,
            recording: None,
        })
    }

    /// Sets an input port.
    ///
    /// Errors: [`Error::Ports`] if there is no such input, [`Error::TooWide`] if the value has more bits than the port.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), Error> {
        let port = ports::find(self.engine.ports(), self.clock.as_deref(), name)?;
        ports::check_input(&self.engine.ports()[port], value)?;
        self.engine.set(port, value);
        Ok(())
    }

    /// Reads a port as of the last [`settle`](Simulation::settle). Error: [`Error::Ports`] if there is no such port.
    pub fn get(&self, name: &str) -> Result<u64, Error> {
        let port = ports::find(self.engine.ports(), self.clock.as_deref(), name)?;
        Ok(self.engine.get(port))
    }

    /// Propagates inputs and state through the combinational logic.
    pub fn settle(&mut self) {
        self.engine.settle();
    }

    /// One rising edge of the clock; the new state is visible after the next [`settle`](Simulation::settle).
    pub fn tick(&mut self) {
        self.sample();
        self.engine.tick();
        self.cycle += 1;
    }

    /// Records waves from now on: each cycle that ends with a tick, with every port and inner net by its name
    /// in its instance. A file of that name is replaced. The simulation is slower from then on.
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
        self.recording = Some(Recording::new(
            path,
            &traced,
            &[],
            view(&self.flat),
            Keep::Window(0..u64::MAX),
        )?);
        self.engine = traced;
        Ok(())
    }

    /// Ends the recording with the current values, and writes it: `NAME.vcd`; beside it `NAME.gtkw`, which GTKWave opens
    /// with clock, ports and registers; and files with the names of values of enumerations. Error: [`Error::Waves`] if nothing is recorded, or a file can't be written.
    pub fn finish_recording(&mut self) -> Result<DumpedWaves, Error> {
        self.sample();
        match self.recording.take() {
            Some(recording) => recording.finish(None),
            None => Err(Error::Waves("no waves are being recorded: call record first".into())),
        }
    }

    /// Sets registers and memories.
    pub(super) fn load(&mut self, state: &[bool]) {
        self.engine.load(&self.flat, state.iter().copied());
    }

    /// Registers and memories.
    pub(super) fn unload(&self) -> Vec<bool> {
        self.engine.unload(&self.flat)
    }

    fn sample(&mut self) {
        if let Some(recording) = &mut self.recording {
            self.engine.settle();
            recording.sample(&self.engine, self.cycle, []);
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
