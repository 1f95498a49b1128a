//! Cells of devices: blocks with a meaning, emitted as instances of the vendor's module.

use super::{block, checked};
use lanesmith::hdl::{self, prelude::*};
use lanesmith::rtl::device::{Ccu2c, L6Mux21, Lut4, Pfumx, SbLut4};

/// The text of an emitted file.
fn text(design: &lanesmith::netlist::Design, name: &str) -> String {
    let files = hdl::emit(design).into_iter();
    let mut named = files.filter(|file| file.name == name).map(|file| file.text);
    named.next().unwrap_or_else(|| panic!("no file {name}"))
}

// Every cell once, its table chosen by hand.
block!(Cells { x: In Bits<8>, by_lut: Out Bit, by_sb_lut: Out Bit, by_wide: Out Bit } {
    lut: Lut4, other: Lut4, sb_lut: SbLut4, pair: Pfumx, last: L6Mux21
});

impl Logic for Cells {
    #[hdl_gen]
    fn update(&mut self) {
        let x = self.x.val();
        connect!(self.lut {
            init: bits::<16>(0x8f31), a: x.get_bit(0), b: x.get_bit(1), c: x.get_bit(2), d: x.get_bit(3)
        });
        connect!(self.other {
            init: bits::<16>(0x16e9), a: x.get_bit(4), b: x.get_bit(5), c: x.get_bit(6), d: x.get_bit(7)
        });
        connect!(self.sb_lut {
            lut_init: bits::<16>(0x8f31), i0: x.get_bit(0), i1: x.get_bit(1), i2: x.get_bit(2), i3: x.get_bit(3)
        });
        connect!(self.pair { alut: self.lut.z.val(), blut: self.other.z.val(), c0: x.get_bit(4) });
        connect!(self.last { d0: self.pair.z.val(), d1: self.lut.z.val(), sd: x.get_bit(5) });
        self.by_lut.next = self.lut.z.val();
        self.by_sb_lut.next = self.sb_lut.o.val();
        self.by_wide.next = self.last.z.val();
    }
}

#[test]
fn cells_choose_the_bit_to_which_their_inputs_point_and_are_instances() {
    let design = checked(Cells::default);
    let mut simulation = hdl::simulate(&design).expect("an engine");
    for x in 0..256 {
        let bit = |table: u64, index: u64| table >> (index & 15) & 1;
        let (lut, other) = (bit(0x8f31, x), bit(0x16e9, x >> 4));
        let pair = if x & 16 != 0 { lut } else { other };
        let wide = if x & 32 != 0 { lut } else { pair };
        simulation.set("x", x).expect("an input");
        simulation.settle();
        let shown = ["by_lut", "by_sb_lut", "by_wide"].map(|name| simulation.get(name));
        assert_eq!(shown, [lut, lut, wide].map(Ok), "{x:#x}");
    }
    let top = text(&design, "cells.v");
    for instance in [
        "  LUT4 #(.INIT (16'h8f31)) lut (",
        "  SB_LUT4 #(.LUT_INIT (16'h8f31)) sb_lut (",
        "  PFUMX pair (\n    .ALUT (lut_z),",
    ] {
        assert_eq!(top.matches(instance).count(), 1, "{top}");
    }
    assert_eq!(text(&design, "cells.f"), "cells.v\n");
    assert!(text(&design, "LUT4.v").contains("module LUT4 #("));
    let simulated = "// For simulation and lint only: synthesis for ice40 has this cell.\n";
    assert!(text(&design, "SB_LUT4.v").contains(simulated));
}

// Two bits of a chain whose carry is read, and two whose carry is not.
block!(Carries { x: In Bits<9>, sum: Out Bits<2>, carry: Out Bit } { with: Ccu2c, without: Ccu2c });

impl Logic for Carries {
    #[hdl_gen]
    fn update(&mut self) {
        let x = self.x.val();
        connect!(self.with {
            init0: bits::<16>(0x1b6c), init1: bits::<16>(0xa35e), cin: x.get_bit(0),
            a0: x.get_bit(1), b0: x.get_bit(2), c0: x.get_bit(3), d0: x.get_bit(4),
            a1: x.get_bit(5), b1: x.get_bit(6), c1: x.get_bit(7), d1: x.get_bit(8)
        });
        connect!(self.without {
            init0: bits::<16>(0x96aa), init1: bits::<16>(0x96aa), cin: self.with.s0.val(),
            a0: self.with.s1.val(), b0: false, c0: false, d0: true,
            a1: self.with.cout.val(), b1: false, c1: false, d1: true
        });
        self.sum.next = cat!(2 of bits: self.without.s1.val(), self.without.s0.val());
        self.carry.next = self.with.cout.val();
    }
}

#[test]
fn a_carry_cell_has_all_outputs_and_texts_of_the_vendors_module() {
    let design = checked(Carries::default);
    let (top, cell) = (text(&design, "carries.v"), text(&design, "CCU2C.v"));
    let instance = "CCU2C #(.INIT0 (16'h96aa), .INIT1 (16'h96aa), .INJECT1_0 (\"NO\"), .INJECT1_1 (\"NO\")) without (";
    assert!(top.contains(instance) && top.contains(".COUT (without_cout)"), "{top}");
    assert!(
        cell.contains("output wire COUT") && cell.contains("parameter INJECT1_1 = \"NO\"\n) ("),
        "{cell}"
    );
}
