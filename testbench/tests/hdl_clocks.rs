//! Designs of several clocks: rust-hdl's simulation, the netlist, the compiled engine and the emitted text on Icarus Verilog agree.

use crate::hdl_memories::{icarus, lint};
use crate::settings::first_seed;
use crate::waves::read;
use crate::widgets::clocked::CLOCKED;
use lanesmith::algebra::{Slice, pack, unpack};
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Error, Guard};
use lanesmith::netlist::eval::{State, settle, tick_clocks};
use lanesmith::netlist::{Design, Flat};
use lanesmith::sim::native::Native;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::{Port, PortDirection};
use std::collections::VecDeque;
use std::fmt::Write;

/// The same design in all forms but text. Every step settles, and compares all outputs.
struct Together {
    design: Design,
    flat: Flat,
    kernel: RustHdl,
    natives: [Native; 2],
    state: State<Slice<1>>,
    ports: Vec<Port>,
    clocks: Vec<String>,
    /// What Icarus Verilog has to do, and what it shows then.
    script: String,
    shown: Vec<Vec<u64>>,
}

impl Together {
    fn new(block: Box<dyn Top>) -> Self {
        let design = hdl::lower(&*block).unwrap_or_else(|why| panic!("{why}"));
        let flat = Flat::with_clocks(&design).expect("sound");
        let name = |net| flat.module.net_ref(net).name.clone();
        let clocks: Vec<String> = flat.clocks.iter().map(|clock| name(*clock)).collect();
        let kernel = RustHdl::with_clocks(block, clocks.clone());
        Together {
            natives: [Native::new(&flat), Native::traced(&flat)].map(|native| native.expect("a known processor")),
            state: State::power_up(&flat),
            ports: kernel.ports().to_vec(),
            kernel,
            clocks,
            flat,
            design,
            script: String::new(),
            shown: vec![],
        }
    }

    fn index(&self, name: &str) -> usize {
        self.ports.iter().position(|port| port.name == name).expect("a port")
    }

    fn set(&mut self, port: usize, value: u64) {
        self.kernel.set(port, value);
        self.natives.iter_mut().for_each(|native| native.set(port, value));
        let Port { name, width, .. } = &self.ports[port];
        write!(self.script, "{name} = {width}'h{value:x}; ").expect("a string");
    }

    fn get(&self, name: &str) -> u64 {
        self.kernel.get(self.index(name))
    }

    fn values(&self) -> Vec<Vec<Slice<1>>> {
        let input = |net| {
            let net = self.flat.module.net_ref(net);
            let port = self.ports.iter().position(|port| port.name == net.name);
            pack(&[port.map_or(0, |port| self.kernel.get(port))], net.width)
        };
        settle(&self.flat, input, &self.state)
    }

    fn settle(&mut self, at: &str) {
        self.kernel.settle();
        self.natives.iter_mut().for_each(|native| native.settle());
        let values = self.values();
        let mut row = vec![];
        for (i, port) in self.ports.iter().enumerate() {
            let expected = self.kernel.get(i);
            for native in &self.natives {
                assert_eq!(native.get(i), expected, "native: {}, {at}", port.name);
            }
            if port.direction == PortDirection::Output {
                let net = self.flat.port(&port.name).expect("a port");
                let found = unpack(&values[net.0 as usize], 1)[0];
                assert_eq!(found, expected, "netlist: {}, {at}", port.name);
                row.push(expected);
            }
        }
        self.shown.push(row);
        self.script += "#1 show; ";
    }

    fn tick(&mut self, rises: impl Fn(usize) -> bool + Copy) {
        let values = self.values();
        let number = |clock| {
            self.flat
                .clocks
                .iter()
                .position(|other| *other == clock)
                .expect("a clock")
        };
        self.state = tick_clocks(&self.flat, &values, &self.state, |clock| rises(number(clock)));
        self.kernel.try_tick_clocks(rises).expect("stable");
        self.natives.iter_mut().for_each(|native| native.tick_clocks(rises));
        let levels = (0..self.clocks.len())
            .rev()
            .map(|clock| u8::from(rises(clock)).to_string());
        let levels: String = levels.collect();
        // All edges of a step are at one time.
        writeln!(self.script, "clocks = 'b{levels}; #1 clocks = 0;").expect("a string");
    }

