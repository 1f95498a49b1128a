//! Simulates many copies of a design at once, for many independent runs.

mod plane;
#[cfg(feature = "native")]
mod replay;

pub use plane::Plane;

use super::{Error, ports};
use lanesmith_algebra::Slice;
use lanesmith_netlist::Flat;
use lanesmith_sim::{EngineError, Port, Sliced};
use rayon::prelude::*;

/// The number of 64-bit words in a plane of a group.
const WORDS: usize = 16;
/// The number of copies in a group.
const COPIES: usize = 64 * WORDS;
/// One bit of each copy of a group.
type Planes = Slice<WORDS>;
/// Copies that are simulated together.
type Group = Sliced<WORDS>;

/// Copies of a design that run side by side, each with its own inputs and state.
///
/// In each cycle: set inputs, [`settle`](Copies::settle), read outputs, [`tick`](Copies::tick). A cycle takes as long for one copy as
/// for 1024: copies are for work that consists of many independent runs.
///
/// Inputs and outputs are words of one copy ([`set`](Copies::set), [`get`](Copies::get)), columns with a word of each copy
/// ([`set_each`](Copies::set_each), [`get_each`](Copies::get_each)), or planes with a bit of each copy
/// ([`set_planes`](Copies::set_planes), [`planes`](Copies::planes)). Planes are the fastest: the copies are stored that way.
///
/// [`replay`](Copies::replay) runs one copy alone, with waves.
pub struct Copies {
    /// Each has the same number of copies; the last one may have unused ones.
    groups: Vec<Group>,
    ports: Vec<Port>,
    /// The name of the clock port, which can be neither set nor read.
    clock: Option<String>,
    /// The number of copies.
    count: usize,
    flat: Flat,
    /// Neither inputs nor state have changed since the last settle.
    is_settled: bool,
    /// The record for replays, if it is kept.
    kept: Option<Kept>,
}

/// Registers and memories of one copy, for another copy of the same design.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CopyState(Vec<bool>);

/// The events since [`Copies::keep_inputs`].
#[cfg_attr(not(feature = "native"), expect(dead_code, reason = "only replays read it"))]
struct Kept {
    /// The state of each copy when recording began.
    first: Vec<CopyState>,
    events: Vec<Event>,
}

#[cfg_attr(not(feature = "native"), expect(dead_code, reason = "only replays read it"))]
enum Event {
    /// A clock edge; for each group its input planes.
    Clock(Vec<Box<[Planes]>>),
    /// The copy with this number was set to this state.
    State(usize, CopyState),
}

/// The maximum number of state bits of a copy: each bit has a plane, and each write of a memory takes time for all of its planes.
const MAX_STATE_BITS: u64 = 1 << 18;
/// Above this number of operations on planes in a cycle, the groups run in parallel: for fewer, threads cost more time than they save.
const PARALLEL_OPERATIONS: usize = 50_000;

impl Copies {
    pub(super) fn new(flat: Flat, count: usize) -> Result<Self, Error> {
        let bits: u64 = flat.state_words().map(|(_, width)| u64::from(width)).sum();
        if bits > MAX_STATE_BITS {
            return Err(Error::Engine(EngineError::Failed(format!(
                "{bits} bits of registers and memories are too many for copies, which may have {MAX_STATE_BITS}: simulate runs one \
                 instance of it"
            ))));
        }
        let groups = vec![Group::new(&flat); count.div_ceil(COPIES).max(1)];
        Ok(Copies {
            ports: groups[0].ports().to_vec(),
            clock: ports::clock(&flat),
            groups,
            count,
            flat,
            is_settled: false,
            kept: None,
        })
    }

    /// The number of copies.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Sets an input port of a copy.
    ///
    /// Errors: [`Error::Ports`] if there is no such copy or input, [`Error::TooWide`] if the value has more bits than the port.
    pub fn set(&mut self, copy: usize, name: &str, value: u64) -> Result<(), Error> {
        self.check(copy)?;
        let port = self.find(name)?;
        ports::check_input(&self.ports[port], value)?;
        let (group, within) = self.place(copy);
        self.groups[group].set_by_copy(port);
        self.groups[group].set(within, port, value);
        self.is_settled = false;
        Ok(())
    }

    /// Sets an input port of every copy: copy `i` to `value(i)`. The port is looked up once. Errors: as of [`set`](Copies::set); then no
    /// copy is set.
    pub fn set_each(&mut self, name: &str, value: impl FnMut(usize) -> u64) -> Result<(), Error> {
        let port = self.find(name)?;
        let values: Vec<u64> = (0..self.count).map(value).collect();
        // One check of the bitwise or is faster than a check of each value; only the error needs the value that is too wide.
        let or_of_all = values.iter().fold(0, |or, value| or | value);
        if let Err(error) = ports::check_input(&self.ports[port], or_of_all) {
            values
                .iter()
                .try_for_each(|value| ports::check_input(&self.ports[port], *value))?;
            // Without copies, an output is an error all the same.
            return Err(error);
        }
        for (group, values) in self.groups.iter_mut().zip(values.chunks(COPIES)) {
            group.set_column(port, values);
        }
        self.is_settled = false;
        Ok(())
    }

