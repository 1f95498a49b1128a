//! A pipeline around golden that stands in for hardware, and an engine that plants faults in another engine: with
//! them the testbench itself is put to the test.

use lanesmith::sim::{Engine, InstanceScope, Port, PortDirection, Variable};
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::golden;

/// A result under way: d and tag.
type Slot = Option<(u64, u64)>;

/// Behaves like `video_alu` at a latency.
pub struct Model {
    ports: Vec<Port>,
    values: Vec<u64>,
    stages: Vec<Slot>,
    next: Vec<Slot>,
}

/// Port numbers, in the order of the emitted module.
pub mod port {
    pub const RESET: usize = 0;
    pub const IN_VALID: usize = 1;
    pub const IN_READY: usize = 2;
    pub const IN_CONTROL: usize = 3;
    pub const IN_TAG: usize = 7;
    pub const OUT_VALID: usize = 8;
    pub const OUT_READY: usize = 9;
    pub const OUT_D: usize = 10;
    pub const OUT_TAG: usize = 11;
}
use port::*;

impl Model {
    pub fn new(latency: usize) -> Self {
        use PortDirection::{Input, Output};
        let ports = [
            ("reset", 1, Input),
            ("in_valid", 1, Input),
            ("in_ready", 1, Output),
            ("in_control", 37, Input),
            ("in_a", 32, Input),
            ("in_b", 32, Input),
            ("in_c", 32, Input),
            ("in_tag", 8, Input),
            ("out_valid", 1, Output),
            ("out_ready", 1, Input),
            ("out_d", 32, Output),
            ("out_tag", 8, Output),
        ];
        let ports = ports.map(|(name, width, direction)| Port {
            name: name.into(),
            width,
            direction,
        });
        Model {
            values: vec![0; ports.len()],
            ports: ports.to_vec(),
            stages: vec![None; latency],
            next: vec![None; latency],
        }
    }

    fn input(&self) -> Slot {
        (self.values[IN_VALID] != 0).then(|| {
            let word = |port: usize| self.values[port] as u32;
            let d = golden::evaluate_control(
                Control(self.values[IN_CONTROL]),
                word(IN_CONTROL + 1),
                word(IN_CONTROL + 2),
                word(IN_CONTROL + 3),
            );
            (d.into(), self.values[IN_TAG])
        })
    }
}

impl Engine for Model {
    fn name(&self) -> &'static str {
        "model"
    }

    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn set(&mut self, port: usize, value: u64) {
        assert_eq!(self.ports[port].direction, PortDirection::Input);
        self.values[port] = value & (u64::MAX >> (64 - self.ports[port].width));
    }

    fn get(&self, port: usize) -> u64 {
        self.values[port]
    }

    fn settle(&mut self) {
        let input = self.input();
        // From the output backwards: a stage moves on where the next one is empty or moves on itself.
        let mut free = self.values[OUT_READY] != 0;
        let output = self.stages.last().copied().unwrap_or(input);
        for i in (0..self.stages.len()).rev() {
            free |= self.stages[i].is_none();
            let before = if i == 0 { input } else { self.stages[i - 1] };
            self.next[i] = if free { before } else { self.stages[i] };
        }
        if self.values[RESET] != 0 {
            self.next.fill(None);
        }
        self.values[IN_READY] = free.into();
        self.values[OUT_VALID] = output.is_some().into();
        (self.values[OUT_D], self.values[OUT_TAG]) = output.unwrap_or_default();
    }

    fn tick(&mut self) {
        self.stages.copy_from_slice(&self.next);
    }

    fn hierarchy(&self) -> InstanceScope {
        let variable = |index: usize, name: &str, width| Variable {
            name: name.into(),
            width,
            index,
        };
        let named = self.ports.iter().enumerate();
        let mut variables: Vec<Variable> = named.map(|(i, port)| variable(i, &port.name, port.width)).collect();
        variables.insert(0, variable(99, "clock", 1));
        let inner = vec![variable(99, "clock", 1), variable(IN_CONTROL, "control", 37)];
        InstanceScope {
            name: "video_alu".into(),
            variables,
            children: vec![InstanceScope {
                name: "core".into(),
                variables: inner,
                children: vec![],
            }],
        }
    }

    fn watch(&self, variable: usize) -> u64 {
        self.values[variable]
    }
}

