//! Statements: a kernel is executed symbolically, which gives each signal it drives one expression.
//!
//! `x.val()` is the settled value of `x`: above the first assignment because rust-hdl repeats the kernel until nothing
//! changes, below the last one because that is the value. Between two assignments it is neither, which is an error. So
//! every read is a read of the net, and the order of statements matters only among assignments to one signal.

use super::expr::Value;
use super::scope::{Driver, Meaning, Scope, Wires};
use super::text::{integer, parse_integer, parse_literal, render};
use super::tree::Part;
use crate::netlist::ir::{BinaryOp, ExprId, Module, NetId, NetKind};
use rust_hdl::prelude::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogLink, VerilogLinkDetails,
    VerilogLiteral, VerilogLoop, VerilogMatch, VerilogStatement,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// What could not be lowered, without its module.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The offending piece of the kernel.
    pub expression: String,
    /// What is wrong with it.
    pub message: String,
}

/// A kernel under execution.
pub struct Kernel<'a> {
    /// Receives the expressions.
    pub module: Module,
    /// What names mean.
    pub scope: &'a Scope,
    /// Loop variables, innermost last.
    pub loops: Vec<(String, u128)>,
    /// The value so far of every net assigned so far.
    pub values: BTreeMap<NetId, ExprId>,
    /// Nets that some expression reads.
    pub read: HashSet<NetId>,
    /// What Rust sees where a net is read below an assignment to it.
    pub seen: Vec<(NetId, ExprId)>,
    /// The last statement that assigned a net.
    pub statements: HashMap<NetId, String>,
    /// For nets that keep their old value in some case: the net that stands for it, and the one it belongs to.
    pub holds: HashMap<NetId, NetId>,
}

const LONGEST_LOOP: u128 = 1 << 16;

type Result<T> = std::result::Result<T, Fault>;

fn fault<T>(expression: impl Into<String>, message: impl Into<String>) -> Result<T> {
    Err(Fault {
        expression: expression.into(),
        message: message.into(),
    })
}

impl<'a> Kernel<'a> {
    /// A kernel about to run.
    pub fn new(module: Module, scope: &'a Scope) -> Self {
        Kernel {
            module,
            scope,
            loops: Vec::new(),
            values: BTreeMap::new(),
            read: HashSet::new(),
            seen: Vec::new(),
            statements: HashMap::new(),
            holds: HashMap::new(),
        }
    }

    /// Executes statements.
    pub fn run(&mut self, block: &VerilogBlock) -> Result<()> {
        block.iter().try_for_each(|statement| self.statement(statement))
    }

    /// Rust's `x.val()` below an assignment is the value so far. Where a later statement changes it, the settled value is
    /// another one, and hardware can't have both.
    pub fn check_reads(&self) -> Result<()> {
        match self
            .seen
            .iter()
            .find(|(net, value)| self.values.get(net) != Some(value))
        {
            None => Ok(()),
            Some((net, _)) => fault(
                &self.module.net_ref(*net).name,
                "is read between two assignments to it: read it below the last one",
            ),
        }
    }

    fn statement(&mut self, statement: &VerilogStatement) -> Result<()> {
        match statement {
            VerilogStatement::Comment(_) => Ok(()),
            VerilogStatement::Macro(block) => self.run(block),
            VerilogStatement::If(conditional) => self.conditional(conditional),
            VerilogStatement::Match(matching) => self.matching(matching),
            VerilogStatement::Loop(repeated) => self.repeat(repeated),
            VerilogStatement::Link(links) => links.iter().try_for_each(|link| self.link(link)),
            VerilogStatement::Assignment(target, value) => {
                let text = format!("{} = {}", render(target), render(value));
                let (wires, lo, width) = self.target(target, &text)?;
                let value = self.value(value)?;
                self.assign(wires, lo, width, value, &text)
            }
            VerilogStatement::SliceAssignment {
                base,
                width,
                offset,
                replacement,
            } => {
                let text = format!(
                    "{}[{} +: {width}] = {}",
                    render(base),
                    render(offset),
                    render(replacement)
                );
                let (wires, lo, total) = self.target(base, &text)?;
                let Value::Integer(offset) = self.index(offset)? else {
                    return fault(text, "an assignment to bits at a variable position: use replace_bit");
                };
                if offset + *width as u128 > u128::from(total) {
                    return fault(text, format!("bits beyond the {total} of the signal"));
                }
                let value = self.value(replacement)?;
                self.assign(wires, lo + offset as u32, *width as u32, value, &text)
            }
        }
    }

