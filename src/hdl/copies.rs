//! Many copies of a design at once.

use super::{Error, ports};
use crate::netlist::Flat;
use crate::sim::{EngineError, Port, Sliced};
use std::ops::Range;

/// Copies of a design that run side by side, each with inputs and state of its own.
///
/// In each clock: [`set`](Copies::set) inputs of copies, [`settle`](Copies::settle), [`get`](Copies::get) outputs,
/// [`tick`](Copies::tick). A clock takes as long for one copy as for 64, and little more for 256: this is for work that falls into
/// many independent runs. Only ports can be looked at.
pub struct Copies {
    groups: Vec<Group>,
    ports: Vec<Port>,
    clocks: Vec<String>,
    count: usize,
}

/// Copies that share the words they are computed in.
enum Group {
    Narrow(Sliced<1>),
    Wide(Sliced<4>),
}

const NARROW: usize = Sliced::<1>::COPIES;
const WIDE: usize = Sliced::<4>::COPIES;
/// State is kept bit by bit, and each write of a memory looks at all of its bits.
const MOST_STATE_BITS: u64 = 1 << 18;

/// Calls a method of whichever group it is.
macro_rules! any {
    ($group:expr, $hardware:ident => $call:expr) => {
        match $group {
            Group::Narrow($hardware) => $call,
            Group::Wide($hardware) => $call,
        }
    };
}

impl Copies {
    pub(super) fn new(flat: &Flat, count: usize) -> Result<Self, Error> {
        let module = &flat.module;
        let registers = module.registers.iter().map(|register| module.net_ref(register.q).width);
        let words = module.memories.iter();
        let words = words.map(|memory| u64::from(memory.depth) * u64::from(memory.width));
        let bits: u64 = registers.map(u64::from).sum::<u64>() + words.sum::<u64>();
        if bits > MOST_STATE_BITS {
            return Err(Error::Engine(EngineError::Failed(format!(
                "{bits} bits of registers and memories are too many for copies, which may have {MOST_STATE_BITS}: simulate runs one \
                 instance of it"
            ))));
        }
        let groups = match count {
            0..=NARROW => vec![Group::Narrow(Sliced::new(flat))],
            _ => {
                let group = Sliced::new(flat);
                (0..count.div_ceil(WIDE)).map(|_| Group::Wide(group.clone())).collect()
            }
        };
        Ok(Copies {
            ports: any!(&groups[0], hardware => hardware.ports().to_vec()),
            groups,
            clocks: ports::clocks(flat),
            count,
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
        let (group, copy) = self.place(copy)?;
        let port = ports::find(&self.ports, &self.clocks, name)?;
        ports::check_input(&self.ports[port], value)?;
        any!(&mut self.groups[group], hardware => hardware.set(copy, port, value));
        Ok(())
    }

    /// Sets an input port of every copy to what `value` gives for its number; the port is looked up once. Errors: as of
    /// [`set`](Copies::set); the copies before the one with a value too wide are set then.
    pub fn set_each(&mut self, name: &str, mut value: impl FnMut(usize) -> u64) -> Result<(), Error> {
        let port = ports::find(&self.ports, &self.clocks, name)?;
        for copy in 0..self.count {
            let value = value(copy);
            ports::check_input(&self.ports[port], value)?;
            let (group, copy) = (copy / WIDE, copy % WIDE);
            any!(&mut self.groups[group], hardware => hardware.set(copy, port, value));
        }
        Ok(())
    }

    /// Reads a port of a copy as of the last [`settle`](Copies::settle). Error: [`Error::Ports`] if there is no such copy or port.
    pub fn get(&self, copy: usize, name: &str) -> Result<u64, Error> {
        let (group, copy) = self.place(copy)?;
        let port = ports::find(&self.ports, &self.clocks, name)?;
        Ok(any!(&self.groups[group], hardware => hardware.get(copy, port)))
    }

    /// Reads a port of every copy, in their order; the port is looked up once. Error: [`Error::Ports`] if there is no such port.
    pub fn get_each(&self, name: &str) -> Result<Vec<u64>, Error> {
        let port = ports::find(&self.ports, &self.clocks, name)?;
        let get = |copy: usize| any!(&self.groups[copy / WIDE], hardware => hardware.get(copy % WIDE, port));
        Ok((0..self.count).map(get).collect())
    }

    /// Propagates inputs and state of all copies through the combinational logic.
    pub fn settle(&mut self) {
        self.groups
            .iter_mut()
            .for_each(|group| any!(group, hardware => hardware.settle()));
    }

    /// One rising clock edge for all copies; the new state is visible after the next [`settle`](Copies::settle).
    pub fn tick(&mut self) {
        self.groups
            .iter_mut()
            .for_each(|group| any!(group, hardware => hardware.tick()));
    }

    /// Where a copy is: its group, and its number there.
    fn place(&self, copy: usize) -> Result<(usize, usize), Error> {
        let copies: Range<usize> = 0..self.count;
        match copies.contains(&copy) {
            true => Ok((copy / WIDE, copy % WIDE)),
            false => Err(Error::Ports(format!(
                "there is no copy {copy}; there are {}, counted from 0",
                self.count
            ))),
        }
    }
}
