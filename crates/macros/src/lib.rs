//! `#[hdl_gen]`, the kernel of a rust-hdl block read as its author wrote it, and `#[hdl_module]`, its ports declared once.
//!
//! rust-hdl's own macro of this name drops match guards, the `=` of `..=`, the names of functions and `.index()`. This one
//! keeps them, with the place in the source where each stands, and refuses what has no meaning in hardware.

mod connect;
mod digest;
mod documentation;
mod expression;
mod module;
mod pattern;
mod place;
mod reader;
mod statement;
mod types;

use proc_macro::TokenStream;
use quote::quote;
use syn::{AttributeArgs, DeriveInput, ItemFn, ItemStruct, LitStr, parse_macro_input};

/// Makes an enum without fields a type of signals, coded in the order of its variants, and one that ports may have.
#[proc_macro_derive(LogicState)]
pub fn logic_state(item: TokenStream) -> TokenStream {
    let input = parse_macro_input!(item as DeriveInput);
    types::state(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Makes a struct of such types a type of signals, its first field in the lowest bits, and one that ports may have.
#[proc_macro_derive(LogicStruct)]
pub fn logic_struct(item: TokenStream) -> TokenStream {
    let input = parse_macro_input!(item as DeriveInput);
    types::structure(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Makes a struct of signals and inner blocks a module: rust-hdl's `LogicBlock`, `Default`, and `Top` with the ports in the order
/// of the fields. The doc comments of the struct and of its ports go into the Verilog, each with its first paragraph.
///
/// lanesmith's `docs/own-module.md` lists the options and the attributes of fields.
#[proc_macro_attribute]
pub fn hdl_module(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let arguments = parse_macro_input!(arguments as AttributeArgs);
    let item = parse_macro_input!(item as ItemStruct);
    module::module(&arguments, item)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Makes `connect` and `hdl` of a block's `update`, which stays as it is: rust-hdl's simulation runs it.
///
/// What a kernel may contain is in lanesmith's `docs/netlist.md`. Errors point at the offending part of the kernel.
#[proc_macro_attribute]
pub fn hdl_gen(_: TokenStream, item: TokenStream) -> TokenStream {
    let original = proc_macro2::TokenStream::from(item.clone());
    match read(item) {
        // The kernel stays as it is, so that the compiler says what else is wrong with it.
        Err(error) => {
            let error = error.to_compile_error();
            quote! {
                #[allow(unreachable_patterns)]
                #original
                fn hdl(&self) -> __lanesmith::prelude::ast::Verilog { #error }
            }
            .into()
        }
        Ok((connect, hdl)) => quote! {
            #[allow(unreachable_patterns)]
            #original
            #connect
            #hdl
        }
        .into(),
    }
}

/// The SHA-256 of the Rust sources below a folder of the package, as text of hexadecimal digits. For the certificates of proofs.
#[proc_macro]
pub fn source_digest(folder: TokenStream) -> TokenStream {
    let folder = parse_macro_input!(folder as LitStr);
    match digest::digest(&folder.value()) {
        Ok(digest) => quote!(#digest).into(),
        Err(error) => syn::Error::new(folder.span(), error).to_compile_error().into(),
    }
}

/// `connect` and `hdl`.
fn read(item: TokenStream) -> syn::Result<(proc_macro2::TokenStream, proc_macro2::TokenStream)> {
    let function: ItemFn = syn::parse(item)?;
    let is_method = matches!(function.sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
    if function.sig.inputs.len() != 1 || !is_method {
        return reader::error(
            &function.sig,
            "a kernel is a function with the one argument `&mut self`",
        );
    }
    Ok((
        connect::connect(&function)?,
        reader::Reader::default().kernel(&function)?,
    ))
}
