//! A block of threads: who runs, who waits for whom (PTX ISA, sections "bar, barrier", "Independent Thread Scheduling").

use crate::control::BarrierKind;
use crate::dependence::Dependences;
use crate::launch::Launch;
use crate::memory::Fault;
use crate::program::{BarrierOp, WarpOp};
use crate::special::WARP;
use crate::thread::{Machine, Stop, Thread};
use lanesmith_text::diagnostic::Diagnostic;

/// The state of a thread.
#[derive(Clone, Copy)]
enum State<'a> {
    Ready,
    /// At a barrier with this number.
    Barrier(usize, &'a BarrierOp),
    Warp(&'a WarpOp),
    Exited,
}

/// A barrier that threads have arrived at.
#[derive(Clone, Copy, Default)]
struct Barrier {
    /// The number of threads that have arrived.
    arrived: u32,
    /// The number of threads that complete it; `None` is all threads of the block, of which ended ones count as arrived.
    expected: Option<u32>,
}

/// The number of barriers of a block.
const BARRIERS: usize = 16;

/// The number of instructions after which another thread has its turn, so that threads may spin on each other's memory.
const SLICE: u64 = 1 << 16;

/// A block.
pub(crate) struct BlockOfThreads<'a, 'l> {
    pub(crate) threads: Vec<Thread<'a>>,
    states: Vec<State<'a>>,
    barriers: [Barrier; BARRIERS],
    launch: &'l Launch,
}

impl<'a, 'l> BlockOfThreads<'a, 'l> {
    pub(crate) fn new(threads: Vec<Thread<'a>>, launch: &'l Launch) -> Self {
        BlockOfThreads {
            states: vec![State::Ready; threads.len()],
            threads,
            barriers: [Barrier::default(); BARRIERS],
            launch,
        }
    }

    /// Runs all threads to their ends.
    pub(crate) fn run(&mut self, machine: &mut Machine<'a>, progress: &mut dyn FnMut(u64)) -> Result<(), Diagnostic> {
        let warps = self.threads.len().div_ceil(WARP as usize);
        loop {
            let mut goes_on = false;
            for warp in 0..warps {
                let first = warp * WARP as usize;
                let members = first..(first + WARP as usize).min(self.threads.len());
                for index in members.clone() {
                    if matches!(self.states[index], State::Ready) {
                        self.turn(index, machine)
                            .map_err(|fault| self.diagnostic(index, *fault))?;
                        goes_on = true;
                    }
                }
                goes_on |= self
                    .release_warp(members)
                    .map_err(|(index, fault)| self.diagnostic(index, *fault))?;
                progress(machine.executed);
            }
            if !goes_on {
                break;
            }
        }
        match self.states.iter().position(|state| !matches!(state, State::Exited)) {
            None => Ok(()),
            Some(index) => Err(self.deadlock(index)),
        }
    }

    /// Lets a thread run.
    fn turn(&mut self, index: usize, machine: &mut Machine<'a>) -> Result<(), Box<Fault>> {
        let left = self.launch.instruction_limit.saturating_sub(machine.executed);
        if left == 0 {
            let message = format!("more than {} instructions are executed", self.launch.instruction_limit);
            return Err(Fault::new(
                message,
                "an end of all loops, or a higher limit of instructions",
            ));
        }
        let thread = &mut self.threads[index];
        let time = left.min(SLICE);
        let stop = match self.launch.tracks_dependences {
            true => thread.run::<true>(machine, time)?,
            false => thread.run::<false>(machine, time)?,
        };
        match stop {
            Stop::Time => {}
            Stop::Exit => {
                self.states[index] = State::Exited;
                (0..BARRIERS).for_each(|number| self.complete(number));
            }
            Stop::Warp(op) => self.states[index] = State::Warp(op),
            Stop::Barrier(op) => self.arrive(index, op)?,
        }
        Ok(())
    }

    fn arrive(&mut self, index: usize, op: &'a BarrierOp) -> Result<(), Box<Fault>> {
        let thread = &self.threads[index];
        let number = thread.get(op.barrier) as u32 as usize;
        let count = op.count.map(|slot| thread.get(slot) as u32);
        if number >= BARRIERS {
            return Err(Fault::new(
                format!("there is no barrier {number}"),
                "a barrier from 0 to 15",
            ));
        }
        if let Some(count) = count.filter(|count| *count == 0 || count % WARP != 0) {
            let message = format!("{count} threads cannot meet at a barrier");
            return Err(Fault::new(message, "a multiple of the 32 threads of a warp"));
        }
        let barrier = &mut self.barriers[number];
        if barrier.arrived > 0 && barrier.expected != count {
            let told = |count: Option<u32>| count.map_or("all threads".to_owned(), |count| format!("{count} threads"));
            let message = format!("a thread expects {} at barrier {number}", told(count));
            return Err(Fault::new(
                message,
                format!("{}, as those that wait there", told(barrier.expected)),
            ));
        }
        barrier.expected = count;
        // A barrier counts whole warps, so the first lane of a last warp stands for the lanes that it lacks.
        let lacking = match thread.place.lane() {
            0 if count.is_some() => (index as u32 + WARP).saturating_sub(self.threads.len() as u32),
            _ => 0,
        };
        barrier.arrived += 1 + lacking;
        if op.kind != BarrierKind::Arrive {
            self.states[index] = State::Barrier(number, op);
        }
        self.complete(number);
        Ok(())
    }

    /// Releases those who wait at a barrier if all have arrived.
    fn complete(&mut self, number: usize) {
        let Barrier { arrived, expected } = self.barriers[number];
        let missing = match expected {
            _ if arrived == 0 => return,
            Some(expected) => expected.saturating_sub(arrived),
            None => {
                let ended = self
                    .states
                    .iter()
                    .filter(|state| matches!(state, State::Exited))
                    .count() as u32;
                (self.threads.len() as u32).saturating_sub(arrived + ended)
            }
        };
        if missing > 0 {
            return;
        }
        self.barriers[number] = Barrier::default();
        let waiting = (0..).zip(&self.states).filter_map(|(index, state)| match state {
            State::Barrier(at, op) if *at == number => Some((index, *op)),
            _ => None,
        });
        let waiting: Vec<(usize, &BarrierOp)> = waiting.collect();
        let predicate = |(index, op): &(usize, &BarrierOp)| self.threads[*index].get(op.predicate) & 1;
        let count: u64 = waiting.iter().map(predicate).sum();
        let depends = |(index, op): &(usize, &BarrierOp)| self.threads[*index].depends(&[op.predicate]);
        let depends = waiting
            .iter()
            .map(depends)
            .fold(Dependences::default(), Dependences::union);
        for (index, op) in &waiting {
            let value = match op.kind {
                BarrierKind::Count => count,
                BarrierKind::And => u64::from(count == waiting.len() as u64),
                _ => u64::from(count > 0),
            };
            self.threads[*index].set(op.result, value);
            self.threads[*index].depend(&[op.result], depends);
            self.states[*index] = State::Ready;
        }
    }

    /// Lets threads of a warp go on that wait for each other; true if there were any.
    fn release_warp(&mut self, members: std::ops::Range<usize>) -> Result<bool, (usize, Box<Fault>)> {
        let mut released = false;
        let mut convergent: Option<Vec<usize>> = None;
        let mut all_wait = true;
        for index in members.clone() {
            let State::Warp(op) = self.states[index] else {
                all_wait &= !matches!(self.states[index], State::Ready);
                continue;
            };
            let place = self.threads[index].place;
            let is_alike = |other: &usize| match self.states[*other] {
                State::Warp(other_op) => other_op.operation == op.operation,
                _ => false,
            };
            if !op.operation.has_mask {
                let position = self.threads[index].position();
                let is_here = |other: &usize| self.threads[*other].position() == position && is_alike(other);
                let group: Vec<usize> = members.clone().filter(is_here).collect();
                // The group that is behind the others goes on, so that they may meet again.
                convergent = convergent
                    .take()
                    .filter(|best| self.threads[best[0]].position() <= position)
                    .or(Some(group));
                continue;
            }
            let mask = self.threads[index].get(op.sources[3]) as u32;
            if mask >> place.lane() & 1 == 0 {
                let message = format!("the mask {mask:#010x} lacks lane {} of the thread itself", place.lane());
                return Err((
                    index,
                    Fault::new(message, "a mask with the threads that execute the instruction"),
                ));
            }
            let is_member = |other: &usize| mask >> self.threads[*other].place.lane() & 1 == 1;
            let lives = |other: &usize| !matches!(self.states[*other], State::Exited);
            let group: Vec<usize> = members
                .clone()
                .filter(|other| is_member(other) && lives(other))
                .collect();
            let has_mask = |other: &usize| match self.states[*other] {
                State::Warp(op) => self.threads[*other].get(op.sources[3]) as u32 == mask,
                _ => false,
            };
            if group.iter().all(|other| is_alike(other) && has_mask(other)) {
                self.exchange(&group);
                released = true;
            }
        }
        if let (false, true, Some(group)) = (released, all_wait, convergent) {
            self.exchange(&group);
            released = true;
        }
        Ok(released)
    }

    /// Executes the instruction that a group of threads waits at.
    fn exchange(&mut self, group: &[usize]) {
        let ops = group.iter().filter_map(|index| match self.states[*index] {
            State::Warp(op) => Some((*index, op)),
            _ => None,
        });
        let ops: Vec<(usize, &WarpOp)> = ops.collect();
        let participant = |(index, op): &(usize, &WarpOp)| {
            let thread = &self.threads[*index];
            (thread.place.lane(), op.sources.map(|slot| thread.get(slot)))
        };
        let participants: Vec<_> = ops.iter().map(participant).collect();
        let Some((_, first)) = ops.first() else { return };
        let results = first.operation.evaluate(&participants);
        let depends = ops.iter().map(|(index, op)| self.threads[*index].depends(&op.sources));
        let depends = depends.fold(Dependences::default(), Dependences::union);
        for ((index, op), [d, p]) in ops.iter().zip(results) {
            let thread = &mut self.threads[*index];
            // The destination of a shuffle may be its predicate's sink, so the second result comes first.
            thread.set(op.results[1], p);
            thread.set(op.results[0], d);
            thread.depend(&op.results, depends);
            self.states[*index] = State::Ready;
        }
    }

    /// An error of a thread.
    fn diagnostic(&self, index: usize, fault: Fault) -> Diagnostic {
        let thread = &self.threads[index];
        // `Diagnostic::new` would shorten a message of so many words.
        Diagnostic {
            span: thread.span().range(),
            message: format!("{}: {}", name(thread), fault.message),
            expected: fault.expected,
        }
    }

    /// The error that threads wait and none can run; the place is where the first of them waits.
    fn deadlock(&self, first: usize) -> Diagnostic {
        let mut places: Vec<(u32, usize, String)> = Vec::new();
        for (thread, state) in self.threads.iter().zip(&self.states) {
            let what = match state {
                State::Barrier(number, _) => format!("at barrier {number}"),
                State::Warp(op) if op.operation.has_mask => {
                    format!("for the threads of the mask {:#010x}", thread.get(op.sources[3]) as u32)
                }
                State::Warp(_) => "for its warp".to_owned(),
                _ => continue,
            };
            let start = thread.span().start;
            match places
                .iter_mut()
                .find(|place| place.0 == start && place.2.ends_with(&what))
            {
                Some(place) => place.1 += 1,
                None => places.push((start, 1, format!("{} waits {what}", name(thread)))),
            }
        }
        let waiting = places.iter().take(4).map(|(start, count, text)| match count {
            1 => format!("{text} (byte {start})"),
            _ => format!("{text} (byte {start}) with {} more", count - 1),
        });
        Diagnostic {
            span: self.threads[first].span().range(),
            message: format!("deadlock: {}", waiting.collect::<Vec<_>>().join("; ")),
            expected: "threads that all arrive".to_owned(),
        }
    }
}

fn name(thread: &Thread) -> String {
    let [x, y, z] = thread.place.tid;
    let [a, b, c] = thread.place.ctaid;
    format!("thread ({x},{y},{z}) of block ({a},{b},{c})")
}
