//! Replays one copy alone.

use super::{Copies, Event, Planes};
use crate::sequential::trace::number;
use crate::{Error, Simulation};
use lanesmith_sim::PortDirection;
use std::path::Path;

impl Copies {
    /// Runs the clocks since [`keep_inputs`](Copies::keep_inputs) again for one copy, in a simulation of its own, which can go on from there. With
    /// `waves` they are recorded in that file, as by [`Simulation::record`]; [`Simulation::finish_recording`] writes it. Needs the feature `native`.
    ///
    /// Errors: [`Error::Ports`] if there is no such copy; [`Error::Replay`] if no inputs are kept; [`Error::Waves`] as of [`Simulation::record`];
    /// [`Error::Engine`] on a processor that the compiler does not know.
    pub fn replay(&self, copy: usize, waves: Option<&Path>) -> Result<Simulation, Error> {
        self.check(copy)?;
        let missing = || Error::Replay("no inputs are kept: call keep_inputs before the clocks to replay".to_owned());
        let kept = self.kept.as_ref().ok_or_else(missing)?;
        let mut simulation = Simulation::new(self.flat.clone())?;
        simulation.load(&kept.first[copy].0);
        if let Some(path) = waves {
            simulation.record(path)?;
        }
        for event in &kept.events {
            match event {
                Event::Clock(planes) => {
                    for (name, value) in self.inputs(copy, planes) {
                        simulation.set(&name, value)?;
                    }
                    simulation.settle();
                    simulation.tick();
                }
                Event::State(of, state) if *of == copy => simulation.load(&state.0),
                Event::State(..) => {}
            }
        }
        match simulation.unload() == self.state_of(copy).0 {
            true => Ok(simulation),
            false => Err(Error::Replay(format!(
                "copy {copy} reached another state than its replay: a fault of lanesmith, please report it"
            ))),
        }
    }

    /// The inputs of a copy in a clock.
    fn inputs(&self, copy: usize, planes: &[Box<[Planes]>]) -> Vec<(String, u64)> {
        let (group, within) = self.place(copy);
        let mut bits = planes[group].iter().map(|plane| plane.get(within));
        let inputs = self.ports.iter().filter(|port| port.direction == PortDirection::Input);
        inputs
            .map(|port| (port.name.clone(), number(bits.by_ref().take(port.width as usize))))
            .collect()
    }
}
