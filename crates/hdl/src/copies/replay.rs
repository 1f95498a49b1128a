//! Replays one copy alone.

use super::{Copies, CopyState, Event};
use crate::sequential::trace::{Trace, number};
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
        let (first, events) = self.events(copy)?;
        let mut simulation = Simulation::new(self.flat.clone())?;
        simulation.load(&first.0);
        if let Some(path) = waves {
            simulation.record(path)?;
        }
        for event in events {
            match event {
                Replayed::Clock(inputs) => {
                    for (name, value) in inputs {
                        simulation.set(&name, value)?;
                    }
                    simulation.settle();
                    simulation.tick()?;
                }
                Replayed::State(state) => simulation.load(&state.0),
            }
        }
        let (group, within) = self.place(copy);
        match simulation.unload() == self.groups[group].state(within) {
            true => Ok(simulation),
            false => Err(Error::Replay(format!(
                "copy {copy} reached another state than its replay: a fault of lanesmith, please report it"
            ))),
        }
    }

    /// The inputs of one copy in each clock since [`keep_inputs`](Copies::keep_inputs). Errors: [`Error::Ports`] if there is no such copy;
    /// [`Error::Replay`] if no inputs are kept.
    pub fn kept_inputs(&self, copy: usize) -> Result<Trace, Error> {
        let (_, events) = self.events(copy)?;
        let clocks = events.filter_map(|event| match event {
            Replayed::Clock(inputs) => Some(inputs),
            Replayed::State(_) => None,
        });
        Ok(clocks.collect())
    }

    /// The first state of a copy and its events.
    fn events(&self, copy: usize) -> Result<(&CopyState, impl Iterator<Item = Replayed<'_>>), Error> {
        self.check(copy)?;
        let missing = || Error::Replay("no inputs are kept: call keep_inputs before the clocks to replay".to_owned());
        let kept = self.kept.as_ref().ok_or_else(missing)?;
        let events = kept.events.iter().filter_map(move |event| match event {
            Event::Clock(planes) => Some(Replayed::Clock(self.inputs(copy, planes))),
            Event::State(of, state) => (*of == copy).then_some(Replayed::State(state)),
        });
        Ok((&kept.first[copy], events))
    }

    /// The inputs of a copy in a clock.
    fn inputs(&self, copy: usize, planes: &[Box<[u64]>]) -> Vec<(String, u64)> {
        let words = super::group::words_of_group(self.count);
        let (group, within) = self.place(copy);
        let mut bits = planes[group]
            .chunks_exact(words)
            .map(|plane| plane[within % words] >> (within / words) & 1 != 0);
        let inputs = self.ports.iter().filter(|port| port.direction == PortDirection::Input);
        inputs
            .map(|port| (port.name.clone(), number(bits.by_ref().take(port.width as usize))))
            .collect()
    }
}

/// An event of one copy.
enum Replayed<'a> {
    Clock(Vec<(String, u64)>),
    State(&'a CopyState),
}
