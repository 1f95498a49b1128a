//! Modules in modules: arrays, configurations, sharing.

use super::{block, checked, ports};
use lanesmith::hdl::{self, prelude::*};
use lanesmith::netlist::{Design, NetKind};

fn modules(design: &Design) -> Vec<&str> {
    design.modules.iter().map(|module| module.name.as_str()).collect()
}

/// One byte of the sum.
#[hdl_module]
struct Lane {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    carry_in: Signal<In, Bit>,
    /// The byte.
    sum: Signal<Out, Bits<8>>,
    carry: Signal<Out, Bit>,
    half: Signal<Out, Bits<8>>,
    wide: Signal<Local, Bits<9>>,
    _carries: bool,
}

impl Logic for Lane {
    #[hdl_gen]
    fn update(&mut self) {
        self.half.next = self.a.val() >> 1;
        self.wide.next = bit_cast::<9, 8>(self.half.val()) + bit_cast::<9, 8>(self.b.val());
        if self._carries {
            self.wide.next = bit_cast::<9, 8>(self.half.val())
                + bit_cast::<9, 8>(self.b.val())
                + bit_cast::<9, 1>(self.carry_in.val().into());
        }
        self.sum.next = bit_cast::<8, 9>(self.wide.val());
        self.carry.next = false;
        if self._carries {
            self.carry.next = self.wide.val().get_bit(8);
        }
    }
}

// Four lanes, and one that nobody reads.
block!(Lanes { a: In Bits<32>, b: In Bits<32>, unused: In Bit, sum: Out Bits<32> } { lane: [Lane; 4], spare: Lane });

impl Lanes {
    fn new(carries: bool) -> Self {
        let mut lanes = Lanes::default();
        lanes.lane.iter_mut().for_each(|lane| lane._carries = carries);
        lanes
    }
}

impl Logic for Lanes {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.lane[i].a.next = self.a.val().get_bits::<8>(i * 8);
            self.lane[i].b.next = self.b.val().get_bits::<8>(i * 8);
        }
        self.lane[0].carry_in.next = false;
        for i in 0..3 {
            self.lane[i + 1].carry_in.next = self.lane[i].carry.val();
        }
        connect!(self.spare { a: 1.into(), b: 2.into(), carry_in: self.unused.val() });
        self.sum.next = cat!(32 of 8: self.lane[3].sum.val(), self.lane[2].sum.val(), self.lane[1].sum.val(), self.lane[0].sum.val());
    }
}

#[test]
fn equal_modules_are_one_and_unused_ports_and_instances_go() {
    let design = checked(|| Lanes::new(true));
    // The last lane has no carry to give; nobody outside reads a half.
    assert_eq!(modules(&design), ["lane", "lane_2", "lanes"]);
    assert_eq!(ports(&design, "lane"), ["a", "b", "carry_in", "sum", "carry"]);
    assert_eq!(ports(&design, "lane_2"), ["a", "b", "carry_in", "sum"]);
    let lane = &design.modules[0];
    let sum = lane.ports().find(|(_, net)| net.name == "sum").expect("a port").1;
    assert_eq!(
        (lane.doc.as_str(), sum.doc.as_str()),
        ("One byte of the sum.", "The byte.")
    );
    let without = checked(|| Lanes::new(false));
    assert_eq!(modules(&without), ["lane", "lanes"]);
    assert_eq!(ports(&without, "lane"), ["a", "b", "sum"]);
    assert_eq!(ports(&without, "lanes"), ["a", "b", "unused", "sum"]);
    let wires = without.top_module().nets.iter().filter(|net| net.kind == NetKind::Wire);
    assert_eq!(wires.count(), 4, "a sum of each lane");
}

/// Words of which signals choose one to add to, and one to show.
#[hdl_module]
struct Counters<const N: usize> {
    clock: Signal<In, Clock>,
    add: Signal<In, Bits<10>>,
    show: Signal<In, Bits<10>>,
    shown: Signal<Out, Bits<8>>,
    #[default(std::array::from_fn(|_| DFF::default()))]
    words: [DFF<Bits<8>>; N],
}

impl<const N: usize> Logic for Counters<N> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..N {
            self.words[i].clock.next = self.clock.val();
            self.words[i].d.next = self.words[i].q.val();
        }
        self.words[self.add.val().index()].d.next = self.words[self.add.val().index()].q.val() + 1;
        self.shown.next = self.words[self.show.val().index()].q.val();
    }
}

#[test]
fn eight_times_as_many_elements_make_eight_times_as_many_expressions() {
    fn count<const N: usize>() -> usize {
        let design = hdl::lower(&Counters::<N>::default()).expect("a netlist");
        design.top_module().exprs().len()
    }
    let (few, many) = (count::<64>(), count::<512>());
    assert!(many < few * 10, "64: {few}, 512: {many}");
}
