//! Random kernels, as Rust source.

use super::code::Code;
use super::expression::Maker;
use super::shell::{ELEMENTS, Place, Shell, Ty};
use lanesmith::sim::testbench::Random;
use std::fmt::Write;

/// What one group of statements assigns, as it is written left of `=`.
type Targets = [Place];

/// The body of a kernel.
pub fn kernel(shell: &Shell, random: Random) -> String {
    let mut maker = Maker {
        random,
        shell,
        readable: Vec::new(),
        arrays: Vec::new(),
        numbers: Vec::new(),
    };
    maker.kernel()
}

fn read(places: &[Place], suffix: &str) -> Vec<Place> {
    let place = |place: &Place| Place {
        name: format!("self.{}{suffix}", place.name),
        ty: place.ty,
    };
    places.iter().map(place).collect()
}

impl Maker<'_> {
    fn kernel(&mut self) -> String {
        let shell = self.shell;
        let states: Vec<&str> = shell.states.iter().map(|place| place.name.as_str()).collect();
        let mut groups = vec![format!("        dff_setup!(self, clock, {});\n", states.join(", "))];
        self.readable = read(&shell.inputs, ".val()");
        self.readable.extend(read(&shell.constants, ".val()"));
        self.readable.extend(read(&shell.states, ".q.val()"));
        // Structs are read when they are complete: fields, and the whole.
        let states = shell.states.clone();
        states.iter().for_each(|place| self.add_fields(place, ".q.val()"));
        let mut locals = shell.locals.clone();
        self.random.shuffle(&mut locals);
        for place in &locals {
            if self.random.one_in(7) {
                groups.push(self.group(&[self.target(place, "")]));
                let signal = std::slice::from_ref(place);
                self.readable.extend(read(signal, ".val()"));
                self.add_fields(place, ".val()");
            }
        }
        for place in shell.arrays.clone() {
            if self.random.one_in(8) {
                groups.push(self.array(&place));
                for i in 0..ELEMENTS {
                    let name = format!("self.{}[{i}].val()", place.name);
                    self.readable.push(Place { name, ty: place.ty });
                }
                self.arrays.push(place);
            }
        }
        for place in &states {
            if self.random.one_in(8) {
                groups.push(self.group(&[self.target(place, ".d")]));
            }
        }
        for place in shell.outputs.clone() {
            let is_struct = matches!(place.ty, Ty::Struct(_));
            groups.push(match is_struct || self.random.one_in(5) {
                true => self.group(&[self.target(&place, "")]),
                false => {
                    let depth = 1 + self.below(5) / 2;
                    let value = self.expr(place.ty, depth);
                    format!("        self.{}.next = {};\n", place.name, value.text)
                }
            });
        }
        // What is read above its assignment has the value that it settles at.
        if self.random.one_in(3) {
            self.random.shuffle(&mut groups[1..]);
        }
        groups.concat()
    }

    fn target(&self, place: &Place, port: &str) -> Place {
        Place {
            name: format!("self.{}{port}.next", place.name),
            ty: place.ty,
        }
    }

    fn add_fields(&mut self, place: &Place, suffix: &str) {
        if let Ty::Struct(number) = place.ty {
            for field in &self.shell.structs[number] {
                let name = format!("self.{}{suffix}.{}", place.name, field.name);
                self.readable.push(Place { name, ty: field.ty });
            }
        }
    }

    /// Statements that assign these targets in every case.
    fn group(&mut self, targets: &Targets) -> String {
        let mut text = String::new();
        let count = self.readable.len();
        // Variables of `let` live in a block of their own.
        let with_let = self.random.one_in(3);
        for i in 0..if with_let { 1 + self.below(2) } else { 0 } {
            let width = self.some_width();
            let ty = match self.below(3) {
                0 => Ty::Bit,
                _ => Ty::Bits(width),
            };
            let value = self.expr(ty, 2);
            writeln!(text, "        let t{i} = {};", value.text).expect("a string");
            self.readable.push(Place {
                name: format!("t{i}"),
                ty,
            });
        }
        for target in targets {
            text += &self.assignment(target, "        ", 1);
        }
        let depth = 1 + self.below(4) / 3;
        text += &self.statement(targets, "        ", depth);
        self.readable.truncate(count);
        match with_let {
            true => format!("        {{\n{text}        }}\n"),
            false => text,
        }
    }

    fn assignment(&mut self, target: &Place, indent: &str, depth: u32) -> String {
        if let Ty::Struct(number) = target.ty {
            // Whole structs come from others of their type only.
            let whole = Place {
                name: String::new(),
                ty: target.ty,
            };
            let others = self.readable.iter().any(|place| place.ty == whole.ty);
            if others && self.random.one_in(3) {
                let value = self.expr(target.ty, 1);
                return format!("{indent}{} = {};\n", target.name, value.text);
            }
            let mut text = String::new();
            for field in self.shell.structs[number].clone() {
                let value = self.expr(field.ty, depth);
                writeln!(text, "{indent}{}.{} = {};", target.name, field.name, value.text).expect("a string");
            }
            return text;
        }
        if let (Ty::Bits(width), true) = (target.ty, self.random.one_in(12)) {
            let number = self.number(width);
            let suffix = if number > i32::MAX as u64 { "_u64" } else { "" };
            return format!("{indent}{} = {number}{suffix}.into();\n", target.name);
        }
        let value = self.expr(target.ty, depth);
        format!("{indent}{} = {};\n", target.name, value.text)
    }

    fn block(&mut self, targets: &Targets, indent: &str, depth: u32) -> String {
        let inner = format!("{indent}    ");
        let count = 1 + self.below(6) / 5;
        let before = self.readable.clone();
        let mut statements = String::new();
        // A variable of the branch, which may hide another one.
        if self.random.one_in(6) {
            let width = self.some_width();
            let value = self.expr(Ty::Bits(width), 1);
            let name = format!("t{}", self.below(3));
            writeln!(statements, "{inner}let {name} = {};", value.text).expect("a string");
            self.readable.retain(|place| place.name != name);
            self.readable.push(Place {
                name,
                ty: Ty::Bits(width),
            });
        }
        for _ in 0..count {
            statements += &self.statement(targets, &inner, depth);
        }
        self.readable = before;
        format!("{{\n{statements}{indent}}}")
    }

    fn statement(&mut self, targets: &Targets, indent: &str, depth: u32) -> String {
        let target = targets[self.below(targets.len() as u32) as usize].clone();
        if depth == 0 {
            return self.assignment(&target, indent, 1);
        }
        match self.below(8) {
            0..=2 => {
                let test = self.expr(Ty::Bit, 1);
                let mut text = format!("{indent}if {} {}", test.text, self.block(targets, indent, depth - 1));
                if self.random.one_in(3) {
                    let test = self.expr(Ty::Bit, 1);
                    text += &format!(" else if {} {}", test.text, self.block(targets, indent, depth - 1));
                }
                if self.random.flag() {
                    text += &format!(" else {}", self.block(targets, indent, depth - 1));
                }
                text + "\n"
            }
            3..=5 => self.matching(targets, indent, depth - 1),
            6 => self.repeat(&target, indent),
            _ => self.assignment(&target, indent, 2),
        }
    }

    fn guard(&mut self) -> String {
        match self.random.one_in(3) {
            true => format!(" if {}", self.expr(Ty::Bit, 1).text),
            false => String::new(),
        }
    }

    fn matching(&mut self, targets: &Targets, indent: &str, depth: u32) -> String {
        let inner = format!("{indent}    ");
        let mut text = String::new();
        let kind = self.below(6);
        let number = self.below(self.shell.enums.len() as u32) as usize;
        let variants = self.shell.enums[number];
        let head = match kind {
            0 | 1 => self.expr(Ty::Enum(number), 1),
            2 | 3 => self.typed_index().code,
            5 => self.expr(Ty::Bit, 2),
            _ => {
                let (x, y) = (self.expr(Ty::Bit, 1), self.expr(Ty::Enum(number), 1));
                Code::new(format!("({}, {})", x.text, y.text))
            }
        };
        writeln!(text, "{indent}match {} {{", head.text).expect("a string");
        let arms = 1 + self.below(4) / 2;
        for _ in 0..arms {
            let pattern = match kind {
                0 | 1 => self.alternatives(|maker| format!("E{number}::V{}", maker.below(variants))),
                2 | 3 => self.alternatives(Maker::range),
                5 => ["true", "false"][self.below(2) as usize].to_owned(),
                _ => {
                    let truth = ["true", "false", "_"][self.below(3) as usize];
                    let variant = match self.below(3) {
                        0 => "_".to_owned(),
                        _ => format!("E{number}::V{}", self.below(variants)),
                    };
                    format!("({truth}, {variant})")
                }
            };
            let guard = self.guard();
            let block = self.block(targets, &inner, depth);
            writeln!(text, "{inner}{pattern}{guard} => {block}").expect("a string");
        }
        // All variants, or a default.
        if kind < 2 && self.random.one_in(3) {
            for i in 0..variants {
                let block = self.block(targets, &inner, 0);
                writeln!(text, "{inner}E{number}::V{i} => {block}").expect("a string");
            }
        } else if self.random.one_in(3) {
            writeln!(text, "{inner}_ => {{}}").expect("a string");
        } else {
            let block = self.block(targets, &inner, depth);
            writeln!(text, "{inner}_ => {block}").expect("a string");
        }
        text + indent + "}\n"
    }

    fn alternatives(&mut self, one: impl Fn(&mut Self) -> String) -> String {
        let count = 1 + self.below(5) / 3 + self.below(4) / 3;
        let patterns: Vec<String> = (0..count).map(|_| one(self)).collect();
        patterns.join(" | ")
    }

    fn range(&mut self) -> String {
        let from = self.below(9);
        let to = from + 1 + self.below(6);
        match self.below(6) {
            0 => format!("{from}..={to}"),
            1 => format!("{from}..{to}"),
            2 => "COUNT".to_owned(),
            _ => from.to_string(),
        }
    }

    /// A loop in which the last assignment wins.
    fn repeat(&mut self, target: &Place, indent: &str) -> String {
        let (head, max) = match self.below(4) {
            0 => ("0..4".to_owned(), 3),
            1 => ("0..COUNT".to_owned(), 2),
            2 => (format!("1..={}", 1 + self.below(3)), 3),
            _ => ("0..=COUNT".to_owned(), 3),
        };
        let name = ["i", "j", "a0"][self.below(3) as usize].to_owned();
        self.numbers.push((name.clone(), max));
        let inner = format!("{indent}    ");
        let (x, width) = self.any_bits();
        // What makes the variable a `usize`.
        let test = match width > 3 {
            true => format!("{}.get_bit({name})", x.text),
            false => format!("{}.get_bits::<4>(0).get_bit({name})", x.text),
        };
        let within = format!("{inner}    ");
        let mut body = match self.random.one_in(4) {
            // A condition that the compiler knows, of two values of which only one exists.
            true => format!(
                "{within}if {name} == 1 {{\n{}{within}}} else {{\n{}{within}}}\n",
                self.assignment(target, &format!("{within}    "), 1),
                self.assignment(target, &format!("{within}    "), 1)
            ),
            false => self.assignment(target, &within, 2),
        };
        if self.random.one_in(5) {
            // Another loop, whose variable may hide this one.
            let other = ["i", "k"][self.below(2) as usize].to_owned();
            self.numbers.retain(|(number, _)| *number != other);
            self.numbers.push((other.clone(), 2));
            let deep = format!("{within}        ");
            let text = self.assignment(target, &deep, 1);
            body += &format!(
                "{within}for {other} in 0..COUNT {{\n{within}    if {}.get_bits::<4>(0).get_bit({other}) {{\n{text}{within}    }}\n{within}}}\n",
                x.text
            );
        }
        self.numbers.clear();
        format!("{indent}for {name} in {head} {{\n{inner}if {test} {{\n{body}{inner}}}\n{indent}}}\n")
    }

    /// An array whose elements build on each other, or of which an index chooses one.
    fn array(&mut self, place: &Place) -> String {
        let indent = "        ";
        let mut text = String::new();
        let element = |index: &str| Place {
            name: format!("self.{}[{index}].next", place.name),
            ty: place.ty,
        };
        let last = ELEMENTS - 1;
        if self.random.flag() {
            text += &self.assignment(&element("0"), indent, 2);
            writeln!(text, "{indent}for i in 0..{last} {{").expect("a string");
            self.numbers.push(("i".to_owned(), u64::from(last) - 1));
            self.readable.push(Place {
                name: format!("self.{}[i].val()", place.name),
                ty: place.ty,
            });
            text += &self.assignment(&element("i + 1"), "            ", 2);
            self.readable.pop();
            self.numbers.pop();
            return text + indent + "}\n";
        }
        writeln!(text, "{indent}for i in 0..={last} {{").expect("a string");
        self.numbers.push(("i".to_owned(), u64::from(last)));
        text += &self.assignment(&element("i"), "            ", 2);
        self.numbers.pop();
        text = text + indent + "}\n";
        if self.random.flag() {
            let index = self.index_below(u64::from(ELEMENTS));
            text += &self.assignment(&element(&index.code.text), indent, 2);
        }
        text
    }
}
