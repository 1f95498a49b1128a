//! Programs in lock-step with the golden machine, one on each of many copies of the datapath.
//!
//! A set of copies is a bit-plane, with a bit for each copy; numbers are columns, with an element for each copy.

use super::attempt::{AFTERMATH, RunStatistics, expected_of, step};
use super::core::{DatapathPorts, ObservedRetirement, PATIENCE, RETIRE, Window, WindowNoise, clear};
use super::program::BrewProgram;
use crate::brew::golden::BrewMachine;
use crate::brew::rtl::DatapathConfig;
use lanesmith_algebra::{Bit, Slice, pack, unpack};
use lanesmith_netlist::Flat;
use lanesmith_sim::testbench::copies::{bits_up_to, by_copy};
use lanesmith_sim::testbench::gate::GateCopies;
use lanesmith_sim::testbench::mask::{Counters, below, first, for_each, is_empty, those_two, without};
use lanesmith_sim::testbench::{Pins, Profile, Random};
use lanesmith_sim::{Sliced, index};

/// `64 * N` copies of the datapath. Each program runs in the same cycles as in
/// [`Lockstep::run`](super::Lockstep::run) on fresh hardware.
pub struct LockstepCopies<const N: usize> {
    config: DatapathConfig,
    ports: DatapathPorts,
    reset: usize,
    /// The hardware after what [`DatapathHarness::start`](super::DatapathHarness::start) does, where all copies do the same.
    started: Sliced<N>,
    noise: WindowNoise,
}

/// The progress of the programs' offers.
struct ProgramTraffic<const N: usize> {
    /// The place of the next word, and of the program's end.
    place: Vec<u64>,
    end: Vec<u64>,
    gates: GateCopies,
}

/// The expected retirements of a cycle.
struct ExpectedRetirements<const N: usize> {
    /// A column for each retire port.
    values: [Vec<u64>; RETIRE.len()],
    /// A bit for each retire port: whether the golden machine defines its value.
    defined: Vec<u64>,
}

impl<const N: usize> ProgramTraffic<N> {
    fn new(machines: &[BrewMachine], profile: Profile, seed: u64) -> Self {
        let length = |copy: usize| machines.get(copy).map_or(0, |machine| machine.program().len());
        ProgramTraffic {
            place: by_copy::<_, N>(|_| 0),
            end: by_copy::<_, N>(|copy| length(copy) as u64),
            gates: GateCopies::new(profile, by_copy::<_, N>(|_| Random::new(seed))),
        }
    }

    /// The copies with words to offer.
    fn unfinished(&self) -> Slice<N> {
        those_two(&self.place, &self.end, |place, end| place < end)
    }

    /// The copies in `offered` show the next words of their machine's program, the others `garbage`.
    fn show(
        &self,
        machines: &[BrewMachine],
        offered: &Slice<N>,
        garbage: Window,
        (hardware, ports): (&mut Sliced<N>, &DatapathPorts),
    ) {
        let [word0, word1, word2] = ports.in_words;
        let mut columns = hardware.columns_mut(&[ports.in_address, word0, word1, word2]);
        let [address, words @ ..] = &mut columns[..] else {
            unreachable!("as many columns as ports")
        };
        address.fill(garbage.address.into());
        for (column, word) in words.iter_mut().zip(garbage.words) {
            column.fill(word.into());
        }
        for_each(offered, |copy| {
            let window = Window::at(machines[copy].program(), self.place[copy] as usize);
            address[copy] = window.address.into();
            for (column, word) in words.iter_mut().zip(window.words) {
                column[copy] = word.into();
            }
        });
    }

    /// `taken` are the words that each copy has taken.
    fn advance(&mut self, taken: &[u64]) {
        let places = self.place.iter_mut().zip(taken);
        places.for_each(|(place, taken)| *place += taken);
    }
}

impl<const N: usize> ExpectedRetirements<N> {
    fn new() -> Self {
        let column = || by_copy::<_, N>(|_| 0);
        ExpectedRetirements {
            values: RETIRE.map(|_| column()),
            defined: column(),
        }
    }

    #[inline]
    fn set(&mut self, copy: usize, expected: &ObservedRetirement) {
        let mut defined = 0;
        for (i, (column, (value, is_defined))) in self.values.iter_mut().zip(expected.ports()).enumerate() {
            column[copy] = value;
            defined |= u64::from(is_defined) << i;
        }
        self.defined[copy] = defined;
    }

    /// The copies with a defined port value that differs from the expected one.
    fn differing(&self, hardware: &Sliced<N>, ports: &DatapathPorts) -> Slice<N> {
        let defined: Vec<Slice<N>> = pack(&self.defined, ports.retire.len() as u32);
        let mut wrong = Slice([0; N]);
        for ((port, column), is_defined) in ports.retire.iter().zip(&self.values).zip(&defined) {
            let shown = hardware.planes(*port);
            let expected: Vec<Slice<N>> = pack(column, shown.len() as u32);
            let planes = shown.iter().zip(&expected);
            let differing = planes.fold(Slice([0; N]), |all, (x, y)| all.or(&x.xor(y)));
            wrong = wrong.or(&differing.and(is_defined));
        }
        wrong
    }
}

