//! Types of signals: signed and wide words, structs and enumerations, also as ports.

use super::{block, checked};
use lanesmith::hdl::prelude::*;

block!(Signs {
    a: In Signed<16>, b: In Signed<16>, n: In Bits<8>,
    sum: Out Signed<16>, difference: Out Signed<16>, product: Out Signed<32>, negated: Out Signed<16>,
    less: Out Bit, at_least: Out Bit, negative: Out Bit, wide: Out Signed<40>, narrow: Out Signed<8>, bits: Out Bits<16>,
    cast: Out Signed<8>, clipped: Out Signed<16>, biased: Out Signed<16>,
});

impl Logic for Signs {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val();
        self.product.next = self.a.val() * self.b.val();
        self.negated.next = -self.a.val();
        self.less.next = self.a.val() < self.b.val();
        self.at_least.next = self.a.val() >= self.b.val();
        self.negative.next = self.a.val() < signed::<16>(0);
        self.wide.next = signed_bit_cast::<40, 16>(signed_cast(bit_cast::<16, 8>(self.n.val())));
        self.narrow.next = self.a.val().get_bits::<8>(4);
        self.bits.next = unsigned_cast(self.b.val());
        self.cast.next = signed_cast(self.n.val());
        self.clipped.next = self.a.val();
        if self.a.val() > signed::<16>(1000) {
            self.clipped.next = signed::<16>(1000);
        }
        if self.a.val() < (-1000).into() {
            self.clipped.next = (-1000).into();
        }
        self.biased.next = self.a.val() + signed::<16>(-3);
    }
}

#[test]
fn signed_words_compare_extend_and_multiply_as_numbers() {
    checked(Signs::default());
}

block!(Wide {
    a: In Bits<100>, b: In Bits<100>, n: In Bits<7>, c: In Bits<130>,
    sum: Out Bits<100>, difference: Out Bits<100>, and: Out Bits<100>, not: Out Bits<100>, less: Out Bit, equal: Out Bit,
    at_most: Out Bit, left: Out Bits<100>, right: Out Bits<100>, by: Out Bits<100>, any: Out Bit, all: Out Bit, parity: Out Bit,
    middle: Out Bits<70>, moving: Out Bits<9>, bit: Out Bit, replaced: Out Bits<100>, low: Out Bits<8>, joined: Out Bits<130>,
    more: Out Bits<130>,
});

impl Logic for Wide {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
        self.difference.next = self.a.val() - self.b.val();
        self.and.next = self.a.val() & self.b.val() | bits::<100>(5);
        self.not.next = !self.a.val();
        self.less.next = self.a.val() < self.b.val();
        self.equal.next = self.a.val() == self.b.val();
        self.at_most.next = self.a.val() <= self.b.val();
        self.left.next = self.a.val() << self.n.val();
        self.right.next = self.a.val() >> self.n.val();
        self.by.next = self.a.val() << 65;
        self.any.next = self.a.val().any();
        self.all.next = self.a.val().all();
        self.parity.next = self.a.val().xor();
        self.middle.next = self.a.val().get_bits::<70>(20);
        self.moving.next = self.a.val().get_bits::<9>(self.n.val().get_bits::<6>(0).index());
        self.bit.next = self.a.val().get_bit(99);
        self.replaced.next = self.a.val().replace_bit(70, self.n.val().get_bit(0));
        self.low.next = bit_cast::<8, 100>(self.a.val() + 300);
        self.joined.next = bit_cast::<130, 100>(self.a.val()) << 30 | bit_cast::<130, 7>(self.n.val());
        self.more.next = if self.n.val().any() {
            self.c.val() - 1
        } else {
            self.c.val()
        };
    }
}

#[test]
fn words_of_more_than_64_bits_compute_as_others() {
    checked(Wide::default());
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Command {
    Nothing,
    Load,
    Add,
    Clear,
    Negate,
}

#[derive(LogicStruct, Copy, Clone, Debug, PartialEq, Default)]
struct Pixel {
    red: Bits<5>,
    green: Bits<6>,
    blue: Bits<5>,
}

#[derive(LogicStruct, Copy, Clone, Debug, PartialEq, Default)]
struct Request {
    command: Command,
    pixel: Pixel,
    long: Bits<70>,
}

block!(Ports {
    clock: In Clock, request: In Request, other: In Pixel, command: In Command,
    answer: Out Request, same: Out Bit, is_load: Out Bit, next: Out Command, red: Out Bits<5>,
} { held: DFF<Request> });

impl Logic for Ports {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        self.held.d.next = self.request.val();
        self.answer.next = self.held.q.val();
        self.answer.next.pixel.red = self.other.val().blue;
        self.answer.next.command = match self.command.val() {
            Command::Load | Command::Add => self.request.val().command,
            _ => Command::Negate,
        };
        self.same.next = self.request.val().pixel == self.other.val();
        self.is_load.next = self.command.val() == Command::Load;
        self.next.next = if self.request.val().pixel != self.other.val() {
            self.command.val()
        } else {
            Command::Clear
        };
        let pixel = self.request.val().pixel;
        self.red.next = pixel.red + self.other.val().red;
    }
}

#[test]
fn ports_may_be_structs_and_enumerations() {
    checked(Ports::default());
}

block!(Renamed { clock: In Clock, write: In Bit, address: In Bits<3>, data: In Bits<8>, read: Out Bits<8> } {
    other: Signal<Local, Clock>, words: RAM<Bits<8>, 3>
});

impl Logic for Renamed {
    #[hdl_gen]
    fn update(&mut self) {
        self.other.next = self.clock.val();
        self.words.read_clock.next = self.clock.val();
        self.words.write_clock.next = self.other.val();
        self.words.write_enable.next = self.write.val();
        self.words.write_address.next = self.address.val();
        self.words.read_address.next = self.address.val();
        self.words.write_data.next = self.data.val();
        self.read.next = self.words.read_data.val();
    }
}

#[test]
fn a_clock_with_two_names_is_one_clock() {
    let design = lanesmith::hdl::lower(&Renamed::default()).unwrap_or_else(|error| panic!("{error}"));
    lanesmith::netlist::Flat::new(&design).unwrap_or_else(|error| panic!("{error}"));
}
