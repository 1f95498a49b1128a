//! The interpreter: runs one thread until it ends, waits, or has used its time.

use crate::dependence::Dependences;
use crate::launch::{Issued, Units};
use crate::memory::{Fault, Memory, Space, number};
use crate::modifiers::Int;
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

/// The frame that a call returns to.
struct Caller<'a> {
    function: &'a Function,
    call: &'a CallOp,
    pc: usize,
    base: usize,
    memory: u64,
}

/// The deepest nesting of calls.
const DEEPEST: usize = 10_000;

/// The most local memory of a thread, in bytes (PTX ISA, "Local State Space" leaves it to the chip; 512 KiB are usual).
const MOST_LOCAL: usize = 512 << 10;

/// A thread.
pub(crate) struct Thread<'a> {
    pub(crate) place: ThreadPlace,
    /// The slots of all frames, those of the innermost last.
    registers: Vec<u64>,
    /// What they depend on, if that is tracked.
    dependences: Vec<Dependences>,
    local: Vec<u8>,
    callers: Vec<Caller<'a>>,
    function: &'a Function,
    /// The next operation.
    pc: usize,
    /// The first slot of the frame.
    base: usize,
    /// The address of its memory.
    memory: u64,
}

impl<'a> Thread<'a> {
    pub(crate) fn new(function: &'a Function, place: ThreadPlace, tracks: bool) -> Self {
        let mut thread = Thread {
            place,
            registers: Vec::new(),
            dependences: Vec::new(),
            local: Vec::new(),
            callers: Vec::new(),
            function,
            pc: 0,
            base: 0,
            memory: 0,
        };
        thread.enter(function, tracks);
        thread
    }

    /// Adds a frame behind the others.
    fn enter(&mut self, function: &'a Function, tracks: bool) {
        self.base = self.registers.len();
        self.memory = self.local.len() as u64;
        self.registers.extend_from_slice(&function.template);
        let frame = &mut self.registers[self.base..];
        frame[function.frame as usize] = self.memory;
        for (slot, value) in &function.specials {
            frame[*slot as usize] = value(&self.place);
        }
        self.local.resize(self.local.len() + function.bytes as usize, 0);
        if tracks {
            self.dependences.resize(self.registers.len(), Dependences::default());
        }
        self.function = function;
        self.pc = 0;
    }

    /// The place of the operation that stopped the thread.
    pub(crate) fn span(&self) -> Span {
        self.function
            .spans
            .get(self.pc.saturating_sub(1))
            .copied()
            .unwrap_or_default()
    }

    /// Where the instruction that stopped the thread begins in the text.
    pub(crate) fn position(&self) -> u32 {
        self.span().start
    }

    /// A slot of the innermost frame.
    pub(crate) fn get(&self, slot: Slot) -> u64 {
        self.registers[self.base + slot as usize]
    }

    /// Writes a slot of the innermost frame.
    pub(crate) fn set(&mut self, slot: Slot, value: u64) {
        self.registers[self.base + slot as usize] = value;
    }

    /// What some slots depend on.
    pub(crate) fn depends(&self, slots: &[Slot]) -> Dependences {
        let of = |slot: &Slot| self.dependences.get(self.base + *slot as usize).copied();
        slots
            .iter()
            .filter_map(of)
            .fold(Dependences::default(), Dependences::union)
    }

    /// Says what slots depend on, if that is tracked.
    pub(crate) fn depend(&mut self, slots: &[Slot], on: Dependences) {
        for slot in slots {
            if let Some(old) = self.dependences.get_mut(self.base + *slot as usize) {
                *old = on;
            }
        }
    }

    /// Copies arguments or results between two frames, given by their first slots and the addresses of their memory.
    fn transfer(&mut self, transfers: &[Transfer], from: (usize, u64), to: (usize, u64)) {
        for transfer in transfers {
            let mut bytes = [0; 8];
            let mut depends = Dependences::default();
            match (transfer.from, transfer.to) {
                (End::Memory(start), End::Memory(end)) => {
                    let start = from.1 as usize + start as usize;
                    let end = to.1 as usize + end as usize;
                    self.local.copy_within(start..start + transfer.bytes as usize, end);
                    continue;
                }
                (End::Memory(start), _) => {
                    let start = from.1 as usize + start as usize;
                    let count = transfer.bytes.min(8) as usize;
                    bytes[..count].copy_from_slice(&self.local[start..start + count]);
                }
                (End::Slot(slot), _) => {
                    bytes = self.registers[from.0 + slot as usize].to_le_bytes();
                    depends = self
                        .dependences
                        .get(from.0 + slot as usize)
                        .copied()
                        .unwrap_or_default();
                }
            }
            match transfer.to {
                End::Memory(end) => {
                    let end = to.1 as usize + end as usize;
                    let count = transfer.bytes.min(8) as usize;
                    self.local[end..end + count].copy_from_slice(&bytes[..count]);
                }
                End::Slot(slot) => {
                    self.registers[to.0 + slot as usize] = u64::from_le_bytes(bytes);
                    if let Some(old) = self.dependences.get_mut(to.0 + slot as usize) {
                        *old = depends;
                    }
                }
            }
        }
    }

