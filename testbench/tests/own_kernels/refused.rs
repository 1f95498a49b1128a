//! Kernels that are refused when they are lowered: what the error says, and where it points. `kernels::refused` has those that the
//! compiler refuses.

use super::block;
use lanesmith::hdl::prelude::*;
use lanesmith::netlist::{Flat, lower, lower_documented};
use rust_hdl::prelude::{OpenDrainBuffer, SynchronousFIFO};
use rust_hdl::widgets::registered_edge_tristate::RegisteredEdgeTristate;
use std::ops::Add;

/// The error about a block, or about the flat form of its netlist.
fn error(block: &dyn Block) -> String {
    let flat = lower(block).map(|design| Flat::new(&design).map_err(|error| error.to_string()));
    match flat.map_err(|error| error.to_string()) {
        Ok(Ok(_)) => panic!("a netlist"),
        Ok(Err(error)) | Err(error) => error,
    }
}

/// Blocks with their kernels, and the first line of the error about each.
macro_rules! refused {
    ($($name:ident { $($ports:tt)* } { $($inner:tt)* } $message:expr, { $($kernel:tt)* })+) => {
        $(
            block!($name { $($ports)* } { $($inner)* });
            impl Logic for $name {
                $($kernel)*
            }
        )+
        /// The blocks, with the first lines of the errors.
        fn refused() -> Vec<(Box<dyn Block>, String)> {
            vec![$((Box::new($name::default()), $message.to_string())),+]
        }
    };
}

const BETWEEN: &str = "is read between two assignments to it: read it below the last one, or read the register's output `….q.val()` if the \
     value before this clock is meant";

const TEXT: &str = "Verilog text without a kernel is not lowered; in place of rust_hdl's widgets, lanesmith_hdl::prelude has DFF, Register and \
     Memory, and a table is an array of Rust values, `TABLE[self.address.val().index()]`";

const NO_ARITHMETIC: &str = "integers made of signals (`.index()`, `.to_u64()`) can be compared, matched and used as indices only: compute with \
     bits of the width that the result needs, as in `bit_cast::<9, _>(x) + bit_cast::<9, _>(y)`";

#[derive(LogicStruct, Copy, Clone, Debug, PartialEq, Default)]
struct Complex {
    re: Bits<8>,
    im: Bits<8>,
}

impl Add for Complex {
    type Output = Complex;

    fn add(self, other: Complex) -> Complex {
        Complex {
            re: self.re + other.re,
            im: self.im - other.im,
        }
    }
}

/// A user's function with the name of rust-hdl's.
mod other {
    use lanesmith::hdl::prelude::Bits;

    pub fn bit_cast<const M: usize, const N: usize>(x: Bits<N>) -> Bits<M> {
        lanesmith::hdl::prelude::bit_cast::<M, N>(x) << 1
    }
}

const WEIGHTS: [u64; 3] = [1, 2, 4];

fn weight(i: usize) -> u64 {
    WEIGHTS[i]
}

// An inner block of the rows.
block!(Halves { low: In Bits<8>, high: In Bits<8>, y: Out Bits<8> });

impl Logic for Halves {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.low.val() ^ self.high.val();
    }
}

