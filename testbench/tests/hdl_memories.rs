//! What registers and memories hold before the first clock edge: in rust-hdl's simulation, the netlist, the engines, the emitted text
//! and proofs alike.

use crate::emission::{available, complaints, run};
use crate::engines::verilated;
use crate::settings::first_seed;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Equality};
use lanesmith::netlist::{Design, Flat};
use lanesmith::sim::Sliced;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::Random;
use rust_hdl::widgets::edge_ff::EdgeDFF;

/// What Icarus Verilog prints for a bench of module `bench` around the emitted text; `None` without it.
pub fn icarus(design: &Design, bench: &str) -> Option<String> {
    if !available("iverilog") {
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let files = hdl::emit(design);
    let verilog = files.iter().filter(|file| file.name.ends_with(".v"));
    let text: String = verilog.map(|file| file.text.as_str()).collect();
    let source = folder.path().join("bench.v");
    std::fs::write(source, format!("{text}\n{bench}")).expect("writable");
    let compile = ["iverilog", "-g2005", "-s", "bench", "-o", "bench.vvp", "bench.v"];
    let (good, said) = run(folder.path(), &compile, &[]);
    assert!(good, "{said}\n{text}");
    let (good, said) = run(folder.path(), &["vvp", "-n", "bench.vvp"], &[]);
    assert!(good, "{said}");
    Some(said)
}

/// What linters say about the emitted text.
pub fn lint(design: &Design) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let files = hdl::emit(design);
    let verilog: Vec<_> = files.iter().filter(|file| file.name.ends_with(".v")).collect();
    for file in &verilog {
        std::fs::write(folder.path().join(&file.name), &file.text).expect("writable");
    }
    let names: Vec<String> = verilog.iter().map(|file| file.name.clone()).collect();
    complaints(folder.path(), &design.top_module().name, &names)
}

macro_rules! block {
    ($name:ident { $($port:ident: $direction:ident $kind:ty),* $(,)? } { $($inner:ident: $inner_kind:ty),* $(,)? }) => {
        #[derive(LogicBlock)]
        struct $name {
            $($port: Signal<$direction, $kind>,)*
            $($inner: $inner_kind,)*
        }

        impl $name {
            fn new($($inner: $inner_kind),*) -> Self {
                $name { $($port: Signal::default(),)* $($inner,)* }
            }
        }

        lanesmith::top!($name { $($port),* });
    };
}

fn words() -> impl Iterator<Item = Bits<8>> {
    [0x8f_u64, 3, 0, 0xff, 7].into_iter().map(Bits::from)
}

block!(Table { clock: In Clock, address: In Bits<4>, data: Out Bits<8> } { words: SyncROM<Bits<8>, 4> });

impl Logic for Table {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module starts: The widget.");
        self.words.clock.next = self.clock.val();
        self.words.address.next = self.address.val();
        self.data.next = self.words.data.val();
    }
}

#[test]
fn the_output_of_a_synchronous_rom_is_0_before_the_first_edge_in_emitted_verilog() {
    let design = hdl::lower(&Table::new(SyncROM::from(words()))).expect("a netlist");
    let bench = "
module bench;
  reg clock = 0;
  wire [7:0] data;
  starts dut (.clock(clock), .address(4'd0), .data(data));
  initial begin
    #1 $display(\"%h\", data);
    clock = 1;
    #1 $display(\"%h\", data);
  end
endmodule
";
    if let Some(shown) = icarus(&design, bench) {
        assert_eq!(shown, "00\n8f\n");
    }
}

block!(Start { clock: In Clock, d: In Bits<8>, q: Out Bits<8> } { state: DFFWithInit<Bits<8>> });

impl Logic for Start {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module starts: The leaf.");
        dff_setup!(self, clock, state);
        self.state.d.next = self.d.val();
        self.q.next = self.state.q.val();
    }
}

block!(Flop { clock: In Clock, d: In Bits<8>, q: Out Bits<8> } { state: EdgeDFF<Bits<8>> });

impl Logic for Flop {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module starts: The widget.");
        self.state.clk.next = self.clock.val();
        self.state.d.next = self.d.val();
        self.q.next = self.state.q.val();
    }
}

