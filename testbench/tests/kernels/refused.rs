//! Kernels and modules that the macros refuse: what the compiler says. `own_kernels::refused` has those that the lowering refuses.

use super::batch::{self, Source};
use super::compiler;
use super::shell::Shell;
use lanesmith::sim::testbench::Random;

/// Kernels, each with what is wrong with it and the first line of the error.
const REFUSED: [(&str, &str, &str); 10] = [
    (
        "a range without end",
        "match self.a10.val().index() { 4.. => self.y2.next = true, _ => self.y2.next = false }",
        "error: a pattern of a kernel is `_`, a literal, a constant, a variant, a range, `a | b`, or a tuple of these",
    ),
    (
        "a range without end and with a guard",
        "match self.a10.val().index() { 4.. if self.a5.val() => self.y2.next = true, _ => self.y2.next = false }",
        "error: expected one of: literal, identifier, `::`, `<`, `self`, `Self`, `super`, `crate`, `const`",
    ),
    (
        "a function of the user's with a name that rust-hdl's macro takes for a cast",
        "self.y2.next = bits_turned(self.a9.val()).any();",
        "error: the function `bits_turned` has no meaning in hardware: write out what it computes, or make it a block",
    ),
    (
        "a method that is none of rust-hdl's",
        "self.y2.next = self.a9.val().count_ones() == 1;",
        "error: the method `count_ones` has no meaning in hardware; those that have are val, index, to_bits, to_signed_bits, into, get_bit, \
         get_bits, replace_bit, all, any, xor and inner",
    ),
    (
        "a loop on a signal",
        "while self.a5.val() { self.y2.next = true; }",
        "error: only `for` loops can be unrolled into hardware",
    ),
    (
        "an assignment in place",
        "self.y2.next |= self.a5.val();",
        "error: a signal is not changed in place: write `self.x.next = self.y.val() + …` with a register's output on the right",
    ),
    (
        "a variable that changes",
        "let mut x = self.a5.val(); x = !x; self.y2.next = x;",
        "error: a kernel's `let` can't be changed: use a signal for what is assigned more than once",
    ),
    (
        "a value before it is settled",
        "self.y2.next = self.x4.next;",
        "error: `.next` can only be assigned: read `.val()`",
    ),
    (
        "a pattern that binds a variable",
        "match self.a10.val().index() { 0 => self.y2.next = true, other => self.y2.next = other == 3 }",
        "error: patterns bind no variables in a kernel: write `_` and name the value itself",
    ),
    (
        "an end before the end",
        "self.y2.next = true; if self.a5.val() { return; }",
        "error: hardware has no control flow to leave: use `if` and `else`",
    ),
];

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
fn what_the_macros_refuse_is_an_error_with_words_at_its_place() {
    let Some(compiler) = compiler() else { return };
    let shell = Shell::new(&mut Random::new(1));
    let source = |(id, (_, body, _)): (usize, &(&str, &str, &str))| Source {
        id,
        body: shell.with_other_outputs(body),
    };
    let sources: Vec<Source> = REFUSED.iter().enumerate().map(source).collect();
    let (mut text, lines) = batch::text(&shell, &mut Random::new(1), &sources);
    for (declaration, ..) in REFUSED_MODULES {
        text += &format!("\n{declaration}\n");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let said = compiler.compile(folder.path(), &text).expect_err("refused");
    let found = batch::complaints(&said, &sources, &lines);
    for (id, (what, _, words)) in REFUSED.iter().enumerate() {
        assert_eq!(found.get(&id).map(String::as_str), Some(*words), "{what}\n{said}");
    }
    for (_, line, words) in REFUSED_MODULES {
        let number = 1 + text.lines().position(|other| other == line).expect("a line of it");
        let mut lines = said.lines().skip_while(|said| *said != words);
        assert_eq!(lines.next(), Some(words), "{said}");
        let place = lines.next().unwrap_or_default();
        assert!(place.contains(&format!("batch.rs:{number}:")), "{said}");
    }
}
