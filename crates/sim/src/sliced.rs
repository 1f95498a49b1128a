//! Many copies of a design at once, without a compiler: the netlist as a program over bit planes, with a copy in each bit.
//!
//! A cycle takes the same time for one copy and for all of them, so this is for many independent runs: in total some hundred times
//! as many cycles a second as with one copy, but each copy is far slower. Only ports are visible.

use super::{Port, PortDirection};
use aligned_vec::AVec;
use lanesmith_algebra::{Bit, Edge, Graph, Slice, StraightLineProgram, pack, pack_each, unpack, unpack_each};
use lanesmith_netlist::eval::{DesignState, settle, tick};
use lanesmith_netlist::{Flat, Net, NetId, NetKind, mask};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::Arc;

/// `64 * N` copies of a design. Clones share the program and have states of their own.
///
/// Within a cycle: [`set`](Sliced::set) inputs, [`settle`](Sliced::settle), [`get`](Sliced::get) outputs, then
/// [`tick`](Sliced::tick), as with an [`Engine`](super::Engine). State starts at 0 unless the design defines another value.
#[derive(Clone)]
pub struct Sliced<const N: usize> {
    code: Arc<Code>,
    /// The memory of the programs: the planes of inputs and state, then temporaries.
    slots: AVec<Slice<N>>,
    /// Room for the planes that [`StraightLineProgram::update`] keeps during a tick.
    kept: Vec<Slice<N>>,
    /// The planes of the outputs as of the last settle.
    shown: Vec<Slice<N>>,
    /// The input ports that are set by planes, and these.
    by_planes: BTreeMap<usize, Vec<Slice<N>>>,
    /// The values of all copies, port after port.
    ports: Vec<u64>,
    /// The ports of one direction packed into words, for conversion to planes and back.
    words: Vec<u64>,
}

struct Code {
    ports: Vec<Port>,
    /// From inputs and state to outputs.
    settle: StraightLineProgram,
    /// From there to the next state.
    tick: StraightLineProgram,
    /// The input ports, with planes among the slots.
    inputs: Words,
    /// The output ports, with planes among the results of `settle`.
    outputs: Words,
    state: Range<usize>,
    power_up: Vec<bool>,
}

/// Words with the ports in them, and the planes of each word.
type Words = Vec<(Range<usize>, Vec<PortBits>)>;

/// The position of a port in a word.
#[derive(Clone, Copy, Debug)]
struct PortBits {
    port: usize,
    lo: u32,
    mask: u64,
}

/// The planes of a port, if it is one of these words.
fn planes_of(words: &Words, port: usize) -> Option<Range<usize>> {
    let place = |(planes, places): &(Range<usize>, Vec<PortBits>)| {
        let place = places.iter().find(|place| place.port == port)?;
        let first = planes.start + place.lo as usize;
        Some(first..first + place.mask.count_ones() as usize)
    };
    words.iter().find_map(place)
}

/// Puts a port into the last word, or into a new one if it does not fit.
fn place(words: &mut Words, port: usize, width: u32) {
    let end = words.last().map_or(0, |(planes, _)| planes.end);
    let is_full = |(planes, _): &(Range<usize>, _)| planes.len() + width as usize > 64;
    if words.last().is_none_or(is_full) {
        words.push((end..end, vec![]));
    }
    let (planes, places) = words.last_mut().expect("there is one now");
    places.push(PortBits {
        port,
        lo: planes.len() as u32,
        mask: mask(width),
    });
    planes.end += width as usize;
}

