//! Cells of devices: blocks with a meaning, emitted as instances of the vendor's module.

use super::pair::compare;
use lanesmith::comment;
use lanesmith::hdl;
use lanesmith::hdl_gen;
use lanesmith::netlist::lower;
use lanesmith::rtl::device::{Device, L6Mux21, Lut4, Pfumx, SbLut4, TableByte};
use rust_hdl::prelude::*;

/// Every cell once, its table chosen by hand.
#[derive(LogicBlock, Default)]
struct Cells {
    x: Signal<In, Bits<8>>,
    by_lut: Signal<Out, Bit>,
    by_sb_lut: Signal<Out, Bit>,
    by_wide: Signal<Out, Bit>,
    lut: Lut4,
    other: Lut4,
    sb_lut: SbLut4,
    pair: Pfumx,
    last: L6Mux21,
}

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

lanesmith::top!(Cells {
    x,
    by_lut,
    by_sb_lut,
    by_wide
});

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

fn hdl_set(engine: &mut impl lanesmith::sim::Engine, x: u64) {
    engine.set(0, x);
    engine.settle();
}

fn outputs(engine: &mut impl lanesmith::sim::Engine) -> [u64; 3] {
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

/// A cell whose parameter is an input of the design.
#[derive(LogicBlock, Default)]
struct Variable {
    init: Signal<In, Bits<16>>,
    y: Signal<Out, Bit>,
    lut: Lut4,
}

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
        use lanesmith::sim::Engine;
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
