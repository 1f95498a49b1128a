//! Doc comments as data: what the lowering writes into the Verilog.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Lit, Meta};

/// The first paragraph of a doc comment, on one line.
pub fn summary(attributes: &[Attribute]) -> String {
    let mut words = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path.is_ident("doc")) {
        let Ok(Meta::NameValue(value)) = attribute.parse_meta() else {
            continue;
        };
        let Lit::Str(text) = value.lit else {
            continue;
        };
        let lines = text.value();
        for line in lines.lines().map(str::trim) {
            if line.is_empty() && !words.is_empty() {
                return words.join(" ");
            }
            words.extend(line.split_whitespace().map(str::to_owned));
        }
        if lines.trim().is_empty() && !words.is_empty() {
            break;
        }
    }
    words.join(" ")
}

/// A field with its documentation: `parts` is the type whose own fields are documented where it is declared.
pub fn field(
    name: &str,
    doc: &str,
    parts: Option<&syn::Type>,
    own_parts: &[(String, String)],
    parameter: bool,
) -> TokenStream {
    let parts = match parts {
        Some(parts) => quote!(<#parts>::HDL_DOCUMENTATION.fields),
        None => quote!(&[]),
    };
    let own = own_parts.iter().map(|(name, doc)| quote!((#name, #doc)));
    quote!(__k::FieldDocumentation {
        name: #name,
        doc: #doc,
        parts: #parts,
        own_parts: &[#(#own),*],
        is_parameter: #parameter,
    })
}
