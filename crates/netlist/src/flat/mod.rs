//! The flat form: one module without instances, in an order of evaluation.

mod flattener;
mod resets;

pub use resets::DrivenReset;

use super::check::{CheckError, check, reads};
use super::ir::{Design, ExprId, Module, Net, NetId, NetKind, NetlistRegister};
use flattener::Flattener;
use std::collections::{BTreeSet, HashMap};

/// A design without hierarchy.
#[derive(Clone, Debug)]
pub struct Flat {
    /// All nets, assignments, registers and memories; no instances. The top module's ports come first, in order;
    /// inner nets are named by path, as in `lane_0.sum`. Nets that only connect ports are one net.
    pub module: Module,
    /// Combinational steps, each after the ones whose results it reads.
    pub steps: Vec<FlatStep>,
    /// The clock port of all registers and memories; `None` if there are none.
    pub clock: Option<NetId>,
    /// The asynchronous resets that registers drive, each after those that act on its source.
    pub driven_resets: Vec<DrivenReset>,
    /// The hierarchy, with the names of nets and memories.
    pub scope: FlatScope,
}

/// One combinational step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatStep {
    /// `module.assigns[i]`.
    Assign(usize),
    /// The output of `module.registers[i]`, which depends on its asynchronous reset.
    Register(usize),
    /// The asynchronous read port `module.memories[i].reads[j]`.
    Read(usize, usize),
}

impl FlatStep {
    /// The net that the step drives, and those that it reads within the cycle.
    fn connection(self, module: &Module) -> (NetId, Vec<NetId>) {
        match self {
            FlatStep::Assign(i) => (module.assigns[i].0, reads(module, module.assigns[i].1)),
            FlatStep::Register(i) => {
                let reset = module.registers[i].reset.iter();
                (module.registers[i].q, reset.map(|reset| reset.net).collect())
            }
            FlatStep::Read(i, j) => {
                let read = &module.memories[i].reads[j];
                (read.data, reads(module, read.address))
            }
        }
    }
}

/// A word of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateWord {
    /// A register, by its net.
    Register(NetId),
    /// The word of `module.memories[i]` at an address.
    Word(usize, u32),
    /// The value of the synchronous read `module.memories[i].reads[j]`.
    Read(usize, usize),
}

/// An instance and its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatScope {
    /// Instance name; the module name for the top.
    pub name: String,
    /// The field that the instance is in its parent, `lane$0`; empty for the top.
    pub block: String,
    /// The module's name.
    pub module: String,
    /// Every net of the instance, ports first; a net may have several names.
    pub nets: Vec<(String, NetId)>,
    /// The nets that are signals of the instance's kernel, by their names there.
    pub signals: Vec<(String, NetId)>,
    /// Memories, as indices of `module.memories`.
    pub memories: Vec<(String, usize)>,
    /// Inner instances.
    pub children: Vec<FlatScope>,
}

impl Flat {
    /// Checks and flattens a design. Errors: those of [`check`](super::check()), a combinational loop, clocks that are not all the
    /// same input port, an asynchronous reset made by logic.
    pub fn new(design: &Design) -> Result<Self, CheckError> {
        check(design)?;
        let top = design.top_module();
        let mut flattener = Flattener {
            design,
            module: Module::new(top.name.clone(), top.doc.clone()),
        };
        let scope = flattener.instance(design.top, &top.name, "", &HashMap::new());
        let module = flattener.module;
        let clock = clock(&module)?;
        let steps = order(&module)?;
        Ok(Flat {
            driven_resets: resets::driven_resets(&module, &steps)?,
            module,
            steps,
            clock,
            scope,
        })
    }

    /// The top-level ports, in order.
    pub fn ports(&self) -> impl Iterator<Item = (NetId, &Net)> {
        self.module.ports()
    }

    /// The names of nets, registers and memories that read a net as data, not as a clock or an asynchronous reset. A net that nothing
    /// uses, such as `unused_ok` of emitted text, is no reader.
    pub fn readers(&self, net: NetId) -> Vec<String> {
        let module = &self.module;
        let reads_it = |expr: &ExprId| reads(module, *expr).contains(&net);
        let name = |net: NetId| module.net_ref(net).name.clone();
        let assigns = module.assigns.iter().filter(|(_, value)| reads_it(value));
        let assigns = assigns.filter(|(target, _)| self.is_used(*target));
        let registers = module.registers.iter();
        let registers = registers.filter(|register| {
            let reset = register.reset.as_ref().filter(|reset| !reset.style.asynchronous);
            [Some(register.d), register.enable].iter().flatten().any(reads_it)
                || reset.is_some_and(|reset| reset.net == net)
        });
        let memories = module.memories.iter();
        let memories = memories.filter(|memory| memory.exprs().any(|expr| reads_it(&expr)));
        let mut found: Vec<String> = assigns.map(|(target, _)| name(*target)).collect();
        found.extend(registers.map(|register| name(register.q)));
        found.extend(memories.map(|memory| memory.name.clone()));
        found
    }

    /// Whether a net is an output, or something reads it, as data or not.
    fn is_used(&self, net: NetId) -> bool {
        let module = &self.module;
        let reads_it = |expr: ExprId| reads(module, expr).contains(&net);
        let resets = |register: &NetlistRegister| register.reset.as_ref().is_some_and(|reset| reset.net == net);
        module.net_ref(net).kind == NetKind::Output
            || module.assigns.iter().any(|(_, value)| reads_it(*value))
            || (module.registers.iter()).any(|register| {
                register.clock == net
                    || resets(register)
                    || [Some(register.d), register.enable].into_iter().flatten().any(reads_it)
            })
            || (module.memories.iter()).any(|memory| memory.clock == net || memory.exprs().any(reads_it))
    }

