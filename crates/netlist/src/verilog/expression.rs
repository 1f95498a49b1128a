//! Expressions as Verilog text, with parentheses wherever precedence is not obvious.

use super::layout::Doc;
use crate::{BinaryOp, ExprId, ExprKind, Module, NetId, UnaryOp};

/// The precedence class of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A name, constant, slice or concatenation.
    Primary,
    /// `~x`.
    Inverted,
    /// `&x`, `|x`, `^x`.
    Reduced,
    Binary(BinaryOp),
    Choice,
}

/// The text of a legal expression.
pub(super) fn expression(module: &Module, id: ExprId) -> Doc {
    doc(module, id).0
}

/// A sized constant: binary up to four bits, hexadecimal beyond.
pub(super) fn constant(width: u32, value: u64) -> String {
    match width {
        0..=4 => format!("{width}'b{value:0digits$b}", digits = width as usize),
        _ => format!("{width}'h{value:x}"),
    }
}

/// The value of a named constant: decimal where it is short enough to be a number of something.
pub(super) fn code(width: u32, value: u64) -> String {
    match width {
        0..=6 => format!("{width}'d{value}"),
        _ => constant(width, value),
    }
}

/// Bits `lo .. lo + width` of a net.
pub(super) fn bits(module: &Module, net: NetId, lo: u32, width: u32) -> String {
    let net = module.net_ref(net);
    match width {
        _ if width == net.width => net.name.clone(),
        1 => format!("{}[{lo}]", net.name),
        _ => format!("{}[{}:{lo}]", net.name, lo + width - 1),
    }
}

/// The same, by the name of the position if it has one, which is an identifier here.
fn named_bits(module: &Module, net: NetId, lo: u32, width: u32) -> String {
    let name = &module.net_ref(net).name;
    match module.positions.get(&(net, lo)) {
        Some(Some(position)) if width == 1 => format!("{name}[{}]", position.item),
        Some(Some(position)) => format!("{name}[{} +: {width}]", position.item),
        _ => bits(module, net, lo, width),
    }
}

fn doc(module: &Module, id: ExprId) -> (Doc, Form) {
    let expr = module.expr_ref(id);
    match &expr.kind {
        ExprKind::Const(value) => (Doc::text(constant(expr.width, *value)), Form::Primary),
        // Its name is an identifier here.
        ExprKind::Named(_, name) => (Doc::text(name.item.clone()), Form::Primary),
        ExprKind::Net(net) => (Doc::text(module.net_ref(*net).name.clone()), Form::Primary),
        ExprKind::Slice(x, lo) => match module.expr_ref(*x).kind {
            ExprKind::Net(net) => (Doc::text(named_bits(module, net, *lo, expr.width)), Form::Primary),
            _ => unreachable!("legal slices are of nets"),
        },
        ExprKind::Unary(op, x) => {
            let (sign, form) = match op {
                UnaryOp::Not => ("~", Form::Inverted),
                UnaryOp::All => ("&", Form::Reduced),
                UnaryOp::Any => ("|", Form::Reduced),
                UnaryOp::Parity => ("^", Form::Reduced),
            };
            let (x, inner) = doc(module, *x);
            let x = if inner == Form::Primary { x } else { x.parentheses() };
            (Doc::Join(vec![Doc::text(sign), x]), form)
        }
        ExprKind::Binary(op, x, y) => (binary(module, *op, *x, *y), Form::Binary(*op)),
        ExprKind::Mux(..) => (choice(module, id), Form::Choice),
        ExprKind::Concat(parts) => (concatenation(module, parts), Form::Primary),
    }
}

fn binary(module: &Module, op: BinaryOp, x: ExprId, y: ExprId) -> Doc {
    use BinaryOp::*;
    let mut parts = Vec::new();
    operand(module, op, matches!(op, Add | And | Or | Xor), x, &mut parts);
    parts.push(Doc::text(format!(" {}", op.sign())));
    parts.push(Doc::Line);
    operand(module, op, matches!(op, And | Or | Xor), y, &mut parts);
    Doc::Join(parts).group()
}

/// Appends an operand of `op`; a chain of one associative operator needs no parentheses.
fn operand(module: &Module, op: BinaryOp, associative: bool, x: ExprId, parts: &mut Vec<Doc>) {
    match doc(module, x) {
        (x, Form::Primary | Form::Inverted) => parts.push(x),
        (Doc::Group(inner), Form::Binary(same)) if associative && same == op => parts.push(*inner),
        (x, _) => parts.push(x.parentheses()),
    }
}

/// A chain of conditional operators, one per line unless all fit on one line.
fn choice(module: &Module, mut id: ExprId) -> Doc {
    let mut parts = Vec::new();
    while let ExprKind::Mux(select, then, otherwise) = module.expr_ref(id).kind {
        let (select, form) = doc(module, select);
        let is_bare = matches!(form, Form::Primary | Form::Inverted);
        parts.push(if is_bare { select } else { select.parentheses() });
        parts.push(Doc::text(" ? "));
        let (then, form) = doc(module, then);
        parts.push(if form == Form::Choice { then.parentheses() } else { then });
        parts.push(Doc::text(" :"));
        parts.push(Doc::Line);
        id = otherwise;
    }
    parts.push(doc(module, id).0);
    Doc::Join(parts).group()
}

fn concatenation(module: &Module, parts: &[ExprId]) -> Doc {
    let mut inner = vec![Doc::Fold];
    let runs: Vec<&[ExprId]> = parts.chunk_by(|x, y| x == y).collect();
    for (i, run) in runs.iter().enumerate() {
        if i > 0 {
            inner.extend([Doc::text(","), Doc::Line]);
        }
        let part = doc(module, run[0]).0;
        inner.push(match run.len() {
            1 => part,
            // A single repetition is a concatenation by itself.
            times => Doc::Join(vec![Doc::text(format!("{{{times}{{")), part, Doc::text("}}")]),
        });
    }
    if let ([_], [_, _]) = (runs.as_slice(), inner.as_slice()) {
        return inner.pop().expect("the repetition");
    }
    Doc::Join(vec![Doc::text("{"), Doc::Join(inner).nest(), Doc::Fold, Doc::text("}")]).group()
}
