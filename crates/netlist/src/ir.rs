//! The data structure. Widths are 1 to 64 bits; values are unsigned and live in the low bits of a `u64`.

use super::enumeration::{Enumeration, ValueName};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Index of a module in [`Design::modules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub u32);
/// Index of a net in [`Module::nets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NetId(pub u32);
/// Index of an expression in its module's arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// A hierarchy of modules, one per kind: instances of equal structure share a module.
#[derive(Clone, Debug)]
pub struct Design {
    /// Children come before their parents.
    #[doc(hidden)]
    pub modules: Vec<Module>,
    /// The top module.
    #[doc(hidden)]
    pub top: ModuleId,
}

/// A kind of module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The Verilog module name, `snake_case`.
    pub name: String,
    /// What the module is for: sentences for the emitted comment; may hold line breaks.
    pub doc: String,
    /// All nets. Ports come first, in port order.
    pub nets: Vec<Net>,
    /// Continuous assignments: each target is driven once, as a whole.
    pub assigns: Vec<(NetId, ExprId)>,
    /// Registers; each drives its net `q`.
    pub registers: Vec<NetlistRegister>,
    /// Memories; each read port drives a net.
    pub memories: Vec<NetlistMemory>,
    /// Instances of other modules.
    pub instances: Vec<Instance>,
    /// Set if the module is a cell of a device: only instances of it are emitted, and its contents model the cell.
    pub cell: Option<Cell>,
    /// The values that registers hold before the first clock edge, by their nets `q`, as flip-flops of FPGAs do. Other registers start
    /// unknown in hardware, and at 0 in simulation and proof.
    pub starts: BTreeMap<NetId, u64>,
    /// Names of the values of nets that have such names.
    pub enumerations: BTreeMap<NetId, Enumeration>,
    /// Names of positions in nets: the constants by which kernels select bits there. `None` where kernels use several constants.
    pub positions: BTreeMap<(NetId, u32), Option<ValueName>>,
    /// The names of ports in the Verilog text, where they differ: `port[high:low]` is a part of a port that may have more than 64 bits.
    /// The parts of a port follow each other, the lowest first.
    pub text_names: BTreeMap<NetId, String>,
    exprs: Vec<Expr>,
    index: HashMap<Expr, ExprId>,
}

/// The properties of a module that is a cell of a device (a primitive). The vendor defines the names of the module and its ports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The family of devices that have it, as yosys names it: `ecp5`, `ice40`.
    pub family: String,
    /// Input ports that are parameters of the cell: constants in every instance.
    pub parameters: BTreeSet<NetId>,
    /// Parameters that have the same text in every instance, with that text: they set the vendor's module to the function of this
    /// cell.
    pub settings: Vec<(String, String)>,
}

/// The role of a net in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NetKind {
    /// Driven from outside.
    Input,
    /// Driven inside, visible outside.
    Output,
    /// Driven and read inside.
    Wire,
}

/// A net of 1 to 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// Name, unique in its module, a Verilog-2005 identifier that is no keyword.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Port direction or inner wire.
    pub kind: NetKind,
    /// Meaning, for port documentation; may be empty on wires.
    pub doc: String,
    /// The signal that it is in the kernel, `lane$0$sum`; empty if it is none.
    pub signal: String,
}

/// An expression with its exact width. Equal expressions of a module share one id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// Width in bits, 1 to 64.
    pub width: u32,
    /// Its operation.
    pub kind: ExprKind,
}

/// What an expression computes. Width rules are part of each variant and enforced by [`Module::expr`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    /// A constant that fits the width.
    Const(u64),
    /// A constant with the name that a kernel has for it. The flat form has no names.
    Named(u64, Arc<ValueName>),
    /// The value of a net of the same width.
    Net(NetId),
    /// `Not`: operand of the same width. Reductions: width 1, any operand width.
    Unary(UnaryOp, ExprId),
    /// Arithmetic and logic: both operands of the same width, results wrap. Comparisons: width 1, operands of equal
    /// width, unsigned. Shifts: left operand of the same width, right operand of any width; amounts at or beyond the
    /// width give 0.
    Binary(BinaryOp, ExprId, ExprId),
    /// `if select (1 bit) { then } else { otherwise }`, both branches of the same width.
    Mux(ExprId, ExprId, ExprId),
    /// Bits `lo .. lo + width` of a wider or equally wide operand.
    Slice(ExprId, u32),
    /// Operands side by side, the first one most significant; widths add up.
    Concat(Vec<ExprId>),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// Bitwise complement.
    Not,
    /// 1 if every bit is set.
    All,
    /// 1 if any bit is set.
    Any,
    /// 1 if an odd number of bits is set.
    Parity,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Whether the result is one bit: equal or ordered.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    /// The operator of Verilog and of Rust.
    pub(super) fn sign(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            And => "&",
            Or => "|",
            Xor => "^",
            Shl => "<<",
            Shr => ">>",
            Eq => "==",
            Ne => "!=",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
        }
    }
}

