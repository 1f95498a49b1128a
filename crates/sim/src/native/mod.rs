//! Engine `native`: the netlist compiled to machine code in this process, with Cranelift.
//!
//! A design becomes two functions over an array of 64-bit words: `settle` computes outputs from inputs and state,
//! `tick` the next state, in place. Only ports, registers and memories are stored, unless every net is to be watched.
//!
//! Most runs are short, so a design is compiled quickly first, and once more with better code when a run turns out to be long.

mod compile;
mod concat;
mod drivers;
mod emitter;
mod layout;
mod schedule;
mod settle;
mod tick;

use super::{Engine, EngineError, InstanceScope, Port, Variable};
use compile::{Allocation, Code};
use lanesmith_netlist::{Flat, FlatScope, Module, mask};
use layout::Layout;
use std::cell::OnceCell;
use std::rc::Rc;

/// The version of the code generator.
pub const CRANELIFT_VERSION: &str = cranelift_codegen::VERSION;

/// The number of clocks after which a design is compiled again with better code. On the video ALU and the Brew datapath, that code
/// saves the time of its compilation within one to three million clocks.
const LONG_RUN: u32 = 1 << 20;

/// The input of the compilation with better code, and the code when it exists.
struct Recompilation {
    flat: Flat,
    traced: bool,
    better: OnceCell<Option<Rc<Code>>>,
}

/// A compiled design and its state. Clones share the code and have a state each.
#[derive(Clone)]
pub struct Native {
    code: Rc<Code>,
    source: Rc<Recompilation>,
    /// Clocks until the code is replaced; 0 after that.
    quick_clocks: u32,
    layout: Rc<Layout>,
    ports: Vec<Port>,
    /// For each port: its word in the state array and the mask of its width.
    access: Vec<(u32, u64)>,
    state: Vec<u64>,
    scope: InstanceScope,
}

impl Native {
    /// Compiles a design. Ports and registers can be watched. Fails on processors that Cranelift does not know.
    #[doc(hidden)]
    pub fn new(flat: &Flat) -> Result<Self, EngineError> {
        Native::compile(flat, false)
    }

    /// Compiles a design of which every net can be watched, which costs time in every cycle.
    #[doc(hidden)]
    pub fn traced(flat: &Flat) -> Result<Self, EngineError> {
        Native::compile(flat, true)
    }

    fn compile(flat: &Flat, traced: bool) -> Result<Self, EngineError> {
        let drivers = drivers::drivers(flat);
        let layout = Layout::new(flat, &drivers, traced);
        let code = Code::new(flat, &layout, &drivers, Allocation::SinglePass)?;
        let mut ports = Vec::new();
        let mut access = Vec::new();
        for (id, net) in flat.ports() {
            // Every port but the clock is stored.
            let Some(slot) = layout.slot(id) else { continue };
            ports.push(Port::from(net));
            access.push((slot, mask(net.width)));
        }
        Ok(Native {
            code: Rc::new(code),
            source: Rc::new(Recompilation {
                flat: flat.clone(),
                traced,
                better: OnceCell::new(),
            }),
            quick_clocks: LONG_RUN,
            ports,
            access,
            state: power_up(flat, &layout),
            scope: watchable(&flat.scope, &flat.module, &layout),
            layout: Rc::new(layout),
        })
    }

    fn optimise(&mut self) {
        self.quick_clocks = 0;
        let Recompilation { flat, traced, better } = &*self.source;
        let better = better.get_or_init(|| {
            let drivers = drivers::drivers(flat);
            let layout = Layout::new(flat, &drivers, *traced);
            let code = Code::new(flat, &layout, &drivers, Allocation::Backtracking);
            code.ok().map(Rc::new)
        });
        // If it cannot be compiled, the code that is there computes the same.
        if let Some(code) = better {
            self.code = code.clone();
        }
    }

    /// Loads registers and memories. `flat` is the design that was compiled; `bits` are in the order of
    /// [`State`](lanesmith_netlist::eval::State), and 0 where they end.
    #[doc(hidden)]
    pub fn load(&mut self, flat: &Flat, bits: impl IntoIterator<Item = bool>) {
        let mut bits = bits.into_iter();
        for (word, width) in flat.state_words() {
            let bit = |i: u32, bit: Option<bool>| u64::from(bit == Some(true)) << i;
            let value = (0..width).fold(0, |value, i| value | bit(i, bits.next()));
            if let Some(slot) = self.layout.state(flat, word) {
                self.state[slot as usize] = value;
            }
        }
    }

