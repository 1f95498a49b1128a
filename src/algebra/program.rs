//! A symbolic graph as a straight-line program over bit-planes: how golden computes many vectors per pass.
//!
//! Writing a meaning down once as a graph folds and shares what it can; running it is then a plain loop, without the
//! bookkeeping that running the text over planes would repeat in every pass.

use super::sliced::widest;
use super::{Bit, Edge, Graph, GraphNode, Slice};
use aligned_vec::{AVec, CACHELINE_ALIGN};
use std::ops::Range;

/// An operation on slots: `to = (y ^ flips) ^ (s & (x ^ y ^ turns))`, where the two flags stand for all ones.
///
/// One form for all of them, though some need fewer operands: with few words in a plane a branch for each operation, which no processor
/// predicts, takes longer than the operation. With many it does not, and `kind` says which short form computes the same.
#[derive(Clone, Copy, Debug)]
struct Op {
    s: u16,
    x: u16,
    y: u16,
    to: u16,
    kind: Kind,
}

/// The short forms. The lowest bit of their numbers is `flips`, the next one `turns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    /// `s & x`; `y` is 0
    And = 0b0000,
    /// `y & !s`; `x` is 0
    AndNot = 0b0100,
    /// `s | y`; `x` is 0
    Or = 0b0010,
    /// `s ^ y`; `x` is `y`
    Xor = 0b0110,
    /// `s ? x : y`
    Mux = 0b1000,
    /// `s ? x : !y`
    MuxNot = 0b1011,
}

impl Op {
    fn flips(&self) -> bool {
        self.kind as u8 & 1 != 0
    }

    fn turns(&self) -> bool {
        self.kind as u8 >> 1 & 1 != 0
    }
}

/// Where a bit is, and whether its complement is what is there.
type Place = (u16, bool);

/// A straight-line program from a graph's inputs to some of its edges.
#[derive(Clone, Debug)]
pub struct StraightLineProgram {
    inputs: usize,
    /// Of each input whether anything depends on it.
    reads: Vec<bool>,
    ops: Vec<Op>,
    slots: usize,
    outputs: Vec<Output>,
}

#[derive(Clone, Copy, Debug)]
enum Output {
    Constant(bool),
    At(Place),
}

impl StraightLineProgram {
    /// The program that computes `outputs` from all inputs of the graph.
    ///
    /// Panics where more than 65,536 intermediate values live at once.
    pub fn new(graph: &Graph, outputs: &[Edge]) -> Self {
        Builder::new(graph, outputs).build(outputs)
    }

    /// Likewise for [`run_in_place`](Self::run_in_place): the inputs' slots hold them through the pass.
    pub fn in_place(graph: &Graph, outputs: &[Edge]) -> Self {
        let mut builder = Builder::new(graph, outputs);
        builder.keeps_inputs = true;
        builder.build(outputs)
    }

    /// Two such programs, the second of which computes `later` from the inputs and what the first left in the slots: what both need is
    /// computed once.
    pub fn in_place_by_parts(graph: &Graph, outputs: &[Edge], later: &[Edge]) -> [Self; 2] {
        let mut builder = Builder::new(graph, &[outputs, later].concat());
        builder.keeps_inputs = true;
        builder.build_parts(outputs, later)
    }

    /// Room for passes: so many planes of zeros. They begin where memory's lines do, for a register of vectors that lies across
    /// two lines takes twice as long to load.
    pub fn room<const N: usize>(slots: usize) -> AVec<Slice<N>> {
        AVec::from_iter(CACHELINE_ALIGN, std::iter::repeat_n(Slice([0; N]), slots))
    }

    /// The number of operations in a pass.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether no output needs an operation.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// The outputs where `fill` has written the inputs' planes, in the order of their creation. `slots` is [room](Self::room)
    /// to work in, worth keeping from pass to pass; what it holds does not matter.
    pub fn run<const N: usize>(&self, slots: &mut AVec<Slice<N>>, fill: impl FnOnce(&mut [Slice<N>])) -> Vec<Slice<N>> {
        if slots.len() < self.slots {
            *slots = StraightLineProgram::room(self.slots);
        }
        fill(&mut slots[..self.inputs]);
        self.run_in_place(slots);
        (0..self.outputs.len()).map(|i| self.output(slots, i)).collect()
    }

