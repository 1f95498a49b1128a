//! Operand selection.

use super::VideoConfig;
use crate::device::{Device, TableByte, WideMux};
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Picks one of the eight bytes of two registers.
///
/// ECP5: four look-up tables for each bit, each of two bytes, and the wide multiplexers behind them. The tables choose
/// the byte of a half-word themselves. iCE40: five, which also invert. Two of them are a multiplexer of four: the first
/// passes its select on where it has nothing to pick, so that the second can do with one more.
#[hdl_module]
pub(super) struct ByteSelect {
    /// Bytes 0 to 3.
    pub(super) low: Signal<In, Bits<32>>,
    /// Bytes 4 to 7.
    pub(super) high: Signal<In, Bits<32>>,
    /// Index of the byte.
    pub(super) index: Signal<In, Bits<3>>,
    /// 1 inverts the byte.
    pub(super) invert: Signal<In, Bit>,
    /// Lowest bit of the instruction's digit for this byte; without effect in half-words.
    pub(super) digit: Signal<In, Bit>,
    /// Half-words: instead of the digit's lowest bit the byte's place in its half-word counts.
    pub(super) dual: Signal<In, Bit>,
    /// The selected byte.
    pub(super) picked: Signal<Out, Bits<8>>,
    byte_01: Signal<Local, Bits<8>>,
    byte_23: Signal<Local, Bits<8>>,
    byte_45: Signal<Local, Bits<8>>,
    byte_67: Signal<Local, Bits<8>>,
    odd: Signal<Local, Bits<8>>,
    upper: Signal<Local, Bits<8>>,
    table: Vec<TableByte>,
    wide: Vec<WideMux>,
}

/// A two-way multiplexer, of the lower bytes of half-words in `dual`.
fn pick_or_lower([x, y, second, dual]: [bool; 4]) -> bool {
    if second && !dual { y } else { x }
}

/// The same of the upper bytes.
fn pick_or_upper([x, y, second, dual]: [bool; 4]) -> bool {
    if second || dual { y } else { x }
}

/// A two-way multiplexer, and an inverter.
fn pick([x, y, second, invert]: [bool; 4]) -> bool {
    (if second { y } else { x }) ^ invert
}

/// A multiplexer of four bytes, first half: of the lower two, or the select itself.
fn pick_or_pass([x, y, odd, upper]: [bool; 4]) -> bool {
    if upper { odd } else { pick([x, y, odd, false]) }
}

/// Second half: what the first one picked, or of the upper two, as it passed the select.
fn pick_by_passed([first, x, y, upper]: [bool; 4]) -> bool {
    if upper { pick([x, y, first, false]) } else { first }
}

impl ByteSelect {
    /// Picks the byte with this number of an operand.
    pub(super) fn new(config: &VideoConfig, byte: usize) -> Self {
        let device = config.device;
        let tables: Vec<fn([bool; 4]) -> bool> = match device {
            Device::Portable => vec![],
            Device::Ecp5 if byte.is_multiple_of(2) => vec![pick_or_lower; 4],
            Device::Ecp5 => vec![pick_or_upper; 4],
            Device::Ice40 => vec![pick_or_pass, pick_by_passed, pick_or_pass, pick_by_passed, pick],
        };
        let table = |function| TableByte::new(device, function);
        ByteSelect {
            table: tables.into_iter().map(table).collect(),
            wide: optional(device == Device::Ecp5, WideMux::default),
            ..ByteSelect::default()
        }
    }
}

impl Logic for ByteSelect {
    #[hdl_gen]
    fn update(&mut self) {
        self.byte_01.next = self.low.val().get_bits::<8>(0);
        self.byte_23.next = self.low.val().get_bits::<8>(16);
        self.byte_45.next = self.high.val().get_bits::<8>(0);
        self.byte_67.next = self.high.val().get_bits::<8>(16);
        if self.index.val().get_bit(0) {
            self.byte_01.next = self.low.val().get_bits::<8>(8);
            self.byte_23.next = self.low.val().get_bits::<8>(24);
            self.byte_45.next = self.high.val().get_bits::<8>(8);
            self.byte_67.next = self.high.val().get_bits::<8>(24);
        }
        self.odd.next = bits::<8>(0);
        if !self.wide.is_empty() {
            if self.digit.val() {
                self.odd.next = bits::<8>(255);
            }
        } else {
            if self.index.val().get_bit(0) {
                self.odd.next = bits::<8>(255);
            }
        }
        self.upper.next = bits::<8>(0);
        if self.index.val().get_bit(2) {
            self.upper.next = bits::<8>(255);
        }
        if !self.wide.is_empty() {
            for i in 0..2 {
                self.table[i].a.next = self.low.val().get_bits::<8>(16 * i);
                self.table[i].b.next = self.low.val().get_bits::<8>(16 * i + 8);
                self.table[i + 2].a.next = self.high.val().get_bits::<8>(16 * i);
                self.table[i + 2].b.next = self.high.val().get_bits::<8>(16 * i + 8);
            }
            for i in 0..4 {
                connect!(self.table[i] { c: self.odd.val(), d: self.dual.val() });
            }
            connect!(self.wide[0] {
                byte_0: self.table[0].z.val(), byte_1: self.table[1].z.val(), byte_2: self.table[2].z.val(),
                byte_3: self.table[3].z.val(), index: self.index.val().get_bits::<2>(1),
            });
            self.picked.next = self.wide[0].picked.val();
        } else {
            if !self.table.is_empty() {
                self.table[0].a.next = self.low.val().get_bits::<8>(0);
                self.table[0].b.next = self.low.val().get_bits::<8>(8);
                self.table[0].c.next = self.odd.val();
                self.table[0].d.next = self.index.val().get_bit(1);
                self.table[1].a.next = self.table[0].z.val();
                self.table[1].b.next = self.low.val().get_bits::<8>(16);
                self.table[1].c.next = self.low.val().get_bits::<8>(24);
                self.table[1].d.next = self.index.val().get_bit(1);
                self.table[2].a.next = self.high.val().get_bits::<8>(0);
                self.table[2].b.next = self.high.val().get_bits::<8>(8);
                self.table[2].c.next = self.odd.val();
                self.table[2].d.next = self.index.val().get_bit(1);
                self.table[3].a.next = self.table[2].z.val();
                self.table[3].b.next = self.high.val().get_bits::<8>(16);
                self.table[3].c.next = self.high.val().get_bits::<8>(24);
                self.table[3].d.next = self.index.val().get_bit(1);
                connect!(self.table[4] {
                    a: self.table[1].z.val(), b: self.table[3].z.val(), c: self.upper.val(), d: self.invert.val(),
                });
                self.picked.next = self.table[4].z.val();
            } else {
                if self.index.val().get_bit(2) {
                    if self.index.val().get_bit(1) {
                        self.picked.next = self.byte_67.val();
                    } else {
                        self.picked.next = self.byte_45.val();
                    }
                } else {
                    if self.index.val().get_bit(1) {
                        self.picked.next = self.byte_23.val();
                    } else {
                        self.picked.next = self.byte_01.val();
                    }
                }
            }
        }
    }
}
