//! `connect!`, the connections of inner blocks as a list: read as the assignments that it stands for.

use crate::reader::error;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Block, Expr, ExprBlock, Ident, Member, Result, Stmt, Token, braced, parse_quote};

/// `self.x, self.y { clock, enable: self.advance.val() }`: the blocks, and ports of each of them.
struct Connections {
    blocks: Vec<Expr>,
    ports: Punctuated<Connection, Token![,]>,
}

/// A port with its value; without one it gets the kernel's own signal of this name.
struct Connection {
    port: Ident,
    value: Option<Expr>,
}

impl Parse for Connections {
    fn parse(input: ParseStream) -> Result<Self> {
        let mut blocks = vec![input.call(Expr::parse_without_eager_brace)?];
        while input.parse::<Option<Token![,]>>()?.is_some() {
            blocks.push(input.call(Expr::parse_without_eager_brace)?);
        }
        let list;
        braced!(list in input);
        let ports = list.parse_terminated(Connection::parse)?;
        Ok(Connections { blocks, ports })
    }
}

impl Parse for Connection {
    fn parse(input: ParseStream) -> Result<Self> {
        let port = input.parse()?;
        let has_value = input.parse::<Option<Token![:]>>()?.is_some();
        let value = has_value.then(|| input.parse()).transpose()?;
        Ok(Connection { port, value })
    }
}

impl Connections {
    fn assignments(&self) -> Result<Vec<Stmt>> {
        let mut statements = Vec::new();
        for block in &self.blocks {
            // A struct that a signal carries is `self.signal.next`, with its fields in place of ports.
            let is_signal =
                matches!(block, Expr::Field(field) if matches!(&field.member, Member::Named(name) if name == "next"));
            for Connection { port, value } in &self.ports {
                let span = port.span();
                // Errors point at the connection, not at the whole list.
                let block = moved(block.to_token_stream(), span);
                let target = match is_signal {
                    true => quote_spanned!(span=> #block.#port),
                    false => quote_spanned!(span=> #block.#port.next),
                };
                let value = match value {
                    Some(value) => value.to_token_stream(),
                    None => quote_spanned!(span=> self.#port.val()),
                };
                statements.push(syn::parse2(quote_spanned!(span=> #target = #value;))?);
            }
        }
        Ok(statements)
    }
}

/// The tokens as if they stood at `span`; names stay those of their own place.
fn moved(tokens: TokenStream, span: Span) -> TokenStream {
    let token = |token| match token {
        TokenTree::Group(group) => {
            let mut group = Group::new(group.delimiter(), moved(group.stream(), span));
            group.set_span(span);
            TokenTree::Group(group)
        }
        mut token => {
            token.set_span(token.span().located_at(span));
            token
        }
    };
    tokens.into_iter().map(token).collect()
}

/// Replaces the lists in a block and in the blocks within it.
pub fn expand(block: &mut Block) -> Result<()> {
    for statement in std::mem::take(&mut block.stmts) {
        match statement {
            Stmt::Semi(Expr::Macro(list), _) | Stmt::Expr(Expr::Macro(list)) if list.mac.path.is_ident("connect") => {
                let connections: Connections = list.mac.parse_body()?;
                if connections.ports.is_empty() {
                    return error(list, "a list of connections names at least one port");
                }
                block.stmts.extend(connections.assignments()?);
            }
            Stmt::Semi(mut expr, semicolon) => {
                within(&mut expr)?;
                block.stmts.push(Stmt::Semi(expr, semicolon));
            }
            Stmt::Expr(mut expr) => {
                within(&mut expr)?;
                block.stmts.push(Stmt::Expr(expr));
            }
            other => block.stmts.push(other),
        }
    }
    Ok(())
}

fn within(expr: &mut Expr) -> Result<()> {
    match expr {
        // The arm of a `match`.
        Expr::Macro(list) if list.mac.path.is_ident("connect") => {
            let mut arm: ExprBlock = parse_quote!({ #list; });
            expand(&mut arm.block)?;
            *expr = Expr::Block(arm);
            Ok(())
        }
        Expr::If(branches) => {
            expand(&mut branches.then_branch)?;
            branches
                .else_branch
                .iter_mut()
                .try_for_each(|(_, branch)| within(branch))
        }
        Expr::Match(matching) => matching.arms.iter_mut().try_for_each(|arm| within(&mut arm.body)),
        Expr::ForLoop(repeated) => expand(&mut repeated.body),
        Expr::Block(block) => expand(&mut block.block),
        _ => Ok(()),
    }
}
