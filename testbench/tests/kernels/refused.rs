//! Kernels that Rust accepts and the macro or the lowering does not: what they say.

use super::batch::{Batch, Source};
use super::compiler;
use super::shell::Shell;
use lanesmith::sim::testbench::Random;

/// Who refuses it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Compiler,
    Lowering,
}

const REFUSED: [(&str, By, &str, &str); 13] = [
    (
        "a range without end",
        By::Compiler,
        "match self.a10.val().index() { 4.. => self.y2.next = true, _ => self.y2.next = false }",
        "error: a pattern of a kernel is `_`, a literal, a constant, a variant, a range, `a | b`, or a tuple of these",
    ),
    (
        "a range without end and with a guard",
        By::Compiler,
        "match self.a10.val().index() { 4.. if self.a5.val() => self.y2.next = true, _ => self.y2.next = false }",
        "error: expected one of: literal, identifier, `::`, `<`, `self`, `Self`, `super`, `crate`, `const`",
    ),
    (
        "a function of the user's with a name that rust-hdl's macro takes for a cast",
        By::Compiler,
        "self.y2.next = bits_turned(self.a9.val()).any();",
        "error: the function `bits_turned` has no meaning in hardware: write out what it computes, or make it a block",
    ),
    (
        "a method that is none of rust-hdl's",
        By::Compiler,
        "self.y2.next = self.a9.val().count_ones() == 1;",
        "error: the method `count_ones` has no meaning in hardware; those that have are val, index, to_bits, to_signed_bits, into, get_bit, \
         get_bits, replace_bit, all, any, xor and inner",
    ),
    (
        "a loop on a signal",
        By::Compiler,
        "while self.a5.val() { self.y2.next = true; }",
        "error: only `for` loops can be unrolled into hardware",
    ),
    (
        "an assignment in place",
        By::Compiler,
        "self.y2.next |= self.a5.val();",
        "error: a signal is not changed in place: write `self.x.next = self.y.val() + …` with a register's output on the right",
    ),
    (
        "a variable that changes",
        By::Compiler,
        "let mut x = self.a5.val(); x = !x; self.y2.next = x;",
        "error: a kernel's `let` can't be changed: use a signal for what is assigned more than once",
    ),
    (
        "a value before it is settled",
        By::Compiler,
        "self.y2.next = self.x4.next;",
        "error: `.next` can only be assigned: read `.val()`",
    ),
    (
        "a pattern that binds a variable",
        By::Compiler,
        "match self.a10.val().index() { 0 => self.y2.next = true, other => self.y2.next = other == 3 }",
        "error: patterns bind no variables in a kernel: write `_` and name the value itself",
    ),
    (
        "an end before the end",
        By::Compiler,
        "self.y2.next = true; if self.a5.val() { return; }",
        "error: hardware has no control flow to leave: use `if` and `else`",
    ),
    (
        "a remainder that is no power of two",
        By::Lowering,
        "self.y2.next = self.a10.val().index() % 3 == 1;",
        "top: `self.a10.val().index() % 3`: a division by 3, which is no power of two",
    ),
    (
        "a signal as u8",
        By::Lowering,
        "self.y2.next = self.a9.val().get_bit(self.a10.val().index() as u8 as usize);",
        "top: `self.a10.val().index() as u8`: signals are counted in `usize` and `u64` only, which they do not leave; bits are cut off \
         by `bit_cast`",
    ),
    (
        "a local that is read between two assignments",
        By::Lowering,
        "self.x4.next = self.a5.val(); if self.a6.val() { self.x4.next = true; self.y2.next = self.x4.val(); } else { self.y2.next = \
         false; }",
        "top: `x4`: is read between two assignments to it: read it below the last one, or read the register's output `….q.val()` if \
         the value before this clock is meant",
    ),
];

#[test]
fn what_rust_accepts_and_hardware_does_not_is_refused_in_words() {
    let Some(compiler) = compiler() else { return };
    let shell = Shell::new(&mut Random::new(1));
    let source = |(id, (_, _, body, _)): (usize, &(&str, By, &str, &str))| Source {
        id,
        body: shell.with_other_outputs(body),
        hardware: None,
    };
    let sources = REFUSED.iter().enumerate().map(source).collect();
    let tally = Batch::new(&compiler, &shell, 1, sources).run(false);
    for (id, (what, by, _, words)) in REFUSED.iter().enumerate() {
        let list = match by {
            By::Compiler => &tally.uncompiled,
            By::Lowering => &tally.refused,
        };
        let said = list
            .iter()
            .find(|(refused, _)| *refused == id)
            .map(|(_, said)| said.as_str());
        let said = said.unwrap_or_else(|| panic!("{what}: {tally:?}"));
        assert_eq!(said.split(" / ").next(), Some(*words), "{what}");
    }
}

/// Declarations of blocks that `hdl_module` refuses, each with the line that the error points at and its words.
const REFUSED_MODULES: [(&str, &str, &str); 4] = [
    (
        "#[hdl_module(latency = \"3\")]\nstruct Unknown { pub x: Signal<In, Bit> }",
        "#[hdl_module(latency = \"3\")]",
        "error: expected `name = \"verilog_name\"`, `cell = \"FAMILY NAME\"`, `no_default` or `no_top`",
    ),
    (
        "#[hdl_module]\nstruct Positions(Signal<In, Bit>);",
        "struct Positions(Signal<In, Bit>);",
        "error: the fields of a block have names",
    ),
    (
        "#[hdl_module]\nstruct Register {\n    #[part(low = \"The lower half.\")]\n    state: DFF<Bits<4>>,\n}",
        "    state: DFF<Bits<4>>,",
        "error: only ports have parts: inputs and outputs whose type is a struct, and arrays of them",
    ),
    (
        "#[hdl_module(cell = \"LUT4\")]\nstruct Cell { pub x: Signal<In, Bit> }",
        "#[hdl_module(cell = \"LUT4\")]",
        "error: expected `cell = \"FAMILY NAME\"`, as in \"ecp5 LUT4\"",
    ),
];

#[test]
fn a_module_that_is_declared_wrong_is_refused_at_its_place() {
    let Some(compiler) = compiler() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for (declaration, line, words) in REFUSED_MODULES {
        let text = format!("use lanesmith::hdl::prelude::*;\nfn main() {{}}\n{declaration}\n");
        let said = compiler.compile(folder.path(), &text).expect_err(declaration);
        let number = 1 + text.lines().position(|other| other == line).expect("a line of it");
        let mut lines = said.lines().skip_while(|said| *said != words);
        assert_eq!(lines.next(), Some(words), "{said}");
        let place = lines.next().unwrap_or_default();
        assert!(place.contains(&format!("batch.rs:{number}:")), "{said}");
    }
}
