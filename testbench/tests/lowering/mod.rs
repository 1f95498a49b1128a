//! rust-hdl kernels lowered to the netlist: the same values as the kernel itself, clear errors for what has no meaning.

mod pair;

use lanesmith::comment;
use pair::compare;
use rust_hdl::prelude::*;

#[derive(LogicBlock, Default)]
struct Adder {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    sum: Signal<Out, Bits<8>>,
}

impl Logic for Adder {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module adder: Adds two bytes.");
        comment!("port sum: The sum, wrapped.");
        self.sum.next = self.a.val() + self.b.val();
    }
}

lanesmith::top!(Adder { a, b, sum });

#[test]
fn a_sum_is_the_kernels() {
    compare(Adder::default(), 100);
}
