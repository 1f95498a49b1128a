//! The kinds of faults, their places, and designs with one fault.

use crate::{
    BinaryOp, Design, Expr, ExprId, ExprKind, Flat, FlatScope, Module, ModuleId, Net, NetId, NetKind, NetlistMemory,
    NetlistRegister, UnaryOp, mask,
};
use std::fmt;

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// Another operator of the same shape.
    Operator(BinaryOp),
    /// A reduction or complement becomes another one.
    Reduction(UnaryOp),
    /// One bit of a constant flips.
    Constant(u32),
    /// The top bit of the result is lost.
    Width,
    /// The operands of an operator that is not symmetric, or the branches of a multiplexer, change places.
    Swapped,
    /// Two neighbouring parts of a concatenation change places.
    SwappedParts(usize),
    /// A complement is left out.
    DroppedInversion,
    /// A slice takes its bits one place higher or lower.
    ShiftedSlice(bool),
    /// A multiplexer always takes one branch.
    StuckSelect(bool),
    /// One bit of a register never leaves 0 or 1.
    StuckRegister(u32, bool),
    /// A register loads whether enabled or not.
    LostEnable,
    /// A register ignores its reset.
    LostReset,
    /// A register is bypassed: its readers see its input, one clock too early.
    Early,
    /// A register is two: one clock too late.
    Late,
}

/// A fault at a place of the flat design.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fault {
    /// What goes wrong.
    pub kind: FaultKind,
    /// The number of the expression, or of the register, in the flat module.
    pub place: usize,
}

/// A design with one fault.
pub struct Mutant {
    /// The fault.
    pub fault: Fault,
    /// The faulty design, as one module.
    pub flat: Flat,
}

impl FaultKind {
    /// The class that score tables count by.
    pub fn class(self) -> &'static str {
        self.description().0
    }

    /// The class, and what becomes of the place.
    fn description(self) -> (&'static str, String) {
        let bit = |value: bool| u8::from(value);
        match self {
            FaultKind::Operator(op) => ("operator", format!("becomes {op:?}")),
            FaultKind::Reduction(op) => ("operator", format!("becomes {op:?}")),
            FaultKind::Constant(bit) => ("constant", format!("bit {bit} flipped")),
            FaultKind::Width => ("width", "top bit lost".to_owned()),
            FaultKind::Swapped => ("swapped operand", "operands swapped".to_owned()),
            FaultKind::SwappedParts(i) => ("swapped operand", format!("parts {i} and {} swapped", i + 1)),
            FaultKind::DroppedInversion => ("dropped inversion", "inversion dropped".to_owned()),
            FaultKind::ShiftedSlice(true) => ("shifted slice", "one bit too high".to_owned()),
            FaultKind::ShiftedSlice(false) => ("shifted slice", "one bit too low".to_owned()),
            FaultKind::StuckSelect(value) => ("stuck select", format!("select stuck at {}", bit(value))),
            FaultKind::StuckRegister(i, value) => ("stuck register", format!("bit {i} stuck at {}", bit(value))),
            FaultKind::LostEnable => ("lost stall", "enable ignored".to_owned()),
            FaultKind::LostReset => ("lost reset", "reset ignored".to_owned()),
            FaultKind::Early => ("latency off by one", "register bypassed".to_owned()),
            FaultKind::Late => ("latency off by one", "register doubled".to_owned()),
        }
    }

    fn is_register_fault(self) -> bool {
        use FaultKind::*;
        matches!(self, StuckRegister(..) | LostEnable | LostReset | Early | Late)
    }
}

impl Fault {
    /// A description of place and kind.
    pub fn describe(&self, flat: &Flat) -> String {
        let module = &flat.module;
        if self.kind.is_register_fault() {
            let net = module.net_ref(module.registers[self.place].q);
            return format!("{} of register {}: {}", self.kind.class(), net.name, self.kind);
        }
        let target = module.assigns.iter().find_map(|(net, value)| {
            let inside = reaches(module, *value, ExprId(self.place as u32));
            inside.then(|| module.net_ref(*net).name.clone())
        });
        let place = target.unwrap_or_else(|| "a register's input".into());
        format!(
            "{} in {place}, expression {}: {}",
            self.kind.class(),
            self.place,
            self.kind
        )
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description().1)
    }
}

fn reaches(module: &Module, from: ExprId, to: ExprId) -> bool {
    from == to
        || (module.expr_ref(from).kind)
            .operands()
            .any(|id| reaches(module, id, to))
}