block!(
    Store {
        clock: In Clock, read_address: In Bits<4>, write_address: In Bits<4>, write_data: In Bits<8>, write: In Bit,
        data: Out Bits<8>,
    } { words: RAM<Bits<8>, 4> }
);

impl Logic for Store {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module starts: The widget.");
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.words.read_address.next = self.read_address.val();
        self.words.write_address.next = self.write_address.val();
        self.words.write_data.next = self.write_data.val();
        self.words.write_enable.next = self.write.val();
        self.data.next = self.words.read_data.val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Pair {
    tag: Bits<3>,
    word: Bits<6>,
}

block!(Pairs { clock: In Clock, address: In Bits<2>, tag: Out Bits<3>, word: Out Bits<6> } { words: RAM<Pair, 2> });

impl Logic for Pairs {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module starts: The widget.");
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.clock.val();
        self.words.read_address.next = self.address.val();
        self.words.write_address.next = 0.into();
        self.words.write_data.next = self.words.read_data.val();
        self.words.write_enable.next = false;
        self.tag.next = self.words.read_data.val().tag;
        self.word.next = self.words.read_data.val().word;
    }
}

fn pairs() -> Pairs {
    let pair = |tag: u64, word: u64| Pair {
        tag: tag.into(),
        word: word.into(),
    };
    Pairs::new(RAM::from([pair(5, 0), pair(0, 0x2a), pair(7, 0x3f)].into_iter()))
}

