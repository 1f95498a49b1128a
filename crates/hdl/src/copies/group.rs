//! A group of copies of a design that are simulated together. A plane is one bit of all copies of a group: each copy has its bit in the
//! plane's 64-bit words.

use lanesmith_algebra::Slice;
use lanesmith_netlist::Flat;
use lanesmith_sim::{Port, Sliced};

/// A group of 64, 256 or 1024 copies, by the number of words in a plane: 1, 4 or 16.
pub(super) enum Group {
    Narrow(Sliced<1>),
    Wide(Sliced<4>),
    Widest(Sliced<16>),
}

/// The number of 64-bit words in each plane of a group, for `count` copies in total. Wide planes are faster for many copies,
/// because each operation is then looked up once for more copies. Up to 512 copies, a group of 1024 would be at most half full.
pub(super) const fn words_of_group(count: usize) -> usize {
    match count {
        0..=64 => 1,
        65..=512 => 4,
        _ => 16,
    }
}

/// Evaluates `$call` with `$hardware` as the group's [`Sliced`], for any width.
macro_rules! any {
    ($group:expr, $hardware:ident => $call:expr) => {
        match $group {
            Group::Narrow($hardware) => $call,
            Group::Wide($hardware) => $call,
            Group::Widest($hardware) => $call,
        }
    };
}

impl Group {
    /// Groups for `count` copies, at least one group. All have the same width.
    pub fn for_copies(flat: &Flat, count: usize) -> Vec<Group> {
        fn groups<const N: usize>(flat: &Flat, count: usize, group: fn(Sliced<N>) -> Group) -> Vec<Group> {
            let hardware = Sliced::new(flat);
            let group_count = count.div_ceil(Sliced::<N>::COPIES).max(1);
            std::iter::repeat_n(hardware, group_count).map(group).collect()
        }
        match words_of_group(count) {
            1 => groups(flat, count, Group::Narrow),
            4 => groups(flat, count, Group::Wide),
            _ => groups(flat, count, Group::Widest),
        }
    }

    /// The ports without the clocks. Other methods take a port's index in this list.
    pub fn ports(&self) -> &[Port] {
        any!(self, hardware => hardware.ports())
    }

    /// The number of operations on planes in a cycle.
    pub fn operations(&self) -> usize {
        any!(self, hardware => hardware.operations())
    }

    /// Sets an input port of a copy. If the port was set by planes, the other copies keep their values.
    pub fn set(&mut self, copy: usize, port: usize, value: u64) {
        any!(self, hardware => {
            hardware.set_by_copy(port);
            hardware.set(copy, port, value);
        });
    }

    /// Reads a port of a copy, of an output as of the last settle. `Sliced::get` does not see outputs after
    /// [`settle`](Group::settle), `Sliced::bits` does.
    pub fn get(&self, copy: usize, port: usize) -> u64 {
        any!(self, hardware => hardware.bits(copy, port))
    }

    /// Sets an input port of the first copies: copy `i` to `values[i]`.
    pub fn set_column(&mut self, port: usize, values: &[u64]) {
        any!(self, hardware => hardware.set_column(port, values));
    }

    /// Reads a port of all copies: element `i` is the value of copy `i`.
    pub fn column(&self, port: usize) -> Vec<u64> {
        any!(self, hardware => hardware.column(port))
    }

    /// Sets an input port by the words of its planes: all words of the least significant bit's plane first, then those of the next bit.
    pub fn set_planes(&mut self, port: usize, words: impl Iterator<Item = u64>) {
        any!(self, hardware => hardware.set_planes(port, &slices(words)));
    }

    /// Reads a port of all copies, in the order of words of [`set_planes`](Group::set_planes).
    pub fn planes(&self, port: usize) -> Vec<u64> {
        any!(self, hardware => hardware.planes(port).iter().flat_map(|plane| plane.0).collect())
    }

    /// Propagates inputs and state through the combinational logic.
    pub fn settle(&mut self) {
        any!(self, hardware => hardware.settle_planes());
    }

    /// One rising clock edge, after [`settle`](Group::settle).
    pub fn tick(&mut self) {
        any!(self, hardware => hardware.tick());
    }

    /// The words of all input planes, port after port in the order of [`ports`](Group::ports), each as in
    /// [`set_planes`](Group::set_planes).
    pub fn input_planes(&self) -> Box<[u64]> {
        any!(self, hardware => hardware.input_planes().iter().flat_map(|plane| plane.0).collect())
    }

    /// The bits of registers and memories of a copy, in the order of `DesignState`.
    pub fn state(&self, copy: usize) -> Vec<bool> {
        any!(self, hardware => hardware.state().iter().map(|plane| plane.get(copy)).collect())
    }

    /// Sets registers and memories of a copy to bits in the order of [`state`](Group::state).
    pub fn set_state(&mut self, copy: usize, bits: &[bool]) {
        any!(self, hardware => {
            let planes = hardware.state_mut().iter_mut();
            planes.zip(bits).for_each(|(plane, bit)| plane.set(copy, *bit));
        });
    }
}

/// Splits words into planes of `N` words each.
fn slices<const N: usize>(words: impl Iterator<Item = u64>) -> Vec<Slice<N>> {
    let words: Vec<u64> = words.collect();
    let planes = words.chunks_exact(N);
    planes.map(|plane| Slice(std::array::from_fn(|i| plane[i]))).collect()
}
