//! `cat!`, parts of equal width side by side: read as the shifts and ORs that it stands for.

use proc_macro2::{Group, Literal, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, LitInt, Result, Token};

syn::custom_keyword!(of);
syn::custom_keyword!(bits);

/// `32 of 8: a, b, c, d`: the width of all, the width of a part, or `bits` for parts that are of type `Bit`, and the parts, the
/// highest first.
struct Concatenation {
    width: TokenTree,
    part: Option<LitInt>,
    parts: Punctuated<Expr, Token![,]>,
}

impl Parse for Concatenation {
    fn parse(input: ParseStream) -> Result<Self> {
        let width = input.parse()?;
        input.parse::<of>()?;
        let part = match input.peek(bits) {
            true => input.parse::<bits>().map(|_| None)?,
            false => Some(input.parse()?),
        };
        input.parse::<Token![:]>()?;
        let parts = input.parse_terminated(Expr::parse)?;
        Ok(Concatenation { width, part, parts })
    }
}

impl Concatenation {
    fn expression(&self) -> Result<TokenStream> {
        let Concatenation { width, part, parts } = self;
        let bits = part.as_ref().map_or(Ok(1), LitInt::base10_parse::<usize>)?;
        let mut places = (0..parts.len()).rev();
        let mut all = TokenStream::new();
        for value in parts {
            let (span, narrow) = (value.span(), Literal::usize_unsuffixed(bits));
            let value = match part {
                Some(_) => value.to_token_stream(),
                None => quote_spanned!(span=> (#value).into()),
            };
            let cast = quote_spanned!(span=> bit_cast::<#width, #narrow>(#value));
            all.extend(match places.next() {
                None | Some(0) => cast,
                Some(place) => {
                    let place = Literal::usize_unsuffixed(bits * place);
                    quote_spanned!(span=> (#cast << #place) |)
                }
            });
        }
        Ok(all)
    }
}

/// Replaces the concatenations in a kernel; `None` if there are none.
pub fn expand(tokens: &TokenStream) -> Result<Option<TokenStream>> {
    let mut tokens = tokens.clone().into_iter().peekable();
    let (mut all, mut is_changed) = (Vec::new(), false);
    while let Some(token) = tokens.next() {
        let is_cat = matches!(&token, TokenTree::Ident(name) if name == "cat")
            && matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!' && mark.spacing() == Spacing::Alone);
        if is_cat {
            tokens.next();
        }
        match tokens.next_if(|_| is_cat).unwrap_or(token) {
            TokenTree::Group(group) => {
                let inner = expand(&group.stream())?;
                is_changed |= is_cat || inner.is_some();
                let inner = inner.unwrap_or_else(|| group.stream());
                let inner = if is_cat {
                    syn::parse2::<Concatenation>(inner)?.expression()?
                } else {
                    inner
                };
                let mut replaced = Group::new(group.delimiter(), inner);
                replaced.set_span(group.span());
                all.push(TokenTree::Group(replaced));
            }
            other => all.push(other),
        }
    }
    Ok(is_changed.then(|| all.into_iter().collect()))
}
