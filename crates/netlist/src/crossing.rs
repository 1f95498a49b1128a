//! Paths from the state of one clock to that of another.

use super::check::reads;
use super::flat::Flat;
use super::ir::{ExprId, ExprKind, MemoryWrite, NetId, NetlistRegister};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

/// A path from a register or memory of one clock, through any logic, to a register or memory of another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClockCrossing {
    /// The register or memory where the path begins, by its path in the hierarchy.
    pub from: String,
    /// Its clock.
    pub from_clock: String,
    /// The register, memory, or word read from a memory, where the path ends.
    pub to: String,
    /// Its clock.
    pub to_clock: String,
    /// What protects its end.
    pub guard: CrossingGuard,
}

/// What protects a register at the end of a path from another clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CrossingGuard {
    /// One bit goes from the register straight into two flip-flops in a row: a synchroniser.
    Synchroniser,
    /// Logic goes into two flip-flops in a row, which may sample its glitches.
    LogicBeforeSynchroniser,
    /// No synchroniser. The crossing may still be safe, if a handshake keeps the value stable while it is sampled.
    None,
}

impl fmt::Display for CrossingGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CrossingGuard::Synchroniser => "into a synchroniser",
            CrossingGuard::LogicBeforeSynchroniser => "through logic into a synchroniser",
            CrossingGuard::None => "without a synchroniser",
        })
    }
}

impl fmt::Display for ClockCrossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ClockCrossing {
            from,
            from_clock,
            to,
            to_clock,
            guard,
        } = self;
        write!(f, "{from} ({from_clock}) to {to} ({to_clock}) {guard}")
    }
}

/// All such paths, sorted by name. Inputs of the design are left out, because their clock is unknown.
pub fn clock_crossings(flat: &Flat) -> Vec<ClockCrossing> {
    let graph = Sources::new(flat);
    let mut found = BTreeSet::new();
    for (name, clock, roots, register) in targets(flat) {
        for (from, from_clock, is_direct) in graph.states(&roots) {
            if from_clock == clock {
                continue;
            }
            let guard = match register.is_some_and(|register| is_synchroniser(flat, register)) {
                true if is_direct => CrossingGuard::Synchroniser,
                true => CrossingGuard::LogicBeforeSynchroniser,
                false => CrossingGuard::None,
            };
            let clock_name = |clock: NetId| flat.module.net_ref(clock).name.clone();
            found.insert(ClockCrossing {
                from,
                from_clock: clock_name(from_clock),
                to: name.clone(),
                to_clock: clock_name(clock),
                guard,
            });
        }
    }
    found.into_iter().collect()
}

/// State that a clock edge loads: its name, clock, dependencies, and the register if it is one.
type Target<'a> = (String, NetId, Vec<Root>, Option<&'a NetlistRegister>);

/// The end of a path.
#[derive(Clone, Copy)]
enum Root {
    Expr(ExprId),
    Net(NetId),
    /// The words of a memory.
    Words(usize),
}

fn targets(flat: &Flat) -> Vec<Target<'_>> {
    let module = &flat.module;
    let name = |net: NetId| module.net_ref(net).name.clone();
    let registers = module.registers.iter().map(|register| {
        let mut roots = vec![Root::Expr(register.d)];
        roots.extend(register.enable.map(Root::Expr));
        roots.extend(register.reset.as_ref().map(|reset| Root::Net(reset.net)));
        (name(register.q), register.clock, roots, Some(register))
    });
    let mut targets: Vec<Target> = registers.collect();
    for (i, memory) in module.memories.iter().enumerate() {
        let writes = memory.writes.iter().flat_map(MemoryWrite::exprs).map(Root::Expr);
        targets.push((memory.name.clone(), memory.clock, writes.collect(), None));
        for read in memory.reads.iter().filter(|read| read.synchronous.is_some()) {
            let roots = [Root::Words(i)].into_iter().chain(read.exprs().map(Root::Expr));
            targets.push((name(read.data), memory.read_clock, roots.collect(), None));
        }
    }
    targets
}

/// Whether a register of one bit is the first of two in a row: nothing but registers of its clock reads it, and those as it is.
fn is_synchroniser(flat: &Flat, first: &NetlistRegister) -> bool {
    let module = &flat.module;
    let straight = |register: &&NetlistRegister| module.expr_ref(register.d).kind == ExprKind::Net(first.q);
    let seconds = module.registers.iter().filter(straight);
    let seconds = seconds.filter(|second| second.clock == first.clock && second.enable.is_none());
    let seconds: Vec<String> = seconds.map(|second| module.net_ref(second.q).name.clone()).collect();
    let is_output = module.ports().any(|(port, _)| port == first.q);
    module.net_ref(first.q).width == 1
        && first.enable.is_none()
        && !is_output
        && !seconds.is_empty()
        && flat.readers(first.q) == seconds
}

/// The drivers of nets.
struct Sources<'a> {
    flat: &'a Flat,
    assigns: HashMap<NetId, ExprId>,
    /// State by the net that shows it: its clock.
    states: HashMap<NetId, NetId>,
    /// Asynchronous reads: memory and address.
    reads: HashMap<NetId, (usize, ExprId)>,
}

impl<'a> Sources<'a> {
    fn new(flat: &'a Flat) -> Self {
        let module = &flat.module;
        let states = module.registers.iter().map(|register| (register.q, register.clock));
        let mut sources = Sources {
            flat,
            assigns: module.assigns.iter().copied().collect(),
            states: states.collect(),
            reads: HashMap::new(),
        };
        for (i, memory) in module.memories.iter().enumerate() {
            for read in &memory.reads {
                match read.synchronous {
                    Some(_) => _ = sources.states.insert(read.data, memory.read_clock),
                    None => _ = sources.reads.insert(read.data, (i, read.address)),
                }
            }
        }
        sources
    }

    /// The state that roots depend on within a cycle, with its clock, and whether a root is that state itself.
    fn states(&self, roots: &[Root]) -> Vec<(String, NetId, bool)> {
        let module = &self.flat.module;
        let (mut nets, mut memories) = (HashSet::new(), BTreeSet::new());
        let mut open = vec![];
        let mut straight = HashSet::new();
        for root in roots {
            match root {
                Root::Expr(expr) => {
                    open.extend(reads(module, *expr));
                    straight.extend(self.straight(*expr));
                }
                Root::Net(net) => open.push(*net),
                Root::Words(memory) => _ = memories.insert(*memory),
            }
        }
        let mut found = vec![];
        while let Some(net) = open.pop() {
            if !nets.insert(net) {
                continue;
            }
            if let Some(clock) = self.states.get(&net) {
                found.push((module.net_ref(net).name.clone(), *clock, straight.contains(&net)));
            }
            if let Some(expr) = self.assigns.get(&net) {
                open.extend(reads(module, *expr));
            }
            if let Some((memory, address)) = self.reads.get(&net) {
                memories.insert(*memory);
                open.extend(reads(module, *address));
            }
        }
        let words = memories.into_iter().map(|memory| &module.memories[memory]);
        found.extend(words.map(|memory| (memory.name.clone(), memory.clock, false)));
        found
    }

    /// The net of one bit that an expression is, through nets that are nothing but others.
    fn straight(&self, mut expr: ExprId) -> Option<NetId> {
        let module = &self.flat.module;
        loop {
            let ExprKind::Net(net) = module.expr_ref(expr).kind else {
                return None;
            };
            match self.assigns.get(&net) {
                Some(next) => expr = *next,
                None => return (module.net_ref(net).width == 1).then_some(net),
            }
        }
    }
}