    /// Registers and memories as [`load`](Native::load) takes them.
    #[doc(hidden)]
    pub fn unload(&self, flat: &Flat) -> Vec<bool> {
        let words = flat.state_words().flat_map(|(word, width)| {
            let slot = self.layout.state(flat, word);
            let value = slot.map_or(0, |slot| self.state[slot as usize]);
            (0..width).map(move |i| value >> i & 1 != 0)
        });
        words.collect()
    }
}

/// The state before the first clock edge.
fn power_up(flat: &Flat, layout: &Layout) -> Vec<u64> {
    let mut state = vec![0; layout.words];
    for (q, start) in &flat.module.starts {
        if let Some(slot) = layout.slot(*q) {
            state[slot as usize] = *start;
        }
    }
    for (i, memory) in flat.module.memories.iter().enumerate() {
        let words = memory.contents.as_deref().unwrap_or_default();
        state[layout.memory(i) as usize..][..words.len()].copy_from_slice(words);
    }
    state
}

/// The hierarchy of the stored nets. A variable's index is its word.
fn watchable(scope: &FlatScope, module: &Module, layout: &Layout) -> InstanceScope {
    let variables = scope.nets.iter().filter_map(|(name, net)| {
        Some(Variable {
            name: name.clone(),
            width: module.net_ref(*net).width,
            index: layout.slot(*net)? as usize,
        })
    });
    let children = scope.children.iter();
    InstanceScope {
        name: scope.name.clone(),
        variables: variables.collect(),
        children: children.map(|child| watchable(child, module, layout)).collect(),
    }
}

impl Engine for Native {
    fn name(&self) -> &'static str {
        "native"
    }

    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn set(&mut self, port: usize, value: u64) {
        let (slot, mask) = self.access[port];
        self.state[slot as usize] = value & mask;
    }

    fn get(&self, port: usize) -> u64 {
        self.state[self.access[port].0 as usize]
    }

    fn settle(&mut self) {
        self.code.settle(&mut self.state);
    }

    fn tick(&mut self) {
        self.code.tick(&mut self.state);
        if self.quick_clocks != 0 {
            self.quick_clocks -= 1;
            if self.quick_clocks == 0 {
                self.optimise();
            }
        }
    }

    fn prepare_for_long_run(&mut self) {
        self.optimise();
    }

    fn hierarchy(&self) -> InstanceScope {
        self.scope.clone()
    }

    fn watch(&self, variable: usize) -> u64 {
        self.state[variable]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_netlist::{BinaryOp, Design, ModuleId, NetKind, NetlistRegister};

    /// A counter of 8 bits.
    fn counter() -> Native {
        let mut module = Module::new("counter", "Counts clocks.");
        let [clock, q] = [("clock", 1, NetKind::Input), ("q", 8, NetKind::Output)]
            .map(|(name, width, kind)| module.net(name, width, kind, ""));
        let (old, one) = (module.read(q), module.constant(8, 1));
        let d = module.binary(BinaryOp::Add, old, one);
        module.registers.push(NetlistRegister {
            clock,
            q,
            d,
            enable: None,
            reset: None,
        });
        let design = Design {
            modules: vec![module],
            top: ModuleId(0),
        };
        Native::new(&Flat::new(&design).expect("a sound design")).expect("this processor is known")
    }

    #[test]
    fn a_long_run_replaces_the_code_once_and_shares_the_new_code_with_clones() {
        let mut native = counter();
        let (quick, mut clone) = (native.code.clone(), native.clone());
        native.quick_clocks = 3;
        for clock in 0..6 {
            native.settle();
            assert_eq!(native.get(native.port("q")), clock);
            assert_eq!(Rc::ptr_eq(&native.code, &quick), clock < 3, "clock {clock}");
            native.tick();
        }
        clone.optimise();
        assert!(Rc::ptr_eq(&clone.code, &native.code));
        clone.settle();
        assert_eq!(clone.get(clone.port("q")), 0);
    }
}
