//! Several clocks: crossings between them, clocks by name, waves, and edges at one time.

use crate::block::block;
use crate::emission::{available, run};
use crate::own_modules::clocks::{AsynchronousFifo, Synchroniser};
use crate::waves::read;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, CrossingGuard, Effort, Error};
use lanesmith::sim::rust_hdl::RustHdl;

block!(
    Crossings {
        from: In Clock, to: In Clock, bit: In Bit, wide: In Bits<4>, index: In Bits<2>, safe: Out Bit, glitching: Out Bit,
        bare: Out Bits<4>, early: Out Bit, word: Out Bits<4>,
    } {
        source: DFF<Bit>, other: DFF<Bit>, word_source: DFF<Bits<4>>, sync: Synchroniser<1>, late: Synchroniser<1>,
        taken: DFF<Bits<4>>, first: DFF<Bit>, second: DFF<Bit>, store: Register<Bits<4>>, ram: RAM<Bits<4>, 2>,
    }
);

impl Logic for Crossings {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, from, source, other, word_source);
        dff_setup!(self, to, taken, first, second);
        clock!(self, to, sync, late, store);
        self.source.d.next = self.bit.val();
        self.other.d.next = !self.bit.val();
        self.word_source.d.next = self.wide.val();
        // A synchroniser; one with logic before it; none.
        self.sync.sig_in.next = self.source.q.val().into();
        self.safe.next = self.sync.sig_out.val().any();
        self.late.sig_in.next = (self.source.q.val() & self.other.q.val()).into();
        self.glitching.next = self.late.sig_out.val().any();
        self.taken.d.next = self.word_source.q.val() + 1;
        // Somebody reads the first of the two.
        self.first.d.next = self.other.q.val();
        self.second.d.next = self.first.q.val();
        self.early.next = self.first.q.val() | self.second.q.val();
        self.store.reset.next = false;
        self.store.enable.next = self.source.q.val();
        self.store.d.next = self.taken.q.val();
        self.bare.next = self.store.q.val();
        self.ram.write_clock.next = self.from.val();
        self.ram.write_address.next = self.index.val();
        self.ram.write_data.next = self.taken.q.val();
        self.ram.write_enable.next = self.bit.val();
        self.ram.read_clock.next = self.to.val();
        self.ram.read_address.next = self.index.val();
        self.word.next = self.ram.read_data.val();
    }
}

#[test]
fn paths_between_clocks_are_listed_with_what_is_at_their_ends() {
    let design = hdl::lower(&Crossings::default()).expect("a netlist");
    let crossings = hdl::clock_crossings(&design).expect("a list");
    let listed: Vec<String> = crossings.iter().map(ToString::to_string).collect();
    let expected = [
        "other_q (from) to first_q (to) without a synchroniser",
        "other_q (from) to late.dff0_q (to) through logic into a synchroniser",
        "ram (from) to ram_read_data (to) without a synchroniser",
        "source_q (from) to late.dff0_q (to) through logic into a synchroniser",
        "source_q (from) to store_q (to) without a synchroniser",
        "source_q (from) to sync.dff0_q (to) into a synchroniser",
        "taken_q (to) to ram (from) without a synchroniser",
        "word_source_q (from) to taken_q (to) without a synchroniser",
    ];
    assert_eq!(listed, expected);
    // Synchronisers hold for one bit: that pointers are in Gray code is not known here.
    let fifo = hdl::lower(&AsynchronousFifo::default()).expect("a netlist");
    let crossings = hdl::clock_crossings(&fifo).expect("a list");
    assert_eq!(crossings.len(), 3);
    assert!(
        crossings.iter().all(|crossing| crossing.guard == CrossingGuard::None),
        "{crossings:?}"
    );
}

block!(Derived { clock: In Clock, d: In Bit, q: Out Bit } { half: DFF<Bit>, state: DFF<Bit>, divided: Signal<Local, Clock> });

impl Logic for Derived {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, half);
        self.half.d.next = !self.half.q.val();
        self.divided.next = self.half.q.val().into();
        self.state.clock.next = self.divided.val();
        self.state.d.next = self.d.val();
        self.q.next = self.state.q.val();
    }
}

block!(Pair { a: In Clock, b: In Clock, d: In Bits<8>, x: Out Bits<8>, y: Out Bits<8> } { first: DFF<Bits<8>>, second: DFF<Bits<8>> });

impl Logic for Pair {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, a, first);
        dff_setup!(self, b, second);
        self.first.d.next = self.d.val();
        self.second.d.next = self.first.q.val() + 1;
        self.x.next = self.first.q.val();
        self.y.next = self.second.q.val();
    }
}

#[test]
fn clocks_are_ticked_by_name_and_what_needs_one_clock_says_so() {
    let design = hdl::lower(&Pair::default()).expect("a netlist");
    let mut simulation = hdl::simulate(&design).expect("an engine");
    let mut shown = vec![];
    for (d, clocks) in [
        (5, &["a"][..]),
        (6, &["b"]),
        (7, &["b", "a"]),
        (8, &["a", "a"]),
        (9, &[]),
    ] {
        simulation.set("d", d).expect("an input");
        simulation.settle();
        match clocks {
            [only] => simulation.tick_clock(only),
            clocks => simulation.tick_clocks(clocks),
        }
        .expect("clocks");
        simulation.settle();
        shown.push(["x", "y"].map(|name| simulation.get(name).expect("an output")));
    }
    // Both at once: the second one takes what the first held before.
    assert_eq!(shown, [[5, 0], [5, 6], [7, 6], [8, 6], [8, 6]]);
    let said = |result: Result<(), Error>| result.expect_err("an error").to_string();
    assert_eq!(
        said(simulation.tick()),
        "there are several clocks, a, b: tick_clock ticks one by its name, tick_clocks several"
    );
    assert_eq!(
        said(simulation.tick_clock("c")),
        "there is no clock c; the clocks are a, b"
    );
    assert_eq!(
        said(simulation.set("a", 1)),
        "a is a clock: it is ticked, not set or read"
    );
    // Nothing of that did anything.
    simulation.settle();
    assert_eq!(simulation.get("y"), Ok(6));
    let needs = "module pair: net b: a second clock beside a: this needs a design of one clock";
    assert_eq!(said(hdl::simulate_copies(&design, 3).map(drop)), needs);
    assert_eq!(said(hdl::prove(&design, &design, &Effort::default()).map(drop)), needs);
    let derived = hdl::lower(&Derived::default())
        .expect_err("a derived clock")
        .to_string();
    assert!(
        derived.ends_with("a clock that is no input port of the top module"),
        "{derived}"
    );
}

