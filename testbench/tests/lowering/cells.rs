//! Cells of devices: blocks with a meaning, emitted as instances of the vendor's module.

use super::pair::compare;
use crate::block::block;
use lanesmith::comment;
use lanesmith::hdl;
use lanesmith::hdl_gen;
use lanesmith::hdl_module;
use lanesmith::netlist::lower;
use lanesmith::rtl::device::{CarryChain, Ccu2c, Device, L6Mux21, Lut4, Pfumx, SbLut4, TableByte};
use lanesmith::sim::Engine;
use lanesmith::sim::testbench::Random;
use rust_hdl::prelude::*;

// Every cell once, its table chosen by hand.
block!(Cells {
    x: In Bits<8>, by_lut: Out Bit, by_sb_lut: Out Bit, by_wide: Out Bit,
} { lut: Lut4, other: Lut4, sb_lut: SbLut4, pair: Pfumx, last: L6Mux21 });

impl Logic for Cells {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module cells: Every cell.");
        self.lut.init.next = bits::<16>(0x8f31);
        self.other.init.next = bits::<16>(0x16e9);
        self.sb_lut.lut_init.next = bits::<16>(0x8f31);
        self.lut.a.next = self.x.val().get_bit(0);
        self.lut.b.next = self.x.val().get_bit(1);
        self.lut.c.next = self.x.val().get_bit(2);
        self.lut.d.next = self.x.val().get_bit(3);
        self.other.a.next = self.x.val().get_bit(4);
        self.other.b.next = self.x.val().get_bit(5);
        self.other.c.next = self.x.val().get_bit(6);
        self.other.d.next = self.x.val().get_bit(7);
        self.sb_lut.i0.next = self.x.val().get_bit(0);
        self.sb_lut.i1.next = self.x.val().get_bit(1);
        self.sb_lut.i2.next = self.x.val().get_bit(2);
        self.sb_lut.i3.next = self.x.val().get_bit(3);
        self.pair.alut.next = self.lut.z.val();
        self.pair.blut.next = self.other.z.val();
        self.pair.c0.next = self.x.val().get_bit(4);
        self.last.d0.next = self.pair.z.val();
        self.last.d1.next = self.lut.z.val();
        self.last.sd.next = self.x.val().get_bit(5);
        self.by_lut.next = self.lut.z.val();
        self.by_sb_lut.next = self.sb_lut.o.val();
        self.by_wide.next = self.last.z.val();
    }
}

#[test]
fn a_cell_means_in_the_netlist_what_its_kernel_does() {
    compare(Cells::default(), 2000);
}

#[test]
fn a_look_up_table_of_either_device_gives_the_bit_that_its_inputs_point_to() {
    let mut simulation = hdl::simulate(&lower(&Cells::default()).unwrap()).unwrap();
    let engine = simulation.engine();
    for x in 0..256 {
        hdl_set(engine, x);
        let bit = |table: u64, index: u64| table >> (index & 15) & 1;
        let (lut, other) = (bit(0x8f31, x), bit(0x16e9, x >> 4));
        let pair = if x & 16 != 0 { lut } else { other };
        let wide = if x & 32 != 0 { lut } else { pair };
        assert_eq!(outputs(engine), [lut, lut, wide], "{x:#x}");
    }
}

fn hdl_set(engine: &mut impl Engine, x: u64) {
    engine.set(0, x);
    engine.settle();
}

fn outputs(engine: &mut impl Engine) -> [u64; 3] {
    [1, 2, 3].map(|port| engine.get(port))
}

#[test]
fn a_cell_is_emitted_as_an_instance_with_its_table_and_its_meaning_beside_for_simulators() {
    let files = hdl::emit(&lower(&Cells::default()).unwrap());
    let text = |name: &str| &files.iter().find(|file| file.name == name).unwrap().text;
    let top = text("cells.v");
    assert_eq!(top.matches("LUT4 #(.INIT (16'h8f31)) lut (").count(), 1, "{top}");
    assert_eq!(
        top.matches("SB_LUT4 #(.LUT_INIT (16'h8f31)) sb_lut (").count(),
        1,
        "{top}"
    );
    assert!(top.contains("  PFUMX pair (\n    .ALUT (lut_z),"), "{top}");
    assert_eq!(text("cells.f"), "cells.v\n");
    assert!(text("LUT4.v").contains("module LUT4 #("), "{}", text("LUT4.v"));
    assert!(text("SB_LUT4.v").contains("// For simulation and lint only: synthesis for ice40 has this cell.\n"));
}