/// All that starts with something, by a fresh block each time.
/// A block by its name.
type Named = (&'static str, fn() -> Box<dyn Top>);

fn starting() -> [Named; 7] {
    [
        ("rust-hdl's flip-flop", || {
            Box::new(Flop::new(EdgeDFF::new(0xa5.into())))
        }),
        ("a flip-flop", || Box::new(Start::new(DFFWithInit::new(0x5a.into())))),
        ("a synchronous ROM", || Box::new(Table::new(SyncROM::from(words())))),
        ("a RAM with few words", || Box::new(Store::new(RAM::from(words())))),
        ("a RAM with all words", || {
            Box::new(Store::new(RAM::from((1..=16_u64).map(Bits::<8>::from))))
        }),
        ("a RAM of zeros", || {
            Box::new(Store::new(RAM::from([Bits::<8>::from(0)].into_iter())))
        }),
        ("a RAM of structs", || Box::new(pairs())),
    ]
}

fn netlist(block: &dyn Block) -> Design {
    hdl::lower(block).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn what_state_starts_with_is_the_same_in_rust_hdl_and_on_all_engines() {
    let seed = first_seed();
    for (name, make) in starting() {
        let design = netlist(&*make());
        let flat = Flat::new(&design).expect("sound");
        let mut engines: Vec<Box<dyn Engine>> = vec![
            Box::new(lanesmith::sim::native::Native::new(&flat).expect("a known processor")),
            Box::new(lanesmith::sim::native::Native::traced(&flat).expect("a known processor")),
        ];
        engines.extend(verilated(&design));
        let mut copies = Sliced::<1>::new(&flat);
        let mut kernel = RustHdl::new(make());
        let mut random = Random::new(seed);
        let mut seen = 0;
        for cycle in 0..200 {
            for (i, port) in kernel.ports().to_vec().iter().enumerate() {
                if port.direction == lanesmith::sim::PortDirection::Input {
                    // Writes are rare, so that what was there at first is read.
                    let value = match port.name.as_str() {
                        "write" => u64::from(random.below(16) == 0),
                        _ => random.bits() & (u64::MAX >> (64 - port.width)),
                    };
                    kernel.set(i, value);
                    copies.set_all(i, value);
                    engines.iter_mut().for_each(|engine| engine.set(i, value));
                }
            }
            kernel.settle();
            copies.settle();
            for (i, port) in kernel.ports().iter().enumerate() {
                let (expected, at) = (
                    kernel.get(i),
                    format!("{name}: {}, cycle {cycle}, seed {seed}", port.name),
                );
                seen |= expected;
                for copy in [0, 63] {
                    assert_eq!(copies.get(copy, i), expected, "sliced, {at}");
                }
                for engine in &mut engines {
                    engine.settle();
                    assert_eq!(engine.get(i), expected, "{}, {at}", engine.name());
                }
            }
            kernel.tick();
            copies.tick();
            engines.iter_mut().for_each(|engine| engine.tick());
        }
        assert!(seen != 0, "{name}");
    }
}

/// Reads all words of a RAM, and the output before the first edge.
const READS: &str = "
module bench;
  reg clock = 0;
  reg [4:0] address;
  wire [7:0] data;
  starts dut (
    .clock(clock), .read_address(address[3:0]), .write_address(4'd0), .write_data(8'd0), .write(1'b0), .data(data)
  );
  initial for (address = 0; address < 16; address = address + 1) begin
    #1 clock = 1;
    #1 $display(\"%h\", data);
    clock = 0;
  end
endmodule
";

#[test]
fn contents_and_start_values_are_in_the_emitted_text_and_no_tool_objects() {
    for (name, make) in starting() {
        assert_eq!(lint(&netlist(&*make())), "", "{name}");
    }
    let few = netlist(&Store::new(RAM::from(words())));
    if let Some(shown) = icarus(&few, READS) {
        let expected = ["8f", "03", "00", "ff", "07"].into_iter().chain(["00"; 11]);
        assert_eq!(shown.lines().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
    let unknown = netlist(&Store::new(RAM::default()));
    if let Some(shown) = icarus(&unknown, READS) {
        assert_eq!(
            shown,
            "xx\n".repeat(16),
            "nobody says what a RAM without contents starts with"
        );
    }
    let bench = "
module bench;
  wire [7:0] q;
  starts dut (.clock(1'b0), .d(8'd0), .q(q));
  initial #1 $display(\"%h\", q);
endmodule
";
    if let Some(shown) = icarus(&netlist(&Flop::new(EdgeDFF::new(0xa5.into()))), bench) {
        assert_eq!(shown, "a5\n");
    }
}

block!(Inverted { clock: In Clock, d: In Bits<8>, q: Out Bits<8> } { state: DFF<Bits<8>>, start: Constant<Bits<8>> });

impl Logic for Inverted {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.clock.next = self.clock.val();
        self.state.d.next = self.d.val() ^ self.start.val();
        self.q.next = self.state.q.val() ^ self.start.val();
    }
}

fn proved(left: &dyn Block, right: &dyn Block) -> Equality {
    hdl::prove(&netlist(left), &netlist(right), &Effort::default()).expect("the same ports")
}

#[test]
fn proofs_begin_with_the_values_that_state_starts_with() {
    let flop = |start: u64| Flop::new(EdgeDFF::new(start.into()));
    // The same value by other means: a flip-flop at 0 between two inverters.
    let inverted = |start: u64| Inverted::new(DFF::default(), Constant::new(start.into()));
    assert_eq!(proved(&flop(0xa5), &inverted(0xa5)), Equality::Proved);
    let refuted = |equality| match equality {
        Equality::Refuted(trace) => trace.len(),
        other => panic!("{other}"),
    };
    assert_eq!(refuted(proved(&flop(0xa5), &inverted(0xa4))), 1);
    assert_eq!(refuted(proved(&flop(0xa5), &flop(0))), 1);
    // A word differs: visible behind the edge that reads it.
    let store = |words: [u64; 3]| Store::new(RAM::from(words.into_iter().map(Bits::<8>::from)));
    assert_eq!(proved(&store([1, 2, 3]), &store([1, 2, 3])), Equality::Proved);
    assert_eq!(refuted(proved(&store([1, 2, 3]), &store([1, 2, 0]))), 2);
}