    fn call(&mut self, call: &'a CallOp, program: &'a Program, tracks: bool) -> Result<(), Box<Fault>> {
        let from = (self.base, self.memory);
        let function = &program.functions[call.function];
        if self.callers.len() >= DEEPEST || self.local.len() + function.bytes as usize > MOST_LOCAL {
            let message = format!("calls are nested {} deep", self.callers.len());
            let expected = format!("at most {DEEPEST} calls with {MOST_LOCAL} bytes of local memory");
            return Err(Fault::new(message, expected));
        }
        self.callers.push(Caller {
            function: self.function,
            call,
            pc: self.pc,
            base: self.base,
            memory: self.memory,
        });
        self.enter(function, tracks);
        self.transfer(&call.arguments, from, (self.base, self.memory));
        Ok(())
    }

    /// Goes back to the caller; false if there is none.
    fn leave(&mut self) -> bool {
        let Some(caller) = self.callers.pop() else { return false };
        let from = (self.base, self.memory);
        self.transfer(&caller.call.results, from, (caller.base, caller.memory));
        self.registers.truncate(self.base);
        self.local.truncate(self.memory as usize);
        if !self.dependences.is_empty() {
            self.dependences.truncate(self.base);
        }
        (self.function, self.pc) = (caller.function, caller.pc);
        (self.base, self.memory) = (caller.base, caller.memory);
        true
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
            match self.frame::<TRACKS>(machine, end, &mut left) {
                Ok(Leave::Stop(stop)) => break Ok(stop),
                Ok(Leave::Call(call)) => {
                    std::mem::swap(&mut machine.memory.of(Space::Local).bytes, &mut self.local);
                    let called = self.call(call, machine.program, TRACKS);
                    std::mem::swap(&mut machine.memory.of(Space::Local).bytes, &mut self.local);
                    if let Err(fault) = called {
                        break Err(fault);
                    }
                }
                Ok(Leave::Return) => {
                    std::mem::swap(&mut machine.memory.of(Space::Local).bytes, &mut self.local);
                    let is_inner = self.leave();
                    std::mem::swap(&mut machine.memory.of(Space::Local).bytes, &mut self.local);
                    if !is_inner {
                        break Ok(Stop::Exit);
                    }
                }
                Err(fault) => break Err(fault),
            }
        };
        std::mem::swap(&mut machine.memory.of(Space::Local).bytes, &mut self.local);
        machine.executed += time - left;
        stop
    }

    /// Runs within a frame. `end` is the number of instructions that are executed when no time is left.
    fn frame<const TRACKS: bool>(
        &mut self,
        machine: &mut Machine<'a>,
        end: u64,
        left: &mut u64,
    ) -> Result<Leave<'a>, Box<Fault>> {
        let function = self.function;
        let code = &function.code[..];
        let frame = &mut self.registers[self.base..];
        let depends = if TRACKS {
            &mut self.dependences[self.base..]
        } else {
            &mut []
        };
        let mut pc = self.pc;
        let mut time = *left;
        macro_rules! get {
            ($slot:expr) => {
                frame[$slot as usize]
            };
        }
        macro_rules! set {
            ($slot:expr, $value:expr, $sources:expr) => {{
                frame[$slot as usize] = $value;
                if TRACKS {
                    let union = |all: Dependences, slot: &Slot| all.union(depends[*slot as usize]);
                    depends[$slot as usize] = $sources.iter().fold(Dependences::default(), union);
                }
            }};
        }
        macro_rules! address {
            ($address:expr) => {
                get!($address.base).wrapping_add_signed($address.offset)
            };
        }
        // A fault or a stop leaves the program counter behind its operation.
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
                Op::Pure(function, to, [a, b, c]) => {
                    let value = function(get!(*a), get!(*b), get!(*c));
                    set!(*to, value, [*a, *b, *c]);
                }
                Op::Move(to, from, mask) => set!(*to, get!(*from) & mask, [*from]),
                Op::BranchIf(predicate, value, target) => {
                    if get!(*predicate) == *value {
                        pc = *target as usize;
                    }
                }
                Op::Branch(target) => pc = *target as usize,
                Op::Load(to, address, access, bits) => {
                    let bytes = access.int.bits / 8;
                    let loaded = checked!(machine.memory.read(access.space, address!(*address), bytes));
                    let value = widened(access.int, number(loaded), *bits);
                    set!(*to, value, [address.base]);
                }
                Op::Store(from, address, access) => {
                    let bytes = access.int.bits / 8;
                    let place = checked!(machine.memory.write(access.space, address!(*address), bytes));
                    place.copy_from_slice(&get!(*from).to_le_bytes()[..bytes as usize]);
                }
                Op::Many(op) => {
                    let mut sources = [0; 8];
                    let mut results = [0; 8];
                    for (value, slot) in sources.iter_mut().zip(&op.sources) {
                        *value = get!(*slot);
                    }
                    let (inputs, outputs) = (op.sources.len().min(8), op.results.len().min(8));
                    (op.function)(&sources[..inputs], &mut results[..outputs]);
                    let joined = match TRACKS {
                        true => op
                            .sources
                            .iter()
                            .fold(Dependences::default(), |all, slot| all.union(depends[*slot as usize])),
                        false => Dependences::default(),
                    };
                    for (value, slot) in results.iter().zip(&op.results) {
                        get!(*slot) = *value;
                        if TRACKS {
                            depends[*slot as usize] = joined;
                        }
                    }
                }
                Op::Unit(index, to, sources) => {
                    machine.issued += 1;
                    let mut issued = Issued {
                        number: machine.issued,
                        block: self.place.ctaid,
                        thread: self.place.tid,
                        place: function.spans[pc - 1],
                        depends: Dependences::default(),
                    };
                    if TRACKS {
                        let sources = sources.iter().map(|slot| depends[*slot as usize]);
                        issued.depends = sources.fold(Dependences::default(), Dependences::union);
                        depends[*to as usize] = Dependences::one(machine.issued);
                    }
                    let operands = sources.map(|slot| get!(slot) as u32);
                    let prepared = machine.prepared[*index as usize];
                    get!(*to) = u64::from(machine.units.execute(prepared, operands, &issued));
                }
                Op::Skip(predicate, value, target) => {
                    if get!(*predicate) == *value {
                        pc = *target as usize;
                    } else {
                        time += 1;
                    }
                }
                Op::LoadVector(op) => {
                    let bytes = op.access.int.bits / 8;
                    let all = bytes * op.access.vector;
                    let loaded = checked!(machine.memory.read(op.access.space, address!(op.address), all));
                    for (element, (to, bits)) in loaded.chunks_exact(bytes as usize).zip(&op.elements) {
                        let value = widened(op.access.int, number(element), *bits);
                        set!(*to, value, [op.address.base]);
                    }
                }
                Op::StoreVector(op) => {
                    let bytes = op.access.int.bits / 8;
                    let all = bytes * op.access.vector;
                    let place = checked!(machine.memory.write(op.access.space, address!(op.address), all));
                    for (element, (from, _)) in place.chunks_exact_mut(bytes as usize).zip(&op.elements) {
                        element.copy_from_slice(&get!(*from).to_le_bytes()[..bytes as usize]);
                    }
                }
                Op::Atomic(op) => {
                    let access = op.operation.access;
                    let bytes = access.int.bits / 8;
                    let place = checked!(machine.memory.write(access.space, address!(op.address), bytes));
                    let old = number(place);
                    let [b, c] = op.sources.map(|slot| get!(slot));
                    let new = (op.operation.update)(old, b, c);
                    place.copy_from_slice(&new.to_le_bytes()[..bytes as usize]);
                    set!(op.result, old, [op.address.base, op.sources[0], op.sources[1]]);
                }
                Op::IndexedBranch(index, targets) => {
                    let chosen = get!(*index) as u32;
                    match targets.get(chosen as usize) {
                        Some(target) => pc = *target as usize,
                        None => {
                            let message = format!("the index {chosen} has no target");
                            break Err(Fault::new(message, format!("an index below {}", targets.len())));
                        }
                    }
                }
                Op::Call(call) => break Ok(Leave::Call(call)),
                Op::Return => break Ok(Leave::Return),
                Op::Exit => break Ok(Leave::Stop(Stop::Exit)),
                Op::Barrier(barrier) => break Ok(Leave::Stop(Stop::Barrier(barrier))),
                Op::Warp(warp) => break Ok(Leave::Stop(Stop::Warp(warp))),
                Op::Trap => break Err(Fault::new("the kernel executes a trap", "an execution without one")),
                Op::Nothing => {}
                Op::Not(to, from) => {
                    time += 1;
                    set!(*to, get!(*from) ^ 1, [*from]);
                }
                Op::Offset(to, address) => {
                    time += 1;
                    set!(*to, address!(*address), [address.base]);
                }
                Op::Clock(to) => {
                    time += 1;
                    get!(*to) = end - time;
                }
                Op::Expect(flag, name) => {
                    time += 1;
                    if get!(*flag) == 0 {
                        let message = format!("`{name}` is read before anything is written to it");
                        break Err(Fault::new(message, "a register with a value"));
                    }
                }
                Op::Written(flag) => {
                    time += 1;
                    get!(*flag) = 1;
                }
            }
        };
        self.pc = pc;
        *left = time;
        leave
    }
}

/// How the run within a frame ends.
enum Leave<'a> {
    Stop(Stop<'a>),
    Call(&'a CallOp),
    Return,
}

/// A loaded element in a register of so many bits: numbers with a sign are extended.
#[inline(always)]
fn widened(int: Int, value: u64, bits: u32) -> u64 {
    match int.signed {
        true => Int { bits, signed: false }.wrap(int.value(value)),
        false => value,
    }
}
