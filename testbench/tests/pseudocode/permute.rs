//! `prmt`: pseudo-code and table of the PTX manual.

use super::number::*;
use lanesmith::algebra::Algebra;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Default,
    F4e,
    B4e,
    Rc8,
    Ecl,
    Ecr,
    Rc16,
}

impl Mode {
    /// The manual's table: for each value of `c`'s low two bits the source bytes of `d`, from byte 3 down to byte 0.
    fn table(self) -> [[u32; 4]; 4] {
        match self {
            Mode::Default => unreachable!("has no table"),
            Mode::F4e => [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]],
            Mode::B4e => [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]],
            Mode::Rc8 => [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]],
            Mode::Ecl => [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]],
            Mode::Ecr => [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]],
            Mode::Rc16 => [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]],
        }
    }
}

/// `d` of 32 bits.
pub fn result<A: Algebra>(mode: Mode, a: &Exact<A>, b: &Exact<A>, c: &Exact<A>) -> Exact<A> {
    let tmp64 = (b.clone() << 32) | a;
    let byte = |k: u32| tmp64.bits(8 * k + 7, 8 * k);
    let mut d = Exact::from(0);
    for i in 0..4u32 {
        let read = match mode {
            Mode::Default => {
                let ctl = c.bits(4 * i + 3, 4 * i);
                let sources: Vec<_> = (0..8).map(|k| (ctl.bits(2, 0).is(i64::from(k)), k)).collect();
                let value = switch(&sources, |k| byte(*k));
                let sign = value.bit(7).then(0xff, 0);
                ctl.bit(3).then(sign, value)
            }
            _ => {
                let rows: Vec<_> = (0..4).map(|n| (c.bits(1, 0).is(n), n as usize)).collect();
                switch(&rows, |n| byte(mode.table()[*n][3 - i as usize]))
            }
        };
        d = d | (read << (8 * i));
    }
    d
}
