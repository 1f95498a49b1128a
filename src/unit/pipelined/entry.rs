//! Parts of a pipelined unit's entry in the table of units.

use super::Pipelined;
use crate::unit::{ConfigOption, FormalRules, HANDSHAKE, LATENCY, OptionForm, OptionValues};

/// The option for the cycles from operands to result, `first` to `last`; `meaning` is its text in the manifest.
pub(crate) const fn latency_option(meaning: &'static str, [first, last]: [u32; 2], default: u32) -> ConfigOption {
    ConfigOption {
        option: "latency",
        parameter: LATENCY,
        help: "cycles from operands to result",
        meaning,
        form: OptionForm::Count {
            letter: 'l',
            unit: "CYCLES",
            first,
            last,
            default,
        },
    }
}

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