    /// A value of the net `net` as text, with its name if it has one.
    pub fn value_text(&self, net: &str, value: u64) -> String {
        let mut named = self.module.enumerations.iter();
        let names = named.find(|(id, _)| self.module.net_ref(**id).name == net);
        match names.and_then(|(_, names)| names.value_name(value)) {
            Some(name) => format!("{value:#x} ({}::{})", name.group, name.item),
            None => format!("{value:#x}"),
        }
    }

    /// The clock port; without clocked state, the port `clock`, if there is one.
    pub fn clock_port(&self) -> Option<NetId> {
        self.clock.or_else(|| self.port("clock"))
    }

    /// The words of the state with their widths: registers, then for each memory its words and the values of its synchronous reads.
    pub fn state_words(&self) -> impl Iterator<Item = (StateWord, u32)> {
        let module = &self.module;
        let registers = module.registers.iter().map(|register| register.q);
        let registers = registers.map(|q| (StateWord::Register(q), module.net_ref(q).width));
        let memories = module.memories.iter().enumerate().flat_map(|(i, memory)| {
            let words = (0..memory.depth).map(move |address| StateWord::Word(i, address));
            let held = (0..).zip(&memory.reads).filter(|(_, read)| read.synchronous.is_some());
            let all = words.chain(held.map(move |(j, _)| StateWord::Read(i, j)));
            all.map(|word| (word, memory.width))
        });
        registers.chain(memories)
    }

    /// The state at power-up, least significant bits first, in the order of [`state_words`](Flat::state_words).
    pub fn power_up_bits(&self) -> Vec<bool> {
        let start = |word: StateWord| match word {
            StateWord::Register(q) => self.module.starts.get(&q).copied().unwrap_or(0),
            StateWord::Word(memory, address) => self.module.memories[memory].start(address),
            StateWord::Read(..) => 0,
        };
        let words = self.state_words().map(|(word, width)| (start(word), width));
        words
            .flat_map(|(value, width)| (0..width).map(move |i| value >> i & 1 != 0))
            .collect()
    }

    /// The port called `name`.
    pub fn port(&self, name: &str) -> Option<NetId> {
        self.ports().find(|(_, net)| net.name == name).map(|(id, _)| id)
    }
}

/// The input port that clocks all registers and memories.
fn clock(module: &Module) -> Result<Option<NetId>, CheckError> {
    let registers = module.registers.iter().map(|register| register.clock);
    let memories = module.memories.iter().filter(|memory| memory.is_clocked());
    let clocks: BTreeSet<NetId> = registers.chain(memories.map(|memory| memory.clock)).collect();
    let refuse = |clock: NetId, message: String| Err(CheckError::new(module, &module.net_ref(clock).name, message));
    let is_inner = |clock: &&NetId| module.net_ref(**clock).kind != NetKind::Input;
    if let Some(clock) = clocks.iter().find(is_inner) {
        return refuse(*clock, "a clock that is no input port of the top module".to_owned());
    }
    let mut clocks = clocks.into_iter();
    let first = clocks.next();
    match (first, clocks.next()) {
        (Some(first), Some(second)) => {
            let first = &module.net_ref(first).name;
            refuse(second, format!("a second clock beside {first}: a design has one clock"))
        }
        _ => Ok(first),
    }
}

/// Sorts the combinational steps.
fn order(module: &Module) -> Result<Vec<FlatStep>, CheckError> {
    let is_asynchronous =
        |i: &usize| (module.registers[*i].reset.as_ref()).is_some_and(|reset| reset.style.asynchronous);
    let assigns = (0..module.assigns.len()).map(FlatStep::Assign);
    let registers = (0..module.registers.len())
        .filter(is_asynchronous)
        .map(FlatStep::Register);
    let reads = module.memories.iter().enumerate().flat_map(|(i, memory)| {
        let asynchronous = (0..).zip(&memory.reads).filter(|(_, read)| read.synchronous.is_none());
        asynchronous.map(move |(j, _)| FlatStep::Read(i, j))
    });
    let producer = |step: FlatStep| {
        let (target, sources) = step.connection(module);
        (target, (step, sources))
    };
    let producers: HashMap<NetId, (FlatStep, Vec<NetId>)> =
        assigns.chain(registers).chain(reads).map(producer).collect();
    let mut steps = Vec::with_capacity(producers.len());
    let mut done = vec![false; module.nets.len()];
    // The path of a depth-first search: each net on it with how many of its sources were looked at.
    let mut path: Vec<(NetId, usize)> = Vec::new();
    let mut on_path = vec![false; module.nets.len()];
    for root in (0..module.nets.len() as u32).map(NetId) {
        path.push((root, 0));
        while let Some((net, next)) = path.last_mut() {
            let (net, i) = (*net, net.0 as usize);
            let producer = producers.get(&net).filter(|_| !done[i]);
            let source = producer.and_then(|(_, sources)| sources.get(*next));
            on_path[i] = true;
            *next += 1;
            match source {
                Some(source) if on_path[source.0 as usize] => {
                    let start = path.iter().position(|(net, _)| net == source).unwrap_or(0);
                    let name = |net: NetId| module.net_ref(net).name.as_str();
                    let mut names: Vec<&str> = path[start..].iter().map(|(net, _)| name(*net)).collect();
                    names.push(name(*source));
                    let message = format!("combinational loop: {}", names.join(" depends on "));
                    return Err(CheckError::new(module, name(*source), message));
                }
                Some(source) => {
                    if !done[source.0 as usize] {
                        path.push((*source, 0));
                    }
                }
                None => {
                    steps.extend(producer.map(|(step, _)| *step));
                    done[i] = true;
                    on_path[i] = false;
                    path.pop();
                }
            }
        }
    }
    Ok(steps)
}
