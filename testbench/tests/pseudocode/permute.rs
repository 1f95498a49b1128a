//! `prmt`: pseudo-code and table of the PTX manual.

use super::number::*;
use lanesmith::algebra::Algebra;

/// The manual's table of modes: for each value of `c`'s low two bits the source bytes of `d`, from byte 3 down to byte 0.
pub const MODES: [(&str, [[u32; 4]; 4]); 6] = [
    (".f4e", [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]),
    (".b4e", [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]]),
    (".rc8", [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
    (".ecl", [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]]),
    (".ecr", [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]]),
    (".rc16", [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]]),
];

/// `d` of 32 bits; `mode` is a name of [`MODES`], or empty.
pub fn result<A: Algebra>(mode: &str, a: &Exact<A>, b: &Exact<A>, c: &Exact<A>) -> Exact<A> {
    let tmp64 = (b.clone() << 32) | a;
    let byte = |k: u32| tmp64.bits(8 * k + 7, 8 * k);
    let table = MODES.iter().find(|(name, _)| *name == mode);
    let mut d = Exact::from(0);
    for i in 0..4u32 {
        let read = match table {
            None => {
                let ctl = c.bits(4 * i + 3, 4 * i);
                let sources: Vec<_> = (0..8).map(|k| (ctl.bits(2, 0).is(i64::from(k)), k)).collect();
                let value = switch(&sources, |k| byte(*k));
                let sign = value.bit(7).then(0xff, 0);
                ctl.bit(3).then(sign, value)
            }
            Some((_, table)) => {
                let rows: Vec<_> = (0..4).map(|n| (c.bits(1, 0).is(n), n as usize)).collect();
                switch(&rows, |n| byte(table[*n][3 - i as usize]))
            }
        };
        d = d | (read << (8 * i));
    }
    d
}
