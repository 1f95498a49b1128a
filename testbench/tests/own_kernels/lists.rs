//! Lists in kernels, `connect!` and `cat!`, are the statements and expressions that they stand for.

use super::checked;
use lanesmith::hdl::{self, prelude::*};
use lanesmith::verilog::{Banner, emit};

#[hdl_module]
struct Adder {
    a: Signal<In, Bits<4>>,
    b: Signal<In, Bits<4>>,
    sum: Signal<Out, Bits<4>>,
}

impl Logic for Adder {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
    }
}

mod listed {
    use super::*;

    #[hdl_module]
    pub struct Pair {
        a: Signal<In, Bits<4>>,
        b: Signal<In, Bit>,
        d: Signal<Out, Bits<8>>,
        adders: [Adder; 2],
    }

    impl Logic for Pair {
        #[hdl_gen]
        fn update(&mut self) {
            connect!(self.adders[0], self.adders[1] { a });
            if self.b.val() {
                connect!(self.adders[0] { b: self.a.val() });
            } else {
                connect!(self.adders[0] { b: 3.into() });
            }
            self.adders[1].b.next = cat!(4 of bits: self.b.val(), !self.b.val(), self.a.val().any());
            self.d.next = cat!(8 of 4: self.adders[1].sum.val(), self.adders[0].sum.val());
        }
    }
}

mod plain {
    use super::*;

    #[hdl_module]
    pub struct Pair {
        a: Signal<In, Bits<4>>,
        b: Signal<In, Bit>,
        d: Signal<Out, Bits<8>>,
        adders: [Adder; 2],
    }

    impl Logic for Pair {
        #[hdl_gen]
        fn update(&mut self) {
            self.adders[0].a.next = self.a.val();
            self.adders[1].a.next = self.a.val();
            if self.b.val() {
                self.adders[0].b.next = self.a.val();
            } else {
                self.adders[0].b.next = 3.into();
            }
            self.adders[1].b.next = (bit_cast::<4, 1>(self.b.val().into()) << 2)
                | (bit_cast::<4, 1>((!self.b.val()).into()) << 1)
                | bit_cast::<4, 1>(self.a.val().any().into());
            self.d.next =
                (bit_cast::<8, 4>(self.adders[1].sum.val()) << 4) | bit_cast::<8, 4>(self.adders[0].sum.val());
        }
    }
}

#[test]
fn lists_are_the_statements_and_expressions_that_they_stand_for() {
    let text = |design| {
        let files = emit(&design, &Banner::default());
        files.into_iter().map(|file| file.text).collect::<String>()
    };
    let plain = hdl::lower(&plain::Pair::default()).expect("a kernel");
    assert_eq!(text(checked(listed::Pair::default())), text(plain));
}
