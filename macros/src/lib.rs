//! `#[hdl_gen]`: the kernel of a rust-hdl block, read as its author wrote it.
//!
//! rust-hdl's own macro of this name drops match guards, the `=` of `..=`, the names of functions and `.index()`. This one
//! keeps them, with the place in the source where each stands, and refuses what has no meaning in hardware.

mod connect;
mod expression;
mod pattern;
mod place;
mod reader;
mod statement;

use proc_macro::TokenStream;
use quote::quote;
use syn::{ItemFn, parse_macro_input};

/// Makes `connect` and `hdl` of a block's `update`, which stays as it is: rust-hdl's simulation runs it.
///
/// What a kernel may contain is in lanesmith's `docs/netlist.md`. Errors point at the offending part of the kernel.
#[proc_macro_attribute]
pub fn hdl_gen(_: TokenStream, item: TokenStream) -> TokenStream {
    let original = proc_macro2::TokenStream::from(item.clone());
    let function = parse_macro_input!(item as ItemFn);
    let is_method = matches!(function.sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
    if function.sig.inputs.len() != 1 || !is_method {
        let message = "a kernel is a function with the one argument `&mut self`";
        return syn::Error::new_spanned(&function.sig, message)
            .to_compile_error()
            .into();
    }
    let made = reader::Reader::default().kernel(&function);
    match made.and_then(|hdl| Ok((hdl, connect::connect(&function)?))) {
        // Nothing but the error: what a wrong kernel would cause besides only hides it.
        Err(error) => {
            let error = error.to_compile_error();
            quote! {
                #[allow(unreachable_patterns)]
                #original
                fn hdl(&self) -> ::lanesmith::hdl::prelude::ast::Verilog { #error }
            }
            .into()
        }
        Ok((hdl, connect)) => quote! {
            #[allow(unreachable_patterns)]
            #original
            #connect
            #hdl
        }
        .into(),
    }
}
