//! The block that all kernels of a batch share: its signals, and its text.

use lanesmith::sim::testbench::Random;
use std::fmt::Write;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Bit,
    Bits(u32),
    Signed(u32),
    /// By number.
    Enum(usize),
    /// By number.
    Struct(usize),
}

/// A signal, or what else has a value and a name.
#[derive(Clone, Debug)]
pub struct Place {
    pub name: String,
    pub ty: Ty,
}

/// The signals and types of a batch.
pub struct Shell {
    /// The widths of all its values: each costs the compiler code of its own.
    pub widths: Vec<u32>,
    pub inputs: Vec<Place>,
    pub locals: Vec<Place>,
    /// Arrays of four locals.
    pub arrays: Vec<Place>,
    pub states: Vec<Place>,
    pub outputs: Vec<Place>,
    pub constants: Vec<Place>,
    /// The number of variants of each enum.
    pub enums: Vec<u32>,
    /// The fields of each struct.
    pub structs: Vec<Vec<Place>>,
}

const WIDTHS: [u32; 24] = [
    1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 12, 15, 16, 16, 17, 24, 31, 32, 32, 33, 40, 48, 63, 64,
];

/// Elements of each array.
pub const ELEMENTS: u32 = 4;

impl Shell {
    pub fn new(random: &mut Random) -> Self {
        let place = |prefix: &str, i: usize, ty: Ty| Place {
            name: format!("{prefix}{i}"),
            ty,
        };
        let mut widths = vec![1, 3, 16, 32, 65 + random.below(100)];
        (0..5).for_each(|_| widths.push(random.pick(&WIDTHS)));
        let bits = |random: &mut Random| loop {
            let width = random.pick(&widths);
            if width <= 64 {
                return Ty::Bits(width);
            }
        };
        let enums = vec![2 + random.below(3), 5 + random.below(4)];
        let mut structs = Vec::new();
        for _ in 0..2 {
            let mut fields = vec![
                place("m", 0, bits(random)),
                place("m", 1, Ty::Bit),
                place("m", 2, bits(random)),
            ];
            if random.flag() {
                fields.push(place("m", 3, Ty::Enum(1)));
            }
            structs.push(fields);
        }
        let several = |prefix: &str, random: &mut Random, count: usize, rest: &[Ty]| -> Vec<Place> {
            let mut types: Vec<Ty> = (0..count).map(|_| bits(random)).collect();
            types.extend(rest);
            types
                .into_iter()
                .enumerate()
                .map(|(i, ty)| place(prefix, i, ty))
                .collect()
        };
        let rest = [Ty::Bit, Ty::Bit, Ty::Enum(0), Ty::Enum(1), Ty::Bits(16), Ty::Bits(3)];
        let signed = Ty::Signed(random.pick(&widths[5..]));
        let wide = Ty::Bits(widths[4]);
        let inputs = [&rest[..], &[wide, signed]].concat();
        let last = random.pick(&[Ty::Enum(1), Ty::Struct(0), signed, wide]);
        Shell {
            inputs: several("a", random, 5, &inputs),
            locals: several(
                "x",
                random,
                4,
                &[Ty::Bit, Ty::Enum(1), Ty::Struct(0), signed, Ty::Bits(32), wide],
            ),
            arrays: several("v", random, 2, &[Ty::Bit]),
            states: several(
                "s",
                random,
                3,
                &[Ty::Bit, Ty::Enum(0), Ty::Struct(1), Ty::Signed(16), wide],
            ),
            outputs: several("y", random, 2, &[Ty::Bit, last]),
            constants: several("c", random, 2, &[]),
            enums,
            structs,
            widths,
        }
    }

    /// A kernel that assigns all outputs: those that `body` does not name are constant.
    pub fn with_other_outputs(&self, body: &str) -> String {
        let mut text = format!("        {body}\n");
        for place in &self.outputs {
            let target = format!("self.{}.next", place.name);
            let value = match place.ty {
                _ if body.contains(&target) => continue,
                Ty::Bit => "false".to_owned(),
                Ty::Enum(number) => format!("E{number}::V0"),
                ty => format!("<{}>::default()", self.rust(ty)),
            };
            writeln!(text, "        {target} = {value};").expect("a string");
        }
        text
    }

    /// A type as Rust writes it.
    pub fn rust(&self, ty: Ty) -> String {
        match ty {
            Ty::Bit => "Bit".to_owned(),
            Ty::Bits(width) => format!("Bits<{width}>"),
            Ty::Signed(width) => format!("Signed<{width}>"),
            Ty::Enum(number) => format!("E{number}"),
            Ty::Struct(number) => format!("T{number}"),
        }
    }

