//! The integer unit.

use super::byte_result::ByteResult;
use super::byte_swizzle::ByteSwizzle;
use super::lane_adder::LaneAdder;
use super::lane_compare::LaneCompare;
use super::lane_overflow::LaneOverflow;
use super::lane_shifter::LaneShifter;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Logic, addition and subtraction with or without saturation, shifts, byte swizzle, sign extension and comparison
/// of 1 x 32, 2 x 16 or 4 x 8 bits.
///
/// With two stages, registers cut between the carry chain and shifter on one side and saturation and selection on
/// the other, and after the result.
#[derive(LogicBlock)]
pub struct BrewAlu {
    /// Rising edge; only for two stages.
    pub clock: Signal<In, Clock>,
    /// See [`operation`](super::operation).
    pub operation: Signal<In, Bits<4>>,
    /// Bit 0: lanes are 16 bits wide; bit 1: 8 bits; bit 2: addition and subtraction saturate; bit 3: as unsigned.
    pub lanes: Signal<In, Bits<4>>,
    /// Bit 0: compare with the operation set to subtract; bit 1: less instead of equal; bit 2: signed; bit 3: invert.
    pub compare: Signal<In, Bits<4>>,
    /// Compared lanes are floating-point numbers.
    pub float: Signal<In, Bit>,
    /// Bit 0: sign-extend each lane from its low 8 bits, bit 1: from its low 16 bits, with the operation set to `or`.
    pub extend: Signal<In, Bits<2>>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand, shift amount or swizzle control.
    pub b: Signal<In, Bits<32>>,
    /// Result.
    pub d: Signal<Out, Bits<32>>,
    adder: LaneAdder,
    overflow: LaneOverflow,
    comparator: Vec<LaneCompare>,
    shifter: LaneShifter,
    swizzle: ByteSwizzle,
    bytes: [ByteResult; 4],
    is_sum: Signal<Local, Bit>,
    logic: Signal<Local, Bits<32>>,
    other: Signal<Local, Bits<32>>,
    extended: Signal<Local, Bits<4>>,
    extension: Signal<Local, Bits<4>>,
    force: Signal<Local, Bits<4>>,
    fill: Signal<Local, Bits<4>>,
    flip_top: Signal<Local, Bits<4>>,
    result: Signal<Local, Bits<32>>,
    sum_cut: Stage<Bits<32>>,
    other_cut: Stage<Bits<32>>,
    is_sum_cut: Stage<Bit>,
    force_cut: Stage<Bits<4>>,
    fill_cut: Stage<Bits<4>>,
    flip_cut: Stage<Bits<4>>,
    result_cut: Stage<Bits<32>>,
}

impl BrewAlu {
    /// Combinational, or with `registered` two pipeline stages; with or without comparisons, and floating-point
    /// ones among them.
    pub fn new(registered: bool, compares: bool, float: bool) -> Self {
        BrewAlu {
            clock: Signal::default(),
            operation: Signal::default(),
            lanes: Signal::default(),
            compare: Signal::default(),
            float: Signal::default(),
            extend: Signal::default(),
            a: Signal::default(),
            b: Signal::default(),
            d: Signal::default(),
            adder: LaneAdder::default(),
            overflow: LaneOverflow::default(),
            comparator: (0..u32::from(compares)).map(|_| LaneCompare::new(float)).collect(),
            shifter: LaneShifter::default(),
            swizzle: ByteSwizzle::default(),
            bytes: Default::default(),
            is_sum: Signal::default(),
            logic: Signal::default(),
            other: Signal::default(),
            extended: Signal::default(),
            extension: Signal::default(),
            force: Signal::default(),
            fill: Signal::default(),
            flip_top: Signal::default(),
            result: Signal::default(),
            sum_cut: Stage::new(registered),
            other_cut: Stage::new(registered),
            is_sum_cut: Stage::new(registered),
            force_cut: Stage::new(registered),
            fill_cut: Stage::new(registered),
            flip_cut: Stage::new(registered),
            result_cut: Stage::new(registered),
        }
    }
}

impl Logic for BrewAlu {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module brew_alu: Integer unit: logic, addition, subtraction, saturation, shifts, swizzle, extension, comparison.");
        comment!("port operation: 0 xor, 1 or, 2 and, 3 and with a inverted, 4 add, 5 subtract, 8 shift left, 9 right, 11 right arithmetic, 12 swizzle a by b.");
        comment!("port lanes: Bit 0: 16-bit lanes, bit 1: 8-bit lanes, bit 2: saturate, bit 3: unsigned.");
        comment!("port compare: Bit 0: compare (operation 5), bit 1: less rather than equal, bit 2: signed, bit 3: invert.");
        comment!("port float: Compared lanes are floating-point numbers.");
        comment!("port extend: Bit 0: sign-extend lanes from 8 bits, bit 1: from 16 bits (operation 1, b = 0).");
        comment!("port b: Second operand, shift amount or swizzle control.");
        self.adder.a.next = self.a.val();
        self.adder.b.next = self.b.val();
        self.adder.subtract.next = self.operation.val().get_bit(0);
        self.adder.lanes16.next = self.lanes.val().get_bit(0);
        self.adder.lanes8.next = self.lanes.val().get_bit(1);

        self.overflow.a.next = self.a.val();
        self.overflow.addend.next = self.adder.addend.val();
        self.overflow.sum.next = self.adder.sum.val();
        self.overflow.carry.next = self.adder.carry.val();
        self.overflow.subtract.next = self.operation.val().get_bit(0);
        self.overflow.unsigned.next = self.lanes.val().get_bit(3);
        self.overflow.lanes8.next = self.lanes.val().get_bit(1);

