//! The datapath cycle by cycle: offer an instruction, observe a retirement.

use super::view::instruction_values;
use crate::sim::testbench::{Clock, Pins, Random};
use crate::sim::wave::Recorder;
use crate::sim::{Engine, Port, index};
use crate::units::brew::golden::Retire;
use crate::units::brew::isa::REGISTERS;

/// The values of the retire port.
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

/// The indices of the ports.
pub(super) struct Ports {
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
/// Enough cycles for the instructions in the pipeline to retire, if none is slow.
const DRAIN: u32 = 8;

/// A datapath on an engine.
///
/// Where nothing is offered the window shows random words. In one cycle
/// of eight `in_ready` is also looked at with another offer: it must not depend on that.
pub struct DatapathHarness {
    clock: Clock,
    ports: Ports,
    noise: Noise,
    is_ready_steady: bool,
}

impl Ports {
    /// Those of `brew_datapath`; panics if the hardware is anything else.
    pub fn new(ports: &[Port]) -> Self {
        let port = |name: &str| index(ports, name);
        Ports {
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
        }
    }

    /// Shows a window, as an offer or not.
    #[inline]
    pub fn offer(&self, pins: &mut (impl Pins + ?Sized), window: Window, valid: bool) {
        pins.put(self.in_valid, u64::from(valid));
        pins.put(self.in_address, u64::from(window.address));
        for (port, word) in self.in_words.iter().zip(window.words) {
            pins.put(*port, u64::from(word));
        }
    }

    /// Offers nothing.
    pub fn withdraw(&self, pins: &mut (impl Pins + ?Sized)) {
        pins.put(self.in_valid, 0);
    }

    /// Whether a window that is offered is taken.
    #[inline]
    pub fn is_ready(&self, pins: &(impl Pins + ?Sized)) -> bool {
        pins.look(self.in_ready) != 0
    }

    /// The number of words taken: 0 where nothing is offered or taken.
    #[inline]
    pub fn taken(&self, pins: &(impl Pins + ?Sized), offered: bool) -> usize {
        match offered && self.is_ready(pins) {
            true => pins.look(self.in_length) as usize,
            false => 0,
        }
    }

    /// The instruction that retired at the edge before the cycle, if one did.
    #[inline]
    pub fn retired(&self, pins: &(impl Pins + ?Sized)) -> Option<Observed> {
        (pins.look(self.valid) != 0).then(|| Observed {
            retire: Retire {
                order: pins.look(self.order),
                address: pins.look(self.address) as u32,
                words: self.words.map(|port| pins.look(port) as u16),
                length: pins.look(self.length) as u8,
                exception: pins.look(self.exception) != 0,
                register: pins.look(self.register) as u8,
                writes: pins.look(self.write) != 0,
                old_type: pins.look(self.old_type) as u8,
                new_type: pins.look(self.new_type) as u8,
                value: pins.look(self.value) as u32,
                a: Some(pins.look(self.a) as u32),
                b: Some(pins.look(self.b) as u32),
                operand_type: Some(pins.look(self.operand_type) as u8),
            },
            types: pins.look(self.types),
        })
    }
}

/// The outputs of a cycle.
pub(super) struct Noise(Random);

impl Noise {
    pub fn new() -> Self {
        Noise(Random::new(0))
    }

    /// Random words for where nothing is offered, and whether `in_ready` is also looked at with another offer.
    pub fn cycle(&mut self) -> (Window, bool) {
        let noise = self.0.bits();
        let garbage = Window {
            address: noise as u32,
            words: [16, 32, 48].map(|lo| (noise >> lo) as u16),
        };
        (garbage, noise.is_multiple_of(8))
    }
}

/// Clears the registers, which have no value after power-up and keep theirs through a reset, by `$rN <- tiny 0`. `cycle` runs
/// a cycle that offers a window, if there is one, and tells how many words were taken.
pub(super) fn clear(mut cycle: impl FnMut(Option<Window>) -> usize) {
    for register in 0..REGISTERS as u16 {
        let window = Window {
            address: 0,
            words: [register << 12 | 0x010, 0, 0],
        };
        let mut offers = 0..PATIENCE;
        while offers.next().is_some() && cycle(Some(window)) == 0 {}
    }
    for _ in 0..DRAIN {
        cycle(None);
    }
}

impl DatapathHarness {
    /// Takes an engine that runs `brew_datapath`; panics if it runs anything else.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        DatapathHarness {
            ports: Ports::new(engine.ports()),
            clock: Clock::new(engine),
            noise: Noise::new(),
            is_ready_steady: true,
        }
    }

    /// Whether `in_ready` was the same for all offers, since the start.
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
        self.ports.withdraw(self.clock.engine_mut());
        for _ in 0..2 {
            self.clock.settle();
            self.clock.tick(|_, values| instruction_values([None; 2], values));
        }
        self.clock.set_reset(false);
    }

    /// Clears the registers, and resets: cycle 0 is the first one of the reset. Recording begins there.
    pub fn start(&mut self, waves: Option<Recorder>) {
        self.noise = Noise::new();
        self.reset();
        clear(|window| self.cycle(window).0);
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

    /// As [`cycle`](DatapathHarness::cycle); where it is recorded, `helpers` gives the values of what is expected from what retired.
    pub fn watched_cycle(
        &mut self,
        window: Option<Window>,
        helpers: impl FnOnce(Option<&Observed>, &mut Vec<u64>),
    ) -> (usize, Option<Observed>) {
        let (garbage, looks) = self.noise.cycle();
        let ready = looks.then(|| {
            self.offer(garbage, window.is_none());
            self.ports.is_ready(self.clock.engine())
        });
        self.offer(window.unwrap_or(garbage), window.is_some());
        let (ports, engine) = (&self.ports, self.clock.engine());
        let is_ready = ports.is_ready(engine);
        self.is_ready_steady &= ready.is_none_or(|ready| ready == is_ready);
        let taken = ports.taken(engine, window.is_some());
        let retired = ports.retired(engine);
        self.clock.tick(|_, values| {
            let words = retired.as_ref().map(|retired| retired.retire.words);
            instruction_values([window.map(|window| window.words), words], values);
            helpers(retired.as_ref(), values);
        });
        (taken, retired)
    }

    /// Shows a window, as an offer or not, and lets that take effect.
    fn offer(&mut self, window: Window, valid: bool) {
        self.ports.offer(self.clock.engine_mut(), window, valid);
        self.clock.settle();
    }
}
