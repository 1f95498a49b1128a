//! Named values of nets, for people who look at waves.

use rust_hdl::prelude::{TypeDescriptor, TypeKind};

/// A type whose values have names. It means nothing to the hardware.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enumeration {
    /// The name of the Rust type.
    pub name: String,
    /// The names of the values 0, 1 and so on.
    pub variants: Vec<String>,
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
                variants: variants.iter().map(own).collect(),
            })]
        }
    }
}
