//! The datapath cycle by cycle: offer an instruction, observe a retirement.

use super::view::{helpers, instruction_values, view};
use crate::brew::golden::Retire;
use crate::brew::isa::REGISTERS;
use lanesmith_sim::testbench::{Clock, Pins, Random};
use lanesmith_sim::wave::{Dump, DumpedWaves, Keep, WaveRecorder};
use lanesmith_sim::{Engine, Port, index};
use lanesmith_text::files::FileError;
use std::io;
use std::ops::Range;
use std::path::Path;

/// The values of the retire port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ObservedRetirement {
    /// The retired instruction as the golden machine records it. Fields that the golden machine leaves undefined have the
    /// hardware's values: `words` beyond `length`, `value` unless `writes`, operands and their type if there are none.
    pub retire: Retire,
    /// All types afterwards, four bits each, that of `$r0` lowest.
    pub types: u64,
}

/// The words that the datapath is offered: the next instruction is at their beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Address of the first word.
    pub address: u32,
    /// The next three words.
    pub words: [u16; 3],
}

impl Window {
    /// The window on the words at `place` of a program at address 0; behind its end are zeros.
    #[inline]
    pub fn at(program: &[u16], place: usize) -> Self {
        let rest = program.get(place..).unwrap_or_default();
        let words = match rest {
            [x, y, z, ..] => [*x, *y, *z],
            _ => std::array::from_fn(|i| rest.get(i).copied().unwrap_or(0)),
        };
        Window {
            address: 2 * place as u32,
            words,
        }
    }
}

/// The retire ports beside `retire_valid`.
pub(super) const RETIRE: [&str; 16] = [
    "retire_order",
    "retire_address",
    "retire_word0",
    "retire_word1",
    "retire_word2",
    "retire_length",
    "retire_exception",
    "retire_write",
    "retire_register",
    "retire_old_type",
    "retire_type",
    "retire_value",
    "retire_a",
    "retire_b",
    "retire_operand_type",
    "retire_types",
];

impl ObservedRetirement {
    /// From the values of the retire ports, in the order of [`RETIRE`].
    #[inline]
    pub(super) fn new(values: [u64; RETIRE.len()]) -> Self {
        let mut values = values.into_iter();
        let mut next = || values.next().unwrap_or_default();
        // Fields are evaluated in this order.
        ObservedRetirement {
            retire: Retire {
                order: next(),
                address: next() as u32,
                words: [(); 3].map(|()| next() as u16),
                length: next() as u8,
                exception: next() != 0,
                writes: next() != 0,
                register: next() as u8,
                old_type: next() as u8,
                new_type: next() as u8,
                value: next() as u32,
                a: Some(next() as u32),
                b: Some(next() as u32),
                operand_type: Some(next() as u8),
            },
            types: next(),
        }
    }

    /// The values of the retire ports, in the order of [`RETIRE`], and whether the golden machine defines them. Undefined are
    /// words behind the instruction's last, the value if no register is written, operands and their type if there are none.
    #[inline]
    pub(super) fn ports(&self) -> [(u64, bool); RETIRE.len()] {
        let ObservedRetirement { retire, types } = self;
        let [word0, word1, word2] = retire.words.map(u64::from);
        let defined = |value: Option<u32>| (value.unwrap_or(0).into(), value.is_some());
        [
            (retire.order, true),
            (retire.address.into(), true),
            (word0, true),
            (word1, retire.length > 1),
            (word2, retire.length > 2),
            (retire.length.into(), true),
            (retire.exception.into(), true),
            (retire.writes.into(), true),
            (retire.register.into(), true),
            (retire.old_type.into(), true),
            (retire.new_type.into(), true),
            (retire.value.into(), retire.writes),
            defined(retire.a),
            defined(retire.b),
            defined(retire.operand_type.map(u32::from)),
            (*types, true),
        ]
    }
}

/// The indices of the ports.
pub(super) struct DatapathPorts {
    pub in_valid: usize,
    pub in_ready: usize,
    pub in_length: usize,
    pub in_address: usize,
    pub in_words: [usize; 3],
    /// `retire_valid`
    pub valid: usize,
    /// In the order of [`RETIRE`].
    pub retire: [usize; RETIRE.len()],
}

/// No instruction takes this many cycles.
pub(super) const PATIENCE: u32 = 64;
/// Enough cycles for the instructions in the pipeline to retire, if none is slow.
const DRAIN: u32 = 8;

