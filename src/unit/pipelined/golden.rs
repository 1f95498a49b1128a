//! The golden model of a unit, one case at a time and over bit-planes, and the claims that the hardware equals it.

use super::{Case, PASS, Pipelined, latency};
use aligned_vec::AVec;
use lanesmith_algebra::{Algebra, Bitwise, Concrete, Edge, Graph, Int, Slice, StraightLineProgram};
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_prove::{Deferred, HandshakeProtocol, Obligation};
use lanesmith_rtl::axi_stream;
use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The golden model of a unit in a configuration.
pub trait PipelinedGolden: Copy + fmt::Debug + Send + Sync + 'static {
    /// Bits of the control word.
    const CONTROL: u32;

    /// `d` for a control word and the registers `a`, `b` and `c`, all unsigned numbers.
    fn execute<A: Algebra>(control: &A::Int, registers: [&A::Int; 3]) -> A::Int;

    /// The result of a case.
    fn evaluate(case: &Case) -> u32 {
        let [a, b, c] = case.operands.map(i64::from);
        Self::execute::<Concrete>(&(case.control as i64), [&a, &b, &c]) as u32
    }
    /// [`execute`](Self::execute) of an instruction that this configuration has, for passes over bit-planes: may leave the others out.
    fn execute_own<A: Algebra>(&self, control: &A::Int, registers: [&A::Int; 3]) -> A::Int {
        Self::execute::<A>(control, registers)
    }
    /// A number of what [`execute_own`](Self::execute_own) leaves out: configurations that leave out the same have the same number.
    fn variant(&self) -> usize {
        0
    }
    /// The results of items that have a control word and operands, many at a time.
    fn evaluate_each<T>(
        &self,
        items: &[T],
        control: impl Fn(&T) -> u64,
        operands: impl Fn(&T) -> [u32; 3],
    ) -> Vec<u32> {
        let program = program(self);
        let pass = |items| run_pass((&program, Self::CONTROL), items, &control, &operands);
        items.chunks(PASS).flat_map(pass).collect()
    }
}

/// The results of cases, many at a time.
pub fn evaluate_all(unit: &impl PipelinedGolden, cases: &[Case]) -> Vec<u32> {
    unit.evaluate_each(cases, |case| case.control, |case| case.operands)
}

/// 64-bit words of a bit-plane: enough to spread the cost of a pass, few enough for its planes to stay in cache.
const WORDS: usize = PASS / 64;

/// The inputs of a golden model: the bits of the control word, `a`, `b`, `c`.
fn inputs<P: PipelinedGolden>(graph: &Graph) -> [Vec<Edge>; 4] {
    [P::CONTROL, 32, 32, 32].map(|bits| graph.inputs(bits))
}

thread_local! {
    /// The memory of the passes.
    static ROOM: RefCell<AVec<Slice<WORDS>>> = RefCell::new(StraightLineProgram::room(0));
}

type Programs = HashMap<(TypeId, usize), Arc<StraightLineProgram>>;

/// The golden model of a unit over bit-planes, which takes as long to write down as some thousand runs.
fn program<P: PipelinedGolden>(unit: &P) -> Arc<StraightLineProgram> {
    static ALL: LazyLock<Mutex<Programs>> = LazyLock::new(Mutex::default);
    let new = || {
        let graph = Graph::new();
        let [control, a, b, c] = inputs::<P>(&graph).map(Int::unsigned);
        let d = unit.execute_own::<Bitwise<Edge>>(&control, [&a, &b, &c]);
        Arc::new(StraightLineProgram::new(&graph, &d.low(32)))
    };
    let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
    all.entry((TypeId::of::<P>(), unit.variant()))
        .or_insert_with(new)
        .clone()
}

/// The results of at most [`PASS`] items by a program of the planes of a control word of this many bits, and of `a`, `b` and `c`.
fn run_pass<T>(
    (program, bits): (&StraightLineProgram, u32),
    items: &[T],
    control: impl Fn(&T) -> u64,
    operands: impl Fn(&T) -> [u32; 3],
) -> Vec<u32> {
    ROOM.with_borrow_mut(|slots| {
        let needed = program.slots() + 32;
        if slots.len() < needed {
            *slots = StraightLineProgram::room(needed);
        }
        let (words, registers) = slots.split_at_mut(bits as usize);
        for (half, planes) in words.chunks_mut(32).enumerate() {
            let mut all = [Slice([0; WORDS]); 32];
            pack(items, |item| (control(item) >> (32 * half)) as u32, &mut all);
            planes.copy_from_slice(&all[..planes.len()]);
        }
        for i in 0..3 {
            pack(items, |item| operands(item)[i], &mut registers[32 * i..][..32]);
        }
        program.run_in_place(slots);
        let (slots, d) = slots[..needed].split_at_mut(program.slots());
        program.write_outputs(slots, d);
        let mut results = vec![0; items.len()];
        Slice::unpack_words(d, &mut results);
        results
    })
}

/// One word of each item as planes.
fn pack<T>(items: &[T], word: impl Fn(&T) -> u32, planes: &mut [Slice<WORDS>]) {
    let mut column = [0; PASS];
    column.iter_mut().zip(items).for_each(|(to, item)| *to = word(item));
    Slice::pack_words(&column[..items.len()], planes);
}

/// Golden's result for the control word that `executed` makes of any word comes out of the hardware for the word that `given` makes of it,
/// after its latency and from any state.
pub fn transfer<P: PipelinedGolden>(
    handshake: &HandshakeProtocol,
    executed: impl Fn(&mut [Edge]),
    given: impl Fn(&mut [Edge]),
) -> Obligation {
    let graph = Graph::new();
    let mut words = inputs::<P>(&graph);
    let mut read = words.clone();
    executed(&mut read[0]);
    given(&mut words[0]);
    let [control, a, b, c] = read.map(Int::unsigned);
    let d = P::execute::<Bitwise<Edge>>(&control, [&a, &b, &c]);
    let mut obligation = Obligation::new("", &graph);
    for (name, word) in ["control", "a", "b", "c"].iter().zip(&words) {
        obligation.name_word(name, word);
    }
    handshake.transfer(obligation, words, &d.low(32))
}

/// The handshake of a unit, for claims. The machine may be the unit with the reset of AXI-Stream.
pub fn protocol<'a, P: Pipelined>(unit: &P, machine: &'a dyn TransitionSystem) -> HandshakeProtocol<'a> {
    let reset = unit.reset();
    let has_port = |name| machine.inputs().iter().any(|(port, _)| port == name);
    HandshakeProtocol {
        machine,
        latency: latency(unit),
        reset: match has_port(reset.port(true).0) {
            true => reset,
            false => axi_stream::reset(reset),
        },
        control: P::CONTROL,
    }
}

/// The claims about a unit behind the handshake: the transfer of any instruction, and the protocol.
pub fn claims<'a, P: Pipelined>(unit: &P, machine: &'a dyn TransitionSystem) -> Vec<Deferred<'a>> {
    let handshake = protocol(unit, machine);
    let transfer = move || transfer::<P>(&handshake, |_| (), |_| ());
    let transfer = Deferred::new("transfer of any instruction", transfer);
    [transfer].into_iter().chain(handshake.claims()).collect()
}
