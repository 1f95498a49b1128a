//! Places in the source.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

/// First and last span of what stands together. Compilers join spans only for themselves.
fn ends(tokens: impl ToTokens) -> (Span, Span) {
    let mut spans = tokens.into_token_stream().into_iter().map(|token| token.span());
    let first = spans.next().unwrap_or_else(Span::call_site);
    (first, spans.last().unwrap_or(first))
}

/// The place as an argument of the generated code's functions: a reference to a constant.
pub fn at(tokens: impl ToTokens) -> TokenStream {
    let (first, last) = ends(tokens);
    let (first, last) = (first.unwrap().start(), last.unwrap().end());
    let (line, column) = (first.line() as u32, first.column() as u32);
    let (end_line, end_column) = (last.line() as u32, last.column() as u32);
    quote!(&__k::At { line: #line, column: #column, end_line: #end_line, end_column: #end_column })
}

/// File and text of a kernel's body.
pub fn source(body: &syn::Block) -> TokenStream {
    let span = body.brace_token.span;
    let file = span.unwrap().file();
    let text = span.source_text().unwrap_or_default();
    let at = at(body);
    quote!(__k::KernelSource { file: #file, text: #text, at: *#at })
}
