//! A block of threads: who runs, who waits for whom (PTX ISA, sections "bar, barrier", "Independent Thread Scheduling").

use crate::dependence::Dependences;
use crate::launch::Launch;
use crate::memory::Fault;
use crate::program::{BarrierOp, WarpOp};
use crate::thread::{Machine, Stop, Thread};
use lanesmith_ptx::special::WARP_SIZE;
use lanesmith_text::diagnostic::Diagnostic;
use std::ops::Range;

/// The state of a thread.
#[derive(Clone, Copy)]
enum State<'a> {
    Ready,
    /// At the barrier with this number.
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
    threads: Vec<Thread<'a>>,
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
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            for first in (0..self.threads.len()).step_by(WARP_SIZE as usize) {
                let members = first..(first + WARP_SIZE as usize).min(self.threads.len());
                for index in members.clone() {
                    if let State::Ready = self.states[index] {
                        let turn = self.turn(index, machine);
                        turn.map_err(|fault| self.diagnostic(index, *fault))?;
                        goes_on = true;
                    }
                }
                let released = self.release_warp(members);
                goes_on |= released.map_err(|(index, fault)| self.diagnostic(index, *fault))?;
                progress(machine.executed);
            }
        }
        match self.states.iter().position(|state| !matches!(state, State::Exited)) {
            None => Ok(()),
            Some(index) => Err(self.deadlock(index)),
        }
    }

    /// Lets a thread run.
    fn turn(&mut self, index: usize, machine: &mut Machine<'a>) -> Result<(), Box<Fault>> {
        let limit = self.launch.instruction_limit;
        let time = limit.saturating_sub(machine.executed).min(SLICE);
        if time == 0 {
            let message = format!("more than {limit} instructions are executed");
            return Err(Fault::new(message, "an end of all loops, or a higher limit"));
        }
        let thread = &mut self.threads[index];
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
        let Some(barrier) = self.barriers.get_mut(number) else {
            let message = format!("there is no barrier {number}");
            return Err(Fault::new(message, "a barrier from 0 to 15"));
        };
        if let Some(count) = count.filter(|count| *count == 0 || count % WARP_SIZE != 0) {
            let message = format!("{count} threads cannot meet at a barrier");
            return Err(Fault::new(message, "a multiple of the 32 threads of a warp"));
        }
        if barrier.arrived > 0 && barrier.expected != count {
            let message = format!("threads at barrier {number} expect different numbers of threads");
            return Err(Fault::new(message, "the same number for all"));
        }
        barrier.expected = count;
        // A barrier counts whole warps, so the first lane of a last warp stands for the lanes that it lacks.
        let lacking = match thread.place.lane() {
            0 if count.is_some() => (index as u32 + WARP_SIZE).saturating_sub(self.threads.len() as u32),
            _ => 0,
        };
        barrier.arrived += 1 + lacking;
        if op.kind != ".arrive" {
            self.states[index] = State::Barrier(number, op);
        }
        self.complete(number);
        Ok(())
    }

    /// Releases those who wait at a barrier if all have arrived.
    fn complete(&mut self, number: usize) {
        let Barrier { arrived, expected } = self.barriers[number];
        let ended = self.states.iter().filter(|state| matches!(state, State::Exited));
        let is_complete = match expected {
            _ if arrived == 0 => false,
            Some(expected) => arrived >= expected,
            None => arrived as usize + ended.count() >= self.threads.len(),
        };
        if !is_complete {
            return;
        }
        self.barriers[number] = Barrier::default();
        let waiting = self.states.iter().enumerate().filter_map(|(index, state)| match state {
            State::Barrier(at, op) if *at == number => Some((index, *op)),
            _ => None,
        });
        let waiting: Vec<(usize, &BarrierOp)> = waiting.collect();
        let (mut count, mut depends) = (0, Dependences::NONE);
        for (index, op) in &waiting {
            count += self.threads[*index].get(op.predicate) & 1;
            depends = depends.union(self.threads[*index].depends(&[op.predicate]));
        }
        for (index, op) in &waiting {
            let value = match op.kind {
                ".popc" => count,
                ".and" => u64::from(count == waiting.len() as u64),
                _ => u64::from(count > 0),
            };
            self.threads[*index].set(op.result, value, depends);
            self.states[*index] = State::Ready;
        }
    }

    /// Lets threads of a warp go on that wait for each other; true if there were any.
    fn release_warp(&mut self, members: Range<usize>) -> Result<bool, (usize, Box<Fault>)> {
        let mut released = false;
        // Without a mask, those go on that are behind the others in the text, so that they may meet again.
        let mut behind: Option<u32> = None;
        for index in members.clone() {
            let State::Warp(op) = self.states[index] else { continue };
            let (lane, position) = (self.threads[index].place.lane(), self.threads[index].span().start);
            if !op.operation.has_mask {
                if behind.is_none_or(|best| position < best) {
                    behind = Some(position);
                }
                continue;
            }
            let mask = self.threads[index].get(op.sources[3]) as u32;
            if mask >> lane & 1 == 0 {
                let message = format!("the mask {mask:#010x} lacks lane {lane} of the thread itself");
                return Err((index, Fault::new(message, "a mask with all threads that wait")));
            }
            let is_member = |other: &usize| mask >> self.threads[*other].place.lane() & 1 == 1;
            let lives = |other: &usize| !matches!(self.states[*other], State::Exited);
            let group: Vec<usize> = members.clone().filter(is_member).filter(lives).collect();
            let meets = |other: &usize| match self.states[*other] {
                State::Warp(at) => {
                    at.operation.name == op.operation.name && self.threads[*other].get(at.sources[3]) as u32 == mask
                }
                _ => false,
            };
            if group.iter().all(meets) {
                self.exchange(&group);
                released = true;
            }
        }
        let all_wait = members.clone().all(|index| !matches!(self.states[index], State::Ready));
        if let (Some(position), true) = (behind, all_wait && !released) {
            let is_here = |index: &usize| self.threads[*index].span().start == position;
            let waits = |index: &usize| matches!(self.states[*index], State::Warp(_));
            let group: Vec<usize> = members.filter(waits).filter(is_here).collect();
            self.exchange(&group);
            return Ok(true);
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
        let Some((_, first)) = ops.first() else { return };
        let mut depends = Dependences::NONE;
        let mut participants = Vec::new();
        for (index, op) in &ops {
            let thread = &self.threads[*index];
            participants.push((thread.place.lane(), op.sources.map(|slot| thread.get(slot))));
            depends = depends.union(thread.depends(&op.sources));
        }
        for ((index, op), [d, p]) in ops.iter().zip((first.operation.exchange)(&participants)) {
            // Both may go to the same sink, but never to the same register.
            self.threads[*index].set(op.results[0], d, depends);
            self.threads[*index].set(op.results[1], p, depends);
            self.states[*index] = State::Ready;
        }
    }

    /// An error of a thread. `Diagnostic::new` would shorten a message of so many words.
    fn diagnostic(&self, index: usize, fault: Fault) -> Diagnostic {
        Diagnostic {
            span: self.threads[index].span().range(),
            message: format!("{}: {}", self.name(index), fault.message),
            expected: fault.expected,
        }
    }

    /// The error that threads wait and none can run; the place is where the first of them waits.
    fn deadlock(&self, first: usize) -> Diagnostic {
        let mut places: Vec<(u32, usize, String)> = Vec::new();
        for (index, state) in self.states.iter().enumerate() {
            let thread = &self.threads[index];
            let what = match state {
                State::Barrier(number, _) => format!("at barrier {number}"),
                State::Warp(op) => format!("for the mask {:#010x}", thread.get(op.sources[3]) as u32),
                _ => continue,
            };
            let start = thread.span().start;
            let mut known = places.iter_mut();
            match known.find(|place| place.0 == start && place.2.ends_with(&what)) {
                Some(place) => place.1 += 1,
                None => places.push((start, 0, format!("{} waits {what}", self.name(index)))),
            }
        }
        let waiting = places.iter().take(4).map(|(_, more, text)| match more {
            0 => text.clone(),
            _ => format!("{text} with {more} more"),
        });
        Diagnostic {
            span: self.threads[first].span().range(),
            message: format!("deadlock: {}", waiting.collect::<Vec<_>>().join("; ")),
            expected: "threads that all arrive".to_owned(),
        }
    }

    fn name(&self, index: usize) -> String {
        let place = &self.threads[index].place;
        let [[x, y, z], [a, b, c]] = [place.tid, place.ctaid];
        format!("thread ({x},{y},{z}) of block ({a},{b},{c})")
    }
}
