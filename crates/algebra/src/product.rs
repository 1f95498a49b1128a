//! Products of equally wide words, modulo two to the power of that width.

use super::Bit;
use std::collections::VecDeque;

/// The sum of a row for each bit of `y`: a shifted copy of `x`, or zeros.
pub fn by_rows<B: Bit>(x: &[B], y: &[B]) -> Vec<B> {
    let zero = B::constant(false);
    (0..x.len()).fold(vec![zero.clone(); x.len()], |sum, i| {
        let zeros = std::iter::repeat_n(zero.clone(), i);
        let row = zeros.chain(x.iter().map(|bit| bit.and(&y[i])));
        let mut carry = zero.clone();
        let bits = sum.iter().zip(row).map(|(x, y)| full_add(x, &y, &mut carry));
        bits.collect()
    })
}

/// The sum by columns, in which `x[i] & y[j]` and `x[j] & y[i]` are first added to each other. So every bit is the same
/// function of the same nodes if the factors change places.
pub fn by_columns<B: Bit>(x: &[B], y: &[B]) -> Vec<B> {
    let width = x.len();
    let mut columns = vec![VecDeque::new(); width + 1];
    let is_zero = |bit: &B| bit.known() == Some(false);
    for k in 0..width {
        for i in 0..=k / 2 {
            let (one, other) = (x[i].and(&y[k - i]), x[k - i].and(&y[i]));
            if i == k - i {
                columns[k].push_back(one);
            } else {
                columns[k].push_back(one.xor(&other));
                columns[k + 1].push_back(one.and(&other));
            }
        }
    }
    let mut sum = Vec::with_capacity(width);
    for k in 0..width {
        let mut column = std::mem::take(&mut columns[k]);
        column.retain(|bit| !is_zero(bit));
        while column.len() > 1 {
            let mut next = || column.pop_front().unwrap_or(B::constant(false));
            let (x, y, mut carry) = (next(), next(), next());
            column.push_back(full_add(&x, &y, &mut carry));
            columns[k + 1].push_back(carry);
        }
        sum.push(column.pop_front().unwrap_or(B::constant(false)));
    }
    sum
}

/// The sum of three bits; `carry` is the third and takes the carry out.
fn full_add<B: Bit>(x: &B, y: &B, carry: &mut B) -> B {
    let differ = x.xor(y);
    let sum = differ.xor(carry);
    *carry = x.and(y).or(&differ.and(carry));
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edge, Graph, Slice, pack, unpack};

    #[test]
    fn both_ways_multiply() {
        for width in 1..7u32 {
            let all: Vec<(u64, u64)> = (0..1u64 << (2 * width))
                .map(|n| (n >> width, n & ((1 << width) - 1)))
                .collect();
            for some in all.chunks(64) {
                let planes = |side: fn(&(u64, u64)) -> u64| -> Vec<Slice<1>> {
                    pack(&some.iter().map(side).collect::<Vec<_>>(), width)
                };
                let (x, y) = (planes(|pair| pair.0), planes(|pair| pair.1));
                let expected: Vec<u64> = some.iter().map(|(x, y)| x * y % (1 << width)).collect();
                assert_eq!(unpack(&by_rows(&x, &y), some.len()), expected);
                assert_eq!(unpack(&by_columns(&x, &y), some.len()), expected);
            }
        }
    }

    #[test]
    fn columns_give_the_same_nodes_whatever_the_order_of_the_factors() {
        let graph = Graph::new();
        // Of 20 and 12 bits, as products of signals are zero-extended.
        let word = |width: u32| -> Vec<Edge> {
            let zeros = (width..32).map(|_| Edge::Constant(false));
            graph.inputs(width).into_iter().chain(zeros).collect()
        };
        let (x, y) = (word(20), word(12));
        let literals = |bits: Vec<Edge>| bits.iter().map(Edge::literal).collect::<Vec<u32>>();
        assert_eq!(literals(by_columns(&x, &y)), literals(by_columns(&y, &x)));
        assert_ne!(literals(by_rows(&x, &y)), literals(by_rows(&y, &x)));
    }
}
