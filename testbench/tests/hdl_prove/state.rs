//! Designs that hold their state in other ways: memories or registers, moved, or with other values at first.

use super::{assert_equal, clocks_to_difference, lower, prove};
use crate::own_modules::state::{Raised, Starts};
use lanesmith::hdl::Equality;
use lanesmith::hdl::prelude::*;

#[hdl_module(no_default)]
struct Ram<const N: usize> {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    to: Signal<In, Bits<N>>,
    data: Signal<In, Bits<8>>,
    from: Signal<In, Bits<N>>,
    q: Signal<Out, Bits<8>>,
    words: Memory<Bits<8>, N, 1>,
}

impl<const N: usize> Ram<N> {
    fn new(synchronous: bool) -> Self {
        let depth = 1 << N;
        Ram {
            clock: Signal::default(),
            write: Signal::default(),
            to: Signal::default(),
            data: Signal::default(),
            from: Signal::default(),
            q: Signal::default(),
            words: match synchronous {
                true => Memory::synchronous(depth),
                false => Memory::asynchronous(depth),
            },
        }
    }
}

impl<const N: usize> Logic for Ram<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.clock.next = self.clock.val();
        self.words.write_enable.next = self.write.val();
        self.words.write_address.next = self.to.val();
        self.words.write_data.next = self.data.val();
        self.words.read_enable[0].next = true;
        self.words.read_address[0].next = self.from.val();
        self.q.next = self.words.read_data[0].val();
    }
}

/// The same words in registers; read at once, or one clock later.
#[hdl_module]
struct Array<const N: usize, const WORDS: usize, const SYNCHRONOUS: bool> {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    to: Signal<In, Bits<N>>,
    data: Signal<In, Bits<8>>,
    from: Signal<In, Bits<N>>,
    q: Signal<Out, Bits<8>>,
    #[default(std::array::from_fn(|_| DFF::default()))]
    cells: [DFF<Bits<8>>; WORDS],
    word: Signal<Local, Bits<8>>,
    #[default(Stage::new(SYNCHRONOUS))]
    behind: Stage<Bits<8>>,
}

impl<const N: usize, const WORDS: usize, const SYNCHRONOUS: bool> Logic for Array<N, WORDS, SYNCHRONOUS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.word.next = 0.into();
        for i in 0..WORDS {
            self.cells[i].clock.next = self.clock.val();
            self.cells[i].d.next = self.cells[i].q.val();
            if self.write.val() & (self.to.val().index() == i) {
                self.cells[i].d.next = self.data.val();
            }
            if self.from.val().index() == i {
                self.word.next = self.cells[i].q.val();
            }
        }
        self.behind.clock.next = self.clock.val();
        self.behind.enable.next = true;
        self.behind.d.next = self.word.val();
        self.q.next = self.behind.q.val();
    }
}

#[test]
fn words_in_a_memory_and_in_registers_are_the_same_if_they_are_read_alike() {
    assert_equal(&Ram::<4>::new(false), &Array::<4, 16, false>::default(), "at once");
    assert_equal(&Ram::<4>::new(true), &Array::<4, 16, true>::default(), "later");
    clocks_to_difference(&lower(&Ram::<3>::new(false)), &lower(&Array::<3, 8, true>::default()));
}

#[hdl_module]
struct Total {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    odd: Signal<Out, Bit>,
    sum: DFF<Bits<8>>,
    total: DFF<Bits<12>>,
}

impl Logic for Total {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, sum, total);
        self.sum.d.next = self.a.val() + self.b.val();
        self.total.d.next = self.total.q.val() + bit_cast::<12, 8>(self.sum.q.val());
        self.odd.next = self.total.q.val().xor();
    }
}

/// The adder is behind the registers.
#[hdl_module]
struct Retimed {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<8>>,
    odd: Signal<Out, Bit>,
    x: DFF<Bits<8>>,
    y: DFF<Bits<8>>,
    sum: Signal<Local, Bits<8>>,
    total: DFF<Bits<12>>,
}

impl Logic for Retimed {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, x, y, total);
        self.x.d.next = self.a.val();
        self.y.d.next = self.b.val();
        self.sum.next = self.y.q.val() + self.x.q.val();
        self.total.d.next = bit_cast::<12, 8>(self.sum.val()) + self.total.q.val();
        self.odd.next = self.total.q.val().xor();
    }
}

#[test]
fn an_adder_moved_across_registers_in_front_of_hidden_state_is_the_same() {
    assert_equal(&Total::default(), &Retimed::default(), "retiming");
}

#[test]
fn proofs_begin_with_the_values_that_registers_and_words_start_with() {
    let right = Starts::new(0xa5, 0x3f);
    assert_eq!(prove(&right, &Starts::new(0xa5, 0x3f)), Equality::Proved);
    let clocks = |other: Starts| clocks_to_difference(&lower(&right), &lower(&other));
    assert_eq!(clocks(Starts::new(0xa4, 0x3f)), 1);
    // A word differs: visible behind the edge that reads it.
    assert_eq!(clocks(Starts::new(0xa5, 0)), 2);
}

/// Like [`Raised`], but `raised` is looked at only together with the next inputs.
#[hdl_module]
struct Missed {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    go: Signal<In, Bit>,
    d: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    #[default(Register::new(ResetStyle { asynchronous: true, active_low: false }, false))]
    raised: Register<Bit>,
    word: DFF<Bits<4>>,
}

impl Logic for Missed {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, word);
        clock!(self, clock, raised);
        self.raised.reset.next = self.clear.val();
        self.raised.enable.next = true;
        self.raised.d.next = self.go.val();
        self.word.d.next = self.d.val();
        self.y.next = self.word.q.val();
        if self.raised.q.val() {
            self.word.d.next = 0.into();
            self.y.next = 0.into();
        }
    }
}

#[test]
fn a_reset_that_the_edge_raises_and_the_next_inputs_take_away_is_a_difference() {
    clocks_to_difference(&lower(&Raised::default()), &lower(&Missed::default()));
    assert_equal(&Raised::default(), &Raised::default(), "itself");
}
