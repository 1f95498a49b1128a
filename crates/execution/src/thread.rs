//! The interpreter: runs one thread until it ends, waits, or has used its time.

use crate::dependence::Dependences;
use crate::launch::{Issued, Units};
use crate::memory::{Fault, Memory, Space, little_endian};
use crate::program::{BarrierOp, CallOp, End, Function, Op, Program, Slot, Transfer, WarpOp};
use crate::special::ThreadPlace;
use lanesmith_ptx::tree::Span;

/// What all threads of a launch share.
pub(crate) struct Machine<'a> {
    pub(crate) program: &'a Program,
    pub(crate) memory: Memory,
    pub(crate) units: &'a mut dyn Units,
    /// What the units call the program's instructions.
    pub(crate) prepared: Vec<usize>,
    /// The number of executions of units.
    pub(crate) issued: u64,
    /// The number of executed instructions.
    pub(crate) executed: u64,
}

/// Why a thread stopped.
pub(crate) enum Stop<'a> {
    /// It has used its time.
    Time,
    Exit,
    Barrier(&'a BarrierOp),
    Warp(&'a WarpOp),
}

/// How the run within a frame ends.
enum Leave<'a> {
    Stop(Stop<'a>),
    Call(&'a CallOp),
    Return,
}

/// A function that runs, or that waits for the end of a call.
#[derive(Clone, Copy)]
struct Frame<'a> {
    function: &'a Function,
    /// The next operation.
    pc: usize,
    /// The first slot.
    base: usize,
    /// The address of its memory.
    memory: usize,
}

/// The deepest nesting of calls, and the most local memory of a thread in bytes.
const DEEPEST: usize = 10_000;
const MOST_LOCAL: usize = 512 << 10;

/// A thread.
pub(crate) struct Thread<'a> {
    pub(crate) place: ThreadPlace,
    /// The slots of all frames, those of the innermost last.
    slots: Vec<u64>,
    /// What they depend on; empty unless that is tracked.
    dependences: Vec<Dependences>,
    local: Vec<u8>,
    callers: Vec<(Frame<'a>, &'a CallOp)>,
    frame: Frame<'a>,
}

impl<'a> Thread<'a> {
    pub(crate) fn new(function: &'a Function, place: ThreadPlace, tracks: bool) -> Self {
        let mut thread = Thread {
            place,
            slots: Vec::new(),
            dependences: Vec::new(),
            local: vec![0; function.bytes as usize],
            callers: Vec::new(),
            frame: Frame {
                function,
                pc: 0,
                base: 0,
                memory: 0,
            },
        };
        thread.enter(function, 0, tracks);
        thread
    }

    /// Adds a frame behind the others.
    fn enter(&mut self, function: &'a Function, memory: usize, tracks: bool) {
        let base = self.slots.len();
        self.slots.extend_from_slice(&function.template);
        self.slots[base + function.frame as usize] = memory as u64;
        for (slot, value) in &function.specials {
            self.slots[base + *slot as usize] = value(&self.place);
        }
        if tracks {
            self.dependences.resize(self.slots.len(), Dependences::NONE);
        }
        (self.frame.function, self.frame.pc) = (function, 0);
        (self.frame.base, self.frame.memory) = (base, memory);
    }

    /// The place of the operation that stopped the thread.
    pub(crate) fn span(&self) -> Span {
        let place = self.frame.pc.saturating_sub(1);
        self.frame.function.spans.get(place).copied().unwrap_or_default()
    }

    /// A slot of the innermost frame.
    pub(crate) fn get(&self, slot: Slot) -> u64 {
        self.slots[self.frame.base + slot as usize]
    }

    /// What some slots depend on.
    pub(crate) fn depends(&self, slots: &[Slot]) -> Dependences {
        joined(slots, self.dependences.get(self.frame.base..).unwrap_or_default())
    }

    /// Writes a slot of the innermost frame.
    pub(crate) fn set(&mut self, slot: Slot, value: u64, depends: Dependences) {
        self.set_at(self.frame.base + slot as usize, value, depends);
    }

    fn set_at(&mut self, slot: usize, value: u64, depends: Dependences) {
        self.slots[slot] = value;
        if let Some(old) = self.dependences.get_mut(slot) {
            *old = depends;
        }
    }