/// Which expressions something depends on.
fn live(module: &Module) -> Vec<bool> {
    let mut live = vec![false; module.exprs().len()];
    let mut stack: Vec<ExprId> = module.assigns.iter().map(|(_, value)| *value).collect();
    for register in &module.registers {
        stack.push(register.d);
        stack.extend(register.enable);
    }
    stack.extend(module.memories.iter().flat_map(NetlistMemory::exprs));
    while let Some(id) = stack.pop() {
        if !std::mem::replace(&mut live[id.0 as usize], true) {
            stack.extend(module.expr_ref(id).kind.operands());
        }
    }
    live
}

/// Every fault that a design can have, in a fixed order.
pub fn faults(flat: &Flat) -> Vec<Fault> {
    let module = &flat.module;
    let mut list = vec![];
    let live = live(module);
    for (place, expr) in module.exprs().iter().enumerate().filter(|(place, _)| live[*place]) {
        let mut add = |kind| list.push(Fault { kind, place });
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Named(..) => (0..expr.width).for_each(|bit| add(FaultKind::Constant(bit))),
            ExprKind::Net(_) => {}
            ExprKind::Unary(op, _) => {
                if *op == UnaryOp::Not {
                    add(FaultKind::DroppedInversion);
                }
                for other in [UnaryOp::All, UnaryOp::Any, UnaryOp::Parity] {
                    if *op != UnaryOp::Not && *op != other {
                        add(FaultKind::Reduction(other));
                    }
                }
            }
            ExprKind::Binary(op, x, y) => {
                for other in alternatives(*op) {
                    add(FaultKind::Operator(*other));
                }
                let same = module.width(*x) == module.width(*y);
                if same && !is_symmetric(*op) {
                    add(FaultKind::Swapped);
                }
                if expr.width > 1 {
                    add(FaultKind::Width);
                }
            }
            ExprKind::Mux(..) => {
                add(FaultKind::Swapped);
                add(FaultKind::StuckSelect(false));
                add(FaultKind::StuckSelect(true));
            }
            ExprKind::Slice(x, lo) => {
                if lo + expr.width < module.width(*x) {
                    add(FaultKind::ShiftedSlice(true));
                }
                if *lo > 0 {
                    add(FaultKind::ShiftedSlice(false));
                }
            }
            ExprKind::Concat(parts) => (0..parts.len() - 1).for_each(|i| add(FaultKind::SwappedParts(i))),
        }
    }
    for (place, register) in module.registers.iter().enumerate() {
        let mut add = |kind| list.push(Fault { kind, place });
        for bit in 0..module.net_ref(register.q).width {
            add(FaultKind::StuckRegister(bit, false));
            add(FaultKind::StuckRegister(bit, true));
        }
        if register.enable.is_some() {
            add(FaultKind::LostEnable);
        }
        if register.reset.is_some() {
            add(FaultKind::LostReset);
        }
        add(FaultKind::Early);
        add(FaultKind::Late);
    }
    list
}

fn alternatives(op: BinaryOp) -> &'static [BinaryOp] {
    use BinaryOp::*;
    match op {
        Add => &[Sub, Or],
        Sub => &[Add],
        Mul => &[Add],
        And => &[Or, Xor],
        Or => &[And, Xor],
        Xor => &[And, Or],
        Shl => &[Shr],
        Shr => &[Shl],
        Eq => &[Ne, Le],
        Ne => &[Eq],
        Lt => &[Le, Ge],
        Le => &[Lt, Gt],
        Gt => &[Ge, Le],
        Ge => &[Gt, Lt],
    }
}

fn is_symmetric(op: BinaryOp) -> bool {
    use BinaryOp::*;
    matches!(op, Add | Mul | And | Or | Xor | Eq | Ne)
}

/// The design with a fault; `None` if the result is not valid hardware, for example because of a combinational loop.
pub fn apply(flat: &Flat, fault: Fault) -> Option<Mutant> {
    let source = &flat.module;
    let mut module = Module::new(source.name.clone(), source.doc.clone());
    module.nets = source.nets.clone();
    let mut image: Vec<ExprId> = vec![];
    for (i, expr) in source.exprs().iter().enumerate() {
        let fault = (i == fault.place && !fault.kind.is_register_fault()).then_some(fault.kind);
        let id = copy(&mut module, expr, &image, fault);
        image.push(id);
    }
    let at = |id: ExprId| image[id.0 as usize];
    module.assigns = source.assigns.iter().map(|(net, value)| (*net, at(*value))).collect();
    module.registers = source.registers.clone();
    module.starts = source.starts.clone();
    module.memories = source.memories.clone();
    let mut scope = flat.scope.clone();
    let registers = module.registers.iter_mut().flat_map(NetlistRegister::exprs_mut);
    let memories = module.memories.iter_mut().flat_map(NetlistMemory::exprs_mut);
    registers.chain(memories).for_each(|expr| *expr = at(*expr));
    if fault.kind.is_register_fault() {
        break_register(&mut module, &mut scope, fault);
    }
    let design = Design {
        modules: vec![module],
        top: ModuleId(0),
    };
    let mut broken = Flat::new(&design).ok()?;
    // Nets keep their numbers, so the names of the hierarchy hold.
    broken.scope = scope;
    Some(Mutant { fault, flat: broken })
}

