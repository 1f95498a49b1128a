//! Copies of a design that are simulated together, each in one bit of the machine words.

use lanesmith_algebra::Slice;
use lanesmith_netlist::Flat;
use lanesmith_sim::{Port, Sliced};

/// A group of 64, 256 or 1024 copies.
pub(super) enum Group {
    Narrow(Sliced<1>),
    Wide(Sliced<4>),
    Widest(Sliced<16>),
}

/// The number of 64-bit words in each plane of a group, for `count` copies in total. Wide planes are faster for many copies,
/// because each operation is then looked up once for more copies.
pub(super) const fn words_of_group(count: usize) -> usize {
    match count {
        0..=64 => 1,
        65..=512 => 4,
        _ => 16,
    }
}

/// Calls a method of the group's hardware, for any width.
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
    /// Groups for `count` copies; at least one group.
    pub fn several(flat: &Flat, count: usize) -> Vec<Group> {
        fn groups<const N: usize>(flat: &Flat, count: usize, group: fn(Sliced<N>) -> Group) -> Vec<Group> {
            let first = Sliced::new(flat);
            let number = count.div_ceil(Sliced::<N>::COPIES).max(1);
            std::iter::repeat_n(first, number).map(group).collect()
        }
        match words_of_group(count) {
            1 => groups(flat, count, Group::Narrow),
            4 => groups(flat, count, Group::Wide),
            _ => groups(flat, count, Group::Widest),
        }
    }

    pub fn ports(&self) -> &[Port] {
        any!(self, hardware => hardware.ports())
    }

    /// Operations on planes in a clock.
    pub fn operations(&self) -> usize {
        any!(self, hardware => hardware.operations())
    }

    pub fn set(&mut self, copy: usize, port: usize, value: u64) {
        any!(self, hardware => {
            hardware.set_by_copy(port);
            hardware.set(copy, port, value);
        });
    }

    pub fn get(&self, copy: usize, port: usize) -> u64 {
        any!(self, hardware => hardware.bits(copy, port))
    }

    /// Sets the port of the first copies.
    pub fn set_column(&mut self, port: usize, values: &[u64]) {
        any!(self, hardware => hardware.set_column(port, values));
    }

    pub fn column(&self, port: usize) -> Vec<u64> {
        any!(self, hardware => hardware.column(port))
    }

    /// The words of all planes, least significant bit first.
    pub fn set_planes(&mut self, port: usize, words: impl Iterator<Item = u64>) {
        any!(self, hardware => hardware.set_planes(port, &slices(words)));
    }

    pub fn planes(&self, port: usize) -> Vec<u64> {
        any!(self, hardware => hardware.planes(port).iter().flat_map(|plane| plane.0).collect())
    }

    pub fn settle(&mut self) {
        any!(self, hardware => hardware.settle_planes());
    }

    pub fn tick(&mut self) {
        any!(self, hardware => hardware.tick());
    }

    pub fn input_planes(&self) -> Box<[u64]> {
        any!(self, hardware => hardware.input_planes().iter().flat_map(|plane| plane.0).collect())
    }

    pub fn state(&self, copy: usize) -> Vec<bool> {
        any!(self, hardware => hardware.state().iter().map(|plane| plane.get(copy)).collect())
    }

    pub fn set_state(&mut self, copy: usize, bits: &[bool]) {
        any!(self, hardware => {
            let planes = hardware.state_mut().iter_mut();
            planes.zip(bits).for_each(|(plane, bit)| plane.set(copy, *bit));
        });
    }
}

/// Planes of `N` words each.
fn slices<const N: usize>(words: impl Iterator<Item = u64>) -> Vec<Slice<N>> {
    let words: Vec<u64> = words.collect();
    let planes = words.chunks_exact(N);
    planes.map(|plane| Slice(std::array::from_fn(|i| plane[i]))).collect()
}
