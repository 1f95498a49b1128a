//! Many copies of a design at once.

#[path = "../../examples/own_copies.rs"]
#[allow(dead_code)]
mod own_copies;

use crate::settings::first_seed;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Error};
use lanesmith::sim::testbench::Random;

#[test]
fn the_example_of_copies_runs() {
    own_copies::compare(70, 200).unwrap_or_else(|why| panic!("{why}"));
}

/// A register, a memory and a comparison: what it shows depends on everything it was given.
#[derive(LogicBlock)]
struct History {
    clock: Signal<In, Clock>,
    value: Signal<In, Bits<8>>,
    write: Signal<In, Bit>,
    sum: Signal<Out, Bits<8>>,
    found: Signal<Out, Bit>,
    total: DFF<Bits<8>>,
    words: RAM<Bits<8>, 3>,
}

impl History {
    fn new() -> Self {
        History {
            clock: Signal::default(),
            value: Signal::default(),
            write: Signal::default(),
            sum: Signal::default(),
            found: Signal::default(),
            total: DFF::default(),
            words: RAM::from((3..11_u64).map(Bits::from)),
        }
    }
}

impl Logic for History {
    #[hdl_gen]
    fn update(&mut self) {
        self.total.clock.next = self.clock.val();
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.total.d.next = self.total.q.val() + (self.value.val() ^ self.words.read_data.val());
        self.words.read_address.next = bit_cast::<3, 8>(self.total.q.val());
        self.words.write_address.next = bit_cast::<3, 8>(self.value.val());
        self.words.write_data.next = self.total.q.val();
        self.words.write_enable.next = self.write.val();
        self.sum.next = self.total.q.val();
        self.found.next = self.words.read_data.val() == self.value.val();
    }
}

lanesmith::top!(History {
    clock,
    value,
    write,
    sum,
    found
});

#[test]
fn each_copy_does_what_a_simulation_of_its_own_does() {
    let seed = first_seed();
    let design = hdl::check(History::new(), 500, seed).expect("agreement");
    for count in [1, 64, 65, 300] {
        let mut copies = hdl::simulate_copies(&design, count).expect("copies");
        assert_eq!(copies.count(), count);
        let mut single: Vec<hdl::Simulation> = vec![];
        // A few of them alone, those at borders among them.
        let alone: Vec<usize> = [0, 1, 63, 64, 255, 256, 299]
            .into_iter()
            .filter(|copy| *copy < count)
            .collect();
        for _ in &alone {
            single.push(hdl::simulate(&design).expect("an engine"));
        }
        let mut random = Random::new(seed);
        let mut differ = false;
        for cycle in 0..60 {
            let values: Vec<u64> = (0..count).map(|_| random.bits() & 0xff).collect();
            copies.set_each("value", |copy| values[copy]).expect("an input");
            for (copy, value) in values.iter().enumerate() {
                copies.set(copy, "write", value >> 3 & 1).expect("an input");
            }
            copies.settle();
            let sums = copies.get_each("sum").expect("an output");
            differ |= sums.iter().any(|sum| *sum != sums[0]);
            for (copy, simulation) in alone.iter().zip(&mut single) {
                simulation.set("value", values[*copy]).expect("an input");
                simulation.set("write", values[*copy] >> 3 & 1).expect("an input");
                simulation.settle();
                for name in ["sum", "found", "value"] {
                    let at = format!("{name}: copy {copy} of {count}, cycle {cycle}, seed {seed}");
                    assert_eq!(copies.get(*copy, name), simulation.get(name), "{at}");
                }
                assert_eq!(sums[*copy], simulation.get("sum").expect("an output"));
                simulation.tick().expect("one clock");
            }
            copies.tick();
        }
        assert!(differ || count == 1, "copies show the same");
    }
}

#[derive(LogicBlock, Default)]
struct Large {
    clock: Signal<In, Clock>,
    address: Signal<In, Bits<16>>,
    data: Signal<Out, Bits<8>>,
    words: RAM<Bits<8>, 16>,
}

impl Logic for Large {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.words.read_address.next = self.address.val();
        self.words.write_address.next = self.address.val();
        self.words.write_data.next = self.words.read_data.val();
        self.words.write_enable.next = true;
        self.data.next = self.words.read_data.val();
    }
}

#[test]
fn a_copy_a_port_or_a_value_that_there_is_not_and_too_large_a_memory_are_errors() {
    let design = hdl::lower(&History::new()).expect("a netlist");
    let mut copies = hdl::simulate_copies(&design, 3).expect("copies");
    let said = |result: Result<(), Error>| result.expect_err("an error").to_string();
    assert_eq!(
        said(copies.set(3, "value", 1)),
        "there is no copy 3; there are 3, counted from 0"
    );
    assert_eq!(
        said(copies.get(0, "vale").map(drop)),
        "there is no port vale; did you mean value? the ports are value, write, sum, found"
    );
    assert_eq!(said(copies.set(0, "sum", 1)), "sum is an output, which cannot be set");
    assert_eq!(
        said(copies.set_each("write", |copy| copy as u64)),
        "0x2 does not fit into write, which has 1 bits"
    );
    assert_eq!(
        said(copies.set(0, "clock", 1)),
        "clock is a clock: it is ticked, not set or read"
    );
    let none = hdl::simulate_copies(&design, 0).expect("no copies");
    assert_eq!(none.get_each("sum"), Ok(vec![]));
    assert_eq!(
        said(none.get(0, "sum").map(drop)),
        "there is no copy 0; there are 0, counted from 0"
    );
    let large = hdl::lower(&Large::default()).expect("a netlist");
    let why = said(hdl::simulate_copies(&large, 2).map(drop));
    assert!(
        why.starts_with("524288 bits of registers and memories are too many for copies"),
        "{why}"
    );
}