/// Copies an expression whose operands are copied already, with the fault if there is one.
fn copy(module: &mut Module, expr: &Expr, image: &[ExprId], fault: Option<FaultKind>) -> ExprId {
    let kind = match (expr.kind.clone().map(|id| image[id.0 as usize]), fault) {
        (kind, None) => kind,
        (ExprKind::Const(value), Some(FaultKind::Constant(bit))) => ExprKind::Const(value ^ (1 << bit)),
        (ExprKind::Unary(_, x), Some(FaultKind::DroppedInversion)) => return x,
        (ExprKind::Unary(_, x), Some(FaultKind::Reduction(other))) => ExprKind::Unary(other, x),
        (ExprKind::Binary(_, x, y), Some(FaultKind::Operator(other))) => ExprKind::Binary(other, x, y),
        (ExprKind::Binary(op, x, y), Some(FaultKind::Swapped)) => ExprKind::Binary(op, y, x),
        (ExprKind::Binary(op, x, y), Some(FaultKind::Width)) => {
            let whole = module.binary(op, x, y);
            let part = module.slice(whole, 0, expr.width - 1);
            return module.resize(part, expr.width);
        }
        (ExprKind::Mux(select, x, y), Some(FaultKind::Swapped)) => ExprKind::Mux(select, y, x),
        (ExprKind::Mux(_, x, y), Some(FaultKind::StuckSelect(value))) => return if value { x } else { y },
        (ExprKind::Slice(x, lo), Some(FaultKind::ShiftedSlice(true))) => ExprKind::Slice(x, lo + 1),
        (ExprKind::Slice(x, lo), Some(FaultKind::ShiftedSlice(false))) => ExprKind::Slice(x, lo - 1),
        (ExprKind::Concat(mut parts), Some(FaultKind::SwappedParts(i))) => {
            parts.swap(i, i + 1);
            ExprKind::Concat(parts)
        }
        (kind, Some(_)) => kind,
    };
    module.expr(expr.width, kind)
}

fn break_register(module: &mut Module, scope: &mut FlatScope, fault: Fault) {
    let register = module.registers[fault.place].clone();
    let width = module.net_ref(register.q).width;
    match fault.kind {
        FaultKind::StuckRegister(bit, value) => {
            let (op, bits) = match value {
                true => (BinaryOp::Or, 1 << bit),
                false => (BinaryOp::And, mask(width) & !(1 << bit)),
            };
            let operand = module.constant(width, bits);
            module.registers[fault.place].d = module.binary(op, register.d, operand);
            if let Some(reset) = &mut module.registers[fault.place].reset {
                reset.value = op.apply(width, reset.value, bits);
            }
        }
        FaultKind::LostEnable => module.registers[fault.place].enable = None,
        FaultKind::LostReset => module.registers[fault.place].reset = None,
        FaultKind::Early => {
            // The register stays, without readers, under its names, because claims speak of it.
            let bypassed = module.net("bypassed", width, NetKind::Wire, "");
            if let Some(start) = module.starts.remove(&register.q) {
                module.starts.insert(bypassed, start);
            }
            module.registers[fault.place].q = bypassed;
            module.assigns.push((register.q, register.d));
            rename(scope, register.q, bypassed);
            let Net { name: port, kind, .. } = module.net_ref(register.q);
            let is_port = |name: &String| *kind == NetKind::Output && name == port;
            for (_, net) in scope.nets.iter_mut().filter(|(name, _)| is_port(name)) {
                *net = register.q;
            }
        }
        FaultKind::Late => {
            let middle = module.net("doubled", width, NetKind::Wire, "");
            let value = module.read(middle);
            let mut first = register;
            module.registers[fault.place].d = value;
            if let Some(start) = module.starts.get(&first.q).copied() {
                module.starts.insert(middle, start);
            }
            first.q = middle;
            module.registers.push(first);
        }
        _ => unreachable!("a fault of an expression"),
    }
}

/// Gives the names of one net to another.
fn rename(scope: &mut FlatScope, from: NetId, to: NetId) {
    let names = scope.nets.iter_mut().filter(|(_, net)| *net == from);
    names.for_each(|(_, net)| *net = to);
    scope.children.iter_mut().for_each(|child| rename(child, from, to));
}