    /// Copies arguments or results between two frames.
    fn transfer(&mut self, local: &mut [u8], transfers: &[Transfer], from: Frame, to: Frame) {
        for (start, end, bytes) in transfers {
            let bytes = *bytes as usize;
            match (*start, *end) {
                (End::Memory(start), End::Memory(end)) => {
                    let start = from.memory + start as usize;
                    local.copy_within(start..start + bytes, to.memory + end as usize);
                }
                (End::Memory(start), End::Slot(slot)) => {
                    let value = little_endian(&local[from.memory + start as usize..][..bytes.min(8)]);
                    self.set_at(to.base + slot as usize, value, Dependences::NONE);
                }
                (End::Slot(slot), End::Memory(end)) => {
                    let value = self.slots[from.base + slot as usize].to_le_bytes();
                    let value = &value[..bytes.min(8)];
                    local[to.memory + end as usize..][..value.len()].copy_from_slice(value);
                }
                (End::Slot(start), End::Slot(slot)) => {
                    let start = from.base + start as usize;
                    let depends = self.dependences.get(start).copied().unwrap_or_default();
                    self.set_at(to.base + slot as usize, self.slots[start], depends);
                }
            }
        }
    }

    /// Runs for at most so many instructions. With `TRACKS`, what values depend on is tracked.
    pub(crate) fn run<const TRACKS: bool>(
        &mut self,
        machine: &mut Machine<'a>,
        time: u64,
    ) -> Result<Stop<'a>, Box<Fault>> {
        std::mem::swap(&mut machine.memory.of(Space::Local).bytes, &mut self.local);
        let mut left = time;
        let end = machine.executed + time;
        let stop = loop {
            let left_frame = self.run_frame::<TRACKS>(machine, end, &mut left);
            let local = &mut machine.memory.of(Space::Local).bytes;
            match left_frame {
                Err(fault) => break Err(fault),
                Ok(Leave::Stop(stop)) => break Ok(stop),
                Ok(Leave::Call(call)) => {
                    let (function, memory) = (&machine.program.functions[call.0], local.len());
                    if self.callers.len() >= DEEPEST || memory + function.bytes as usize > MOST_LOCAL {
                        let message = format!("calls are nested {} deep", self.callers.len());
                        let expected = format!("at most {DEEPEST} calls with {MOST_LOCAL} bytes of local memory");
                        break Err(Fault::new(message, expected));
                    }
                    local.resize(memory + function.bytes as usize, 0);
                    let from = self.frame;
                    self.callers.push((from, call));
                    self.enter(function, memory, TRACKS);
                    self.transfer(local, &call.1, from, self.frame);
                }
                Ok(Leave::Return) => {
                    let Some((caller, call)) = self.callers.pop() else {
                        break Ok(Stop::Exit);
                    };
                    self.transfer(local, &call.2, self.frame, caller);
                    self.slots.truncate(self.frame.base);
                    self.dependences.truncate(self.frame.base);
                    local.truncate(self.frame.memory);
                    self.frame = caller;
                }
            }
        };
        std::mem::swap(&mut machine.memory.of(Space::Local).bytes, &mut self.local);
        machine.executed += time - left;
        stop
    }

    /// Runs within a frame. `end` is the number of instructions that are executed when no time is left.
    fn run_frame<const TRACKS: bool>(
        &mut self,
        machine: &mut Machine<'a>,
        end: u64,
        left: &mut u64,
    ) -> Result<Leave<'a>, Box<Fault>> {
        let function = self.frame.function;
        let code = &function.code[..];
        let frame = &mut self.slots[self.frame.base..];
        let depends: &mut [Dependences] = self.dependences.get_mut(self.frame.base..).unwrap_or_default();
        let mut pc = self.frame.pc;
        let mut time = *left;
        macro_rules! get {
            ($slot:expr) => {
                frame[$slot as usize]
            };
        }
        macro_rules! set {
            ($slot:expr, $value:expr, $depends:expr) => {{
                let on = if TRACKS { $depends } else { Dependences::NONE };
                frame[$slot as usize] = $value;
                if TRACKS {
                    depends[$slot as usize] = on;
                }
            }};
        }
        macro_rules! checked {
            ($value:expr) => {
                match $value {
                    Ok(value) => value,
                    Err(fault) => break Err(fault),
                }
            };
        }
        let leave = loop {
            if time == 0 {
                break Ok(Leave::Stop(Stop::Time));
            }
            let op = &code[pc];
            pc += 1;
            time -= 1;
            match op {
                Op::Pure(function, to, sources) => {
                    let [a, b, c] = sources.map(|slot| get!(slot));
                    set!(*to, function(a, b, c), joined(&sources[..], depends));
                }
                Op::BranchIf(predicate, value, target) => {
                    if get!(*predicate) == *value {
                        pc = *target as usize;
                    }
                }
                Op::Branch(target) => pc = *target as usize,
                Op::Skip(predicate, value, target) => match get!(*predicate) == *value {
                    true => pc = *target as usize,
                    false => time += 1,
                },
                Op::Load(address, access, elements) => {
                    let on = joined(&[address.base], depends);
                    let loaded = checked!(machine.memory.read(*access, address.value(frame)));
                    for (element, (to, bits)) in loaded.chunks_exact(access.bytes()).zip(elements) {
                        set!(*to, access.element.extended(little_endian(element), *bits), on);
                    }
                }
                Op::Store(address, access, elements) => {
                    let place = checked!(machine.memory.write(*access, address.value(frame)));
                    for (element, from) in place.chunks_exact_mut(access.bytes()).zip(elements) {
                        element.copy_from_slice(&get!(*from).to_le_bytes()[..access.bytes()]);
                    }
                }
                Op::Many(function, sources, results) => {
                    let (mut inputs, mut outputs) = ([0; 8], [0; 8]);
                    for (value, slot) in inputs.iter_mut().zip(sources) {
                        *value = get!(*slot);
                    }
                    function(&inputs[..sources.len().min(8)], &mut outputs[..results.len().min(8)]);
                    let depends_on = joined(&sources[..], depends);
                    for (value, slot) in outputs.iter().zip(results) {
                        set!(*slot, *value, depends_on);
                    }
                }
                Op::Unit(index, to, sources) => {
                    machine.issued += 1;
                    let issued = Issued {
                        number: machine.issued,
                        block: self.place.ctaid,
                        thread: self.place.tid,
                        place: function.spans[pc - 1],
                        depends: joined(&sources[..], depends),
                    };
                    let operands = sources.map(|slot| get!(slot) as u32);
                    let prepared = machine.prepared[*index as usize];
                    let result = machine.units.execute(prepared, operands, &issued);
                    set!(*to, result.into(), Dependences::one(machine.issued));
                }
                Op::Atomic(address, operation, slots) => {
                    let place = checked!(machine.memory.write(operation.access, address.value(frame)));
                    let (old, [to, b, c]) = (little_endian(place), *slots);
                    let new = (operation.update)(old, get!(b), get!(c));
                    place.copy_from_slice(&new.to_le_bytes()[..operation.access.bytes()]);
                    set!(to, old, joined(&[address.base, b, c], depends));
                }
                Op::IndexedBranch(index, targets) => match targets.get(get!(*index) as u32 as usize) {
                    Some(target) => pc = *target as usize,
                    None => {
                        let message = format!("the index {} has no target", get!(*index) as u32);
                        break Err(Fault::new(message, format!("an index below {}", targets.len())));
                    }
                },
                Op::Call(call) => break Ok(Leave::Call(call)),
                Op::Return => break Ok(Leave::Return),
                Op::Exit => break Ok(Leave::Stop(Stop::Exit)),
                Op::Barrier(barrier) => break Ok(Leave::Stop(Stop::Barrier(barrier))),
                Op::Warp(warp) => break Ok(Leave::Stop(Stop::Warp(warp))),
                Op::Trap => break Err(Fault::new("the kernel executes a trap", "an execution without one")),
                Op::Nothing => {}
                Op::Not(to, from) => {
                    time += 1;
                    set!(*to, get!(*from) ^ 1, joined(&[*from], depends));
                }
                Op::Offset(to, address) => {
                    time += 1;
                    get!(*to) = address.value(frame);
                }
                Op::Clock(to) => {
                    time += 1;
                    get!(*to) = end - time;
                }
            }
        };
        self.frame.pc = pc;
        *left = time;
        leave
    }
}

/// What some slots of a frame depend on.
fn joined(slots: &[Slot], frame: &[Dependences]) -> Dependences {
    let of = |slot: &Slot| frame.get(*slot as usize).copied();
    slots.iter().filter_map(of).fold(Dependences::NONE, Dependences::union)
}