    fn target(&self, target: &VerilogExpression, text: &str) -> Result<(&'a Wires, u32, u32)> {
        let VerilogExpression::Signal(name) = target else {
            return fault(text, "only signals can be assigned");
        };
        let (wires, lo, width) = match self.scope.look_up(name, &self.loops) {
            Err(message) => return fault(render(target), message),
            Ok(Meaning::Wires(wires)) => (wires, 0, wires.nets.iter().map(|(part, _)| part.width).sum()),
            Ok(Meaning::Field(wires, lo, width)) => (wires, lo, width),
            Ok(Meaning::Constant(_) | Meaning::Integer(_)) => return fault(text, "a constant can't be assigned"),
        };
        match &wires.driver {
            Driver::Kernel => Ok((wires, lo, width)),
            Driver::Parent => fault(text, "an input is driven by the parent and can't be assigned"),
            Driver::Child(child) => fault(
                text,
                format!("an output of {child} is driven there and can't be assigned"),
            ),
        }
    }

    /// The nets of a signal as expressions; the kernel means these bits of it.
    pub fn read(&mut self, nets: &[(Part, NetId)], bits: Range<u32>) -> Vec<ExprId> {
        let mut read = |(part, net): &(Part, NetId)| {
            self.read.insert(*net);
            if part.lo < bits.end && bits.start < part.lo + part.width {
                self.seen.extend(self.values.get(net).map(|value| (*net, *value)));
            }
            self.module.read(*net)
        };
        nets.iter().map(&mut read).collect()
    }

    fn assign(&mut self, wires: &Wires, lo: u32, width: u32, value: Value, text: &str) -> Result<()> {
        let parts = match value {
            Value::Integer(value) if width >= 128 || value >> width == 0 => {
                let cut = |(part, _): &(Part, NetId)| {
                    let from = part.lo.max(lo);
                    let to = (part.lo + part.width).min(lo + width);
                    let shifted = value.checked_shr(from.saturating_sub(lo)).unwrap_or(0);
                    (from < to).then(|| (shifted & ((1 << (to - from)) - 1), to - from))
                };
                let pieces: Vec<(u128, u32)> = wires.nets.iter().filter_map(cut).collect();
                pieces
                    .iter()
                    .map(|(value, width)| self.module.constant(*width, *value as u64))
                    .collect()
            }
            Value::Integer(value) => return fault(text, format!("{value} does not fit {width} bits")),
            Value::Bits(bits) => vec![bits],
            Value::Fields(fields) => fields,
        };
        let given: u32 = parts.iter().map(|part| self.module.width(*part)).sum();
        if given != width {
            return fault(text, format!("a value of {given} bits for a target of {width}"));
        }
        for (part, net) in &wires.nets {
            let from = part.lo.max(lo);
            let to = (part.lo + part.width).min(lo + width);
            if from >= to {
                continue;
            }
            let mut value = match self.extract(&parts, from - lo, to - from) {
                Value::Fields(fields) => {
                    let fields: Vec<ExprId> = fields.into_iter().rev().collect();
                    self.module.fold_concat(&fields)
                }
                Value::Bits(bits) => bits,
                Value::Integer(_) => unreachable!("extract() gives bits"),
            };
            if to - from < part.width {
                let so_far = self.so_far(*net);
                value = self.replaced(so_far, from - part.lo, value);
            }
            self.values.insert(*net, value);
            self.statements.insert(*net, text.to_string());
        }
        Ok(())
    }

    /// The value of a net so far.
    fn so_far(&mut self, net: NetId) -> ExprId {
        match self.values.get(&net) {
            Some(value) => *value,
            None => self.kept(net),
        }
    }

    /// A stand-in for the value that a net keeps from before.
    fn kept(&mut self, net: NetId) -> ExprId {
        let hold = match self.holds.iter().find(|(_, held)| **held == net) {
            Some((hold, _)) => *hold,
            None => {
                let (name, width) = (self.module.net_ref(net).name.clone(), self.module.net_ref(net).width);
                let hold = self.module.net(format!("{name}, kept"), width, NetKind::Wire, "");
                self.holds.insert(hold, net);
                hold
            }
        };
        self.module.read(hold)
    }

    fn conditional(&mut self, conditional: &VerilogConditional) -> Result<()> {
        let test = self.condition(&conditional.test)?;
        let otherwise = |kernel: &mut Self| match &conditional.otherwise {
            VerilogBlockOrConditional::Block(block) => kernel.run(block),
            VerilogBlockOrConditional::Conditional(statement) => kernel.statement(statement),
            VerilogBlockOrConditional::None => Ok(()),
        };
        self.branch(test, |kernel| kernel.run(&conditional.then), otherwise)
    }

    /// Runs both branches and merges what they assign; only the one taken where the test is constant.
    fn branch(
        &mut self,
        test: ExprId,
        then: impl FnOnce(&mut Self) -> Result<()>,
        otherwise: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        match self.module.known(test) {
            Some(0) => return otherwise(self),
            Some(_) => return then(self),
            None => {}
        }
        let before = self.values.clone();
        then(self)?;
        let then_values = std::mem::replace(&mut self.values, before);
        otherwise(self)?;
        let mut nets: Vec<NetId> = then_values.keys().chain(self.values.keys()).copied().collect();
        nets.sort_unstable();
        nets.dedup();
        for net in nets {
            let else_value = self.so_far(net);
            let then_value = then_values.get(&net).copied().unwrap_or_else(|| self.kept(net));
            let merged = self.module.fold_mux(test, then_value, else_value);
            self.values.insert(net, merged);
        }
        Ok(())
    }

