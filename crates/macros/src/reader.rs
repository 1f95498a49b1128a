//! What the macro knows while it reads a kernel: variables, and which expressions are Rust values.

use crate::place;
use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, ExprPath, Ident, ItemFn, Member, Result};

/// A variable in scope.
pub enum Variable {
    /// Of a loop over a range: a number in the generated code.
    Number(Ident),
    /// Of another loop: a Rust value in the generated code.
    Value(Ident),
    /// Of a `let`, with its initial value: in the tree.
    Let(Ident, Box<syn::Local>),
}

impl Variable {
    fn name(&self) -> &Ident {
        match self {
            Variable::Number(name) | Variable::Value(name) | Variable::Let(name, _) => name,
        }
    }
}

/// Reads one kernel.
#[derive(Default)]
pub struct Reader {
    /// Innermost last.
    pub variables: Vec<Variable>,
}

pub fn error<T>(tokens: impl quote::ToTokens, message: impl std::fmt::Display) -> Result<T> {
    Err(syn::Error::new_spanned(tokens, message))
}

impl Reader {
    /// `Logic::hdl`.
    pub fn kernel(mut self, function: &ItemFn) -> Result<TokenStream> {
        let source = place::source(&function.block);
        let body = self.block(&function.block)?;
        Ok(quote! {
            #[allow(warnings, clippy::all)]
            #[automatically_derived]
            fn hdl(&self) -> __lanesmith::prelude::ast::Verilog {
                use __lanesmith::kernel as __k;
                use __k::{IntegerConstant as _, LogicConstant as _, ReferenceConstant as _, Undocumented as _};
                __k::begin();
                let body = #body;
                __k::finish(#source, Self::HDL_DOCUMENTATION, body)
            }
        })
    }

    pub fn variable(&self, name: &Ident) -> Option<&Variable> {
        self.variables.iter().rev().find(|variable| variable.name() == name)
    }

    /// The `let`s in scope as Rust, for expressions that are only looked at for their types.
    pub fn lets(&self) -> TokenStream {
        let lets = self.variables.iter().filter_map(|variable| match variable {
            Variable::Let(_, local) => Some(local),
            _ => None,
        });
        quote!(#(#lets)*)
    }

    /// Whether an expression is a Rust value: no signal and no variable of a `let` is in it.
    pub fn is_rust(&self, expr: &Expr) -> bool {
        let mut search = Search {
            reader: self,
            found: false,
        };
        search.visit_expr(expr);
        !search.found
    }
}

struct Search<'a> {
    reader: &'a Reader,
    found: bool,
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_expr_method_call(&mut self, call: &'a ExprMethodCall) {
        self.found |= call.method == "val" && call.args.is_empty();
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_path(&mut self, path: &'a ExprPath) {
        if let Some(name) = path.path.get_ident() {
            self.found |= matches!(self.reader.variable(name), Some(Variable::Let(..)));
        }
    }

    fn visit_expr_macro(&mut self, _: &'a syn::ExprMacro) {
        self.found = true;
    }
}

/// The expression without parentheses and the invisible groups of macros.
pub fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => bare(&inner.expr),
        Expr::Group(inner) => bare(&inner.expr),
        expr => expr,
    }
}

/// Whether a path of fields and elements begins with `self`.
pub fn begins_with_self(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::Path(path) => path.path.is_ident("self"),
        Expr::Field(field) => begins_with_self(&field.base),
        Expr::Index(index) => begins_with_self(&index.expr),
        _ => false,
    }
}

/// The base and the field names behind `.next`: `self.x.next.a.b` is `self.x` and `a`, `b`.
pub fn target(expr: &Expr) -> Option<(&Expr, Vec<&Ident>)> {
    let Expr::Field(field) = bare(expr) else {
        return None;
    };
    let Member::Named(name) = &field.member else {
        return None;
    };
    if name == "next" {
        return begins_with_self(&field.base).then(|| (&*field.base, Vec::new()));
    }
    let (base, mut fields) = target(&field.base)?;
    fields.push(name);
    Some((base, fields))
}