impl<const N: usize> LockstepCopies<N> {
    /// The number of copies.
    pub const COUNT: usize = Sliced::<N>::COPIES;

    /// Copies of the design `flat`, which is the datapath of `config`.
    pub fn new(flat: &Flat, config: DatapathConfig) -> Self {
        let started = Sliced::new(flat);
        let mut copies = LockstepCopies {
            config,
            ports: DatapathPorts::new(started.ports()),
            reset: index(started.ports(), "reset"),
            started,
            noise: WindowNoise::new(),
        };
        copies.reset();
        clear(|window| copies.cycle(window));
        copies.reset();
        copies
    }

    /// Two cycles of reset.
    fn reset(&mut self) {
        self.started.put(self.reset, 1);
        self.ports.withdraw(&mut self.started);
        for _ in 0..2 {
            self.started.settle();
            self.started.tick();
        }
        self.started.put(self.reset, 0);
    }

    /// A cycle of all copies alike: the number of words taken.
    fn cycle(&mut self, window: Option<Window>) -> usize {
        let (garbage, _) = self.noise.cycle();
        let hardware = &mut self.started;
        self.ports.offer(hardware, window.unwrap_or(garbage), window.is_some());
        hardware.settle();
        let taken = self.ports.taken(hardware, window.is_some());
        hardware.tick();
        taken
    }

    /// Runs at most [`COUNT`](Self::COUNT) programs, with the gaps of `profile`. Returns the statistics of the programs before the
    /// first one with a mismatch.
    pub fn run(&self, programs: &[BrewProgram], profile: Profile, seed: u64) -> Vec<RunStatistics> {
        assert!(programs.len() <= Self::COUNT, "a copy for each program");
        let (ports, hardware) = (&self.ports, &mut self.started.clone());
        let mut noise = self.noise.clone();
        let machines = programs.iter().map(|program| BrewMachine::new(program.words()));
        let mut machines: Vec<BrewMachine> = machines.collect();
        let mut traffic = ProgramTraffic::<N>::new(&machines, profile, seed);
        let mut statistics = vec![RunStatistics::default(); programs.len()];
        let mut expected = ExpectedRetirements::<N>::new();
        let mut waiting = Counters::<N, { bits_up_to(PATIENCE) }>::default();
        let mut after = Counters::<N, { bits_up_to(AFTERMATH) }>::default();
        // Programs after one with a mismatch do not count.
        let mut count = programs.len();
        let mut right = below::<N>(count);
        let mut unfinished = traffic.unfinished();
        let mut running = unfinished.and(&right);
        let mut over = Slice([0; N]);
        let mut steady = Slice::constant(true);
        let mut cycles = 0;
        while !is_empty(&without(&right, &over)) {
            cycles += 1;
            let (garbage, looks) = noise.cycle();
            let offered = traffic.gates.next_cycle(&unfinished.and(&running));
            let mut settle = |shown: &Slice<N>, valid: Slice<N>| {
                traffic.show(&machines, shown, garbage, (hardware, ports));
                hardware.set_planes(ports.in_valid, &[valid]);
                hardware.settle_planes();
                hardware.planes(ports.in_ready)[0]
            };
            let other = looks.then(|| settle(&Slice([0; N]), offered.not()));
            let ready = settle(&offered, offered);
            if let Some(other) = other {
                steady = without(&steady, &ready.xor(&other));
            }
            let length = hardware.planes(ports.in_length);
            let length: Vec<Slice<N>> = length.iter().map(|plane| plane.and(&ready).and(&offered)).collect();
            traffic.advance(&unpack(&length, Self::COUNT));
            unfinished = traffic.unfinished();
            let retired = hardware.planes(ports.valid)[0].and(&right);
            let judged = retired.and(&running);
            let mut wrong = without(&without(&retired, &running), &over);
            let ended = without(&without(&right, &running), &over);
            for_each(&judged, |copy| {
                let (machine, own) = (&mut machines[copy], &mut statistics[copy]);
                let Some(retire) = step(&self.config, machine) else {
                    return wrong.set(copy, true);
                };
                own.instructions += 1;
                own.exceptions += u64::from(retire.exception);
                if machine.rest().is_empty() {
                    own.cycles = cycles;
                    running.set(copy, false);
                }
                expected.set(copy, &expected_of(machine, retire));
            });
            wrong = wrong.or(&expected.differing(hardware, ports).and(&judged));
            // A cycle without an offer neither counts nor clears: waiting must add up over bursts that are shorter than `PATIENCE`.
            let moves = length.iter().fold(retired, |any, plane| any.or(plane));
            let waits = without(&offered.or(&unfinished.not()), &moves);
            waiting.clear(&moves);
            waiting.count(&waits.and(&running));
            wrong = wrong.or(&waiting.full().or(&steady.not()).and(&running.or(&judged)));
            after.count(&ended);
            over = after.full();
            if let Some(copy) = first(&wrong.and(&right)) {
                count = copy;
                right = below(count);
                running = running.and(&right);
            }
            hardware.tick();
        }
        statistics.truncate(count);
        statistics
    }
}