refused! {
    ComplexAdder { a: In Complex, b: In Complex, y: Out Complex } {}
    "top: `self.a.val() + self.b.val()`: operators of the struct Complex are Rust code that is not lowered: write out what they do with its \
     fields", {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val() + self.b.val();
        }
    }

    Parts { a: In Bits<8>, p: Out Complex } {}
    "top: p.im: undriven: the kernel never assigns it", {
        #[hdl_gen]
        fn update(&mut self) {
            self.p.next.re = self.a.val();
        }
    }

    LiteralBeyond { a: In Bits<8>, y: Out Bit } {}
    "top: `self.a.val() == 256`: 256 does not fit the 8 bits it meets", {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val() == 256;
        }
    }

    BitBeyond { a: In Bits<8>, y: Out Bit } {}
    "top: `self.a.val().get_bit(9)`: bit 9 of 8 bits", {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = bits::<8>(3 + 4).any() & self.a.val().get_bit(9);
        }
    }

    OtherCast { a: In Bits<8>, y: Out Bits<4>, z: Out Bits<4> } {}
    "top: `other::bit_cast::<4, 8>(self.a.val())`: this `bit_cast` is not that of lanesmith_hdl::prelude, and other functions have no meaning \
     in hardware: write out what it computes", {
        #[hdl_gen]
        fn update(&mut self) {
            self.z.next = bit_cast::<4, 8>(self.a.val());
            self.y.next = other::bit_cast::<4, 8>(self.a.val());
        }
    }

    OutOfTable { a: In Bits<8>, y: Out Bits<8> } {}
    "top: a Rust value of the kernel panics: index out of bounds: the len is 3 but the index is 3", {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val();
            for i in 0..4 {
                if self.a.val().get_bit(i) {
                    self.y.next = self.a.val() + weight(i);
                }
            }
        }
    }

    Remainder { a: In Bits<8>, y: Out Bit } {}
    "top: `self.a.val().index() % 2`: rust-hdl divides no bits: shift them, or take some of them with `get_bits`", {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().index() % 2 == 1;
        }
    }

    IndexSum { a: In Bits<8>, y: Out Bit } {}
    format!("top: `self.a.val().index() + 1`: {NO_ARITHMETIC}"), {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().index() + 1 == 3;
        }
    }

    IndexShift { a: In Bits<8>, y: Out Bit } {}
    format!("top: `1 << self.a.val().index()`: {NO_ARITHMETIC}"), {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = 1 << self.a.val().index() == 8;
        }
    }

    IndexInverted { a: In Bits<8>, y: Out Bit } {}
    format!("top: `self.a.val().to_u64()`: {NO_ARITHMETIC}"), {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = !self.a.val().to_u64() == 8;
        }
    }

    NarrowInteger { a: In Bits<8>, y: Out Bit } {}
    "top: `self.a.val().index() as u8`: signals are counted in `usize` and `u64` only, which they do not leave; bits are cut off by `bit_cast`", {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().get_bit(self.a.val().index() as u8 as usize);
        }
    }

    AssignsInput { a: In Bits<8>, y: Out Bits<8> } {}
    "top: `self.a.next = self.y.val()`: an input is driven by the parent and can't be assigned", {
        #[hdl_gen]
        fn update(&mut self) {
            self.a.next = self.y.val();
        }
    }

    AssignsInnerOutput { a: In Bits<8>, y: Out Bits<8> } { halves: Halves }
    "top: `self.halves.y.next = self.a.val()`: an output of halves is driven there and can't be assigned", {
        #[hdl_gen]
        fn update(&mut self) {
            connect!(self.halves { low: self.a.val(), high: self.a.val() });
            self.halves.y.next = self.a.val();
            self.y.next = self.halves.y.val();
        }
    }

    InnerInput { a: In Bits<8>, y: Out Bits<8> } { halves: [Halves; 2] }
    "top: halves.1.high: undriven: the kernel never assigns it", {
        #[hdl_gen]
        fn update(&mut self) {
            connect!(self.halves[0] { low: self.a.val(), high: self.a.val() });
            self.halves[1].low.next = self.halves[0].y.val();
            self.y.next = self.halves[1].y.val();
        }
    }

    Latch { f: In Bit, a: In Bits<8>, y: Out Bits<8> } {}
    "top: y: `self.y.next = self.a.val() + 1`: not assigned in every case, a latch: assign a default first", {
        #[hdl_gen]
        fn update(&mut self) {
            if self.f.val() {
                self.y.next = self.a.val() + 1;
            }
        }
    }

    Accumulates { a: In Bits<8>, y: Out Bits<8> } {}
    format!("top: `y`: {BETWEEN}"), {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val();
            for i in 0..3 {
                self.y.next = self.y.val() + i;
            }
        }
    }

    BetweenBranches { f: In Bit, a: In Bits<8>, y: Out Bits<8> } { sum: Signal<Local, Bits<8>> }
    format!("top: `sum`: {BETWEEN}"), {
        #[hdl_gen]
        fn update(&mut self) {
            if self.f.val() {
                self.sum.next = self.a.val() + 1;
                self.y.next = self.sum.val();
            } else {
                self.sum.next = self.a.val();
                self.y.next = !self.sum.val();
            }
        }
    }

    BetweenFields { a: In Bits<8>, y: Out Bits<8> } { middle: Signal<Local, Complex> }
    format!("top: `middle_re`: {BETWEEN}"), {
        #[hdl_gen]
        fn update(&mut self) {
            self.middle.next.im = self.a.val();
            self.middle.next.re = self.a.val();
            self.y.next = self.middle.val().re;
            self.middle.next.re = !self.a.val();
        }
    }

    BetweenStructs { a: In Bits<8>, y: Out Complex } { middle: Signal<Local, Complex> }
    format!("top: `middle_im`: {BETWEEN}"), {
        #[hdl_gen]
        fn update(&mut self) {
            self.middle.next.re = self.a.val();
            self.middle.next.im = self.a.val();
            self.y.next = self.middle.val();
            self.middle.next.im = !self.a.val();
        }
    }

    // Above its assignment a signal is read at its settled value.
    LoopInModule { a: In Bits<8>, y: Out Bits<8> } {}
    "module top: net y: combinational loop: y depends on y", {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.y.val() + self.a.val();
        }
    }

    LoopAcrossModules { a: In Bits<8>, y: Out Bits<8> } { halves: Halves }
    "module top: net halves_y: combinational loop: halves_y depends on halves_y", {
        #[hdl_gen]
        fn update(&mut self) {
            connect!(self.halves { low: self.a.val(), high: self.halves.y.val() });
            self.y.next = self.halves.y.val();
        }
    }

    TwoClocks { clock: In Clock, other: In Clock, gate: In Bit, q: Out Bit } { first: DFF<Bit>, second: DFF<Bit> }
    "module top: net other: a second clock beside clock: a design has one clock", {
        #[hdl_gen]
        fn update(&mut self) {
            connect!(self.first { clock, d: self.gate.val() });
            connect!(self.second { clock: self.other.val(), d: self.first.q.val() });
            self.q.next = self.second.q.val();
        }
    }

    TooWide { a: In Bits<5000>, y: Out Bit } {}
    "top: a: type Bits::<5000>: 5000 bits; words have 1 to 4096", {
        #[hdl_gen]
        fn update(&mut self) {
            self.y.next = self.a.val().get_bit(0);
        }
    }

    Derived { clock: In Clock, d: In Bit, q: Out Bit } { half: DFF<Bit>, state: DFF<Bit>, divided: Signal<Local, Clock> }
    "module top: net divided: a clock that is no input port of the top module", {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, half);
            self.half.d.next = !self.half.q.val();
            self.divided.next = self.half.q.val().into();
            self.state.clock.next = self.divided.val();
            self.state.d.next = self.d.val();
            self.q.next = self.state.q.val();
        }
    }

    Widget { clock: In Clock, d: In Bit, q: Out Bit } { state: rust_hdl::prelude::DFF<Bit> }
    format!("top.state: `initial begin …`: {TEXT}"), {
        #[hdl_gen]
        fn update(&mut self) {
            dff_setup!(self, clock, state);
            self.state.d.next = self.d.val();
            self.q.next = self.state.q.val();
        }
    }

    VariableParameter { init: In Bits<16>, y: Out Bit } { lut: lanesmith::rtl::device::Lut4 }
    "top: lut: parameter INIT is no constant", {
        #[hdl_gen]
        fn update(&mut self) {
            connect!(self.lut { init, a: false, b: false, c: false, d: false });
            self.y.next = self.lut.z.val();
        }
    }
}

