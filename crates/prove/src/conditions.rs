//! Conditions of claims that combine other conditions.

use lanesmith_algebra::{Bit, Edge};

/// Whether two words are equal.
pub fn same(x: &[Edge], y: &[Edge]) -> Edge {
    let bits = x.iter().zip(y);
    bits.fold(Edge::constant(true), |all, (x, y)| all.and(&x.xor(y).not()))
}

/// Whether a word has this value.
pub fn is(word: &[Edge], value: u32) -> Edge {
    let bits = word.iter().zip(0..);
    let bits = bits.map(|(bit, i)| if value >> i & 1 != 0 { bit.clone() } else { bit.not() });
    bits.fold(Edge::constant(true), |all, bit| all.and(&bit))
}

/// All of them.
pub fn all(conditions: &[Edge]) -> Edge {
    let conditions = conditions.iter();
    conditions.fold(Edge::constant(true), |all, one| all.and(one))
}

/// At least one of them.
pub fn any(conditions: impl IntoIterator<Item = Edge>) -> Edge {
    let conditions = conditions.into_iter();
    conditions.fold(Edge::constant(false), |any, one| any.or(&one))
}

/// Exactly one of them.
pub fn exactly_one(conditions: impl IntoIterator<Item = Edge>) -> Edge {
    let mut one = Edge::constant(false);
    let mut more = Edge::constant(false);
    for condition in conditions {
        more = more.or(&one.and(&condition));
        one = one.or(&condition);
    }
    one.and(&more.not())
}
