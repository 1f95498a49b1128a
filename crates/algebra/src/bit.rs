//! Bits in any representation.

use std::fmt::Debug;

/// A bit in some representation: a plane of many vectors, a graph edge.
pub trait Bit: Clone + Debug {
    /// The constant bit.
    fn constant(value: bool) -> Self;
    /// The value, if the representation shows that it is constant.
    fn known(&self) -> Option<bool> {
        None
    }
    /// `self & other`.
    fn and(&self, other: &Self) -> Self;
    /// `self ^ other`.
    fn xor(&self, other: &Self) -> Self;
    /// `!self`.
    fn not(&self) -> Self;
    /// `self | other`.
    fn or(&self, other: &Self) -> Self {
        self.not().and(&other.not()).not()
    }
    /// `if self { x } else { y }`.
    fn mux(&self, x: &Self, y: &Self) -> Self {
        self.and(x).or(&self.not().and(y))
    }
    /// The product of two equally wide words, as wide as they are.
    fn product(x: &[Self], y: &[Self]) -> Vec<Self>;
}
