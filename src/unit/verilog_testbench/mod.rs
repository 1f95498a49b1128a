//! Self-checking testbenches in Verilog-2005 for users without Rust: a template per interface, and vectors from golden.

mod goals;

pub use goals::Goals;

use lanesmith_netlist::verilog::EmittedFile;
use std::fmt::Display;

/// What the templates of all interfaces share: the report of mismatches, and the clock.
const COMMON: &str = include_str!("common.v");
/// A field of one bit that is 1 in every vector, so that a missing vector is noticed by simulators without unknown values too.
const MARK: &str = "MARK";
/// The fewest bits of an index, which tags are made of.
const FEWEST_BITS: u32 = 8;

/// A testbench: a Verilog template and its vectors.
///
/// The template is Verilog with `@NAME@` for constants. `@UNIT@` is the module under test, `@TOP@` the testbench, `@LAYOUT@` the
/// declaration of the vectors with a `localparam` for the lowest bit of each field, and `@COMMON@` what all testbenches share.
#[derive(Clone, Debug)]
pub struct VerilogTestbench {
    template: &'static str,
    constants: Vec<(&'static str, String)>,
    fields: &'static [(&'static str, u32)],
    vectors: Vec<Vec<u64>>,
}

impl VerilogTestbench {
    /// A testbench without vectors; `fields` are the names and widths, at most 64 bits, of what a vector has.
    pub fn new(template: &'static str, fields: &'static [(&'static str, u32)]) -> Self {
        VerilogTestbench {
            template,
            constants: vec![],
            fields,
            vectors: vec![],
        }
    }

    /// Replaces `@name@` in the template.
    pub fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.constants.push((name, value.to_string()));
        self
    }

    /// Appends a vector: the values of the fields in their order. Panics if there are not as many, or one does not fit.
    pub fn push(&mut self, values: &[u64]) {
        assert_eq!(values.len(), self.fields.len(), "a value for each field");
        for ((name, bits), value) in self.fields.iter().zip(values) {
            assert!(*bits == 64 || value >> bits == 0, "{name}: {value:#x} in {bits} bits");
        }
        self.vectors.push(values.to_vec());
    }

    /// The vectors, each with the values of its fields.
    pub fn vectors(&self) -> &[Vec<u64>] {
        &self.vectors
    }

    /// The place of a field in a vector; panics if there is none with this name.
    pub fn field(&self, name: &str) -> usize {
        let place = self.fields.iter().position(|field| field.0 == name);
        place.expect("a field of the testbench")
    }

    /// The files `TOP_tb.v` and `TOP_tb.mem` for the module `top`; `head` is their first lines.
    pub fn files(&self, top: &str, head: &str) -> [EmittedFile; 2] {
        let name = testbench_name(top);
        let mut text = self
            .template
            .replace("@COMMON@\n", COMMON)
            .replace("@LAYOUT@\n", &self.layout());
        let own = [("UNIT", top.to_owned()), ("TOP", name.clone())];
        for (constant, value) in own.iter().chain(&self.constants) {
            text = text.replace(&format!("@{constant}@"), value);
        }
        let vectors: String = self.vectors.iter().map(|vector| self.row(vector) + "\n").collect();
        let mut legend = String::new();
        for (field, bits) in self.all_fields() {
            legend += &format!(" {}[{bits}]", field.to_lowercase());
        }
        [
            EmittedFile {
                name: format!("{name}.v"),
                text: head.to_owned() + &text,
            },
            EmittedFile {
                name: format!("{name}.mem"),
                text: format!("{head}// Fields, highest first, with their widths:{legend}\n{vectors}"),
            },
        ]
    }

    /// All fields, highest first.
    fn all_fields(&self) -> impl DoubleEndedIterator<Item = (&'static str, u32)> {
        [(MARK, 1)].into_iter().chain(self.fields.iter().copied())
    }

    /// The declaration of the vectors.
    fn layout(&self) -> String {
        let count = self.vectors.len() as u64;
        // An index also has the value behind the last vector.
        let index = (u64::BITS - count.leading_zeros()).max(FEWEST_BITS);
        let width: u32 = self.all_fields().map(|field| field.1).sum();
        let mut lines = vec![
            format!("localparam INDEX = {index};"),
            format!("localparam [INDEX-1:0] VECTORS = {index}'d{count};"),
            format!("reg [{}:0] vectors [0:{}];", width - 1, (1u64 << index) - 1),
            "// The lowest bit of each field of a vector.".to_owned(),
        ];
        let mut lo = 0;
        let fields: Vec<(&str, u32)> = self.all_fields().collect();
        for (name, bits) in fields.into_iter().rev() {
            lines.push(format!("localparam {name} = {lo};"));
            lo += bits;
        }
        lines.iter().map(|line| format!("  {line}\n")).collect()
    }

    /// A vector in hexadecimal digits.
    fn row(&self, vector: &[u64]) -> String {
        let values = [1].into_iter().chain(vector.iter().copied());
        let mut bits = vec![];
        for ((_, width), value) in self.all_fields().zip(values) {
            bits.extend((0..width).rev().map(|bit| value >> bit & 1 != 0));
        }
        let missing = bits.len().next_multiple_of(4) - bits.len();
        let padded: Vec<bool> = std::iter::repeat_n(false, missing).chain(bits).collect();
        let digit = |four: &[bool]| four.iter().fold(0, |digit, bit| digit << 1 | u32::from(*bit));
        let digits = padded.chunks(4).map(digit);
        digits
            .map(|digit| char::from_digit(digit, 16).expect("four bits"))
            .collect()
    }
}

/// The name of the testbench of a module.
pub fn testbench_name(top: &str) -> String {
    format!("{top}_tb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_names_the_bits_that_a_row_has() {
        let mut testbench = VerilogTestbench::new("@LAYOUT@\n@UNIT@ @TOP@ @N@\n", &[("A", 5), ("B", 32)]).with("N", 7);
        testbench.push(&[0x15, 0xdead_beef]);
        testbench.push(&[0, 1]);
        let [source, vectors] = testbench.files("top", "// head\n");
        assert!(source.text.ends_with("top top_tb 7\n"), "{}", source.text);
        for line in [
            "INDEX = 8;",
            "VECTORS = 8'd2;",
            "reg [37:0] vectors [0:255];",
            "B = 0;",
            "A = 32;",
            "MARK = 37;",
        ] {
            assert!(source.text.contains(line), "{line}: {}", source.text);
        }
        let rows: Vec<&str> = vectors.text.lines().skip(2).collect();
        assert_eq!(rows, ["35deadbeef", "2000000001"]);
        assert_eq!((&source.name[..], &vectors.name[..]), ("top_tb.v", "top_tb.mem"));
    }

    #[test]
    #[should_panic(expected = "A: 0x20 in 5 bits")]
    fn a_value_that_does_not_fit_is_refused() {
        VerilogTestbench::new("", &[("A", 5)]).push(&[0x20]);
    }
}
