//! The formal rules in a pipelined unit's entry in the table of units.

use super::Pipelined;
use crate::unit::{FormalRules, HANDSHAKE, OptionValues};

/// The rules of the valid/ready handshake of `P`; see [`FormalRules::recomputed`].
pub(crate) const fn handshake_rules<P: Pipelined>(recomputed: fn(&OptionValues) -> Option<u32>) -> FormalRules {
    FormalRules {
        text: |_| HANDSHAKE,
        values: |values| vec![("LATENCY", P::of_values(values).latency())],
        depth: |values| 2 * P::of_values(values).latency() + 6,
        provable: true,
        recomputed,
    }
}
