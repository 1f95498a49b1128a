//! Random indices, with the range of their values.

use super::code::{CAST, Code};
use super::expression::Maker;

/// An index and its range.
#[derive(Clone, Debug)]
pub struct Index {
    pub code: Code,
    pub min: u64,
    pub max: u64,
    /// Nothing in it says which integer type it has.
    pub untyped: bool,
}

impl Maker<'_> {
    /// An index with a part whose type is known.
    pub fn typed_index(&mut self, depth: u32) -> Index {
        let index = self.index(depth);
        match index.untyped {
            true => self.signal_index(),
            false => index,
        }
    }

    /// An index below a limit.
    pub fn index_below(&mut self, limit: u64, depth: u32) -> Index {
        if self.random.one_in(2) {
            let value = self.random.bits() % limit;
            return self.literal_index(value);
        }
        for _ in 0..3 {
            let index = self.index(depth);
            if index.max < limit {
                return index;
            }
        }
        let index = self.index(depth);
        match index.max < limit {
            true => index,
            false => self.remainder(index, limit),
        }
    }

    /// The remainder of a division by a power of two: others are no hardware.
    pub fn remainder(&mut self, index: Index, limit: u64) -> Index {
        let limit = 1 << limit.ilog2();
        let by = self.literal_index(limit);
        Index {
            code: index.code.binary("%", 9, &by.code),
            min: 0,
            max: limit - 1,
            untyped: index.untyped,
        }
    }

    fn literal_index(&mut self, value: u64) -> Index {
        Index {
            code: Code::new(value.to_string()),
            min: value,
            max: value,
            untyped: true,
        }
    }

    fn signal_index(&mut self) -> Index {
        let (x, width) = self.any_bits();
        let (x, width) = match width > 12 {
            true => (x.method("get_bits::<3>(1)"), 3),
            false => (x, width),
        };
        Index {
            code: x.method("index()"),
            min: 0,
            max: (1 << width) - 1,
            untyped: false,
        }
    }

    /// An index; nothing in it overflows.
    pub fn index(&mut self, depth: u32) -> Index {
        if depth == 0 || self.random.one_in(3) {
            let count = self.numbers.len() as u32;
            return match self.below(4) {
                0 => {
                    let value = u64::from(self.below(12));
                    self.literal_index(value)
                }
                1 | 2 if count > 0 => {
                    let number = self.below(count) as usize;
                    let (name, max) = self.numbers[number].clone();
                    // Its type is known from other uses, which the macro does not see.
                    let (code, min, untyped) = (Code::new(name), 0, true);
                    Index {
                        code,
                        min,
                        max,
                        untyped,
                    }
                }
                3 if self.random.one_in(3) => Index {
                    code: Code::new("COUNT"),
                    min: 3,
                    max: 3,
                    untyped: false,
                },
                _ => self.signal_index(),
            };
        }
        let (x, y) = (self.index(depth - 1), self.index(depth - 1));
        let untyped = x.untyped && y.untyped;
        let made = |code: Code, min: u64, max: u64| Index {
            code,
            min,
            max,
            untyped,
        };
        match self.below(8) {
            0 | 1 => made(
                x.code.binary("+", 8, &y.code),
                x.min + y.min,
                x.max.saturating_add(y.max),
            ),
            2 => {
                let (x, y) = if x.min >= y.max { (x, y) } else { (y, x) };
                if x.min >= y.max {
                    return made(x.code.binary("-", 8, &y.code), x.min - y.max, x.max - y.min);
                }
                // One that Rust refuses at some inputs, now and then.
                if self.random.one_in(30) {
                    return made(x.code.binary("-", 8, &y.code), 0, x.max);
                }
                let enough = self.literal_index(y.max);
                let sum = x.code.binary("+", 8, &enough.code);
                made(sum.binary("-", 8, &y.code), x.min, x.max + y.max - y.min)
            }
            3 if x.max < 1 << 20 && y.max < 1 << 20 => {
                made(x.code.binary("*", 9, &y.code), x.min * y.min, x.max * y.max)
            }
            4 => {
                let by = 1_u32 << self.below(4);
                let op = ["/", "%"][self.below(2) as usize];
                let max = if op == "/" {
                    x.max / u64::from(by)
                } else {
                    u64::from(by) - 1
                };
                Index {
                    code: x.code.binary(op, 9, &Code::new(by.to_string())),
                    min: 0,
                    max: max.min(x.max),
                    untyped: x.untyped,
                }
            }
            5 => {
                let (op, level) = [("&", 6), ("|", 4), ("^", 5)][self.below(3) as usize];
                let max = x
                    .max
                    .max(y.max)
                    .checked_next_power_of_two()
                    .map_or(u64::MAX, |top| 2 * top - 1);
                made(x.code.binary(op, level, &y.code), 0, max)
            }
            6 => {
                let by = self.below(4);
                Index {
                    code: x.code.binary(">>", 7, &Code::new(by.to_string())),
                    min: x.min >> by,
                    max: x.max >> by,
                    untyped: x.untyped,
                }
            }
            _ if x.max < 1 << 30 => {
                // Signals are counted in these two only.
                let kind = ["u64", "usize"][self.below(2) as usize];
                Index {
                    code: Code {
                        text: format!("{} as {kind} as usize", x.code.at(CAST)),
                        level: CAST,
                    },
                    untyped: false,
                    ..x
                }
            }
            _ => x,
        }
    }
}