    /// Repeats all steps on Icarus Verilog: bits that it knows must be these. Returns how many it knew, of how many.
    fn icarus(&self, at: &str) -> Option<(u64, u64)> {
        let mut bench = String::from("module bench;\n");
        writeln!(bench, "  reg [{}:0] clocks = 0;", self.clocks.len() - 1).expect("a string");
        let clocks = self.clocks.iter().enumerate();
        let mut connections: Vec<String> = clocks.map(|(i, clock)| format!(".{clock}(clocks[{i}])")).collect();
        let (mut formats, mut names) = (vec![], vec![]);
        for Port { name, width, direction } in &self.ports {
            connections.push(format!(".{name}({name})"));
            let range = format!("[{}:0] {name}", width - 1);
            match direction {
                PortDirection::Input => writeln!(bench, "  reg {range} = 0;"),
                PortDirection::Output => {
                    formats.push("%b");
                    names.push(name.as_str());
                    writeln!(bench, "  wire {range};")
                }
            }
            .expect("a string");
        }
        let (top, connections) = (&self.design.top_module().name, connections.join(", "));
        let (formats, names) = (formats.join(" "), names.join(", "));
        writeln!(
            bench,
            "  {top} dut ({connections});\n  task show; $display(\"{formats}\", {names}); endtask"
        )
        .expect("a string");
        writeln!(bench, "  initial begin\n{}\n  end\nendmodule", self.script).expect("a string");
        let said = icarus(&self.design, &bench)?;
        assert_eq!(said.lines().count(), self.shown.len(), "{at}");
        let (mut known, mut all) = (0, 0);
        for (step, (line, row)) in said.lines().zip(&self.shown).enumerate() {
            for (word, expected) in line.split(' ').zip(row) {
                for (i, bit) in word.chars().rev().enumerate() {
                    all += 1;
                    if let Some(bit) = bit.to_digit(2) {
                        known += 1;
                        assert_eq!(u64::from(bit), expected >> i & 1, "{at}, step {step}: {line}, {row:x?}");
                    }
                }
            }
        }
        Some((known, all))
    }
}

/// Which clocks rise, by chance: mostly one, sometimes several at once.
fn chance(random: &mut Random, clocks: usize) -> u32 {
    match random.below(3) {
        0 => 1 + random.below((1 << clocks) - 1),
        _ => 1 << random.below(clocks as u32),
    }
}

/// Random inputs and clocks for a design in all its forms.
fn agree(name: &str, block: Box<dyn Top>, steps: usize, seed: u64) -> Together {
    let mut all = Together::new(block);
    let (mut random, clocks) = (Random::new(seed), all.clocks.len());
    let mut changed = vec![false; all.ports.len()];
    // First a reset, if there is one: nothing is unknown in an event simulator then.
    let resets = ["reset", "clear"].map(|name| all.ports.iter().position(|port| port.name == name));
    resets.into_iter().flatten().for_each(|port| all.set(port, 1));
    for step in 0..2 {
        all.settle(&format!("{name}, step {step} of reset"));
        all.tick(|_| true);
    }
    for step in 0..steps {
        for (i, port) in all.ports.clone().iter().enumerate() {
            if port.direction == PortDirection::Input && random.one_in(2) {
                // Requests come and go in phases, so that FIFOs fill and empty.
                let often = (step / 600 + i) % 4;
                all.set(
                    i,
                    match port.width {
                        1 => u64::from((random.below(3) as usize) < often),
                        width => random.bits() & (u64::MAX >> (64 - width)),
                    },
                );
            }
        }
        let at = format!("{name}, step {step}, seed {seed}");
        all.settle(&at);
        for (i, changed) in changed.iter_mut().enumerate() {
            *changed |= all.kernel.get(i) != 0;
        }
        let rising = chance(&mut random, clocks);
        all.tick(|clock| rising >> clock & 1 != 0);
    }
    // An output that is always 0 compares nothing; these are errors that need not happen.
    let quiet = ["underflow", "overflow"];
    let silent = all.ports.iter().zip(changed).filter(|(_, changed)| !changed);
    for (port, _) in silent {
        assert!(
            quiet.contains(&port.name.as_str()),
            "{name}: {} was 0 all the time, seed {seed}",
            port.name
        );
    }
    all
}