impl Code {
    fn new(flat: &Flat) -> Self {
        let clock = flat.clock_port();
        let own: Vec<(NetId, &Net)> = flat.ports().filter(|(id, _)| Some(*id) != clock).collect();
        let graph = Graph::new();
        let (mut inputs, mut outputs) = (Words::new(), Words::new());
        let mut edges = HashMap::new();
        let mut ports = vec![];
        for (id, net) in &own {
            let is_input = net.kind == NetKind::Input;
            let words = if is_input { &mut inputs } else { &mut outputs };
            place(words, ports.len(), net.width);
            if is_input {
                edges.insert(*id, graph.inputs(net.width));
            }
            ports.push(Port::from(*net));
        }
        let first = graph.input_count() as usize;
        let state = DesignState::from_bits(flat, || graph.input());
        let last = graph.input_count() as usize;
        // The clock is not data: a design that reads it sees it low.
        let low = |id: NetId| vec![Edge::constant(false); flat.module.net_ref(id).width as usize];
        let values = settle(flat, |id| edges.get(&id).cloned().unwrap_or_else(|| low(id)), &state);
        let shown = own.iter().filter(|(_, net)| net.kind != NetKind::Input);
        let shown: Vec<Edge> = shown.flat_map(|(id, _)| values[id.0 as usize].clone()).collect();
        let next = tick(flat, &values, &state).to_bits();
        let [settle, tick] = StraightLineProgram::in_place_by_parts(&graph, &shown, &next);
        Code {
            ports,
            settle,
            tick,
            inputs,
            outputs,
            state: first..last,
            power_up: flat.power_up_bits(),
        }
    }
}

impl<const N: usize> Sliced<N> {
    /// The number of copies.
    pub const COPIES: usize = 64 * N;

    /// Copies of a design.
    pub fn new(flat: &Flat) -> Self {
        let code = Code::new(flat);
        let mut slots = StraightLineProgram::room(code.settle.slots());
        for (plane, bit) in slots[code.state.clone()].iter_mut().zip(&code.power_up) {
            *plane = Slice::constant(*bit);
        }
        Sliced {
            slots,
            kept: vec![],
            shown: vec![Slice([0; N]); code.outputs.last().map_or(0, |(planes, _)| planes.end)],
            by_planes: BTreeMap::new(),
            ports: vec![0; code.ports.len() * Self::COPIES],
            words: vec![0; Self::COPIES],
            code: Arc::new(code),
        }
    }

    /// The ports, in the order of the emitted module; the clock is not among them.
    pub fn ports(&self) -> &[Port] {
        &self.code.ports
    }

    /// Sets an input port of a copy. Bits beyond the port's width are ignored.
    #[inline]
    pub fn set(&mut self, copy: usize, port: usize, value: u64) {
        self.ports[port * Self::COPIES + copy] = value;
    }

    /// Sets an input port of all copies.
    pub fn set_all(&mut self, port: usize, value: u64) {
        self.ports[port * Self::COPIES..][..Self::COPIES].fill(value);
    }

    /// Sets an input port of the first copies.
    pub fn set_column(&mut self, port: usize, values: &[u64]) {
        self.set_by_copy(port);
        self.ports[port * Self::COPIES..][..values.len()].copy_from_slice(values);
    }

    /// The values of input ports, a column for each, to be set. Panics if a port is there twice.
    pub fn columns_mut(&mut self, ports: &[usize]) -> Vec<&mut [u64]> {
        ports.iter().for_each(|port| self.set_by_copy(*port));
        let mut columns: Vec<Option<&mut [u64]>> = self.ports.chunks_exact_mut(Self::COPIES).map(Some).collect();
        let column = |port: &usize| columns[*port].take().expect("a port once");
        ports.iter().map(column).collect()
    }

    /// Reads a port of a copy: an output as of the last `settle`.
    #[inline]
    pub fn get(&self, copy: usize, port: usize) -> u64 {
        self.ports[port * Self::COPIES + copy]
    }

    /// Propagates inputs and state of all copies through the combinational logic.
    pub fn settle(&mut self) {
        self.settle_planes();
        let code = &*self.code;
        for (planes, places) in &code.outputs {
            let mut at = 0;
            unpack_each(self.shown[planes.clone()].to_vec(), Self::COPIES, |some| {
                self.words[at..at + some.len()].copy_from_slice(some);
                at += some.len();
            });
            for PortBits { port, lo, mask } in places {
                let values = &mut self.ports[port * Self::COPIES..][..Self::COPIES];
                let words = self.words.iter().zip(values);
                words.for_each(|(word, value)| *value = word >> lo & mask);
            }
        }
    }

