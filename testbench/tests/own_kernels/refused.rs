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
