//! Kernels that rust-hdl's own macro has read: accepted where nothing was lost, refused where something may have been.

use lanesmith::hdl;
use rust_hdl::prelude::*;

macro_rules! stock {
    ($name:ident { $($port:ident: $direction:ident $kind:ty),* }) => {
        #[derive(LogicBlock, Default)]
        struct $name { $($port: Signal<$direction, $kind>),* }
        lanesmith::top!($name { $($port),* });
    };
}

stock!(Plain { a: In Bits<8>, b: In Bits<8>, f: In Bit, y: Out Bits<8> });

impl Logic for Plain {
    #[hdl_gen]
    fn update(&mut self) {
        match self.f.val() {
            true => self.y.next = self.a.val() + self.b.val(),
            false => self.y.next = self.a.val() ^ self.b.val() >> 1,
        }
    }
}

#[test]
fn a_kernel_of_which_nothing_can_be_missing_is_accepted() {
    hdl::check(Plain::default(), 1000, 1).unwrap();
}

fn refused(block: &dyn Block, what: &str) {
    let error = hdl::lower(block).expect_err("something may be missing").to_string();
    assert!(error.contains(what) && error.contains("hdl::prelude"), "{error}");
}

stock!(Guarded { a: In Bits<2>, f: In Bit, y: Out Bit });

impl Logic for Guarded {
    #[hdl_gen]
    fn update(&mut self) {
        match self.a.val().index() {
            1 if self.f.val() => self.y.next = true,
            _ => self.y.next = false,
        }
    }
}

stock!(Inclusive { a: In Bits<4>, y: Out Bit });

impl Logic for Inclusive {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = false;
        for i in 0..=3 {
            if self.a.val().get_bit(i) {
                self.y.next = true;
            }
        }
    }
}

fn bits_turned(x: Bits<8>) -> Bits<8> {
    (x << 4) | (x >> 4)
}

stock!(Calls { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Calls {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bits_turned(self.a.val());
    }
}

stock!(Average { a: In Bits<8>, b: In Bits<8>, y: Out Bits<8>, any: Out Bit });

impl Logic for Average {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = ((self.a.val().index() + self.b.val().index()) >> 1).to_bits();
        self.any.next = (self.a.val().index() + self.b.val().index()).to_bits::<9>().any();
    }
}

#[test]
fn what_may_have_had_a_guard_a_last_round_another_function_or_an_index_is_refused() {
    refused(&Guarded::default(), "guards");
    refused(&Inclusive::default(), "..=");
    refused(&Calls::default(), "bit_cast");
    refused(&Average::default(), ".index()");
}
