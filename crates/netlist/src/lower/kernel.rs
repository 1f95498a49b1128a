//! Statements: a kernel is executed symbolically, which gives each signal it drives one expression.
//!
//! `x.val()` is the settled value of `x`: before the first assignment, because rust-hdl repeats the kernel until nothing
//! changes; after the last assignment, because that defines the settled value. Between two assignments it is another value, which
//! is an error. So every read is a read of the net, and the order of statements matters only among assignments to one signal.

use super::branch_kind::BranchKind;
use super::error::{KernelError, Result};
use super::layout::{self, Part};
use super::scope::{NameMeaning, NameScope, SignalDriver, Wires};
use super::value::LoweredValue;
use crate::ir::{ExprId, Module, NetId, NetKind};
use crate::kernel::{self, At, KernelExpr, Path, PathStep, Stmt, StmtKind};
use rust_hdl_core::prelude::TypeDescriptor;
use rust_hdl_core::prelude::ast::{VerilogLink, VerilogLinkDetails};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, hash_map::Entry};
use std::ops::Range;

/// A kernel under execution.
pub struct KernelLowering<'a> {
    /// Receives the expressions.
    pub module: Module,
    /// The meanings of names.
    pub scope: &'a NameScope,
    /// Variables of `let`s, innermost last.
    pub variables: Vec<(&'static str, LoweredValue)>,
    /// The value so far of every net assigned so far.
    pub values: HashMap<NetId, ExprId>,
    /// The assignments in the branches that are open: each net, with its value before.
    journal: Vec<(NetId, Option<ExprId>)>,
    /// Nets that some expression reads.
    pub read: HashSet<NetId>,
    /// Reads of a net after an assignment to it: the net, the value that Rust reads, and the place.
    pub seen: Vec<(NetId, ExprId, At)>,
    /// The place of the last statement that assigned a net.
    pub statements: HashMap<NetId, At>,
    /// For each net that keeps its old value in some case: the placeholder net for the old value.
    pub holds: HashMap<NetId, NetId>,
    /// The conditions of the branches that are open.
    pub path: Vec<ExprId>,
    /// The branches, if they are recorded, each with the value that says whether it is taken.
    pub branches: Option<Vec<(BranchKind, ExprId)>>,
    /// The current statement or expression.
    at: At,
}

impl<'a> KernelLowering<'a> {
    /// A kernel about to run.
    pub fn new(module: Module, scope: &'a NameScope, probes: bool) -> Self {
        KernelLowering {
            module,
            scope,
            variables: Vec::new(),
            values: HashMap::new(),
            journal: Vec::new(),
            read: HashSet::new(),
            seen: Vec::new(),
            statements: HashMap::new(),
            holds: HashMap::new(),
            path: Vec::new(),
            branches: probes.then(Vec::new),
            at: At::default(),
        }
    }

    /// Executes statements, with the variables of their `let`s.
    pub fn run(&mut self, block: &[Stmt]) -> Result<()> {
        let count = self.variables.len();
        let result = self.statements(block);
        self.variables.truncate(count);
        result
    }

    /// Executes statements; their variables stay.
    pub(super) fn statements(&mut self, block: &[Stmt]) -> Result<()> {
        block.iter().try_for_each(|statement| self.statement(statement))
    }

    /// Rust's `x.val()` below an assignment is the value so far. Where a later statement changes it, the settled value is
    /// another one, and hardware can't have both.
    pub fn check_reads(&self) -> Result<()> {
        let changed = |(net, value, _): &&(NetId, ExprId, At)| self.values.get(net) != Some(value);
        match self.seen.iter().find(changed) {
            None => Ok(()),
            Some((net, _, at)) => Err(KernelError {
                at: *at,
                signal: self.module.net_ref(*net).name.clone(),
                message:
                    "is read between two assignments to it: read it below the last one, or read the register's output \
                          `….q.val()` if the value before this clock is meant"
                        .to_owned(),
            }),
        }
    }

