//! The kernels of rust-hdl's own widgets, by the digests of their trees.

/// Widget, and the digest of its kernel's tree as `stock_macro::digest` makes it.
pub const KERNELS: &[(&str, u64)] = &[];