/// A datapath on an engine.
///
/// In cycles without an offer the window shows random words. In one cycle of eight the harness also samples `in_ready` with
/// another offer, because `in_ready` must not depend on the offer.
pub struct DatapathHarness {
    clock: Clock,
    ports: DatapathPorts,
    noise: WindowNoise,
    is_ready_steady: bool,
}

impl DatapathPorts {
    /// The ports of `brew_datapath`. Panics on other hardware.
    pub fn new(ports: &[Port]) -> Self {
        let port = |name: &str| index(ports, name);
        DatapathPorts {
            in_valid: port("in_valid"),
            in_ready: port("in_ready"),
            in_length: port("in_length"),
            in_address: port("in_address"),
            in_words: ["in_word0", "in_word1", "in_word2"].map(port),
            valid: port("retire_valid"),
            retire: RETIRE.map(port),
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

    /// The number of words taken; 0 if nothing is offered or taken.
    #[inline]
    pub fn taken(&self, pins: &(impl Pins + ?Sized), offered: bool) -> usize {
        match offered && self.is_ready(pins) {
            true => pins.look(self.in_length) as usize,
            false => 0,
        }
    }

    /// The instruction that retired at the edge before the cycle, if one did.
    #[inline]
    pub fn retired(&self, pins: &(impl Pins + ?Sized)) -> Option<ObservedRetirement> {
        (pins.look(self.valid) != 0).then(|| ObservedRetirement::new(self.retire.map(|port| pins.look(port))))
    }
}

/// The random words that the window shows in cycles without an offer.
#[derive(Clone)]
pub(super) struct WindowNoise(Random);

impl WindowNoise {
    pub fn new() -> Self {
        WindowNoise(Random::new(0))
    }

    /// Random words for a cycle, and whether the harness also samples `in_ready` with another offer.
    pub fn cycle(&mut self) -> (Window, bool) {
        let noise = self.0.bits();
        let garbage = Window {
            address: noise as u32,
            words: [16, 32, 48].map(|lo| (noise >> lo) as u16),
        };
        (garbage, noise.is_multiple_of(8))
    }
}

/// Clears the registers by `$rN <- tiny 0`: after power-up they have no value, and a reset does not change them. `cycle` runs
/// a cycle that offers the window, if any, and returns the number of words taken.
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
    /// `engine` must run `brew_datapath`: panics on other hardware.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        DatapathHarness {
            ports: DatapathPorts::new(engine.ports()),
            clock: Clock::new(engine),
            noise: WindowNoise::new(),
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

    /// A file for waves of these cycles of a program, and the recorder for [`start`](Self::start).
    pub(super) fn dump(
        &self,
        path: &Path,
        program: &[u16],
        cycles: Range<u64>,
    ) -> Result<(Dump, WaveRecorder), FileError> {
        let engine = self.clock.engine();
        let view = view(engine, program);
        Dump::create(path, engine, &helpers(), view, Keep::Window(cycles))
    }

    /// Completes the file, with a marker in a cycle.
    pub(super) fn dumped(&mut self, dump: Dump, path: &Path, marker: Option<u64>) -> Result<DumpedWaves, FileError> {
        let recorder = self.clock.take_waves();
        let recorder = recorder.ok_or_else(|| FileError::write(path, io::ErrorKind::Other.into()))?;
        dump.finish(recorder, marker)
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
    pub fn start(&mut self, waves: Option<WaveRecorder>) {
        self.noise = WindowNoise::new();
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
    pub fn cycle(&mut self, window: Option<Window>) -> (usize, Option<ObservedRetirement>) {
        self.watched_cycle(window, |_, _| ())
    }

    /// Runs a cycle without an offer, and ignores the outputs.
    pub(super) fn idle(&mut self) {
        self.cycle(None);
    }

    /// Runs a [`cycle`](DatapathHarness::cycle). In a recording, `helpers` appends the expected values for the retired
    /// instruction.
    pub fn watched_cycle(
        &mut self,
        window: Option<Window>,
        helpers: impl FnOnce(Option<&ObservedRetirement>, &mut Vec<u64>),
    ) -> (usize, Option<ObservedRetirement>) {
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

    /// Shows a window, as an offer or not, and settles the hardware.
    fn offer(&mut self, window: Window, valid: bool) {
        self.ports.offer(self.clock.engine_mut(), window, valid);
        self.clock.settle();
    }
}
