//! A symbolic graph as a straight-line program over bit-planes: how golden computes many vectors per pass.
//!
//! Writing a meaning down once as a graph folds and shares what it can; running it is then a plain loop, without the
//! bookkeeping that running the text over planes would repeat in every pass.

use super::sliced::widest;
use super::{Bit, Edge, Graph, Node, Slice};

/// What an operation stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `x & y`
    And,
    /// `x & !y`
    AndNot,
    /// `x | y`
    Or,
    /// `x ^ y`
    Xor,
    /// `s ? x : y`
    Mux,
    /// `s ? x : !y`
    MuxNot,
}

/// An operation on slots; `s` counts for multiplexers only.
#[derive(Clone, Copy, Debug)]
struct Op {
    kind: Kind,
    s: u16,
    x: u16,
    y: u16,
    to: u16,
}

/// Where a bit is, and whether its complement is what is there.
type Place = (u16, bool);

/// A straight-line program from a graph's inputs to some of its edges.
#[derive(Clone, Debug)]
pub struct Program {
    inputs: usize,
    ops: Vec<Op>,
    slots: usize,
    outputs: Vec<Output>,
}

#[derive(Clone, Copy, Debug)]
enum Output {
    Constant(bool),
    At(Place),
}

impl Program {
    /// The program that computes `outputs` from all inputs of the graph.
    ///
    /// Panics where more than 65,536 intermediate values live at once.
    pub fn new(graph: &Graph, outputs: &[Edge]) -> Self {
        Builder::new(graph, outputs).build(outputs)
    }

    /// The number of operations in a pass.
    pub fn len(&self) -> usize {
        self.ops.len()
    }

