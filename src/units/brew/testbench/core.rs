//! One cycle at a time: offer an instruction, see what retires.

use super::view::instruction_values;
use crate::sim::Engine;
use crate::sim::testbench::{Clock, Random};
use crate::sim::wave::Recorder;
use crate::units::brew::golden::Retire;
use crate::units::brew::isa::REGISTERS;

/// What the retire port showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Observed {
    /// The instruction in the golden machine's terms. `words` beyond `length`, `value` unless `writes`, and operands and
    /// their type where the golden machine tells none are whatever the hardware showed.
    pub retire: Retire,
    /// All types afterwards, four bits each, that of `$r0` lowest.
    pub types: u64,
}

/// The window on the program, at its front end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Address of the first word.
    pub address: u32,
    /// The next three words.
    pub words: [u16; 3],
}

struct Ports {
    in_valid: usize,
    in_ready: usize,
    in_length: usize,
    in_address: usize,
    in_words: [usize; 3],
    valid: usize,
    order: usize,
    address: usize,
    words: [usize; 3],
    length: usize,
    exception: usize,
    write: usize,
    register: usize,
    value: usize,
    old_type: usize,
    new_type: usize,
    types: usize,
    a: usize,
    b: usize,
    operand_type: usize,
}

/// No instruction takes this many cycles.
pub(super) const PATIENCE: u32 = 64;
/// Enough cycles for what is in the pipeline to retire, where no instruction is slow.
const DRAIN: u32 = 8;

/// A datapath on an engine.
///
/// Where nothing is offered the window shows random words. In one cycle
/// of eight `in_ready` is also looked at with another offer: it must not depend on that.
pub struct Core {
    clock: Clock,
    ports: Ports,
    noise: Random,
    is_ready_steady: bool,
}

impl Core {
    /// Takes an engine that runs `brew_datapath`; panics if it runs anything else.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        let port = |name: &str| engine.port(name);
        let ports = Ports {
            in_valid: port("in_valid"),
            in_ready: port("in_ready"),
            in_length: port("in_length"),
            in_address: port("in_address"),
            in_words: ["in_word0", "in_word1", "in_word2"].map(port),
            valid: port("retire_valid"),
            order: port("retire_order"),
            address: port("retire_address"),
            words: ["retire_word0", "retire_word1", "retire_word2"].map(port),
            length: port("retire_length"),
            exception: port("retire_exception"),
            write: port("retire_write"),
            register: port("retire_register"),
            value: port("retire_value"),
            old_type: port("retire_old_type"),
            new_type: port("retire_type"),
            types: port("retire_types"),
            a: port("retire_a"),
            b: port("retire_b"),
            operand_type: port("retire_operand_type"),
        };
        Core {
            clock: Clock::new(engine),
            ports,
            noise: Random::new(0),
            is_ready_steady: true,
        }
    }

    /// Whether `in_ready` was the same whatever was offered, since the start.
    pub fn is_ready_steady(&self) -> bool {
        self.is_ready_steady
    }

    /// The engine with its clock, for recording.
    pub fn clock(&mut self) -> &mut Clock {
        &mut self.clock
    }

    /// Two cycles of reset: all types INT32, the pipeline empty. Register values survive.
    pub fn reset(&mut self) {
        self.clock.set_reset(true);
        self.clock.engine_mut().set(self.ports.in_valid, 0);
        for _ in 0..2 {
            self.clock.settle();
            self.clock.tick(|_, values| instruction_values([None; 2], values));
        }
        self.clock.set_reset(false);
    }

    /// Clears the registers, and resets: cycle 0 is the first one of the reset. Recording begins there.
    pub fn start(&mut self, waves: Option<Recorder>) {
        self.noise = Random::new(0);
        self.reset();
        // `$rN <- tiny 0`: registers have no value after power-up, and keep theirs through a reset.
        for register in 0..REGISTERS as u16 {
            let window = Window {
                address: 0,
                words: [register << 12 | 0x010, 0, 0],
            };
            let mut offers = 0..PATIENCE;
            while offers.next().is_some() && self.cycle(Some(window)).0 == 0 {}
        }
        (0..DRAIN).for_each(|_| self.idle());
        self.clock.restart();
        self.is_ready_steady = true;
        if let Some(waves) = waves {
            self.clock.record(waves);
        }
        self.reset();
    }

    /// Runs a cycle in which `window` is offered, if there is one. Returns the number of words taken, 0 to 3, and
    /// the instruction that retired at the edge before the cycle, if one did.
    pub fn cycle(&mut self, window: Option<Window>) -> (usize, Option<Observed>) {
        self.watched_cycle(window, |_, _| ())
    }

    /// Runs a cycle in which nothing is offered and nobody looks.
    pub(super) fn idle(&mut self) {
        self.cycle(None);
    }

    /// As [`cycle`](Core::cycle); where it is recorded, `helpers` gives the values of what is expected from what retired.
    pub fn watched_cycle(
        &mut self,
        window: Option<Window>,
        helpers: impl FnOnce(Option<&Observed>, &mut Vec<u64>),
    ) -> (usize, Option<Observed>) {
        let noise = self.noise.bits();
        let garbage = Window {
            address: noise as u32,
            words: [16, 32, 48].map(|lo| (noise >> lo) as u16),
        };
        let ready = noise.is_multiple_of(8).then(|| {
            self.offer(garbage, window.is_none());
            self.clock.engine().get(self.ports.in_ready)
        });
        self.offer(window.unwrap_or(garbage), window.is_some());
        let ports = &self.ports;
        let engine = self.clock.engine_mut();
        let is_ready = engine.get(ports.in_ready);
        self.is_ready_steady &= ready.is_none_or(|ready| ready == is_ready);
        let taken = window.is_some() && is_ready != 0;
        let taken = if taken { engine.get(ports.in_length) as usize } else { 0 };
        let retired = (engine.get(ports.valid) != 0).then(|| Observed {
            retire: Retire {
                order: engine.get(ports.order),
                address: engine.get(ports.address) as u32,
                words: ports.words.map(|port| engine.get(port) as u16),
                length: engine.get(ports.length) as u8,
                exception: engine.get(ports.exception) != 0,
                register: engine.get(ports.register) as u8,
                writes: engine.get(ports.write) != 0,
                old_type: engine.get(ports.old_type) as u8,
                new_type: engine.get(ports.new_type) as u8,
                value: engine.get(ports.value) as u32,
                a: Some(engine.get(ports.a) as u32),
                b: Some(engine.get(ports.b) as u32),
                operand_type: Some(engine.get(ports.operand_type) as u8),
            },
            types: engine.get(ports.types),
        });
        self.clock.tick(|_, values| {
            let words = retired.as_ref().map(|retired| retired.retire.words);
            instruction_values([window.map(|window| window.words), words], values);
            helpers(retired.as_ref(), values);
        });
        (taken, retired)
    }

    /// Shows a window, as an offer or not, and lets that take effect.
    fn offer(&mut self, window: Window, valid: bool) {
        let engine = self.clock.engine_mut();
        engine.set(self.ports.in_valid, u64::from(valid));
        engine.set(self.ports.in_address, u64::from(window.address));
        for (port, word) in self.ports.in_words.iter().zip(window.words) {
            engine.set(*port, u64::from(word));
        }
        engine.settle();
    }
}
