//! Random expressions of every type, as Rust source.

use super::code::{COMPARISON, Code, METHOD};
use super::shell::{ELEMENTS, Place, Shell, Ty};
use lanesmith::sim::testbench::Random;

/// Binary operators on `Bits`, with their levels.
const ARITHMETIC: [(&str, u8); 5] = [("+", 8), ("-", 8), ("&", 6), ("^", 5), ("|", 4)];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// What an expression may read, and the numbers that it is made from.
pub struct Maker<'a> {
    pub random: Random,
    pub shell: &'a Shell,
    /// Signals as they are read: `self.x0.val()`, or variables.
    pub readable: Vec<Place>,
    /// Arrays that can be read at a variable place.
    pub arrays: Vec<Place>,
    /// Variables of type `usize`, with their largest values.
    pub numbers: Vec<(String, u64)>,
}

impl Maker<'_> {
    pub fn below(&mut self, n: u32) -> u32 {
        self.random.below(n)
    }

    pub fn number(&mut self, width: u32) -> u64 {
        let ones = u64::MAX >> (64 - width.min(64));
        match self.below(6) {
            0 => 0,
            1 => ones,
            2 => 1,
            3 => 1 << self.below(width.min(64)),
            _ => self.random.bits() & ones,
        }
    }

    /// A literal as `u64`; those that are no `i32` need a suffix in rust-hdl.
    fn literal(&mut self, value: u64, suffix: bool) -> Code {
        let digits = match self.below(4) {
            0 => format!("{value:#x}"),
            _ => format!("{value}"),
        };
        let needed = value > i32::MAX as u64;
        Code::new(if suffix || needed || self.random.one_in(6) {
            digits + "_u64"
        } else {
            digits
        })
    }

    fn leaf(&mut self, ty: Ty) -> Option<Code> {
        let fitting: Vec<&Place> = self.readable.iter().filter(|place| place.ty == ty).collect();
        if fitting.is_empty() {
            return None;
        }
        let name = fitting[self.random.below(fitting.len() as u32) as usize].name.clone();
        Some(Code::new(name))
    }

    /// A readable signal of some width, if there is one.
    pub fn any_bits(&mut self) -> (Code, u32) {
        let bits = |place: &&Place| matches!(place.ty, Ty::Bits(_));
        let fitting: Vec<Place> = self.readable.iter().filter(bits).cloned().collect();
        let place = &fitting[self.below(fitting.len() as u32) as usize];
        let Ty::Bits(width) = place.ty else {
            unreachable!("filtered")
        };
        (Code::new(place.name.clone()), width)
    }

    pub fn some_width(&mut self) -> u32 {
        self.any_bits().1
    }

    fn signed_width(&mut self) -> u32 {
        self.random.pick(&self.shell.widths)
    }

    /// An expression of a type.
    pub fn expr(&mut self, ty: Ty, depth: u32) -> Code {
        if depth == 0 || self.random.one_in(4) {
            if let Some(leaf) = self.leaf(ty) {
                return leaf;
            }
            if depth == 0 {
                return self.plain(ty);
            }
        }
        let depth = depth - 1;
        if self.random.one_in(14) {
            return self.choice(ty, depth);
        }
        match ty {
            Ty::Bit => self.truth(depth),
            Ty::Bits(width) => self.bits(width, depth),
            Ty::Signed(width) => self.signed(width, depth),
            Ty::Enum(_) | Ty::Struct(_) => match self.leaf(ty) {
                Some(leaf) if self.random.flag() => leaf,
                _ => self.plain(ty),
            },
        }
    }

    /// A value without operators.
    pub fn plain(&mut self, ty: Ty) -> Code {
        match ty {
            Ty::Bit => Code::new(["true", "false"][self.below(2) as usize]),
            Ty::Bits(width) => {
                let number = self.number(width);
                let literal = self.literal(number, false);
                Code::new(format!("bits::<{width}>({})", literal.text))
            }
            Ty::Signed(width) => {
                let bits = self.plain(Ty::Bits(width));
                Code::new(format!("signed_cast({})", bits.text))
            }
            Ty::Enum(number) => {
                let variant = self.below(self.shell.enums[number]);
                Code::new(format!("E{number}::V{variant}"))
            }
            Ty::Struct(_) => self.leaf(ty).expect("structs are always readable"),
        }
    }

    /// `if` or `match` as a value.
    fn choice(&mut self, ty: Ty, depth: u32) -> Code {
        let (x, y) = (self.expr(ty, depth), self.expr(ty, depth));
        if self.random.one_in(3) {
            let number = self.below(self.shell.enums.len() as u32) as usize;
            let on = self.expr(Ty::Enum(number), 0);
            let variant = self.below(self.shell.enums[number]);
            let guard = match self.random.one_in(3) {
                true => format!(" if {}", self.expr(Ty::Bit, depth).text),
                false => String::new(),
            };
            return Code::block(format!(
                "match {} {{ E{number}::V{variant}{guard} => {}, _ => {} }}",
                on.text, x.text, y.text
            ));
        }
        let test = self.expr(Ty::Bit, depth);
        Code::block(format!("if {} {{ {} }} else {{ {} }}", test.text, x.text, y.text))
    }

    fn truth(&mut self, depth: u32) -> Code {
        match self.below(13) {
            0 => self.expr(Ty::Bit, depth).prefix("!"),
            1..=2 => {
                let (op, level) = [("&&", 2), ("||", 1), ("&", 6), ("|", 4), ("^", 5)][self.below(5) as usize];
                let x = self.expr(Ty::Bit, depth);
                x.binary(op, level, &self.expr(Ty::Bit, depth))
            }
            3 => {
                let op = COMPARISONS[self.below(2) as usize];
                let x = self.expr(Ty::Bit, depth);
                x.binary(op, COMPARISON, &self.expr(Ty::Bit, depth))
            }
            4..=6 => {
                let (width, op) = (self.some_width(), COMPARISONS[self.below(6) as usize]);
                let x = self.expr(Ty::Bits(width), depth);
                let number = self.number(width);
                let (x, y) = match self.below(4) {
                    0 => (x, self.literal(number, false)),
                    1 => (self.literal(number, true), x),
                    _ => (x, self.expr(Ty::Bits(width), depth)),
                };
                x.binary(op, COMPARISON, &y)
            }
            7 => {
                let method = ["all()", "any()", "xor()"][self.below(3) as usize];
                let width = self.some_width();
                self.expr(Ty::Bits(width), depth).method(method)
            }
            8..=9 => {
                let width = self.some_width();
                let x = self.expr(Ty::Bits(width), depth);
                let index = self.index_below(u64::from(width));
                x.method(&format!("get_bit({})", index.code.text))
            }
            10 => {
                let (number, op) = (
                    self.below(self.shell.enums.len() as u32) as usize,
                    COMPARISONS[self.below(2) as usize],
                );
                let x = self.expr(Ty::Enum(number), depth);
                x.binary(op, COMPARISON, &self.expr(Ty::Enum(number), depth))
            }
            11 => {
                let op = COMPARISONS[self.below(6) as usize];
                let x = self.typed_index();
                let y = self.index();
                x.code.binary(op, COMPARISON, &y.code)
            }
            _ => {
                let (width, op) = (self.signed_width(), COMPARISONS[self.below(6) as usize]);
                let x = self.expr(Ty::Signed(width), depth);
                x.binary(op, COMPARISON, &self.expr(Ty::Signed(width), depth))
            }
        }
    }

    fn bits(&mut self, width: u32, depth: u32) -> Code {
        let ty = Ty::Bits(width);
        match self.below(19) {
            0 => self.expr(ty, depth).prefix("!"),
            1..=4 => {
                let (op, level) = ARITHMETIC[self.below(5) as usize];
                let x = self.expr(ty, depth);
                let number = self.number(width);
                match self.below(5) {
                    0 => x.binary(op, level, &self.literal(number, false)),
                    1 => self.literal(number, true).binary(op, level, &x),
                    _ => x.binary(op, level, &self.expr(ty, depth)),
                }
            }
            5 => {
                let x = self.expr(ty, depth);
                x.binary("+", 8, &self.expr(Ty::Bit, depth))
            }
            6..=7 => {
                let op = ["<<", ">>"][self.below(2) as usize];
                let x = self.expr(ty, depth);
                let amount = match self.below(5) {
                    0 => self.expr(Ty::Bits(3), depth),
                    3 => self.expr(Ty::Bits(8), depth),
                    4 => return self.shifted_literal(width, op, depth),
                    1 => {
                        let amount = u64::from(self.below(width + 2));
                        self.literal(amount, false)
                    }
                    _ => self.expr(Ty::Bits(5), depth),
                };
                x.binary(op, 7, &amount)
            }
            8..=10 => {
                let from = self.random.pick(&self.shell.widths);
                let x = self.expr(Ty::Bits(from), depth);
                Code::new(format!("bit_cast::<{width}, {from}>({})", x.text))
            }
            11..=12 => {
                let from = self.some_width();
                let x = self.expr(Ty::Bits(from), depth);
                let index = self.index_below(u64::from(from) + 1);
                x.method(&format!("get_bits::<{width}>({})", index.code.text))
            }
            13 => {
                let x = self.expr(ty, depth);
                let index = self.index_below(u64::from(width));
                let bit = self.expr(Ty::Bit, depth);
                x.method(&format!("replace_bit({}, {})", index.code.text, bit.text))
            }
            14 => {
                let limit = if width >= 62 { u64::MAX } else { 1 << width };
                let index = self.typed_index();
                if index.max >= limit {
                    return self.expr(ty, depth);
                }
                index.code.method(&format!("to_bits::<{width}>()"))
            }
            15 if width == 32 => {
                let x = self.expr(Ty::Bits(16), depth);
                x.binary("*", 9, &self.expr(Ty::Bits(16), depth))
            }
            15 => {
                let bit = self.expr(Ty::Bit, depth);
                Code::new(format!("bit_cast::<{width}, 1>({}.into())", bit.at(METHOD)))
            }
            16 => {
                let x = self.expr(Ty::Signed(width), depth);
                Code::new(format!("unsigned_cast({})", x.text))
            }
            17 if width >= 3 => match self.below(4) {
                0 => Code::new(format!("bits::<{width}>(SMALL)")),
                1 => Code::new(format!("bits::<{width}>(twice(SMALL))")),
                2 => self.expr(ty, depth).binary("+", 8, &Code::new("SMALL")),
                _ => {
                    let index = self.index_below(8);
                    Code::new(format!("bits::<{width}>(WORDS[{}])", index.code.text))
                }
            },
            _ => {
                let fitting: Vec<Place> = self.arrays.iter().filter(|place| place.ty == ty).cloned().collect();
                if fitting.is_empty() {
                    return self.leaf(ty).unwrap_or_else(|| self.plain(ty));
                }
                let name = &fitting[self.below(fitting.len() as u32) as usize].name;
                let index = self.index_below(u64::from(ELEMENTS));
                Code::new(format!("self.{name}[{}].val()", index.code.text))
            }
        }
    }

    /// A literal that is shifted has 64 bits.
    fn shifted_literal(&mut self, width: u32, op: &str, depth: u32) -> Code {
        let number = self.number(64);
        let amount = self.expr(Ty::Bits(8), depth);
        let shifted = self.literal(number, true).binary(op, 7, &amount);
        Code::new(format!("bit_cast::<{width}, 64>({})", shifted.text))
    }

    fn signed(&mut self, width: u32, depth: u32) -> Code {
        let ty = Ty::Signed(width);
        match self.below(7) {
            0 => self.expr(ty, depth).prefix("-"),
            1..=2 => {
                let op = ["+", "-"][self.below(2) as usize];
                let x = self.expr(ty, depth);
                x.binary(op, 8, &self.expr(ty, depth))
            }
            3 if width == 32 => {
                let x = self.expr(Ty::Signed(16), depth);
                x.binary("*", 9, &self.expr(Ty::Signed(16), depth))
            }
            4 => {
                // rust-hdl overflows the stack at the most negative value: it is even.
                let from = self.signed_width().max(3);
                let x = self.expr(Ty::Bits(from), depth);
                let odd = x.binary("|", 4, &Code::new("1"));
                Code::new(format!("signed_bit_cast::<{width}, {from}>(signed_cast({}))", odd.text))
            }
            5 => {
                let from = self.signed_width();
                let x = self.expr(Ty::Signed(from), depth);
                let index = self.index_below(u64::from(from));
                x.method(&format!("get_bits::<{width}>({})", index.code.text))
            }
            _ => {
                let x = self.expr(Ty::Bits(width), depth);
                Code::new(format!("signed_cast({})", x.text))
            }
        }
    }
}
