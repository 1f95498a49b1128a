//! Random indices, with their largest values.

use super::code::{CAST, Code};
use super::expression::Maker;

/// An index and the largest value that it can have.
#[derive(Clone, Debug)]
pub struct Index {
    pub code: Code,
    pub max: u64,
    /// Nothing in it says which integer type it has.
    pub untyped: bool,
}

impl Maker<'_> {
    /// An index with a part whose type is known.
    pub fn typed_index(&mut self) -> Index {
        let index = self.index();
        match index.untyped {
            true => self.signal_index(),
            false => index,
        }
    }

    /// An index below a limit.
    pub fn index_below(&mut self, limit: u64) -> Index {
        for _ in 0..3 {
            let index = self.index();
            if index.max < limit {
                return index;
            }
        }
        let value = self.random.bits() % limit;
        self.literal_index(value)
    }

    fn literal_index(&mut self, value: u64) -> Index {
        Index {
            code: Code::new(value.to_string()),
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
            max: (1 << width) - 1,
            untyped: false,
        }
    }

    /// An index: integers made of signals have no arithmetic.
    pub fn index(&mut self) -> Index {
        let count = self.numbers.len() as u32;
        match self.below(6) {
            0 => {
                let value = u64::from(self.below(12));
                self.literal_index(value)
            }
            1 | 2 if count > 0 => {
                let number = self.below(count) as usize;
                let (name, max) = self.numbers[number].clone();
                // Its type is known from other uses, which the macro does not see.
                let (code, untyped) = (Code::new(name), true);
                Index { code, max, untyped }
            }
            3 if self.random.one_in(3) => Index {
                code: Code::new("COUNT"),
                max: 3,
                untyped: false,
            },
            4 => {
                // Signals are counted in these two only.
                let kind = ["u64", "usize"][self.below(2) as usize];
                let index = self.signal_index();
                Index {
                    code: Code {
                        text: format!("{} as {kind} as usize", index.code.at(CAST)),
                        level: CAST,
                    },
                    ..index
                }
            }
            _ => self.signal_index(),
        }
    }
}
