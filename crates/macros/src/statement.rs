//! Statements.

use crate::place::at;
use crate::reader::{Reader, Variable, bare, begins_with_self, error, target};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat, Result, Stmt};

/// The arguments of `dff_setup!` and `clock!`.
pub struct Setup {
    pub clock: Expr,
    pub blocks: Vec<Expr>,
}

impl syn::parse::Parse for Setup {
    fn parse(input: syn::parse::ParseStream) -> Result<Self> {
        let list = input.parse_terminated::<_, syn::Token![,]>(Expr::parse)?;
        let mut list = list.into_iter();
        let (Some(me), Some(clock)) = (list.next(), list.next()) else {
            return Err(input.error("`self`, a clock and flip-flops are expected"));
        };
        let under = |name: Expr| syn::parse2(quote!(#me.#name));
        Ok(Setup {
            clock: under(clock)?,
            blocks: list.map(under).collect::<Result<_>>()?,
        })
    }
}

impl Reader {
    /// A block as an expression that gives its body.
    pub fn block(&mut self, block: &syn::Block) -> Result<TokenStream> {
        let count = self.variables.len();
        let statements = self.statements(&block.stmts);
        self.variables.truncate(count);
        let statements = statements?;
        Ok(quote!({ __k::open(); #statements __k::close() }))
    }

    /// Statements that add what they are to the open body. Their `let`s stay in scope.
    pub fn statements(&mut self, statements: &[Stmt]) -> Result<TokenStream> {
        let mut made = TokenStream::new();
        for statement in statements {
            made.extend(match statement {
                Stmt::Expr(expr) | Stmt::Semi(expr, _) => self.statement(expr)?,
                Stmt::Local(local) => self.local(local)?,
                Stmt::Item(item) => {
                    return error(item, "items are not allowed in a kernel: move it out of the function");
                }
            });
        }
        Ok(made)
    }

    fn local(&mut self, local: &syn::Local) -> Result<TokenStream> {
        let (pattern, kind) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&typed.ty)),
            pattern => (pattern, None),
        };
        let (Pat::Ident(name), Some((_, value))) = (pattern, &local.init) else {
            return error(local, "a `let` of a kernel is one name with a value");
        };
        if name.mutability.is_some() || name.by_ref.is_some() || name.subpat.is_some() {
            return error(
                &local.pat,
                "a kernel's `let` can't be changed: use a signal for what is assigned more than once",
            );
        }
        let (place, text) = (at(local), name.ident.to_string());
        let mut value = self.expr(value)?;
        if let Some(kind) = kind {
            let is_integer = matches!(&**kind, syn::Type::Path(path)
                if path.path.get_ident().is_some_and(|name| is_integer_name(&name.to_string())));
            if !is_integer {
                value = quote!(__k::convert(#place, #value, Some(__k::KernelType::of::<#kind>())));
            }
        }
        let variable = Variable::Let(name.ident.clone(), Box::new(local.clone()));
        self.variables.push(variable);
        Ok(quote!(__k::bind(#place, #text, #value);))
    }

    fn statement(&mut self, expr: &Expr) -> Result<TokenStream> {
        match bare(expr) {
            Expr::Assign(assign) => self.assign(assign),
            Expr::If(conditional) => self.conditional(conditional),
            Expr::Match(matching) => self.matching(matching),
            Expr::ForLoop(repeated) => self.repeat(repeated),
            Expr::Block(block) if block.label.is_none() => {
                let (place, body) = (at(block), self.block(&block.block)?);
                Ok(quote!(__k::inner(#place, #body);))
            }
            Expr::Call(call) => link(call),
            Expr::Macro(invocation) => self.invocation(invocation),
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Ok(TokenStream::new()),
            Expr::AssignOp(assign) => error(
                assign,
                "a signal is not changed in place: write `self.x.next = self.y.val() + …` with a register's output on the right",
            ),
            Expr::While(_) | Expr::Loop(_) => error(expr, "only `for` loops can be unrolled into hardware"),
            Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
                error(expr, "hardware has no control flow to leave: use `if` and `else`")
            }
            _ => error(
                expr,
                "not a statement of a kernel: assignments to `self.….next`, `if`, `match`, `for`, `let`, `link` and `join` are",
            ),
        }
    }

    fn assign(&mut self, assign: &syn::ExprAssign) -> Result<TokenStream> {
        let Some((base, fields)) = target(&assign.left) else {
            return error(
                &assign.left,
                "only `self.….next` and its fields can be assigned, where `…` is a signal of this block or a port of an inner one",
            );
        };
        let (place, path) = (at(assign), self.path(base)?);
        let fields = fields.iter().map(|name| name.to_string());
        let value = self.expr(&assign.right)?;
        Ok(quote!(__k::assign(#place, #path, &[#(#fields),*], #value);))
    }

    fn conditional(&mut self, conditional: &syn::ExprIf) -> Result<TokenStream> {
        let (place, test) = (at(&conditional.cond), &conditional.cond);
        if let Expr::Let(test) = &**test {
            return error(test, "`if let` has no meaning in hardware: use `match`");
        }
        let then = self.block(&conditional.then_branch)?;
        let otherwise = match &conditional.else_branch {
            None => quote!(__k::nothing()),
            Some((_, branch)) => match bare(branch) {
                Expr::Block(block) => self.block(&block.block)?,
                other => {
                    let other = self.statement(other)?;
                    quote!({ __k::open(); #other __k::close() })
                }
            },
        };
        if self.is_rust(test) {
            return Ok(quote!(if #test { __k::extend(#then); } else { __k::extend(#otherwise); }));
        }
        let test = self.expr(test)?;
        Ok(quote!(__k::branch(#place, #test, #then, #otherwise);))
    }

    fn matching(&mut self, matching: &syn::ExprMatch) -> Result<TokenStream> {
        let place = at(&matching.expr);
        let values = self.scrutinee(&matching.expr)?;
        let mut arms = Vec::new();
        for arm in &matching.arms {
            let body = match bare(&arm.body) {
                Expr::Block(block) if block.label.is_none() => self.block(&block.block)?,
                expr => {
                    let made = self.statement(expr)?;
                    quote!({ __k::open(); #made __k::close() })
                }
            };
            arms.push(self.arm(arm, body)?);
        }
        Ok(quote!(__k::matching(#place, &[#(#values),*], &[#(#arms),*]);))
    }

    /// The values of a `match`: several if it is a tuple.
    pub fn scrutinee(&mut self, expr: &Expr) -> Result<Vec<TokenStream>> {
        match bare(expr) {
            Expr::Tuple(tuple) => tuple.elems.iter().map(|expr| self.expr(expr)).collect(),
            expr => Ok(vec![self.expr(expr)?]),
        }
    }

    /// An arm with this body.
    pub fn arm(&mut self, arm: &syn::Arm, body: TokenStream) -> Result<TokenStream> {
        let (place, pattern) = (at(&arm.pat), self.pattern(&arm.pat)?);
        let guard = match &arm.guard {
            None => quote!(None),
            Some((_, guard)) => {
                let guard = self.expr(guard)?;
                quote!(Some(#guard))
            }
        };
        Ok(quote!(__k::arm(#place, #pattern, #guard, #body)))
    }

    fn repeat(&mut self, repeated: &syn::ExprForLoop) -> Result<TokenStream> {
        if let Some(label) = &repeated.label {
            return error(label, "hardware has no control flow to leave: loops have no labels");
        }
        if !self.is_rust(&repeated.expr) {
            return error(
                &repeated.expr,
                "how often a loop runs must be known without signals: it is unrolled",
            );
        }
        let count = self.variables.len();
        let is_range = matches!(bare(&repeated.expr), Expr::Range(_));
        let mut names = Names(Vec::new());
        syn::visit::Visit::visit_pat(&mut names, &repeated.pat);
        self.variables.extend(names.0.into_iter().map(|name| match is_range {
            true => Variable::Number(name),
            false => Variable::Value(name),
        }));
        let body = self.block(&repeated.body);
        self.variables.truncate(count);
        let (pattern, values, body, place) = (&repeated.pat, &repeated.expr, body?, at(&repeated.expr));
        Ok(quote! {
            for (__rounds, #pattern) in ::std::iter::Iterator::enumerate(::std::iter::IntoIterator::into_iter(#values)) {
                if __rounds == __k::LONGEST_LOOP {
                    __k::endless(#place);
                    break;
                }
                __k::inner(#place, #body);
            }
        })
    }

    fn invocation(&mut self, invocation: &syn::ExprMacro) -> Result<TokenStream> {
        let Some(name) = invocation
            .mac
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string())
        else {
            return error(invocation, "a macro without a name");
        };
        match name.as_str() {
            // They speak to the simulation alone.
            "println" | "print" | "eprintln" | "assert" | "assert_eq" | "assert_ne" | "debug_assert" => {
                Ok(TokenStream::new())
            }
            "dff_setup" | "clock" => {
                let setup = invocation.mac.parse_body::<Setup>()?;
                let (place, clock) = (at(invocation), self.path(&setup.clock)?);
                let mut made = TokenStream::new();
                let mut assign = |port: [&str; 1], block: TokenStream, value: TokenStream| {
                    let [port] = port;
                    made.extend(quote!(__k::assign(#place, __k::below_path(#block, #port), &[], #value);));
                };
                for block in &setup.blocks {
                    let path = self.path(block)?;
                    assign(["clock"], path.clone(), quote!(__k::signal(#place, #clock)));
                    if name == "dff_setup" {
                        let held = quote!(__k::signal(#place, __k::below_path(#path, "q")));
                        assign(["d"], path, held);
                    }
                }
                Ok(made)
            }
            _ => error(
                invocation,
                format!(
                    "`{name}!` is not read in a kernel: write its statements out, or put the macro around the whole function"
                ),
            ),
        }
    }

    /// A path from `self` down.
    pub fn path(&mut self, expr: &Expr) -> Result<TokenStream> {
        let place = at(expr);
        let mut steps = Vec::new();
        self.steps(expr, &mut steps)?;
        Ok(quote!(__k::path(#place, &[#(#steps),*])))
    }

    fn steps(&mut self, expr: &Expr, steps: &mut Vec<TokenStream>) -> Result<()> {
        match bare(expr) {
            Expr::Path(path) if path.path.is_ident("self") => Ok(()),
            Expr::Field(field) => {
                self.steps(&field.base, steps)?;
                let name = match &field.member {
                    syn::Member::Named(name) => name.to_string(),
                    syn::Member::Unnamed(index) => return error(index, "blocks have named fields"),
                };
                steps.push(quote!(__k::Step::Field(#name)));
                Ok(())
            }
            Expr::Index(index) => {
                self.steps(&index.expr, steps)?;
                let element = self.position(&index.index)?;
                steps.push(quote!(__k::Step::Element(#element)));
                Ok(())
            }
            _ => error(expr, "a signal is `self.name`, with fields and elements below"),
        }
    }
}

/// The names that a pattern binds.
struct Names(Vec<syn::Ident>);

impl<'a> syn::visit::Visit<'a> for Names {
    fn visit_pat_ident(&mut self, name: &'a syn::PatIdent) {
        self.0.push(name.ident.clone());
    }
}

pub fn is_integer_name(name: &str) -> bool {
    let bits = name.strip_prefix(['u', 'i']).unwrap_or_default();
    ["8", "16", "32", "64", "128", "size"].contains(&bits)
}

/// The two sides and the kind of `Type::link(&mut self.a, &mut self.b)` or `Type::join(…)`.
pub fn linked(call: &syn::ExprCall) -> Option<(&'static str, &Expr, &Expr)> {
    let Expr::Path(path) = &*call.func else {
        return None;
    };
    let last = path.path.segments.last()?;
    let kind = ["link", "join"].into_iter().find(|kind| last.ident == kind)?;
    let mut sides = call.args.iter().filter_map(|side| match bare(side) {
        Expr::Reference(side) if side.mutability.is_some() => Some(&*side.expr),
        _ => None,
    });
    match (sides.next(), sides.next(), sides.next()) {
        (Some(left), Some(right), None) if path.path.segments.len() >= 2 => Some((kind, left, right)),
        _ => None,
    }
}

fn link(call: &syn::ExprCall) -> Result<TokenStream> {
    let Some((kind, left, right)) = linked(call) else {
        return error(
            call,
            "functions are not lowered: of calls, `Interface::link(&mut self.a, &mut self.b)` and `Interface::join(…)` are statements",
        );
    };
    let Expr::Path(path) = &*call.func else {
        unreachable!("linked() looked")
    };
    let mut function = path.clone();
    if let Some(last) = function.path.segments.last_mut() {
        last.ident = format_ident!("{kind}_hdl", span = call.func.span());
    }
    let (left, right, place) = (link_name(left)?, link_name(right)?, at(call));
    Ok(quote!(__k::link(#place, #function("", &#left, &#right));))
}

/// The name of an interface as rust-hdl's links have it, with element numbers.
fn link_name(expr: &Expr) -> Result<TokenStream> {
    if !begins_with_self(expr) {
        return error(expr, "an interface is `self.name`, with fields and elements below");
    }
    Ok(match bare(expr) {
        Expr::Field(field) => {
            let base = link_name(&field.base)?;
            let syn::Member::Named(name) = &field.member else {
                return error(expr, "blocks have named fields");
            };
            let name = name.to_string();
            quote!(__k::below(#base, #name))
        }
        Expr::Index(index) => {
            let (base, index) = (link_name(&index.expr)?, &index.index);
            quote!(__k::below(#base, &(#index).to_string()))
        }
        _ => quote!(::std::string::String::new()),
    })
}