    /// Whether an output depends on one of these inputs, counted in the order of their creation; the planes of others need not be filled.
    pub fn reads(&self, inputs: Range<usize>) -> bool {
        self.reads[inputs].contains(&true)
    }

    /// The number of slots that a pass works on.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// A pass on slots of which the first hold the inputs' planes, in the order of their creation.
    pub fn run_in_place<const N: usize>(&self, slots: &mut [Slice<N>]) {
        assert!(slots.len() >= self.slots, "room for the program");
        slots[self.inputs] = Slice([0; N]);
        execute_widest(&self.ops, slots);
    }

    /// The output at a place of the list, after a pass.
    pub fn output<const N: usize>(&self, slots: &[Slice<N>], at: usize) -> Slice<N> {
        match self.outputs[at] {
            Output::Constant(value) => Slice::constant(value),
            Output::At((slot, false)) => slots[slot as usize],
            Output::At((slot, true)) => slots[slot as usize].not(),
        }
    }

    /// The program as a C function of one word per bit, 64 vectors at once:
    /// `static void name(const uint64_t *in, uint64_t *out)`.
    pub fn c_function(&self, name: &str) -> String {
        let mut at: Vec<String> = (0..self.slots).map(|slot| format!("in[{slot}]")).collect();
        let mut text = format!("static void {name}(const uint64_t *in, uint64_t *out) {{\n");
        at[self.inputs] = "UINT64_C(0)".to_owned();
        for (i, op) in self.ops.iter().enumerate() {
            let [s, x, y] = [op.s, op.x, op.y].map(|slot| &at[slot as usize]);
            let [flip, turn] = [op.flips(), op.turns()].map(|flag| if flag { "~" } else { "" });
            text += &format!("  const uint64_t t{i} = {flip}{y} ^ ({s} & {turn}({x} ^ {y}));\n");
            at[op.to as usize] = format!("t{i}");
        }
        for (i, output) in self.outputs.iter().enumerate() {
            let value = match *output {
                Output::Constant(value) => if value { "~UINT64_C(0)" } else { "0" }.to_owned(),
                Output::At((slot, inverted)) => format!("{}{}", if inverted { "~" } else { "" }, at[slot as usize]),
            };
            text += &format!("  out[{i}] = {value};\n");
        }
        text + "}\n"
    }
}

widest!(execute_widest runs execute(ops: &[Op], slots: &mut [Slice<N>]));

/// Words of a plane from which on the short forms take less time.
const MANY: usize = 32;

// Inlined, so that it is compiled anew for each set of instructions.
#[inline(always)]
fn execute<const N: usize>(ops: &[Op], slots: &mut [Slice<N>]) {
    match N >= MANY {
        true => execute_short(ops, slots),
        false => execute_alike(ops, slots),
    }
}

#[inline(always)]
fn execute_alike<const N: usize>(ops: &[Op], slots: &mut [Slice<N>]) {
    let all = |flag: bool| u64::from(flag).wrapping_neg();
    for op in ops {
        let (flips, turns) = (all(op.flips()), all(op.turns()));
        // SAFETY: every slot of an operation is one of the program's, and the caller has seen that there are as many.
        unsafe { operate(op, slots, |s, x, y| (y ^ flips) ^ (s & (x ^ y ^ turns))) };
    }
}

#[inline(always)]
fn execute_short<const N: usize>(ops: &[Op], slots: &mut [Slice<N>]) {
    for op in ops {
        // SAFETY: as above.
        unsafe {
            match op.kind {
                Kind::And => operate(op, slots, |s, x, _| s & x),
                Kind::AndNot => operate(op, slots, |s, _, y| y & !s),
                Kind::Or => operate(op, slots, |s, _, y| s | y),
                Kind::Xor => operate(op, slots, |s, _, y| s ^ y),
                Kind::Mux => operate(op, slots, |s, x, y| y ^ (s & (x ^ y))),
                Kind::MuxNot => operate(op, slots, |s, x, y| !y ^ (s & !(x ^ y))),
            }
        }
    }
}

