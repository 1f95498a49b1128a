//! Filters and decoders, with and without signs.

use super::harness::{Own, own};
use lanesmith::hdl::prelude::*;

/// A filter of three taps, of which the middle one is negative.
#[hdl_module]
struct SignedFir {
    clock: Signal<In, Clock>,
    sample: Signal<In, Bits<16>>,
    filtered: Signal<Out, Bits<32>>,
    #[default([3, -7, 3].map(|tap: i64| Constant::new(tap.into())))]
    taps: [Constant<Signed<16>>; 3],
    history: [DFF<Signed<16>>; 3],
    product: [Signal<Local, Signed<32>>; 3],
}

impl Logic for SignedFir {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3 {
            self.history[i].clock.next = self.clock.val();
            self.product[i].next = self.history[i].q.val() * self.taps[i].val();
        }
        self.history[0].d.next = signed_cast(self.sample.val());
        for i in 1..3 {
            self.history[i].d.next = self.history[i - 1].q.val();
        }
        self.filtered.next = unsigned_cast(self.product[0].val() + self.product[1].val() + self.product[2].val());
    }
}

const STEPS: [u64; 16] = [7, 8, 10, 12, 14, 17, 21, 25, 31, 37, 45, 55, 66, 80, 97, 118];

/// Decodes ADPCM of four bits: the step adapts to the size of the differences.
#[hdl_module]
struct Adpcm {
    clock: Signal<In, Clock>,
    valid: Signal<In, Bit>,
    code: Signal<In, Bits<4>>,
    sample: Signal<Out, Bits<12>>,
    index: DFF<Bits<4>>,
    #[default(DFFWithInit::new(0x800.into()))]
    level: DFFWithInit<Bits<12>>,
}

impl Logic for Adpcm {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, index, level);
        let step = STEPS[self.index.q.val().index()];
        let step = bits::<12>(step);
        let zero = bits::<12>(0);
        let size = (if self.code.val().get_bit(2) { step } else { zero })
            + (if self.code.val().get_bit(1) { step >> 1 } else { zero })
            + (if self.code.val().get_bit(0) { step >> 2 } else { zero })
            + (step >> 3);
        let up = self.level.q.val() + size;
        let down = self.level.q.val() - size;
        if self.valid.val() {
            self.level.d.next = match self.code.val().get_bit(3) {
                false if up < self.level.q.val() => bits::<12>(0xfff),
                false => up,
                true if down > self.level.q.val() => zero,
                true => down,
            };
            self.index.d.next = match self.code.val().index() % 8 {
                4..=7 if self.index.q.val() > 13 => bits::<4>(15),
                4..=7 => self.index.q.val() + 2,
                _ if self.index.q.val().any() => self.index.q.val() - 1,
                _ => bits::<4>(0),
            };
        }
        self.sample.next = self.level.q.val();
    }
}

pub const MODULES: &[Own] = &[
    own!("signed FIR filter", SignedFir),
    own!("ADPCM decoder", Adpcm),
];