/// What to plant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    /// A result vanishes while it is taken.
    Drop,
    /// A result shows up again in the next empty cycle.
    Duplicate,
    /// A result comes after the one behind it.
    Reorder,
    /// One bit of a result is wrong.
    Corrupt,
    /// A stalled result changes.
    Unstable,
    /// A stalled result is withdrawn for a cycle.
    Withdraw,
    /// Results appear only while ready is 1.
    WaitForReady,
    /// Nothing is accepted any more.
    Refuse,
    /// The reset does not clear what is in flight.
    IgnoreReset,
}

/// Another engine with a fault from the `after`th result on; the fault happens once, or for good if it is lasting.
pub struct Faulty<E> {
    inner: E,
    plant: Plant,
    after: u32,
    results: u32,
    stalls: u32,
    held: Slot,
    done: bool,
}

impl<E: Engine> Faulty<E> {
    pub fn new(inner: E, plant: Plant, after: u32) -> Self {
        Faulty {
            inner,
            plant,
            after,
            results: 0,
            stalls: 0,
            held: None,
            done: false,
        }
    }

    fn armed(&self) -> bool {
        self.results >= self.after && !self.done
    }

    fn valid(&self) -> bool {
        self.inner.get(OUT_VALID) != 0
    }

    fn ready(&self) -> bool {
        self.inner.get(OUT_READY) != 0
    }

    fn slot(&self) -> (u64, u64) {
        (self.inner.get(OUT_D), self.inner.get(OUT_TAG))
    }

    /// What stands at the outputs: valid, then d and tag.
    fn output(&self) -> (bool, (u64, u64)) {
        let (d, tag) = self.slot();
        match self.plant {
            Plant::Drop | Plant::Reorder if self.armed() && self.valid() => (false, (d, tag)),
            // Only where it is taken at once, so that no other rule is broken.
            Plant::Duplicate | Plant::Reorder if !self.valid() && self.ready() && self.held.is_some() => {
                (true, self.held.unwrap_or_default())
            }
            Plant::Corrupt if self.armed() => (self.valid(), (d ^ 0x100, tag)),
            Plant::Unstable if self.armed() && self.stalls > 0 => (self.valid(), (d ^ 1, tag)),
            Plant::Withdraw if self.armed() && self.stalls > 0 => (false, (d, tag)),
            Plant::WaitForReady => (self.valid() && self.ready(), (d, tag)),
            _ => (self.valid(), (d, tag)),
        }
    }
}

impl<E: Engine> Engine for Faulty<E> {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn ports(&self) -> &[Port] {
        self.inner.ports()
    }

    fn set(&mut self, port: usize, value: u64) {
        let hidden = match self.plant {
            Plant::IgnoreReset => port == RESET,
            Plant::Refuse => port == IN_VALID && self.armed(),
            _ => false,
        };
        self.inner.set(port, if hidden { 0 } else { value });
    }

    fn get(&self, port: usize) -> u64 {
        let (valid, (d, tag)) = self.output();
        match port {
            OUT_VALID => valid.into(),
            OUT_D => d,
            OUT_TAG => tag,
            IN_READY if self.plant == Plant::Refuse && self.armed() => 0,
            _ => self.inner.get(port),
        }
    }

    fn settle(&mut self) {
        self.inner.settle();
    }

    fn tick(&mut self) {
        let (valid, slot) = self.output();
        let taken = self.valid() && self.ready();
        match self.plant {
            Plant::Drop => self.done |= self.armed() && taken,
            Plant::Duplicate | Plant::Reorder if self.armed() && taken => {
                self.held = Some(slot);
                self.done = true;
            }
            Plant::Duplicate | Plant::Reorder if valid && !self.valid() && self.ready() => self.held = None,
            Plant::Corrupt => self.done |= self.armed() && taken,
            _ => {}
        }
        self.stalls = if self.valid() && !self.ready() {
            self.stalls + 1
        } else {
            0
        };
        self.results += u32::from(taken);
        self.inner.tick();
    }

    fn hierarchy(&self) -> InstanceScope {
        self.inner.hierarchy()
    }

    fn watch(&self, variable: usize) -> u64 {
        self.inner.watch(variable)
    }
}
