//! Expressions.

use crate::place::at;
use crate::reader::{Reader, Variable, bare, begins_with_self, error, target};
use crate::statement::is_integer_name;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, GenericMethodArgument, PathArguments, Result, UnOp};

/// Functions of rust-hdl that cast.
const CASTS: [&str; 5] = [
    "bit_cast",
    "signed_bit_cast",
    "unsigned_bit_cast",
    "signed_cast",
    "unsigned_cast",
];

const METHODS: &str =
    "val, index, to_bits, to_signed_bits, into, get_bit, get_bits, replace_bit, all, any, xor and inner";

impl Reader {
    /// An expression.
    pub fn expr(&mut self, expr: &Expr) -> Result<TokenStream> {
        let place = at(expr);
        match bare(expr) {
            Expr::Lit(literal) => Ok(match &literal.lit {
                syn::Lit::Int(number) if number.suffix().is_empty() => {
                    let value = number.base10_parse::<u128>()?;
                    quote!(__k::literal(#place, #value))
                }
                syn::Lit::Int(_) | syn::Lit::Byte(_) | syn::Lit::Bool(_) => rust_value(&place, literal),
                other => return error(other, "neither an integer nor a truth value"),
            }),
            Expr::Path(path) => Ok(match path.path.get_ident().and_then(|name| self.variable(name)) {
                Some(Variable::Let(name, _)) => {
                    let name = name.to_string();
                    quote!(__k::variable(#place, #name))
                }
                Some(Variable::Number(name)) => quote!(__k::constant(#place, __k::number(#name))),
                Some(Variable::Value(_)) => rust_value(&place, path),
                None => {
                    let constant = named(&path.path, quote!((&&&__k::Of(&(#path))).constant()));
                    quote!(__k::constant(#place, #constant))
                }
            }),
            Expr::Field(field) => self.field(expr, field),
            Expr::Index(index) => self.element(expr, index),
            Expr::Binary(binary) => self.binary(&place, binary),
            Expr::Unary(unary) => {
                let x = self.expr(&unary.expr)?;
                match unary.op {
                    UnOp::Not(_) => Ok(quote!(__k::not(#place, #x))),
                    UnOp::Neg(_) => Ok(quote!(__k::negate(#place, #x))),
                    UnOp::Deref(_) => match self.is_rust(expr) {
                        true => Ok(rust_value(&place, expr)),
                        false => error(expr, "signals are no references"),
                    },
                }
            }
            Expr::Cast(cast) => {
                let name = cast.ty.to_token_stream().to_string();
                if is_integer_name(&name) {
                    let x = self.expr(&cast.expr)?;
                    return Ok(quote!(__k::cast_integer(#place, #name, #x)));
                }
                match self.is_rust(expr) {
                    true => Ok(rust_value(&place, expr)),
                    false => error(
                        &cast.ty,
                        "`as` casts to integer types; `bit_cast` casts between widths of `Bits`",
                    ),
                }
            }
            Expr::Call(call) => self.call(expr, call),
            Expr::MethodCall(call) => self.method(expr, call),
            Expr::If(conditional) => self.conditional_value(&place, conditional),
            Expr::Match(matching) => {
                let values = self.scrutinee(&matching.expr)?;
                let mut arms = Vec::new();
                for arm in &matching.arms {
                    let value = self.expr(&arm.body)?;
                    let arm = self.arm(arm, quote!(__k::nothing()))?;
                    arms.push(quote!(__k::value_arm(#arm, #value)));
                }
                Ok(quote!(__k::select(#place, &[#(#values),*], &[#(#arms),*])))
            }
            Expr::Block(block) if block.label.is_none() => self.block_value(&place, &block.block),
            Expr::Reference(reference) if self.is_rust(expr) => self.expr(&reference.expr),
            Expr::Macro(_) => error(expr, "macros are not read in a kernel's expressions"),
            _ if self.is_rust(expr) => Ok(rust_value(&place, expr)),
            _ => error(expr, "this kind of expression has no meaning in hardware"),
        }
    }

    fn field(&mut self, expr: &Expr, field: &syn::ExprField) -> Result<TokenStream> {
        let place = at(expr);
        if target(expr).is_some() {
            return error(expr, "`.next` can only be assigned: read `.val()`");
        }
        if self.is_rust(expr) {
            return Ok(rust_value(&place, expr));
        }
        let syn::Member::Named(name) = &field.member else {
            return error(&field.member, "tuples are no signals");
        };
        let (base, name) = (self.expr(&field.base)?, name.to_string());
        Ok(quote!(__k::member(#place, #base, #name)))
    }

    fn element(&mut self, expr: &Expr, index: &syn::ExprIndex) -> Result<TokenStream> {
        let place = at(expr);
        let array = &index.expr;
        if !self.is_rust(array) {
            return error(
                array,
                "only arrays of signals and of Rust values have elements: a bit of a value is `.get_bit(i)`",
            );
        }
        let number = self.position(&index.index)?;
        Ok(quote!({
            let __number = #number;
            __k::begin_values();
            for __value in (#array).iter() {
                __k::value((&&&__k::Of(__value)).constant());
            }
            __k::table(#place, __number)
        }))
    }

    fn binary(&mut self, place: &TokenStream, binary: &syn::ExprBinary) -> Result<TokenStream> {
        let operator = match binary.op {
            BinOp::Add(_) => quote!(Plain(__k::BinaryOp::Add)),
            BinOp::Sub(_) => quote!(Plain(__k::BinaryOp::Sub)),
            BinOp::Mul(_) => quote!(Plain(__k::BinaryOp::Mul)),
            BinOp::Div(_) => quote!(Quotient),
            BinOp::Rem(_) => quote!(Remainder),
            BinOp::And(_) => quote!(Logical(__k::BinaryOp::And)),
            BinOp::Or(_) => quote!(Logical(__k::BinaryOp::Or)),
            BinOp::BitXor(_) => quote!(Plain(__k::BinaryOp::Xor)),
            BinOp::BitAnd(_) => quote!(Plain(__k::BinaryOp::And)),
            BinOp::BitOr(_) => quote!(Plain(__k::BinaryOp::Or)),
            BinOp::Shl(_) => quote!(Plain(__k::BinaryOp::Shl)),
            BinOp::Shr(_) => quote!(Plain(__k::BinaryOp::Shr)),
            BinOp::Eq(_) => quote!(Plain(__k::BinaryOp::Eq)),
            BinOp::Lt(_) => quote!(Plain(__k::BinaryOp::Lt)),
            BinOp::Le(_) => quote!(Plain(__k::BinaryOp::Le)),
            BinOp::Ne(_) => quote!(Plain(__k::BinaryOp::Ne)),
            BinOp::Ge(_) => quote!(Plain(__k::BinaryOp::Ge)),
            BinOp::Gt(_) => quote!(Plain(__k::BinaryOp::Gt)),
            _ => {
                return error(
                    binary,
                    "a signal is not changed in place: assign `self.….next` from a register's output",
                );
            }
        };
        let (x, y) = (self.expr(&binary.left)?, self.expr(&binary.right)?);
        // Rust does not look at the right side where the left one decides; it may have no value there.
        let left = &binary.left;
        if self.is_rust(left) && !self.is_rust(&binary.right) {
            let decided = match binary.op {
                BinOp::And(_) => Some(quote!(if !(#left))),
                BinOp::Or(_) => Some(quote!(if #left)),
                _ => None,
            };
            if let Some(decided) = decided {
                return Ok(quote!(#decided { #x } else { #y }));
            }
        }
        Ok(quote!(__k::binary(#place, __k::Operator::#operator, #x, #y)))
    }

    fn call(&mut self, expr: &Expr, call: &syn::ExprCall) -> Result<TokenStream> {
        let place = at(expr);
        let Expr::Path(function) = &*call.func else {
            return error(&call.func, "only functions can be called");
        };
        let segments = &function.path.segments;
        let Some(last) = segments.last() else {
            return error(function, "a function without a name");
        };
        let name = last.ident.to_string();
        let turbofish = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        let argument = call.args.first().filter(|_| call.args.len() == 1);
        if let (Some(argument), true) = (argument, CASTS.contains(&name.as_str())) {
            let x = self.expr(argument)?;
            let (lets, ours) = (self.lets(), &last.ident);
            let is_same = quote!(__k::is_same_function(#function, __lanesmith::prelude::#ours #turbofish, || { #lets #argument }));
            let kind = match turbofish {
                Some(_) => quote!(Some(__k::type_of(|| { #lets #expr }))),
                None => quote!(None),
            };
            let made = match name.as_str() {
                "bit_cast" | "signed_bit_cast" => quote!(__k::cast(#place, #x, #kind)),
                "unsigned_bit_cast" => quote!(__k::cast(#place, __k::signed(#place, false, #x), #kind)),
                "signed_cast" => quote!(__k::signed(#place, true, #x)),
                _ => quote!(__k::signed(#place, false, #x)),
            };
            return Ok(match turbofish {
                Some(_) => quote!(if #is_same { #made } else { __k::foreign(#place, #name) }),
                None => made,
            });
        }
        if let (Some(argument), true) = (argument, ["bits", "signed"].contains(&name.as_str())) {
            let x = self.expr(argument)?;
            let lets = self.lets();
            let kind = match turbofish {
                Some(_) => quote!(Some(__k::type_of(|| { #lets #expr }))),
                None => quote!(None),
            };
            return Ok(quote!(__k::convert(#place, #x, #kind)));
        }
        if let (Some(argument), "from", true) = (argument, name.as_str(), segments.len() == 2) {
            let owner = &segments[0];
            let x = self.expr(argument)?;
            let name = owner.ident.to_string();
            if is_integer_name(&name) {
                return Ok(quote!(__k::cast_integer(#place, #name, __k::integer(#place, #x))));
            }
            let kind = match &owner.arguments {
                PathArguments::AngleBracketed(_) => {
                    let lets = self.lets();
                    quote!(Some(__k::type_of(|| { #lets #expr })))
                }
                _ if ["Bits", "Signed"].contains(&owner.ident.to_string().as_str()) => quote!(None),
                _ if self.is_rust(expr) => return Ok(rust_value(&place, expr)),
                _ => return error(expr, "only `Bits`, `Signed` and integers are made `from` a value"),
            };
            return Ok(quote!(__k::convert(#place, #x, #kind)));
        }
        match self.is_rust(expr) {
            true => Ok(rust_value(&place, expr)),
            false => error(
                expr,
                format!(
                    "the function `{name}` has no meaning in hardware: write out what it computes, or make it a block"
                ),
            ),
        }
    }

    fn method(&mut self, expr: &Expr, call: &syn::ExprMethodCall) -> Result<TokenStream> {
        let place = at(expr);
        let (name, receiver) = (call.method.to_string(), &call.receiver);
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if name == "val" && arguments.is_empty() {
            if !begins_with_self(receiver) {
                return error(receiver, "a signal is `self.name`, with fields and elements below");
            }
            let path = self.path(receiver)?;
            return Ok(quote!(__k::signal(#place, #path)));
        }
        let known = [
            "index",
            "to_bits",
            "to_signed_bits",
            "into",
            "get_bit",
            "get_bits",
            "replace_bit",
            "all",
            "any",
            "xor",
            "inner",
            "to_u8",
            "to_u16",
            "to_u32",
            "to_u64",
            "to_u128",
            "clone",
        ];
        if !known.contains(&name.as_str()) {
            return match self.is_rust(expr) {
                true => Ok(rust_value(&place, expr)),
                false => error(
                    &call.method,
                    format!("the method `{name}` has no meaning in hardware; those that have are {METHODS}"),
                ),
            };
        }
        let x = self.expr(receiver)?;
        let typed = |reader: &Self| match &call.turbofish {
            Some(_) => {
                let lets = reader.lets();
                quote!(Some(__k::type_of(|| { #lets #expr })))
            }
            None => quote!(None),
        };
        Ok(match (name.as_str(), &arguments[..]) {
            ("index" | "to_u64", []) => quote!(__k::integer(#place, #x)),
            ("to_u8" | "to_u16" | "to_u32" | "to_u128", []) => {
                let kind = &name[3..];
                quote!(__k::cast_integer(#place, #kind, __k::integer(#place, #x)))
            }
            ("to_bits" | "to_signed_bits" | "into", []) => {
                let kind = typed(self);
                quote!(__k::convert(#place, #x, #kind))
            }
            ("clone", []) => x,
            ("inner", []) => quote!(__k::signed(#place, false, #x)),
            ("all", []) => quote!(__k::reduce(#place, __k::UnaryOp::All, #x)),
            ("any", []) => quote!(__k::reduce(#place, __k::UnaryOp::Any, #x)),
            ("xor", []) => quote!(__k::reduce(#place, __k::UnaryOp::Parity, #x)),
            ("get_bit", [index]) => {
                let index = self.position(index)?;
                quote!(__k::get_bit(#place, #x, #index))
            }
            ("get_bits", [index]) => {
                let width = call.turbofish.as_ref().and_then(|turbofish| turbofish.args.first());
                let Some(width) = width.filter(|_| call.turbofish.as_ref().is_some_and(|all| all.args.len() == 1))
                else {
                    return error(&call.method, "how many bits? Write `get_bits::<WIDTH>(position)`");
                };
                let width = match width {
                    GenericMethodArgument::Const(width) => quote!(#width),
                    GenericMethodArgument::Type(width) => quote!(#width),
                };
                let index = self.position(index)?;
                quote!(__k::get_bits(#place, #x, #width, #index))
            }
            ("replace_bit", [index, bit]) => {
                let (index, bit) = (self.position(index)?, self.expr(bit)?);
                quote!(__k::replace_bit(#place, #x, #index, #bit))
            }
            _ => return error(expr, format!("the method `{name}` has other arguments")),
        })
    }

    /// An expression that is a `usize`, which a loop's variable in it then is, too.
    pub fn position(&mut self, index: &Expr) -> Result<TokenStream> {
        let made = self.expr(index)?;
        let is_open = !matches!(bare(index), Expr::Lit(_));
        Ok(match is_open && self.is_rust(index) {
            true => quote!({ let _ = || -> usize { #index }; #made }),
            false => made,
        })
    }

    fn conditional_value(&mut self, place: &TokenStream, conditional: &syn::ExprIf) -> Result<TokenStream> {
        let test = &conditional.cond;
        if let Expr::Let(test) = &**test {
            return error(test, "`if let` has no meaning in hardware: use `match`");
        }
        let Some((_, otherwise)) = &conditional.else_branch else {
            return error(conditional, "a value needs an `else`");
        };
        let then = self.block_value(place, &conditional.then_branch)?;
        let otherwise = self.expr(otherwise)?;
        if self.is_rust(test) {
            return Ok(quote!(if #test { #then } else { #otherwise }));
        }
        let test = self.expr(test)?;
        Ok(quote!(__k::either(#place, #test, #then, #otherwise)))
    }

    /// A block with a value at its end and nothing but `let`s before it.
    fn block_value(&mut self, place: &TokenStream, block: &syn::Block) -> Result<TokenStream> {
        let Some((syn::Stmt::Expr(value), before)) = block.stmts.split_last() else {
            return error(block, "a block that is a value ends in an expression without `;`");
        };
        if let Some(other) = before
            .iter()
            .find(|statement| !matches!(statement, syn::Stmt::Local(_)))
        {
            return error(other, "a block that is a value has nothing but `let` before it");
        }
        let count = self.variables.len();
        let lets = self.statements(before);
        let value = self.expr(value);
        self.variables.truncate(count);
        let (lets, value) = (lets?, value?);
        Ok(match before {
            [] => value,
            _ => quote!(__k::block(#place, { __k::open(); #lets __k::close() }, #value)),
        })
    }
}

/// A value that the compiler knows.
fn rust_value(place: &TokenStream, tokens: impl ToTokens) -> TokenStream {
    quote!(__k::constant(#place, (&&&__k::Of(&(#tokens))).constant()))
}

/// A Rust value with the name of the constant that it is: constants are written in capitals.
pub fn named(path: &syn::Path, constant: TokenStream) -> TokenStream {
    let mut names = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let item = names.next().unwrap_or_default();
    let is_constant = item.starts_with(|c: char| c.is_ascii_uppercase()) && !item.contains(|c: char| c.is_lowercase());
    if !is_constant {
        return constant;
    }
    let group = names
        .next()
        .filter(|group| !["self", "Self", "super", "crate"].contains(&group.as_str()));
    let group = group.unwrap_or_default();
    quote!(__k::named(#group, #item, #constant))
}