/// Computes an operation word by word. The slots of the operation must be there.
#[inline(always)]
unsafe fn operate<const N: usize>(op: &Op, slots: &mut [Slice<N>], word: impl Fn(u64, u64, u64) -> u64) {
    // SAFETY: the caller's.
    let at = |slot: u16| unsafe { slots.get_unchecked(slot as usize) };
    let (s, x, y) = (at(op.s), at(op.x), at(op.y));
    let mut result = [0; N];
    for (i, to) in result.iter_mut().enumerate() {
        *to = word(s.0[i], x.0[i], y.0[i]);
    }
    // SAFETY: as above.
    unsafe { *slots.get_unchecked_mut(op.to as usize) = Slice(result) };
}

/// What a conjunction is computed from; numbers are literals of the graph.
#[derive(Clone, Copy)]
enum Form {
    /// `x & y`
    And(u32, u32),
    /// `x ^ y`
    Xor(u32, u32),
    /// `!(s ? x : y)`
    NotMux(u32, u32, u32),
}

impl Form {
    /// Sees what node `number` is the top of.
    fn of(nodes: &[GraphNode], number: u32) -> Option<Self> {
        let GraphNode::And(p, q) = nodes[number as usize] else {
            return None;
        };
        let Some([left, right]) = Form::inner(nodes, number) else {
            return Some(Form::And(p, q));
        };
        let carry = || Form::carry(nodes, left, right).or_else(|| Form::carry(nodes, right, left));
        Some(Form::choice(left, right).or_else(carry).unwrap_or(Form::And(p, q)))
    }

    /// The operands of both conjunctions that node `number` is the inverted disjunction of.
    fn inner(nodes: &[GraphNode], number: u32) -> Option<[(u32, u32); 2]> {
        let inner = |literal: u32| match nodes[literal as usize / 2] {
            GraphNode::And(x, y) if literal & 1 != 0 => Some((x, y)),
            _ => None,
        };
        match nodes[number as usize] {
            GraphNode::And(p, q) => Some([inner(p)?, inner(q)?]),
            _ => None,
        }
    }

    /// A multiplexer or an exclusive or.
    fn choice(left: (u32, u32), right: (u32, u32)) -> Option<Self> {
        for (s, x) in [left, (left.1, left.0)] {
            for (t, y) in [right, (right.1, right.0)] {
                if s == t ^ 1 {
                    let xor = x == y ^ 1;
                    return Some(if xor { Form::Xor(s, x) } else { Form::NotMux(s, x, y) });
                }
            }
        }
        None
    }

    /// The carry of a full adder, `x & y | (x ^ y) & c`: where x and y differ it is c, else either of them.
    fn carry(nodes: &[GraphNode], (x, y): (u32, u32), other: (u32, u32)) -> Option<Self> {
        let is_difference = |literal: u32| {
            let choice = Form::inner(nodes, literal / 2).and_then(|[left, right]| Form::choice(left, right));
            let Some(Form::Xor(p, q)) = choice else {
                return false;
            };
            let alike = |p: u32, q: u32| p / 2 == x / 2 && q / 2 == y / 2;
            (alike(p, q) || alike(q, p)) && (literal ^ p ^ q ^ x ^ y) & 1 == 0
        };
        let (differ, c) = [other, (other.1, other.0)]
            .into_iter()
            .find(|(literal, _)| is_difference(*literal))?;
        Some(Form::NotMux(differ, c, x))
    }

    fn literals(self) -> impl Iterator<Item = u32> {
        let (x, y, s) = match self {
            Form::And(x, y) | Form::Xor(x, y) => (x, y, None),
            Form::NotMux(s, x, y) => (x, y, Some(s)),
        };
        [x, y].into_iter().chain(s)
    }
}

struct Builder {
    /// What each node that is needed is computed from; inputs have no form.
    forms: Vec<Option<Form>>,
    /// How many operations and outputs still read each node.
    readers: Vec<u32>,
    places: Vec<Place>,
    free: Vec<u16>,
    inputs: usize,
    reads: Vec<bool>,
    keeps_inputs: bool,
    /// The slot behind the inputs, of zeros.
    zero: u16,
    slots: usize,
    ops: Vec<Op>,
}