// A cell whose parameter is an input of the design.
block!(Variable { init: In Bits<16>, y: Out Bit } { lut: Lut4 });

impl Logic for Variable {
    #[hdl_gen]
    fn update(&mut self) {
        self.lut.init.next = self.init.val();
        self.lut.a.next = false;
        self.lut.b.next = false;
        self.lut.c.next = false;
        self.lut.d.next = false;
        self.y.next = self.lut.z.val();
    }
}

#[test]
fn a_parameter_that_is_no_constant_is_an_error() {
    let error = lower(&Variable::default()).expect_err("an error").to_string();
    assert_eq!(error, "top: lut: parameter INIT is no constant");
}

/// A byte of functions on one device.
#[derive(LogicBlock)]
struct Majority {
    x: Signal<In, Bits<8>>,
    y: Signal<In, Bits<8>>,
    z: Signal<In, Bits<8>>,
    invert: Signal<In, Bit>,
    out: Signal<Out, Bits<8>>,
    table: TableByte,
}

impl Majority {
    fn new(device: Device) -> Self {
        let majority = |[x, y, z, invert]: [bool; 4]| (u8::from(x) + u8::from(y) + u8::from(z) > 1) ^ invert;
        Majority {
            x: Signal::default(),
            y: Signal::default(),
            z: Signal::default(),
            invert: Signal::default(),
            out: Signal::default(),
            table: TableByte::new(device, majority),
        }
    }
}

impl Logic for Majority {
    #[hdl_gen]
    fn update(&mut self) {
        self.table.a.next = self.x.val();
        self.table.b.next = self.y.val();
        self.table.c.next = self.z.val();
        self.table.d.next = self.invert.val();
        self.out.next = self.table.z.val();
    }
}

lanesmith::top!(Majority { x, y, z, invert, out });

#[test]
fn a_table_is_the_same_function_on_every_device() {
    for device in [Device::Ecp5, Device::Ice40] {
        compare(Majority::new(device), 200);
        let mut simulation = hdl::simulate(&lower(&Majority::new(device)).unwrap()).unwrap();
        let engine = simulation.engine();
        for [x, y, z, invert] in [[0xf0, 0xcc, 0xaa, 0], [0xf0, 0xcc, 0xaa, 1], [0x5a, 0x3c, 0x99, 0]] {
            for (port, value) in [x, y, z, invert].into_iter().enumerate() {
                engine.set(port, value);
            }
            engine.settle();
            let majority = x & y | y & z | x & z;
            let expected = if invert == 1 { !majority & 0xff } else { majority };
            assert_eq!(engine.get(4), expected);
        }
    }
}

// Two bits of a chain whose carry is read, and two whose carry is not.
block!(Carries { x: In Bits<9>, sum: Out Bits<2>, carry: Out Bit } { with: Ccu2c, without: Ccu2c });

impl Logic for Carries {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module carries: Both.");
        self.with.init0.next = bits::<16>(0x1b6c);
        self.with.init1.next = bits::<16>(0xa35e);
        self.with.cin.next = self.x.val().get_bit(0);
        self.with.a0.next = self.x.val().get_bit(1);
        self.with.b0.next = self.x.val().get_bit(2);
        self.with.c0.next = self.x.val().get_bit(3);
        self.with.d0.next = self.x.val().get_bit(4);
        self.with.a1.next = self.x.val().get_bit(5);
        self.with.b1.next = self.x.val().get_bit(6);
        self.with.c1.next = self.x.val().get_bit(7);
        self.with.d1.next = self.x.val().get_bit(8);
        self.without.init0.next = bits::<16>(0x96aa);
        self.without.init1.next = bits::<16>(0x96aa);
        self.without.cin.next = self.with.s0.val();
        self.without.a0.next = self.with.s1.val();
        self.without.b0.next = false;
        self.without.c0.next = false;
        self.without.d0.next = true;
        self.without.a1.next = self.with.cout.val();
        self.without.b1.next = false;
        self.without.c1.next = false;
        self.without.d1.next = true;
        self.sum.next =
            (bit_cast::<2, 1>(self.without.s1.val().into()) << 1) | bit_cast::<2, 1>(self.without.s0.val().into());
        self.carry.next = self.with.cout.val();
    }
}

