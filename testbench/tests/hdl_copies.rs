//! Many copies of a design at once.

#[path = "../../examples/own_copies.rs"]
#[allow(dead_code)]
mod own_copies;
use crate::block::block;
use crate::settings::first_seed;
use crate::waves::read;
use lanesmith::hdl;
use lanesmith::hdl::prelude::*;
use lanesmith::sim::testbench::Random;

#[test]
fn the_example_of_copies_runs() {
    own_copies::compare(65, 50).unwrap_or_else(|why| panic!("{why}"));
    let folder = tempfile::tempdir().expect("a folder");
    let (copy, waves) = own_copies::search(100, folder.path()).unwrap_or_else(|why| panic!("{why}"));
    assert!(copy < 100);
    assert!(waves.is_some_and(|waves| waves.exists()));
}

/// A register, a memory and a comparison: what it shows depends on everything it was given.
#[hdl_module]
struct History {
    clock: Signal<In, Clock>,
    value: Signal<In, Bits<8>>,
    write: Signal<In, Bit>,
    sum: Signal<Out, Bits<8>>,
    found: Signal<Out, Bit>,
    total: DFF<Bits<8>>,
    #[default(Memory::synchronous(8).with_contents((3..11_u64).map(Bits::from)))]
    words: Memory<Bits<8>, 3, 1>,
}

impl Logic for History {
    #[hdl_gen]
    fn update(&mut self) {
        self.total.clock.next = self.clock.val();
        self.words.clock.next = self.clock.val();
        self.total.d.next = self.total.q.val() + (self.value.val() ^ self.words.read_data[0].val());
        self.words.read_enable[0].next = true;
        self.words.read_address[0].next = bit_cast::<3, 8>(self.total.q.val());
        self.words.write_address.next = bit_cast::<3, 8>(self.value.val());
        self.words.write_data.next = self.total.q.val();
        self.words.write_enable.next = self.write.val();
        self.sum.next = self.total.q.val();
        self.found.next = self.words.read_data[0].val() == self.value.val();
    }
}

#[test]
fn copies_do_what_simulations_of_their_own_do_by_words_columns_and_planes() {
    let seed = first_seed();
    let design = hdl::check(History::default, 500, seed).expect("agreement");
    for count in [1, 64, 65, 300, 1030] {
        let [mut words, mut planes] = [0, 1].map(|_| hdl::simulate_copies(&design, count).expect("copies"));
        assert_eq!(words.count(), count);
        // A few of them alone, those at borders among them.
        let borders = [0, 1, 63, 64, 255, 256, 1029].into_iter();
        let mut alone: Vec<(usize, hdl::Simulation)> = borders
            .filter(|copy| *copy < count)
            .map(|copy| (copy, hdl::simulate(&design).expect("an engine")))
            .collect();
        let mut random = Random::new(seed);
        for cycle in 0..40 {
            let at = format!("{count} copies, cycle {cycle}, seed {seed}");
            let values: Vec<u64> = (0..count).map(|_| random.bits() & 0xff).collect();
            words.set_each("value", |copy| values[copy]).expect("an input");
            for (copy, value) in values.iter().enumerate() {
                words.set(copy, "write", value & 1).expect("an input");
            }
            let bit = |bit: usize| hdl::Plane::from_fn(count, |copy| values[copy] >> bit & 1 != 0);
            let bits: Vec<hdl::Plane> = (0..8).map(bit).collect();
            planes.set_planes("value", &bits).expect("an input");
            // Both ways for one port in turns.
            match cycle % 3 {
                0 => planes.set_planes("write", &bits[..1]).expect("an input"),
                _ => planes.set_each("write", |copy| values[copy] & 1).expect("an input"),
            }
            words.settle();
            planes.settle();
            for (copy, simulation) in &mut alone {
                simulation.set("value", values[*copy]).expect("an input");
                simulation.set("write", values[*copy] & 1).expect("an input");
                simulation.settle();
            }
            for name in ["value", "write", "sum", "found"] {
                let column = words.get_each(name).expect("a port");
                assert_eq!(planes.get_each(name), Ok(column.clone()), "{name}, {at}");
                let found = planes.planes(name).expect("a port");
                for (copy, value) in column.iter().enumerate() {
                    let bits = found
                        .iter()
                        .zip(0..)
                        .map(|(plane, bit)| u64::from(plane.get(copy)) << bit);
                    assert_eq!(bits.sum::<u64>(), *value, "{name} of copy {copy}, {at}");
                }
                for (copy, simulation) in &alone {
                    assert_eq!(simulation.get(name), Ok(column[*copy]), "{name} of copy {copy}, {at}");
                    assert_eq!(planes.get(*copy, name), Ok(column[*copy]));
                }
            }
            for (_, simulation) in &mut alone {
                simulation.tick();
            }
            words.tick();
            planes.tick();
        }
        let sums = words.get_each("sum").expect("an output");
        assert!(
            count == 1 || sums.iter().any(|sum| *sum != sums[0]),
            "copies show the same"
        );
    }
}