#[test]
fn waves_show_each_clock_where_it_rose() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.vcd");
    let design = hdl::lower(&Pair::default()).expect("a netlist");
    let mut simulation = hdl::simulate(&design).expect("an engine");
    simulation.record(&path).expect("a recording");
    let steps = [&["a"][..], &["b"], &["a", "b"], &["a"]];
    for (d, clocks) in (1..).zip(steps) {
        simulation.set("d", d).expect("an input");
        simulation.tick_clocks(clocks).expect("clocks");
    }
    simulation.finish_recording().expect("files");
    let mut waves = wellen::simple::read(&path).expect("a readable VCD");
    let mut values = |name: &str| -> Vec<u64> {
        let name = format!("testbench.pair.{name}");
        (0..5).map(|cycle| read(&mut waves, &name, cycle)).collect()
    };
    assert_eq!(values("a"), [0, 1, 0, 1, 1]);
    assert_eq!(values("b"), [0, 0, 1, 1, 0]);
    assert_eq!(values("x"), [0, 1, 1, 3, 4]);
    assert_eq!(values("y"), [0, 0, 2, 2, 2]);
    // It falls in the middle of each cycle.
    let text = std::fs::read_to_string(&path).expect("a file");
    let falls = text
        .lines()
        .filter(|line| line.starts_with('0') && line.len() == 2)
        .count();
    assert!(falls >= 5, "{text}");
    assert!(!text.contains(" cycle_"), "{text}");
    let save = std::fs::read_to_string(path.with_extension("gtkw")).expect("a file");
    assert!(
        save.contains("-clocks\n@28\ntestbench.pair.a\n@28\ntestbench.pair.b\n"),
        "{save}"
    );
}

// A clock's way through two instances.
block!(Detour { clock: In Clock, out: Out Clock });

impl Logic for Detour {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.clock.val();
    }
}

block!(
    LateRead {
        write_clock: In Clock, read_clock: In Clock, address: In Bits<2>, value: In Bits<8>, data: Out Bits<8>,
    } { ram: RAM<Bits<8>, 2>, first: Detour, second: Detour }
);

impl Logic for LateRead {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.clock.next = self.read_clock.val();
        self.second.clock.next = self.first.out.val();
        self.ram.read_clock.next = self.second.out.val();
        self.ram.write_clock.next = self.write_clock.val();
        self.ram.read_address.next = self.address.val();
        self.ram.write_address.next = self.address.val();
        self.ram.write_data.next = self.value.val();
        self.ram.write_enable.next = true;
        self.data.next = self.ram.read_data.val();
    }
}

#[test]
fn edges_at_one_time_take_the_old_values_where_rust_hdl_lets_the_way_of_a_clock_decide() {
    let design = hdl::lower(&LateRead::default()).expect("a netlist");
    let mut simulation = hdl::simulate(&design).expect("an engine");
    let clocks = ["write_clock", "read_clock"];
    let mut kernel = RustHdl::with_clocks(Box::new(LateRead::default()), clocks.map(str::to_owned).into());
    for (name, value) in [("address", 1), ("value", 7)] {
        kernel.set(kernel.port(name), value);
        simulation.set(name, value).expect("an input");
    }
    kernel.settle();
    kernel.tick();
    kernel.settle();
    simulation.settle();
    simulation.tick_clocks(&clocks).expect("clocks");
    simulation.settle();
    assert_eq!((simulation.get("data"), kernel.get(kernel.port("data"))), (Ok(0), 7));
    let bench = "
module bench;
  reg [1:0] clocks = 0;
  wire [7:0] data;
  late_read dut (.write_clock(clocks[0]), .read_clock(clocks[1]), .address(2'd1), .value(8'd7), .data(data));
  initial begin
    #1 clocks = 3; #1 clocks = 0; #1 $display(\"%h\", data);
    #1 clocks = 3; #1 clocks = 0; #1 $display(\"%h\", data);
  end
endmodule
";
    if available("iverilog") {
        let folder = tempfile::tempdir().expect("a folder");
        let files = hdl::emit(&design).into_iter().filter(|file| file.name.ends_with(".v"));
        let text: String = files.map(|file| file.text).collect();
        std::fs::write(folder.path().join("bench.v"), text + bench).expect("writable");
        let compile = ["iverilog", "-g2005", "-s", "bench", "-o", "bench.vvp", "bench.v"];
        assert_eq!(run(folder.path(), &compile, &[]), (true, String::new()));
        let (_, shown) = run(folder.path(), &["vvp", "-n", "bench.vvp"], &[]);
        assert_eq!(shown, "xx\n07\n");
    }
    // Nothing is wrong with the block.
    for seed in 0..4 {
        assert!(hdl::check(LateRead::default(), 200, seed).is_ok(), "seed {seed}");
    }
}
