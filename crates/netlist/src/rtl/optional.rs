//! Blocks that a configuration may leave out.

/// A block if the configuration has it: none or one. What a kernel says of it stands in `if !self.block.is_empty() { … }` or in a loop over
/// `0..self.block.len()`, which the configurations without it leave out.
pub fn optional<T>(is_present: bool, make: impl FnOnce() -> T) -> Vec<T> {
    is_present.then(make).into_iter().collect()
}
