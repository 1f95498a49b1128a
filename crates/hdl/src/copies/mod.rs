//! Simulates many copies of a design at once, for many independent runs.

mod group;
mod plane;
#[cfg(feature = "native")]
mod replay;

pub use plane::Plane;

use super::{Error, ports};
use group::{Group, words_of_group};
use lanesmith_algebra::Slice;
use lanesmith_netlist::Flat;
use lanesmith_netlist::eval::DesignState;
use lanesmith_sim::{EngineError, Port};
use rayon::prelude::*;

/// Copies of a design that run side by side, each with its own inputs and state.
///
/// In each cycle: set inputs, [`settle`](Copies::settle), read outputs, [`tick`](Copies::tick). A cycle takes as long for one copy as
/// for 64, and little more for 256: copies are for work that consists of many independent runs.
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
    /// The names of the clock ports, which can be neither set nor read.
    clocks: Vec<String>,
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
    /// A clock edge; for each group the words of its input planes.
    Clock(Vec<Box<[u64]>>),
    /// The copy with this number was set to this state.
    State(usize, CopyState),
}

/// The maximum number of state bits of a copy: each bit has a plane, and each write of a memory takes time for all of its planes.
const MAX_STATE_BITS: u64 = 1 << 18;
/// Above this number of operations on planes in a cycle, the groups run in parallel: for fewer, threads cost more time than they save.
const PARALLEL_OPERATIONS: usize = 50_000;

impl Copies {
    pub(super) fn new(flat: Flat, count: usize) -> Result<Self, Error> {
        let module = &flat.module;
        let registers = module.registers.iter().map(|register| module.net_ref(register.q).width);
        let memories = module.memories.iter();
        let memories = memories.map(|memory| u64::from(memory.depth) * u64::from(memory.width));
        let bits: u64 = registers.map(u64::from).sum::<u64>() + memories.sum::<u64>();
        if bits > MAX_STATE_BITS {
            return Err(Error::Engine(EngineError::Failed(format!(
                "{bits} bits of registers and memories are too many for copies, which may have {MAX_STATE_BITS}: simulate runs one \
                 instance of it"
            ))));
        }
        let groups = Group::for_copies(&flat, count);
        Ok(Copies {
            ports: groups[0].ports().to_vec(),
            clocks: ports::clocks(&flat),
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
        let copies_per_group = 64 * words_of_group(self.count);
        for (group, values) in self.groups.iter_mut().zip(values.chunks(copies_per_group)) {
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
        let words = words_of_group(count);
        for (index, group) in self.groups.iter_mut().enumerate() {
            let group_words = planes.iter().flat_map(|plane| &plane.words()[index * words..][..words]);
            group.set_planes(port, group_words.copied());
        }
        self.is_settled = false;
        Ok(())
    }

    /// Reads a port of a copy: an output as of the last [`settle`](Copies::settle). Error: [`Error::Ports`] if there is no such copy or port.
    pub fn get(&self, copy: usize, name: &str) -> Result<u64, Error> {
        self.check(copy)?;
        let port = self.find(name)?;
        let (group, within) = self.place(copy);
        Ok(self.groups[group].get(within, port))
    }

    /// Reads a port of every copy: element `i` is the value of copy `i`. The port is looked up once. Error: [`Error::Ports`] if there is no such port.
    pub fn get_each(&self, name: &str) -> Result<Vec<u64>, Error> {
        let port = self.find(name)?;
        let mut values = Vec::with_capacity(64 * words_of_group(self.count) * self.groups.len());
        self.groups
            .iter()
            .for_each(|group| values.extend_from_slice(&group.column(port)));
        values.truncate(self.count);
        Ok(values)
    }

    /// Reads a port of every copy as planes, one for each bit, least significant bit first. Error: [`Error::Ports`] if there is no such port.
    pub fn planes(&self, name: &str) -> Result<Vec<Plane>, Error> {
        let port = self.find(name)?;
        let groups: Vec<Vec<u64>> = self.groups.iter().map(|group| group.planes(port)).collect();
        let words = words_of_group(self.count);
        let plane = |bit: usize| {
            let plane_words = groups.iter().flat_map(|group| &group[bit * words..][..words]);
            Plane::from_words(plane_words.copied().collect(), self.count)
        };
        Ok((0..self.ports[port].width as usize).map(plane).collect())
    }

    /// Propagates inputs and state of all copies through the combinational logic.
    pub fn settle(&mut self) {
        self.each_group(Group::settle);
        self.is_settled = true;
    }

    /// One rising clock edge for all copies; the new state is visible after the next [`settle`](Copies::settle).
    pub fn tick(&mut self) {
        if !self.is_settled {
            self.settle();
        }
        if let Some(kept) = &mut self.kept {
            let inputs = self.groups.iter().map(Group::input_planes).collect();
            kept.events.push(Event::Clock(inputs));
        }
        self.each_group(Group::tick);
        self.is_settled = false;
    }

    /// Registers and memories of a copy. Error: [`Error::Ports`] if there is no such copy.
    pub fn state(&self, copy: usize) -> Result<CopyState, Error> {
        self.check(copy)?;
        let (group, within) = self.place(copy);
        Ok(CopyState(self.groups[group].state(within)))
    }

    /// Sets registers and memories of a copy to those of another copy, or of this copy in an earlier cycle: many copies can continue
    /// from one state. Error: [`Error::Ports`] if there is no such copy, or if the state has another number of bits than the design.
    pub fn set_state(&mut self, copy: usize, state: &CopyState) -> Result<(), Error> {
        self.check(copy)?;
        let bits = DesignState::<Slice<1>>::bits(&self.flat) as usize;
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
        self.groups[group].set_state(within, &state.0);
        self.is_settled = false;
        Ok(())
    }

    /// From now on keeps the inputs of every cycle, for [`replay`](Copies::replay); forgets the inputs that were kept before. With 256
    /// copies, a cycle takes 32 bytes of memory for each bit of the inputs.
    pub fn keep_inputs(&mut self) {
        let first = (0..self.count).map(|copy| {
            let (group, within) = self.place(copy);
            CopyState(self.groups[group].state(within))
        });
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
        ports::find(&self.ports, &self.clocks, name)
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
        let copies_per_group = 64 * words_of_group(self.count);
        (copy / copies_per_group, copy % copies_per_group)
    }
}