    /// Sets an input port by planes, one for each bit of the port, least significant bit first. Errors: [`Error::Ports`] if there is no such
    /// input, or for another number of planes or copies.
    pub fn set_planes(&mut self, name: &str, planes: &[Plane]) -> Result<(), Error> {
        let port = self.find(name)?;
        ports::check_input(&self.ports[port], 0)?;
        let (width, count) = (self.ports[port].width, self.count);
        if planes.len() != width as usize {
            let why = format!("{name} has {width} bits, and there are {} planes for it", planes.len());
            return Err(Error::Ports(why));
        }
        if let Some(other) = planes.iter().find(|plane| plane.count() != count) {
            let why = format!("a plane for {name} has {} copies, and there are {count}", other.count());
            return Err(Error::Ports(why));
        }
        for (index, group) in self.groups.iter_mut().enumerate().take(count.div_ceil(COPIES)) {
            let planes: Vec<Planes> = planes.iter().map(|plane| plane.groups()[index]).collect();
            group.set_planes(port, &planes);
        }
        self.is_settled = false;
        Ok(())
    }

    /// Reads a port of a copy: an output as of the last [`settle`](Copies::settle). Error: [`Error::Ports`] if there is no such copy or port.
    pub fn get(&self, copy: usize, name: &str) -> Result<u64, Error> {
        self.check(copy)?;
        let port = self.find(name)?;
        let (group, within) = self.place(copy);
        Ok(self.groups[group].bits(within, port))
    }

    /// Reads a port of every copy: element `i` is the value of copy `i`. The port is looked up once. Error: [`Error::Ports`] if there is no such port.
    pub fn get_each(&self, name: &str) -> Result<Vec<u64>, Error> {
        let port = self.find(name)?;
        let mut values = Vec::with_capacity(COPIES * self.groups.len());
        self.groups
            .iter()
            .for_each(|group| values.extend_from_slice(&group.column(port)));
        values.truncate(self.count);
        Ok(values)
    }

    /// Reads a port of every copy as planes, one for each bit, least significant bit first. Error: [`Error::Ports`] if there is no such port.
    pub fn planes(&self, name: &str) -> Result<Vec<Plane>, Error> {
        let port = self.find(name)?;
        let groups: Vec<_> = self.groups.iter().map(|group| group.planes(port)).collect();
        let plane = |bit: usize| Plane::of_groups(groups.iter().map(|planes| planes[bit]), self.count);
        Ok((0..self.ports[port].width as usize).map(plane).collect())
    }

    /// Propagates inputs and state of all copies through the combinational logic.
    pub fn settle(&mut self) {
        self.each_group(Group::settle_planes);
        self.is_settled = true;
    }

    /// One rising clock edge for all copies; the new state is visible after the next [`settle`](Copies::settle).
    pub fn tick(&mut self) {
        if !self.is_settled {
            self.settle();
        }
        if let Some(kept) = &mut self.kept {
            let inputs = self.groups.iter().map(|group| group.input_planes().into()).collect();
            kept.events.push(Event::Clock(inputs));
        }
        self.each_group(Group::tick);
        self.is_settled = false;
    }

    /// Registers and memories of a copy. Error: [`Error::Ports`] if there is no such copy.
    pub fn state(&self, copy: usize) -> Result<CopyState, Error> {
        self.check(copy)?;
        Ok(self.state_of(copy))
    }

    /// Sets registers and memories of a copy to those of another copy, or of this copy in an earlier cycle: many copies can continue
    /// from one state. Error: [`Error::Ports`] if there is no such copy, or if the state has another number of bits than the design.
    pub fn set_state(&mut self, copy: usize, state: &CopyState) -> Result<(), Error> {
        self.check(copy)?;
        let bits = self.groups[0].state().len();
        if state.0.len() != bits {
            let why = format!(
                "a state of {} bits for a design that has {bits} bits of state",
                state.0.len()
            );
            return Err(Error::Ports(why));
        }
        if let Some(kept) = &mut self.kept {
            kept.events.push(Event::State(copy, state.clone()));
        }
        let (group, within) = self.place(copy);
        let planes = self.groups[group].state_mut().iter_mut();
        planes.zip(&state.0).for_each(|(plane, bit)| plane.set(within, *bit));
        self.is_settled = false;
        Ok(())
    }

    /// From now on keeps the inputs of every cycle, for [`replay`](Copies::replay); forgets the inputs that were kept before. With 256
    /// copies, a cycle takes 32 bytes of memory for each bit of the inputs.
    pub fn keep_inputs(&mut self) {
        let first = (0..self.count).map(|copy| self.state_of(copy));
        self.kept = Some(Kept {
            first: first.collect(),
            events: vec![],
        });
    }

    fn each_group(&mut self, work: impl Fn(&mut Group) + Sync + Send) {
        match self.groups.len() * self.groups[0].operations() > PARALLEL_OPERATIONS {
            true => self.groups.par_iter_mut().for_each(work),
            false => self.groups.iter_mut().for_each(work),
        }
    }

    /// The index of a port.
    fn find(&self, name: &str) -> Result<usize, Error> {
        ports::find(&self.ports, self.clock.as_deref(), name)
    }

    /// Error: there is no such copy.
    fn check(&self, copy: usize) -> Result<(), Error> {
        match copy < self.count {
            true => Ok(()),
            false => Err(Error::Ports(format!(
                "there is no copy {copy}; there are {}, counted from 0",
                self.count
            ))),
        }
    }

    /// The index of a copy's group, and the copy's index within the group.
    fn place(&self, copy: usize) -> (usize, usize) {
        (copy / COPIES, copy % COPIES)
    }

    fn state_of(&self, copy: usize) -> CopyState {
        let (group, within) = self.place(copy);
        let planes = self.groups[group].state().iter();
        CopyState(planes.map(|plane| plane.get(within)).collect())
    }
}
