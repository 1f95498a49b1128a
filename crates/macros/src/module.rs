//! `hdl_module`: a block and its ports, declared once.

use crate::documentation;
use crate::reader::error;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{
    Attribute, AttributeArgs, Expr, Field, Fields, GenericArgument, Ident, ItemStruct, Lit, LitInt, LitStr, Meta,
    NestedMeta, PathArguments, Result, Token, Type, TypePath, parse_quote, punctuated::Punctuated,
};

/// What stands in parentheses behind `hdl_module`.
#[derive(Default)]
struct Options {
    name: Option<LitStr>,
    cell: Option<LitStr>,
    no_default: bool,
    no_top: bool,
}

impl Options {
    fn read(arguments: &AttributeArgs) -> Result<Self> {
        let mut options = Options::default();
        for argument in arguments {
            match argument {
                NestedMeta::Meta(Meta::NameValue(pair)) => match (&pair.lit, pair.path.get_ident()) {
                    (Lit::Str(text), Some(key)) if key == "name" => options.name = Some(text.clone()),
                    (Lit::Str(text), Some(key)) if key == "cell" => options.cell = Some(text.clone()),
                    _ => return unknown(argument),
                },
                NestedMeta::Meta(Meta::Path(flag)) if flag.is_ident("no_default") => options.no_default = true,
                NestedMeta::Meta(Meta::Path(flag)) if flag.is_ident("no_top") => options.no_top = true,
                _ => return unknown(argument),
            }
        }
        Ok(options)
    }

    /// The device family of a cell, empty for other modules, and the name in Verilog, empty if none is given.
    fn family_and_name(&self) -> Result<(String, String)> {
        match &self.cell {
            None => Ok((
                String::new(),
                self.name.as_ref().map_or_else(String::new, LitStr::value),
            )),
            Some(cell) => match cell.value().split_once(' ') {
                Some((family, name)) => Ok((family.to_owned(), name.to_owned())),
                None => error(cell, "expected `cell = \"FAMILY NAME\"`, as in \"ecp5 LUT4\""),
            },
        }
    }
}

fn unknown<T>(argument: &NestedMeta) -> Result<T> {
    error(
        argument,
        "expected `name = \"verilog_name\"`, `cell = \"FAMILY NAME\"`, `no_default` or `no_top`",
    )
}

/// The attributes of a field that only this macro knows.
struct Own {
    default: Option<Expr>,
    ports: Vec<Ident>,
    parts: Vec<(String, String)>,
    is_parameter: bool,
}

impl Own {
    /// Takes them off the field.
    fn take(field: &mut Field) -> Result<Self> {
        let mut own = Own {
            default: None,
            ports: Vec::new(),
            parts: Vec::new(),
            is_parameter: false,
        };
        let is_own = |attribute: &&Attribute| {
            let names = ["default", "ports", "part", "parameter"];
            names.iter().any(|name| attribute.path.is_ident(name))
        };
        for attribute in field.attrs.iter().filter(is_own) {
            if attribute.path.is_ident("default") {
                own.default = Some(attribute.parse_args()?);
            } else if attribute.path.is_ident("ports") {
                let ports = attribute.parse_args_with(Punctuated::<Ident, Token![,]>::parse_terminated)?;
                own.ports.extend(ports);
            } else if attribute.path.is_ident("part") {
                let parts = attribute.parse_args_with(Punctuated::<Part, Token![,]>::parse_terminated)?;
                own.parts
                    .extend(parts.into_iter().map(|part| (part.name, part.doc.value())));
            } else {
                own.is_parameter = true;
            }
        }
        field.attrs.retain(|attribute| !is_own(&attribute));
        Ok(own)
    }
}

/// `name = "What this part of a port carries."`; the name of an element of an array is its number.
struct Part {
    name: String,
    doc: LitStr,
}

impl Parse for Part {
    fn parse(input: ParseStream) -> Result<Self> {
        let name = match input.peek(LitInt) {
            true => input.parse::<LitInt>()?.to_string(),
            false => plain(&input.parse()?),
        };
        input.parse::<Token![=]>()?;
        let doc = input.parse()?;
        Ok(Part { name, doc })
    }
}

/// The name without the mark of Rust's raw identifiers.
fn plain(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

/// The type of an element of arrays and `Vec`s of any depth.
fn element(kind: &Type) -> &Type {
    match kind {
        Type::Array(array) => element(&array.elem),
        Type::Group(group) => element(&group.elem),
        Type::Paren(paren) => element(&paren.elem),
        Type::Path(path) => match arguments(path, "Vec").as_deref() {
            Some([inner]) => element(inner),
            _ => kind,
        },
        kind => kind,
    }
}

/// The types in angle brackets, if the path ends with `name`.
fn arguments<'a>(path: &'a TypePath, name: &str) -> Option<Vec<&'a Type>> {
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let PathArguments::AngleBracketed(brackets) = &last.arguments else {
        return None;
    };
    let types = brackets.args.iter().map(|argument| match argument {
        GenericArgument::Type(kind) => Some(kind),
        _ => None,
    });
    types.collect()
}