    fn statement(&mut self, statement: &Stmt) -> Result<()> {
        self.at = statement.at;
        match &statement.kind {
            StmtKind::Block(block) => self.run(block),
            StmtKind::Endless => {
                let message = format!("a loop of more than {} rounds", kernel::LONGEST_LOOP);
                self.fault_at(statement.at, message)
            }
            StmtKind::If(test, then, otherwise) => {
                let holds = self.condition(test)?;
                self.branch(
                    holds,
                    |kernel| kernel.under(holds, BranchKind::Then(test.at), |kernel| kernel.run(then)),
                    |kernel| kernel.under(holds, BranchKind::Else(test.at), |kernel| kernel.run(otherwise)),
                )
            }
            StmtKind::Match(values, arms) => {
                let holds = self.arms(values, arms.iter())?;
                let arms: Vec<_> = holds.into_iter().map(|(holds, i)| (holds, &arms[i])).collect();
                self.match_arms(&arms)
            }
            StmtKind::Let(name, value) => {
                let value = self.value(value)?;
                self.variables.push((name, value));
                Ok(())
            }
            StmtKind::Link(links) => links.iter().try_for_each(|link| self.link(statement.at, link)),
            StmtKind::Assign(path, fields, value) => {
                let elements = self.elements(path)?;
                let value = self.value(value)?;
                for (holds, name) in elements {
                    let (wires, lo, width) = self.target(statement.at, &name, fields)?;
                    let assign = |kernel: &mut Self| kernel.assign(statement.at, wires, lo, width, value.clone());
                    match holds {
                        None => assign(self)?,
                        Some(holds) => self.branch(holds, assign, |_| Ok(()))?,
                    }
                }
                Ok(())
            }
        }
    }

    /// The nets of the signal called `name`, and which of its bits are meant.
    fn target(&mut self, at: At, name: &str, fields: &[String]) -> Result<(&'a Wires, u32, u32)> {
        let wires = match self.scope.look_up(name) {
            Err(message) => return self.fault_at(at, message),
            Ok(NameMeaning::Wires(wires)) => wires,
            Ok(NameMeaning::Constant(..)) => return self.fault_at(at, "a constant can't be assigned"),
        };
        let field = layout::inner_field(&wires.descriptor, fields);
        let (lo, kind) = field.or_else(|message| self.fault_at(at, message))?;
        match &wires.driver {
            SignalDriver::Kernel => Ok((wires, lo, layout::width_of(kind))),
            SignalDriver::Parent => self.fault_at(at, "an input is driven by the parent and can't be assigned"),
            SignalDriver::Child(child) => {
                let message = format!("an output of {child} is driven there and can't be assigned");
                self.fault_at(at, message)
            }
        }
    }

    /// The nets of a signal as expressions; the kernel means these bits of it.
    pub fn read(&mut self, nets: &[(Part, NetId)], bits: Range<u32>) -> Vec<ExprId> {
        let at = self.at;
        let mut read = |(part, net): &(Part, NetId)| {
            self.read.insert(*net);
            if part.lo < bits.end && bits.start < part.lo + part.width {
                self.seen.extend(self.values.get(net).map(|value| (*net, *value, at)));
            }
            self.module.read(*net)
        };
        nets.iter().map(&mut read).collect()
    }