        self.shifter.word.next = self.a.val();
        self.shifter.amount.next = self.b.val().get_bits::<5>(0);
        self.shifter.left.next = !self.operation.val().get_bit(0);
        self.shifter.arithmetic.next = self.operation.val().get_bit(1);
        self.shifter.lanes16.next = self.lanes.val().get_bit(0);
        self.shifter.lanes8.next = self.lanes.val().get_bit(1);

        self.swizzle.word.next = self.a.val();
        self.swizzle.control.next = self.b.val().get_bits::<8>(0);

        if self.operation.val().get_bit(1) {
            self.logic.next = self.a.val() & self.b.val();
            if self.operation.val().get_bit(0) {
                self.logic.next = !self.a.val() & self.b.val();
            }
        } else {
            self.logic.next = self.a.val() ^ self.b.val();
            if self.operation.val().get_bit(0) {
                self.logic.next = self.a.val() | self.b.val();
            }
        }
        self.other.next = self.logic.val();
        if self.operation.val().get_bit(3) {
            self.other.next = self.shifter.shifted.val();
            if self.operation.val().get_bit(2) {
                self.other.next = self.swizzle.swizzled.val();
            }
        }
        self.is_sum.next = self.operation.val().get_bit(2) & !self.operation.val().get_bit(3);

        // Sign extension and comparison share the constants that saturation needs: no wider multiplexer for them.
        self.extended.next = 0.into();
        self.extension.next = (bit_cast::<4, 1>(self.a.val().get_bits::<1>(23)) << 3)
            | bit_cast::<4, 1>(self.a.val().get_bits::<1>(7)) << 1;
        if !self.lanes.val().get_bit(1) {
            if self.lanes.val().get_bit(0) {
                if self.extend.val().get_bit(0) {
                    self.extended.next = 0xa.into();
                }
            } else {
                if self.extend.val().get_bit(1) {
                    self.extended.next = 0xc.into();
                }
                if self.extend.val().get_bit(0) {
                    self.extended.next = 0xe.into();
                }
                self.extension.next = 0.into();
                if self.extend.val().get_bit(0) {
                    if self.a.val().get_bit(7) {
                        self.extension.next = 0xe.into();
                    }
                } else if self.a.val().get_bit(15) {
                    self.extension.next = 0xe.into();
                }
            }
        }

        self.force.next = self.extended.val();
        self.fill.next = self.extension.val();
        self.flip_top.next = 0.into();
        if self.lanes.val().get_bit(2) {
            self.force.next = self.overflow.overflow.val();
            self.fill.next = self.overflow.high.val();
            if !self.lanes.val().get_bit(3) {
                self.flip_top.next = 10.into();
                if self.lanes.val().get_bit(1) {
                    self.flip_top.next = 0xf.into();
                }
            }
        }
        for i in 0..self.comparator.len() {
            self.comparator[i].a.next = self.a.val();
            self.comparator[i].b.next = self.b.val();
            self.comparator[i].carry.next = self.adder.carry.val();
            self.comparator[i].lanes16.next = self.lanes.val().get_bit(0);
            self.comparator[i].lanes8.next = self.lanes.val().get_bit(1);
            self.comparator[i].less.next = self.compare.val().get_bit(1);
            self.comparator[i].signed.next = self.compare.val().get_bit(2);
            self.comparator[i].invert.next = self.compare.val().get_bit(3);
            self.comparator[i].float.next = self.float.val();
            if self.compare.val().get_bit(0) {
                self.force.next = 0xf.into();
                self.fill.next = self.comparator[i].holds.val();
                self.flip_top.next = 0.into();
            }
        }

        self.sum_cut.clock.next = self.clock.val();
        self.other_cut.clock.next = self.clock.val();
        self.is_sum_cut.clock.next = self.clock.val();
        self.force_cut.clock.next = self.clock.val();
        self.fill_cut.clock.next = self.clock.val();
        self.flip_cut.clock.next = self.clock.val();
        self.result_cut.clock.next = self.clock.val();
        self.sum_cut.enable.next = true;
        self.other_cut.enable.next = true;
        self.is_sum_cut.enable.next = true;
        self.force_cut.enable.next = true;
        self.fill_cut.enable.next = true;
        self.flip_cut.enable.next = true;
        self.result_cut.enable.next = true;
        self.sum_cut.d.next = self.adder.sum.val();
        self.other_cut.d.next = self.other.val();
        self.is_sum_cut.d.next = self.is_sum.val();
        self.force_cut.d.next = self.force.val();
        self.fill_cut.d.next = self.fill.val();
        self.flip_cut.d.next = self.flip_top.val();

        for i in 0..4 {
            self.bytes[i].sum.next = self.sum_cut.q.val().get_bits::<8>(8 * i);
            self.bytes[i].other.next = self.other_cut.q.val().get_bits::<8>(8 * i);
            self.bytes[i].select_sum.next = self.is_sum_cut.q.val();
            self.bytes[i].force.next = self.force_cut.q.val().get_bit(i);
            self.bytes[i].fill.next = self.fill_cut.q.val().get_bit(i);
            self.bytes[i].flip_top.next = self.flip_cut.q.val().get_bit(i);
        }
        self.result.next = (bit_cast::<32, 8>(self.bytes[3].result.val()) << 24)
            | (bit_cast::<32, 8>(self.bytes[2].result.val()) << 16)
            | (bit_cast::<32, 8>(self.bytes[1].result.val()) << 8)
            | bit_cast::<32, 8>(self.bytes[0].result.val());
        self.result_cut.d.next = self.result.val();
        self.d.next = self.result_cut.q.val();
    }
}

crate::top!(BrewAlu { clock, operation, lanes, compare, float, extend, a, b, d });
