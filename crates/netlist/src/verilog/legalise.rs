//! Transforms a module so that Verilog expresses it exactly: only nets are sliced, long expressions that a target uses twice get
//! a wire, memory addresses have the width of the memory's index.
//!
//! A new wire belongs to one target and has a name derived from it, so that a change to another target does not rename it.

use super::case::{Ladder, ladder};
use super::simplify::{Simplified, simplify};
use crate::lower::IdentifierTable;
use crate::{
    BinaryOp, Design, ExprId, ExprKind, Instance, Module, NetId, NetKind, NetlistMemory, NetlistRegister, UnaryOp,
    ValueName,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// An expression of this many operators or more, used twice by one target, gets a wire.
const SHARED_OPERATORS: u32 = 3;

/// A part of a module with the wires made for it; they are declared with their value right before it.
pub(super) struct Part<T> {
    pub(super) wires: Vec<(NetId, ExprId)>,
    pub(super) content: T,
}

/// A module whose expressions have an exact Verilog text, with its transformed parts.
pub(super) struct Legal {
    /// Nets and expressions.
    pub(super) module: Module,
    /// The number of nets that the module had before; later ones are new wires.
    pub(super) own_nets: usize,
    /// Constant inner nets, replaced by their values.
    pub(super) dropped: HashSet<NetId>,
    pub(super) assigns: Vec<Part<(NetId, ExprId)>>,
    pub(super) instances: Vec<Part<Instance>>,
    pub(super) registers: Vec<Part<NetlistRegister>>,
    pub(super) memories: Vec<Part<NetlistMemory>>,
    /// Resets and values at power-up of registers that have a name.
    pub(super) states: HashMap<(NetId, u64), ExprId>,
    /// The name of the wire that lists unused bits.
    pub(super) unused: String,
}

/// The legal form of a module.
pub(super) fn legalise(design: &Design, source: &Module) -> Legal {
    let mut module = source.clone();
    for (net, name) in &source.text_names {
        module.nets[net.0 as usize].name.clone_from(name);
    }
    let Simplified { forms, constants } = simplify(&mut module);
    let names = module.nets.iter().map(|net| net.name.clone());
    let inner = module.memories.iter().map(|memory| memory.name.clone());
    let outer = module.instances.iter().map(|instance| instance.name.clone());
    let mut maker = Maker {
        names: names.chain(inner).chain(outer).collect(),
        own_nets: module.nets.len(),
        module,
        forms,
        wires: Vec::new(),
        constants: HashMap::new(),
        states: HashMap::new(),
    };
    let is_wire = |net: &NetId| source.net_ref(*net).kind == NetKind::Wire;
    let dropped: HashSet<NetId> = constants.into_keys().filter(is_wire).collect();
    let assigns = source.assigns.iter().filter(|(net, _)| !dropped.contains(net));
    let assigns = assigns.map(|(net, value)| {
        let target = source.net_ref(*net).name.clone();
        let value = maker.expression(&target, *value);
        maker.part((*net, value))
    });
    let assigns = assigns.collect();
    let instances = source.instances.iter();
    let instances = instances.map(|instance| maker.instance(design, instance)).collect();
    let registers = source.registers.iter();
    let registers = registers.map(|register| maker.register(register)).collect();
    let read = source.memories.iter().filter(|memory| !memory.reads.is_empty());
    let memories = read.map(|memory| maker.memory(memory)).collect();
    maker.name_positions();
    Legal {
        unused: maker.names.claim("unused_ok"),
        module: maker.module,
        own_nets: maker.own_nets,
        dropped,
        assigns,
        instances,
        registers,
        memories,
        states: maker.states,
    }
}

/// The bits of an index into `depth` words.
pub(super) fn index_bits(depth: u32) -> u32 {
    depth.next_power_of_two().trailing_zeros().max(1)
}

struct Maker {
    module: Module,
    own_nets: usize,
    forms: Vec<ExprId>,
    names: IdentifierTable,
    /// New wires of the current part.
    wires: Vec<(NetId, ExprId)>,
    /// The identifiers of named constants, by width, value and name.
    constants: HashMap<(u32, u64, Arc<ValueName>), Arc<ValueName>>,
    states: HashMap<(NetId, u64), ExprId>,
}

impl Maker {
    fn part<T>(&mut self, content: T) -> Part<T> {
        Part {
            wires: std::mem::take(&mut self.wires),
            content,
        }
    }

    /// Inputs with logic get a wire named after instance and port. An instance with the name of a net inside it is renamed, because
    /// that net would hide it.
    fn instance(&mut self, design: &Design, instance: &Instance) -> Part<Instance> {
        let mut legal = instance.clone();
        let mut inner = design.module(instance.module).nets.iter();
        if inner.any(|net| net.name == instance.name) {
            legal.name = self.names.claim(&format!("{}_unit", instance.name));
        }
        for (port, value) in &mut legal.inputs {
            let port = &design.module(instance.module).net_ref(*port).name;
            let name = format!("{}_{port}", instance.name);
            *value = self.wiring(name, self.forms[value.0 as usize]);
        }
        self.part(legal)
    }

    /// A legal form without logic, through a wire `name` if necessary.
    fn wiring(&mut self, name: String, simplified: ExprId) -> ExprId {
        let form = self.legal(&name, simplified, true);
        if self.is_wiring(form) {
            form
        } else {
            self.wire(name, form)
        }
    }

    fn is_wiring(&self, id: ExprId) -> bool {
        match &self.module.expr_ref(id).kind {
            ExprKind::Const(_) | ExprKind::Named(..) | ExprKind::Net(_) | ExprKind::Slice(..) => true,
            ExprKind::Concat(parts) => parts.iter().all(|part| self.is_wiring(*part)),
            _ => false,
        }
    }

    fn register(&mut self, register: &NetlistRegister) -> Part<NetlistRegister> {
        let mut legal = register.clone();
        let name = self.module.net_ref(register.q).name.clone();
        legal.d = self.operand(&format!("{name}_next"), register.d);
        let enable = register
            .enable
            .map(|enable| self.operand(&format!("{name}_enable"), enable));
        legal.enable = enable.filter(|enable| self.module.known(*enable) != Some(1));
        let reset = register.reset.iter().map(|reset| reset.value);
        let values: Vec<u64> = reset.chain(self.module.starts.get(&register.q).copied()).collect();
        for value in values {
            let names = self.module.enumerations.get(&register.q);
            if let Some(name) = names.and_then(|names| names.value_name(value)) {
                let named = self.named(self.module.net_ref(register.q).width, value, name);
                self.states.insert((register.q, value), named);
            }
        }
        self.part(legal)
    }

    fn memory(&mut self, memory: &NetlistMemory) -> Part<NetlistMemory> {
        let mut legal = memory.clone();
        let index = index_bits(memory.depth);
        for (i, write) in legal.writes.iter_mut().enumerate() {
            let name = format!("{}_write{i}", memory.name);
            let address = self.forms[write.address.0 as usize];
            let mut enable = self.forms[write.enable.0 as usize];
            if self.module.width(address) > index {
                // The truncated index cannot express an address beyond the depth, so the enable does.
                let excess = self.module.width(address) - index;
                let beyond = self.module.fold_slice(address, index, excess);
                let beyond = self.module.fold_unary(UnaryOp::Any, beyond);
                let within = self.module.fold_unary(UnaryOp::Not, beyond);
                enable = self.module.fold_binary(BinaryOp::And, enable, within);
            }
            let address = self.module.fold_resize(address, index);
            write.enable = self.legal(&format!("{name}_enable"), enable, false);
            // Icarus Verilog does not size an index expression, so it needs a wire.
            write.address = self.wiring(format!("{name}_address"), address);
            write.data = self.operand(&format!("{name}_data"), write.data);
        }
        for read in &mut legal.reads {
            let name = self.module.net_ref(read.data).name.clone();
            let address = self.forms[read.address.0 as usize];
            let address = self.module.fold_resize(address, index);
            read.address = self.wiring(format!("{name}_address"), address);
            if let Some(Some(enable)) = &mut read.synchronous {
                *enable = self.operand(&format!("{name}_enable"), *enable);
            }
        }
        self.part(legal)
    }

    /// The legal form of one of the module's original expressions, which is assigned to something.
    fn expression(&mut self, target: &str, original: ExprId) -> ExprId {
        self.legal(target, self.forms[original.0 as usize], true)
    }

    /// The legal form of one of the module's original expressions, which is part of a statement.
    fn operand(&mut self, target: &str, original: ExprId) -> ExprId {
        self.legal(target, self.forms[original.0 as usize], false)
    }

    /// The legal form of a simplified expression. Where it is `assigned`, it may be a `case`. Inside others a `case` gets a wire of
    /// its own: of nested ones yosys makes multiplexers that read undefined values, which proofs about text refuse.
    fn legal(&mut self, target: &str, root: ExprId, assigned: bool) -> ExprId {
        let mut uses = Uses::default();
        uses.visit(&self.module, root);
        let mut done = HashMap::new();
        self.rebuild(target, &uses, root, assigned, &mut done).0
    }

    /// A named constant, whose name is an identifier of the module.
    fn named(&mut self, width: u32, value: u64, name: Arc<ValueName>) -> ExprId {
        let identifier = name.identifier();
        if !identifier.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return self.module.constant(width, value);
        }
        let key = (width, value, name);
        let name = match self.constants.get(&key) {
            Some(name) => name.clone(),
            None => {
                let group = key.2.group.clone();
                let item = self.names.claim(&identifier);
                let name = Arc::new(ValueName { group, item });
                self.constants.insert(key, name.clone());
                name
            }
        };
        self.module.named(width, value, name)
    }

    /// Makes the names of positions identifiers of the module; one constant has one identifier.
    fn name_positions(&mut self) {
        let mut identifiers: HashMap<(u32, ValueName), String> = HashMap::new();
        for ((net, lo), name) in self.module.positions.clone() {
            let Some(name) = name else { continue };
            let identifier = name.identifier();
            let named = identifier
                .starts_with(|first: char| first.is_ascii_alphabetic())
                .then(|| {
                    let item = identifiers
                        .entry((lo, name.clone()))
                        .or_insert_with(|| self.names.claim(&identifier));
                    ValueName {
                        group: name.group,
                        item: item.clone(),
                    }
                });
            self.module.positions.insert((net, lo), named);
        }
    }

    /// The legal form of a choice by the value of a net: a chain of multiplexers, one for each result.
    fn choice(&mut self, ladder: Ladder, part: &mut impl FnMut(&mut Self, ExprId, bool) -> ExprId) -> ExprId {
        let is_case = ladder.is_case();
        let subject = part(self, ladder.subject, false);
        let mut tests = Vec::new();
        for (labels, then) in ladder.arms {
            let labels: Vec<ExprId> = labels.into_iter().map(|label| part(self, label, false)).collect();
            let holds = labels.into_iter();
            let holds = holds.map(|label| self.module.binary(BinaryOp::Eq, subject, label));
            let holds: Vec<ExprId> = holds.collect();
            let any = holds.into_iter().reduce(|x, y| self.module.binary(BinaryOp::Or, x, y));
            tests.extend(any.map(|any| (any, then)));
        }
        tests.iter_mut().for_each(|(_, then)| *then = part(self, *then, false));
        let otherwise = part(self, ladder.otherwise, false);
        let tests = tests.into_iter().rev();
        tests.fold(otherwise, |rest, (holds, then)| match is_case {
            true => self.module.mux(holds, then, rest),
            false => self.module.fold_mux(holds, then, rest),
        })
    }

    /// The legal form and its number of operators.
    fn rebuild(
        &mut self,
        target: &str,
        uses: &Uses,
        id: ExprId,
        assigned: bool,
        done: &mut HashMap<ExprId, (ExprId, u32)>,
    ) -> (ExprId, u32) {
        if let Some(form) = done.get(&id) {
            return *form;
        }
        let expr = self.module.expr_ref(id).clone();
        let is_shared = uses.count.get(&id).is_some_and(|count| *count > 1);
        // What gets a wire of its own is assigned to that.
        let assigned = assigned || is_shared || uses.sliced.contains(&id);
        let mut operators = 1;
        let mut rebuild = |maker: &mut Self, x: ExprId, assigned: bool| {
            let (form, inner) = maker.rebuild(target, uses, x, assigned, done);
            operators += inner;
            form
        };
        let once = |id: ExprId| uses.count.get(&id).is_none_or(|count| *count == 1);
        let mut is_case = false;

        let kind = match expr.kind {
            ExprKind::Const(_) | ExprKind::Net(_) => return (id, 0),
            ExprKind::Named(value, name) => return (self.named(expr.width, value, name), 0),
            ExprKind::Mux(..) => match ladder(&mut self.module, id, once) {
                Some(ladder) => {
                    is_case = ladder.is_case();
                    let form = self.choice(ladder, &mut rebuild);
                    operators += SHARED_OPERATORS;
                    self.module.expr_ref(form).kind.clone()
                }
                None => expr.kind.map(|x| rebuild(self, x, false)),
            },
            ExprKind::Slice(x, lo) => {
                let form = rebuild(self, x, false);
                operators = 0;
                ExprKind::Slice(form, lo)
            }
            kind => kind.map(|x| rebuild(self, x, false)),
        };
        let form = self.module.expr(expr.width, kind);
        let shared = is_shared && operators >= SHARED_OPERATORS;
        let form = if shared || (is_case && !assigned) || uses.sliced.contains(&id) {
            let name = format!("{target}_{}", noun(&self.module.expr_ref(form).kind));
            (self.wire(name, form), 0)
        } else {
            (form, operators)
        };
        done.insert(id, form);
        form
    }

    /// A new wire with the value `value`, read.
    fn wire(&mut self, stem: String, value: ExprId) -> ExprId {
        let name = self.names.claim(&stem);
        let net = self.module.net(name, self.module.width(value), NetKind::Wire, "");
        self.wires.push((net, value));
        self.module.read(net)
    }
}