#[test]
fn widgets_on_two_clocks_do_in_every_form_what_rust_hdl_simulates_whatever_their_clocks_do() {
    let seed = first_seed();
    for widget in CLOCKED {
        let all = agree(widget.name, (widget.make)(), 4000, seed);
        assert_eq!(lint(&all.design), "", "{}", widget.name);
        if let Some((known, bits)) = all.icarus(widget.name) {
            // What a RAM shows is unknown until it is read after a write.
            assert!(
                known * 10 > bits * 9,
                "{}: {known} of {bits} bits are known",
                widget.name
            );
        }
    }
}

/// Three clocks, registers of all kinds, memories on two of them.
#[derive(LogicBlock)]
struct Mixture {
    first: Signal<In, Clock>,
    second: Signal<In, Clock>,
    third: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    clear: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    value: Signal<In, Bits<8>>,
    address: Signal<In, Bits<3>>,
    total: Signal<Out, Bits<8>>,
    held: Signal<Out, Bits<8>>,
    word: Signal<Out, Bits<8>>,
    now: Signal<Out, Bits<8>>,
    both: Signal<Out, Bits<8>>,
    sum: Register<Bits<8>>,
    hold: Register<Bits<8>>,
    plain: DFF<Bits<8>>,
    copy: DFF<Bits<8>>,
    store: Memory<Bits<8>, 3, 1>,
    open: Memory<Bits<8>, 3, 1>,
    ram: RAM<Bits<8>, 3>,
}

impl Default for Mixture {
    fn default() -> Self {
        let style = |asynchronous| ResetStyle {
            asynchronous,
            active_low: false,
        };
        Mixture {
            first: Signal::default(),
            second: Signal::default(),
            third: Signal::default(),
            reset: Signal::default(),
            clear: Signal::default(),
            enable: Signal::default(),
            value: Signal::default(),
            address: Signal::default(),
            total: Signal::default(),
            held: Signal::default(),
            word: Signal::default(),
            now: Signal::default(),
            both: Signal::default(),
            sum: Register::new(style(false), 0x11.into()),
            hold: Register::new(style(true), 0x22.into()),
            plain: DFF::default(),
            copy: DFF::default(),
            store: Memory::synchronous(8),
            open: Memory::asynchronous(6),
            ram: RAM::from((1..9_u64).map(Bits::from)),
        }
    }
}

impl Logic for Mixture {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.clock.next = self.first.val();
        self.sum.reset.next = self.reset.val();
        self.sum.enable.next = true;
        self.sum.d.next = self.sum.q.val() + self.hold.q.val();
        self.hold.clock.next = self.second.val();
        self.hold.reset.next = self.clear.val();
        self.hold.enable.next = self.enable.val();
        self.hold.d.next = self.value.val() ^ self.sum.q.val();
        self.plain.clock.next = self.third.val();
        self.plain.d.next = self.sum.q.val() ^ self.hold.q.val() ^ self.ram.read_data.val();
        self.copy.clock.next = self.first.val();
        self.copy.d.next = self.plain.q.val();
        self.store.clock.next = self.second.val();
        self.store.write_enable.next = self.enable.val();
        self.store.write_address.next = self.address.val();
        self.store.write_data.next = self.plain.q.val();
        self.store.read_enable[0].next = !self.enable.val();
        self.store.read_address[0].next = bit_cast::<3, 8>(self.sum.q.val());
        self.open.clock.next = self.third.val();
        self.open.write_enable.next = !self.enable.val();
        self.open.write_address.next = self.address.val();
        self.open.write_data.next = self.value.val();
        self.open.read_enable[0].next = true;
        self.open.read_address[0].next = bit_cast::<3, 8>(self.copy.q.val());
        self.ram.read_clock.next = self.first.val();
        self.ram.write_clock.next = self.third.val();
        self.ram.read_address.next = self.address.val();
        self.ram.write_address.next = bit_cast::<3, 8>(self.hold.q.val());
        self.ram.write_enable.next = self.enable.val();
        self.ram.write_data.next = self.value.val();
        self.total.next = self.sum.q.val() + self.copy.q.val();
        self.held.next = self.hold.q.val();
        self.word.next = self.store.read_data[0].val();
        self.now.next = self.open.read_data[0].val();
        self.both.next = self.ram.read_data.val() ^ self.plain.q.val();
    }
}