/// How registers reset; at a clock edge and at 1 by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResetStyle {
    /// Takes effect without a clock edge.
    pub asynchronous: bool,
    /// The reset is asserted at 0.
    pub active_low: bool,
}

impl ResetStyle {
    /// The name of the reset port, and its level when the reset is asserted or not.
    pub fn port(self, asserted: bool) -> (&'static str, bool) {
        let name = if self.active_low { "reset_n" } else { "reset" };
        (name, asserted != self.active_low)
    }
}

/// The reset of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reset {
    /// The 1-bit reset net.
    pub net: NetId,
    /// Synchronous or asynchronous, active high or low.
    pub style: ResetStyle,
    /// The value of the register after a reset.
    pub value: u64,
}

/// A register on the rising edge of a clock. A reset wins over the enable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetlistRegister {
    /// The clock net.
    pub clock: NetId,
    /// The net that holds the state; same width as `d`.
    pub q: NetId,
    /// The next value.
    pub d: ExprId,
    /// 1 bit: holds its value where 0; always loads where absent.
    pub enable: Option<ExprId>,
    /// The reset. Without a reset the state starts unknown in hardware, unless `q` is among [`Module::starts`].
    pub reset: Option<Reset>,
}

/// A memory of `depth` words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetlistMemory {
    /// Name of the array, unique among the module's nets.
    pub name: String,
    /// Bits per word.
    pub width: u32,
    /// Number of words.
    pub depth: u32,
    /// The words before the first clock edge, from address 0 on; the words behind them are 0. `None`: unknown in hardware, 0 in
    /// simulation and proof.
    pub contents: Option<Vec<u64>>,
    /// The clock of the write ports and of the synchronous read ports.
    pub clock: NetId,
    /// Write ports; if two write one word in one cycle the later port wins.
    pub writes: Vec<MemoryWrite>,
    /// Read ports. A synchronous read sees the contents before a write in the same cycle.
    pub reads: Vec<MemoryRead>,
}

/// A write port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryWrite {
    /// 1 bit.
    pub enable: ExprId,
    /// Word index; beyond the depth nothing is written.
    pub address: ExprId,
    /// The word.
    pub data: ExprId,
}

/// A read port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryRead {
    /// Driven with the word; beyond the depth 0 in simulation, anything in hardware.
    pub data: NetId,
    /// Word index.
    pub address: ExprId,
    /// Registered on the clock with this enable; `None` for an asynchronous read.
    pub synchronous: Option<Option<ExprId>>,
}

/// An instance of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Instance name, unique in the parent.
    pub name: String,
    /// The field that it is in its parent, `lane$0`.
    pub block: String,
    /// The kind.
    pub module: ModuleId,
    /// For each input port of the child, in port order: the child's net and what drives it.
    pub inputs: Vec<(NetId, ExprId)>,
    /// For each output port of the child, in port order: the child's net and the parent's net it drives.
    pub outputs: Vec<(NetId, NetId)>,
}

impl ExprKind {
    /// The operands, in order.
    pub fn operands(&self) -> impl DoubleEndedIterator<Item = ExprId> {
        let (few, parts) = match self {
            ExprKind::Const(_) | ExprKind::Named(..) | ExprKind::Net(_) => ([None; 3], &[][..]),
            ExprKind::Unary(_, x) | ExprKind::Slice(x, _) => ([Some(*x), None, None], &[][..]),
            ExprKind::Binary(_, x, y) => ([Some(*x), Some(*y), None], &[][..]),
            ExprKind::Mux(select, x, y) => ([Some(*select), Some(*x), Some(*y)], &[][..]),
            ExprKind::Concat(parts) => ([None; 3], &parts[..]),
        };
        few.into_iter().flatten().chain(parts.iter().copied())
    }