    /// Whether no output needs an operation.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty()
    }

    /// The outputs where `fill` has written the inputs' planes, in the order of their creation. `slots` is room to work in,
    /// worth keeping from pass to pass; what it holds does not matter.
    pub fn run<const N: usize>(&self, slots: &mut Vec<Slice<N>>, fill: impl FnOnce(&mut [Slice<N>])) -> Vec<Slice<N>> {
        if slots.len() < self.slots {
            slots.resize(self.slots, Slice([0; N]));
        }
        fill(&mut slots[..self.inputs]);
        execute_widest(&self.ops, slots);
        let read = |output: &Output| match *output {
            Output::Constant(value) => Slice::constant(value),
            Output::At((slot, false)) => slots[slot as usize],
            Output::At((slot, true)) => slots[slot as usize].not(),
        };
        self.outputs.iter().map(read).collect()
    }

    /// The program as a C function of one word per bit, 64 vectors at once:
    /// `static void name(const uint64_t *in, uint64_t *out)`.
    pub fn c_function(&self, name: &str) -> String {
        let mut at: Vec<String> = (0..self.slots).map(|slot| format!("in[{slot}]")).collect();
        let mut text = format!("static void {name}(const uint64_t *in, uint64_t *out) {{\n");
        for (i, op) in self.ops.iter().enumerate() {
            let [s, x, y] = [op.s, op.x, op.y].map(|slot| &at[slot as usize]);
            let value = match op.kind {
                Kind::And => format!("{x} & {y}"),
                Kind::AndNot => format!("{x} & ~{y}"),
                Kind::Or => format!("{x} | {y}"),
                Kind::Xor => format!("{x} ^ {y}"),
                Kind::Mux => format!("{y} ^ ({s} & ({x} ^ {y}))"),
                Kind::MuxNot => format!("~{y} ^ ({s} & ~({x} ^ {y}))"),
            };
            text += &format!("  const uint64_t t{i} = {value};\n");
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

// Inlined, like what it calls, so that it is compiled anew for each set of instructions.
#[inline(always)]
fn execute<const N: usize>(ops: &[Op], slots: &mut [Slice<N>]) {
    for op in ops {
        let (s, x, y) = (&slots[op.s as usize], &slots[op.x as usize], &slots[op.y as usize]);
        slots[op.to as usize] = match op.kind {
            Kind::And => map(s, x, y, |_, x, y| x & y),
            Kind::AndNot => map(s, x, y, |_, x, y| x & !y),
            Kind::Or => map(s, x, y, |_, x, y| x | y),
            Kind::Xor => map(s, x, y, |_, x, y| x ^ y),
            Kind::Mux => map(s, x, y, |s, x, y| y ^ (s & (x ^ y))),
            Kind::MuxNot => map(s, x, y, |s, x, y| !y ^ (s & !(x ^ y))),
        };
    }
}

#[inline(always)]
fn map<const N: usize>(s: &Slice<N>, x: &Slice<N>, y: &Slice<N>, f: impl Fn(u64, u64, u64) -> u64) -> Slice<N> {
    let mut result = [0; N];
    for (i, word) in result.iter_mut().enumerate() {
        *word = f(s.0[i], x.0[i], y.0[i]);
    }
    Slice(result)
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
    /// Sees the multiplexer or the exclusive or that node `number` is the top of.
    fn of(nodes: &[Node], number: u32) -> Option<Self> {
        let Node::And(p, q) = nodes[number as usize] else {
            return None;
        };
        let inner = |literal: u32| match nodes[literal as usize / 2] {
            Node::And(x, y) if literal & 1 != 0 => Some([(x, y), (y, x)]),
            _ => None,
        };
        if let (Some(left), Some(right)) = (inner(p), inner(q)) {
            for (s, x) in left {
                for (t, y) in right {
                    if s == t ^ 1 {
                        let xor = x == y ^ 1;
                        return Some(if xor { Form::Xor(s, x) } else { Form::NotMux(s, x, y) });
                    }
                }
            }
        }
        Some(Form::And(p, q))
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
            slots: 0,
            ops: vec![],
        };
        for (number, node) in nodes.iter().enumerate() {
            if let Node::Input(_) = node {
                builder.places[number].0 = builder.slot();
                builder.inputs += 1;
            }
        }
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

    fn build(mut self, outputs: &[Edge]) -> Program {
        for number in 0..self.forms.len() {
            if let Some(form) = self.forms[number] {
                self.operation(number, form);
            }
        }
        let at = |output: &Edge| match output.literal() {
            constant @ 0..2 => Output::Constant(constant == 1),
            literal => Output::At(self.place(literal)),
        };
        Program {
            outputs: outputs.iter().map(at).collect(),
            inputs: self.inputs,
            slots: self.slots,
            ops: self.ops,
        }
    }

    /// Appends the operation for a node. Inversions of what is read go into the kind, those of the result into its
    /// place.
    fn operation(&mut self, number: usize, form: Form) {
        let mut s = 0;
        let (kind, x, y, inverted) = match form {
            Form::And(x, y) => match (self.place(x), self.place(y)) {
                ((x, false), (y, false)) => (Kind::And, x, y, false),
                ((x, false), (y, true)) | ((y, true), (x, false)) => (Kind::AndNot, x, y, false),
                ((x, true), (y, true)) => (Kind::Or, x, y, true),
            },
            Form::Xor(x, y) => {
                let ((x, p), (y, q)) = (self.place(x), self.place(y));
                (Kind::Xor, x, y, p ^ q)
            }
            Form::NotMux(select, x, y) => {
                let (slot, swap) = self.place(select);
                s = slot;
                let (x, y) = if swap { (y, x) } else { (x, y) };
                let ((x, p), (y, q)) = (self.place(x), self.place(y));
                let kind = if p == q { Kind::Mux } else { Kind::MuxNot };
                (kind, x, y, !p)
            }
        };
        for literal in form.literals() {
            let node = literal as usize / 2;
            self.readers[node] -= 1;
            if self.readers[node] == 0 {
                self.free.push(self.places[node].0);
            }
        }
        let to = self.slot();
        self.places[number] = (to, inverted);
        self.ops.push(Op { kind, s, x, y, to });
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
        let program = Program::new(&graph, &outputs);
        let found: Vec<u64> = program
            .run(&mut vec![], |planes| {
                planes.copy_from_slice(&inputs.map(|x| Slice([x])))
            })
            .iter()
            .map(|f| f.0[0])
            .collect();
        assert_eq!(found, graph.evaluate(&inputs, &outputs));
        assert!(program.len() < graph.and_count());
    }
}