    /// Everything of a batch but its kernels.
    pub fn text(&self, random: &mut Random) -> String {
        let mut text = String::from(HEAD);
        for (number, variants) in self.enums.iter().enumerate() {
            let names: Vec<String> = (0..*variants).map(|i| format!("V{i}")).collect();
            writeln!(
                text,
                "#[derive(Copy, Clone, PartialEq, Debug, LogicState)]\npub enum E{number} {{ {} }}",
                names.join(", ")
            )
            .expect("a string");
        }
        for (number, fields) in self.structs.iter().enumerate() {
            let fields = self.fields(fields, |ty| ty);
            writeln!(
                text,
                "#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]\npub struct T{number} {{\n{fields}}}"
            )
            .expect("a string");
        }
        let signals =
            |places: &[Place], direction: &str| self.fields(places, |ty| format!("Signal<{direction}, {ty}>"));
        let arrays = self.fields(&self.arrays, |ty| format!("[Signal<Local, {ty}>; {ELEMENTS}]"));
        let states = self.fields(&self.states, |ty| format!("DFF<{ty}>"));
        let constants = self.fields(&self.constants, |ty| format!("Constant<{ty}>"));
        let places = [
            &self.inputs[..],
            &self.locals,
            &self.arrays,
            &self.states,
            &self.outputs,
        ];
        let mut defaults = String::new();
        for place in places.into_iter().flatten() {
            writeln!(defaults, "            {}: Default::default(),", place.name).expect("a string");
        }
        for place in &self.constants {
            let Ty::Bits(width) = place.ty else {
                unreachable!("constants are bits")
            };
            let value = random.bits() >> (64 - width);
            writeln!(
                defaults,
                "            {}: Constant::new({value}_u64.into()),",
                place.name
            )
            .expect("a string");
        }
        let ports: Vec<&str> = self
            .inputs
            .iter()
            .chain(&self.outputs)
            .map(|place| place.name.as_str())
            .collect();
        write!(
            text,
            "#[derive(LogicBlock)]
pub struct Shell {{
    pub clock: Signal<In, Clock>,
{}{}{}{arrays}{states}{constants}    _code: Meaning,
}}
impl Shell {{
    fn boxed(code: Meaning) -> Box<dyn Top> {{
        Box::new(Shell {{
            clock: Default::default(),
{defaults}            _code: code,
        }})
    }}
}}
lanesmith::top!(Shell {{ clock, {} }});\n",
            signals(&self.inputs, "In"),
            signals(&self.outputs, "Out"),
            signals(&self.locals, "Local"),
            ports.join(", ")
        )
        .expect("a string");
        text + LOGIC
    }

    fn fields<S: std::fmt::Display>(&self, places: &[Place], wrap: impl Fn(String) -> S) -> String {
        let line = |place: &Place| format!("    pub {}: {},\n", place.name, wrap(self.rust(place.ty)));
        places.iter().map(line).collect()
    }
}

const HEAD: &str = "#![allow(warnings, arithmetic_overflow, unconditional_panic, overflowing_literals)]
extern crate kernel_runtime;
use lanesmith::hdl::prelude::*;
const SMALL: u64 = 3;
const COUNT: usize = 3;
const WORDS: [u64; 8] = [0, 1, 3, 7, 2, 6, 5, 4];
const fn twice(x: u64) -> u64 { 2 * x }
#[derive(Clone, Copy)]
pub struct Meaning { update: fn(&mut Shell), connect: fn(&mut Shell), hdl: fn(&Shell) -> ast::Verilog }
";

const LOGIC: &str = "
impl Logic for Shell {
    fn update(&mut self) { (self._code.update)(self) }
    fn connect(&mut self) { (self._code.connect)(self) }
    fn hdl(&self) -> ast::Verilog { (self._code.hdl)(self) }
}
// Out of sight, lest its functions be taken for those of `Logic`.
mod code {
    /// One kernel of the shell.
    pub trait Code<const ID: usize> {
        fn update(&mut self);
        fn connect(&mut self);
        fn hdl(&self) -> super::ast::Verilog;
    }
}
fn meaning<const ID: usize>() -> Meaning where Shell: code::Code<ID> {
    Meaning {
        update: <Shell as code::Code<ID>>::update,
        connect: <Shell as code::Code<ID>>::connect,
        hdl: <Shell as code::Code<ID>>::hdl,
    }
}
";