#[test]
fn two_bits_of_a_chain_mean_in_the_netlist_what_their_kernel_does() {
    compare(Carries::default(), 2000);
}

#[test]
fn a_cell_has_all_outputs_of_the_vendor_s_module_where_one_is_not_read() {
    let files = hdl::emit(&lower(&Carries::default()).unwrap());
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["carries.v", "carries.f", "CCU2C.v"]);
    assert!(files[2].text.contains("output wire COUT"), "{}", files[2].text);
    assert!(files[0].text.contains(".COUT (without_cout)"), "{}", files[0].text);
}

#[test]
fn texts_of_a_cell_s_parameters_stand_in_every_instance_and_in_its_meaning() {
    let files = hdl::emit(&lower(&Carries::default()).unwrap());
    let instance = "CCU2C #(.INIT0 (16'h96aa), .INIT1 (16'h96aa), .INJECT1_0 (\"NO\"), .INJECT1_1 (\"NO\")) without (";
    assert!(files[0].text.contains(instance), "{}", files[0].text);
    assert!(
        files[2].text.contains("parameter INJECT1_1 = \"NO\"\n) ("),
        "{}",
        files[2].text
    );
}

/// A cell with a parameter that is given no text.
#[hdl_module(cell = "ecp5 CCU2C INJECT1_0")]
struct Textless {
    /// In.
    cin: Signal<In, Bit>,
    /// Out.
    cout: Signal<Out, Bit>,
}

impl Logic for Textless {
    #[hdl_gen]
    fn update(&mut self) {
        self.cout.next = self.cin.val();
    }
}

#[test]
fn a_parameter_of_a_cell_that_is_given_no_text_is_an_error() {
    let error = lower(&Textless::default()).expect_err("an error").to_string();
    let expected = "\"INJECT1_0\" gives no parameter of CCU2C a text, as in \"INJECT1_0=NO\"";
    assert!(error.contains(expected), "{error}");
}

/// `a + f` on a chain, where f takes each bit from one of two words.
#[derive(LogicBlock)]
struct Sum {
    a: Signal<In, Bits<11>>,
    b: Signal<In, Bits<11>>,
    c: Signal<In, Bits<11>>,
    d: Signal<In, Bits<11>>,
    sum: Signal<Out, Bits<11>>,
    chain: CarryChain<11>,
}

impl Logic for Sum {
    #[hdl_gen]
    fn update(&mut self) {
        self.chain.a.next = self.a.val();
        self.chain.b.next = self.b.val();
        self.chain.c.next = self.c.val();
        self.chain.d.next = self.d.val();
        self.sum.next = self.chain.sum.val();
    }
}

lanesmith::top!(Sum { a, b, c, d, sum });

#[test]
fn a_chain_adds_a_function_of_three_bits_to_each_bit_of_a_word() {
    let chosen: fn([bool; 4]) -> bool = |[a, b, c, d]| a ^ if d { b } else { c };
    let sum = Sum {
        a: Signal::default(),
        b: Signal::default(),
        c: Signal::default(),
        d: Signal::default(),
        sum: Signal::default(),
        chain: CarryChain::new(|_| chosen),
    };
    let mut simulation = hdl::simulate(&lower(&sum).unwrap()).unwrap();
    let engine = simulation.engine();
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let words = [(); 4].map(|()| u64::from(random.below(1 << 11)));
        for (port, word) in words.iter().enumerate() {
            engine.set(port, *word);
        }
        engine.settle();
        let [a, b, c, d] = words;
        assert_eq!(engine.get(4), (a + ((b & d) | (c & !d))) & 0x7ff, "{words:x?}");
    }
}