#[test]
fn any_copy_can_be_replayed_alone_with_waves_also_after_a_jump_of_its_state() {
    let seed = first_seed();
    let design = hdl::lower(&History::default()).expect("a netlist");
    let folder = tempfile::tempdir().expect("a folder");
    let count = 70;
    let mut copies = hdl::simulate_copies(&design, count).expect("copies");
    let mut random = Random::new(seed);
    let mut clocks = |copies: &mut hdl::Copies, clocks: usize| {
        for _ in 0..clocks {
            copies.set_each("value", |_| random.bits() & 0xff).expect("an input");
            copies.set_each("write", |_| random.bits() & 1).expect("an input");
            copies.settle();
            copies.tick();
        }
    };
    clocks(&mut copies, 5);
    let missing = copies.replay(3, None).map(drop).expect_err("nothing is kept");
    assert_eq!(
        missing.to_string(),
        "no inputs are kept: call keep_inputs before the clocks to replay"
    );
    copies.keep_inputs();
    clocks(&mut copies, 20);
    // All go on from the state of one of them.
    let state = copies.state(7).expect("a copy");
    for copy in 0..count {
        copies.set_state(copy, &state).expect("a state of this design");
    }
    copies.settle();
    let sums = copies.get_each("sum").expect("an output");
    assert!(sums.iter().all(|sum| *sum == sums[0]), "{sums:?}");
    clocks(&mut copies, 20);
    copies.settle();
    for copy in [0, 7, 64, 69] {
        let waves = folder.path().join(format!("copy{copy}.vcd"));
        let mut simulation = copies.replay(copy, Some(&waves)).expect("a replay");
        simulation
            .set("value", copies.get(copy, "value").expect("an input"))
            .expect("an input");
        simulation.settle();
        for name in ["sum", "found"] {
            assert_eq!(
                simulation.get(name),
                copies.get(copy, name),
                "{name} of copy {copy}, seed {seed}"
            );
        }
        simulation.finish_recording().expect("waves");
        let mut recorded = wellen::simple::read(&waves).expect("a VCD file");
        let last = read(&mut recorded, "testbench.history.sum", 40);
        assert_eq!(Ok(last), copies.get(copy, "sum"), "copy {copy}, seed {seed}");
    }
}

#[hdl_module]
struct Large {
    clock: Signal<In, Clock>,
    address: Signal<In, Bits<16>>,
    data: Signal<Out, Bits<8>>,
    #[default(Memory::synchronous(1 << 16))]
    words: Memory<Bits<8>, 16, 1>,
}

impl Logic for Large {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.clock.next = self.clock.val();
        self.words.read_enable[0].next = true;
        self.words.read_address[0].next = self.address.val();
        self.words.write_address.next = self.address.val();
        self.words.write_data.next = self.words.read_data[0].val();
        self.words.write_enable.next = true;
        self.data.next = self.words.read_data[0].val();
    }
}

block!(Other { clock: In Clock, count: Out Bits<8> } { state: DFF<Bits<8>> });

impl Logic for Other {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.state.d.next = self.state.q.val() + 1;
        self.count.next = self.state.q.val();
    }
}

#[test]
fn unknown_copies_ports_and_values_and_too_large_a_memory_are_errors() {
    let design = hdl::lower(&History::default()).expect("a netlist");
    let mut copies = hdl::simulate_copies(&design, 3).expect("copies");
    let plane = hdl::Plane::constant;
    let state = copies.state(2).expect("a copy");
    let other = hdl::simulate_copies(&hdl::lower(&Other::default()).expect("a netlist"), 1);
    let none = hdl::simulate_copies(&design, 0).expect("no copies");
    assert_eq!(none.get_each("sum"), Ok(vec![]));
    for (result, wanted) in [
        (
            copies.set(3, "value", 1),
            "there is no copy 3; there are 3, counted from 0",
        ),
        (
            copies.get(0, "vale").map(drop),
            "there is no port vale; did you mean value? the ports are value, write, sum, found",
        ),
        (copies.set(0, "sum", 1), "sum is an output, which cannot be set"),
        (
            copies.set_each("write", |copy| copy as u64),
            "0x2 does not fit into write, which has 1 bits",
        ),
        (
            copies.set(0, "clock", 1),
            "clock is a clock: it is ticked, not set or read",
        ),
        (
            copies.set_planes("value", &[plane(3, true)]),
            "value has 8 bits, and there are 1 planes for it",
        ),
        (
            copies.set_planes("write", &[plane(4, true)]),
            "a plane for write has 4 copies, and there are 3",
        ),
        (
            copies.set_planes("found", &[plane(3, true)]),
            "found is an output, which cannot be set",
        ),
        (
            other.expect("copies").set_state(0, &state),
            "a state of 80 bits for a design that has 8 bits of state",
        ),
    ] {
        assert_eq!(result.expect_err("an error").to_string(), wanted);
    }
    let large = hdl::lower(&Large::default()).expect("a netlist");
    let why = hdl::simulate_copies(&large, 2)
        .map(drop)
        .expect_err("too large")
        .to_string();
    assert!(
        why.starts_with("524296 bits of registers and memories are too many for copies"),
        "{why}"
    );
}
