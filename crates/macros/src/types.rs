//! `LogicState` and `LogicStruct`: what rust-hdl's derives of these names do, and conversions from numbers, which ports of
//! these types need.

use crate::documentation;
use crate::reader::error;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{
    Attribute, Data, DeriveInput, Fields, FieldsNamed, Ident, ImplGenerics, Result, Type, TypeGenerics, WhereClause,
};

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
            use __lanesmith::prelude as __p;

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

            impl __lanesmith::rtl::Word for #name {
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
    let types: Vec<_> = fields.named.iter().map(|field| &field.ty).collect();
    let before = |i: usize| {
        let before = &types[..i];
        quote!(0_usize #(+ <#before as __p::Synth>::BITS)*)
    };
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let structure = Structure {
        name: &input.ident,
        generics,
        arguments,
        conditions,
        names: fields.named.iter().filter_map(|field| field.ident.as_ref()).collect(),
        offsets: (0..types.len()).map(before).collect(),
        types,
    };
    let inherent = structure.inherent(&input.attrs, fields);
    let (synth, bits, word) = (structure.synth(), structure.bits(), structure.word());
    Ok(quote! {
        const _: () = {
            use __lanesmith::prelude as __p;
            use __lanesmith::kernel as __k;
            #[allow(unused_imports)]
            use __k::Undocumented as _;

            #inherent
            #synth
            #bits
            #word
        };
    })
}

/// A struct of signals, for the code that implements its traits.
struct Structure<'a> {
    name: &'a Ident,
    generics: ImplGenerics<'a>,
    arguments: TypeGenerics<'a>,
    conditions: Option<&'a WhereClause>,
    /// The names of the fields.
    names: Vec<&'a Ident>,
    /// The types of the fields.
    types: Vec<&'a Type>,
    /// The lowest bit of each field.
    offsets: Vec<TokenStream>,
}

impl Structure<'_> {
    /// The documentation as data, and rust-hdl's methods for widths and offsets of fields.
    fn inherent(&self, attributes: &[Attribute], fields: &FieldsNamed) -> TokenStream {
        let Structure {
            name,
            generics,
            arguments,
            conditions,
            names,
            types,
            offsets,
        } = self;
        let plain = |name: &&Ident| name.to_string().trim_start_matches("r#").to_owned();
        let width_names = names.iter().map(|name| format_ident!("get_my_width_{}", plain(name)));
        let offset_names = names.iter().map(|name| format_ident!("get_my_offset_{}", plain(name)));
        let label = name.to_string();
        let doc = documentation::summary(attributes);
        let documented = fields.named.iter().zip(names).map(|(field, name)| {
            documentation::field(
                &plain(name),
                &documentation::summary(&field.attrs),
                Some(&field.ty),
                &[],
                false,
            )
        });
        quote! {
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
                    pub fn #width_names(&self) -> usize {
                        <#types as __p::Synth>::BITS
                    }
                    pub fn #offset_names(&self) -> usize {
                        #offsets
                    }
                )*
            }
        }
    }

    /// rust-hdl's trait of types that signals have.
    fn synth(&self) -> TokenStream {
        let Structure {
            name,
            generics,
            arguments,
            conditions,
            names,
            types,
            ..
        } = self;
        let label = name.to_string();
        let labels = names.iter().map(|name| name.to_string());
        quote! {
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
        }
    }

    /// The conversion to bits.
    fn bits(&self) -> TokenStream {
        let Structure {
            name,
            generics,
            arguments,
            conditions,
            names,
            types,
            offsets,
        } = self;
        quote! {
            impl #generics ::std::convert::From<#name #arguments> for __p::Bits<{ <#name #arguments as __p::Synth>::BITS }>
            #conditions
            {
                fn from(value: #name #arguments) -> Self {
                    __p::Bits::default()
                        #(| (__p::bit_cast::<{ <#name #arguments as __p::Synth>::BITS }, { <#types as __p::Synth>::BITS }>(
                            value.#names.into(),
                        ) << ((#offsets) as u64)))*
                }
            }
        }
    }

    /// The trait for access to ports by bits.
    fn word(&self) -> TokenStream {
        let Structure {
            name,
            generics,
            arguments,
            conditions,
            names,
            types,
            offsets,
        } = self;
        quote! {
            impl #generics __lanesmith::rtl::Word for #name #arguments #conditions {
                fn part(self, lo: u32, width: u32) -> u64 {
                    #(
                        let field = (#offsets) as u32;
                        if lo >= field && lo < field + <#types as __p::Synth>::BITS as u32 {
                            return __lanesmith::rtl::Word::part(self.#names, lo - field, width);
                        }
                    )*
                    0
                }
                fn with_part(mut self, lo: u32, width: u32, value: u64) -> Self {
                    #(
                        let field = (#offsets) as u32;
                        if lo >= field && lo < field + <#types as __p::Synth>::BITS as u32 {
                            self.#names = __lanesmith::rtl::Word::with_part(self.#names, lo - field, width, value);
                        }
                    )*
                    self
                }
            }
        }
    }
}
