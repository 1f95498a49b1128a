//! `Logic::connect`: rust-hdl wants to know which signals a block drives.

use crate::reader::{Reader, Variable, bare, target};
use crate::statement::{Setup, linked};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ItemFn, Result, Stmt};

/// The function.
pub fn connect(function: &ItemFn) -> Result<TokenStream> {
    let body = Connect::default().block(&function.block)?;
    Ok(quote! {
        #[allow(warnings, clippy::all)]
        #[automatically_derived]
        fn connect(&mut self) {
            use __lanesmith::prelude::logic as __logic;
            #body
        }
    })
}

/// Loops, and conditions on Rust values, run as they do in the kernel; other branches are all gone through.
#[derive(Default)]
struct Connect {
    reader: Reader,
}

impl Connect {
    fn block(&mut self, block: &syn::Block) -> Result<TokenStream> {
        let count = self.reader.variables.len();
        let mut made = TokenStream::new();
        for statement in &block.stmts {
            match statement {
                Stmt::Expr(expr) | Stmt::Semi(expr, _) => made.extend(self.statement(expr)?),
                Stmt::Local(local) => self.local(local, &mut made),
                Stmt::Item(_) => {}
            }
        }
        self.reader.variables.truncate(count);
        Ok(quote!({ #made }))
    }

    /// Elements of arrays are chosen by variables, too: those that are Rust values exist here.
    fn local(&mut self, local: &syn::Local, made: &mut TokenStream) {
        let is_rust = local.init.as_ref().is_some_and(|(_, value)| self.reader.is_rust(value));
        if is_rust {
            made.extend(quote!(#local));
            return;
        }
        let name = match &local.pat {
            syn::Pat::Type(typed) => &*typed.pat,
            pattern => pattern,
        };
        if let syn::Pat::Ident(name) = name {
            let variable = Variable::Let(name.ident.clone(), Box::new(local.clone()));
            self.reader.variables.push(variable);
        }
    }

    fn statement(&mut self, expr: &Expr) -> Result<TokenStream> {
        Ok(match bare(expr) {
            Expr::Assign(assign) => match target(&assign.left) {
                Some((signal, _)) => self.driven(signal),
                None => TokenStream::new(),
            },
            Expr::If(conditional) => {
                let then = self.block(&conditional.then_branch)?;
                let otherwise = match &conditional.else_branch {
                    None => TokenStream::new(),
                    Some((_, branch)) => self.statement(branch)?,
                };
                let test = &conditional.cond;
                match self.reader.is_rust(test) {
                    true => quote!(if #test { #then } else { #otherwise }),
                    false => quote!(#then #otherwise),
                }
            }
            Expr::Match(matching) => {
                let arms = matching.arms.iter().map(|arm| self.statement(&arm.body));
                let arms = arms.collect::<Result<Vec<_>>>()?;
                quote!(#(#arms)*)
            }
            Expr::ForLoop(repeated) => {
                let body = self.block(&repeated.body)?;
                let (pattern, values) = (&repeated.pat, &repeated.expr);
                quote!(for #pattern in #values { #body })
            }
            Expr::Block(block) => self.block(&block.block)?,
            Expr::Call(call) => match linked(call) {
                Some(("link", left, right)) => quote!(__logic::logic_connect_link_fn(&mut #left, &mut #right);),
                Some((_, left, right)) => quote!(__logic::logic_connect_join_fn(&mut #left, &mut #right);),
                None => TokenStream::new(),
            },
            Expr::Macro(invocation) => {
                let is_setup = ["dff_setup", "clock"]
                    .iter()
                    .find(|name| invocation.mac.path.is_ident(name));
                let Some(name) = is_setup else {
                    return Ok(TokenStream::new());
                };
                let blocks = invocation.mac.parse_body::<Setup>()?.blocks;
                let data = (*name == "dff_setup").then(|| quote!(#(__logic::logic_connect_fn(&mut #blocks.d);)*));
                quote!(#(__logic::logic_connect_fn(&mut #blocks.clock);)* #data)
            }
            _ => TokenStream::new(),
        })
    }

    /// A signal is driven; every element of an array from which another signal chooses.
    fn driven(&self, signal: &Expr) -> TokenStream {
        let mut loops = Vec::new();
        let place = self.place(signal, &mut loops);
        let connected = quote!(__logic::logic_connect_fn(&mut #place););
        loops.into_iter().rev().fold(
            connected,
            |inner, (element, array)| quote!(for #element in #array.iter_mut() { #inner }),
        )
    }

    /// Where a signal is, with a loop around it for each array that a signal chooses from.
    fn place(&self, expr: &Expr, loops: &mut Vec<(syn::Ident, TokenStream)>) -> TokenStream {
        match bare(expr) {
            Expr::Field(field) => {
                let (base, member) = (self.place(&field.base, loops), &field.member);
                quote!(#base.#member)
            }
            Expr::Index(index) => {
                let (base, element) = (self.place(&index.expr, loops), &index.index);
                if self.reader.is_rust(element) {
                    return quote!(#base[#element]);
                }
                let name = quote::format_ident!("__element_{}", loops.len());
                loops.push((name.clone(), base));
                quote!((*#name))
            }
            other => quote!(#other),
        }
    }
}