    fn assign(&mut self, at: At, wires: &Wires, lo: u32, width: u32, value: LoweredValue) -> Result<()> {
        let signed = layout::is_signed_at(&wires.descriptor, lo, width);
        // Only its place is used.
        let expr = KernelExpr::new(at, kernel::KernelExprKind::Literal(0));
        let parts = match self.at_width(&expr, value, width, signed) {
            Ok(parts) => parts,
            Err(fault) => return self.fault_at(at, fault.message.replace("it meets", "of the target")),
        };
        let given = self.total(&parts);
        if given != width {
            let message =
                format!("a value of {given} bits for a target of {width}: cut it or extend it with `bit_cast`");
            return self.fault_at(at, message);
        }
        for (part, net) in &wires.nets {
            let from = part.lo.max(lo);
            let to = (part.lo + part.width).min(lo + width);
            if from >= to {
                continue;
            }
            let pieces = self.extract(&parts, from - lo, to - from);
            let mut value = self.together(&pieces);
            if to - from < part.width {
                let so_far = self.so_far(*net);
                value = self.replaced(so_far, from - part.lo, value);
            }
            self.set(*net, value);
            self.statements.insert(*net, at);
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

    /// A placeholder for the old value of a net.
    fn kept(&mut self, net: NetId) -> ExprId {
        let hold = match self.holds.entry(net) {
            Entry::Occupied(hold) => *hold.get(),
            Entry::Vacant(place) => {
                let (name, width) = (self.module.net_ref(net).name.clone(), self.module.net_ref(net).width);
                *place.insert(self.module.net(format!("{name}, kept"), width, NetKind::Wire, ""))
            }
        };
        self.module.read(hold)
    }

    fn set(&mut self, net: NetId, value: ExprId) {
        let before = self.values.insert(net, value);
        self.journal.push((net, before));
    }

    /// Takes back the assignments since the journal had this length; returns the values that they gave, by net.
    fn take_back(&mut self, start: usize) -> BTreeMap<NetId, ExprId> {
        let mut given = BTreeMap::new();
        for (net, before) in self.journal.split_off(start).into_iter().rev() {
            let value = match before {
                Some(before) => self.values.insert(net, before),
                None => self.values.remove(&net),
            };
            given.entry(net).or_insert(value);
        }
        let given = given.into_iter();
        given.filter_map(|(net, value)| Some((net, value?))).collect()
    }

    /// Runs both branches and merges what they assign; only the one taken where the test is constant.
    pub(super) fn branch(
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
        let start = self.journal.len();
        then(self)?;
        let then_values = self.take_back(start);
        otherwise(self)?;
        let else_values = self.take_back(start);
        let nets: BTreeSet<NetId> = then_values.keys().chain(else_values.keys()).copied().collect();
        for net in nets {
            let mut value = |values: &BTreeMap<NetId, ExprId>| match values.get(&net) {
                Some(value) => *value,
                None => self.so_far(net),
            };
            let (else_value, then_value) = (value(&else_values), value(&then_values));
            let merged = self.module.fold_mux(test, then_value, else_value);
            self.set(net, merged);
        }
        Ok(())
    }

    fn link(&mut self, at: At, link: &VerilogLink) -> Result<()> {
        let name = |owner: &str, details: &VerilogLinkDetails| format!("{owner}{}", details.my_name.replace('.', "$"));
        let (target, source) = match link {
            VerilogLink::Forward(details) => (name(&details.other_name, details), name(&details.owner_name, details)),
            VerilogLink::Backward(details) => (name(&details.owner_name, details), name(&details.other_name, details)),
            VerilogLink::Bidirectional(details) => {
                let signal = name(&details.owner_name, details).replace('$', ".");
                return self.fault_at(at, format!("{signal}: bidirectional signals are not lowered"));
            }
        };
        let (wires, lo, width) = self.target(at, &target, &[])?;
        let source = Path {
            at,
            steps: vec![PathStep::Field(source)],
        };
        let value = self.signal(&source, None)?;
        self.assign(at, wires, lo, width, value)
    }

    /// Bits of a signal as a value of a type.
    pub(super) fn bits_of(&mut self, wires: &Wires, lo: u32, kind: &TypeDescriptor) -> LoweredValue {
        let width = layout::width_of(kind);
        let parts = self.read(&wires.nets, lo..lo + width);
        let pieces = self.extract(&parts, lo, width);
        self.typed(pieces, kind)
    }
}