#[test]
fn refused_kernels_say_why_and_show_the_place_in_the_source() {
    let source = include_str!("refused.rs");
    for (block, message) in refused() {
        let error = error(&*block);
        let mut lines = error.lines();
        assert_eq!(lines.next(), Some(message.as_str()));
        let Some(place) = lines.next() else {
            assert!(!message.contains("`self."), "an expression without its place: {error}");
            continue;
        };
        let numbers = place
            .split_once("refused.rs:")
            .and_then(|(_, place)| place.split_once(':'));
        let (line, _) = numbers.unwrap_or_else(|| panic!("{error}"));
        let line = source.lines().nth(line.parse::<usize>().expect("a line") - 1);
        let (text, marks) = (lines.nth(1).unwrap_or_default(), lines.next().unwrap_or_default());
        assert!(text.ends_with(line.expect("a line of this file").trim()), "{error}");
        let marked = text.chars().zip(marks.chars()).filter(|(_, mark)| *mark == '^');
        let marked: String = marked.map(|(letter, _)| letter).collect();
        assert!(
            message.contains(&format!("`{marked}`")) || message.contains(BETWEEN),
            "{error}"
        );
    }
}

// A block with Verilog of its own.
block!(HandMade { a: In Bits<8>, y: Out Bits<8> } { _code: Option<Verilog> });