/// The number of uses of each subexpression by one target, and which of them are sliced.
#[derive(Default)]
struct Uses {
    count: HashMap<ExprId, u32>,
    sliced: HashSet<ExprId>,
}

impl Uses {
    fn visit(&mut self, module: &Module, id: ExprId) {
        let count = self.count.entry(id).or_default();
        *count += 1;
        if *count > 1 {
            return;
        }
        match &module.expr_ref(id).kind {
            ExprKind::Slice(x, _) => {
                if !matches!(module.expr_ref(*x).kind, ExprKind::Net(_)) {
                    self.sliced.insert(*x);
                }
                self.visit(module, *x);
            }
            ExprKind::Concat(parts) => {
                // Equal neighbours become a repetition.
                for (i, part) in parts.iter().enumerate() {
                    if i == 0 || parts[i - 1] != *part {
                        self.visit(module, *part);
                    }
                }
            }
            kind => kind.operands().for_each(|x| self.visit(module, x)),
        }
    }
}

/// A noun for the value of an expression, for wire names.
fn noun(kind: &ExprKind) -> &'static str {
    use BinaryOp::*;
    match kind {
        ExprKind::Const(_) | ExprKind::Named(..) | ExprKind::Net(_) | ExprKind::Slice(..) => "bits",
        ExprKind::Unary(UnaryOp::Not, _) => "inverted",
        ExprKind::Unary(..) => "reduced",
        ExprKind::Binary(op, ..) => match op {
            Add => "sum",
            Sub => "difference",
            Mul => "product",
            And | Or | Xor => "logic",
            Shl | Shr => "shifted",
            Eq | Ne | Lt | Le | Gt | Ge => "comparison",
        },
        ExprKind::Mux(..) => "choice",
        ExprKind::Concat(_) => "word",
    }
}
