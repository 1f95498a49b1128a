//! Many copies of a design at once, without a compiler: the netlist as a program over bit planes, with a copy in each bit.
//!
//! A cycle takes the same time for one copy and for all of them, so this is for many independent runs: in total some hundred times
//! as many cycles a second as with one copy, but each copy is far slower. Only ports are visible.

use super::Port;
use crate::algebra::{Bit, Edge, Graph, Slice, StraightLineProgram, pack_each, unpack_each};
use crate::netlist::eval::{DesignState, settle, tick};
use crate::netlist::{Flat, Net, NetId, NetKind};
use aligned_vec::AVec;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// `64 * N` copies of a design. Clones share the program and have states of their own.
///
/// Within a cycle: [`set`](Sliced::set) inputs, [`settle`](Sliced::settle), [`get`](Sliced::get) outputs, then
/// [`tick`](Sliced::tick), as with an [`Engine`](super::Engine). State starts at 0 unless the design defines another value.
#[derive(Clone)]
pub struct Sliced<const N: usize> {
    code: Rc<Code>,
    /// The memory of the programs: the planes of inputs and state, then temporaries.
    slots: AVec<Slice<N>>,
    next: Vec<Slice<N>>,
    /// The values of all copies, port after port.
    ports: Vec<u64>,
    /// The ports of one direction packed into words, for conversion to planes and back.
    words: Vec<u64>,
}

struct Code {
    ports: Vec<Port>,
    /// From inputs and state to outputs.
    settle: StraightLineProgram,
    /// From inputs and state to the next state.
    tick: StraightLineProgram,
    /// The input ports, with planes among the slots.
    inputs: Words,
    /// The output ports, with planes among the results of `settle`.
    outputs: Words,
    state: Range<usize>,
    power_up: Vec<bool>,
}

/// Words with the ports in them, and the planes of each word.
type Words = Vec<(Range<usize>, Vec<Place>)>;

/// The position of a port in a word.
#[derive(Clone, Copy, Debug)]
struct Place {
    port: usize,
    lo: u32,
    mask: u64,
}

/// Puts a port into the last word, or into a new one if it does not fit.
fn place(words: &mut Words, port: usize, width: u32) {
    let end = words.last().map_or(0, |(planes, _)| planes.end);
    if words
        .last()
        .is_none_or(|(planes, _)| planes.len() + width as usize > 64)
    {
        words.push((end..end, vec![]));
    }
    let (planes, places) = words.last_mut().expect("there is one now");
    places.push(Place {
        port,
        lo: planes.len() as u32,
        mask: u64::MAX >> (64 - width),
    });
    planes.end += width as usize;
}

impl Code {
    fn new(flat: &Flat) -> Self {
        let clocks = flat.clock_ports();
        let own: Vec<(NetId, &Net)> = flat.ports().filter(|(id, _)| !clocks.contains(id)).collect();
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
        Code {
            ports,
            settle: StraightLineProgram::in_place(&graph, &shown),
            tick: StraightLineProgram::in_place(&graph, &next),
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
        let slots = code.settle.slots().max(code.tick.slots());
        let mut slots = StraightLineProgram::room(slots);
        for (plane, bit) in slots[code.state.clone()].iter_mut().zip(&code.power_up) {
            *plane = Slice::constant(*bit);
        }
        Sliced {
            slots,
            next: vec![Slice([0; N]); code.state.len()],
            ports: vec![0; code.ports.len() * Self::COPIES],
            words: vec![0; Self::COPIES],
            code: Rc::new(code),
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

    /// Reads a port of a copy: an output as of the last `settle`.
    #[inline]
    pub fn get(&self, copy: usize, port: usize) -> u64 {
        self.ports[port * Self::COPIES + copy]
    }

    /// Propagates inputs and state of all copies through the combinational logic.
    pub fn settle(&mut self) {
        let code = &*self.code;
        for (planes, places) in &code.inputs {
            self.words.fill(0);
            for Place { port, lo, mask } in places {
                let values = &self.ports[port * Self::COPIES..][..Self::COPIES];
                let words = self.words.iter_mut().zip(values);
                words.for_each(|(word, value)| *word |= (value & mask) << lo);
            }
            pack_each(&self.words, |word| *word, &mut self.slots[planes.clone()]);
        }
        code.settle.run_in_place(&mut self.slots);
        for (planes, places) in &code.outputs {
            let planes = planes.clone().map(|at| code.settle.output(&self.slots, at));
            let mut at = 0;
            unpack_each(planes.collect(), Self::COPIES, |some| {
                self.words[at..at + some.len()].copy_from_slice(some);
                at += some.len();
            });
            for Place { port, lo, mask } in places {
                let values = &mut self.ports[port * Self::COPIES..][..Self::COPIES];
                let words = self.words.iter().zip(values);
                words.for_each(|(word, value)| *value = word >> lo & mask);
            }
        }
    }

    /// One rising clock edge for all copies, from settled values.
    pub fn tick(&mut self) {
        self.code.tick.run_in_place(&mut self.slots);
        for (at, plane) in self.next.iter_mut().enumerate() {
            *plane = self.code.tick.output(&self.slots, at);
        }
        self.slots[self.code.state.clone()].copy_from_slice(&self.next);
    }
}
