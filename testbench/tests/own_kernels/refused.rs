//! Kernels that are refused when they are lowered, with the place in their source.

use super::block;
use lanesmith::hdl;
use lanesmith::hdl::prelude::*;
use std::ops::Add;

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

block!(ComplexAdder { a: In Complex, b: In Complex, y: Out Complex });

impl Logic for ComplexAdder {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + self.b.val();
    }
}

#[test]
fn operators_of_structs_are_refused_where_they_stand() {
    let error = hdl::lower(&ComplexAdder::default())
        .expect_err("what + does is Rust code")
        .to_string();
    let line = line!() - 9;
    assert!(
        error.contains("operators of the struct Complex are Rust code"),
        "{error}"
    );
    assert!(error.contains("`self.a.val() + self.b.val()`"), "{error}");
    assert!(error.contains(&format!("refused.rs:{line}:23")), "{error}");
    assert!(
        error.contains("self.y.next = self.a.val() + self.b.val();\n"),
        "{error}"
    );
    assert!(error.contains("^^^^^^^^^^^^^^^^^^^^^^^^^^^"), "{error}");
}

block!(Parts { p: Out Complex, a: In Bits<8> });

impl Logic for Parts {
    #[hdl_gen]
    fn update(&mut self) {
        self.p.next.re = self.a.val();
    }
}

block!(Increment { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Increment {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
        self.y.next = self.y.val() + 1;
        self.y.next = self.y.val() + 1;
    }
}

block!(Unsized { a: In Bits<8>, y: Out Bit });

impl Logic for Unsized {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bits::<8>(3 + 4).any() & self.a.val().get_bit(9);
    }
}

fn message(block: &dyn Block) -> String {
    hdl::lower(block).expect_err("an error").to_string()
}

#[test]
fn an_undriven_field_is_named() {
    let error = message(&Parts::default());
    assert!(error.starts_with("top: p.im: undriven"), "{error}");
}

#[test]
fn a_value_read_between_two_assignments_is_explained() {
    let error = message(&Increment::default());
    assert!(
        error.contains("between two assignments") && error.contains("q.val()"),
        "{error}"
    );
    assert!(error.contains("refused.rs:"), "{error}");
}

#[test]
fn a_bit_that_there_is_not_is_shown_as_it_was_written() {
    let error = message(&Unsized::default());
    assert!(error.contains("`self.a.val().get_bit(9)`: bit 9 of 8 bits"), "{error}");
}

/// A user's function with the name of rust-hdl's.
mod other {
    use lanesmith::hdl::prelude::Bits;

    pub fn bit_cast<const M: usize, const N: usize>(x: Bits<N>) -> Bits<M> {
        lanesmith::hdl::prelude::bit_cast::<M, N>(x) << 1
    }
}

block!(OtherCast { a: In Bits<8>, y: Out Bits<4>, z: Out Bits<4> });

impl Logic for OtherCast {
    #[hdl_gen]
    fn update(&mut self) {
        self.z.next = bit_cast::<4, 8>(self.a.val());
        self.y.next = other::bit_cast::<4, 8>(self.a.val());
    }
}

#[test]
fn a_function_that_only_has_the_name_of_a_cast_is_refused() {
    let error = message(&OtherCast::default());
    assert!(
        error
            .contains("`other::bit_cast::<4, 8>(self.a.val())`: this `bit_cast` is not that of lanesmith_hdl::prelude"),
        "{error}"
    );
}

const WEIGHTS: [u64; 3] = [1, 2, 4];

fn weight(i: usize) -> u64 {
    WEIGHTS[i]
}

block!(OutOfTable { a: In Bits<8>, y: Out Bits<8> });

impl Logic for OutOfTable {
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

#[test]
fn a_rust_value_that_panics_is_an_error() {
    let error = message(&OutOfTable::default());
    assert!(
        error.contains("a Rust value of the kernel panics: index out of bounds"),
        "{error}"
    );
}