    /// The same operation on other operands.
    pub fn map(self, mut operand: impl FnMut(ExprId) -> ExprId) -> Self {
        match self {
            ExprKind::Const(_) | ExprKind::Named(..) | ExprKind::Net(_) => self,
            ExprKind::Unary(op, x) => ExprKind::Unary(op, operand(x)),
            ExprKind::Binary(op, x, y) => ExprKind::Binary(op, operand(x), operand(y)),
            ExprKind::Mux(select, x, y) => ExprKind::Mux(operand(select), operand(x), operand(y)),
            ExprKind::Slice(x, lo) => ExprKind::Slice(operand(x), lo),
            ExprKind::Concat(parts) => ExprKind::Concat(parts.into_iter().map(operand).collect()),
        }
    }
}

impl NetlistRegister {
    /// Clock, state and reset.
    pub fn nets_mut(&mut self) -> impl Iterator<Item = &mut NetId> {
        let reset = self.reset.iter_mut().map(|reset| &mut reset.net);
        [&mut self.clock, &mut self.q].into_iter().chain(reset)
    }

    /// Next value and enable.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut ExprId> {
        [&mut self.d].into_iter().chain(&mut self.enable)
    }
}

impl MemoryWrite {
    /// Enable, address and data.
    pub fn exprs(&self) -> [ExprId; 3] {
        [self.enable, self.address, self.data]
    }
}

impl MemoryRead {
    /// Address and enable.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> {
        [self.address].into_iter().chain(self.synchronous.flatten())
    }
}

impl NetlistMemory {
    /// Clock and data of reads.
    pub fn nets_mut(&mut self) -> impl Iterator<Item = &mut NetId> {
        let reads = self.reads.iter_mut().map(|read| &mut read.data);
        [&mut self.clock].into_iter().chain(reads)
    }

    /// Whether a port works at edges of the clock.
    pub fn is_clocked(&self) -> bool {
        !self.writes.is_empty() || self.reads.iter().any(|read| read.synchronous.is_some())
    }

    /// The expressions of all write ports, then those of all read ports.
    pub fn exprs(&self) -> impl Iterator<Item = ExprId> {
        let writes = self.writes.iter().flat_map(MemoryWrite::exprs);
        writes.chain(self.reads.iter().flat_map(MemoryRead::exprs))
    }

    /// The same, to be changed.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut ExprId> {
        let writes = self.writes.iter_mut();
        let writes = writes.flat_map(|write| [&mut write.enable, &mut write.address, &mut write.data]);
        let reads = self.reads.iter_mut();
        writes.chain(reads.flat_map(|read| {
            [&mut read.address]
                .into_iter()
                .chain(read.synchronous.iter_mut().flatten())
        }))
    }

    /// The word at an address before the first clock edge, as simulation and proof have it.
    pub fn start(&self, address: u32) -> u64 {
        let words = self.contents.as_deref().unwrap_or_default();
        words.get(address as usize).copied().unwrap_or(0)
    }
}