impl Logic for HandMade {
    fn update(&mut self) {}
    fn connect(&mut self) {}
    fn hdl(&self) -> Verilog {
        self._code.clone().expect("code")
    }
}

block!(OtherMacro { a: In Bits<8>, y: Out Bits<8> });

impl Logic for OtherMacro {
    #[rust_hdl::prelude::hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + 1;
    }
}

/// A cell with a parameter that is given no text.
#[hdl_module(cell = "ecp5 CCU2C INJECT1_0")]
struct Textless {
    /// In.
    cin: Signal<In, Bit>,
    /// Out.
    cout: Signal<Out, Bit>,
}

impl Logic for Textless {
    #[hdl_gen]
    fn update(&mut self) {
        self.cout.next = self.cin.val();
    }
}

#[test]
fn code_of_other_macros_and_widgets_is_refused_with_what_to_do() {
    const READ: &str = "rust_hdl's `hdl_gen` read this kernel, and loses match guards, the `=` of `..=` and `.index()`: where the block is \
         written, use lanesmith_hdl::prelude::* in place of rust_hdl::prelude::*, and copy the source of rust_hdl's widgets";
    let hand_made = HandMade {
        _code: Some(Verilog::Custom("assign y = a;".to_owned())),
        ..HandMade::default()
    };
    let rows: [(&dyn Block, String); 6] = [
        (&hand_made, format!("top: `assign y = a;`: {TEXT}")),
        (&OtherMacro::default(), format!("top: {READ}")),
        (&SynchronousFIFO::<Bits<8>, 3, 4, 2>::default(), format!("top: {READ}")),
        (
            &OpenDrainBuffer::default(),
            format!("top: `assign bus = control$drive_low ? 0 : 1'bz; …`: {TEXT}"),
        ),
        (
            &RegisteredEdgeTristate::<8>::default(),
            "top: black boxes and wrappers are not lowered".to_owned(),
        ),
        (
            &Textless::default(),
            "top: \"INJECT1_0\" gives no parameter of CCU2C a text, as in \"INJECT1_0=NO\"".to_owned(),
        ),
    ];
    for (block, message) in rows {
        assert_eq!(error(block), message);
    }
}

#[test]
fn shipped_hardware_with_a_port_without_a_comment_is_refused() {
    let error = lower_documented(&Halves::default()).expect_err("`low` says nothing");
    assert_eq!(error.to_string(), "top: low: a port without a doc comment");
}

#[test]
#[should_panic(expected = "5 words are not addressed by 2 bits")]
fn a_memory_too_deep_for_its_address_is_refused() {
    Memory::<Bits<8>, 2, 1>::asynchronous(5);
}