    fn matching(&mut self, matching: &VerilogMatch) -> Result<()> {
        let integers = matching
            .cases
            .iter()
            .any(|case| parse_integer(&case.condition).is_some());
        let test = if integers {
            self.index(&matching.test)?
        } else {
            self.value(&matching.test)?
        };
        let mut arms: Vec<(Option<ExprId>, &VerilogBlock)> = Vec::new();
        let mut variants = HashSet::new();
        let mut count = None;
        for case in &matching.cases {
            let describe = || format!("match {} {{ {} => … }}", render(&matching.test), case.condition);
            let literal = match case.condition.as_str() {
                "default" => {
                    arms.push((None, &case.block));
                    break;
                }
                "true" => Some((1, 1, Some(2))),
                "false" => Some((0, 1, Some(2))),
                text => match self.scope.variant_of(text) {
                    Err(message) => return fault(describe(), message),
                    Ok(Some((index, count))) => Some((index as u128, super::tree::enum_width(count), Some(count))),
                    Ok(None) => parse_integer(text).map(|value| (value, 0, None)),
                },
            };
            let Some((value, width, siblings)) = literal else {
                return fault(describe(), "a pattern that is no Enum::Variant, literal or _");
            };
            variants.insert(value);
            count = count.or(siblings);
            let holds = match &test {
                Value::Integer(test) => self.module.constant(1, u64::from(*test == value)),
                Value::Fields(_) => return fault(describe(), "a struct can't be matched"),
                Value::Bits(bits) => {
                    let test_width = self.module.width(*bits);
                    if width != 0 && width != test_width {
                        return fault(
                            describe(),
                            format!("a pattern of {width} bits for a value of {test_width}"),
                        );
                    }
                    if value >> test_width != 0 {
                        return fault(describe(), format!("the pattern does not fit {test_width} bits"));
                    }
                    let pattern = self.module.constant(test_width, value as u64);
                    self.module.fold_binary(BinaryOp::Eq, *bits, pattern)
                }
            };
            arms.push((Some(holds), &case.block));
        }
        if count == Some(variants.len()) {
            // Behind arms for all codes there is nothing left for a default. Where some code is no variant it stays: it
            // says what hardware does there.
            if variants.len().is_power_of_two() {
                arms.retain(|(holds, _)| holds.is_some());
            }
            // Rust knows that the last arm takes whatever the others leave.
            if let Some(last) = arms.last_mut() {
                last.0 = None;
            }
        }
        self.arms(&arms)
    }

    fn arms(&mut self, arms: &[(Option<ExprId>, &VerilogBlock)]) -> Result<()> {
        match arms {
            [] => Ok(()),
            [(None, block), ..] => self.run(block),
            [(Some(holds), block), rest @ ..] => {
                self.branch(*holds, |kernel| kernel.run(block), |kernel| kernel.arms(rest))
            }
        }
    }

    fn repeat(&mut self, repeated: &VerilogLoop) -> Result<()> {
        let text = || format!("for {} in {}..{}", repeated.index, repeated.from, repeated.to);
        let bound = |literal: &VerilogLiteral| {
            let value = parse_literal(&literal.to_string()).and_then(|(_, bits)| integer(&bits));
            value.map_or_else(|| fault(text(), "a bound that is not understood"), Ok)
        };
        let (from, to) = (bound(&repeated.from)?, bound(&repeated.to)?);
        if to.saturating_sub(from) > LONGEST_LOOP {
            return fault(text(), format!("more than {LONGEST_LOOP} rounds"));
        }
        for value in from..to {
            self.loops.push((repeated.index.clone(), value));
            let result = self.run(&repeated.block);
            self.loops.pop();
            result?;
        }
        Ok(())
    }

    fn link(&mut self, link: &VerilogLink) -> Result<()> {
        let name = |owner: &str, details: &VerilogLinkDetails| format!("{owner}{}", details.my_name.replace('.', "$"));
        let (target, source) = match link {
            VerilogLink::Forward(details) => (name(&details.other_name, details), name(&details.owner_name, details)),
            VerilogLink::Backward(details) => (name(&details.owner_name, details), name(&details.other_name, details)),
            VerilogLink::Bidirectional(details) => {
                return fault(
                    name(&details.owner_name, details),
                    "bidirectional signals are not lowered",
                );
            }
        };
        let text = format!("{} = {}", target.replace('$', "."), source.replace('$', "."));
        let target = VerilogExpression::Signal(target);
        let (wires, lo, width) = self.target(&target, &text)?;
        let value = self.value(&VerilogExpression::Signal(source))?;
        self.assign(wires, lo, width, value, &text)
    }
}