impl Module {
    /// An empty module.
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Module {
            name: name.into(),
            doc: doc.into(),
            ..Module::default()
        }
    }

    /// Adds a net.
    pub fn net(&mut self, name: impl Into<String>, width: u32, kind: NetKind, doc: impl Into<String>) -> NetId {
        self.nets.push(Net {
            name: name.into(),
            width,
            kind,
            doc: doc.into(),
            signal: String::new(),
        });
        NetId(self.nets.len() as u32 - 1)
    }

    /// The net behind an id.
    pub fn net_ref(&self, id: NetId) -> &Net {
        &self.nets[id.0 as usize]
    }

    /// The expression behind an id.
    pub fn expr_ref(&self, id: ExprId) -> &Expr {
        &self.exprs[id.0 as usize]
    }

    /// All expressions; operands come before their users.
    pub fn exprs(&self) -> &[Expr] {
        &self.exprs
    }

    /// The width of an expression.
    pub fn width(&self, id: ExprId) -> u32 {
        self.expr_ref(id).width
    }

    /// The ports, in order.
    pub fn ports(&self) -> impl Iterator<Item = (NetId, &Net)> {
        let nets = self.nets.iter().zip(0..).map(|(net, i)| (NetId(i), net));
        nets.filter(|(_, net)| net.kind != NetKind::Wire)
    }

    /// Interns an expression. Panics if it breaks the width rules of [`ExprKind`]: callers check user input first.
    pub fn expr(&mut self, width: u32, kind: ExprKind) -> ExprId {
        let expr = Expr { width, kind };
        assert!(self.well_sized(&expr), "{}: badly sized {expr:?}", self.name);
        if let Some(id) = self.index.get(&expr) {
            return *id;
        }
        let id = ExprId(self.exprs.len() as u32);
        self.exprs.push(expr.clone());
        self.index.insert(expr, id);
        id
    }

    /// A constant.
    pub fn constant(&mut self, width: u32, value: u64) -> ExprId {
        self.expr(width, ExprKind::Const(value))
    }

    /// A constant with a name.
    pub fn named(&mut self, width: u32, value: u64, name: Arc<ValueName>) -> ExprId {
        self.expr(width, ExprKind::Named(value, name))
    }

    /// The value of a net.
    pub fn read(&mut self, net: NetId) -> ExprId {
        self.expr(self.net_ref(net).width, ExprKind::Net(net))
    }

    /// An operator of one operand.
    pub fn unary(&mut self, op: UnaryOp, x: ExprId) -> ExprId {
        let width = if op == UnaryOp::Not { self.width(x) } else { 1 };
        self.expr(width, ExprKind::Unary(op, x))
    }

    /// An operator of two operands.
    pub fn binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId) -> ExprId {
        let width = if op.is_comparison() { 1 } else { self.width(x) };
        self.expr(width, ExprKind::Binary(op, x, y))
    }

    /// A multiplexer.
    pub fn mux(&mut self, select: ExprId, then: ExprId, otherwise: ExprId) -> ExprId {
        self.expr(self.width(then), ExprKind::Mux(select, then, otherwise))
    }

    /// Names a position in a net, which then has no name if it had another.
    pub(super) fn name_position(&mut self, net: NetId, lo: u32, name: ValueName) {
        let known = self.positions.entry((net, lo)).or_insert_with(|| Some(name.clone()));
        if known.as_ref() != Some(&name) {
            *known = None;
        }
    }

    /// Bits `lo .. lo + width`.
    pub fn slice(&mut self, x: ExprId, lo: u32, width: u32) -> ExprId {
        if lo == 0 && width == self.width(x) {
            return x;
        }
        self.expr(width, ExprKind::Slice(x, lo))
    }

    /// Parts side by side, the first one most significant.
    pub fn concat(&mut self, parts: &[ExprId]) -> ExprId {
        match parts {
            [part] => *part,
            _ => {
                let width = parts.iter().map(|part| self.width(*part)).sum();
                self.expr(width, ExprKind::Concat(parts.to_vec()))
            }
        }
    }

    /// Zero-extended or truncated to `width`.
    pub fn resize(&mut self, x: ExprId, width: u32) -> ExprId {
        let from = self.width(x);
        if from >= width {
            return self.slice(x, 0, width);
        }
        let zeros = self.constant(width - from, 0);
        self.concat(&[zeros, x])
    }

    fn well_sized(&self, expr: &Expr) -> bool {
        let width = |id: ExprId| self.width(id);
        let w = expr.width;
        (1..=64).contains(&w)
            && match &expr.kind {
                ExprKind::Const(value) | ExprKind::Named(value, _) => w == 64 || value >> w == 0,
                ExprKind::Net(net) => self.net_ref(*net).width == w,
                ExprKind::Unary(UnaryOp::Not, x) => width(*x) == w,
                ExprKind::Unary(..) => w == 1,
                ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, x, _) => width(*x) == w,
                ExprKind::Binary(op, x, y) if op.is_comparison() => w == 1 && width(*x) == width(*y),
                ExprKind::Binary(_, x, y) => width(*x) == w && width(*y) == w,
                ExprKind::Mux(select, x, y) => width(*select) == 1 && width(*x) == w && width(*y) == w,
                ExprKind::Slice(x, lo) => lo + w <= width(*x),
                ExprKind::Concat(parts) => parts.len() > 1 && parts.iter().map(|part| width(*part)).sum::<u32>() == w,
            }
    }
}

impl Design {
    /// The cells of devices that are instantiated, children of the other modules.
    #[doc(hidden)]
    pub fn cells(&self) -> impl Iterator<Item = (&Module, &Cell)> {
        self.modules
            .iter()
            .filter_map(|module| Some((module, module.cell.as_ref()?)))
    }

    /// The module behind an id.
    #[doc(hidden)]
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    /// The top module.
    #[doc(hidden)]
    pub fn top_module(&self) -> &Module {
        self.module(self.top)
    }
}
