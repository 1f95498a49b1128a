//! Kernel expressions as text, for messages.

use super::operator::plain;
use crate::kernel::literal::integer;
use crate::kernel::{
    At, KernelConstant, KernelExpr, KernelExprKind, KernelSource, Operator, Path, PathStep, Stmt, StmtKind,
};
use std::ops::Range;

/// The bytes of a place in a kernel's text.
pub fn range(source: &KernelSource, at: At) -> Option<Range<usize>> {
    let position = |line: u32, column: u32| {
        let line = line.checked_sub(source.at.line)?;
        // The first line begins where the text does.
        let column = match line {
            0 => column.checked_sub(source.at.column)?,
            _ => column.checked_sub(1)?,
        };
        let mut start = 0;
        for _ in 0..line {
            start += source.text.get(start..)?.find('\n')? + 1;
        }
        let rest = source.text.get(start..)?;
        let mut offsets = rest.char_indices().map(|(i, _)| i).chain([rest.len()]);
        Some(start + offsets.nth(column as usize)?)
    };
    (at.line > 0).then_some(())?;
    let (from, to) = (position(at.line, at.column)?, position(at.end_line, at.end_column)?);
    (from < to).then_some(from..to)
}

/// The expression roughly as it stands in the kernel.
pub fn render(expr: &KernelExpr) -> String {
    use KernelExprKind::*;
    match &expr.kind {
        Signal(path) => render_path(path),
        Foreign(name) => format!("{name}(…)"),
        Field(x, name) => format!("{}.{name}", render(x)),
        Literal(value) => value.to_string(),
        Constant(constant) => render_constant(constant),
        Element(_, index) => format!("…[{}]", render(index)),
        Variable(name) => name.to_string(),
        Binary(op, x, y) => format!("{} {} {}", side(x, *op), symbol(*op), side(y, *op)),
        Not(x) => format!("!{}", operand(x)),
        Negate(x) => format!("-{}", operand(x)),
        All(x) => format!("{}.all()", operand(x)),
        Any(x) => format!("{}.any()", operand(x)),
        Parity(x) => format!("{}.xor()", operand(x)),
        Cast(Some(kind), x) => format!("bit_cast::<{}, _>({})", kind.width, render(x)),
        Cast(None, x) => format!("bit_cast({})", render(x)),
        ToSigned(x) => format!("signed_cast({})", render(x)),
        ToUnsigned(x) => format!("unsigned_cast({})", render(x)),
        Integer(x) => format!("{}.index()", operand(x)),
        Convert(Some(kind), x) => format!("{}.to_bits::<{}>()", operand(x), kind.width),
        Convert(None, x) => format!("{}.into()", operand(x)),
        As(_, x) => format!("{} as usize", operand(x)),
        GetBit(x, i) => format!("{}.get_bit({})", operand(x), render(i)),
        GetBits(x, width, i) => format!("{}.get_bits::<{width}>({})", operand(x), render(i)),
        ReplaceBit(x, i, bit) => format!("{}.replace_bit({}, {})", operand(x), render(i), render(bit)),
        If(test, x, y) => format!("if {} {{ {} }} else {{ {} }}", render(test), render(x), render(y)),
        Match(values, _) => format!(
            "match {} {{ … }}",
            values.iter().map(render).collect::<Vec<_>>().join(", ")
        ),
        Block(_, x) => format!("{{ …; {} }}", render(x)),
    }
}

/// An operand, in parentheses if it has operands itself.
fn operand(expr: &KernelExpr) -> String {
    match expr.kind {
        KernelExprKind::Binary(..) | KernelExprKind::As(..) => format!("({})", render(expr)),
        _ => render(expr),
    }
}

/// An operand of an operator: arithmetic stands in parentheses but in a comparison, comparisons but in `&&` and `||`.
fn side(expr: &KernelExpr, op: Operator) -> String {
    match &expr.kind {
        KernelExprKind::Binary(inner, ..) if level(*inner) < level(op) => render(expr),
        _ => operand(expr),
    }
}

/// Arithmetic, comparisons, logic.
fn level(op: Operator) -> u32 {
    match op {
        Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => 1,
        Operator::And | Operator::Or => 2,
        _ => 0,
    }
}

fn render_path(path: &Path) -> String {
    let mut text = String::new();
    for step in &path.steps {
        match step {
            PathStep::Field(name) if text.is_empty() => text = name.replace('$', "."),
            PathStep::Field(name) => text = format!("{text}.{}", name.replace('$', ".")),
            PathStep::Element(index) => text = format!("{text}[{}]", render(index)),
        }
    }
    text
}

fn render_constant(constant: &KernelConstant) -> String {
    match constant {
        KernelConstant::Integer(value, _) => value.to_string(),
        KernelConstant::Named(["", item], _) => item.to_string(),
        KernelConstant::Named([group, item], _) => format!("{group}::{item}"),
        KernelConstant::Logic(kind, bits) => match (kind.width, integer(bits)) {
            (1, Some(value)) => (value != 0).to_string(),
            (_, Some(value)) => value.to_string(),
            (_, None) => kind.descriptor.name.clone(),
        },
    }
}

pub fn render_statement(statement: &Stmt) -> String {
    match &statement.kind {
        StmtKind::Assign(path, fields, value) => {
            let fields: String = fields.iter().map(|name| format!(".{name}")).collect();
            let path = render_path(path);
            format!("{}.next{fields} = {}", path.trim_end_matches(".next"), render(value))
        }
        _ => String::new(),
    }
}

fn symbol(op: Operator) -> &'static str {
    match (op, plain(op)) {
        (Operator::And, _) => "&&",
        (Operator::Or, _) => "||",
        (_, Some(op)) => op.sign(),
        (Operator::Div, None) => "/",
        (_, None) => "%",
    }
}