impl Builder {
    fn new(graph: &Graph, outputs: &[Edge]) -> Self {
        let nodes = graph.nodes();
        let mut readers = vec![0; nodes.len()];
        for output in outputs {
            readers[output.literal() as usize / 2] += 1;
        }
        let mut forms = vec![None; nodes.len()];
        for number in (0..nodes.len()).rev() {
            if readers[number] > 0 {
                forms[number] = Form::of(&nodes, number as u32);
            }
            for literal in forms[number].into_iter().flat_map(Form::literals) {
                readers[literal as usize / 2] += 1;
            }
        }
        let mut builder = Builder {
            forms,
            readers,
            places: vec![(0, false); nodes.len()],
            free: vec![],
            inputs: 0,
            reads: vec![],
            keeps_inputs: false,
            zero: 0,
            slots: 0,
            ops: vec![],
        };
        for (number, node) in nodes.iter().enumerate() {
            if let GraphNode::Input(_) = node {
                builder.places[number].0 = builder.slot();
                builder.inputs += 1;
                builder.reads.push(builder.readers[number] > 0);
            }
        }
        builder.zero = builder.slot();
        builder
    }

    fn slot(&mut self) -> u16 {
        self.free.pop().unwrap_or_else(|| {
            self.slots += 1;
            u16::try_from(self.slots - 1).expect("a few values live at once")
        })
    }

    /// The place of a literal.
    fn place(&self, literal: u32) -> Place {
        let (slot, inverted) = self.places[literal as usize / 2];
        (slot, inverted ^ (literal & 1 != 0))
    }

    fn build(mut self, outputs: &[Edge]) -> StraightLineProgram {
        self.operations(|_| true);
        self.finish(outputs)
    }

    fn build_parts(mut self, outputs: &[Edge], later: &[Edge]) -> [StraightLineProgram; 2] {
        let mut is_needed = vec![false; self.forms.len()];
        for output in outputs {
            is_needed[output.literal() as usize / 2] = true;
        }
        for number in (0..self.forms.len()).rev() {
            let form = self.forms[number].filter(|_| is_needed[number]);
            for literal in form.into_iter().flat_map(Form::literals) {
                is_needed[literal as usize / 2] = true;
            }
        }
        self.operations(|number| is_needed[number]);
        let mut first = self.finish(outputs);
        self.operations(|number| !is_needed[number]);
        let second = self.finish(later);
        first.slots = second.slots;
        [first, second]
    }

    /// Appends the operations for some nodes.
    fn operations(&mut self, wanted: impl Fn(usize) -> bool) {
        for number in 0..self.forms.len() {
            if let Some(form) = self.forms[number].filter(|_| wanted(number)) {
                self.operation(number, form);
            }
        }
    }

    /// The program of the operations since the last one.
    fn finish(&mut self, outputs: &[Edge]) -> StraightLineProgram {
        let at = |output: &Edge| match output.literal() {
            constant @ 0..2 => Output::Constant(constant == 1),
            literal => Output::At(self.place(literal)),
        };
        StraightLineProgram {
            outputs: outputs.iter().map(at).collect(),
            inputs: self.inputs,
            reads: self.reads.clone(),
            slots: self.slots,
            ops: std::mem::take(&mut self.ops),
        }
    }

