//! `LogicState` and `LogicStruct`: what rust-hdl's derives of these names do, and conversions from numbers, which ports of
//! these types need.

use crate::documentation;
use crate::reader::error;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Fields, Result};

/// An enumeration, coded in the order of its variants.
pub fn state(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return error(&input.ident, "LogicState is for enums; LogicStruct is for structs");
    };
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return error(variant, "a state has no fields");
        }
        if variant.discriminant.is_some() {
            return error(variant, "states are coded in their order: their codes can't be chosen");
        }
    }
    let name = &input.ident;
    let variants: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let Some(first) = variants.first() else {
        return error(name, "an enum without variants has no value");
    };
    let labels = variants.iter().map(|variant| format!("{name}::{variant}"));
    let names = variants.iter().map(|variant| variant.to_string());
    let (label, codes, count) = (name.to_string(), 0..variants.len() as u64, variants.len());
    let (codes_again, codes_of) = (codes.clone(), codes.clone());
    Ok(quote! {
        const _: () = {
            use ::lanesmith::hdl::prelude as __p;

            impl __p::Synth for #name {
                const BITS: usize = __p::clog2(#count);
                fn descriptor() -> __p::TypeDescriptor {
                    __p::TypeDescriptor {
                        name: #label.to_string(),
                        kind: __p::TypeKind::Enum(::std::vec![#(#labels.to_string()),*]),
                    }
                }
                fn vcd(self) -> __p::VCDValue {
                    match self {
                        #(#name::#variants => __p::VCDValue::String(#names.to_string()),)*
                    }
                }
                fn verilog(self) -> __p::VerilogLiteral {
                    match self {
                        #(#name::#variants => __p::VerilogLiteral::from(#codes as usize),)*
                    }
                }
            }

            impl ::std::default::Default for #name {
                fn default() -> Self {
                    #name::#first
                }
            }

            impl ::std::convert::From<#name> for __p::Bits<{ __p::clog2(#count) }> {
                fn from(state: #name) -> Self {
                    match state {
                        #(#name::#variants => __p::Bits::from(#codes_again),)*
                    }
                }
            }

            impl ::lanesmith::rtl::Word for #name {
                fn part(self, _lo: u32, _width: u32) -> u64 {
                    match self {
                        #(#name::#variants => #codes_of,)*
                    }
                }
                /// A code that is no variant's is the first one's.
                fn with_part(self, _lo: u32, _width: u32, value: u64) -> Self {
                    [#(#name::#variants),*].get(value as usize).copied().unwrap_or_default()
                }
            }
        };
    })
}

/// A struct, its first field in the lowest bits.
pub fn structure(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return error(&input.ident, "LogicStruct is for structs; LogicState is for enums");
    };
    let Fields::Named(fields) = &data.fields else {
        return error(&input.ident, "the fields of a signal have names");
    };
    let name = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let names: Vec<_> = fields.named.iter().filter_map(|field| field.ident.as_ref()).collect();
    let types: Vec<_> = fields.named.iter().map(|field| &field.ty).collect();
    let labels = names.iter().map(|name| name.to_string());
    let plain = |name: &syn::Ident| name.to_string().trim_start_matches("r#").to_owned();
    let widths: Vec<_> = names
        .iter()
        .map(|name| format_ident!("get_my_width_{}", plain(name)))
        .collect();
    let offsets: Vec<_> = names
        .iter()
        .map(|name| format_ident!("get_my_offset_{}", plain(name)))
        .collect();
    let before: Vec<_> = (0..types.len())
        .map(|i| {
            let before = &types[..i];
            quote!(0_usize #(+ <#before as __p::Synth>::BITS)*)
        })
        .collect();
    let label = name.to_string();
    let documented = fields.named.iter().zip(&names).map(|(field, name)| {
        documentation::field(
            &plain(name),
            &documentation::summary(&field.attrs),
            Some(&field.ty),
            &[],
            false,
        )
    });
    let doc = documentation::summary(&input.attrs);
    Ok(quote! {
        const _: () = {
            use ::lanesmith::hdl::prelude as __p;
            use ::lanesmith::netlist::kernel as __k;
            #[allow(unused_imports)]
            use __k::Undocumented as _;

            #[doc(hidden)]
            #[allow(dead_code)]
            impl #generics #name #arguments #conditions {
                pub const HDL_DOCUMENTATION: __k::Documentation = __k::Documentation {
                    name: "",
                    type_name: #label,
                    family: "",
                    doc: #doc,
                    fields: &[#(#documented),*],
                };
                #(
                    pub fn #widths(&self) -> usize {
                        <#types as __p::Synth>::BITS
                    }
                    pub fn #offsets(&self) -> usize {
                        #before
                    }
                )*
            }

            impl #generics __p::Synth for #name #arguments #conditions {
                const BITS: usize = 0_usize #(+ <#types as __p::Synth>::BITS)*;
                fn descriptor() -> __p::TypeDescriptor {
                    __p::TypeDescriptor {
                        name: #label.to_string(),
                        kind: __p::TypeKind::Composite(::std::vec![#(::std::boxed::Box::new(__p::TypeField {
                            fieldname: #labels.to_string(),
                            kind: <#types as __p::Synth>::descriptor(),
                        })),*]),
                    }
                }
                fn vcd(self) -> __p::VCDValue {
                    __p::VCDValue::Composite(::std::vec![#(::std::boxed::Box::new(self.#names.vcd())),*])
                }
                fn verilog(self) -> __p::VerilogLiteral {
                    let bits: __p::Bits<{ Self::BITS }> = self.into();
                    bits.into()
                }
            }

            impl #generics ::std::convert::From<#name #arguments> for __p::Bits<{ <#name #arguments as __p::Synth>::BITS }>
            #conditions
            {
                fn from(value: #name #arguments) -> Self {
                    __p::Bits::default()
                        #(| (__p::bit_cast::<{ <#name #arguments as __p::Synth>::BITS }, { <#types as __p::Synth>::BITS }>(
                            value.#names.into(),
                        ) << ((#before) as u64)))*
                }
            }

            impl #generics ::lanesmith::rtl::Word for #name #arguments #conditions {
                fn part(self, lo: u32, width: u32) -> u64 {
                    #(
                        let field = (#before) as u32;
                        if lo >= field && lo < field + <#types as __p::Synth>::BITS as u32 {
                            return ::lanesmith::rtl::Word::part(self.#names, lo - field, width);
                        }
                    )*
                    0
                }
                fn with_part(mut self, lo: u32, width: u32, value: u64) -> Self {
                    #(
                        let field = (#before) as u32;
                        if lo >= field && lo < field + <#types as __p::Synth>::BITS as u32 {
                            self.#names = ::lanesmith::rtl::Word::with_part(self.#names, lo - field, width, value);
                        }
                    )*
                    self
                }
            }
        };
    })
}
