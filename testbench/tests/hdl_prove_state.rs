//! Equality of designs that hold their state in other ways: memories or registers, moved, renamed, doubled.

use crate::hdl_prove::assert_refutes;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Equality, Trace};
use lanesmith::netlist::{BinaryOp, Design};

fn lower(block: &dyn Block) -> Design {
    hdl::lower(block).unwrap_or_else(|error| panic!("{error}"))
}

fn prove(left: &Design, right: &Design) -> Equality {
    let verdict = hdl::prove(left, right, &Effort::default());
    verdict.unwrap_or_else(|error| panic!("{error}"))
}

fn assert_refuted(left: &Design, right: &Design) -> Trace {
    match prove(left, right) {
        Equality::Refuted(trace) => {
            assert_refutes(left, right, &trace);
            trace
        }
        verdict => panic!("{verdict}"),
    }
}

#[derive(LogicBlock)]
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
#[derive(LogicBlock)]
struct Array<const N: usize, const WORDS: usize> {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    to: Signal<In, Bits<N>>,
    data: Signal<In, Bits<8>>,
    from: Signal<In, Bits<N>>,
    q: Signal<Out, Bits<8>>,
    cells: [DFF<Bits<8>>; WORDS],
    word: Signal<Local, Bits<8>>,
    behind: Stage<Bits<8>>,
}

impl<const N: usize, const WORDS: usize> Array<N, WORDS> {
    fn new(synchronous: bool) -> Self {
        Array {
            clock: Signal::default(),
            write: Signal::default(),
            to: Signal::default(),
            data: Signal::default(),
            from: Signal::default(),
            q: Signal::default(),
            cells: std::array::from_fn(|_| DFF::default()),
            word: Signal::default(),
            behind: Stage::new(synchronous),
        }
    }
}

impl<const N: usize, const WORDS: usize> Logic for Array<N, WORDS> {
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
fn words_in_a_memory_and_in_registers_are_the_same_with_the_same_read_timing_only() {
    for synchronous in [false, true] {
        let pairs = [
            (
                lower(&Ram::<2>::new(synchronous)),
                lower(&Array::<2, 4>::new(synchronous)),
            ),
            (
                lower(&Ram::<3>::new(synchronous)),
                lower(&Array::<3, 8>::new(synchronous)),
            ),
            (
                lower(&Ram::<4>::new(synchronous)),
                lower(&Array::<4, 16>::new(synchronous)),
            ),
        ];
        for (ram, array) in pairs {
            assert_eq!(prove(&ram, &array), Equality::Proved);
        }
        assert_refuted(
            &lower(&Ram::<3>::new(synchronous)),
            &lower(&Array::<3, 8>::new(!synchronous)),
        );
    }
}

/// The design with another input of the register called `name`, made from the old one.
fn with(
    design: &Design,
    name: &str,
    change: impl Fn(&mut lanesmith::netlist::Module, lanesmith::netlist::ExprId) -> lanesmith::netlist::ExprId,
) -> Design {
    let mut design = design.clone();
    let top = design.top.0 as usize;
    let module = &mut design.modules[top];
    let register = module
        .registers
        .iter()
        .position(|register| module.net_ref(register.q).name == name);
    let names = || {
        module
            .registers
            .iter()
            .map(|register| &module.net_ref(register.q).name)
            .collect::<Vec<_>>()
    };
    let register = register.unwrap_or_else(|| panic!("no register {name} among {:?}", names()));
    let d = module.registers[register].d;
    module.registers[register].d = change(module, d);
    design
}

#[test]
fn one_wrong_bit_of_one_word_for_one_value_is_found() {
    let ram = lower(&Ram::<4>::new(false));
    let array = lower(&Array::<4, 16>::new(false));
    // Of word 11 the top bit is lost if the value is 0xa5.
    let wrong = with(&array, "cells_11_q", |m, d| {
        let (special, mask) = (m.constant(8, 0xa5), m.constant(8, 0x7f));
        let is_special = m.binary(BinaryOp::Eq, d, special);
        let cut = m.binary(BinaryOp::And, d, mask);
        m.mux(is_special, cut, d)
    });
    assert_refuted(&ram, &wrong);
}

#[hdl_module]
struct Lock {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    code: Signal<In, Bits<12>>,
    open: Signal<Out, Bit>,
    first: DFF<Bit>,
    second: DFF<Bit>,
    third: DFF<Bit>,
}

impl Logic for Lock {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, first, second, third);
        self.first.d.next = (self.first.q.val() | (self.code.val() == 0x123)) & !self.reset.val();
        self.second.d.next =
            (self.second.q.val() | (self.first.q.val() & (self.code.val() == 0x456))) & !self.reset.val();
        self.third.d.next =
            (self.third.q.val() | (self.second.q.val() & (self.code.val() == 0x789))) & !self.reset.val();
        self.open.next = self.third.q.val() & (self.code.val() == 0xabc);
    }
}

#[test]
fn a_difference_behind_three_codes_or_after_a_reset_is_found() {
    let lock = lower(&Lock::default());
    assert_eq!(prove(&lock, &lock), Equality::Proved);
    let never = with(&lock, "third_q", |m, d| {
        let zero = m.constant(1, 0);
        m.binary(BinaryOp::And, d, zero)
    });
    assert_eq!(assert_refuted(&lock, &never).len(), 4);
    // The reset does not close it.
    let kept = with(&lock, "third_q", |m, d| {
        let q = m.nets.iter().position(|net| net.name == "third_q").expect("a net") as u32;
        let q = m.read(lanesmith::netlist::NetId(q));
        m.binary(BinaryOp::Or, d, q)
    });
    assert_eq!(assert_refuted(&lock, &kept).len(), 5);
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

/// The adder is behind the registers, the total negative.
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
    let (total, retimed) = (lower(&Total::default()), lower(&Retimed::default()));
    let verdict = prove(&total, &retimed);
    println!("{verdict}");
    assert_eq!(verdict, Equality::Proved);
}
