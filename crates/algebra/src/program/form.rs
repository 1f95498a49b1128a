//! Forms of nodes: graphs have only conjunctions, programs also exclusive ors and multiplexers.

use crate::GraphNode;

/// A form of a conjunction; numbers are literals of the graph.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// `x & y`
    And(u32, u32),
    /// `x ^ y`
    Xor(u32, u32),
    /// `!(s ? x : y)`
    NotMux(u32, u32, u32),
}

impl Form {
    /// The number of kinds.
    pub const KINDS: usize = 3;

    /// The number of the form, without its literals.
    pub fn kind(self) -> usize {
        match self {
            Form::And(..) => 0,
            Form::Xor(..) => 1,
            Form::NotMux(..) => 2,
        }
    }

    /// The form whose top is node `number`.
    pub fn of(nodes: &[GraphNode], number: u32) -> Option<Self> {
        let GraphNode::And(p, q) = nodes[number as usize] else {
            return None;
        };
        let Some([left, right]) = Form::inner(nodes, number) else {
            return Some(Form::And(p, q));
        };
        let carry = || Form::carry(nodes, left, right).or_else(|| Form::carry(nodes, right, left));
        Some(Form::choice(left, right).or_else(carry).unwrap_or(Form::And(p, q)))
    }

    /// The operands of both conjunctions that node `number` is the inverted disjunction of.
    fn inner(nodes: &[GraphNode], number: u32) -> Option<[(u32, u32); 2]> {
        let inner = |literal: u32| match nodes[literal as usize / 2] {
            GraphNode::And(x, y) if literal & 1 != 0 => Some((x, y)),
            _ => None,
        };
        match nodes[number as usize] {
            GraphNode::And(p, q) => Some([inner(p)?, inner(q)?]),
            _ => None,
        }
    }

    /// A multiplexer or an exclusive or.
    fn choice(left: (u32, u32), right: (u32, u32)) -> Option<Self> {
        for (s, x) in [left, (left.1, left.0)] {
            for (t, y) in [right, (right.1, right.0)] {
                if s == t ^ 1 {
                    let xor = x == y ^ 1;
                    return Some(if xor { Form::Xor(s, x) } else { Form::NotMux(s, x, y) });
                }
            }
        }
        None
    }

    /// The carry of a full adder, `x & y | (x ^ y) & c`: where x and y differ it is c, else either of them.
    fn carry(nodes: &[GraphNode], (x, y): (u32, u32), other: (u32, u32)) -> Option<Self> {
        let is_difference = |literal: u32| {
            let choice = Form::inner(nodes, literal / 2).and_then(|[left, right]| Form::choice(left, right));
            let Some(Form::Xor(p, q)) = choice else {
                return false;
            };
            let alike = |p: u32, q: u32| p / 2 == x / 2 && q / 2 == y / 2;
            (alike(p, q) || alike(q, p)) && (literal ^ p ^ q ^ x ^ y) & 1 == 0
        };
        let (differ, c) = [other, (other.1, other.0)]
            .into_iter()
            .find(|(literal, _)| is_difference(*literal))?;
        Some(Form::NotMux(differ, c, x))
    }

    pub fn literals(self) -> impl Iterator<Item = u32> {
        let (x, y, s) = match self {
            Form::And(x, y) | Form::Xor(x, y) => (x, y, None),
            Form::NotMux(s, x, y) => (x, y, Some(s)),
        };
        [x, y].into_iter().chain(s)
    }
}
