//! Names of values, for readers of Verilog and waves. They do not affect the hardware.

use rust_hdl_core::prelude::{TypeDescriptor, TypeKind};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The name of a variant or of a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueName {
    /// The Rust type or module that it belongs to; may be empty.
    pub group: String,
    /// Its own name.
    pub item: String,
}

impl ValueName {
    /// As Verilog has it, `KIND_ADD_INTEGER`.
    pub fn identifier(&self) -> String {
        let parts = [&self.group, &self.item].map(|part| upper_snake(part));
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("_")
    }
}

/// `AddInteger` as `ADD_INTEGER`; names in capitals stay.
fn upper_snake(name: &str) -> String {
    let plain = name.strip_prefix("r#").unwrap_or(name);
    let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let chars: Vec<char> = plain.chars().filter(is_word).collect();
    if !chars.iter().any(|c| c.is_ascii_lowercase()) {
        return chars.into_iter().collect();
    }
    let mut text = String::new();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map_or('_', |before| chars[before]);
        let is_followed = chars.get(i + 1).is_some_and(char::is_ascii_lowercase);
        let begins = c.is_ascii_uppercase() && before != '_' && (!before.is_ascii_uppercase() || is_followed);
        if begins {
            text.push('_');
        }
        text.push(c.to_ascii_uppercase());
    }
    text
}

/// A type or a group of constants whose values have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The name of the Rust type, or of the module of constants.
    pub name: String,
    /// The names of values.
    pub values: BTreeMap<u64, String>,
}

impl Enumeration {
    /// The name of a value.
    pub fn value_name(&self, value: u64) -> Option<Arc<ValueName>> {
        let item = self.values.get(&value)?.clone();
        let group = self.name.clone();
        Some(Arc::new(ValueName { group, item }))
    }
}

/// The enumerations among the nets of a type, in their order; `None` for nets of other types.
pub(super) fn enumerations(descriptor: &TypeDescriptor) -> Vec<Option<Enumeration>> {
    match &descriptor.kind {
        // A wide word is several nets.
        TypeKind::Bits(width) | TypeKind::Signed(width) => vec![None; width.div_ceil(64)],
        TypeKind::Composite(fields) => fields.iter().flat_map(|field| enumerations(&field.kind)).collect(),
        TypeKind::Enum(variants) => {
            // Without the name of the type before it.
            let own = |path: &String| path.rsplit("::").next().unwrap_or_default().to_owned();
            vec![Some(Enumeration {
                name: descriptor.name.clone(),
                values: (0..).zip(variants.iter().map(own)).collect(),
            })]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_values_are_identifiers_in_capitals() {
        for (group, item, identifier) in [
            ("Kind", "AddInteger", "KIND_ADD_INTEGER"),
            ("operation", "ABS_DIFF", "OPERATION_ABS_DIFF"),
            ("types", "FP16X2", "TYPES_FP16X2"),
            ("", "LIMIT", "LIMIT"),
            ("IEEEFormat", "Fp32Add", "IEEE_FORMAT_FP32_ADD"),
        ] {
            let (group, item) = (group.to_owned(), item.to_owned());
            assert_eq!(ValueName { group, item }.identifier(), identifier);
        }
    }
}