lanesmith::top!(Mixture {
    first,
    second,
    third,
    reset,
    clear,
    enable,
    value,
    address,
    total,
    held,
    word,
    now,
    both
});

#[test]
fn registers_and_memories_of_three_clocks_follow_their_own() {
    let seed = first_seed();
    let all = agree("three clocks", Box::new(Mixture::default()), 4000, seed);
    assert_eq!(all.clocks, ["first", "second", "third"]);
    assert_eq!(lint(&all.design), "");
    if let Some((known, bits)) = all.icarus("three clocks") {
        // An asynchronous memory of 6 words is read at 8 addresses.
        assert!(known * 10 > bits * 7, "{known} of {bits} bits are known");
    }
    assert!(hdl::check(Mixture::default(), 1000, seed).is_ok());
}

#[test]
fn an_asynchronous_fifo_gives_what_it_took_in_order_at_every_ratio_of_its_clocks() {
    let seed = first_seed();
    for (slow, fast) in [(1, 1), (1, 2), (2, 1), (1, 9), (9, 1), (5, 7)] {
        let fifo = CLOCKED
            .iter()
            .find(|widget| widget.name == "`AsynchronousFIFO`")
            .expect("the widget");
        let mut all = Together::new((fifo.make)());
        assert_eq!(all.clocks, ["read_clock", "write_clock"]);
        let [read, write, data_in] = ["read", "write", "data_in"].map(|name| all.index(name));
        let mut random = Random::new(seed);
        let (mut inside, mut given, mut was_full) = (VecDeque::new(), 0, false);
        for step in 0..1500 {
            let at = format!("ratio {slow}:{fast}, step {step}, seed {seed}");
            let word = random.bits() & 0xff;
            all.set(data_in, word);
            all.set(read, 0);
            all.set(write, 0);
            all.settle(&at);
            // In the end it is emptied.
            let (empty, full) = (all.get("empty") == 1, all.get("full") == 1);
            was_full |= full;
            let (reads, writes) = (
                !empty && random.below(8) > 0,
                !full && random.below(8) > 0 && step < 1300,
            );
            all.set(read, reads.into());
            all.set(write, writes.into());
            all.settle(&at);
            let (edge_in, edge_out) = match random.below(8) {
                0 => (true, true),
                _ if random.below(slow + fast) < slow => (true, false),
                _ => (false, true),
            };
            if reads && edge_out {
                assert_eq!(inside.pop_front(), Some(all.get("data_out")), "{at}");
                given += 1;
            }
            if writes && edge_in {
                inside.push_back(word);
            }
            // The clocks are in the order of the ports: read, write.
            all.tick(|clock| [edge_out, edge_in][clock]);
        }
        assert!(
            inside.is_empty() && given > 100,
            "{} left, {given} given, {slow}:{fast}",
            inside.len()
        );
        assert!(was_full || slow < fast, "{slow}:{fast}");
        assert_eq!((all.get("underflow"), all.get("overflow")), (0, 0));
        all.icarus(&format!("ratio {slow}:{fast}"));
    }
}

macro_rules! block {
    ($name:ident { $($port:ident: $direction:ident $kind:ty),* $(,)? } { $($inner:ident: $inner_kind:ty),* $(,)? }) => {
        #[derive(LogicBlock, Default)]
        struct $name {
            $($port: Signal<$direction, $kind>,)*
            $($inner: $inner_kind,)*
        }
        lanesmith::top!($name { $($port),* });
    };
}