/// The type that a port carries; `None` for fields that are no ports by the look of their type.
fn carried(kind: &Type) -> Option<&Type> {
    let Type::Path(path) = element(kind) else {
        return None;
    };
    let signal = arguments(path, "Signal")?;
    let [Type::Path(direction), carried] = signal[..] else {
        return None;
    };
    let direction = direction.path.segments.last()?;
    ["In", "Out"]
        .iter()
        .any(|port| direction.ident == port)
        .then_some(carried)
}

/// The first value of a field without one of its own.
fn first_value(kind: &Type) -> TokenStream {
    match kind {
        Type::Array(array) => {
            let inner = first_value(&array.elem);
            quote!(::std::array::from_fn(|_| #inner))
        }
        Type::Path(path) if arguments(path, "Constant").is_some() => {
            quote!(<#kind>::new(::std::default::Default::default()))
        }
        kind => quote!(<#kind as ::std::default::Default>::default()),
    }
}

/// The struct, and what it implements.
pub fn module(arguments: &AttributeArgs, mut item: ItemStruct) -> Result<TokenStream> {
    let options = Options::read(arguments)?;
    let Fields::Named(fields) = &mut item.fields else {
        return error(&item.ident, "the fields of a block have names");
    };
    let mut documented = Vec::new();
    let mut values = Vec::new();
    let mut ports = Vec::new();
    let mut types = Vec::new();
    for field in &mut fields.named {
        let own = Own::take(field)?;
        let Some(name) = field.ident.clone() else {
            continue;
        };
        let (label, kind) = (plain(&name), &field.ty);
        let value = own.default.map_or_else(|| first_value(kind), |value| quote!(#value));
        values.push(quote!(#name: #value));
        let carried = carried(kind);
        if !own.parts.is_empty() && carried.is_none() {
            return error(
                &name,
                "only ports have parts: inputs and outputs whose type is a struct, and arrays of them",
            );
        }
        if carried.is_some() {
            ports.push((quote!(#name), label.clone()));
            types.push(kind.clone());
        }
        for port in &own.ports {
            ports.push((quote!(#name.#port), format!("{label}${}", plain(port))));
        }
        if carried.is_some() || !own.ports.is_empty() {
            let doc = documentation::summary(&field.attrs);
            documented.push(documentation::field(
                &label,
                &doc,
                carried,
                &own.parts,
                own.is_parameter,
            ));
        }
    }
    let name = &item.ident;
    let (family, given) = options.family_and_name()?;
    let (type_name, doc) = (plain(name), documentation::summary(&item.attrs));
    let (generics, arguments, conditions) = item.generics.split_for_impl();
    let default = (!options.no_default).then(|| {
        quote! {
            #[automatically_derived]
            impl #generics ::std::default::Default for #name #arguments #conditions {
                fn default() -> Self {
                    #name { #(#values),* }
                }
            }
        }
    });
    let top = (!options.no_top).then(|| top(&item, &ports, &types));
    Ok(quote! {
        #[derive(__lanesmith::prelude::LogicBlock)]
        #item
        #default
        #top
        const _: () = {
            use __lanesmith::kernel as __k;
            #[allow(unused_imports)]
            use __k::Undocumented as _;
            #[doc(hidden)]
            #[allow(dead_code)]
            impl #generics #name #arguments #conditions {
                pub const HDL_DOCUMENTATION: __k::Documentation = __k::Documentation {
                    name: #given,
                    type_name: #type_name,
                    family: #family,
                    doc: #doc,
                    fields: &[#(#documented),*],
                };
            }
        };
    })
}

/// Ports that can be set and read as numbers, in the order of the fields.
fn top(item: &ItemStruct, ports: &[(TokenStream, String)], types: &[Type]) -> TokenStream {
    let name = &item.ident;
    let mut bounded = item.generics.clone();
    if bounded.type_params().next().is_some() {
        let bounds = &mut bounded.make_where_clause().predicates;
        bounds.extend(
            types
                .iter()
                .map(|kind| -> syn::WherePredicate { parse_quote!(#kind: __r::PortSignal) }),
        );
    }
    let (generics, arguments, conditions) = bounded.split_for_impl();
    let visits = |borrow: TokenStream| {
        let visit = move |(field, label): &(TokenStream, String)| {
            // An error about the port's type points at the field.
            let span = Span::call_site().located_at(field.span());
            quote_spanned!(span=> visit(&[#label], #borrow self.#field);)
        };
        ports.iter().map(visit).collect::<TokenStream>()
    };
    let (shared, exclusive) = (visits(quote!(&)), visits(quote!(&mut)));
    quote! {
        const _: () = {
            use __lanesmith::rtl as __r;
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #generics __r::Top for #name #arguments #conditions {
                fn visit_ports(&self, visit: &mut dyn FnMut(&[&str], &dyn __r::PortSignal)) {
                    #shared
                }
                fn visit_ports_mut(&mut self, visit: &mut dyn FnMut(&[&str], &mut dyn __r::PortSignal)) {
                    #exclusive
                }
            }
        };
    }
}
