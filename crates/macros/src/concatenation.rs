//! `cat!`, values side by side: read as the shifts and ORs that it stands for.

use proc_macro2::{Group, Literal, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Expr, Ident, LitInt, Result, Token};

syn::custom_keyword!(of);
syn::custom_keyword!(bits);

/// `32 of 8: a, b, 15: c, bits: d`: the width of all, and the values, the highest first. A width holds up to the next one; `bits`
/// stands for values of type `Bit`. `x[i] for i in 0..4` stands for `x[3], x[2], x[1], x[0]`.
struct Concatenation {
    width: TokenTree,
    parts: Vec<Part>,
}

/// A value, and its width if it is not of type `Bit`.
struct Part {
    width: Option<LitInt>,
    value: Expr,
}

impl Parse for Concatenation {
    fn parse(input: ParseStream) -> Result<Self> {
        let width = input.parse()?;
        input.parse::<of>()?;
        let mut parts: Vec<Part> = Vec::new();
        while !input.is_empty() {
            let width = match parts.last() {
                Some(last) if !input.peek2(Token![:]) => last.width.clone(),
                _ => {
                    let width = match input.peek(bits) {
                        true => input.parse::<bits>().map(|_| None)?,
                        false => Some(input.parse()?),
                    };
                    input.parse::<Token![:]>()?;
                    width
                }
            };
            let value: Expr = input.parse()?;
            if input.parse::<Option<Token![for]>>()?.is_some() {
                let variable: Ident = input.parse()?;
                input.parse::<Token![in]>()?;
                let (first, _, end): (LitInt, Token![..], LitInt) = (input.parse()?, input.parse()?, input.parse()?);
                let numbers = first.base10_parse::<usize>()?..end.base10_parse()?;
                for number in numbers.rev() {
                    let value = syn::parse2(with_number(value.to_token_stream(), &variable, number))?;
                    parts.push(Part {
                        width: width.clone(),
                        value,
                    });
                }
            } else {
                parts.push(Part { width, value });
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Concatenation { width, parts })
    }
}

/// The tokens with a number in place of a variable.
fn with_number(tokens: TokenStream, variable: &Ident, number: usize) -> TokenStream {
    let token = |token| match token {
        TokenTree::Ident(name) if name == *variable => TokenTree::Literal(Literal::usize_unsuffixed(number)),
        TokenTree::Group(group) => {
            let mut replaced = Group::new(group.delimiter(), with_number(group.stream(), variable, number));
            replaced.set_span(group.span());
            TokenTree::Group(replaced)
        }
        other => other,
    };
    tokens.into_iter().map(token).collect()
}

impl Concatenation {
    fn expression(&self) -> Result<TokenStream> {
        let whole = &self.width;
        let mut all: Vec<TokenStream> = Vec::new();
        let mut place = 0;
        for Part { width, value } in self.parts.iter().rev() {
            let (span, bits) = (
                value.span(),
                width.as_ref().map_or(Ok(1), LitInt::base10_parse::<usize>)?,
            );
            let value = match width {
                Some(_) => value.to_token_stream(),
                None => quote_spanned!(span=> (#value).into()),
            };
            let (narrow, shift) = (Literal::usize_unsuffixed(bits), Literal::usize_unsuffixed(place));
            let cast = quote_spanned!(span=> bit_cast::<#whole, #narrow>(#value));
            all.push(match place {
                0 => cast,
                _ => quote_spanned!(span=> (#cast << #shift) |),
            });
            place += bits;
        }
        Ok(all.into_iter().rev().collect())
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