    /// Like [`settle`](Sliced::settle), but [`get`](Sliced::get) does not see the outputs: [`planes`](Sliced::planes) and
    /// [`column`](Sliced::column) do.
    pub fn settle_planes(&mut self) {
        let code = &*self.code;
        for (planes, places) in &code.inputs {
            if places.iter().all(|place| self.by_planes.contains_key(&place.port)) {
                continue;
            }
            self.words.fill(0);
            for PortBits { port, lo, mask } in places {
                let values = &self.ports[port * Self::COPIES..][..Self::COPIES];
                let words = self.words.iter_mut().zip(values);
                words.for_each(|(word, value)| *word |= (value & mask) << lo);
            }
            pack_each(&self.words, |word| *word, &mut self.slots[planes.clone()]);
        }
        for (port, planes) in &self.by_planes {
            let place = planes_of(&code.inputs, *port).expect("an input");
            self.slots[place].copy_from_slice(planes);
        }
        code.settle.run_in_place(&mut self.slots);
        code.settle.write_outputs(&self.slots, &mut self.shown);
    }

    /// Sets an input port by its planes, least significant bit first, until [`set_by_copy`](Sliced::set_by_copy). Panics if there are not as many as the port
    /// has bits.
    pub fn set_planes(&mut self, port: usize, planes: &[Slice<N>]) {
        let width = self.code.ports[port].width as usize;
        assert_eq!(planes.len(), width, "a plane for each bit");
        let own = self.by_planes.entry(port).or_default();
        own.clear();
        own.extend_from_slice(planes);
    }

    /// From now on [`set`](Sliced::set) sets the port again, which has the values of its planes first.
    pub fn set_by_copy(&mut self, port: usize) {
        if let Some(planes) = self.by_planes.remove(&port) {
            let values = unpack(&planes, Self::COPIES);
            self.ports[port * Self::COPIES..][..Self::COPIES].copy_from_slice(&values);
        }
    }

    /// The planes of an output as of the last settle, those of an input as they were set last.
    pub fn planes(&self, port: usize) -> Cow<'_, [Slice<N>]> {
        if let Some(place) = planes_of(&self.code.outputs, port) {
            return Cow::Borrowed(&self.shown[place]);
        }
        match self.by_planes.get(&port) {
            Some(planes) => Cow::Borrowed(planes),
            None => Cow::Owned(pack(self.values(port), self.code.ports[port].width)),
        }
    }

    /// The value of a port in one copy, as [`column`](Sliced::column) has it.
    pub fn bits(&self, copy: usize, port: usize) -> u64 {
        match self.is_column(port) {
            true => self.get(copy, port),
            false => {
                let planes = self.planes(port);
                let bits = planes.iter().zip(0..);
                bits.fold(0, |value, (plane, i)| value | u64::from(plane.get(copy)) << i)
            }
        }
    }

    /// The values of a port that are kept copy by copy.
    fn values(&self, port: usize) -> &[u64] {
        &self.ports[port * Self::COPIES..][..Self::COPIES]
    }

    /// Whether the values of a port are kept copy by copy.
    fn is_column(&self, port: usize) -> bool {
        self.code.ports[port].direction == PortDirection::Input && !self.by_planes.contains_key(&port)
    }

    /// The values of a port in all copies: of an output as of the last settle, of an input as they were set last.
    pub fn column(&self, port: usize) -> Vec<u64> {
        match self.is_column(port) {
            true => self.values(port).to_vec(),
            false => unpack(&self.planes(port), Self::COPIES),
        }
    }

    /// The planes of all inputs as of the last settle, port after port.
    pub fn input_planes(&self) -> &[Slice<N>] {
        &self.slots[..self.code.state.start]
    }

    /// The planes of registers and memories, in the order of [`DesignState`].
    pub fn state(&self) -> &[Slice<N>] {
        &self.slots[self.code.state.clone()]
    }

    /// The same, to be set.
    pub fn state_mut(&mut self) -> &mut [Slice<N>] {
        &mut self.slots[self.code.state.clone()]
    }

    /// Operations on planes in a clock.
    pub fn operations(&self) -> usize {
        self.code.settle.len() + self.code.tick.len()
    }

    /// One rising clock edge for all copies, from settled values.
    pub fn tick(&mut self) {
        self.code.tick.run_in_place(&mut self.slots);
        self.code
            .tick
            .update(&mut self.slots, self.code.state.start, &mut self.kept);
    }
}