    /// Appends the operation for a node. Inversions of what is read go into the operation, those of the result into its
    /// place.
    fn operation(&mut self, number: usize, form: Form) {
        let zero = self.zero;
        let op = |kind, s, x, y| Op { s, x, y, to: 0, kind };
        let (op, inverted) = match form {
            Form::And(x, y) => match (self.place(x), self.place(y)) {
                ((x, false), (y, false)) => (op(Kind::And, x, y, zero), false),
                ((x, false), (y, true)) | ((y, true), (x, false)) => (op(Kind::AndNot, y, zero, x), false),
                ((x, true), (y, true)) => (op(Kind::Or, x, zero, y), true),
            },
            Form::Xor(x, y) => {
                let ((x, p), (y, q)) = (self.place(x), self.place(y));
                (op(Kind::Xor, x, y, y), p ^ q)
            }
            Form::NotMux(select, x, y) => {
                let (s, swap) = self.place(select);
                let (x, y) = if swap { (y, x) } else { (x, y) };
                let ((x, p), (y, q)) = (self.place(x), self.place(y));
                let kind = if p != q { Kind::MuxNot } else { Kind::Mux };
                (op(kind, s, x, y), !p)
            }
        };
        for literal in form.literals() {
            let node = literal as usize / 2;
            self.readers[node] -= 1;
            let is_kept = self.keeps_inputs && self.forms[node].is_none();
            if self.readers[node] == 0 && !is_kept {
                self.free.push(self.places[node].0);
            }
        }
        let to = self.slot();
        self.places[number] = (to, inverted);
        self.ops.push(Op { to, ..op });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_computes_what_its_graph_does_for_all_shapes_of_small_functions() {
        let graph = Graph::new();
        let [s, x, y] = [graph.input(), graph.input(), graph.input()];
        let mut outputs = vec![s.clone(), x.not(), Edge::Constant(true), Edge::Constant(false)];
        for inversions in 0..8 {
            let edge = |bit: u32, edge: &Edge| {
                if inversions >> bit & 1 != 0 {
                    edge.not()
                } else {
                    edge.clone()
                }
            };
            let (s, x, y) = (edge(0, &s), edge(1, &x), edge(2, &y));
            let inner = [s.and(&x), s.xor(&x), s.mux(&x, &y), s.or(&y)];
            for f in &inner {
                outputs.extend([
                    f.clone(),
                    f.not(),
                    f.and(&y),
                    f.xor(&y),
                    f.mux(&y, &x.not()),
                    y.mux(f, &x),
                ]);
            }
        }
        let inputs = [0b1111_0000, 0b1100_1100, 0b1010_1010];
        let program = StraightLineProgram::new(&graph, &outputs);
        let found: Vec<u64> = program
            .run(&mut StraightLineProgram::room(0), |planes| {
                planes.copy_from_slice(&inputs.map(|x| Slice([x])))
            })
            .iter()
            .map(|f| f.0[0])
            .collect();
        assert_eq!(found, graph.evaluate(&inputs, &outputs));
        assert!(program.len() < graph.and_count());
    }

    #[test]
    fn the_second_part_of_a_program_takes_from_the_first_what_both_need() {
        let graph = Graph::new();
        let [x, y, z] = [graph.input(), graph.input(), graph.input()];
        let shared = x.xor(&y);
        let (outputs, later) = (
            [shared.and(&z), y.clone()],
            [shared.or(&z), shared.mux(&z, &x), z.not()],
        );
        let programs = StraightLineProgram::in_place_by_parts(&graph, &outputs, &later);
        let whole = StraightLineProgram::in_place(&graph, &[&outputs[..], &later[..]].concat());
        assert_eq!(programs[0].len() + programs[1].len(), whole.len());
        let alone = StraightLineProgram::new(&graph, &[y.xor(&z)]);
        assert_eq!(
            [0..1, 1..3, 0..2].map(|inputs| alone.reads(inputs)),
            [false, true, true]
        );
        let inputs = [0b1111_0000, 0b1100_1100, 0b1010_1010];
        let mut slots = StraightLineProgram::room(programs[0].slots());
        slots[..3].copy_from_slice(&inputs.map(|x| Slice([x])));
        for (program, edges) in programs.iter().zip([&outputs[..], &later[..]]) {
            program.run_in_place(&mut slots);
            let found: Vec<u64> = (0..edges.len()).map(|at| program.output(&slots, at).0[0]).collect();
            assert_eq!(found, graph.evaluate(&inputs, edges));
        }
    }

    #[test]
    fn a_full_adder_takes_three_operations_whatever_is_inverted() {
        for inversions in 0..8 {
            let graph = Graph::new();
            let [x, y, c] = [0, 1, 2].map(|bit| match inversions >> bit & 1 {
                0 => graph.input(),
                _ => graph.input().not(),
            });
            let differ = x.xor(&y);
            let outputs = [differ.xor(&c), x.and(&y).or(&differ.and(&c))];
            let program = StraightLineProgram::in_place(&graph, &outputs);
            assert_eq!(program.len(), 3);
            let inputs = [0b1111_0000, 0b1100_1100, 0b1010_1010];
            let mut slots = StraightLineProgram::room(program.slots());
            slots[..3].copy_from_slice(&inputs.map(|x| Slice([x])));
            program.run_in_place(&mut slots);
            let found = [0, 1].map(|at| program.output(&slots, at).0[0]);
            assert_eq!(found[..], graph.evaluate(&inputs, &outputs));
            assert_eq!(slots[..3], inputs.map(|x| Slice([x])));
        }
    }
}