block!(
    Crossings {
        from: In Clock, to: In Clock, bit: In Bit, wide: In Bits<4>, index: In Bits<2>, safe: Out Bit, glitching: Out Bit,
        bare: Out Bits<4>, early: Out Bit, word: Out Bits<4>,
    } {
        source: DFF<Bit>, other: DFF<Bit>, word_source: DFF<Bits<4>>, sync: BitSynchronizer, late: BitSynchronizer,
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
        self.sync.sig_in.next = self.source.q.val();
        self.safe.next = self.sync.sig_out.val();
        self.late.sig_in.next = self.source.q.val() & self.other.q.val();
        self.glitching.next = self.late.sig_out.val();
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
    let one = crossings
        .iter()
        .filter(|crossing| crossing.guard == Guard::Synchroniser);
    assert_eq!(one.count(), 1);
    // A FIFO hands pointers over by a handshake: only its flags end at synchronisers.
    let fifo = hdl::lower(&AsynchronousFIFO::<Bits<8>, 3, 4, 2>::default()).expect("a netlist");
    let crossings = hdl::clock_crossings(&fifo).expect("a list");
    let guards = |guard| crossings.iter().filter(|crossing| crossing.guard == guard).count();
    assert!(
        guards(Guard::LogicBeforeSynchroniser) >= 4 && guards(Guard::None) >= 3,
        "{crossings:#?}"
    );
    assert!(
        crossings
            .iter()
            .all(|crossing| crossing.from_clock != crossing.to_clock)
    );
    // One clock crosses none.
    let one = hdl::lower(&Derived::default());
    assert!(one.is_err());
    let single = hdl::lower(&SynchronousFIFO::<Bits<8>, 3, 4, 2>::default()).expect("a netlist");
    assert_eq!(hdl::clock_crossings(&single), Ok(vec![]));
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
fn a_design_of_one_clock_ticks_by_any_name() {
    let design = hdl::check(One::default(), 100, 1).expect("agreement");
    let mut simulation = hdl::simulate(&design).expect("an engine");
    simulation.set("d", 1).expect("an input");
    simulation.settle();
    simulation.tick_clocks(&[]).expect("no clock");
    simulation.settle();
    assert_eq!(simulation.get("q"), Ok(0));
    simulation.tick_clock("global").expect("the clock");
    simulation.settle();
    assert_eq!(simulation.get("q"), Ok(1));
    simulation.set("d", 0).expect("an input");
    simulation.tick().expect("one clock");
    simulation.settle();
    assert_eq!(simulation.get("q"), Ok(0));
}

// A keyword of Verilog.
block!(One { global: In Clock, d: In Bit, q: Out Bit } { state: DFF<Bit> });

impl Logic for One {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, global, state);
        self.state.d.next = self.d.val();
        self.q.next = self.state.q.val();
    }
}

#[derive(LogicBlock, Default)]
struct Unlisted {
    a: Signal<In, Clock>,
    b: Signal<In, Clock>,
    d: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    inner: Pair,
}

impl Logic for Unlisted {
    #[hdl_gen]
    fn update(&mut self) {
        self.inner.a.next = self.a.val();
        self.inner.b.next = self.b.val();
        self.inner.d.next = self.d.val();
        self.y.next = self.inner.y.val();
    }
}

lanesmith::top!(Unlisted { a, d, y });

#[test]
fn a_clock_that_top_does_not_list_is_an_error() {
    let error = hdl::check(Unlisted::default(), 10, 1).expect_err("a clock that nobody steps");
    assert_eq!(
        error,
        Error::Ports("the block has the clock b, which top! does not list".into())
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

/// A clock's way through two instances.
#[derive(LogicBlock, Default)]
struct Detour {
    clock: Signal<In, Clock>,
    out: Signal<Out, Clock>,
}

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
    if let Some(shown) = icarus(&design, bench) {
        assert_eq!(shown, "xx\n07\n");
    }
    // Nothing is wrong with the block.
    for seed in 0..20 {
        assert!(hdl::check(LateRead::default(), 200, seed).is_ok(), "seed {seed}");
    }
}
