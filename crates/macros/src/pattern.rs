//! Patterns of `match`.

use crate::expression::named;
use crate::reader::{Reader, error};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Pat, Result};

impl Reader {
    /// A pattern. Names in it are constants or variants: where one would bind a variable instead, the generated code does
    /// not compile, at that name.
    pub fn pattern(&mut self, pattern: &Pat) -> Result<TokenStream> {
        Ok(match pattern {
            Pat::Wild(_) => quote!(__k::pattern_any()),
            Pat::Lit(literal) => value(&literal.expr),
            Pat::Path(path) => named_value(path, &path.path),
            Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
                let is_variable = name.ident.to_string().starts_with(|first: char| first.is_lowercase());
                if is_variable {
                    return error(
                        name,
                        "patterns bind no variables in a kernel: write `_` and name the value itself",
                    );
                }
                named_value(name, &syn::Path::from(name.ident.clone()))
            }
            Pat::Or(or) => {
                let cases = or.cases.iter().map(|case| self.pattern(case));
                let cases = cases.collect::<Result<Vec<_>>>()?;
                quote!(__k::pattern_or(&[#(#cases),*]))
            }
            Pat::Tuple(tuple) => {
                let parts = tuple.elems.iter().map(|part| self.pattern(part));
                let parts = parts.collect::<Result<Vec<_>>>()?;
                quote!(__k::pattern_tuple(&[#(#parts),*]))
            }
            Pat::Range(range) => {
                let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
                let (lo, hi) = (bound(&range.lo), bound(&range.hi));
                quote!(__k::pattern_range(#lo, #hi, #inclusive))
            }
            other => {
                return error(
                    other,
                    "a pattern of a kernel is `_`, a literal, a constant, a variant, a range, `a | b`, or a tuple of these",
                );
            }
        })
    }
}

/// A constant or a variant.
fn named_value(tokens: impl quote::ToTokens, path: &syn::Path) -> TokenStream {
    let constant = named(path, quote!((&&&__k::Of(&#tokens)).constant()));
    quote!(__k::pattern_value(#constant))
}

fn value(tokens: impl quote::ToTokens) -> TokenStream {
    quote!(__k::pattern_value((&&&__k::Of(&#tokens)).constant()))
}

/// syn gives a missing end of a range as an empty expression.
fn bound(expr: &Expr) -> TokenStream {
    match expr {
        Expr::Verbatim(tokens) if tokens.is_empty() => quote!(None),
        expr => quote!(Some((&&&__k::Of(&#expr)).constant())),
    }
}
